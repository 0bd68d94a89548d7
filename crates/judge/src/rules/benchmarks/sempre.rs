//! SEMPRE's evaluation of WebQuestions and Free917, and what Aqqu and GraphQuestions made of it.

use super::figures::{F1_OF_AVERAGES, PERFECT};
use super::plain::{Plain, scored};
use super::values;
use crate::entry::Stop;
use crate::measures::{
    ANSWERED, EMPTY, ERRORS, MACRO_F1, MACRO_PRECISION, MACRO_RECALL, MISSING, QUESTIONS, harmonic,
};
use crate::rules::{Case, Conventions, Example, Listed, RuleSet, Verdict};

pub(crate) static SEMPRE: RuleSet = RuleSet {
    name: "sempre",
    version: "2013",
    title: "SEMPRE's evaluation script",
    rationale: "The script that is used for WebQuestions since Berant et al. (EMNLP 2013): lists of exact strings, so that repetitions count. It gives precision 1 to an empty answer, and stops at a question without gold answers.",
    conventions: Conventions {
        values: "exact strings, with repetitions",
        empty: "P = 1, R = F = 0",
        missing: "as an empty answer",
        empty_gold: "the script stops",
        average: "means over all questions; also the F1 of mean precision and mean recall",
    },
    examples: &[
        Example {
            gold: &["a", "b"],
            system: Some(&["a", "a", "c"]),
            scores: [2.0 / 3.0, 0.5, 0.571_428_571_428_571_5],
            shows: "repetitions count",
        },
        Example {
            gold: &["a"],
            system: Some(&[]),
            scores: [1.0, 0.0, 0.0],
            shows: "silence is precise",
        },
    ],
    rules: &Plain::new(judge, &FIGURES),
};

pub(super) static FIGURES: [Listed; 10] = [
    ("macro.precision", &MACRO_PRECISION),
    ("macro.recall", &MACRO_RECALL),
    ("macro.f1", &MACRO_F1),
    ("f1_of_averages", &F1_OF_AVERAGES),
    ("accuracy", &PERFECT),
    ("n", &QUESTIONS),
    ("answered", &ANSWERED),
    ("empty", &EMPTY),
    ("missing", &MISSING),
    ("errors", &ERRORS),
];

/// The share of entries of one list that are in the other.
fn share(of: &[String], within: &[String]) -> f64 {
    let found = of.iter().filter(|one| within.contains(one)).count();
    found as f64 / of.len() as f64
}

/// Precision, recall and F1; there are gold answers.
pub(super) fn scores(gold: &[String], system: &[String]) -> [f64; 3] {
    if system.is_empty() {
        return [1.0, 0.0, 0.0];
    }
    let (precision, recall) = (share(system, gold), share(gold, system));
    [precision, recall, harmonic(precision, recall)]
}

/// What the script makes of a question, or why it stops.
pub(super) fn judge(case: &Case<'_>) -> Verdict {
    let (gold, system) = (values::gold(case), values::system(case));
    if gold.is_empty() {
        let stop = Some(Stop::new("a question has no gold answer"));
        return Verdict {
            stop,
            ..scored([0.0; 3], &gold, system.as_ref())
        };
    }
    let given = system.as_ref().map_or(&[][..], |system| system);
    scored(scores(&gold, given), &gold, system.as_ref())
}
