//! Entity recognisers and linkers.

mod candidates;
mod capitals;
mod coherence;
mod context;
mod dictionary;
mod features;
mod fuzzy;
mod hits;
mod joint;
mod longest;
mod scored;
mod spotting;

use std::sync::Arc;

use crate::component::Component;

pub use capitals::Capitals;
pub use coherence::Coherence;
pub use context::Context;
pub use dictionary::DictionarySpots;
pub use fuzzy::Fuzzy;
pub use hits::Hits;
pub use joint::Joint;
pub use longest::LongestMatch;
pub use scored::ScoredSpans;

/// All of them.
pub(super) fn all() -> Vec<Component> {
    vec![
        Component::EntityRecogniser(Arc::new(Capitals)),
        Component::EntityRecogniser(Arc::new(DictionarySpots)),
        Component::EntityLinker(Arc::new(LongestMatch::case_sensitive())),
        Component::EntityLinker(Arc::new(LongestMatch::filtered())),
        Component::EntityLinker(Arc::new(Coherence)),
        Component::EntityLinker(Arc::new(Context)),
        Component::EntityLinker(Arc::new(Hits)),
        Component::EntityLinker(Arc::new(Fuzzy)),
        Component::EntityLinker(Arc::new(ScoredSpans)),
        Component::EntityLinker(Arc::new(Joint)),
    ]
}
