//! The phases of a campaign, and days on which they begin and end.

use std::fmt;
use std::str::FromStr;

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A phase with its dates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Phase {
    /// What happens in it.
    pub kind: PhaseKind,
    /// When it begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begin: Option<Day>,
    /// When it ends: a day belongs to it, a moment does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<Day>,
}

/// What happens in a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PhaseKind {
    /// The gold is known, and results are shown at once.
    Training,
    /// The gold is hidden, and results are shown when it is over.
    Test,
}

impl PhaseKind {
    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Training => "training",
            Self::Test => "test",
        }
    }
}

impl fmt::Display for PhaseKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A day, or a moment of it, in UTC unless it says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Day {
    /// A whole day.
    Whole(Date),
    /// A moment.
    Moment(Timestamp),
}

impl Day {
    /// When it begins.
    pub fn first_moment(self) -> Timestamp {
        match self {
            Self::Whole(date) => midnight(date),
            Self::Moment(moment) => moment,
        }
    }

    /// When it is over; a moment is over at once.
    pub fn moment_after(self) -> Timestamp {
        match self {
            Self::Whole(date) => midnight(date.saturating_add(1.day())),
            Self::Moment(moment) => moment,
        }
    }
}

fn midnight(date: Date) -> Timestamp {
    let zoned = date.to_zoned(TimeZone::UTC);
    // Only the last day that there can be has no midnight in UTC.
    zoned.map_or(Timestamp::MAX, |zoned| zoned.timestamp())
}

impl FromStr for Day {
    type Err = jiff::Error;

    fn from_str(text: &str) -> Result<Self, jiff::Error> {
        if let Ok(moment) = text.parse() {
            return Ok(Self::Moment(moment));
        }
        if text.len() > "2026-01-01".len() {
            let zoned = text.parse::<DateTime>()?.to_zoned(TimeZone::UTC)?;
            return Ok(Self::Moment(zoned.timestamp()));
        }
        Ok(Self::Whole(text.parse()?))
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(date) => write!(f, "{date}"),
            Self::Moment(moment) => write!(f, "{moment}"),
        }
    }
}

impl Serialize for Day {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Day {
    /// A date of TOML, or a text.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Date(toml::value::Datetime),
            Text(String),
        }
        let text = match Written::deserialize(deserializer)? {
            Written::Date(date) => date.to_string(),
            Written::Text(text) => text,
        };
        let refuse = |_| D::Error::custom(format!("`{text}` is no date such as 2026-05-01"));
        text.parse().map_err(refuse)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_whole_and_moments_are_not() {
        let cases = [
            ("2026-05-14", "2026-05-14T00:00:00Z", "2026-05-15T00:00:00Z"),
            (
                "2026-05-14T12:00:00Z",
                "2026-05-14T12:00:00Z",
                "2026-05-14T12:00:00Z",
            ),
            (
                "2026-05-14T12:00:00+02:00",
                "2026-05-14T10:00:00Z",
                "2026-05-14T10:00:00Z",
            ),
            (
                "2026-05-14T12:00:00",
                "2026-05-14T12:00:00Z",
                "2026-05-14T12:00:00Z",
            ),
        ];
        for (text, first, after) in cases {
            let day: Day = text.parse().unwrap();
            assert_eq!(day.first_moment().to_string(), first);
            assert_eq!(day.moment_after().to_string(), after);
        }
        assert!("someday".parse::<Day>().is_err());
    }
}
