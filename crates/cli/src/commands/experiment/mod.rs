//! `lydite experiment`: the stored experiments.

mod export;
mod said;
mod verify;

use lydite_lab::Evaluated;
use lydite_lab::run::Rejudge;
use lydite_lab::store::{Experiment as Stored, ExperimentId, State, Store, Summary};
use lydite_model::Language;
use serde::Serialize;

use super::run::share;
use super::score::{failures, show};
use crate::args::{
    ExperimentCommand as Experiment, ExperimentDelete, ExperimentPublish, ExperimentRejudge,
    ExperimentShow, OutputFormat, StoreOptions,
};
use crate::failure::{Failure, Verdict};
use crate::output::{Cell, Column, Page, Shown, Table, plural};
use crate::session::Session;

pub(super) fn run(session: &Session, command: &Experiment) -> Result<Verdict, Failure> {
    match command {
        Experiment::List(store) => list(session, store)?,
        Experiment::Show(options) => show_one(session, options)?,
        Experiment::Rejudge(options) => rejudge(session, options)?,
        Experiment::Publish(options) => publish(session, options)?,
        Experiment::Export(options) => export::run(session, options)?,
        Experiment::Verify(options) => return verify::run(session, options),
        Experiment::Delete(options) => delete(session, options)?,
    }
    Ok(Verdict::Done)
}

fn list(session: &Session, options: &StoreOptions) -> Result<(), Failure> {
    let all = session.lab_with(options).store()?.experiments()?;
    let document = serde_json::json!({ "experiments": all });
    session.print(Shown::new(document).table(|| listing(&all)).page(|page| {
        if all.is_empty() {
            page.line("no experiments yet; `lydite run` makes one")?;
        } else {
            page.table(&listing(&all))?;
        }
        Ok(())
    }))
}

fn listing(all: &[Summary]) -> Table {
    let mut table = Table::new([
        Column::new("id"),
        Column::new("name").only_if_varied().wrap(),
        Column::new("state"),
        Column::new("begun").named("created").drop_first(),
        Column::new("published").only_if_varied(),
        Column::new("datasets").wrap(),
        Column::new("systems").wrap(),
        Column::number("questions"),
        Column::number("best").named("score"),
        Column::new("by").named("best").wrap(),
    ]);
    for one in all {
        let best = one.best.as_ref();
        table.row([
            Cell::from(one.id.as_str()),
            one.name.clone().into(),
            one.state.as_str().into(),
            Cell::from(&one.created),
            one.published.clone().into(),
            one.datasets.join(", ").into(),
            one.systems.join(", ").into(),
            one.questions.into(),
            Cell::from(best.map(|best| best.score)).digits(4),
            best.map(|best| format!("{} ({})", best.system, best.rules))
                .into(),
        ]);
    }
    table
}

/// The document of an experiment: what was run, and what it came to.
#[derive(Serialize)]
struct Document<'d> {
    experiment: &'d Stored,
    judgings: &'d [Judged],
    #[serde(flatten)]
    evaluated: Option<&'d Evaluated>,
}

/// A judging in the list of them.
#[derive(Serialize)]
struct Judged {
    number: u64,
    date: String,
    rules: Vec<String>,
}

fn judgings(store: &Store, id: &ExperimentId) -> Result<Vec<Judged>, Failure> {
    let mut all: Vec<Judged> = Vec::new();
    for (number, date, rules) in store.judgings(id)? {
        match all.last_mut().filter(|last| last.number == number) {
            Some(last) => last.rules.push(rules),
            None => all.push(Judged {
                number,
                date,
                rules: vec![rules],
            }),
        }
    }
    Ok(all)
}

fn show_one(session: &Session, options: &ExperimentShow) -> Result<(), Failure> {
    let lab = session.lab_with(&options.store);
    let store = lab.store()?;
    let id = store.find(&options.id)?;
    let experiment = store.experiment(&id)?;
    if let Some(question) = &options.question {
        return said::print(session, &store, &experiment, question);
    }
    let judged = judgings(&store, &id)?;
    let judging = match (judged.is_empty(), options.judging) {
        (true, None) => None,
        _ if options.failures => Some(lab.failures(&id, options.judging)?),
        _ if options.view.needs_questions(session) => Some(store.judging(&id, options.judging)?),
        _ => Some(store.overview(&id, options.judging)?),
    };
    let evaluated = judging.as_ref().map(|judging| &judging.evaluated);
    let is_document = session.format() == OutputFormat::Json;
    if is_document {
        return session.print(Shown::new(Document {
            experiment: &experiment,
            judgings: &judged,
            evaluated,
        }));
    }
    if session.format() == OutputFormat::Table {
        session.print(Shown::new(()).page(|page| header(page, &experiment, &judged)))?;
    }
    match evaluated {
        Some(evaluated) if options.failures => failures::print(session, evaluated),
        Some(evaluated) => show(session, &options.view.view(), evaluated),
        None => Ok(()),
    }
}

