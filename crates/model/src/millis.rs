//! Durations as milliseconds, the unit in which files give the time that a system took.

use std::time::Duration;

use serde::{Deserialize, Deserializer, Serializer};

/// The longest time that makes sense: ten years.
const MOST: f64 = 10.0 * 366.0 * 24.0 * 3600.0 * 1000.0;

/// A duration of so many milliseconds, if that is a time at all.
///
/// ```
/// assert_eq!(lydite_model::from_millis(1.5).map(|time| time.as_micros()), Some(1500));
/// assert_eq!(lydite_model::from_millis(-1.0), None);
/// ```
pub fn from_millis(millis: f64) -> Option<Duration> {
    (0.0..=MOST)
        .contains(&millis)
        .then(|| Duration::from_nanos((millis * 1e6).round() as u64))
}

/// A duration in milliseconds.
pub fn to_millis(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1e6
}

pub(crate) fn serialize<S: Serializer>(
    time: &Option<Duration>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match time {
        Some(time) => serializer.serialize_f64(to_millis(*time)),
        None => serializer.serialize_none(),
    }
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Duration>, D::Error> {
    let millis = Option::<f64>::deserialize(deserializer)?;
    let refuse = || {
        serde::de::Error::custom(
            "a time must be a non-negative number of \
        milliseconds",
        )
    };
    millis
        .map(|millis| from_millis(millis).ok_or_else(refuse))
        .transpose()
}
