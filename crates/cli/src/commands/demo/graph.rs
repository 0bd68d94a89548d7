//! What the embedded graph adds to the tour: fresh answers, a hybrid question, two names for a thing.

use std::io;

use lydite_graph::{KnowledgeGraph, Limits};
use lydite_judge::{Case, RuleSet};
use lydite_lab::execution::{Coverage, Executor, Freshness, Run};
use lydite_lab::find_rules;
use lydite_lab::knowledge::GraphKnowledge;
use lydite_model::{AnswerSet, Language, QueryForm, Question, Response, Term};
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{Page, coverage};
use crate::session::Session;

const GRAPH: &str = "demo";

/// What was found on the graph.
#[derive(Serialize)]
pub(super) struct Tour {
    coverage: Coverage,
    hybrid: Option<Hybrid>,
    same_as: Option<SameAs>,
}

/// A question that needs texts besides the graph.
#[derive(Serialize)]
struct Hybrid {
    id: String,
    question: String,
    query: String,
    answers: Vec<String>,
}

/// An answer under another name.
#[derive(Serialize)]
struct SameAs {
    question: String,
    gold: String,
    answer: String,
    f1_by_name: f64,
    f1_on_the_graph: f64,
}

impl Tour {
    pub(super) fn of(session: &Session, gold: &[Question]) -> Result<Self, Failure> {
        let graph = session.lab.graph(GRAPH)?;
        let rules = find_rules("lydite")?;
        let executor = Executor::new(&*graph, Limits::default());
        let hybrid = gold.iter().find_map(|question| {
            let query = question
                .queries
                .iter()
                .find(|query| query.form == QueryForm::Pseudo)?;
            let Run::Answered { answers, .. } = executor.run(&question.queries, None) else {
                return None;
            };
            Some(Hybrid {
                id: question.id.to_string(),
                question: wording(question),
                query: query.text.clone(),
                answers: shown(&answers),
            })
        });
        let same_as = gold
            .iter()
            .find_map(|question| another_name(&*graph, rules, question));
        Ok(Self {
            coverage: Coverage::of(&session.lab, &executor, GRAPH, rules, gold),
            hybrid,
            same_as,
        })
    }

    pub(super) fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let same = self.coverage.count(Freshness::Same);
        page.line(&format!(
            "\n4. Does the graph still return these answers?\n\n$ lydite dataset check {GRAPH} --kg {GRAPH}\n\n"
        ))?;
        page.table(&coverage::summary(&self.coverage))?;
        let troubles = coverage::troubles(&self.coverage, 5);
        if !troubles.is_empty() {
            page.blank()?;
            page.table(&troubles)?;
        }
        page.line(&format!(
            "\nFor {same} questions the graph returns the answers in the file."
        ))?;
        if let Some(hybrid) = &self.hybrid {
            page.line(&format!(
                "\n5. A question that also needs text search: {}\n\n$ lydite dataset show {GRAPH} {}\n\n",
                hybrid.question, hybrid.id
            ))?;
            for line in hybrid.query.lines() {
                page.entry("   ", line)?;
            }
            page.blank()?;
            page.entry("   ", &format!("gives {}", hybrid.answers.join(", ")))?;
        }
        if let Some(same) = &self.same_as {
            page.line(&format!(
                "\n6. One thing, two names: {}\n\n$ lydite kg sameas {GRAPH} '{}'\n\n",
                same.question, same.gold
            ))?;
            page.entry("   gold    ", &same.gold)?;
            page.entry("   answer  ", &same.answer)?;
            page.entry(
                "   ",
                &format!(
                    "F1 {} without links, {} with owl:sameAs links from the graph (--kg {GRAPH})",
                    same.f1_by_name, same.f1_on_the_graph
                ),
            )?;
        }
        Ok(())
    }
}

/// The question answered with another name of the one resource that it asks for.
fn another_name(
    graph: &dyn KnowledgeGraph,
    rules: &RuleSet,
    question: &Question,
) -> Option<SameAs> {
    let table = question.answers.as_ref()?.as_table()?;
    let mut terms = table.terms();
    let (Some(Term::Iri { value: gold }), None) = (terms.next(), terms.next()) else {
        return None;
    };
    let answer = graph.same_as(gold).ok()?.into_iter().next()?.into_string();
    let response = Response {
        answers: Some(AnswerSet::column("uri", [Term::iri(answer.clone())])),
        ..Response::default()
    };
    let knowledge = GraphKnowledge::new(graph);
    let by_name = Case::new(question, Some(&response));
    let mut on_the_graph = Case::new(question, Some(&response));
    on_the_graph.knowledge = &knowledge;
    Some(SameAs {
        question: wording(question),
        gold: gold.clone(),
        answer,
        f1_by_name: rules.judge(&by_name).f1,
        f1_on_the_graph: rules.judge(&on_the_graph).f1,
    })
}

fn wording(question: &Question) -> String {
    let english = question.text(&Language::new("en"));
    english
        .or(question.any_text())
        .unwrap_or_default()
        .to_owned()
}

fn shown(answers: &AnswerSet) -> Vec<String> {
    match answers.as_table() {
        Some(table) => table.terms().map(|term| term.value().to_owned()).collect(),
        None => answers
            .as_boolean()
            .iter()
            .map(ToString::to_string)
            .collect(),
    }
}
