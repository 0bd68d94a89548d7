//! The lost questions of a system, by class.

use std::collections::HashMap;

use lydite_judge::Report;
use lydite_model::{Language, Outcome, Question, QuestionId, Response};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::{Attribution, Attributor, FailureClass, Lost};
use crate::files::Answers;

/// Why a system loses questions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SystemFailures {
    /// The system.
    pub system: String,
    /// The rule set under which the questions were lost.
    pub rules: String,
    /// The dataset, where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dataset: Option<String>,
    /// The language in which questions were put, if one was chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// How many questions the headline of the report averages.
    pub judged: usize,
    /// How many of them do not have a full score.
    pub lost: usize,
    /// How much F1 they lost, together.
    pub lost_f1: f64,
    /// The classes that occur, the most costly first.
    pub classes: Vec<ClassFailures>,
    /// Each lost question.
    pub questions: Vec<Attribution>,
}

/// The questions that were lost for one reason.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClassFailures {
    /// The reason.
    pub class: FailureClass,
    /// How many questions were lost for it.
    pub questions: usize,
    /// How many lost questions have this fault, be it the one that counts or not.
    pub with_fault: usize,
    /// How much F1 was lost for it.
    pub lost_f1: f64,
    /// Its share of all F1 that was lost.
    pub share: f64,
    /// A question that was lost for it: one with a small verified change, if there is any.
    pub example: QuestionId,
}

type Key<'a> = (&'a QuestionId, Option<&'a Language>);

impl SystemFailures {
    /// Finds out why questions were lost, one by one, and sums up. `None` if cancelled in between.
    pub(crate) fn of(
        report: &Report,
        gold: &[Question],
        answers: &Answers,
        attributor: &Attributor<'_>,
        advance: &(dyn Fn() -> bool + Sync),
    ) -> Option<Self> {
        let questions = by_key(gold, |one| (&one.id, one.language.as_ref()));
        let responses = by_key(&answers.responses, |one: &Response| {
            (&one.question, one.language.as_ref())
        });
        let averaged = |outcome: &&Outcome| match report.rules.rule_set() {
            Some(rules) => rules.averages(outcome),
            None => outcome.gold.is_answerable(),
        };
        let outcomes: Vec<&Outcome> = report.outcomes.iter().filter(averaged).collect();
        let attributions: Option<Vec<Option<Attribution>>> = outcomes
            .par_iter()
            .map(|outcome| {
                if !advance() {
                    return None;
                }
                let gold = find(&questions, outcome);
                Some(gold.and_then(|gold| {
                    attributor.attribute(&Lost {
                        gold,
                        response: find(&responses, outcome),
                        outcome,
                        failure: answers.failure(outcome),
                    })
                }))
            })
            .collect();
        let questions = attributions?.into_iter().flatten().collect();
        let system = report.system.clone().unwrap_or_default();
        let rules = report.rules.name.clone();
        Some(Self::sum_up(system, rules, outcomes.len(), questions))
    }

    /// Sums up attributions.
    pub fn sum_up(
        system: String,
        rules: String,
        judged: usize,
        questions: Vec<Attribution>,
    ) -> Self {
        let lost_f1: f64 = questions.iter().map(|question| question.lost_f1).sum();
        let classes = FailureClass::ALL.into_iter().filter_map(|class| {
            let of: Vec<&Attribution> = questions
                .iter()
                .filter(|question| question.class == class)
                .collect();
            // The smallest change is the best example; nothing to change is none.
            let size = |question: &Attribution| {
                let edit = question
                    .edit
                    .as_ref()
                    .filter(|edit| edit.verified.is_some());
                edit.map_or(usize::MAX, |edit| edit.steps.len())
            };
            let example = of.iter().min_by_key(|question| size(question))?;
            let own: f64 = of.iter().map(|question| question.lost_f1).sum();
            Some(ClassFailures {
                class,
                questions: of.len(),
                with_fault: questions
                    .iter()
                    .filter(|question| question.faults.contains(&class))
                    .count(),
                lost_f1: own,
                share: if lost_f1 > 0.0 { own / lost_f1 } else { 0.0 },
                example: example.id.clone(),
            })
        });
        let mut classes: Vec<ClassFailures> = classes.collect();
        classes.sort_by(|a, b| b.lost_f1.total_cmp(&a.lost_f1));
        Self {
            system,
            rules,
            dataset: None,
            language: None,
            judged,
            lost: questions.len(),
            lost_f1,
            classes,
            questions,
        }
    }

    /// The question that stands for a class.
    pub fn example(&self, class: &ClassFailures) -> Option<&Attribution> {
        let mut questions = self.questions.iter();
        questions.find(|question| question.id == class.example && question.class == class.class)
    }
}

/// The first entry under each key.
fn by_key<T>(entries: &[T], key: impl Fn(&T) -> Key<'_>) -> HashMap<Key<'_>, &T> {
    let mut found = HashMap::new();
    for entry in entries {
        found.entry(key(entry)).or_insert(entry);
    }
    found
}

/// The entry of a question in the language of an outcome, or in none or all of them.
fn find<'a, T>(entries: &HashMap<Key<'_>, &'a T>, outcome: &Outcome) -> Option<&'a T> {
    let id = &outcome.question;
    let exact = entries.get(&(id, outcome.language.as_ref()));
    exact.or_else(|| entries.get(&(id, None))).copied()
}
