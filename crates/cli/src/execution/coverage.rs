//! How much of a benchmark a graph can answer.

use lydite_judge::{Case, RuleSet};
use lydite_model::{AnswerSet, Question, Response};
use rayon::prelude::*;
use serde::Serialize;

use super::{Executor, Run, progress};
use crate::output::grid::Grid;
use crate::session::Session;

/// What running the gold query says about the gold answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Freshness {
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
    pub(crate) const ALL: [(Self, &'static str, &'static str); 6] = [
        (
            Self::Same,
            "same",
            "the query gives the answers of the file",
        ),
        (Self::Changed, "changed", "the query gives other answers"),
        (
            Self::Empty,
            "empty",
            "the query gives nothing, the file has answers",
        ),
        (
            Self::New,
            "new",
            "the query gives answers, the file has none",
        ),
        (Self::Failed, "failed", "the query cannot be read or run"),
        (Self::NoQuery, "no query", "nothing to run"),
    ];
}

/// What became of one question.
#[derive(Serialize)]
pub(crate) struct Renewed {
    pub id: String,
    pub state: Freshness,
    /// How many answers the file has.
    pub before: Option<usize>,
    /// How many answers the query gives.
    pub after: Option<usize>,
    /// How well the answers of the query meet those of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub f1: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[serde(skip)]
    pub answers: Option<AnswerSet>,
}

/// What became of all questions.
#[derive(Serialize)]
pub(crate) struct Coverage {
    pub graph: String,
    pub questions: Vec<Renewed>,
}

impl Coverage {
    /// Runs the gold queries and compares what they give with the gold answers.
    pub(crate) fn of(
        session: &Session,
        executor: &Executor<'_>,
        graph: &str,
        rules: &RuleSet,
        questions: &[Question],
    ) -> Self {
        let bar = progress(session, questions.len());
        let renewed = questions
            .par_iter()
            .map(|question| {
                let renewed = renew(executor, rules, question);
                bar.inc(1);
                renewed
            })
            .collect();
        bar.finish_and_clear();
        Self {
            graph: graph.to_owned(),
            questions: renewed,
        }
    }

    pub(crate) fn count(&self, state: Freshness) -> usize {
        let same = |renewed: &&Renewed| renewed.state == state;
        self.questions.iter().filter(same).count()
    }

    /// How many questions came to what.
    pub(crate) fn summary(&self) -> Grid {
        let mut grid = Grid::new(["questions", "", "meaning"]);
        for (state, name, meaning) in Freshness::ALL {
            let count = self.count(state);
            if count > 0 {
                grid.row([name, &count.to_string(), meaning]);
            }
        }
        grid
    }

    /// The questions that need a look.
    pub(crate) fn troubles(&self, most: usize) -> Option<Grid> {
        let odd = |renewed: &&Renewed| {
            matches!(
                renewed.state,
                Freshness::Changed | Freshness::Empty | Freshness::Failed | Freshness::New
            )
        };
        let mut grid = Grid::new(["question", "state", "before", "after", "F1", "why"]);
        let mut odd: Vec<&Renewed> = self.questions.iter().filter(odd).collect();
        odd.sort_by_key(|renewed| std::cmp::Reverse(renewed.state));
        let count = |n: Option<usize>| n.map_or_else(|| "–".to_owned(), |n| n.to_string());
        for renewed in odd.iter().take(most) {
            let name = Freshness::ALL
                .iter()
                .find(|(state, ..)| *state == renewed.state)
                .map_or("", |(_, name, _)| name);
            let why: String = renewed.reason.as_deref().unwrap_or_default().into();
            grid.row([
                renewed.id.clone(),
                name.to_owned(),
                count(renewed.before),
                count(renewed.after),
                renewed.f1.map_or(String::new(), |f1| format!("{f1:.2}")),
                why.lines()
                    .next()
                    .unwrap_or_default()
                    .chars()
                    .take(50)
                    .collect(),
            ]);
        }
        (!odd.is_empty()).then_some(grid)
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
        reason: None,
        answers: None,
    };
    match executor.run(&question.queries, question.language.as_ref()) {
        Run::NoQuery => {}
        Run::Failed(reason) => {
            renewed.state = Freshness::Failed;
            renewed.reason = Some(reason);
        }
        Run::Answered(mut after) => {
            renewed.after = Some(after.len());
            if let Some(before) = before {
                (after.ordered, after.confidence) = (before.ordered, before.confidence);
            }
            let response = Response {
                question: question.id.clone(),
                answers: Some(after.clone()),
                ..Response::default()
            };
            let has_answers = before.is_some_and(|before| !before.is_empty());
            renewed.state = match (has_answers, after.is_empty()) {
                (false, true) => Freshness::Same,
                (true, true) => Freshness::Empty,
                (false, false) => Freshness::New,
                (true, false) => {
                    let outcome = rules.judge(&Case::new(question, Some(&response)));
                    renewed.f1 = Some(outcome.f1);
                    match outcome.f1 >= 1.0 {
                        true => Freshness::Same,
                        false => Freshness::Changed,
                    }
                }
            };
            renewed.answers = Some(after);
        }
    }
    renewed
}
