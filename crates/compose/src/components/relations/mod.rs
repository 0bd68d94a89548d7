//! Relation linkers.

mod chunks;
mod falcon;
mod graph;
mod labels;
mod learned;
mod lexicon;
pub(crate) mod property_index;
mod relation_matcher;
mod rematch;
mod rnliwod;

use std::sync::Arc;

use crate::component::{Component, RelationLinker};

pub use falcon::Falcon;
pub use graph::Graph;
pub use labels::Labels;
pub use learned::Learned;
pub(crate) use learned::with_gold;
pub use lexicon::Lexicon;
pub use relation_matcher::RelationMatcher;
pub use rematch::ReMatch;
pub use rnliwod::{Rnliwod, SpotProperty, phrases_linked};

/// All of them.
pub(super) fn all() -> Vec<Component> {
    let linkers: [Arc<dyn RelationLinker>; 11] = [
        Arc::new(Labels),
        Arc::new(Lexicon),
        Arc::new(Graph),
        Arc::new(Falcon),
        Arc::new(ReMatch),
        Arc::new(RelationMatcher),
        Arc::new(Rnliwod),
        Arc::new(SpotProperty),
        Arc::new(Learned::text()),
        Arc::new(Learned::ranked()),
        Arc::new(Learned::on_graph()),
    ];
    linkers.map(Component::RelationLinker).to_vec()
}
