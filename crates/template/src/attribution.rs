//! Which module of a chain made a right answer impossible.

use std::collections::BTreeSet;
use std::fmt;

use serde::Serialize;
use serde_json::Value;

use crate::criterion::Criterion;
use crate::disambiguation::DisambiguationScore;
use crate::generation::GenerationScore;

/// The modules of OKBQA, in the order of the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Module {
    /// Template generation.
    Tgm,
    /// Disambiguation.
    Dm,
    /// Query generation.
    Qgm,
    /// Answer generation.
    Agm,
}

impl Module {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Tgm, Self::Dm, Self::Qgm, Self::Agm];
}

impl fmt::Display for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tgm => "TGM",
            Self::Dm => "DM",
            Self::Qgm => "QGM",
            Self::Agm => "AGM",
        })
    }
}

/// What is known of a chain; what was not recorded is `None`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chain<'c> {
    /// The verdicts on the templates.
    pub templates: &'c [Criterion],
    /// What was proposed for the slots.
    pub disambiguation: Option<&'c DisambiguationScore>,
    /// The queries made.
    pub queries: Option<&'c [GenerationScore]>,
    /// Whether the answers are right.
    pub right: Option<bool>,
}

impl Chain<'_> {
    /// The first module after which no later one can make the answer right; `None` if there is none,
    /// as far as the chain was recorded.
    ///
    /// A template that is not good can still lead to the gold query as long as it is usable. A missing
    /// identifier cannot be made up for, and without a query equivalent to the gold query a right
    /// answer would be luck.
    ///
    /// ```
    /// use lydite_template::{Chain, Criterion, Module};
    ///
    /// let chain = Chain { templates: &[Criterion::Syntax], right: Some(false), ..Chain::default() };
    /// assert_eq!(chain.culprit(), Some(Module::Tgm));
    /// let lucky = Chain { templates: &[Criterion::Good], right: Some(true), ..Chain::default() };
    /// assert_eq!(lucky.culprit(), None);
    /// ```
    pub fn culprit(&self) -> Option<Module> {
        if self.right == Some(true) {
            return None;
        }
        if !self.templates.iter().any(|verdict| verdict.is_usable()) {
            return Some(Module::Tgm);
        }
        if self
            .disambiguation
            .is_some_and(|score| !score.is_complete())
        {
            return Some(Module::Dm);
        }
        if self
            .queries
            .is_some_and(|queries| !queries.iter().any(|query| query.equivalent))
        {
            return Some(Module::Qgm);
        }
        (self.right == Some(false)).then_some(Module::Agm)
    }
}

/// Precision, recall and F1 of the answers of an answer generation module.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AnswerScore {
    /// The share of its answers that are right.
    pub precision: f64,
    /// The share of the right answers that it gives.
    pub recall: f64,
    /// Their harmonic mean.
    pub f1: f64,
}

/// Holds the answer `{"answers": [{"answer"}]}` (formerly `output`) against the right answers. Nothing
/// for nothing is right, as in QALD.
pub fn answer_score(answer: &Value, gold: &[String]) -> AnswerScore {
    let list = ["answers", "output", "result"]
        .iter()
        .find_map(|key| answer.get(key))
        .unwrap_or(answer);
    let list = list.as_array().map(Vec::as_slice).unwrap_or_default();
    let mut given: BTreeSet<&str> = BTreeSet::new();
    for one in list {
        match one
            .as_str()
            .map_or_else(|| one.get("answer"), |_| Some(one))
        {
            Some(Value::String(text)) => {
                given.insert(text);
            }
            Some(Value::Array(texts)) => given.extend(texts.iter().filter_map(Value::as_str)),
            _ => {}
        }
    }
    let gold: BTreeSet<&str> = gold.iter().map(String::as_str).collect();
    let hits = given.intersection(&gold).count() as f64;
    let share = |of: usize, other: usize| match (of, other) {
        (0, 0) => 1.0,
        (0, _) => 0.0,
        (of, _) => hits / of as f64,
    };
    let (precision, recall) = (
        share(given.len(), gold.len()),
        share(gold.len(), given.len()),
    );
    let sum = precision + recall;
    AnswerScore {
        precision,
        recall,
        f1: if sum > 0.0 {
            2.0 * precision * recall / sum
        } else {
            0.0
        },
    }
}