fn header(page: &mut Page<'_>, experiment: &Stored, judged: &[Judged]) -> Result<(), Failure> {
    let plan = &experiment.plan;
    page.line(&format!(
        "experiment {} ({})",
        experiment.id, experiment.iri
    ))?;
    if let Some(name) = &experiment.name {
        page.line(name)?;
    }
    let put = share(experiment.done(), experiment.questions());
    let state = match (experiment.state, &experiment.finished) {
        (State::Finished, Some(date)) => format!("finished {date}"),
        (state, _) => format!("{state}: {put} questions put"),
    };
    page.line(&format!("begun {}, {state}", experiment.created))?;
    if let Some(detail) = &experiment.detail {
        page.line(&format!("interrupted: {detail}"))?;
    }
    if experiment.state != State::Finished {
        page.line(&format!(
            "`lydite run --resume {}` resumes it",
            experiment.id
        ))?;
    }
    if let Some(date) = &experiment.published {
        page.line(&format!("published {date}"))?;
    }
    if let Some(graph) = &plan.graph {
        page.line(&format!("graph: {graph}"))?;
    }
    if judged.len() > 1 {
        let each = judged
            .iter()
            .map(|one| format!("{} {}", one.number, one.rules.join(", ")));
        let each: Vec<String> = each.collect();
        page.line(&format!(
            "judged {} times: {}",
            judged.len(),
            each.join("; ")
        ))?;
    }
    page.blank()?;
    let mut columns = vec![
        Column::new("dataset").shorten(),
        Column::new("language").only_if_varied(),
        Column::new("system").shorten(),
        Column::new("asked as").wrap(),
        Column::number("questions"),
        Column::number("put").only_if_varied(),
        Column::number("failed"),
    ];
    let has_failures = experiment.tasks.iter().any(|task| task.failed > 0);
    if has_failures {
        columns.push(Column::new("by").wrap());
    }
    let mut table = Table::new(columns);
    for task in &experiment.tasks {
        let system = experiment.system(task);
        let failures = task.failures.iter();
        let failures = failures.map(|(kind, count)| format!("{count} {kind}"));
        let failures: Vec<String> = failures.collect();
        let mut row = vec![
            Cell::from(&task.dataset_name),
            task.language
                .as_ref()
                .map_or("its own", Language::as_str)
                .into(),
            Cell::from(&system.name),
            Cell::from(&system.spec),
            task.questions.into(),
            task.done.into(),
            task.failed.into(),
        ];
        if has_failures {
            row.push(failures.join(", ").into());
        }
        table.row(row);
    }
    page.table(&table)?;
    page.blank()?;
    Ok(())
}

fn rejudge(session: &Session, options: &ExperimentRejudge) -> Result<(), Failure> {
    let lab = session.lab_with(&options.store);
    let id = lab.store()?.find(&options.id)?;
    let gold = options
        .gold
        .iter()
        .map(|given| match given.split_once('=') {
            Some((name, file)) if !std::path::Path::new(given).exists() => {
                (Some(name.to_owned()), file.into())
            }
            _ => (None, given.into()),
        });
    let rejudge = Rejudge {
        rules: options.rules.clone(),
        gold: gold.collect(),
        experiments: options.experiment.clone(),
        graph: options.graph.used(),
    };
    let mut judging = lab.rejudge(&id, &rejudge)?;
    if options.view.needs_questions(session) {
        judging = lab.store()?.judging(&id, Some(judging.number))?;
    }
    show(session, &options.view.view(), &judging.evaluated)?;
    session.say(&format!(
        "stored as judging {} of experiment {id}",
        judging.number
    ));
    Ok(())
}

fn publish(session: &Session, options: &ExperimentPublish) -> Result<(), Failure> {
    let store = session.lab_with(&options.store).store()?;
    for id in &options.ids {
        let id = store.find(id)?;
        let experiment = store.experiment(&id)?;
        if experiment.state != State::Finished && !options.undo {
            return Err(lydite_lab::Error::UnfinishedExperiment { id }.into());
        }
        store.publish(&id, !options.undo)?;
        session.say(&match options.undo {
            true => format!("{id} is no longer published"),
            false => format!("{id} is published as {}", experiment.iri),
        });
    }
    Ok(())
}

fn delete(session: &Session, options: &ExperimentDelete) -> Result<(), Failure> {
    let store = session.lab_with(&options.store).store()?;
    let ids = options.ids.iter().map(|id| store.find(id));
    let ids = ids.collect::<Result<Vec<_>, _>>()?;
    // All of them are looked at before the first is gone.
    for id in &ids {
        let experiment = store.experiment(id)?;
        if experiment.published.is_some() && !options.force {
            return Err(Failure::usage(format!("experiment {id} is published"))
                .hint("others may cite it; --force deletes it anyway"));
        }
    }
    for id in &ids {
        store.delete(id)?;
    }
    session.say(&format!(
        "{} deleted",
        plural(options.ids.len() as u64, "experiment")
    ));
    Ok(())
}
