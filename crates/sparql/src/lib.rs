//! Understands the queries of question answering: repairs dialects, parses, analyses and compares.

mod bounds;
mod canonical;
mod dialect;
mod error;
mod explain;
mod lower;
mod parse;
mod prefixes;
mod repair;
mod structure;
mod token;

pub use canonical::{Canonical, equivalent};
pub use dialect::Dialect;
pub use error::{Obstacle, ParseError, Position};
pub use parse::{Parsed, parse};
pub use repair::{AssumedPrefix, Repair, RepairKind};
pub use structure::{
    Aggregate, Alias, Component, Connectivity, Constructs, Duplicates, Filter, Form, Mention, Node,
    Predicate, Range, Role, Structure, Target, Triple, Values, Var, Within,
};
