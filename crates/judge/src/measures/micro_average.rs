//! Micro averages: every answer weighs the same, so a few questions with many answers decide.

use lydite_model::Outcome;

use super::{Add, Measure, Unit, Value};

const REFERENCE: &str =
    "Usbeck et al., Benchmarking question answering systems, Semantic Web 10(2), 2019";

pub(crate) static MICRO_PRECISION: Measure = Measure {
    name: "micro_precision",
    title: "precision over all answers",
    formula: "Σ tp / (Σ tp + Σ fp); 1 if all sums are 0, otherwise 0 if Σ tp is 0",
    reference: REFERENCE,
    aliases: &["micro_p"],
    unit: Unit::Share,
    width: 4,
    add: Add::Plain(add),
    value: Value::Plain(|sums| micro(sums).0),
    count: |sums| sums[3],
};

pub(crate) static MICRO_RECALL: Measure = Measure {
    name: "micro_recall",
    title: "recall over all answers",
    formula: "Σ tp / (Σ tp + Σ fn); 1 if all sums are 0, otherwise 0 if Σ tp is 0",
    reference: REFERENCE,
    aliases: &["micro_r"],
    unit: Unit::Share,
    width: 4,
    add: Add::Plain(add),
    value: Value::Plain(|sums| micro(sums).1),
    count: |sums| sums[3],
};

pub(crate) static MICRO_F1: Measure = Measure {
    name: "micro_f1",
    title: "F1 over all answers",
    formula: "2PR / (P + R) of micro precision and recall",
    reference: REFERENCE,
    aliases: &["micro_f"],
    unit: Unit::Share,
    width: 4,
    add: Add::Plain(add),
    value: Value::Plain(|sums| micro(sums).2),
    count: |sums| sums[3],
};

/// The three of them; none where there is no question, although nothing against nothing is perfect.
pub(super) fn micro(sums: &[f64]) -> (f64, f64, f64) {
    if sums[3] == 0.0 {
        (f64::NAN, f64::NAN, f64::NAN)
    } else {
        prf(sums[0], sums[1], sums[2])
    }
}

pub(super) fn add(outcome: &Outcome, sums: &mut [f64]) {
    sums[0] += outcome.counts.tp as f64;
    sums[1] += outcome.counts.fp as f64;
    sums[2] += outcome.counts.fn_ as f64;
    sums[3] += 1.0;
}

/// Precision, recall and F1 as GERBIL computes them from counts.
pub(crate) fn prf(tp: f64, fp: f64, fn_: f64) -> (f64, f64, f64) {
    if tp == 0.0 {
        return if fp == 0.0 && fn_ == 0.0 {
            (1.0, 1.0, 1.0)
        } else {
            (0.0, 0.0, 0.0)
        };
    }
    let (precision, recall) = (tp / (tp + fp), tp / (tp + fn_));
    (
        precision,
        recall,
        (2.0 * precision * recall) / (precision + recall),
    )
}
