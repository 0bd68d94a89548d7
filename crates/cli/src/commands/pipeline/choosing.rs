//! The choice of components: what it is learned from, what was learned, and how well it does.

use std::path::Path;

use lydite_lab::components::MatrixRun;
use lydite_lab::composition::{ComparedPipelines, Strategy};
use lydite_model::Language;
use serde_json::json;

use super::super::component;
use crate::args::{PipelineCompare, PipelineMatrix, PipelineTrain};
use crate::failure::{Failure, Verdict};
use crate::output::{Column, Shown, Table, number};
use crate::session::Session;

/// The ways to answer questions, or what a model chooses among.
pub(super) fn list(session: &Session, model: Option<&Path>) -> Result<Verdict, Failure> {
    if let Some(path) = model {
        let (model, provenance) = session.lab.choice_model(path)?;
        let rows = || {
            let tasks = model.tasks.iter();
            tasks.flat_map(|of_task| {
                of_task
                    .members
                    .iter()
                    .map(move |member| (of_task.task, member))
            })
        };
        let document = || {
            let rows = rows().map(|(task, member)| {
                json!({
                    "task": task.as_str(),
                    "component": member.name,
                    "mean_f1": member.mean_f1,
                    "mean_millis": member.millis,
                })
            });
            json!({ "components": rows.collect::<Vec<_>>(), "provenance": provenance })
        };
        session.print(Shown::made_by(document).table(|| {
            let mut table = Table::new([
                Column::new("task").named("task"),
                Column::new("component").named("component"),
                Column::number("mean F").named("mean_f1"),
                Column::number("ms").named("mean_millis"),
            ]);
            for (task, member) in rows() {
                table.row([
                    task.as_str().to_owned(),
                    member.name.clone(),
                    format!("{:.3}", member.mean_f1),
                    format!("{:.1}", member.millis),
                ]);
            }
            table
        }))?;
        return Ok(Verdict::Done);
    }
    let joint = [
        (
            "auto",
            "the joint system; gives no answer rather than one that leaves out words that matter",
        ),
        ("guess", "the same with its best guess always"),
        (
            "auto@MODEL",
            "the same with what `pipeline train --dataset` has learned",
        ),
        (
            "COMPONENT+…",
            "components one after the other; `component list` lists them",
        ),
    ];
    let mut pipelines: Vec<(String, &str)> = joint
        .iter()
        .map(|(name, about)| ((*name).to_owned(), *about))
        .collect();
    for strategy in Strategy::ALL {
        pipelines.push((format!("{strategy}@MODEL"), strategy.about()));
    }
    let budget = "the best chance of success among the pipelines that usually take so long at most";
    pipelines.push(("cost-aware:20ms@MODEL".to_owned(), budget));
    let document = || {
        let pipelines = pipelines.iter();
        let rows = pipelines.map(|(name, about)| json!({ "name": name, "about": about }));
        json!({ "pipelines": rows.collect::<Vec<_>>() })
    };
    session.print(Shown::made_by(document).table(|| {
        let mut table = Table::new([
            Column::new("pipeline").named("name"),
            Column::new("what it does").named("about").wrap(),
        ]);
        for (name, about) in &pipelines {
            table.row([name.as_str(), about]);
        }
        table
    }))?;
    Ok(Verdict::Done)
}

/// Makes a file of outcomes, or goes on with it.
pub(super) fn matrix(session: &Session, options: &PipelineMatrix) -> Result<Verdict, Failure> {
    session.cancel_on_signals();
    let made = session.lab.outcome_matrix(&MatrixRun {
        datasets: options.dataset.clone(),
        components: options.component.clone(),
        language: Language::new(options.sources.lang.as_str()),
        sources: component::sources(&options.sources),
        limit: options.limit,
        out: options.out.clone(),
    })?;
    session.print(Shown::made_by(|| json!(made)).page(|page| {
        page.line(&format!(
            "{} components on {} questions, {} of them there already: {}",
            made.components.len(),
            number(made.questions as u64),
            number(made.found as u64),
            made.path.display()
        ))?;
        if !made.untrained.is_empty() {
            page.paragraph(&format!(
                "Left out, because they have not been trained: {}.",
                made.untrained.join(", ")
            ))?;
        }
        Ok(())
    }))?;
    Ok(Verdict::Done)
}

/// Learns which components to choose.
pub(super) fn train(session: &Session, options: &PipelineTrain) -> Result<Verdict, Failure> {
    let trained = session.lab.train_choice(&options.matrix, &options.out)?;
    session.print(Shown::made_by(|| json!(trained)).page(|page| {
        page.line(&format!(
            "learned from {} questions to choose among {} components",
            number(trained.questions as u64),
            trained.components.len()
        ))?;
        page.line(&format!(
            "written to {path}; --pipeline set-aware@{path} uses it",
            path = trained.path.display()
        ))?;
        Ok(())
    }))?;
    Ok(Verdict::Done)
}

/// Pipelines on the same questions.
pub(super) fn compare(session: &Session, options: &PipelineCompare) -> Result<Verdict, Failure> {
    session.cancel_on_signals();
    let compared = session.lab.compare_pipelines(
        &options.dataset,
        &Language::new(options.lang.as_str()),
        &options.kg,
        &options.pipelines,
        options.limit,
    )?;
    session.print(
        Shown::made_by(|| json!(compared))
            .table(|| comparison(&compared))
            .page(|page| {
                page.table(&comparison(&compared))?;
                page.blank()?;
                page.paragraph(&format!(
                    "{} questions; {} more have no query that gives something on the graph. F is the harmonic mean of P and R; the difference is to the first pipeline, p that of a paired randomisation test.",
                    number(compared.questions as u64),
                    number(compared.left_out as u64),
                ))?;
                if has_paper(&compared) {
                    page.paragraph("The paper's figures are those of its Table 6: other components, 204 other questions, all of DBpedia.")?;
                }
                Ok(())
            }),
    )?;
    Ok(Verdict::Done)
}

fn has_paper(compared: &ComparedPipelines) -> bool {
    compared.pipelines.iter().any(|one| one.paper.is_some())
}

fn comparison(compared: &ComparedPipelines) -> Table {
    let has_paper = has_paper(compared);
    let mut columns = vec![
        Column::new("pipeline").named("pipeline"),
        Column::number("answered").named("answered"),
        Column::number("P").named("precision"),
        Column::number("R").named("recall"),
        Column::number("F").named("macro_f"),
        Column::number("mean F").named("mean_f1"),
        Column::number("ms").named("mean_millis"),
        Column::number("difference").named("difference"),
        Column::number("p").named("p"),
    ];
    if has_paper {
        columns.push(Column::number("paper: answered").named("paper_answered"));
        columns.push(Column::number("paper: F").named("paper_f"));
    }
    let mut table = Table::new(columns);
    for one in &compared.pipelines {
        let share = |value: f64| format!("{value:.3}");
        let mut row = vec![
            one.pipeline.clone(),
            one.answered.to_string(),
            share(one.precision),
            share(one.recall),
            share(one.macro_f),
            share(one.mean_f1),
            format!("{:.1}", one.mean_millis),
            one.difference
                .map_or_else(String::new, |value| format!("{value:+.3}")),
            one.p.map_or_else(String::new, |p| format!("{p:.4}")),
        ];
        if has_paper {
            let paper = one.paper;
            row.push(paper.map_or_else(String::new, |paper| paper.0.to_string()));
            row.push(paper.map_or_else(String::new, |paper| format!("{:.2}", paper.3)));
        }
        table.row(row);
    }
    table
}
