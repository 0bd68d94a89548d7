//! A single value of an answer.

use std::fmt;

use serde::{Deserialize, Serialize};

/// An RDF term as a file gives it; nothing is normalised.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Term {
    /// A resource.
    #[serde(rename = "uri")]
    Iri {
        /// The IRI, with whatever escapes the file uses.
        value: String,
    },
    /// An unnamed resource.
    #[serde(rename = "bnode")]
    Blank {
        /// Its label, meaningful only within one answer set.
        value: String,
    },
    /// A text, number, date …
    Literal(Literal),
}

/// A value with an optional datatype or language.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Literal {
    /// The value as written.
    pub value: String,
    /// The IRI of its datatype.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub datatype: Option<String>,
    /// Its language tag.
    #[serde(rename = "xml:lang", default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
}

impl Term {
    /// A resource.
    pub fn iri(value: impl Into<String>) -> Self {
        Self::Iri {
            value: value.into(),
        }
    }

    /// A plain literal.
    pub fn literal(value: impl Into<String>) -> Self {
        Self::Literal(Literal {
            value: value.into(),
            datatype: None,
            language: None,
        })
    }

    /// The value, whatever kind of term it is.
    pub fn value(&self) -> &str {
        match self {
            Self::Iri { value } | Self::Blank { value } => value,
            Self::Literal(literal) => &literal.value,
        }
    }
}

impl fmt::Display for Term {
    /// Writes the term as Turtle does, without escapes: it is for people to read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Iri { value } => write!(f, "<{value}>"),
            Self::Blank { value } => write!(f, "_:{value}"),
            Self::Literal(literal) => {
                write!(f, "\"{}\"", literal.value)?;
                if let Some(language) = &literal.language {
                    write!(f, "@{language}")?;
                } else if let Some(datatype) = &literal.datatype {
                    write!(f, "^^<{datatype}>")?;
                }
                Ok(())
            }
        }
    }
}
