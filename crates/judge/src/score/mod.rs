//! Scoring an answer file against a gold file.
//!
//! [`entries`] come in from both files and are [matched](matching) by their keys, a gold question
//! with all answers to it is [judged](judging), and a [session](session) adds up what that comes to,
//! always in the order of the gold file.

mod census;
mod entries;
mod judging;
mod matching;
mod session;
#[cfg(test)]
mod tests;
mod texts;
mod trial;

use std::borrow::Borrow;
use std::collections::HashSet;

use lydite_model::{Experiment, Language, Outcome, Question, Response};

pub use entries::{About, Damage, Entries, InMemory, Listing, RereadError};

use crate::measures::Measure;
use crate::{Knowledge, NoKnowledge, Report, RuleSet};

/// Scores answers against gold questions, under one rule set.
///
/// ```
/// use lydite_judge::{rule_set, Scorer};
/// use lydite_model::{AnswerSet, Question, Response, Term};
///
/// let mut gold = Question::new("1");
/// gold.answers = Some(AnswerSet::column("uri", [Term::iri("http://x/a")]));
/// let response = Response::from(gold.clone());
///
/// let report = Scorer::new(rule_set("lydite").unwrap()).score([gold], [response]);
/// assert_eq!(report.value("macro.f1"), Some(1.0));
/// ```
pub struct Scorer<'k> {
    rules: &'static RuleSet,
    knowledge: &'k dyn Knowledge,
    language: Option<Language>,
    system: Option<String>,
    seed: Option<u64>,
    explain: HashSet<String>,
    keeps_outcomes: bool,
    takes_outcomes: Option<&'k dyn Fn(Handed<'_>)>,
    experiments: Chosen,
    measures: Vec<&'static Measure>,
}

/// What is handed on while a file is scored.
#[derive(Clone, Copy, Debug)]
pub enum Handed<'o> {
    /// The outcome of the next question.
    Outcome(&'o Outcome),
    /// Both files are read a second time: whatever came before does not count.
    Anew,
}

/// Which experiments are reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// Question answering, and every other one for which both files have something.
    Available,
    /// These, as far as the rules judge them.
    These(Vec<Experiment>),
}

impl Chosen {
    fn includes(&self, experiment: Experiment) -> bool {
        match self {
            Self::Available => true,
            Self::These(these) => these.contains(&experiment),
        }
    }
}

impl Scorer<'static> {
    /// A scorer without outside knowledge, for all languages, with intervals and question by
    /// question.
    pub fn new(rules: &'static RuleSet) -> Self {
        Self {
            rules,
            knowledge: &NoKnowledge,
            language: None,
            system: None,
            seed: Some(1),
            explain: HashSet::new(),
            keeps_outcomes: true,
            takes_outcomes: None,
            experiments: Chosen::These(vec![Experiment::Qa]),
            measures: Vec::new(),
        }
    }
}

