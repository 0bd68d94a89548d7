//! Finds the changes between the heads of two queries.

use std::collections::HashSet;

use super::outline::Head;
use super::script::Comparison;
use super::{Action, Change};
use crate::diff::parts::{form_name, range_text};
use crate::structure::{Duplicates, Range};

impl Comparison {
    pub(super) fn heads(&mut self, wanted: &Head, found: &Head) {
        if wanted.form != found.form {
            let name = |head: &Head| Some(form_name(head.form).to_owned());
            let action = Action::Head(Box::new(wanted.clone()));
            self.add(Change::Form, name(found), name(wanted), action);
            return;
        }
        if selected(wanted) != selected(found) {
            let change = if aggregates(wanted) == aggregates(found) {
                Change::Target
            } else {
                Change::Aggregation
            };
            let (from, to) = (selection(found), selection(wanted));
            let action = Action::Selection(Box::new(wanted.clone()));
            self.add(change, Some(from), Some(to), action);
        }
        if wanted.duplicates != found.duplicates {
            let name = |head: &Head| match head.duplicates {
                Duplicates::Keep => None,
                Duplicates::Distinct => Some("DISTINCT".to_owned()),
                Duplicates::Reduced => Some("REDUCED".to_owned()),
            };
            let action = Action::Duplicates(wanted.duplicates);
            self.add(Change::Duplicates, name(found), name(wanted), action);
        }
        if wanted.order != found.order {
            let text = |head: &Head| {
                let by = head.order.join(" ");
                (!by.is_empty()).then(|| format!("ORDER BY {by}"))
            };
            let aggregated = |head: &Head| calls(&head.order.join(" "));
            let (one, other) = (aggregated(wanted), aggregated(found));
            // Sorted by another aggregate: it is not the order that is wrong.
            let change = if one != other && !one.is_empty() && !other.is_empty() {
                Change::Aggregation
            } else {
                Change::Order
            };
            let action = Action::Order(wanted.order.clone());
            self.add(change, text(found), text(wanted), action);
        }
        if wanted.range != found.range {
            let text = |range: Range| {
                let text = range_text(range);
                (!text.is_empty()).then_some(text)
            };
            let action = Action::Range(wanted.range);
            self.add(Change::Range, text(found.range), text(wanted.range), action);
        }
    }
}

/// What is selected, in no particular order: a solution is a mapping from names.
fn selected(head: &Head) -> (Vec<String>, Vec<String>, Vec<String>) {
    let sorted = |mut texts: Vec<String>| {
        texts.sort_unstable();
        texts
    };
    let columns = head.columns.iter().map(ToString::to_string).collect();
    (
        sorted(columns),
        sorted(head.group_by.clone()),
        sorted(head.having.clone()),
    )
}

/// What is aggregated wherever in the head, by what it is grouped, and which groups count.
fn aggregates(head: &Head) -> (HashSet<String>, Vec<String>, Vec<String>) {
    let (_, group_by, having) = selected(head);
    let computed = head
        .columns
        .iter()
        .filter_map(|column| column.expression.as_ref());
    let texts = computed.chain(&head.order).chain(&head.having);
    (
        texts.flat_map(|text| calls(text)).collect(),
        group_by,
        having,
    )
}

/// The aggregates in an expression.
fn calls(text: &str) -> Vec<String> {
    const FUNCTIONS: [&str; 7] = [
        "COUNT(",
        "SUM(",
        "AVG(",
        "MIN(",
        "MAX(",
        "SAMPLE(",
        "GROUP_CONCAT(",
    ];
    let starts = FUNCTIONS.iter().flat_map(|name| text.match_indices(name));
    let ends = starts.map(|(start, name)| {
        let mut open = 0_usize;
        let inside = &text[start + name.len() - 1..];
        let end = inside.find(|c: char| {
            open += usize::from(c == '(');
            open -= usize::from(c == ')' && open > 0);
            open == 0
        });
        &text[start..start + name.len() + end.unwrap_or(inside.len() - 1)]
    });
    ends.map(str::to_owned).collect()
}

fn selection(head: &Head) -> String {
    let mut text = format!("SELECT {}", head.columns_text());
    for (clause, parts) in [(" GROUP BY ", &head.group_by), (" HAVING ", &head.having)] {
        if !parts.is_empty() {
            text.push_str(clause);
            text.push_str(&parts.join(" "));
        }
    }
    text
}
