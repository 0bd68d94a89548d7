//! One gold question with all answers to it, judged.

use lydite_model::{Counts, Experiment, Language, Outcome, Query, Question, Response};
use lydite_sparql::same_query;

use super::Scorer;
use super::texts::{self, Different};
use crate::Asks;
use crate::entry::Stop;
use crate::experiments::{Reading, Sides, Task};
use crate::rules::Case;

/// What judging one gold question came to. It is added up later, in the order of the gold file.
#[derive(Default)]
pub(super) struct Judged {
    /// Why the question is not judged in the chosen language.
    pub left_out: Option<LeftOut>,
    /// Answers to the question as it was put in other languages: whose, and in which.
    pub elsewhere: Vec<(String, Vec<String>)>,
    /// One for each language in which there are answers; one without.
    pub cases: Vec<JudgedCase>,
}

/// Why a question is not judged in the chosen language.
pub(super) enum LeftOut {
    /// The entry is about another language.
    OtherLanguage(Vec<String>),
    /// It has no text in the language.
    NoText { id: String, has: Vec<String> },
}

/// What judging one response to one question came to.
pub(super) struct JudgedCase {
    pub id: String,
    /// The answers, if they are judged.
    pub answers: Option<(Outcome, Option<Stop>)>,
    /// What was found on the way, task by task, with the counts of its parts.
    pub findings: Vec<(Outcome, Vec<(&'static str, Counts)>)>,
    /// Whether both files give the question the same text, if both give one.
    pub texts: Option<Result<(), Different>>,
    /// Whether both files have the same query, if both have one.
    pub same_query: Option<bool>,
    /// Whether the outcomes were asked for.
    pub keep: bool,
}

/// Which of the gold questions with one key and language it is.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    pub this: usize,
    pub all: usize,
}

impl Turn {
    /// The answer to this question among those with its key, of which there is one at least.
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

/// Whether two entries are about the same language.
pub(super) fn same_language(one: Option<&Language>, other: Option<&Language>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => one.matches(other),
        (None, None) => true,
        _ => false,
    }
}

/// The responses to judge a question with.
struct Chosen<'r> {
    /// One for each language; `None` if there is none at all.
    responses: Vec<Option<&'r Response>>,
    /// Those to the question as it was put in another language.
    elsewhere: Vec<&'r Response>,
}

