//! Class linkers.

mod labels;
mod spans;

use std::sync::Arc;

use crate::component::Component;

pub use labels::Labels;

/// All of them.
pub(super) fn all() -> Vec<Component> {
    vec![Component::ClassLinker(Arc::new(Labels))]
}
