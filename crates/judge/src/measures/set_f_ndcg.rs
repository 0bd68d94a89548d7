//! TEXT2SPARQL's combination of set_F and ndcg.

use lydite_model::Outcome;

use super::{Add, Measure, Unit, Value};

const REFERENCE: &str = "AKSW/text2sparql-client, order_matters";

/// Sums: combined, n, ndcg, number of ndcg.
const WIDTH: usize = 4;

pub(crate) static SET_F_NDCG: Measure = Measure {
    name: "set_F_ndcg",
    title: "mean of ndcg for ordered questions and of set_F for the others",
    formula: "(Σ ndcg + Σ set_F of the others) / n; no value without ordered questions",
    reference: REFERENCE,
    aliases: &[],
    unit: Unit::Share,
    width: WIDTH,
    add: Add::Plain(add),
    value: Value::Plain(|sums| {
        if sums[3] == 0.0 {
            f64::NAN
        } else {
            sums[0] / sums[1]
        }
    }),
    count: |sums| sums[1],
};

/// The official overall figure: the client's loop takes its own average for one more question.
pub(crate) static SET_F_NDCG_OFFICIAL: Measure = Measure {
    name: "set_F_ndcg_official",
    title: "set_F_ndcg with the mean ndcg counted as one more question",
    formula: "(Σ ndcg + Σ set_F of the others + mean ndcg) / (n + 1); no value without ordered \
        questions",
    reference: REFERENCE,
    aliases: &[],
    unit: Unit::Share,
    width: WIDTH,
    add: Add::Plain(add),
    value: Value::Plain(|sums| (sums[0] + sums[2] / sums[3]) / (sums[1] + 1.0)),
    count: |sums| sums[1],
};

fn add(outcome: &Outcome, sums: &mut [f64]) {
    sums[0] += outcome.ndcg.unwrap_or(outcome.f1);
    sums[1] += 1.0;
    if let Some(ndcg) = outcome.ndcg {
        sums[2] += ndcg;
        sums[3] += 1.0;
    }
}
