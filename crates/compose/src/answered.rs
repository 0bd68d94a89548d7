//! What asking a question gives.

use std::time::Duration;

use lydite_model::AnswerSet;
use serde::Serialize;

use crate::choosing::Chosen;
use crate::confidence::Evidence;
use crate::trace::Trace;

/// What asking a question gives.
#[derive(Clone, Debug, Serialize)]
pub struct Answered {
    /// The answers; `None` if none are given.
    pub answers: Option<AnswerSet>,
    /// The query that gives them, or the best one if no answer is given.
    pub query: Option<String>,
    /// How sure the answer is, from 0 to 1, not calibrated; if none is given, how likely that of the best
    /// query would be.
    pub confidence: f64,
    /// What that rests on.
    pub evidence: Evidence,
    /// Why no answer is given.
    pub abstained: Option<Abstention>,
    /// Other queries that were run, the best first.
    pub alternatives: Vec<Candidate>,
    /// How long it took.
    pub timings: Timings,
    /// How the question was read.
    pub trace: Trace,
    /// Which components were chosen, and why, if that was done for this question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chosen: Option<Chosen>,
}

/// Why no answer is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "reason")]
pub enum Abstention {
    /// The question has no words.
    Empty,
    /// The question has more words than are read.
    TooLong,
    /// Words that matter could not be linked to the graph.
    NotUnderstood {
        /// The words; none if they could be linked but not joined.
        words: Vec<String>,
    },
    /// All words were linked, but no way to read them is likely.
    Unsure {
        /// How likely the best answer is right, in per cent.
        percent: u8,
    },
}

impl std::fmt::Display for Abstention {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Empty => f.write_str("the question has no words"),
            Self::TooLong => f.write_str("the question has too many words"),
            Self::NotUnderstood { words } if words.is_empty() => {
                f.write_str("the graph does not connect what the question names")
            }
            Self::NotUnderstood { words } => {
                write!(f, "the graph has nothing for “{}”", words.join("”, “"))
            }
            Self::Unsure { percent } => {
                write!(
                    f,
                    "no reading of the question is likely (the best one {percent} %)"
                )
            }
        }
    }
}

/// A query that was run for a question.
#[derive(Clone, Debug, Serialize)]
pub struct Candidate {
    /// The query.
    pub query: String,
    /// How well it fits the question.
    pub score: f32,
    /// The same when its result is taken into account.
    pub adjusted: f32,
    /// What it gives.
    pub answers: Option<AnswerSet>,
    #[serde(skip)]
    pub(crate) written: usize,
}

/// How long the steps took.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Timings {
    /// Finding what words can mean.
    #[serde(serialize_with = "milliseconds")]
    pub linking: Duration,
    /// Building queries.
    #[serde(serialize_with = "milliseconds")]
    pub building: Duration,
    /// Running them.
    #[serde(serialize_with = "milliseconds")]
    pub running: Duration,
}

impl Timings {
    /// All of it.
    pub fn total(&self) -> Duration {
        self.linking + self.building + self.running
    }
}

fn milliseconds<S: serde::Serializer>(
    duration: &Duration,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(duration.as_secs_f64() * 1000.0)
}