impl<'k> Scorer<'k> {
    /// Asks this knowledge.
    pub fn knowledge<'n>(self, knowledge: &'n dyn Knowledge) -> Scorer<'n>
    where
        'k: 'n,
    {
        Scorer {
            knowledge,
            rules: self.rules,
            language: self.language,
            system: self.system,
            seed: self.seed,
            explain: self.explain,
            keeps_outcomes: self.keeps_outcomes,
            takes_outcomes: self.takes_outcomes,
            experiments: self.experiments,
            measures: self.measures,
        }
    }

    /// Judges only what is in this language.
    pub fn language(self, language: Option<Language>) -> Self {
        Self { language, ..self }
    }

    /// Names the system in the report.
    pub fn system(self, name: impl Into<String>) -> Self {
        Self {
            system: Some(name.into()),
            ..self
        }
    }

    /// Draws intervals from this seed; no intervals without one.
    pub fn seed(self, seed: Option<u64>) -> Self {
        Self { seed, ..self }
    }

    /// Says of these questions which answers match and why.
    pub fn explain(self, ids: impl IntoIterator<Item = String>) -> Self {
        Self {
            explain: ids.into_iter().collect(),
            ..self
        }
    }

    /// Judges these experiments; without this, only question answering.
    ///
    /// ```
    /// use lydite_judge::{Chosen, Scorer, rule_set};
    /// use lydite_model::{Experiment, Query, Question, Response};
    ///
    /// let mut gold = Question::new("1");
    /// gold.queries.push(Query::sparql("SELECT ?x { ?x dbo:capital dbr:Berlin }"));
    /// let response = Response::from(gold.clone());
    ///
    /// let scorer = Scorer::new(rule_set("lydite").unwrap()).experiments(Chosen::Available);
    /// let report = scorer.score([gold], [response]);
    /// let entities = report.experiment(Experiment::Entities).unwrap();
    /// assert_eq!(entities.value("macro.f1"), Some(1.0));
    /// ```
    pub fn experiments(self, experiments: Chosen) -> Self {
        Self {
            experiments,
            ..self
        }
    }

    /// Reports these measures as well, each at the place of its name.
    ///
    /// ```
    /// use lydite_judge::{Measure, Scorer, rule_set};
    /// use lydite_model::{AnswerSet, Question, Response, Term};
    /// let mut gold = Question::new("1");
    /// gold.answers = Some(AnswerSet::column("n", [Term::literal("42")]));
    /// let measures = vec![Measure::parse("success(f1>=0.5)")?];
    /// let scorer = Scorer::new(rule_set("gerbil").unwrap()).measures(measures);
    /// let report = scorer.score([gold.clone()], [Response::from(gold)]);
    /// assert_eq!(report.value("success(f1>=0.5)"), Some(1.0));
    /// # Ok::<(), lydite_judge::MeasureError>(())
    /// ```
    pub fn measures(self, measures: Vec<&'static Measure>) -> Self {
        Self { measures, ..self }
    }

    /// Keeps no outcomes in the report but for those explained: memory does not grow with the
    /// questions.
    pub fn only_figures(self) -> Self {
        Self {
            keeps_outcomes: false,
            ..self
        }
    }

    /// Hands every outcome on as soon as it is known, question by question in the order of the
    /// gold file.
    ///
    /// ```
    /// use std::cell::Cell;
    /// use lydite_judge::{Handed, Scorer, rule_set};
    /// use lydite_model::{AnswerSet, Question, Response, Term};
    /// let mut gold = Question::new("1");
    /// gold.answers = Some(AnswerSet::column("n", [Term::literal("42")]));
    /// let seen = Cell::new(0.0);
    /// let take = |handed: Handed<'_>| match handed {
    ///     Handed::Outcome(outcome) => seen.set(outcome.f1),
    ///     Handed::Anew => seen.set(0.0),
    /// };
    /// let scorer = Scorer::new(rule_set("lydite").unwrap()).only_figures().outcomes_to(&take);
    /// let report = scorer.score([gold.clone()], [Response::from(gold)]);
    /// assert!(report.outcomes.is_empty());
    /// assert_eq!(seen.get(), 1.0);
    /// ```
    pub fn outcomes_to<'n>(self, take: &'n dyn Fn(Handed<'_>)) -> Scorer<'n>
    where
        'k: 'n,
    {
        Scorer {
            takes_outcomes: Some(take),
            ..self
        }
    }

    /// Scores the answers against the gold questions, both held in memory.
    ///
    /// Of several answers to one question, the last counts.
    pub fn score<Q: Borrow<Question>, R: Borrow<Response>>(
        &self,
        gold: impl IntoIterator<Item = Q>,
        answers: impl IntoIterator<Item = R>,
    ) -> Report {
        let gold: Vec<Q> = gold.into_iter().collect();
        let answers: Vec<R> = answers.into_iter().collect();
        self.score_in_memory(InMemory::new(&gold), InMemory::new(&answers))
    }

    /// Scores the answers against the gold questions, both held in memory, with what is to be said
    /// about the two files.
    pub fn score_in_memory<Q: Borrow<Question>, R: Borrow<Response>>(
        &self,
        mut gold: InMemory<'_, Q>,
        mut answers: InMemory<'_, R>,
    ) -> Report {
        match self.score_entries::<InMemory<'_, Q>, InMemory<'_, R>>(&mut gold, &mut answers) {
            Ok(report) => report,
            Err(RereadError::Gold(never) | RereadError::Answers(never)) => match never {},
        }
    }

    /// Scores the answers against the gold questions, wherever they come from.
    ///
    /// Files that have their questions in about the same order are read once, and only what is out
    /// of step is held: two million questions need little more memory than two. If an identifier
    /// occurs twice, or many questions are not answered, both files are read a second time. The
    /// report is the same in any case.
    pub fn score_entries<G: Entries<Question>, A: Entries<Response>>(
        &self,
        gold: &mut G,
        answers: &mut A,
    ) -> Result<Report, RereadError<G::Error, A::Error>> {
        matching::run(self, gold, answers)
    }

    fn explains(&self, question: &Question) -> bool {
        self.explain.contains(question.id.as_str())
    }
}
