//! `lydite pipeline`: what pipelines learn, and how well the choice of components is predicted.

mod choosing;

use std::path::{Path, PathBuf};

use lydite_lab::composition::{CompositionTables, Contenders, Figure, PaperClassifier};
use serde_json::json;

use super::charting;
use crate::args::{
    ClassifierName, PipelineCommand, PipelineEvaluate, PipelinePublished, PipelineTrain,
};
use crate::failure::{Failure, Verdict};
use crate::output::{Cell, Column, Shown, Table, plural};
use crate::session::Session;

pub(super) fn run(session: &Session, command: &PipelineCommand) -> Result<Verdict, Failure> {
    match command {
        PipelineCommand::List { model } => choosing::list(session, model.as_deref()),
        PipelineCommand::Matrix(options) => choosing::matrix(session, options),
        PipelineCommand::Compare(options) => choosing::compare(session, options),
        PipelineCommand::Train(options) if !options.matrix.is_empty() => {
            choosing::train(session, options)
        }
        PipelineCommand::Train(options) => train(session, options),
        PipelineCommand::Evaluate(options) => evaluate(session, options),
        PipelineCommand::Published(options) => published(session, options),
    }
}

/// Frankenstein's pipelines, with what runs in their place.
fn published(session: &Session, options: &PipelinePublished) -> Result<Verdict, Failure> {
    let mut all = session.lab.published_pipelines()?;
    let count = all.len();
    all.retain(|one| !options.runnable || one.pipeline.is_some());
    let table = || {
        let mut table = Table::new([
            Column::new("published").named("published").wrap(),
            Column::new("pipeline").named("pipeline").wrap(),
            Column::new("missing").named("missing").wrap(),
        ]);
        for one in &all {
            table.row([
                one.name.clone(),
                one.pipeline.clone().unwrap_or_default(),
                one.missing.join(", "),
            ]);
        }
        table
    };
    session.print(
        Shown::made_by(|| json!({ "pipelines": all }))
            .table(table)
            .page(|page| {
                page.table(&table())?;
                page.blank()?;
                let runnable = all.iter().filter(|one| one.pipeline.is_some()).count();
                page.line(&format!("{runnable} of {count} pipelines can be run here"))?;
                Ok(())
            }),
    )?;
    Ok(Verdict::Done)
}

fn train(session: &Session, options: &PipelineTrain) -> Result<Verdict, Failure> {
    let dataset = options.dataset.clone().unwrap_or_default();
    let trained = session
        .lab
        .train_pipeline(&dataset, &options.kg, &options.out)?;
    session.print(Shown::made_by(|| json!(trained)).page(|page| {
        page.line(&format!(
            "learned from {}: {}, {}, {}",
            plural(trained.examples as u64, "question"),
            plural(trained.conventions as u64, "convention"),
            plural(trained.words as u64, "word"),
            plural(trained.weights as u64, "weight")
        ))?;
        page.line(&format!(
            "written to {0}; use it with --pipeline auto@{0}",
            trained.path.display()
        ))?;
        Ok(())
    }))?;
    Ok(Verdict::Done)
}

fn evaluate(session: &Session, options: &PipelineEvaluate) -> Result<Verdict, Failure> {
    charting::check(options.chart.as_deref())?;
    if let Some(matrix) = &options.matrix {
        let tables = session.lab.own_composition(matrix, options.seeds.max(1))?;
        return show(session, options, &tables);
    }
    let shared = || std::env::var_os("LYDITE_SHARED").map(PathBuf::from);
    let folder = options
        .data
        .clone()
        .or_else(|| Some(shared()?.join("data").join("frankenstein")));
    let Some(folder) = folder else {
        return Err(
            Failure::usage("Frankenstein's released outcomes are not part of Lydite")
                .hint("--data FOLDER names the folder that has them"),
        );
    };
    let classifiers: Vec<PaperClassifier> = if options.classifier.is_empty() {
        PaperClassifier::ALL.to_vec()
    } else {
        options.classifier.iter().map(|name| meant(*name)).collect()
    };
    let tables = session.lab.composition_tables(
        Path::new(&folder),
        &Contenders {
            classifiers,
            ours: !options.no_selector && !options.associations,
            seeds: options.seeds,
        },
    )?;
    show(session, options, &tables)
}

