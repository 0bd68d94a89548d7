//! What is wrong with how a system is named, and where.

use thiserror::Error;

/// What is wrong with how a system is named, and where.
///
/// Shown, it is `LINE:COLUMN: PROBLEM`; the hint is apart.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{line}:{column}: {problem}")]
pub struct SpecError {
    /// What is wrong.
    pub problem: SpecProblem,
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// What to write instead, where there is a guess.
    pub hint: Option<String>,
}

impl SpecError {
    /// An error at this byte of a text.
    pub(super) fn at(text: &str, at: usize, problem: SpecProblem, hint: Option<String>) -> Self {
        let before = text.get(..at).unwrap_or("");
        let line = before.rsplit('\n').next().unwrap_or("");
        Self {
            problem,
            line: before.matches('\n').count() + 1,
            column: line.chars().count() + 1,
            hint,
        }
    }
}

/// What can be wrong with how a system is named.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecProblem {
    /// There is nothing.
    #[error("no system is named")]
    Nothing,
    /// A protocol that there is not.
    #[error("there is no protocol named `{0}`")]
    UnknownProtocol(String),
    /// An address without a protocol.
    #[error("the protocol is missing")]
    NoProtocol,
    /// It is not TOML.
    #[error("not valid TOML: {0}")]
    Syntax(String),
    /// A key that has no meaning.
    #[error("unknown key `{0}`")]
    UnknownKey(String),
    /// A key that has no meaning for this protocol.
    #[error("`{key}` has no meaning for the protocol `{protocol}`")]
    ForeignKey {
        /// The key.
        key: String,
        /// The protocol.
        protocol: &'static str,
    },
    /// Something that must be there.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// A value that cannot be.
    #[error("`{key}` must be {expected}")]
    Wrong {
        /// The key.
        key: String,
        /// What its value must be.
        expected: String,
    },
    /// An address that is none.
    #[error("`{0}` is not a web address")]
    NoAddress(String),
    /// A command with an open quote.
    #[error("a quote is not closed")]
    OpenQuote,
}
