//! The documentation lists every feature as it is declared.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fmt::Write;

use lydite_sample::{Feature, methods};

#[test]
fn the_table_of_features_is_complete() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/features.md");
    let documentation = std::fs::read_to_string(file).unwrap();
    let mut missing = String::new();
    for feature in Feature::all() {
        let needs = format!("{:?}", feature.needs).to_lowercase();
        let row = format!(
            "| `{}` | `{}` | {} | {needs} | {} |",
            feature.name,
            feature.prefixed(),
            feature.kind,
            feature.definition
        );
        if !documentation.contains(&row) {
            writeln!(missing, "{row}").unwrap();
        }
    }
    assert!(missing.is_empty(), "docs/features.md lacks\n{missing}");
    for method in methods() {
        let row = format!("| `{}` |", method.name());
        assert!(documentation.contains(&row), "{row}");
    }
}
