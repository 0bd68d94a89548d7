//! Pieces of the text of a query.

use crate::lexicon::Lexicon;
use crate::lexicon::relation::ValueKind;

pub(super) fn result_name(at: usize) -> String {
    if at == 0 {
        "result".to_owned()
    } else {
        format!("result{}", at + 1)
    }
}

pub(super) fn order(measure: &str, descending: bool) -> String {
    if descending {
        format!("DESC({measure})")
    } else {
        format!("ASC({measure})")
    }
}

pub(super) fn is_aggregate_text(text: &str) -> bool {
    ["COUNT(", "AVG(", "SUM(", "MAX(", "MIN("]
        .iter()
        .any(|function| text.contains(function))
}

pub(super) fn variables_in(text: &str) -> Vec<String> {
    text.split('?')
        .skip(1)
        .map(|rest| {
            let end = rest
                .find(|c: char| !c.is_alphanumeric() && c != '_')
                .unwrap_or(rest.len());
            format!("?{}", &rest[..end])
        })
        .collect()
}

/// A number as SPARQL writes it.
pub(super) fn number(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        format!("{}", value as i64)
    } else {
        format!("{value}")
    }
}

/// Whether values have to be made numbers first.
pub(super) fn needs_cast(lexicon: &Lexicon, relation: Option<u32>) -> bool {
    relation.is_some_and(|relation| {
        let relation = &lexicon.relations[relation as usize];
        relation.kind == ValueKind::Number && relation.cast
    })
}
