//! How long the system took.

use lydite_model::Status;

use super::{Add, Measure, Unit, Value};

pub(crate) static MEAN_MILLIS: Measure = Measure {
    name: "mean_millis",
    title: "mean time of the successful calls, in milliseconds",
    formula: "Σ milliseconds / number of timed calls that did not fail",
    reference: "GERBIL: avg millis/doc",
    aliases: &["time", "avg millis/doc"],
    unit: Unit::Millis,
    width: 2,
    add: Add::Plain(|outcome, sums| {
        if let (Some(millis), true) = (outcome.millis, outcome.status != Status::Error) {
            sums[0] += millis;
            sums[1] += 1.0;
        }
    }),
    value: Value::Ratio(0, 1),
    count: |sums| sums[1],
};