fn show(
    session: &Session,
    options: &PipelineEvaluate,
    tables: &CompositionTables,
) -> Result<Verdict, Failure> {
    charting::write(options.chart.as_deref(), || tables.chart())?;
    session.print(
        Shown::made_by(|| json!(tables))
            .table(|| {
                if options.associations {
                    associations(tables)
                } else {
                    figures(tables.figures.iter())
                }
            })
            .page(|page| {
                if options.associations {
                    page.table(&associations(tables))?;
                    return Ok(());
                }
                let own = |table: &'static str| {
                    let figures = tables.figures.iter();
                    figures.filter(move |one| one.table == table)
                };
                let shown = TITLES.iter().filter(|(table, _)| own(table).next().is_some());
                for (at, (table, title)) in shown.enumerate() {
                    if at > 0 {
                        page.blank()?;
                    }
                    page.line(title)?;
                    page.table(&figures(own(table)))?;
                }
                page.blank()?;
                page.line(&format!(
                    "{}. The difference is to the paper, or to the reproduction where the paper has no \
                     value.",
                    plural(tables.questions as u64, "question")
                ))?;
                Ok(())
            }),
    )?;
    Ok(Verdict::Done)
}

const TITLES: [(&str, &str); 6] = [
    ("3", "Table 3: the best component of each task"),
    ("4", "Table 4: ten folds, questions per fold"),
    (
        "4-seeds",
        "Table 4 over folds in random orders: means and standard deviations",
    ),
    ("figure-4", "Figure 4: success predicted rightly, in %"),
    (
        "5a",
        "Instead of Table 5: the released split, 2,953 to learn from, 300 to test",
    ),
    (
        "5b",
        "Instead of Table 5: complex questions to learn from, simple ones to test",
    ),
];

fn meant(name: ClassifierName) -> PaperClassifier {
    match name {
        ClassifierName::LogisticRegression => PaperClassifier::LogisticRegression,
        ClassifierName::Svm => PaperClassifier::Svm,
        ClassifierName::RandomForest => PaperClassifier::RandomForest,
        ClassifierName::DecisionTree => PaperClassifier::DecisionTree,
        ClassifierName::NaiveBayes => PaperClassifier::NaiveBayes,
    }
}

fn figures<'a>(figures: impl Iterator<Item = &'a Figure>) -> Table {
    let mut table = Table::new([
        Column::new("table").named("table"),
        Column::new("task").named("task"),
        Column::new("what").named("quantity"),
        Column::number("paper").named("paper"),
        Column::number("reproduction").named("reproduction"),
        Column::number("here").named("found"),
        Column::number("±").named("spread"),
        Column::number("difference").named("difference"),
    ]);
    for figure in figures {
        let digits = if figure.table == "3" { 3 } else { 1 };
        let value = |value: Option<f64>| Cell::from(value).digits(digits);
        let held = figure.paper.or(figure.reproduction);
        let difference = held.map_or_else(Cell::missing, |held| {
            let difference = figure.found - held;
            // No sign before what is nothing after rounding.
            let shown = format!("{difference:+.digits$}");
            let is_nothing = shown[1..].chars().all(|c| c == '0' || c == '.');
            let from = usize::from(is_nothing);
            Cell::from(difference).shown(&shown[from..])
        });
        table.row([
            Cell::from(figure.table),
            Cell::from(&figure.task),
            Cell::from(&figure.quantity),
            value(figure.paper),
            value(figure.reproduction),
            value(Some(figure.found)),
            value(figure.spread),
            difference,
        ]);
    }
    table
}

fn associations(tables: &CompositionTables) -> Table {
    let mut table = Table::new([
        Column::new("task").named("task"),
        Column::new("component").named("component"),
        Column::new("feature").named("feature"),
        Column::number("Cramér's V").named("cramers_v"),
    ]);
    for association in &tables.associations {
        for (feature, value) in tables.features.iter().zip(&association.cramers_v) {
            table.row([
                Cell::from(&association.task),
                Cell::from(&association.component),
                Cell::from(*feature),
                Cell::from(*value).digits(3),
            ]);
        }
    }
    table
}
