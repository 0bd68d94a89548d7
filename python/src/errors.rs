//! What goes wrong, as the typed exceptions of the Python package.

use lydite::Failure;
use lydite_formats::ReadError;
use lydite_lab::Error;
use lydite_sparql::ParseError;
use pyo3::prelude::*;

/// Why something could not be done, on its way to Python.
pub(crate) struct Trouble {
    failure: Failure,
    place: Place,
    is_query: bool,
    is_cancelled: bool,
}

/// Where in which file something is wrong, as far as it is known.
#[derive(Default)]
struct Place {
    file: Option<String>,
    line: Option<usize>,
    column: Option<usize>,
}

impl Place {
    fn file(file: impl Into<String>) -> Self {
        Self {
            file: Some(file.into()),
            ..Self::default()
        }
    }

    fn of(error: &Error) -> Self {
        match error {
            Error::Read(
                ReadError::Io { file, .. }
                | ReadError::Directory { file }
                | ReadError::Empty { file }
                | ReadError::Unrecognised { file, .. },
            ) => Self::file(file),
            Error::File { path, .. }
            | Error::Exists { path }
            | Error::Prompt { path, .. }
            | Error::NoRecords { path }
            | Error::NoRecording { path, .. }
            | Error::BadList { path, .. } => Self::file(path.display().to_string()),
            Error::RuleFile { path, error } => Self {
                file: Some(path.display().to_string()),
                line: Some(error.line),
                column: Some(error.column),
            },
            Error::SystemFile { path, error } => Self {
                file: Some(path.display().to_string()),
                line: Some(error.line),
                column: Some(error.column),
            },
            Error::SystemSpec { error, .. } => Self {
                line: Some(error.line),
                column: Some(error.column),
                ..Self::default()
            },
            Error::Query { error, .. } => Self {
                line: Some(error.position.line),
                column: Some(error.position.column),
                ..Self::default()
            },
            _ => Self::default(),
        }
    }
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Self {
            is_cancelled: failure.message == Error::Cancelled.to_string(),
            failure,
            place: Place::default(),
            is_query: false,
        }
    }
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        Self {
            place: Place::of(&error),
            is_query: matches!(error, Error::Query { .. }),
            is_cancelled: matches!(error, Error::Cancelled),
            failure: error.into(),
        }
    }
}

impl Trouble {
    /// The work was ended from outside.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.is_cancelled
    }

    /// What was given makes no sense.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Failure {
            message: message.into(),
            hint: None,
            exit_code: 2,
        }
        .into()
    }

    /// A query cannot be understood.
    pub(crate) fn query(text: &str, error: ParseError) -> Self {
        Error::Query {
            name: "the query".to_owned(),
            text: text.to_owned(),
            error: Box::new(error),
        }
        .into()
    }

    /// The exception, made by the Python part of the package.
    pub(crate) fn raise(self, py: Python<'_>) -> PyErr {
        let make = || {
            let module = py.import("lydite._errors")?;
            let place = (self.place.file, self.place.line, self.place.column);
            let kind = if self.is_query {
                5
            } else {
                self.failure.exit_code
            };
            let arguments = (kind, self.failure.message, self.failure.hint, place);
            module.getattr("make")?.call1(arguments)
        };
        match make() {
            Ok(exception) => PyErr::from_value(exception),
            Err(error) => error,
        }
    }
}
