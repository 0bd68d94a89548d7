//! What is wrong with a template, with the evidence.

use std::fmt;

use lydite_sparql::{Form, Position};
use serde::{Serialize, Serializer};

use crate::criterion::{Criterion, QuestionType};
use crate::reply::TgmFailure;

/// LIMIT and OFFSET, as digits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct SolutionRange {
    /// How many solutions at most.
    pub limit: Option<String>,
    /// How many are skipped.
    pub offset: Option<String>,
}

impl fmt::Display for SolutionRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.limit, &self.offset) {
            (None, None) => f.write_str("no range"),
            (Some(limit), None) => write!(f, "LIMIT {limit}"),
            (None, Some(offset)) => write!(f, "OFFSET {offset}"),
            (Some(limit), Some(offset)) => write!(f, "LIMIT {limit} OFFSET {offset}"),
        }
    }
}

/// Why a template counts as no SPARQL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SyntaxReason {
    /// It is not in the grammar.
    Grammar,
    /// It uses a prefix that it does not declare.
    UndeclaredPrefix,
    /// Its brackets are nested too deeply.
    TooDeep,
    /// It is longer than a query can reasonably be.
    TooLong,
    /// It is in the grammar but breaks another rule, and strictness is asked for.
    Rules,
}

/// A stretch of the template's text, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Span {
    /// Where it begins.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

impl From<std::ops::Range<usize>> for Span {
    fn from(range: std::ops::Range<usize>) -> Self {
        Self {
            start: range.start,
            end: range.end,
        }
    }
}

/// A criterion that applies to a template, with the evidence.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "problem", rename_all = "kebab-case")]
pub enum Problem {
    /// There is no template.
    TgmFailure(TgmFailure),
    /// The template is not SPARQL.
    Syntax {
        /// Why.
        reason: SyntaxReason,
        /// In which words.
        message: String,
        /// Where.
        position: Option<Position>,
        /// What to do about it.
        hint: Option<String>,
    },
    /// The template is of another form than the gold query.
    QuestionType {
        /// What the question asks for.
        question: QuestionType,
        /// The form of the gold query.
        #[serde(serialize_with = "form_name")]
        expected: Form,
        /// The form of the template.
        #[serde(serialize_with = "form_name")]
        found: Form,
    },
    /// The template asks for what its pattern does not bind.
    DisconnectedTarget {
        /// The projected variable.
        target: String,
        /// The variables that it would need.
        missing: Vec<String>,
        /// Where it is projected.
        place: Option<Span>,
    },
    /// LIMIT or OFFSET are not those of the gold query.
    WrongRange {
        /// Those of the gold query.
        expected: SolutionRange,
        /// Those of the template.
        found: SolutionRange,
    },
    /// Triples have nothing to do with what the template asks for.
    DisconnectedTriple {
        /// A component of such triples.
        triples: Vec<String>,
        /// Where they stand.
        places: Vec<Span>,
    },
}

impl Problem {
    /// The criterion.
    pub fn criterion(&self) -> Criterion {
        match self {
            Self::TgmFailure(_) => Criterion::TgmFailure,
            Self::Syntax { .. } => Criterion::Syntax,
            Self::QuestionType { question, .. } => Criterion::QuestionType(*question),
            Self::DisconnectedTarget { .. } => Criterion::DisconnectedTarget,
            Self::WrongRange { .. } => Criterion::WrongRange,
            Self::DisconnectedTriple { .. } => Criterion::DisconnectedTriple,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TgmFailure(failure) => failure.fmt(f),
            Self::Syntax {
                message,
                position: Some(position),
                ..
            } => write!(f, "{position}: {message}"),
            Self::Syntax { message, .. } => f.write_str(message),
            Self::QuestionType {
                expected, found, ..
            } => write!(
                f,
                "{} is asked for, the template is {}",
                name_of(*expected),
                name_of(*found)
            ),
            Self::DisconnectedTarget {
                target, missing, ..
            } => {
                let itself = missing.len() == 1 && missing[0] == *target;
                write!(f, "?{target} is asked for, ")?;
                if itself || missing.is_empty() {
                    f.write_str("the pattern does not bind it")
                } else {
                    write!(f, "the pattern does not bind ?{}", missing.join(", ?"))
                }
            }
            Self::WrongRange { expected, found } => {
                write!(f, "{found} instead of {expected}")
            }
            Self::DisconnectedTriple { triples, .. } => {
                write!(f, "no target is connected to {}", triples.join(" . "))
            }
        }
    }
}

/// The keyword of a form.
pub(crate) fn name_of(form: Form) -> &'static str {
    match form {
        Form::Select => "SELECT",
        Form::Ask => "ASK",
        Form::Construct => "CONSTRUCT",
        Form::Describe => "DESCRIBE",
    }
}

fn form_name<S: Serializer>(form: &Form, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(name_of(*form))
}
