//! GERBIL's *Macro F1 QALD*.

use lydite_model::Outcome;

use super::{Add, Measure, Unit, Value};

/// The harmonic mean of mean precision and mean recall, where saying nothing has precision 1.
pub(crate) static MACRO_F1_QALD: Measure = Measure {
    name: "macro_f1_qald",
    title: "F1 of the mean precision and recall; an unanswered question has precision 1",
    formula: "2·P̄·R̄ / (P̄ + R̄), with P = 1, R = 0 for a question with tp = fp = 0 < fn; no value if P̄ = R̄ = 0",
    reference: "Usbeck et al., Benchmarking question answering systems, Semantic Web 10(2), 2019; GERBIL issues 211 and 320",
    aliases: &["f1_qald", "macro f1 qald"],
    unit: Unit::Share,
    width: 3,
    add: Add::Plain(add),
    value: Value::Plain(|sums| {
        let (precision, recall) = (sums[0] / sums[2], sums[1] / sums[2]);
        (2.0 * precision * recall) / (precision + recall)
    }),
    count: |sums| sums[2],
};

fn add(outcome: &Outcome, sums: &mut [f64]) {
    let counts = outcome.counts;
    if counts.tp == 0 && counts.fp == 0 && counts.fn_ > 0 {
        sums[0] += 1.0;
    } else {
        sums[0] += outcome.precision;
        sums[1] += outcome.recall;
    }
    sums[2] += 1.0;
}
