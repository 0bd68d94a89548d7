//! What was said between Lydite and a system about one question.

use std::fmt;

use lydite_model::Response;
use serde::{Deserialize, Serialize};

/// What was said between Lydite and a system about one question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Exchange {
    /// What the system answered, in the terms of the judge.
    pub response: Response,
    /// Why there is no answer, if the system failed. The reason stands in `response.error` too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// What was sent and what came back, attempt by attempt.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<Turn>,
    /// What it cost, where the system says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
}

impl From<Response> for Exchange {
    fn from(response: Response) -> Self {
        Self {
            response,
            ..Self::default()
        }
    }
}

impl Exchange {
    /// The exchange, failed for this reason.
    #[must_use]
    pub fn failed(mut self, kind: FailureKind, reason: impl Into<String>) -> Self {
        let reason = reason.into();
        self.response.error = Some(reason.clone());
        self.failure = Some(Failure { kind, reason });
        self
    }
}

/// Why a system has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// What kind of failure it is.
    pub kind: FailureKind,
    /// What happened, in words.
    pub reason: String,
}

/// The ways in which a system fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailureKind {
    /// It took too long.
    Timeout,
    /// It could not be reached.
    Unreachable,
    /// The connection broke in the middle of the reply.
    Broken,
    /// It asked to come again later, too often.
    RateLimited,
    /// It replied with an error status.
    Status,
    /// The reply is larger than an answer can be.
    TooLarge,
    /// The reply cannot be understood.
    Unreadable,
    /// The reply has nothing in it.
    Empty,
    /// It declined to answer.
    Refused,
    /// Its query cannot be parsed or run.
    Query,
    /// It is a program that ended or crashed.
    Crashed,
    /// It failed so often that it was not asked any more.
    GivenUp,
    /// The run was ended before it answered.
    Cancelled,
    /// It is a recording, and the question is not in it.
    NotRecorded,
}

impl FailureKind {
    /// Every kind.
    pub const ALL: [Self; 14] = [
        Self::Timeout,
        Self::Unreachable,
        Self::Broken,
        Self::RateLimited,
        Self::Status,
        Self::TooLarge,
        Self::Unreadable,
        Self::Empty,
        Self::Refused,
        Self::Query,
        Self::Crashed,
        Self::GivenUp,
        Self::Cancelled,
        Self::NotRecorded,
    ];

    /// Its name.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Timeout => "timeout",
            Self::Unreachable => "unreachable",
            Self::Broken => "broken",
            Self::RateLimited => "rate-limited",
            Self::Status => "status",
            Self::TooLarge => "too-large",
            Self::Unreadable => "unreadable",
            Self::Empty => "empty",
            Self::Refused => "refused",
            Self::Query => "query",
            Self::Crashed => "crashed",
            Self::GivenUp => "given-up",
            Self::Cancelled => "cancelled",
            Self::NotRecorded => "not-recorded",
        }
    }

    /// Whether the system as a whole seems to be out of order, not just its answer wrong: such
    /// failures in a row end the questions to it.
    pub fn is_outage(&self) -> bool {
        matches!(
            self,
            Self::Timeout | Self::Unreachable | Self::Broken | Self::RateLimited | Self::Crashed
        )
    }
}

impl fmt::Display for FailureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// One request and its reply, without secrets.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// What was sent, such as `POST http://…`, a blank line and the body.
    pub request: String,
    /// What came back; nothing if nothing did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply: Option<String>,
    /// The HTTP status of the reply, or the exit code of a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<i32>,
    /// How long it took, in milliseconds.
    pub millis: f64,
    /// What went wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// What an answer cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens that were read.
    pub prompt_tokens: u64,
    /// Tokens that were written.
    pub completion_tokens: u64,
    /// What they cost, in the currency of the price list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
}
