//! Why a command ends early, and with which exit code.

use std::fmt;
use std::io;

use lydite_formats::ReadError;

use crate::catalogue::{FetchError, NoHome, ResolveError, UnknownName};

/// What a command that ran to its end found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Done.
    Done,
    /// It ran, but what was checked does not hold.
    DoesNotHold,
}

/// Why a command could not run to its end.
#[derive(Debug)]
pub(crate) struct Failure {
    pub message: String,
    pub hint: Option<String>,
    pub exit_code: u8,
}

impl Failure {
    /// The command line makes no sense.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            hint: None,
            exit_code: 2,
        }
    }

    /// An input cannot be read.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            hint: None,
            exit_code: 3,
        }
    }

    /// A service or a graph that is needed cannot be reached.
    pub(crate) fn out_of_reach(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            hint: None,
            exit_code: 4,
        }
    }

    pub(crate) fn hint(self, hint: impl Into<String>) -> Self {
        Self {
            hint: Some(hint.into()),
            ..self
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        let failure = Self::input(error.to_string());
        match error {
            ReadError::Unrecognised { .. } => failure.hint(
                "`lydite dataset formats` lists the formats that can be read, with their layouts",
            ),
            ReadError::Empty { .. } => failure.hint("was the download or export finished?"),
            ReadError::Directory { .. } | ReadError::Io { .. } => failure,
        }
    }
}

macro_rules! from_catalogue {
    ($($error:ty),*) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Self {
                    message: error.to_string(),
                    hint: None,
                    exit_code: error.failure().exit_code(),
                }
            }
        })*
    };
}

from_catalogue!(FetchError, ResolveError, UnknownName);

impl From<NoHome> for Failure {
    fn from(error: NoHome) -> Self {
        Self::input(error.to_string()).hint("name a directory with --home or LYDITE_HOME")
    }
}

/// An output that cannot be written. A closed pipe is not a failure: the reader has seen enough.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self {
                message: String::new(),
                hint: None,
                exit_code: 0,
            };
        }
        Self {
            message: format!("cannot write: {error}"),
            hint: None,
            exit_code: 3,
        }
    }
}
