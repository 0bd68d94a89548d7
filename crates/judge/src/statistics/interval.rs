//! The interval in which a value probably lies.

use serde::{Deserialize, Serialize};

/// Where the true value of a score probably lies, with 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "[f64; 2]", from = "[f64; 2]")]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl From<Interval> for [f64; 2] {
    fn from(interval: Interval) -> Self {
        [interval.low, interval.high]
    }
}

impl From<[f64; 2]> for Interval {
    fn from([low, high]: [f64; 2]) -> Self {
        Self { low, high }
    }
}

impl Interval {
    /// Whether the value lies in the interval.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// The interval of the value with the opposite sign.
    pub(crate) fn negated(self) -> Self {
        Self {
            low: 0.0 - self.high,
            high: 0.0 - self.low,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_is_written_as_two_numbers_and_read_again() {
        let interval = Interval {
            low: 0.1,
            high: 1.0 / 3.0,
        };
        let json = serde_json::to_string(&interval).unwrap();
        assert_eq!(json, "[0.1,0.3333333333333333]");
        assert_eq!(serde_json::from_str::<Interval>(&json).unwrap(), interval);
    }

    #[test]
    fn the_ends_belong_to_an_interval() {
        let of = |low, high| Interval { low, high };
        assert!(of(0.0, 0.4).contains(0.4) && !of(0.0, 0.4).contains(0.5));
        assert_eq!(of(-0.1, 0.4).negated(), of(-0.4, 0.1));
    }
}
