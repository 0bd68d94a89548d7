//! How much of a benchmark a graph can answer.

use lydite_graph::Undecided;
use lydite_judge::RuleSet;
use lydite_model::{AnswerSet, Question, Term};
use rayon::prelude::*;
use serde::Serialize;

use super::{Executor, Run, agrees};
use crate::Lab;
use crate::observer::Task;

/// What running the gold query says about the gold answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Freshness {
    /// The query gives the answers of the file.
    Same,
    /// The query gives other answers.
    Changed,
    /// The query gives nothing, and the file has answers.
    Empty,
    /// The query gives answers, and the file has none.
    New,
    /// The query cannot be read or run.
    Failed,
    /// The question has no query that could be run.
    NoQuery,
}

impl Freshness {
    /// All of them, with their names and what they mean.
    pub const ALL: [(Self, &'static str, &'static str); 6] = [
        (
            Self::Same,
            "same",
            "the query returns the answers in the file",
        ),
        (Self::Changed, "changed", "the query returns other answers"),
        (
            Self::Empty,
            "empty",
            "the query returns nothing, the file has answers",
        ),
        (
            Self::New,
            "new",
            "the query returns answers, the file has none",
        ),
        (Self::Failed, "failed", "the query cannot be read or run"),
        (Self::NoQuery, "no query", "nothing to run"),
    ];
}

/// What became of one question.
#[derive(Debug, Serialize)]
pub struct Renewed {
    /// The question.
    pub id: String,
    /// What running the gold query says.
    pub state: Freshness,
    /// How many answers the file has.
    pub before: Option<usize>,
    /// How many answers the query gives.
    pub after: Option<usize>,
    /// How well the answers of the query meet those of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub f1: Option<f64>,
    /// What of the answer depends on the engine: rows that tie where LIMIT or OFFSET cuts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undecided: Option<EngineDependent>,
    /// Why the query failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What the query gives.
    #[serde(skip)]
    pub answers: Option<AnswerSet>,
}

/// What of an answer depends on the engine.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EngineDependent {
    /// How many of the answers were taken from rows that tie.
    pub taken: usize,
    /// The rows that tie, as text; the first of them if there are many.
    pub rows: Vec<String>,
    /// How many rows tie.
    pub tied: usize,
    /// Whether a sub-select is cut, so that the answer may depend on it.
    pub in_sub_select: bool,
}

impl EngineDependent {
    /// How many rows are shown.
    const SHOWN: usize = 10;

    fn of(undecided: &Undecided) -> Self {
        let row = |row: &[Option<Term>]| {
            let cells = row.iter().flatten().map(ToString::to_string);
            cells.collect::<Vec<_>>().join(" | ")
        };
        let ties = undecided.ties.as_ref();
        Self {
            taken: ties.map_or(0, |ties| ties.taken),
            tied: ties.map_or(0, |ties| ties.rows.len()),
            rows: ties.map_or_else(Vec::new, |ties| {
                ties.rows.rows().take(Self::SHOWN).map(row).collect()
            }),
            in_sub_select: !undecided.doubts.is_empty(),
        }
    }
}

/// What became of all questions.
#[derive(Debug, Serialize)]
pub struct Coverage {
    /// What the graph is called.
    pub graph: String,
    /// The questions.
    pub questions: Vec<Renewed>,
}

impl Coverage {
    /// Runs the gold queries and compares what they give with the gold answers.
    pub fn of(
        lab: &Lab,
        executor: &Executor<'_>,
        graph: &str,
        rules: &RuleSet,
        questions: &[Question],
    ) -> Self {
        let progress = lab.begin(&Task::RunningQueries {
            queries: questions.len() as u64,
        });
        let renewed = questions
            .par_iter()
            .map(|question| {
                let renewed = renew(executor, rules, question);
                progress.advance(1);
                renewed
            })
            .collect();
        Self {
            graph: graph.to_owned(),
            questions: renewed,
        }
    }

    /// How many questions are in a state.
    pub fn count(&self, state: Freshness) -> usize {
        let same = |renewed: &&Renewed| renewed.state == state;
        self.questions.iter().filter(same).count()
    }
}

fn renew(executor: &Executor<'_>, rules: &RuleSet, question: &Question) -> Renewed {
    let before = question.answers.as_ref();
    let mut renewed = Renewed {
        id: question.id.to_string(),
        state: Freshness::NoQuery,
        before: before.map(AnswerSet::len),
        after: None,
        f1: None,
        undecided: None,
        reason: None,
        answers: None,
    };
    match executor.run(&question.queries, question.language.as_ref()) {
        Run::NoQuery => {}
        Run::Failed(reason) => {
            renewed.state = Freshness::Failed;
            renewed.reason = Some(reason);
        }
        Run::Answered {
            answers: mut after, ..
        } => {
            renewed.after = Some(after.len());
            if let Some(before) = before {
                (after.ordered, after.confidence) = (before.ordered, before.confidence);
            }
            let undecided = executor.undecided(&question.queries, question.language.as_ref());
            after.ties = undecided.as_ref().and_then(|found| found.ties.clone());
            renewed.undecided = undecided.as_ref().map(EngineDependent::of);
            let has_answers = before.is_some_and(|before| !before.is_empty());
            renewed.state = match (has_answers, after.is_empty()) {
                (false, true) => Freshness::Same,
                (true, true) => Freshness::Empty,
                (false, false) => Freshness::New,
                (true, false) => {
                    // Another choice among rows that tie is the same answer.
                    let mut question = question.clone();
                    if let Some(answers) = &mut question.answers {
                        answers.ties.clone_from(&after.ties);
                    }
                    let f1 = agrees(rules, &question, after.clone());
                    renewed.f1 = Some(f1);
                    if f1 >= 1.0 {
                        Freshness::Same
                    } else {
                        Freshness::Changed
                    }
                }
            };
            renewed.answers = Some(after);
        }
    }
    renewed
}
