//! Scoring an answer file against a gold file.

mod session;
mod trial;

use std::borrow::Borrow;
use std::collections::HashSet;

use lydite_model::{Experiment, Language, Outcome, Question, Response};
use rustc_hash::{FxHashMap, FxHashSet};

use self::session::Session;
use crate::entry::Entry;
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
    explain: Explain,
    keeps_outcomes: bool,
    experiments: Chosen,
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

/// Which of the gold questions with one identifier it is.
#[derive(Clone, Copy)]
struct Turn {
    this: usize,
    all: usize,
}

impl Turn {
    /// The answer to this question among those with its identifier, of which there is one at least.
    fn choose<'r>(self, question: &Question, responses: &[&'r Response]) -> &'r Response {
        let last = responses[responses.len() - 1];
        if self.all == 1 || responses.len() == 1 {
            return last;
        }
        // Files do give two questions the same identifier; what they ask tells them apart.
        let asks = |response: &&&Response| {
            response.texts.iter().any(|text| {
                text.string.is_some() && text.string.as_deref() == question.text(&text.language)
            })
        };
        let mut asked = responses.iter().filter(asks);
        match (asked.next_back(), asked.next()) {
            (Some(only), None) => only,
            _ => responses.get(self.this).copied().unwrap_or(last),
        }
    }
}

/// Which questions are explained.
enum Explain {
    None,
    All,
    These(HashSet<String>),
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
            explain: Explain::None,
            keeps_outcomes: true,
            experiments: Chosen::These(vec![Experiment::Qa]),
        }
    }
}

