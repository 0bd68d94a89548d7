//! Why questions are lost: each lost question gets a class, and its query the smallest change that
//! makes it right.
//!
//! | to | see |
//! | --- | --- |
//! | find out why one question was lost | [`Attributor::attribute`] |
//! | sum up the questions of a system | [`SystemFailures`] |
//! | say why a live system gave nothing | [`Failure`] |
//! | look into a stored experiment | [`Lab::failures`](crate::Lab::failures) |

mod class;
mod failure;
mod repair;
mod stored;
mod summary;

use std::time::Duration;

use lydite_graph::{KnowledgeGraph, Limits, Note};
use lydite_judge::{Case, RuleSet};
use lydite_model::{AnswerSet, Language, Outcome, Query, Question, QuestionId, Response};
use lydite_sparql::{Dialect, Edit, Parsed, Script, Structure, equivalent, parse};
use serde::{Deserialize, Serialize};

pub use class::FailureClass;
pub use failure::Failure;
pub use repair::{Repair, Step, Verified};
pub(crate) use stored::Analyst;
pub use summary::{ClassFailures, SystemFailures};

use crate::unknown_iris;

/// Longer than this no query may take that is only tried out.
const TRIAL: Duration = Duration::from_secs(5);

/// What is less than this from 1 is 1.
const EXACT: f64 = 1e-9;

/// A question and what became of it.
#[derive(Clone, Copy)]
pub struct Lost<'a> {
    /// The question with its gold answers and query.
    pub gold: &'a Question,
    /// What the system said; `None` if it said nothing.
    pub response: Option<&'a Response>,
    /// How it was judged.
    pub outcome: &'a Outcome,
    /// Why the system gave nothing, if whoever asked it knows. Otherwise the words of its error
    /// have to do.
    pub failure: Option<Failure>,
}

/// Why a question was lost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attribution {
    /// The question.
    pub id: QuestionId,
    /// The language in which it was put, where the files have an entry per language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// The fault that counts.
    pub class: FailureClass,
    /// All faults that were found, by precedence.
    pub faults: Vec<FailureClass>,
    /// What exactly is wrong, in words.
    pub detail: String,
    /// How much of an F1 of 1 was lost.
    pub lost_f1: f64,
    /// The IRIs of the query that the graph does not have, and the gold query does not name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unknown_iris: Vec<String>,
    /// The smallest change that makes the query right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edit: Option<Repair>,
}

/// Finds out why questions are lost.
pub struct Attributor<'g> {
    rules: &'g RuleSet,
    graph: Option<(&'g dyn KnowledgeGraph, Limits)>,
    dialect: Dialect,
}

impl<'g> Attributor<'g> {
    /// Compares queries. Answers of queries that are run are judged under these rules.
    pub fn new(rules: &'g RuleSet) -> Self {
        Self {
            rules,
            graph: None,
            dialect: Dialect::field(),
        }
    }

    /// Runs queries on this graph as well, to see which change gives the gold answers, and looks up
    /// whether it has the IRIs of a query.
    #[must_use]
    pub fn on(self, graph: &'g dyn KnowledgeGraph, limits: Limits) -> Self {
        let time = limits.time.min(TRIAL);
        Self {
            dialect: Dialect::field().with_own_prefixes(graph.prefixes()),
            graph: Some((graph, limits.with_time(time))),
            ..self
        }
    }

    /// Why a question was lost; `None` if it was not.
    pub fn attribute(&self, lost: &Lost<'_>) -> Option<Attribution> {
        let lost_f1 = 1.0 - lost.outcome.f1;
        // What is no number is no full score either.
        if lost_f1 <= EXACT {
            return None;
        }
        let mut found = self.faults(lost);
        let error = lost.outcome.error.as_deref();
        let error = error.or_else(|| lost.response.and_then(|response| response.error.as_deref()));
        let failure = lost.failure.or_else(|| error.map(Failure::of_text));
        if let Some(failure) = failure {
            found.fails(failure.class(), error);
        }
        let class = found.faults.first().copied();
        Some(Attribution {
            id: lost.gold.id.clone(),
            language: lost.outcome.language.clone(),
            class: class.unwrap_or(FailureClass::NotAnalysable),
            faults: found.faults,
            detail: found.detail,
            lost_f1: if lost_f1.is_nan() { 1.0 } else { lost_f1 },
            unknown_iris: found.unknown,
            edit: found.edit,
        })
    }

