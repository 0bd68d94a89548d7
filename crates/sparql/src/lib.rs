//! Understands the queries of question answering: repairs dialects, parses, analyses and compares.

mod bounds;
mod canonical;
mod dialect;
mod diff;
mod error;
mod explain;
mod lower;
mod parse;
mod prefixes;
mod repair;
mod structure;
mod template;
mod token;

pub use canonical::{Canonical, equivalent};
pub use dialect::Dialect;
pub use diff::{Difference, Place, diff};
pub use error::{Obstacle, ParseError, Position};
pub use parse::{Parsed, parse};
pub use repair::{AssumedPrefix, Repair, RepairKind};
pub use structure::{
    Aggregate, Alias, Component, Connectivity, Constructs, Duplicates, Filter, Form, Mention, Node,
    Predicate, Range, Role, Structure, Target, Triple, Values, Var, Within,
};
pub use template::{Slot, Template};
