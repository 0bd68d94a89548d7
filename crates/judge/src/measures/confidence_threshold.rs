//! GERBIL's confidence threshold.

use super::{Add, Measure, Unit, Value};

/// GERBIL reports the threshold with the best micro F1. It reads no confidence of any mark in a
/// question, so that the threshold is always 0 and everything counts.
pub(crate) static CONFIDENCE_THRESHOLD: Measure = Measure {
    name: "confidence_threshold",
    title: "the confidence below which answers are ignored",
    formula: "0, because GERBIL does not read the confidences of questions",
    reference: "Usbeck et al., GERBIL: general entity annotator benchmarking framework, WWW 2015",
    aliases: &[],
    unit: Unit::Count,
    width: 1,
    add: Add::Plain(|_, sums| sums[0] += 1.0),
    value: Value::Plain(|_| 0.0),
    count: |sums| sums[0],
};
