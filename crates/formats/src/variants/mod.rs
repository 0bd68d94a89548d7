//! The formats of the field, a file each.

mod json_lines;
mod qald_json;
mod table;

use crate::format::Variant;

/// All formats, in the order in which they are tried: the more particular ones first.
pub(crate) static ALL: &[&dyn Variant] = &[
    &json_lines::JsonLines,
    &qald_json::QaldJson,
    &table::CSV,
    &table::TSV,
];
