//! Normalised discounted cumulative gain, where the order of the answers counts.

use super::{Add, Measure, Unit, Value};

pub(crate) static NDCG: Measure = Measure {
    name: "ndcg",
    title: "mean normalised discounted cumulative gain, over questions whose answers are ordered",
    formula: "Σ (DCG / ideal DCG) / number of such questions; DCG = Σ relevance / log2(rank + 1)",
    reference: "Järvelin, Kekäläinen: Cumulated gain-based evaluation of IR techniques, TOIS 20(4), 2002; trec_eval 9 (m_ndcg)",
    aliases: &["normalised_dcg"],
    unit: Unit::Share,
    width: 2,
    add: Add::Plain(|outcome, sums| {
        if let Some(ndcg) = outcome.ndcg {
            sums[0] += ndcg;
            sums[1] += 1.0;
        }
    }),
    value: Value::Ratio(0, 1),
    count: |sums| sums[1],
};
