//! The reasons for which questions are lost.

use std::fmt;

use lydite_sparql::Change;
use serde::{Deserialize, Serialize};

/// Why a question was lost. The order is the precedence: of several faults of a question, the first
/// one counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailureClass {
    /// The system or the graph declined to answer.
    Refused,
    /// There was no answer in time.
    TimeOut,
    /// The system failed otherwise.
    Error,
    /// The system gave neither an answer nor a query.
    NoAnswer,
    /// The query cannot be read.
    DidNotParse,
    /// The query names an IRI that the graph does not have.
    UnknownIri,
    /// ASK instead of SELECT, or the other way round.
    WrongForm,
    /// Another entity or value than in the gold query.
    WrongEntity,
    /// Another property.
    WrongProperty,
    /// The right property, from object to subject.
    WrongDirection,
    /// Another class.
    WrongClass,
    /// A triple of the gold query is not there.
    MissingTriple,
    /// A triple is there that the gold query does not have.
    ExtraTriple,
    /// A FILTER, VALUES, BIND or MINUS is missing, superfluous or different.
    WrongCondition,
    /// The parts are put together in another way: other joins, OPTIONAL, UNION, sub-selects.
    WrongStructure,
    /// Another aggregate, GROUP BY or HAVING.
    WrongAggregation,
    /// Other variables are asked for.
    WrongTarget,
    /// Another ORDER BY.
    WrongOrder,
    /// Another LIMIT or OFFSET.
    WrongRange,
    /// DISTINCT is missing or superfluous.
    WrongDuplicates,
    /// The query is right; it was run on other data, or not at all.
    OtherData,
    /// Wrong answers, and no two queries that could be compared.
    NotAnalysable,
}

impl FailureClass {
    /// All of them, by precedence.
    pub const ALL: [Self; 22] = [
        Self::Refused,
        Self::TimeOut,
        Self::Error,
        Self::NoAnswer,
        Self::DidNotParse,
        Self::UnknownIri,
        Self::WrongForm,
        Self::WrongEntity,
        Self::WrongProperty,
        Self::WrongDirection,
        Self::WrongClass,
        Self::MissingTriple,
        Self::ExtraTriple,
        Self::WrongCondition,
        Self::WrongStructure,
        Self::WrongAggregation,
        Self::WrongTarget,
        Self::WrongOrder,
        Self::WrongRange,
        Self::WrongDuplicates,
        Self::OtherData,
        Self::NotAnalysable,
    ];

    /// The name that output uses.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Refused => "refused",
            Self::TimeOut => "time-out",
            Self::Error => "error",
            Self::NoAnswer => "no-answer",
            Self::DidNotParse => "did-not-parse",
            Self::UnknownIri => "unknown-iri",
            Self::WrongForm => "wrong-form",
            Self::WrongEntity => "wrong-entity",
            Self::WrongProperty => "wrong-property",
            Self::WrongDirection => "wrong-direction",
            Self::WrongClass => "wrong-class",
            Self::MissingTriple => "missing-triple",
            Self::ExtraTriple => "extra-triple",
            Self::WrongCondition => "wrong-condition",
            Self::WrongStructure => "wrong-structure",
            Self::WrongAggregation => "wrong-aggregation",
            Self::WrongTarget => "wrong-target",
            Self::WrongOrder => "wrong-order",
            Self::WrongRange => "wrong-range",
            Self::WrongDuplicates => "wrong-duplicates",
            Self::OtherData => "other-data",
            Self::NotAnalysable => "not-analysable",
        }
    }

    /// What it means, in a sentence.
    pub fn description(self) -> &'static str {
        match self {
            Self::Refused => "The system or the graph declined to answer.",
            Self::TimeOut => "There was no answer in time.",
            Self::Error => "The system failed otherwise.",
            Self::NoAnswer => "The system gave neither an answer nor a query.",
            Self::DidNotParse => "The query cannot be read.",
            Self::UnknownIri => "The query names an IRI that the graph does not have.",
            Self::WrongForm => "ASK instead of SELECT, or the other way round.",
            Self::WrongEntity => "Another entity or value than in the gold query.",
            Self::WrongProperty => "Another property than in the gold query.",
            Self::WrongDirection => "The right property, with subject and object swapped.",
            Self::WrongClass => "Another class than in the gold query.",
            Self::MissingTriple => "A triple of the gold query is not there.",
            Self::ExtraTriple => "A triple is there that the gold query does not have.",
            Self::WrongCondition => {
                "A FILTER, VALUES, BIND or MINUS is missing, superfluous or different."
            }
            Self::WrongStructure => {
                "The parts are put together in another way: other joins, OPTIONAL, UNION, sub-selects."
            }
            Self::WrongAggregation => "Another aggregate, GROUP BY or HAVING.",
            Self::WrongTarget => "Other variables are asked for.",
            Self::WrongOrder => "Another ORDER BY.",
            Self::WrongRange => "Another LIMIT or OFFSET.",
            Self::WrongDuplicates => "DISTINCT is missing or superfluous.",
            Self::OtherData => "The query is right; it was run on other data, or not at all.",
            Self::NotAnalysable => "Wrong answers, and no two queries that could be compared.",
        }
    }
}

impl fmt::Display for FailureClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl From<Change> for FailureClass {
    fn from(change: Change) -> Self {
        match change {
            Change::Form => Self::WrongForm,
            Change::Entity => Self::WrongEntity,
            Change::Property => Self::WrongProperty,
            Change::Direction => Self::WrongDirection,
            Change::Class => Self::WrongClass,
            Change::MissingTriple => Self::MissingTriple,
            Change::ExtraTriple => Self::ExtraTriple,
            Change::Condition => Self::WrongCondition,
            Change::Join | Change::Grouping => Self::WrongStructure,
            Change::Aggregation => Self::WrongAggregation,
            Change::Target => Self::WrongTarget,
            Change::Order => Self::WrongOrder,
            Change::Range => Self::WrongRange,
            Change::Duplicates => Self::WrongDuplicates,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_documents_and_order_is_precedence() {
        for (place, class) in FailureClass::ALL.into_iter().enumerate() {
            assert_eq!(class as usize, place);
            let written = serde_json::to_value(class).unwrap();
            assert_eq!(written, class.as_str());
            assert!(class.description().ends_with('.'));
        }
    }
}
