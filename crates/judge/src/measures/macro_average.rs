//! Macro averages: every question weighs the same.

use lydite_model::Outcome;

use super::{Add, Measure, Unit, Value};

const REFERENCE: &str =
    "Usbeck et al., Benchmarking question answering systems, Semantic Web 10(2), 2019";

pub(crate) static MACRO_PRECISION: Measure = Measure {
    name: "macro_precision",
    title: "mean precision of the questions",
    formula: "Σ P / n",
    reference: REFERENCE,
    aliases: &["P", "precision"],
    unit: Unit::Share,
    width: 2,
    add: Add::Plain(|outcome, sums| add(outcome.precision, sums)),
    value: Value::Ratio(0, 1),
    count: |sums| sums[1],
};

pub(crate) static MACRO_RECALL: Measure = Measure {
    name: "macro_recall",
    title: "mean recall of the questions",
    formula: "Σ R / n",
    reference: REFERENCE,
    aliases: &["R", "recall"],
    unit: Unit::Share,
    width: 2,
    add: Add::Plain(|outcome, sums| add(outcome.recall, sums)),
    value: Value::Ratio(0, 1),
    count: |sums| sums[1],
};

pub(crate) static MACRO_F1: Measure = Measure {
    name: "macro_f1",
    title: "mean F1 of the questions",
    formula: "Σ F / n; not the F of the mean P and R, and not necessarily between them",
    reference: REFERENCE,
    aliases: &["F1", "F", "macro_f"],
    unit: Unit::Share,
    width: 2,
    add: Add::Plain(|outcome: &Outcome, sums| add(outcome.f1, sums)),
    value: Value::Ratio(0, 1),
    count: |sums| sums[1],
};

fn add(value: f64, sums: &mut [f64]) {
    sums[0] += value;
    sums[1] += 1.0;
}
