//! The Scholarly QALD challenge of 2023, over DBLP-QuAD and SciQA.

use lydite_model::Counts;
use serde_json::Value;

use super::figures::{MICRO_F1, MICRO_P, MICRO_R};
use super::plain::{distinct, explained, scored};
use super::values;
use crate::measures::{ANSWERED, EMPTY, ERRORS, MISSING, QUESTIONS, harmonic};
use crate::rules::{Case, Conventions, Example, Listed, RuleSet, Rules, Verdict};

pub(crate) static SCHOLARLY_QALD: RuleSet = RuleSet {
    name: "scholarly-qald",
    version: "2023",
    title: "the Scholarly QALD challenge of 2023",
    rationale: "The script of the challenge: sets of exact strings, and precision and recall over all answers of all questions together, so that one question with many answers outweighs hundreds. A text in place of a list is taken apart into its letters.",
    conventions: Conventions {
        values: "sets of exact strings",
        empty: "nothing is right, nothing is wrong",
        missing: "as an empty answer",
        empty_gold: "every answer is wrong, silence costs nothing",
        average: "micro: P = Σ tp / (Σ tp + Σ fp + 10⁻⁶), R likewise",
    },
    examples: &[
        Example {
            gold: &["a", "b"],
            system: Some(&["a"]),
            scores: [1.0, 0.5, 2.0 / 3.0],
            shows: "sets of texts",
        },
        Example {
            gold: &["a"],
            system: Some(&[]),
            scores: [0.0, 0.0, 0.0],
            shows: "silence is not precise",
        },
        Example {
            gold: &[],
            system: Some(&[]),
            scores: [0.0, 0.0, 0.0],
            shows: "nothing comes to nothing",
        },
    ],
    rules: &Micro,
};

static FIGURES: [Listed; 8] = [
    ("micro.precision", &MICRO_P),
    ("micro.recall", &MICRO_R),
    ("micro.f1", &MICRO_F1),
    ("n", &QUESTIONS),
    ("answered", &ANSWERED),
    ("empty", &EMPTY),
    ("missing", &MISSING),
    ("errors", &ERRORS),
];

/// The rules, with micro averages for a headline.
struct Micro;

impl Rules for Micro {
    fn judge(&self, case: &Case<'_>) -> Verdict {
        judge(case)
    }

    fn figures(&self) -> &'static [Listed] {
        &FIGURES
    }

    fn headline(&self) -> [&'static str; 3] {
        ["micro.precision", "micro.recall", "micro.f1"]
    }
}

fn judge(case: &Case<'_>) -> Verdict {
    let gold = said(case.gold_entry().record()).unwrap_or_else(|| values::gold(case));
    let record = case.system_entry().and_then(|entry| entry.record());
    let system = said(record).or_else(|| values::system(case));
    let right = distinct(gold.clone());
    let given = distinct(system.clone().unwrap_or_default());
    let both = right.iter().filter(|one| given.contains(one)).count();
    let share = |of: usize| {
        if of == 0 {
            0.0
        } else {
            both as f64 / of as f64
        }
    };
    let (precision, recall) = (share(given.len()), share(right.len()));
    let scores = [precision, recall, harmonic(precision, recall)];
    Verdict {
        counts: Counts::of(both, given.len(), right.len()),
        evidence: case.explain.then(|| explained(&right, &given)),
        ..scored(scores, &gold, system.as_ref())
    }
}

/// The answers of a record as the script sees them: the letters of a text.
fn said(record: Option<Value>) -> Option<Vec<String>> {
    match &record?["answer"] {
        Value::String(text) => Some(text.chars().map(String::from).collect()),
        _ => None,
    }
}
