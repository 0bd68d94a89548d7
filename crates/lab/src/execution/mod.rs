//! Queries of questions, run on a knowledge graph.

mod coverage;

use lydite_graph::{GraphError, KnowledgeGraph, Limits, Note, Undecided, find_ties};
use lydite_judge::{Case, RuleSet, rule_set};
use lydite_model::{AnswerSet, Language, Query, Question, QuestionId, Response};
use lydite_sparql::{Dialect, Parsed, parse};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

pub use coverage::{Coverage, EngineDependent, Freshness, Renewed};

use crate::observer::{Progress, Task};
use crate::{Lab, unknown_iris};

/// Runs queries on a graph.
pub struct Executor<'g> {
    graph: &'g dyn KnowledgeGraph,
    limits: Limits,
    dialect: Dialect,
}

/// What had to be done to a query before it could be run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Repair {
    /// Nothing: it is SPARQL 1.1.
    None,
    /// Something that the endpoints of official evaluations do not mind, such as undeclared
    /// prefixes of DBpedia.
    Tolerated,
    /// Something without which no endpoint runs it.
    Needed,
}

impl Repair {
    fn of(text: &str, parsed: &Parsed) -> Self {
        if parsed.repairs.is_empty() {
            Self::None
        } else if parse(text, &Dialect::virtuoso()).is_ok() {
            Self::Tolerated
        } else {
            Self::Needed
        }
    }
}

/// What became of a query.
pub enum Run {
    /// It gave these answers.
    Answered {
        /// The answers.
        answers: AnswerSet,
        /// What had to be done to the query before it could be run.
        repair: Repair,
    },
    /// It could not be read, or not be run.
    Failed(String),
    /// There is none.
    NoQuery,
}

impl<'g> Executor<'g> {
    /// Runs queries on this graph, within these limits.
    pub fn new(graph: &'g dyn KnowledgeGraph, limits: Limits) -> Self {
        Self {
            graph,
            limits,
            dialect: Dialect::field().with_own_prefixes(graph.prefixes()),
        }
    }

    /// Runs the query that belongs to a language.
    pub fn run(&self, queries: &[Query], language: Option<&Language>) -> Run {
        let run = self.run_if_reached(queries, language);
        run.unwrap_or_else(|error| Run::Failed(error.to_string()))
    }

    /// Runs the query that belongs to a language.
    ///
    /// # Errors
    /// The graph could not be asked, which says nothing about the query.
    pub fn run_if_reached(
        &self,
        queries: &[Query],
        language: Option<&Language>,
    ) -> Result<Run, GraphError> {
        let Some(query) = Query::choose(queries, language) else {
            return Ok(Run::NoQuery);
        };
        let parsed = match parse(&query.text, &self.dialect) {
            Ok(parsed) => parsed,
            Err(error) => return Ok(Run::Failed(format!("the query cannot be read: {error}"))),
        };
        Ok(match self.graph.query(&parsed, &self.limits) {
            // A part of the answers is not the answer.
            Ok(results) if results.notes.contains(&Note::Partial) => {
                Run::Failed(GraphError::Deadline(self.limits.time).to_string())
            }
            Ok(results) => match truncated(&results.notes) {
                Some(rows) => Run::Failed(format!("there are more than {rows} rows")),
                None => Run::Answered {
                    answers: AnswerSet::from(&results.value),
                    repair: Repair::of(&query.text, &parsed),
                },
            },
            Err(
                error @ (GraphError::Deadline(_) | GraphError::Memory(_) | GraphError::Query(_)),
            ) => Run::Failed(error.to_string()),
            Err(error) => return Err(error),
        })
    }

    /// The IRIs of a query that the graph does not have; none if that cannot be found out.
    pub(crate) fn unknown_iris(&self, query: &str) -> Vec<String> {
        let parsed = parse(query, &self.dialect).ok();
        let unknown =
            parsed.and_then(|parsed| unknown_iris(self.graph, &parsed, &self.limits).ok());
        unknown.unwrap_or_default()
    }

    /// What of the answer to a question's query depends on the engine; nothing if it cannot be
    /// found out.
    pub fn undecided(&self, queries: &[Query], language: Option<&Language>) -> Option<Undecided> {
        let query = Query::choose(queries, language)?;
        let parsed = parse(&query.text, &self.dialect).ok()?;
        find_ties(self.graph, &parsed, &self.limits).ok().flatten()
    }

