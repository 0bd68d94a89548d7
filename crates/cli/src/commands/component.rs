//! `lydite component`: components by themselves.

use lydite_lab::components::{
    ComponentReport, ComponentRun as Run, ComponentScore, Cost, Description, Need,
    PublishedComponent, Sources,
};
use lydite_model::Language;
use serde_json::{Value, json};

use crate::args::{
    Component, ComponentList, ComponentRun, ComponentSources, ComponentTrain, OutputFormat,
};
use crate::failure::{Failure, Verdict};
use crate::output::iris::shorten;
use crate::output::{Cell, Column, Shown, Table, number, plural, plural_of};
use crate::session::Session;

pub(super) fn run(session: &Session, command: &Component) -> Result<Verdict, Failure> {
    match command {
        Component::List(options) if options.published => published(session, options),
        Component::List(options) => list(session, options),
        Component::Show { name } => show(session, name),
        Component::Run(options) => judge(session, options),
        Component::Train(options) => train(session, options),
        Component::Terms { datasets } => {
            let terms = session.lab.gold_terms(datasets)?;
            let document = || {
                let terms = terms.iter();
                let terms: Vec<Value> = terms
                    .map(|(kind, iri)| json!({"kind": kind, "iri": iri}))
                    .collect();
                json!({ "terms": terms })
            };
            session.print(
                Shown::made_by(document)
                    .table(|| {
                        let mut table = Table::new([Column::new("kind"), Column::new("iri")]);
                        for (kind, iri) in &terms {
                            table.row([*kind, iri.as_str()]);
                        }
                        table
                    })
                    .page(|page| {
                        for (kind, iri) in &terms {
                            page.line(&format!("{kind}\t{iri}"))?;
                        }
                        Ok(())
                    }),
            )?;
            Ok(Verdict::Done)
        }
    }
}

fn needs(description: &Description) -> String {
    let needs: Vec<&str> = description
        .needs
        .iter()
        .copied()
        .map(Need::as_str)
        .collect();
    needs.join(", ")
}

fn list(session: &Session, options: &ComponentList) -> Result<Verdict, Failure> {
    let chosen: Vec<Description> = session
        .lab
        .component_list()
        .into_iter()
        .filter(|description| options.task.is_none_or(|task| description.task == task))
        .collect();
    session.print(
        Shown::made_by(|| json!({ "components": chosen })).table(|| {
            let mut table = Table::new([
                Column::new("component").named("name"),
                Column::new("task").named("task"),
                Column::new("cost").named("cost"),
                Column::new("needs").named("needs").wrap(),
                Column::new("what it does").named("about").wrap(),
            ]);
            for description in &chosen {
                table.row([
                    description.name.clone(),
                    description.task.to_string(),
                    Cost::as_str(description.cost).to_owned(),
                    needs(description),
                    description.about.clone(),
                ]);
            }
            table
        }),
    )?;
    Ok(Verdict::Done)
}

/// Frankenstein's components, with what stands in their place.
fn published(session: &Session, options: &ComponentList) -> Result<Verdict, Failure> {
    let chosen: Vec<PublishedComponent> = session
        .lab
        .published_components()?
        .into_iter()
        .filter(|published| options.task.is_none_or(|task| published.task == task))
        .collect();
    session.print(Shown::made_by(|| json!({ "published": chosen })).table(|| {
        let mut table = Table::new([
            Column::new("component").named("name"),
            Column::new("task").named("task"),
            Column::new("source").named("source"),
            Column::new("state").named("state"),
            Column::new("in its place").named("counterparts").wrap(),
            Column::new("client").named("client"),
        ]);
        for published in &chosen {
            table.row([
                published.name.to_owned(),
                published.task.to_string(),
                if published.open { "open" } else { "closed" }.to_owned(),
                match published.kept {
                    0 => published.state.as_str().to_owned(),
                    kept => format!("{} ({kept} replies)", published.state.as_str()),
                },
                published.counterparts.join(", "),
                published.client.clone().unwrap_or_default(),
            ]);
        }
        table
    }))?;
    Ok(Verdict::Done)
}

fn show(session: &Session, name: &str) -> Result<Verdict, Failure> {
    let description = session.lab.component(name)?;
    session.print(Shown::made_by(|| json!(description)).page(|page| {
        page.line(&format!(
            "{}: {} ({})",
            description.name,
            description.task.in_words(),
            description.task
        ))?;
        page.blank()?;
        page.line(&format!("{}.", description.about))?;
        page.blank()?;
        let needs = needs(&description);
        page.entry(
            "needs      ",
            if needs.is_empty() { "nothing" } else { &needs },
        )?;
        page.entry("cost       ", Cost::as_str(description.cost))?;
        if !description.counterpart_of.is_empty() {
            page.entry("stands for ", &description.counterpart_of.join(", "))?;
        }
        if !description.reference.is_empty() {
            page.entry("reference  ", &description.reference)?;
        }
        Ok(())
    }))?;
    Ok(Verdict::Done)
}

