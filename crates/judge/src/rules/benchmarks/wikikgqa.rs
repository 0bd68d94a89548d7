//! The WikiKGQA challenge of 2026.

use std::hash::Hash;

use rustc_hash::FxHashSet;

use super::plain::{FIGURES, Plain, scored};
use super::values;
use crate::measures::harmonic;
use crate::rules::{Case, Conventions, Example, RuleSet, Verdict};

pub(crate) static WIKIKGQA: RuleSet = RuleSet {
    name: "wikikgqa",
    version: "2026",
    title: "WikiKGQA 2026",
    rationale: "Macro F1 over sets of strings, as a participant's scorer has it that claims to equal the challenge's; the official one was not to be had. An empty set is right where the gold set is empty; 5 and 5.0 are different answers.",
    conventions: Conventions {
        values: "sets of exact strings; items by their short names",
        empty: "P = R = F = 0",
        missing: "as an empty answer",
        empty_gold: "1 for an empty answer, else 0",
        average: "mean of the F1 of all questions",
    },
    examples: &[
        Example {
            gold: &["a", "b"],
            system: Some(&["a", "a"]),
            scores: [1.0, 0.5, 2.0 / 3.0],
            shows: "sets",
        },
        Example {
            gold: &[],
            system: Some(&[]),
            scores: [1.0, 1.0, 1.0],
            shows: "silence is right where there is no answer",
        },
        Example {
            gold: &["a"],
            system: None,
            scores: [0.0, 0.0, 0.0],
            shows: "and wrong elsewhere",
        },
        Example {
            gold: &["5"],
            system: Some(&["5.0"]),
            scores: [0.0, 0.0, 0.0],
            shows: "values are texts",
        },
    ],
    rules: &Plain::new(judge, &FIGURES),
};

fn judge(case: &Case<'_>) -> Verdict {
    let (gold, system) = (values::gold(case), values::system(case));
    let given = system.as_ref().map_or(&[][..], |system| system);
    scored(set_scores(&gold, given), &gold, system.as_ref())
}

/// Precision, recall and F1 of sets: 1 if both are empty, 0 if one of them is.
pub(super) fn set_scores(gold: &[String], system: &[String]) -> [f64; 3] {
    let gold: FxHashSet<&str> = gold.iter().map(String::as_str).collect();
    let system: FxHashSet<&str> = system.iter().map(String::as_str).collect();
    of_sets(&gold, &system)
}

/// Precision, recall and F1 of sets: 1 if both are empty, 0 if one of them is.
pub(super) fn of_sets<T: Eq + Hash>(gold: &FxHashSet<T>, system: &FxHashSet<T>) -> [f64; 3] {
    if gold.is_empty() && system.is_empty() {
        return [1.0; 3];
    }
    if gold.is_empty() || system.is_empty() {
        return [0.0; 3];
    }
    let right = gold.intersection(system).count() as f64;
    let (precision, recall) = (right / system.len() as f64, right / gold.len() as f64);
    [precision, recall, harmonic(precision, recall)]
}
