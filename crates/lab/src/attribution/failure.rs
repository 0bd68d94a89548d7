//! Why a system gave nothing, as far as it can be told.

use super::FailureClass;
use crate::system::FailureKind;

/// Why a system gave nothing.
///
/// Whoever asks a live system knows, and says it; of answer files only the words are left, which
/// [`of_text`](Self::of_text) reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// There was no reply in time.
    TimeOut,
    /// The service declined: no permission, too many requests, out of its scope.
    Refused,
    /// The service could not be reached, or the connection broke.
    Transport,
    /// The service replied with this HTTP status.
    Status(u16),
    /// The reply was empty.
    EmptyReply,
    /// The reply could not be read.
    UnreadableReply,
    /// The query could not be read.
    UnreadableQuery,
    /// Something else.
    Other,
}

impl Failure {
    /// What the words of an error mean.
    ///
    /// ```
    /// use lydite_lab::attribution::Failure;
    /// let error = "stopped after 1.0 s: the query takes longer than it may";
    /// assert_eq!(Failure::of_text(error), Failure::TimeOut);
    /// assert_eq!(Failure::of_text("connection refused"), Failure::Transport);
    /// assert_eq!(Failure::of_text("HTTP 429: Too Many Requests"), Failure::Refused);
    /// ```
    pub fn of_text(error: &str) -> Self {
        let error = error.to_lowercase();
        let says = |words: &[&str]| words.iter().any(|words| error.contains(words));
        if says(&[
            "the query cannot be read",
            "not sparql as it stands",
            "parse error",
            "syntax error",
            "malformed query",
        ]) {
            Self::UnreadableQuery
        } else if says(&[
            "takes longer than it may",
            "timed out",
            "timeout",
            "time-out",
            "time out",
            "deadline",
            " 408",
            " 504",
        ]) {
            Self::TimeOut
        } else if says(&[
            "out of reach",
            "connection",
            "unreachable",
            "name or service not known",
        ]) {
            Self::Transport
        } else if says(&[
            "may not be asked",
            "refus",
            "credentials",
            "forbidden",
            "unauthori",
            "too many requests",
            "rate limit",
            "cannot answer",
            "declined",
            " 401",
            " 403",
            " 429",
        ]) {
            Self::Refused
        } else if says(&["empty reply", "empty response", "no content"]) {
            Self::EmptyReply
        } else if says(&["something else than results", "invalid json", "not json"]) {
            Self::UnreadableReply
        } else {
            Self::Other
        }
    }

    /// The class of questions lost to it.
    pub fn class(self) -> FailureClass {
        match self {
            Self::TimeOut | Self::Status(408 | 504) => FailureClass::TimeOut,
            Self::Refused | Self::Status(401 | 403 | 429 | 451) => FailureClass::Refused,
            Self::EmptyReply => FailureClass::NoAnswer,
            Self::UnreadableQuery => FailureClass::DidNotParse,
            Self::Transport | Self::Status(_) | Self::UnreadableReply | Self::Other => {
                FailureClass::Error
            }
        }
    }
}

impl From<FailureKind> for Failure {
    fn from(kind: FailureKind) -> Self {
        match kind {
            FailureKind::Timeout => Self::TimeOut,
            FailureKind::RateLimited | FailureKind::Refused => Self::Refused,
            FailureKind::Unreachable | FailureKind::Broken => Self::Transport,
            FailureKind::TooLarge | FailureKind::Unreadable => Self::UnreadableReply,
            FailureKind::Empty => Self::EmptyReply,
            // Whether its query can be read shows when it is read.
            FailureKind::Query
            | FailureKind::Status
            | FailureKind::Crashed
            | FailureKind::GivenUp
            | FailureKind::Cancelled
            | FailureKind::NotRecorded => Self::Other,
        }
    }
}
