//! Turns the field's dialects into SPARQL 1.1, naming every change.
//!
//! A [`Draft`] is the query as tokens. The passes below run once each, in this order, and each only
//! touches what valid SPARQL cannot contain; so the result of a repair needs no repair.

mod base;
mod brackets;
mod draft;
mod escapes;
mod grouping;
mod kind;
mod lexis;
mod names;
mod prefixes;
mod quotes;
mod ranges;
mod select;
mod statements;
mod wrapping;

use serde::Serialize;

pub(crate) use base::{declare as declare_base, first_relative};
pub(crate) use draft::Draft;
pub use kind::RepairKind;
pub(crate) use statements::statements;
pub(crate) use wrapping::{Excerpt, unwrap, without_prose};

use crate::Dialect;
use crate::error::ParseError;

/// A change that made a query SPARQL 1.1.
///
/// ```
/// use lydite_sparql::{Dialect, RepairKind, parse};
///
/// let parsed = parse("SELECT COUNT(?x) WHERE { ?x a ?y }", &Dialect::field())?;
/// let repair = &parsed.repairs[0];
/// assert_eq!(repair.kind, RepairKind::AggregateWithoutParentheses);
/// assert_eq!(repair.kind.id(), "aggregate-without-parentheses");
/// assert_eq!((repair.offset, repair.before.as_str()), (7, "COUNT(?x)"));
/// assert_eq!(repair.after, "(COUNT(?x) AS ?result)");
/// # Ok::<(), lydite_sparql::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Repair {
    /// What was irregular.
    pub kind: RepairKind,
    /// Where it begins in the text as given, in bytes.
    pub offset: usize,
    /// The text before.
    pub before: String,
    /// The text after.
    pub after: String,
}

/// A prefix that a query uses without declaring it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AssumedPrefix {
    /// The prefix, without its colon.
    pub prefix: String,
    /// The namespace it was taken to stand for.
    pub namespace: String,
}

/// Runs all passes.
pub(crate) fn repair(
    draft: &mut Draft<'_>,
    text: &str,
    dialect: &Dialect,
) -> Result<Vec<AssumedPrefix>, ParseError> {
    lexis::repair(draft, dialect);
    names::repair(draft);
    brackets::repair(draft);
    quotes::repair(draft);
    select::repair(draft);
    grouping::repair(draft);
    ranges::repair(draft);
    prefixes::repair(draft, text, dialect)
}
