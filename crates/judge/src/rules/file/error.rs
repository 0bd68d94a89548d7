//! What is wrong with a rule file, and where.

use thiserror::Error;

/// What is wrong with a rule file, and where.
///
/// Shown, it is `LINE:COLUMN: PROBLEM`, ready to follow the name of the file; the hint is apart.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{line}:{column}: {problem}")]
pub struct RuleFileError {
    /// What is wrong.
    pub problem: RuleFileProblem,
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// What to write instead, where there is a guess.
    pub hint: Option<String>,
}

/// What can be wrong with a rule file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RuleFileProblem {
    /// It is too large to be a rule file.
    #[error("the file has {bytes} bytes; the limit for rule files is {most}")]
    TooLarge {
        /// Its size.
        bytes: usize,
        /// The largest size.
        most: usize,
    },
    /// Too many different rule files were read.
    #[error("more than {most} different rule files were read")]
    TooMany {
        /// The largest number of them.
        most: usize,
    },
    /// It is not TOML.
    #[error("not valid TOML: {0}")]
    Syntax(String),
    /// A key that has no meaning.
    #[error("unknown key `{0}`")]
    UnknownKey(String),
    /// A key that must be there.
    #[error("`{0}` is missing")]
    Missing(String),
    /// A value of the wrong type.
    #[error("`{key}` must be {expected}")]
    WrongType {
        /// The key.
        key: String,
        /// What its value must be.
        expected: String,
    },
    /// A word that has no meaning here.
    #[error("`{key}` cannot be `{value}`")]
    UnknownValue {
        /// The key.
        key: String,
        /// The word.
        value: String,
    },
    /// A number that is too small or too large.
    #[error("`{key}` must be between {least} and {most}")]
    OutOfRange {
        /// The key.
        key: String,
        /// The smallest number.
        least: String,
        /// The largest number.
        most: String,
    },
    /// A name that cannot be a name of a rule set.
    #[error("`{0}` cannot be the name of a rule set")]
    BadName(String),
    /// The name of a built-in rule set.
    #[error("`{0}` is the name of a built-in rule set")]
    TakenName(String),
}