pub(super) fn sources(options: &ComponentSources) -> Sources {
    Sources {
        kg: options.kg.clone(),
        terms: options.terms.clone(),
        lexica: options.lexicon.clone(),
        models: options.models.clone(),
    }
}

fn judge(session: &Session, options: &ComponentRun) -> Result<Verdict, Failure> {
    let report = session.lab.run_components(&Run {
        components: options.components.clone(),
        dataset: options.dataset.clone(),
        language: Language::new(options.sources.lang.as_str()),
        sources: sources(&options.sources),
        before: options.before.as_ref().map(|names| {
            names
                .split('+')
                .map(|name| name.trim().to_owned())
                .collect()
        }),
        limit: options.limit,
    })?;
    // Programs get the outcome of every question, unless they ask for less.
    let is_csv = session.format() == OutputFormat::Csv;
    let each = options.per_question || is_csv && !options.slices;
    session.print(
        Shown::made_by(|| json!(report))
            .table(|| {
                if each {
                    questions(&report)
                } else if options.slices {
                    slices(&report)
                } else {
                    scores(&report)
                }
            })
            .page(|page| {
                if options.per_question {
                    page.table(&questions(&report))?;
                    page.blank()?;
                }
                if options.slices {
                    page.table(&slices(&report))?;
                    page.blank()?;
                }
                page.table(&scores(&report))?;
                page.blank()?;
                let universe = &report.universe;
                page.line(&format!(
                    "Candidates: {} with {}, of which {} are ambiguous; {}, {}.",
                    plural(universe.entities as u64, "resource"),
                    plural(universe.names as u64, "name"),
                    number(universe.ambiguous as u64),
                    plural_of(universe.properties as u64, "property", "properties"),
                    plural_of(universe.classes as u64, "class", "classes"),
                ))?;
                Ok(())
            }),
    )?;
    Ok(Verdict::Done)
}

fn score_columns(first: &[&str]) -> Vec<Column> {
    let mut columns: Vec<Column> = first
        .iter()
        .map(|name| Column::new(*name).named(*name))
        .collect();
    columns.extend([
        Column::number("questions").named("questions"),
        Column::number("P").named("precision"),
        Column::number("R").named("recall"),
        Column::number("F").named("f1"),
        Column::number("mean F").named("mean_f1"),
        Column::number("F ≥ ½").named("at_least_half"),
        Column::number("ms").named("mean_millis"),
    ]);
    columns
}

fn score_cells(score: &ComponentScore) -> Vec<Cell> {
    let judged = |value: f64| Cell::from((score.questions > 0).then_some(value)).digits(3);
    vec![
        score.questions.into(),
        judged(score.precision),
        judged(score.recall),
        judged(score.f1),
        judged(score.mean_f1),
        judged(score.at_least_half),
        Cell::from(score.mean_millis).digits(1),
    ]
}

fn scores(report: &ComponentReport) -> Table {
    let mut table = Table::new(score_columns(&["component"]));
    for score in &report.components {
        let mut cells = vec![Cell::from(&score.component)];
        cells.extend(score_cells(score));
        table.row(cells);
    }
    table
}

fn slices(report: &ComponentReport) -> Table {
    let mut table = Table::new(score_columns(&["component", "slice"]));
    for slice in &report.slices {
        let mut cells = vec![Cell::from(&slice.score.component), Cell::from(&slice.slice)];
        cells.extend(score_cells(&slice.score));
        table.row(cells);
    }
    table
}

fn questions(report: &ComponentReport) -> Table {
    let mut table = Table::new([
        Column::new("question").named("question"),
        Column::new("component").named("component"),
        Column::number("P").named("precision"),
        Column::number("R").named("recall"),
        Column::number("F").named("f1"),
        Column::number("ms").named("millis"),
        Column::new("gold").named("gold").wrap(),
        Column::new("found").named("found").wrap(),
    ]);
    let joined = |iris: &[String]| -> String {
        let iris: Vec<String> = iris
            .iter()
            .map(|iri| shorten(&format!("<{iri}>")))
            .collect();
        iris.join(" ")
    };
    let share = |value: Option<f64>| Cell::from(value).digits(3);
    for row in &report.questions {
        table.row([
            Cell::from(&row.question),
            Cell::from(&row.component),
            share(row.precision),
            share(row.recall),
            share(row.f1),
            Cell::from(row.millis).digits(1),
            joined(&row.gold).into(),
            joined(&row.found).into(),
        ]);
    }
    table
}

fn train(session: &Session, options: &ComponentTrain) -> Result<Verdict, Failure> {
    let trained = session.lab.train_component(
        &options.name,
        &options.dataset,
        &Language::new(options.sources.lang.as_str()),
        &sources(&options.sources),
    )?;
    session.print(Shown::made_by(|| json!(trained)).page(|page| {
        page.line(&format!(
            "{} has learned from {}: {} ({})",
            trained.component,
            plural(trained.examples as u64, "question"),
            trained.path.display(),
            plural(trained.bytes, "byte")
        ))?;
        Ok(())
    }))?;
    Ok(Verdict::Done)
}
