//! Query builders and rankers.

mod grammar;
mod learned;
mod logit;
mod nliwod;
mod probe;
mod search;
pub(crate) mod shape;
mod sina;

use std::sync::Arc;

use crate::component::{Component, QueryBuilder};

pub use grammar::Grammar;
pub use learned::Learned;
pub use logit::Logit;
pub(super) use nliwod::given;
pub use nliwod::{Frankenstein, Nliwod};
pub use probe::Probe;
pub use search::Search;
pub use sina::Sina;

/// Whether two small queries (one or two triples and a class, around one or two entities) say the same: also when
/// one counts different things and the other counts all, and when their variables and triples differ in name and order.
///
/// ```
/// use lydite_compose::components::queries::same_small_query;
///
/// let one = "SELECT DISTINCT COUNT(?uri) WHERE { ?uri <http://ex/p> <http://ex/E> }";
/// let other = "SELECT (COUNT(DISTINCT ?x) AS ?n) WHERE { ?x <http://ex/p> <http://ex/E> }";
/// assert!(same_small_query(one, other));
/// assert!(!same_small_query(one, "SELECT ?x WHERE { <http://ex/E> <http://ex/p> ?x }"));
/// ```
pub fn same_small_query(one: &str, other: &str) -> bool {
    let key = shape::key_of_query(one);
    key.is_some() && key == shape::key_of_query(other)
}

/// All of them.
pub(super) fn all() -> Vec<Component> {
    let builders: [Arc<dyn QueryBuilder>; 8] = [
        Arc::new(Nliwod),
        Arc::new(Frankenstein),
        Arc::new(Sina),
        Arc::new(Probe),
        Arc::new(Search),
        Arc::new(Grammar),
        Arc::new(Learned::without_graph()),
        Arc::new(Learned::probing()),
    ];
    let mut all = builders.map(Component::QueryBuilder).to_vec();
    all.push(Component::QueryRanker(Arc::new(Logit)));
    all
}
