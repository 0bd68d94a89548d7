//! Entity recognisers and linkers.

mod joint;
mod longest;
mod spotting;

use std::sync::Arc;

use crate::component::Component;

pub use joint::Joint;
pub use longest::LongestMatch;

/// All of them.
pub(super) fn all() -> Vec<Component> {
    vec![
        Component::EntityLinker(Arc::new(LongestMatch::case_sensitive())),
        Component::EntityLinker(Arc::new(LongestMatch::filtered())),
        Component::EntityLinker(Arc::new(Joint)),
    ]
}