    /// What is wrong with what the system said, leaving aside why it failed.
    fn faults(&self, lost: &Lost<'_>) -> Found {
        let Some(response) = lost.response else {
            return Found::only(
                FailureClass::NoAnswer,
                "the system says nothing about this question",
            );
        };
        let language = lost
            .outcome
            .language
            .as_ref()
            .or(response.language.as_ref());
        let Some(query) = Query::choose(&response.queries, language) else {
            let has_answers = response.answers.as_ref().is_some_and(|set| !set.is_empty());
            return if has_answers {
                Found::only(FailureClass::NotAnalysable, "wrong answers, and no query")
            } else {
                Found::only(FailureClass::NoAnswer, "no answer, and no query")
            };
        };
        let found = match parse(&query.text, &self.dialect) {
            Ok(parsed) => parsed,
            Err(error) => return Found::only(FailureClass::DidNotParse, &error.to_string()),
        };
        let gold = Query::choose(&lost.gold.queries, language);
        let gold = gold.and_then(|gold| parse(&gold.text, &self.dialect).ok());
        let unknown = self.unknown(&found, gold.as_ref());
        let Some(gold) = gold else {
            return Found::without_gold(unknown);
        };
        let compared = self.compared(lost.gold, &found, &gold, &unknown);
        Found {
            unknown,
            ..compared
        }
    }

    /// What is wrong with a query, given the right one.
    fn compared(
        &self,
        question: &Question,
        found: &Parsed,
        gold: &Parsed,
        unknown: &[String],
    ) -> Found {
        if equivalent(found, gold) {
            let detail = "the query is equivalent to the gold query";
            return Found::only(FailureClass::OtherData, detail);
        }
        let target = self.target(question, gold);
        let gives_gold = |query: &Parsed| {
            let target = target.as_ref();
            target.is_some_and(|target| self.gives(query, target))
        };
        if gives_gold(found) {
            let detail = "on this graph the query gives the gold answers";
            return Found::only(FailureClass::OtherData, detail);
        }
        let class_of = |edit: &Edit| {
            let from = edit.from.as_deref().unwrap_or_default();
            let names = |iri: &String| from.contains(&format!("<{iri}>"));
            match FailureClass::from(edit.change) {
                FailureClass::WrongDirection => FailureClass::WrongDirection,
                _ if unknown.iter().any(names) => FailureClass::UnknownIri,
                class => class,
            }
        };
        let scripts = Script::between(found, gold);
        let Some(shortest) = scripts.first() else {
            let detail = "the queries are too large or too unusual to be compared";
            return Found::only(FailureClass::NotAnalysable, detail).or_unknown(unknown);
        };
        let mut faults: Vec<FailureClass> = shortest.edits.iter().map(class_of).collect();
        let run: Option<&dyn Fn(&Parsed) -> bool> = target.is_some().then_some(&gives_gold);
        let edit = repair::smallest(&scripts, gold, run, &class_of);
        let steps = edit.iter().flat_map(|edit| &edit.steps);
        let verified = edit.as_ref().is_some_and(|edit| edit.verified.is_some());
        let decisive = steps.clone().min_by_key(|step| step.class);
        faults.extend(steps.clone().map(|step| step.class));
        faults.sort_unstable();
        faults.dedup();
        // What is known to make the query right is what was wrong with it.
        if let Some(step) = decisive.filter(|_| verified) {
            faults.retain(|fault| *fault != step.class);
            faults.insert(0, step.class);
        }
        // Without a cut, DISTINCT does not change which answers there are.
        let cut = |query: &Parsed| Structure::of(query).range != lydite_sparql::Range::default();
        if faults == [FailureClass::WrongDuplicates] && !cut(found) && !cut(gold) {
            faults.insert(0, FailureClass::OtherData);
        }
        Found {
            detail: decisive.map(|step| step.text.clone()).unwrap_or_default(),
            faults,
            unknown: Vec::new(),
            edit,
        }
    }

