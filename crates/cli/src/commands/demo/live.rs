//! What the pipelines add to the tour: a question that is answered here and now, and all of them judged.

use lydite_judge::Case;
use lydite_lab::asking::{Asked, Asking, Pipeline};
use lydite_lab::find_rules;
use lydite_model::{AnswerSet, Language, Question, Response};
use serde::Serialize;

use super::super::ask;
use crate::failure::Failure;
use crate::output::{Column, Page, Table};
use crate::session::Session;

const GRAPH: &str = "demo";

const QUESTION: &str = "Which countries border Germany?";

const PIPELINES: [&str; 2] = ["auto", "guess"];

/// What the pipelines answered.
#[derive(Serialize)]
pub(super) struct Live {
    question: &'static str,
    query: Option<String>,
    answers: Option<AnswerSet>,
    pipelines: Vec<Run>,
    #[serde(skip)]
    asked: Asked,
}

/// A pipeline on the whole benchmark.
#[derive(Serialize)]
struct Run {
    pipeline: &'static str,
    questions: usize,
    answered: usize,
    f1: f64,
}

impl Live {
    pub(super) fn of(session: &Session, gold: &[Question]) -> Result<Self, Failure> {
        let asking = session.lab.asking(GRAPH, &Pipeline::default())?;
        let asked = asking.ask(QUESTION, None, &Pipeline::default(), 20)?;
        let runs = PIPELINES.iter().map(|name| run(&asking, name, gold));
        Ok(Self {
            question: QUESTION,
            query: asked.answered.query.clone(),
            answers: asked.answered.answers.clone(),
            pipelines: runs.collect::<Result<_, _>>()?,
            asked,
        })
    }

    pub(super) fn write(&self, page: &mut Page<'_>) -> Result<(), Failure> {
        page.line(&format!(
            "\n7. Can it answer a question itself?\n\n$ lydite ask '{QUESTION}' --explain\n\n"
        ))?;
        ask::explain(page, &self.asked)?;
        page.table(&ask::answers(&self.asked, 20))?;
        page.blank()?;
        if let Some(query) = &self.query {
            ask::write_query(page, query)?;
        }
        page.line("\n8. How well do the pipelines do on the benchmark?\n\n")?;
        page.line(&format!(
            "$ lydite run --dataset {GRAPH} --kg {GRAPH} \\\n    --system {}\n\n",
            PIPELINES.map(|name| format!("pipeline:{name}")).join(" ")
        ))?;
        let mut table = Table::new([
            Column::new("pipeline").named("pipeline"),
            Column::number("questions"),
            Column::number("answered"),
            Column::number("F1"),
        ]);
        for run in &self.pipelines {
            table.row([
                run.pipeline.to_owned(),
                run.questions.to_string(),
                run.answered.to_string(),
                format!("{:.3}", run.f1),
            ]);
        }
        page.table(&table)?;
        page.paragraph(
            "\nThat command stores an experiment, which `lydite experiment show latest` shows. Without a \
             question, `lydite ask` reads questions from standard input.",
        )?;
        Ok(())
    }
}

/// Asks a pipeline all questions, and judges it as a run would: who says nothing finds nothing.
fn run(asking: &Asking, name: &'static str, gold: &[Question]) -> Result<Run, Failure> {
    let rules = find_rules("lydite")?;
    let pipeline: Pipeline = name.parse().unwrap_or_default();
    let english = Language::new("en");
    let mut run = Run {
        pipeline: name,
        questions: 0,
        answered: 0,
        f1: 0.0,
    };
    for question in gold {
        let Some(text) = question.text(&english).or(question.any_text()) else {
            continue;
        };
        let answered = asking.ask(text, None, &pipeline, 0)?.answered;
        run.answered += usize::from(answered.abstained.is_none());
        run.questions += 1;
        let response = Response {
            answers: Some(answered.answers.unwrap_or_else(AnswerSet::empty)),
            ..Response::from(Question::new(question.id.clone()))
        };
        run.f1 += rules.judge(&Case::new(question, Some(&response))).f1;
    }
    run.f1 /= run.questions.max(1) as f64;
    Ok(run)
}
