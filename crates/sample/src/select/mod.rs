//! Which questions to choose from, and by which features they are compared.

mod condition;
mod query;

pub use condition::{Condition, ConditionError};
pub use query::{SelectError, Selection, select};

/// The features of Listing 1.2 of the QaldGen paper, by which questions are compared if nothing else
/// is said.
pub const LISTING_1_2: [&str; 9] = [
    "length",
    "totalEntities",
    "totalRelations",
    "totalClasses",
    "avgEntitiesWords",
    "tps",
    "resultSize",
    "bgps",
    "projectVars",
];
