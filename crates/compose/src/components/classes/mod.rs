//! Class linkers.

mod labels;
mod lexicon;
mod nliwod;
mod ranked;
mod spans;

use std::sync::Arc;

use crate::component::Component;

pub use labels::Labels;
pub use lexicon::Lexicon;
pub use nliwod::Nliwod;
pub use ranked::Ranked;

/// All of them.
pub(super) fn all() -> Vec<Component> {
    vec![
        Component::ClassLinker(Arc::new(Labels)),
        Component::ClassLinker(Arc::new(Lexicon)),
        Component::ClassLinker(Arc::new(Nliwod)),
        Component::ClassLinker(Arc::new(Ranked)),
    ]
}