impl Scorer<'_> {
    /// Judges a question with all answers to it: one, or one for each language.
    pub(super) fn judge_question(
        &self,
        question: &Question,
        responses: &[&Response],
        turn: Turn,
    ) -> Judged {
        if let Some(left_out) = self.leaves_out(question) {
            return Judged {
                left_out: Some(left_out),
                ..Judged::default()
            };
        }
        let chosen = self.choose(question, responses, turn);
        let spoken = |response: &Response| texts::languages(&response.texts).into_iter().collect();
        Judged {
            left_out: None,
            elsewhere: chosen
                .elsewhere
                .iter()
                .map(|response| (response.question.to_string(), spoken(response)))
                .collect(),
            cases: chosen
                .responses
                .iter()
                .map(|response| self.judge_case(&self.case(question, *response)))
                .collect(),
        }
    }

    /// Says what judging a question with all answers to it will ask.
    pub(super) fn asks_of(
        &self,
        question: &Question,
        responses: &[&Response],
        turn: Turn,
        asks: &mut Asks,
    ) {
        if self.leaves_out(question).is_some() {
            return;
        }
        for response in self.choose(question, responses, turn).responses {
            let case = self.case(question, response);
            if self.experiments.includes(Experiment::Qa) {
                self.rules.asks(&case, asks);
            }
            if self.tasks().next().is_some() {
                asks.listen(&case, |case| {
                    self.find(case);
                });
            }
        }
    }

    /// Why a question is not judged in the chosen language, if so.
    fn leaves_out(&self, question: &Question) -> Option<LeftOut> {
        let wanted = self.language.as_ref()?;
        if let Some(language) = &question.language {
            let other = || LeftOut::OtherLanguage(vec![language.to_string()]);
            return (!language.matches(wanted)).then(other);
        }
        let text = question.text(wanted);
        let has_text = text.is_some_and(|text| !text.trim().is_empty());
        if has_text || question.texts.is_empty() || !self.rules.rules.needs_wording() {
            return None;
        }
        Some(LeftOut::NoText {
            id: question.id.to_string(),
            has: texts::languages(&question.texts).into_iter().collect(),
        })
    }

    /// Chooses among the answers with the key of a question.
    fn choose<'r>(
        &self,
        question: &Question,
        responses: &[&'r Response],
        turn: Turn,
    ) -> Chosen<'r> {
        let wanted = question.language.as_ref().or(self.language.as_ref());
        let fits = |response: &&Response| {
            wanted.is_none_or(|wanted| texts::is_put_in(wanted, response, question))
        };
        let (mut found, others): (Vec<&Response>, Vec<_>) =
            responses.iter().copied().partition(fits);
        let mut chosen = Chosen {
            responses: Vec::with_capacity(1),
            elsewhere: others
                .into_iter()
                .filter(|response| response.language.is_none())
                .collect(),
        };
        while let Some(response) = found.pop() {
            let language = response.language.as_ref();
            let (mut same, others): (Vec<_>, Vec<_>) = found
                .into_iter()
                .partition(|other| same_language(other.language.as_ref(), language));
            found = others;
            same.push(response);
            chosen.responses.push(Some(turn.choose(question, &same)));
        }
        if chosen.responses.is_empty() {
            chosen.responses.push(None);
        }
        chosen
    }

    fn case<'c>(&'c self, gold: &'c Question, response: Option<&'c Response>) -> Case<'c> {
        let language = gold
            .language
            .as_ref()
            .or_else(|| response.and_then(|response| response.language.as_ref()))
            .or(self.language.as_ref());
        Case {
            gold,
            response,
            knowledge: self.knowledge,
            language,
            explain: self.explains(gold),
        }
    }

    fn judge_case(&self, case: &Case<'_>) -> JudgedCase {
        let judges_answers = self.experiments.includes(Experiment::Qa);
        let findings = self.find(case);
        JudgedCase {
            id: case.gold.id.to_string(),
            answers: judges_answers.then(|| self.judge_answers(case)),
            texts: case
                .response
                .and_then(|response| texts::compare(case.gold, response)),
            same_query: if findings.is_empty() {
                None
            } else {
                case.response
                    .and_then(|response| repeats_gold(case, &response.queries))
            },
            findings,
            keep: self.keeps_outcomes || case.explain,
        }
    }

    /// Judges the answers, and asks what the measures want to know.
    fn judge_answers(&self, case: &Case<'_>) -> (Outcome, Option<Stop>) {
        let (mut outcome, stop) = self.rules.judge_with_stop(case);
        for asked in self.measures.iter().filter_map(|measure| measure.asked()) {
            if let Some(score) = asked.of(case) {
                outcome.scores.insert(asked.name.to_owned(), score);
            }
        }
        (outcome, stop)
    }

    /// The sub-experiments that are judged.
    pub(super) fn tasks(&self) -> impl Iterator<Item = &'static Task> {
        let all = self.rules.rules.experiments();
        let tasks = all.map_or(&[][..], |all| all.tasks).iter();
        tasks.filter(|task| self.experiments.includes(task.experiment))
    }

    /// Judges everything but the answers.
    fn find(&self, case: &Case<'_>) -> Vec<(Outcome, Vec<(&'static str, Counts)>)> {
        let Some(experiments) = self.rules.rules.experiments() else {
            return Vec::new();
        };
        if self.tasks().next().is_none() {
            return Vec::new();
        }
        let read = |queries: &[Query]| {
            Query::choose(queries, case.language).map_or_else(Reading::default, experiments.read)
        };
        let response = case.response.filter(|response| response.error.is_none());
        let sides = Sides {
            case,
            gold: &read(&case.gold.queries),
            system: &response.map_or_else(Reading::default, |response| read(&response.queries)),
        };
        self.tasks()
            .map(|task| {
                let (mut outcome, parts) = task.outcome(&sides);
                outcome.error = case.response.and_then(|response| response.error.clone());
                (outcome, parts)
            })
            .collect()
    }
}

/// Whether a query repeats the gold query.
fn repeats_gold(case: &Case<'_>, queries: &[Query]) -> Option<bool> {
    let gold = Query::choose(&case.gold.queries, case.language)?;
    let system = Query::choose(queries, case.language)?;
    Some(same_query(&gold.text, &system.text))
}
