//! Exact match: all or nothing.

use super::{Add, Measure, Unit, Value};

pub(crate) static EXACT_MATCH: Measure = Measure {
    name: "exact_match",
    title: "share of questions with all gold answers and no others",
    formula: "|{P = 1 and R = 1}| / n",
    reference: "Rajpurkar et al., SQuAD, EMNLP 2016",
    aliases: &["EM", "accuracy"],
    unit: Unit::Share,
    width: 2,
    add: Add::Plain(|outcome, sums| {
        sums[0] += f64::from(u8::from(outcome.is_exact()));
        sums[1] += 1.0;
    }),
    value: Value::Ratio(0, 1),
    count: |sums| sums[1],
};
