//! The formats of the field, a file each.

mod qald_json;

use crate::format::Variant;

/// All formats, in the order in which they are tried: the more particular ones first.
pub(crate) static ALL: &[&dyn Variant] = &[&qald_json::QaldJson];
