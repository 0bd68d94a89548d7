//! Mean reciprocal rank: how far down is the first right answer?

use super::{Add, Measure, Unit, Value};

pub(crate) static MRR: Measure = Measure {
    name: "mrr",
    title: "mean reciprocal rank of the first correct answer, over ranked answers",
    formula: "Σ 1/rank / number of ranked answers; 1/rank = 0 if none is correct",
    reference: "Voorhees, The TREC-8 question answering track report, 1999",
    aliases: &["RR", "mean_reciprocal_rank"],
    unit: Unit::Share,
    width: 2,
    add: Add::Plain(|outcome, sums| {
        if let Some(rank) = outcome.rank {
            if rank > 0 {
                sums[0] += 1.0 / rank as f64;
            }
            sums[1] += 1.0;
        }
    }),
    value: Value::Ratio(0, 1),
    count: |sums| sums[1],
};
