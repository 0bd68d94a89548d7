//! Queries of questions, run on a knowledge graph.

mod coverage;
mod knowledge;

use lydite_graph::{GraphError, KnowledgeGraph, Limits, Note};
use lydite_model::{AnswerSet, Language, Query, Question, QuestionId, Response};
use lydite_sparql::{Dialect, parse};
use rayon::prelude::*;

pub(crate) use coverage::{Coverage, Freshness};
pub(crate) use knowledge::{GraphKnowledge, Together};

use crate::session::Session;

/// Runs queries on a graph.
pub(crate) struct Executor<'g> {
    graph: &'g dyn KnowledgeGraph,
    limits: Limits,
    dialect: Dialect,
}

/// What became of a query.
pub(crate) enum Run {
    /// It gave these answers.
    Answered(AnswerSet),
    /// It could not be read, or not be run.
    Failed(String),
    /// There is none.
    NoQuery,
}

impl<'g> Executor<'g> {
    pub(crate) fn new(graph: &'g dyn KnowledgeGraph, limits: Limits) -> Self {
        Self {
            graph,
            limits,
            dialect: Dialect::field(),
        }
    }

    /// Runs the query that belongs to a language.
    pub(crate) fn run(&self, queries: &[Query], language: Option<&Language>) -> Run {
        let Some(query) = Query::choose(queries, language) else {
            return Run::NoQuery;
        };
        let parsed = match parse(&query.text, &self.dialect) {
            Ok(parsed) => parsed,
            Err(error) => return Run::Failed(format!("the query cannot be read: {error}")),
        };
        match self.graph.query(&parsed, &self.limits) {
            // A part of the answers is not the answer.
            Ok(results) if results.notes.contains(&Note::Partial) => {
                Run::Failed(GraphError::Deadline(self.limits.time).to_string())
            }
            Ok(results) => match truncated(&results.notes) {
                Some(rows) => Run::Failed(format!("there are more than {rows} rows")),
                None => Run::Answered(AnswerSet::from(&results.value)),
            },
            Err(error) => Run::Failed(error.to_string()),
        }
    }

    /// Runs the queries of the entries that have no answers, and fills in what they give.
    pub(crate) fn fill<E: Entry>(&self, session: &Session, entries: &mut [E]) -> Filled {
        let wanting = entries.iter().filter(|entry| entry.is_wanting()).count();
        let bar = progress(session, wanting);
        let filled = entries
            .par_iter_mut()
            .filter(|entry| entry.is_wanting())
            .map(|entry| {
                let run = self.run(entry.queries(), entry.language());
                bar.inc(1);
                match run {
                    Run::Answered(answers) => {
                        entry.settle(Ok(answers));
                        Filled::one(None)
                    }
                    Run::Failed(reason) => {
                        entry.settle(Err(&reason));
                        Filled::one(Some((entry.id().to_string(), reason)))
                    }
                    Run::NoQuery => Filled::default(),
                }
            })
            .reduce(Filled::default, Filled::and);
        bar.finish_and_clear();
        filled
    }
}

/// Something that can have a query in place of answers.
pub(crate) trait Entry: Send {
    fn id(&self) -> &QuestionId;
    fn queries(&self) -> &[Query];
    fn language(&self) -> Option<&Language>;
    /// Whether it has no answers.
    fn is_wanting(&self) -> bool;
    /// Takes what running the query gave.
    fn settle(&mut self, answers: Result<AnswerSet, &str>);
}

impl Entry for Question {
    fn id(&self) -> &QuestionId {
        &self.id
    }

    fn queries(&self) -> &[Query] {
        &self.queries
    }

    fn language(&self) -> Option<&Language> {
        self.language.as_ref()
    }

    fn is_wanting(&self) -> bool {
        self.answers.is_none()
    }

    fn settle(&mut self, answers: Result<AnswerSet, &str>) {
        self.answers = answers.ok();
    }
}

impl Entry for Response {
    fn id(&self) -> &QuestionId {
        &self.question
    }

    fn queries(&self) -> &[Query] {
        &self.queries
    }

    fn language(&self) -> Option<&Language> {
        self.language.as_ref()
    }

    fn is_wanting(&self) -> bool {
        self.answers.is_none() && self.error.is_none()
    }

    fn settle(&mut self, answers: Result<AnswerSet, &str>) {
        match answers {
            Ok(answers) => self.answers = Some(answers),
            Err(reason) => self.error = Some(reason.to_owned()),
        }
    }
}

/// What came of running the queries of a file.
#[derive(Default)]
pub(crate) struct Filled {
    /// How many queries were run.
    run: u64,
    /// Those that failed, and why.
    failed: Vec<(String, String)>,
}

impl Filled {
    fn one(failure: Option<(String, String)>) -> Self {
        Self {
            run: 1,
            failed: failure.into_iter().collect(),
        }
    }

    fn and(mut self, other: Self) -> Self {
        self.run += other.run;
        self.failed.extend(other.failed);
        self
    }

    /// Says how many queries were run and which failed.
    pub(crate) fn tell(&self, session: &Session, whose: &str) {
        if self.run == 0 {
            return;
        }
        let failed = self.failed.len();
        session.say(&format!(
            "note: {whose}: {} queries run, {failed} failed",
            self.run
        ));
        /// How many failures are shown.
        const SHOWN: usize = 3;
        for (id, reason) in self.failed.iter().take(SHOWN) {
            let reason = reason.lines().next().unwrap_or_default();
            session.say(&format!("  {id}: {reason}"));
        }
        if failed > SHOWN {
            session.say("  … (all of them: --per-question, or --format json)");
        }
    }
}

fn progress(session: &Session, queries: usize) -> indicatif::ProgressBar {
    session.progress(
        Some(queries as u64),
        "running queries {wide_bar} {human_pos}/{human_len} {eta}",
    )
}

fn truncated(notes: &[Note]) -> Option<usize> {
    notes.iter().find_map(|note| match note {
        Note::Truncated { rows } => Some(*rows),
        _ => None,
    })
}
