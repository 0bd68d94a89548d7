//! Rule sets: how answers are compared, what silence means, how questions are averaged.

pub mod benchmarks;
mod cases;
mod evidence;
mod file;
pub mod gerbil;
mod lydite;
mod nliwod;
mod qald5;
mod qald6;
mod qald_xml;
mod rounding;
mod text2sparql;

use std::collections::BTreeMap;

use lydite_model::{
    AnswerSet, Counts, Evidence, Experiment, Gold, Language, Outcome, Question, Response, Status,
    Table,
};
use serde::Serialize;

use crate::entry::{Entry, Stop};
use crate::experiments::Experiments;
use crate::measures::Measure;
use crate::{Asks, Knowledge, NoKnowledge};

pub use cases::{DecidedCase, Ruling};
pub use file::{RuleFileError, RuleFileProblem};

/// A named and versioned way of judging.
///
/// ```
/// use lydite_judge::{rule_set, rules};
/// let gerbil = rule_set("gerbil").unwrap();
/// assert_eq!(gerbil.version, "2024-09");
/// assert!(rules().iter().any(|rules| rules.name == "lydite"));
/// ```
pub struct RuleSet {
    /// The name to ask for it.
    pub name: &'static str,
    /// Since when the rules are in force, or their own version.
    pub version: &'static str,
    /// What it is, in a few words.
    pub title: &'static str,
    /// Where it comes from and when to use it.
    pub rationale: &'static str,
    /// What it does in the cases in which rule sets differ.
    pub conventions: Conventions,
    /// Small cases with their result; tests hold them to it.
    pub examples: &'static [Example],
    pub(crate) rules: &'static dyn Rules,
}

/// What a rule set does in the cases in which rule sets differ.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Conventions {
    /// When two values are the same.
    pub values: &'static str,
    /// An empty answer to a question that has answers.
    pub empty: &'static str,
    /// No answer at all to a question that has answers.
    pub missing: &'static str,
    /// A question whose gold set is empty.
    pub empty_gold: &'static str,
    /// How questions become one figure.
    pub average: &'static str,
}

/// A small case with its result.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Example {
    /// The gold answers, IRIs and literals as plain text.
    pub gold: &'static [&'static str],
    /// The system's answers; `None` if it said nothing.
    pub system: Option<&'static [&'static str]>,
    /// Precision, recall and F1.
    pub scores: [f64; 3],
    /// What the example shows.
    pub shows: &'static str,
}

/// A question, and what a system said about it.
#[derive(Clone, Copy)]
pub struct Case<'a> {
    /// The question with its gold answers.
    pub gold: &'a Question,
    /// What the system said; `None` if it said nothing.
    pub response: Option<&'a Response>,
    /// What is known beyond the files.
    pub knowledge: &'a dyn Knowledge,
    /// The language in which the question was put.
    pub language: Option<&'a Language>,
    /// Whether to say which answers match.
    pub explain: bool,
}

impl<'a> Case<'a> {
    /// A case without outside knowledge.
    pub fn new(gold: &'a Question, response: Option<&'a Response>) -> Self {
        Self {
            gold,
            response,
            knowledge: &NoKnowledge,
            language: None,
            explain: false,
        }
    }

    fn gold_entry(&self) -> Entry<'a> {
        Entry::from(self.gold)
    }

    fn system_entry(&self) -> Option<Entry<'a>> {
        self.response.map(Entry::from)
    }
}

/// What a rule set finds about one case.
#[derive(Default)]
pub(crate) struct Verdict {
    pub counts: Counts,
    pub precision: f64,
    pub recall: f64,
    pub f1: f64,
    /// Whether the rule set sees no gold answer, or no system answer.
    pub gold_empty: bool,
    pub system_empty: bool,
    pub rank: Option<u64>,
    pub ndcg: Option<f64>,
    pub part: Option<&'static str>,
    /// Whether an entry without answers says nothing, rather than that there are none.
    pub silent: bool,
    pub evidence: Option<Evidence>,
    /// Scores that the rule set gives beside precision, recall and F1.
    pub scores: BTreeMap<String, f64>,
    /// Why the official program would give no result.
    pub stop: Option<Stop>,
}

/// A figure of a report: its place in the document, and the measure.
pub(crate) type Listed = (&'static str, &'static Measure);

