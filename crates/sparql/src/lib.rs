//! Understands the queries of question answering: repairs dialects, parses, analyses and compares.
//!
//! One gold query in seven of the field is not SPARQL 1.1. [`parse`] takes a query as it stands if
//! it can, and otherwise repairs it, naming every [`Repair`]; hybrid *pseudo* queries and schemaless
//! ones are forms of their own, [`Template`]s have slots. What cannot be understood gives a
//! [`ParseError`] with place and hint.
//!
//! | to know | use |
//! | --- | --- |
//! | triples, filters, aggregates, entities, classes … | [`Structure`] |
//! | whether targets and triples hang together | [`Structure::connectivity`] |
//! | LSQ's features | [`Structure::lsq_features`] |
//! | whether two queries are the same | [`equivalent`], [`Canonical`] |
//! | whether one repeats the other to the letter | [`same_query`] |
//! | what distinguishes them | [`diff`] |
//! | which changes turn one into the other | [`Script`], [`Edit`] |
//! | where LIMIT and OFFSET cut, and by what order | [`cuts`] |
//! | the query laid out for reading | [`Parsed::to_readable`] |
//!
//! ```
//! use lydite_sparql::{Dialect, Structure, equivalent, parse};
//!
//! let dialect = Dialect::field();
//! let gold = parse("SELECT COUNT(?x) { ?x a dbo:Lake ; dbo:country dbr:Finland }", &dialect)?;
//! assert_eq!(gold.repairs.len(), 3); // two prefixes, one aggregate
//! assert_eq!(Structure::of(&gold).classes(), ["http://dbpedia.org/ontology/Lake"]);
//!
//! let found = parse(
//!     "SELECT (COUNT(?lake) AS ?n) WHERE { ?lake dbo:country dbr:Finland . ?lake a dbo:Lake }",
//!     &dialect,
//! )?;
//! assert!(equivalent(&gold, &found));
//! # Ok::<(), lydite_sparql::ParseError>(())
//! ```
//!
//! The algebra is that of [`spargebra`], which is re-exported.

mod bounds;
mod canonical;
mod cut;
mod dialect;
mod diff;
mod edit;
mod error;
mod escapes;
mod explain;
mod format;
mod lower;
mod parse;
mod repair;
mod same;
mod star;
mod structure;
mod template;
mod token;

pub use canonical::{Canonical, equivalent};
pub use cut::{Cut, CutScope, cuts};
pub use dialect::Dialect;
pub use diff::{Difference, Place, diff};
pub use edit::{Change, Edit, Script, written};
pub use error::{Obstacle, ParseError, Position};
pub use lower::{MENTIONS, free_text};
pub use lydite_model::PREFIXES as FIELD_PREFIXES;
pub use parse::{Parsed, is_sparql_11, parse};
pub use repair::{AssumedPrefix, Repair, RepairKind};
pub use same::same_query;
pub use structure::{
    Aggregate, Alias, Component, Connectivity, Constructs, Duplicates, Filter, Form, Mention, Node,
    Predicate, Range, Role, Structure, Target, Triple, Values, Var, Within,
};
pub use template::{Slot, Template};

pub use oxrdf::IriParseError;
pub use spargebra;
