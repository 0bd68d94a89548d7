//! Why there is no answer.

use std::io;
use std::net::IpAddr;
use std::time::Duration;

/// Why there is no answer. Addresses are shown without credentials and parameters.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// This is no address of the web.
    #[error("{given}: {reason}")]
    NotAnAddress {
        /// What was given, without credentials.
        given: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Requests may not go there.
    #[error("requests to {address} are not allowed: {why}")]
    Refused {
        /// The address.
        address: String,
        /// What the policy says.
        why: Refusal,
    },
    /// There is no such host, nobody listens, or what is there does not speak HTTP.
    #[error("{address} cannot be reached: {reason}")]
    Unreachable {
        /// The address.
        address: String,
        /// Why.
        reason: String,
    },
    /// The host does not prove who it is, or does not speak TLS.
    #[error("no secure connection to {address}: {reason}")]
    Tls {
        /// The address.
        address: String,
        /// Why.
        reason: String,
    },
    /// The connection broke in the middle of the body.
    #[error("the connection to {address} broke after {received} bytes: {reason}")]
    Broken {
        /// The address.
        address: String,
        /// How many bytes had arrived.
        received: u64,
        /// Why.
        reason: String,
    },
    /// It took longer than it may.
    #[error("{address} did not finish its answer within {allowed:.1?}")]
    Deadline {
        /// The address.
        address: String,
        /// How long it might have taken.
        allowed: Duration,
    },
    /// The host sent nothing for too long.
    #[error("{address} sent nothing for {after:.1?}")]
    Stalled {
        /// The address.
        address: String,
        /// For how long.
        after: Duration,
    },
    /// The body is larger than it may be.
    #[error("{address} sent more than {limit} bytes")]
    TooLarge {
        /// The address.
        address: String,
        /// How large it may be.
        limit: u64,
    },
    /// Whoever waited for it does not any more.
    #[error("cancelled")]
    Cancelled,
    /// The reply is not the one that was asked for.
    #[error("{address} replied with HTTP {status}")]
    Status {
        /// The address.
        address: String,
        /// The status.
        status: u16,
        /// The beginning of the body.
        body: String,
    },
    /// It redirects in circles, too often, or to where it may not.
    #[error("{address} redirects {reason}, most recently to {last}")]
    Redirected {
        /// The address.
        address: String,
        /// What is wrong with that.
        reason: String,
        /// Where to.
        last: String,
    },
    /// The body is compressed in a way that was not asked for.
    #[error("{address} compressed its answer as {coding}, which was not requested")]
    Coding {
        /// The address.
        address: String,
        /// The name of that way.
        coding: String,
    },
    /// The request cannot be sent as it is.
    #[error("invalid request: {reason}")]
    Invalid {
        /// What is wrong with it.
        reason: String,
    },
    /// A file is not as large as it should be.
    #[error("the file at {address} has {found} bytes instead of {expected}")]
    WrongSize {
        /// The address.
        address: String,
        /// How large it should be.
        expected: u64,
        /// How large it is, or how much of it had arrived when it was too much.
        found: u64,
    },
    /// What arrived cannot be written.
    #[error("cannot write the downloaded data: {0}")]
    Write(#[source] io::Error),
}

impl Error {
    /// What stopped the reading of a [`Body`](crate::Body), inside of the error that reading gave.
    pub fn of(error: &io::Error) -> Option<&Self> {
        error.get_ref()?.downcast_ref()
    }

    /// Whether another attempt may succeed.
    pub(crate) fn is_passing(&self) -> bool {
        matches!(self, Self::Unreachable { .. } | Self::Broken { .. })
    }
}

/// Inside of an [`io::Error`], for those who read a body.
impl From<Error> for io::Error {
    fn from(error: Error) -> Self {
        let kind = match error {
            Error::Deadline { .. } | Error::Stalled { .. } => io::ErrorKind::TimedOut,
            Error::Broken { .. } => io::ErrorKind::UnexpectedEof,
            Error::TooLarge { .. } => io::ErrorKind::FileTooLarge,
            _ => io::ErrorKind::Other,
        };
        Self::new(kind, error)
    }
}

/// Why requests may not go somewhere.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The address is none of the public internet.
    #[error("{ip} is not a public internet address ({range})")]
    NotPublic {
        /// The address that was resolved.
        ip: IpAddr,
        /// What it is of.
        range: &'static str,
    },
    /// A rule of the policy denies it.
    #[error("the rule `{rule}` denies it")]
    Denied {
        /// The rule.
        rule: String,
    },
    /// Only what the policy lists is allowed.
    #[error("it is not an allowed address")]
    NotListed,
}