/// How a rule set works.
pub(crate) trait Rules: Sync {
    /// Judges one case.
    fn judge(&self, case: &Case<'_>) -> Verdict;

    /// Says what judging this case will ask of the case's knowledge.
    ///
    /// Judging while somebody listens cannot miss anything, so no rule set has to do it otherwise.
    fn asks(&self, case: &Case<'_>, asks: &mut Asks) {
        asks.listen(case, |case| {
            self.judge(case);
        });
    }

    /// The figures over all questions that are [averaged](Self::averages).
    fn figures(&self) -> &'static [Listed];

    /// The places of the precision, recall and F1 that stand for the whole.
    fn headline(&self) -> [&'static str; 3];

    /// Cases that show how the rules hold against tricks, and where they are lenient.
    fn cases(&self) -> &'static [DecidedCase] {
        &[]
    }

    /// Whether the official program runs a system's query as it stands, without repairs.
    fn runs_queries_as_given(&self) -> bool {
        false
    }

    /// Whether the figures include this outcome.
    fn averages(&self, _outcome: &Outcome) -> bool {
        true
    }

    /// The part of the benchmark whose figures the outcome also belongs to.
    fn group(&self, _outcome: &Outcome) -> Option<String> {
        None
    }

    /// The figures of such a part.
    fn group_figures(&self) -> &'static [Listed] {
        &[]
    }

    /// What an answer and a question must have in common to belong together.
    fn key(&self, entry: &Entry<'_>) -> String {
        entry.id.as_str().to_owned()
    }

    /// What makes two answers one, the later one, whatever their identifiers.
    fn collapse(&self, _entry: &Entry<'_>) -> Option<String> {
        None
    }

    /// Whether of two gold questions with the same key only the last counts.
    fn replaces_gold(&self) -> bool {
        false
    }

    /// Whether answers with the same key are told apart by their wording and order, as far as the
    /// gold file has the key as often; otherwise the last one counts for all.
    fn pairs_repeats(&self) -> bool {
        false
    }

    /// Whether an answer to an unknown question ends the official program.
    fn stops_at_unknown(&self) -> bool {
        false
    }

    /// Whether the official program reads nothing but valid JSON without a byte order mark.
    fn needs_valid_json(&self) -> bool {
        false
    }

    /// Whether the official program needs the identifier of the dataset in the answer file.
    fn needs_dataset(&self) -> bool {
        false
    }

    /// The sub-experiments that these rules judge.
    fn experiments(&self) -> Option<&'static Experiments> {
        None
    }

    /// Whether only questions with a wording in the chosen language are judged.
    fn needs_wording(&self) -> bool {
        false
    }
}

/// Computes something of gold and system answers, at once where they are many.
fn both<G: Send, S: Send>(
    case: &Case<'_>,
    gold: impl FnOnce() -> G + Send,
    system: impl FnOnce() -> S + Send,
) -> (G, S) {
    /// Fewer are done before a second thread could begin.
    const MANY: usize = 10_000;
    let response = case.response.and_then(|response| response.answers.as_ref());
    let sets = [case.gold.answers.as_ref(), response];
    let rows = |set: &AnswerSet| set.as_table().map_or(1, Table::len);
    match sets.into_iter().flatten().map(rows).max() {
        Some(most) if most >= MANY => rayon::join(gold, system),
        _ => (gold(), system()),
    }
}

static ALL: [&RuleSet; 32] = [
    &lydite::LYDITE,
    &lydite::LYDITE_1,
    &gerbil::GERBIL,
    &gerbil::GERBIL_2017,
    &gerbil::GERBIL_2018,
    &gerbil::GERBIL_2019,
    &gerbil::GERBIL_2023,
    &qald6::QALD,
    &qald6::QALD_DOCUMENT,
    &qald_xml::QALD_1,
    &qald_xml::QALD_2,
    &qald_xml::QALD_3,
    &qald_xml::QALD_4,
    &qald5::QALD_5,
    &text2sparql::TEXT2SPARQL,
    &nliwod::NLIWOD,
    &benchmarks::TEXT2SPARQL_2026,
    &benchmarks::WIKIKGQA,
    &benchmarks::WEBQSP,
    &benchmarks::CWQ,
    &benchmarks::GRAILQA,
    &benchmarks::KQAPRO,
    &benchmarks::MINTAKA,
    &benchmarks::MINTAKA_TEXT,
    &benchmarks::SEMPRE,
    &benchmarks::AQQU,
    &benchmarks::GRAPHQUESTIONS,
    &benchmarks::WIKIWEBQUESTIONS,
    &benchmarks::SPINACH,
    &benchmarks::MKQA,
    &benchmarks::TOG,
    &benchmarks::SCHOLARLY_QALD,
];

/// All rule sets; the first one is the default.
pub fn rules() -> &'static [&'static RuleSet] {
    &ALL
}

/// The rule set with this name: a built-in one, or one that was [read](RuleSet::from_toml) before.
pub fn rule_set(name: &str) -> Option<&'static RuleSet> {
    let name = alias(name);
    let built_in = ALL.iter().copied().find(|rules| rules.name == name);
    built_in.or_else(|| file::named(name))
}

/// The name that another name stands for.
fn alias(name: &str) -> &str {
    match name {
        "qald-6" => "qald",
        "lydite-2" | "lydite@2" => "lydite",
        "lydite@1" => "lydite-1",
        other => other,
    }
}

impl std::fmt::Debug for RuleSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.name, self.version)
    }
}

