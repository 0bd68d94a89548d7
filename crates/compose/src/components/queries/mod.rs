//! Query builders and rankers.

use crate::component::Component;

/// All of them.
pub(super) fn all() -> Vec<Component> {
    Vec::new()
}
