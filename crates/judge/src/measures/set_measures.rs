//! trec_eval's set measures, as TEXT2SPARQL uses them.

use super::{Add, Measure, Unit, Value};

const REFERENCE: &str = "trec_eval 9 (m_set_P, m_set_recall, m_set_F); AKSW/text2sparql-client";

pub(crate) static SET_P: Measure = Measure {
    name: "set_P",
    title: "mean precision of the returned sets",
    formula: "Σ hits/retrieved / n; 0 where nothing is retrieved",
    reference: REFERENCE,
    aliases: &["SetP"],
    unit: Unit::Share,
    width: 2,
    add: Add::Plain(|outcome, sums| add(outcome.precision, sums)),
    value: Value::Ratio(0, 1),
    count: |sums| sums[1],
};

pub(crate) static SET_RECALL: Measure = Measure {
    name: "set_recall",
    title: "mean recall of the returned sets",
    formula: "Σ hits/relevant / n; 0 where nothing is relevant",
    reference: REFERENCE,
    aliases: &["SetR"],
    unit: Unit::Share,
    width: 2,
    add: Add::Plain(|outcome, sums| add(outcome.recall, sums)),
    value: Value::Ratio(0, 1),
    count: |sums| sums[1],
};

pub(crate) static SET_F: Measure = Measure {
    name: "set_F",
    title: "mean F of the returned sets",
    formula: "Σ F / n; F = 2PR / (P + R), 0 where both are 0",
    reference: REFERENCE,
    aliases: &["SetF"],
    unit: Unit::Share,
    width: 2,
    add: Add::Plain(|outcome, sums| add(outcome.f1, sums)),
    value: Value::Ratio(0, 1),
    count: |sums| sums[1],
};

fn add(value: f64, sums: &mut [f64]) {
    sums[0] += value;
    sums[1] += 1.0;
}
