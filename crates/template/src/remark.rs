//! What is worth knowing about a template without being one of the six criteria.

use std::fmt;

use serde::Serialize;

/// A remark about a template that leaves its verdict alone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "remark", rename_all = "kebab-case")]
pub enum TemplateRemark {
    /// A variable of the query has no `is`: nothing says what may fill it.
    SlotWithoutType {
        /// The variable.
        variable: String,
    },
    /// A slot is about a variable that is not in the query.
    SlotWithoutVariable {
        /// The name.
        variable: String,
    },
    /// A slot has a type that no module is known to use.
    SlotTypeUnknown {
        /// The variable.
        variable: String,
        /// The type.
        kind: String,
    },
    /// What a slot is said to stand for is not in the question.
    VerbalizationNotInQuestion {
        /// The variable.
        variable: String,
        /// The words.
        words: String,
    },
    /// The template is in the grammar, but breaks another rule of SPARQL 1.1.
    NotStrict,
    /// The template uses a prefix of the table without declaring it.
    PrefixAssumed {
        /// The prefix.
        prefix: String,
    },
    /// The template takes a range of the solutions, the gold query takes all.
    RangeNotAsked {
        /// The range.
        range: String,
    },
    /// The triples of an ASK do not hang together.
    AskInPieces {
        /// How many pieces there are.
        pieces: usize,
    },
    /// The template had to be repaired to be SPARQL.
    Repaired {
        /// The repairs, by name.
        repairs: Vec<String>,
    },
}

impl TemplateRemark {
    /// The name of its kind.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::SlotWithoutType { .. } => "slot-without-type",
            Self::SlotWithoutVariable { .. } => "slot-without-variable",
            Self::SlotTypeUnknown { .. } => "slot-type-unknown",
            Self::VerbalizationNotInQuestion { .. } => "verbalization-not-in-question",
            Self::NotStrict => "not-strict",
            Self::PrefixAssumed { .. } => "prefix-assumed",
            Self::RangeNotAsked { .. } => "range-not-asked",
            Self::AskInPieces { .. } => "ask-in-pieces",
            Self::Repaired { .. } => "repaired",
        }
    }
}

impl fmt::Display for TemplateRemark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SlotWithoutType { variable } => {
                write!(f, "no slot describes ?{variable}")
            }
            Self::SlotWithoutVariable { variable } => {
                write!(f, "there is a slot ?{variable}, but no such variable")
            }
            Self::SlotTypeUnknown { variable, kind } => {
                write!(f, "?{variable} has the unknown kind {kind}")
            }
            Self::VerbalizationNotInQuestion { variable, words } => {
                write!(
                    f,
                    "?{variable} stands for {words:?}, which is not in the question"
                )
            }
            Self::NotStrict => f.write_str(
                "follows the grammar of SPARQL 1.1 but not all of \
                its rules",
            ),
            Self::PrefixAssumed { prefix } => write!(f, "{prefix}: is used but not declared"),
            Self::RangeNotAsked { range } => {
                write!(f, "{range}, although all solutions are asked for")
            }
            Self::AskInPieces { pieces } => write!(f, "the pattern falls into {pieces} pieces"),
            Self::Repaired { repairs } => write!(f, "repaired: {}", repairs.join(", ")),
        }
    }
}