impl<'k> Scorer<'k> {
    /// Asks this knowledge.
    pub fn knowledge<'n>(self, knowledge: &'n dyn Knowledge) -> Scorer<'n> {
        Scorer {
            knowledge,
            rules: self.rules,
            language: self.language,
            system: self.system,
            seed: self.seed,
            explain: self.explain,
            keeps_outcomes: self.keeps_outcomes,
            experiments: self.experiments,
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
            explain: Explain::These(ids.into_iter().collect()),
            ..self
        }
    }

    /// Says of all questions which answers match and why.
    pub fn explain_all(self) -> Self {
        Self {
            explain: Explain::All,
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

    /// Keeps no outcomes in the report: memory does not grow with the questions.
    pub fn only_figures(self) -> Self {
        Self {
            keeps_outcomes: false,
            ..self
        }
    }

    /// Scores the answers against the gold questions, both held in memory.
    ///
    /// Of several answers to one question, the last counts.
    pub fn score(
        &self,
        gold: impl IntoIterator<Item = impl Borrow<Question>>,
        answers: impl IntoIterator<Item = impl Borrow<Response>>,
    ) -> Report {
        self.score_each(gold, answers, &mut |_| {})
    }

    /// Like [`score`](Self::score), and shows each outcome of each experiment that is judged,
    /// whether or not both files turn out to have something for it.
    pub fn score_each<Q: Borrow<Question>, R: Borrow<Response>>(
        &self,
        gold: impl IntoIterator<Item = Q>,
        answers: impl IntoIterator<Item = R>,
        show: &mut dyn FnMut(&Outcome),
    ) -> Report {
        let mut session = Session::new(self, show);
        let answers = self.collect(answers, &mut session);
        let mut questions: Vec<Q> = Vec::new();
        let mut places: FxHashMap<String, Vec<usize>> = FxHashMap::default();
        for question in gold {
            let this = question.borrow();
            let key = self.rules.rules.key(&Entry::from(this));
            let same_key = places.entry(key).or_default();
            let repeats = same_key
                .iter()
                .any(|&place| questions[place].borrow().language == this.language);
            if repeats {
                session.repeated_question(this);
            }
            match same_key.last() {
                Some(&place) if self.rules.rules.replaces_gold() => questions[place] = question,
                _ => {
                    same_key.push(questions.len());
                    questions.push(question);
                }
            }
        }
        for (place, question) in questions.iter().map(Borrow::borrow).enumerate() {
            let key = self.rules.rules.key(&Entry::from(question));
            let same_key = places.get(&key).map_or(&[][..], Vec::as_slice);
            let mut same = same_key
                .iter()
                .filter(|&&other| questions[other].borrow().language == question.language);
            let turn = Turn {
                all: same.clone().count(),
                this: same.position(|&other| other == place).unwrap_or(0),
            };
            let responses = answers.get(&key).map_or(&[][..], Vec::as_slice);
            self.judge_all(question, responses, turn, &mut session);
        }
        for (key, responses) in &answers {
            if !places.contains_key(key) {
                responses
                    .iter()
                    .for_each(|response| session.unknown(response.borrow()));
            }
        }
        session.finish()
    }

    /// The answers by key; several if they are in different languages.
    fn collect<R: Borrow<Response>>(
        &self,
        answers: impl IntoIterator<Item = R>,
        session: &mut Session<'_, '_>,
    ) -> FxHashMap<String, Vec<R>> {
        let rules = self.rules.rules;
        let mut by_key: FxHashMap<String, Vec<R>> = FxHashMap::default();
        let mut collapsed: FxHashMap<String, String> = FxHashMap::default();
        for answer in answers {
            let response = answer.borrow();
            let entry = Entry::from(response);
            let key = rules.key(&entry);
            session.answer(response);
            if let Some(text) = rules.collapse(&entry)
                && let Some(before) = collapsed.insert(text, key.clone())
                && before != key
                && by_key.remove(&before).is_some()
            {
                session.repeated_answer(response);
            }
            let same_key = by_key.entry(key).or_default();
            let same = |other: &R| other.borrow().language == response.language;
            match same_key.iter().position(same) {
                Some(before) => {
                    session.repeated_answer(response);
                    if rules.pairs_repeats() {
                        same_key.push(answer);
                    } else {
                        same_key[before] = answer;
                    }
                }
                None => same_key.push(answer),
            }
        }
        by_key
    }

    /// Judges a question with all answers to it: one, or one for each language.
    fn judge_all<R: Borrow<Response>>(
        &self,
        question: &Question,
        responses: &[R],
        turn: Turn,
        session: &mut Session<'_, '_>,
    ) {
        if !session.wants(question) {
            return;
        }
        let wanted = question.language.as_ref().or(self.language.as_ref());
        let matching = |response: &&Response| match (wanted, &response.language) {
            (Some(wanted), Some(language)) => language.matches(wanted),
            _ => true,
        };
        let mut found: Vec<&Response> = responses
            .iter()
            .map(Borrow::borrow)
            .filter(matching)
            .collect();
        while let Some(response) = found.pop() {
            let (mut same, others): (Vec<_>, Vec<_>) = found
                .into_iter()
                .partition(|other| other.language == response.language);
            found = others;
            same.push(response);
            session.judge(question, Some(turn.choose(question, &same)));
            if found.is_empty() {
                return;
            }
        }
        session.judge(question, None);
    }

    /// Scores two files that have their questions in about the same order, holding only what is out
    /// of step: two million questions need no more memory than two.
    ///
    /// Of several answers to one question, the first counts.
    pub fn score_in_step(
        &self,
        gold: impl IntoIterator<Item = Question>,
        answers: impl IntoIterator<Item = Response>,
        show: &mut dyn FnMut(&Outcome),
    ) -> Report {
        let mut session = Session::new(self, show);
        let mut gold = gold.into_iter().fuse();
        let mut answers = answers.into_iter().fuse();
        let mut waiting_questions: FxHashMap<String, Question> = FxHashMap::default();
        let mut waiting_answers: FxHashMap<String, Response> = FxHashMap::default();
        let mut done = FxHashSet::default();
        loop {
            let (question, response) = (gold.next(), answers.next());
            if question.is_none() && response.is_none() {
                break;
            }
            if let Some(response) = response {
                session.answer(&response);
                let key = self.step_key(&Entry::from(&response), response.language.as_ref());
                if let Some(question) = waiting_questions.remove(&key) {
                    session.judge(&question, Some(&response));
                } else if waiting_answers.contains_key(&key) || done.contains(&hash(&key)) {
                    session.repeated_answer(&response);
                } else {
                    waiting_answers.insert(key, response);
                }
            }
            let Some(question) = question else { continue };
            if !session.wants(&question) {
                continue;
            }
            let key = self.step_key(&Entry::from(&question), question.language.as_ref());
            if !done.insert(hash(&key)) {
                session.repeated_question(&question);
                continue;
            }
            match waiting_answers.remove(&key) {
                Some(response) => session.judge(&question, Some(&response)),
                None => {
                    waiting_questions.insert(key, question);
                }
            }
        }
        for question in waiting_questions.values() {
            session.judge(question, None);
        }
        waiting_answers
            .values()
            .for_each(|response| session.unknown(response));
        session.finish()
    }

    fn step_key(&self, entry: &Entry<'_>, language: Option<&Language>) -> String {
        let key = self.rules.rules.key(entry);
        match language {
            Some(language) => format!("{key}\u{1f}{language}"),
            None => key,
        }
    }

    fn explains(&self, question: &Question) -> bool {
        match &self.explain {
            Explain::None => false,
            Explain::All => true,
            Explain::These(ids) => ids.contains(question.id.as_str()),
        }
    }
}

fn hash(key: &str) -> u64 {
    use std::hash::BuildHasher;
    rustc_hash::FxBuildHasher.hash_one(key)
}
