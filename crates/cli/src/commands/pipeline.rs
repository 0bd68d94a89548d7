//! `lydite pipeline`: what pipelines learn, and how well the choice of components is predicted.

use std::path::{Path, PathBuf};

use lydite_lab::composition::{CompositionTables, Figure, PaperClassifier};
use serde_json::json;

use super::charting;
use crate::args::{
    ClassifierName, PipelineCommand, PipelineEvaluate, PipelinePublished, PipelineTrain,
};
use crate::failure::{Failure, Verdict};
use crate::output::{Column, Shown, Table, number};
use crate::session::Session;

pub(super) fn run(session: &Session, command: &PipelineCommand) -> Result<Verdict, Failure> {
    match command {
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
    let trained = session
        .lab
        .train_pipeline(&options.dataset, &options.kg, &options.out)?;
    session.print(Shown::made_by(|| json!(trained)).page(|page| {
        page.line(&format!(
            "learned from {} questions: {} conventions, {} words, {} weights",
            number(trained.examples as u64),
            number(trained.conventions as u64),
            number(trained.words as u64),
            number(trained.weights as u64)
        ))?;
        page.line(&format!(
            "written to {}; --pipeline auto@{} uses it",
            trained.path.display(),
            trained.path.display()
        ))?;
        Ok(())
    }))?;
    Ok(Verdict::Done)
}

fn evaluate(session: &Session, options: &PipelineEvaluate) -> Result<Verdict, Failure> {
    charting::check(options.chart.as_deref())?;
    let shared = || std::env::var_os("LYDITE_SHARED").map(PathBuf::from);
    let folder = options
        .data
        .clone()
        .or_else(|| Some(shared()?.join("data").join("frankenstein")));
    let Some(folder) = folder else {
        return Err(
            Failure::usage("where are the released outcomes of Frankenstein?".to_owned())
                .hint("--data FOLDER names their folder, LYDITE_SHARED one with data/frankenstein"),
        );
    };
    let classifiers: Vec<PaperClassifier> = if options.classifier.is_empty() {
        PaperClassifier::ALL.to_vec()
    } else {
        options.classifier.iter().map(|name| meant(*name)).collect()
    };
    let tables = session
        .lab
        .composition_tables(Path::new(&folder), &classifiers)?;
    charting::write(options.chart.as_deref(), || tables.chart())?;
    session.print(
        Shown::made_by(|| json!(tables))
            .table(|| {
                if options.associations {
                    associations(&tables)
                } else {
                    figures(tables.figures.iter())
                }
            })
            .page(|page| {
                if options.associations {
                    page.table(&associations(&tables))?;
                    return Ok(());
                }
                for (at, (table, title)) in TITLES.iter().enumerate() {
                    if at > 0 {
                        page.blank()?;
                    }
                    page.line(title)?;
                    let own = tables.figures.iter().filter(|one| one.table == *table);
                    page.table(&figures(own))?;
                }
                page.blank()?;
                page.line(&format!(
                    "{} questions. The difference is to the paper, or to the reproduction where the paper has no figure.",
                    number(tables.questions as u64)
                ))?;
                Ok(())
            }),
    )?;
    Ok(Verdict::Done)
}

const TITLES: [(&str, &str); 5] = [
    ("3", "Table 3: the best component of each task"),
    ("4", "Table 4: ten folds, questions per fold"),
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
        Column::number("difference").named("difference"),
    ]);
    for figure in figures {
        let digits = if figure.table == "3" { 3 } else { 1 };
        let shown =
            |value: Option<f64>| value.map_or_else(String::new, |v| format!("{v:.digits$}"));
        let held = figure.paper.or(figure.reproduction);
        let difference = held.map_or_else(String::new, |held| {
            // No sign before what is nothing after rounding.
            let shown = format!("{:+.digits$}", figure.found - held);
            if shown[1..].chars().all(|c| c == '0' || c == '.') {
                shown[1..].to_owned()
            } else {
                shown
            }
        });
        table.row([
            figure.table.to_owned(),
            figure.task.clone(),
            figure.quantity.clone(),
            shown(figure.paper),
            shown(figure.reproduction),
            shown(Some(figure.found)),
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
                association.task.clone(),
                association.component.clone(),
                (*feature).to_owned(),
                value.map_or_else(String::new, |value| format!("{value:.3}")),
            ]);
        }
    }
    table
}
