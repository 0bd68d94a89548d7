//! `qr-chat`: a model says which of the queries that were built asks what the question asks.

use lydite_graph::Value;

use super::choice::{chosen, numbered};
use super::linking::called;
use super::{Message, Role, Speaker};
use crate::annotation::{AnnotatedQuestion, Candidate, Kind, Source};
use crate::component::{ComponentError, Cost, Described, Description, Need, QueryRanker, Task};
use crate::resources::Resources;

const NAME: &str = "qr-chat";

/// How many queries are shown.
const SHOWN: usize = 8;

/// How many answers of each.
const ANSWERS: usize = 3;

/// More answers than these are not counted.
const COUNTED: usize = 100;

/// Asks a model which query is best.
pub(super) struct Ranker {
    speaker: Speaker,
}

impl Ranker {
    pub(super) fn new(speaker: Speaker) -> Self {
        Self { speaker }
    }
}

impl Described for Ranker {
    fn description(&self) -> Description {
        Description::new(
            NAME,
            Task::RankQueries,
            "A language model sees the first eight queries with some of their answers and says which asks what the question asks; the others stay in their order",
        )
        .needs(&[Need::Graph, Need::Network])
        .cost(Cost::Seconds)
    }
}

/// A query in a line, with some of what it gives.
fn shown(query: &str, resources: &Resources) -> String {
    let line: Vec<&str> = query.split_whitespace().collect();
    let given = match resources.result(query, COUNTED) {
        None => "cannot be run".to_owned(),
        Some(Value::Boolean(true)) => "yes".to_owned(),
        Some(Value::Boolean(false)) => "no".to_owned(),
        Some(Value::Triples(triples)) => format!("{} triples", triples.len()),
        Some(Value::Rows(rows)) => {
            let cells = rows
                .rows
                .iter()
                .filter_map(|row| row.iter().flatten().next());
            let cells: Vec<String> = cells
                .take(ANSWERS)
                .map(|term| match term {
                    lydite_graph::oxrdf::Term::NamedNode(node) => called(node.as_str(), resources),
                    lydite_graph::oxrdf::Term::Literal(literal) => literal.value().to_owned(),
                    lydite_graph::oxrdf::Term::BlankNode(_) => "something".to_owned(),
                })
                .collect();
            match (rows.rows.len(), cells.len()) {
                (_, 0) => "nothing".to_owned(),
                (all, some) if all > some => format!("{}, … ({all} rows)", cells.join(", ")),
                _ => cells.join(", "),
            }
        }
    };
    format!("{} gives {given}", line.join(" "))
}

impl QueryRanker for Ranker {
    fn rank(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Candidate>, ComponentError> {
        let mut queries: Vec<Candidate> = Vec::new();
        for candidate in question.of(Kind::Query).flat_map(|one| &one.candidates) {
            if !queries.iter().any(|known| known.value == candidate.value) {
                queries.push(candidate.clone());
            }
        }
        if queries.len() < 2 {
            return Ok(queries);
        }
        let options: Vec<String> = queries
            .iter()
            .take(SHOWN)
            .map(|candidate| shown(&candidate.value, resources))
            .collect();
        let messages = [
            Message::new(
                Role::System,
                "You get a question and numbered SPARQL queries with what they give. Reply with the number of the query that asks what the question asks, or with 0 if none does. Write nothing else.",
            ),
            Message::new(
                Role::User,
                format!(
                    "Question: {}\n\n{}\nNumber:",
                    question.text(),
                    numbered(&options)
                ),
            ),
        ];
        let Some(reply) = self.speaker.reply(NAME, &messages)? else {
            return Ok(queries);
        };
        let first = chosen(&reply.text, &options).and_then(|meant| meant.first().copied());
        if let Some(first) = first {
            let model = self.speaker.name().unwrap_or_default();
            let best = queries.iter().map(|one| one.score).fold(f64::MIN, f64::max);
            let mut chosen = queries.remove(first).because(Source::Model, model, 1.0);
            chosen.score = best + 1.0;
            queries.insert(0, chosen);
        }
        Ok(queries)
    }
}