impl RuleSet {
    /// The figures of a report under these rules: their place in the document, and the measure.
    pub fn figures(&self) -> impl Iterator<Item = (&'static str, &'static Measure)> {
        self.rules.figures().iter().copied()
    }

    /// The figures of the parts of a benchmark that are averaged on their own; none for most rules.
    pub fn part_figures(&self) -> impl Iterator<Item = (&'static str, &'static Measure)> {
        self.rules.group_figures().iter().copied()
    }

    /// The places of the precision, recall and F1 that stand for the whole, in the report or in
    /// its first part.
    ///
    /// ```
    /// use lydite_judge::rule_set;
    /// let text2sparql = rule_set("text2sparql").unwrap();
    /// assert_eq!(text2sparql.headline(), ["set_P", "set_recall", "set_F"]);
    /// ```
    pub fn headline(&self) -> [&'static str; 3] {
        self.rules.headline()
    }

    /// Whether a query of a system is run as it stands: what does not parse has no answer, and
    /// nothing is repaired.
    pub fn runs_queries_as_given(&self) -> bool {
        self.rules.runs_queries_as_given()
    }

    /// Ways to look right while being wrong, and to be right in another notation, each with its score
    /// and the argument for it. Tests hold the rules to them; most rule sets have none.
    pub fn cases(&self) -> &'static [DecidedCase] {
        self.rules.cases()
    }

    /// The tasks that these rules judge, question answering first.
    pub fn experiments(&self) -> impl Iterator<Item = Experiment> {
        let others = self.rules.experiments().map_or(&[][..], |all| all.tasks);
        std::iter::once(Experiment::Qa).chain(others.iter().map(|task| task.experiment))
    }

    /// Whether the headline of a report averages over this outcome.
    pub fn averages(&self, outcome: &Outcome) -> bool {
        self.rules.averages(outcome)
    }

    /// Judges one question.
    ///
    /// ```
    /// use lydite_judge::{rule_set, Case};
    /// use lydite_model::{AnswerSet, Question, Response, Term};
    /// let mut gold = Question::new("1");
    /// gold.answers = Some(AnswerSet::column("n", [Term::literal("5")]));
    /// let mut response = Response::from(gold.clone());
    /// response.answers = Some(AnswerSet::column("n", [Term::literal("5.0")]));
    ///
    /// let case = Case::new(&gold, Some(&response));
    /// assert_eq!(rule_set("lydite").unwrap().judge(&case).f1, 1.0);
    /// assert_eq!(rule_set("gerbil").unwrap().judge(&case).f1, 0.0);
    /// ```
    pub fn judge(&self, case: &Case<'_>) -> Outcome {
        self.judge_with_stop(case).0
    }

    /// Says what judging this question will ask of its knowledge; what an earlier call asked and
    /// [was answered](Asks::answered) may lead to more.
    ///
    /// ```
    /// use lydite_judge::{Asks, Case, FileKnowledge, rule_set};
    /// use lydite_model::{AnswerSet, Question, Term};
    /// let mut gold = Question::new("1");
    /// gold.answers = Some(AnswerSet::column("x", [Term::iri("http://x/a")]));
    /// let mut asks = Asks::default();
    /// rule_set("lydite").unwrap().asks(&Case::new(&gold, None), &mut asks);
    /// assert_eq!(asks.names().collect::<Vec<_>>(), ["http://x/a"]);
    /// ```
    pub fn asks(&self, case: &Case<'_>, asks: &mut Asks) {
        self.rules.asks(case, asks);
    }

    pub(crate) fn judge_with_stop(&self, case: &Case<'_>) -> (Outcome, Option<Stop>) {
        let verdict = self.rules.judge(case);
        let status = match case.response {
            None => Status::Missing,
            Some(response) if response.error.is_some() => Status::Error,
            Some(_) if verdict.silent => Status::Missing,
            Some(_) if verdict.system_empty => Status::Empty,
            Some(_) => Status::Answered,
        };
        let gold = match (&case.gold.answers, verdict.gold_empty) {
            (None, true) if case.gold.scope.is_inside() => Gold::Missing,
            (_, false) => Gold::Answerable,
            (_, true) if case.gold.scope.is_inside() => Gold::Empty,
            (_, true) => Gold::OutOfScope,
        };
        let outcome = Outcome {
            language: case.language.cloned(),
            gold,
            counts: verdict.counts,
            precision: verdict.precision,
            recall: verdict.recall,
            f1: verdict.f1,
            rank: verdict.rank,
            ndcg: verdict.ndcg,
            confidence: case.response.and_then(|response| response.confidence),
            millis: case
                .response
                .and_then(|response| response.latency)
                .map(|latency| latency.as_secs_f64() * 1000.0),
            error: case.response.and_then(|response| response.error.clone()),
            part: verdict.part.map(str::to_owned),
            scores: verdict.scores,
            evidence: verdict.evidence.map(Box::new),
            ..Outcome::new(case.gold.id.clone(), status)
        };
        (outcome, verdict.stop)
    }
}