    /// Notes which rows of answers that a benchmark came with tie on the graph, so that any of them
    /// is right; only where the answers are those of the graph but for rows that tie, for other
    /// answers have other ties.
    pub(crate) fn note_ties(&self, questions: &mut [Question]) {
        let rules = rule_set("lydite");
        questions.par_iter_mut().for_each(|question| {
            let has_answers = question.answers.as_ref().is_some_and(|set| !set.is_empty());
            let Some(rules) = rules.filter(|_| has_answers) else {
                return;
            };
            let language = question.language.clone();
            let undecided = self.undecided(&question.queries, language.as_ref());
            let Some(ties) = undecided.and_then(|found| found.ties) else {
                return;
            };
            let Run::Answered { answers, .. } = self.run(&question.queries, language.as_ref())
            else {
                return;
            };
            let mut noted = question.clone();
            if let Some(set) = &mut noted.answers {
                set.ties = Some(ties);
            }
            if agrees(rules, &noted, answers) >= 1.0 {
                *question = noted;
            }
        });
    }

    /// Runs the queries of the entries that have no answers, and fills in what they give.
    pub(crate) fn fill<E: Entry>(&self, lab: &Lab, entries: &mut [E]) -> Filled {
        let wanting = entries.iter().filter(|entry| entry.is_wanting()).count();
        let progress = lab.begin(&Task::RunningQueries {
            queries: wanting as u64,
        });
        self.fill_some(&*progress, entries)
    }

    /// The same for some entries of many.
    pub(crate) fn fill_some<E: Entry>(&self, progress: &dyn Progress, entries: &mut [E]) -> Filled {
        entries
            .par_iter_mut()
            .filter(|entry| entry.is_wanting())
            .map(|entry| {
                let run = self.run(entry.queries(), entry.language());
                progress.advance(1);
                match run {
                    Run::Answered {
                        mut answers,
                        repair,
                    } => {
                        if E::NOTES_TIES {
                            let undecided = self.undecided(entry.queries(), entry.language());
                            answers.ties = undecided.and_then(|found| found.ties);
                        }
                        entry.settle(Ok(answers));
                        Filled {
                            repaired: Vec::from_iter(
                                (repair > Repair::None).then(|| (entry.key(), repair)),
                            ),
                            ..Filled::one(None)
                        }
                    }
                    Run::Failed(reason) => {
                        entry.settle(Err(&reason));
                        Filled::one(Some((entry.id().to_string(), reason)))
                    }
                    Run::NoQuery => Filled::default(),
                }
            })
            .reduce(Filled::default, Filled::and)
    }
}

/// How well the answers of a graph agree with those of a benchmark, as F1.
fn agrees(rules: &RuleSet, question: &Question, answers: AnswerSet) -> f64 {
    let response = Response {
        question: question.id.clone(),
        answers: Some(answers),
        ..Response::default()
    };
    rules.judge(&Case::new(question, Some(&response))).f1
}

/// The identifier of an entry and its language.
pub(crate) type EntryKey = (QuestionId, Option<Language>);

/// Something that can have a query in place of answers.
pub(crate) trait Entry: Send {
    /// Whether it matters which rows tie: any of them is right.
    const NOTES_TIES: bool;

    fn id(&self) -> &QuestionId;
    fn queries(&self) -> &[Query];
    fn language(&self) -> Option<&Language>;
    /// What tells it from others of the file.
    fn key(&self) -> EntryKey {
        (self.id().clone(), self.language().cloned())
    }
    /// Whether it has no answers.
    fn is_wanting(&self) -> bool;
    /// Runs what is worth knowing of some entries before those without answers are filled.
    fn prepare(_executor: &Executor<'_>, _entries: &mut [Self])
    where
        Self: Sized,
    {
    }
    /// Takes what running the query gave.
    fn settle(&mut self, answers: Result<AnswerSet, &str>);
}

impl Entry for Question {
    const NOTES_TIES: bool = true;

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

    fn prepare(executor: &Executor<'_>, entries: &mut [Self]) {
        executor.note_ties(entries);
    }

    fn settle(&mut self, answers: Result<AnswerSet, &str>) {
        if let Ok(answers) = answers {
            self.fill(answers);
        }
    }
}

impl Entry for Response {
    const NOTES_TIES: bool = false;

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
    pub(crate) run: u64,
    /// How many of them failed.
    pub(crate) failures: u64,
    /// The first of those, and why.
    pub(crate) failed: Vec<(String, String)>,
    /// Those whose query was repaired.
    pub(crate) repaired: Vec<(EntryKey, Repair)>,
}

impl Filled {
    fn one(failure: Option<(String, String)>) -> Self {
        Self {
            run: 1,
            failures: u64::from(failure.is_some()),
            failed: failure.into_iter().collect(),
            repaired: Vec::new(),
        }
    }

    pub(crate) fn and(mut self, other: Self) -> Self {
        /// So many are named.
        const NAMED: usize = 100;
        self.run += other.run;
        self.failures += other.failures;
        let left = NAMED.saturating_sub(self.failed.len());
        self.failed.extend(other.failed.into_iter().take(left));
        self.repaired.extend(other.repaired);
        self
    }
}

fn truncated(notes: &[Note]) -> Option<usize> {
    notes.iter().find_map(|note| match note {
        Note::Truncated { rows } => Some(*rows),
        _ => None,
    })
}
