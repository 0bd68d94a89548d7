//! The documentation lists what is repaired, and its examples are true.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fmt::Write;

use lydite_sparql::{Dialect, RepairKind, equivalent, parse};

#[test]
fn every_example_is_repaired_as_stated() {
    let dialect = Dialect::field();
    for kind in RepairKind::ALL {
        let (before, after) = kind.example();
        let parsed =
            parse(before, &dialect).unwrap_or_else(|error| panic!("{}", error.render(before)));
        assert!(
            parsed.repairs.iter().any(|repair| repair.kind == *kind),
            "{kind}"
        );
        // Declarations of assumed prefixes come in front.
        assert!(parsed.text.ends_with(after), "{kind}: {}", parsed.text);
        let stated = parse(after, &dialect).unwrap();
        assert!(equivalent(&parsed, &stated), "{kind}");
    }
}

#[test]
fn the_table_of_repairs_is_complete() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/queries.md");
    let documentation = std::fs::read_to_string(file).unwrap();
    let mut table = String::new();
    for kind in RepairKind::ALL {
        let (before, after) = kind.example();
        let cell = |text: &str| {
            let text = text.replace('|', "\\|");
            // A text with backticks stands between more of them.
            if text.contains('`') {
                format!("```` {text} ````")
            } else {
                format!("`{text}`")
            }
        };
        writeln!(
            table,
            "| `{kind}` | {} | {} | {} |",
            kind.description(),
            cell(before),
            cell(after)
        )
        .unwrap();
    }
    assert!(
        documentation.contains(&table),
        "docs/queries.md should contain\n\n{table}"
    );
    let mut prefixes = String::new();
    for (prefix, namespace) in Dialect::field().prefixes() {
        writeln!(prefixes, "| `{prefix}` | `{namespace}` |").unwrap();
    }
    assert!(
        documentation.contains(&prefixes),
        "docs/queries.md should contain\n\n{prefixes}"
    );
}
