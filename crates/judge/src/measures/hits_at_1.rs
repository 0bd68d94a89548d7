//! Hits@1: is the first answer right?

use super::{Add, Measure, Unit, Value};

pub(crate) static HITS_AT_1: Measure = Measure {
    name: "hits_at_1",
    title: "share of ranked answers whose first item is correct",
    formula: "|{rank of the first correct answer = 1}| / number of ranked answers",
    reference: "Bordes et al., Translating embeddings for modeling multi-relational data, NIPS 2013",
    aliases: &["hits@1", "P@1", "success@1"],
    unit: Unit::Share,
    width: 2,
    add: Add::Plain(|outcome, sums| {
        if let Some(rank) = outcome.rank {
            sums[0] += f64::from(u8::from(rank == 1));
            sums[1] += 1.0;
        }
    }),
    value: Value::Ratio(0, 1),
    count: |sums| sums[1],
};