    /// The question with the answers that its gold query gives on this graph, if these are such that
    /// no other query gives them by chance: a table that is not empty.
    fn target(&self, question: &Question, gold: &Parsed) -> Option<Question> {
        let answers = self.run(gold)?;
        let telling = answers.as_table().is_some_and(|table| !table.is_empty());
        if !telling {
            return None;
        }
        let same = self.agree(question, &answers);
        let mut target = question.clone();
        if !same {
            target.fill(answers);
        }
        Some(target)
    }

    fn gives(&self, query: &Parsed, target: &Question) -> bool {
        self.run(query)
            .is_some_and(|answers| self.agree(target, &answers))
    }

    fn agree(&self, question: &Question, answers: &AnswerSet) -> bool {
        if question.answers.is_none() {
            return false;
        }
        let response = Response {
            question: question.id.clone(),
            answers: Some(answers.clone()),
            ..Response::default()
        };
        let outcome = self.rules.judge(&Case::new(question, Some(&response)));
        outcome.f1 >= 1.0 - EXACT
    }

    fn run(&self, query: &Parsed) -> Option<AnswerSet> {
        let (graph, limits) = self.graph.as_ref()?;
        let results = graph.query(query, limits).ok()?;
        let whole = |note: &Note| !matches!(note, Note::Partial | Note::Truncated { .. });
        let whole = results.notes.iter().all(whole);
        whole.then(|| AnswerSet::from(&results.value))
    }

    /// The IRIs of a query that the graph does not have, unless the gold query has them, too.
    fn unknown(&self, found: &Parsed, gold: Option<&Parsed>) -> Vec<String> {
        let Some((graph, limits)) = &self.graph else {
            return Vec::new();
        };
        let mut unknown = unknown_iris(*graph, found, limits).unwrap_or_default();
        let structure = gold.map(Structure::of);
        let mentions = structure.iter().flat_map(Structure::mentions);
        let expected: Vec<&str> = mentions.map(|mention| mention.iri).collect();
        unknown.retain(|iri| !expected.contains(&iri.as_str()));
        unknown
    }
}

/// What is wrong with a response.
struct Found {
    faults: Vec<FailureClass>,
    detail: String,
    unknown: Vec<String>,
    edit: Option<Repair>,
}

impl Found {
    fn only(class: FailureClass, detail: &str) -> Self {
        Self {
            faults: vec![class],
            detail: detail.to_owned(),
            unknown: Vec::new(),
            edit: None,
        }
    }

    fn without_gold(unknown: Vec<String>) -> Self {
        let detail = "there is no gold query that could be compared";
        let found = Self::only(FailureClass::NotAnalysable, detail).or_unknown(&unknown);
        Self { unknown, ..found }
    }

    /// The system failed, which comes before all that is wrong with its query; unless it failed
    /// because its query cannot be read.
    fn fails(&mut self, class: FailureClass, error: Option<&str>) {
        let unread = self.faults == [FailureClass::DidNotParse];
        if unread && matches!(class, FailureClass::Error | FailureClass::DidNotParse) {
            return;
        }
        let silence = [FailureClass::NoAnswer, FailureClass::NotAnalysable];
        self.faults
            .retain(|fault| *fault != class && !silence.contains(fault));
        self.faults.insert(0, class);
        if let Some(error) = error {
            error.clone_into(&mut self.detail);
        }
    }

    /// The IRIs that the graph does not have are the fault, if there are any.
    fn or_unknown(mut self, unknown: &[String]) -> Self {
        if let Some(first) = unknown.first() {
            self.faults = vec![FailureClass::UnknownIri];
            self.detail = format!("the graph does not have <{first}>");
        }
        self
    }
}
