//! Holds what a component says against the gold query.

use std::collections::BTreeSet;
use std::time::Duration;

use lydite_compose::Resources;
use lydite_compose::annotation::{Annotation, Kind};
use lydite_compose::component::Component;
use lydite_graph::{Limits, Value};
use lydite_sparql::{Dialect, equivalent, parse};
use percent_encoding::percent_decode_str;

use super::Case;
use super::report::Judged;

/// Judges what a component has said about a question.
pub(super) fn judge(
    case: &Case,
    component: &Component,
    said: &[Annotation],
    resources: &Resources,
    millis: f64,
    error: Option<String>,
) -> Judged {
    let task = component.task();
    let kind = task.kind();
    let mut found: Vec<String> = Vec::new();
    for annotation in said.iter().filter(|annotation| annotation.kind == kind) {
        if let Some(best) = annotation.best()
            && !found.contains(&best.value)
        {
            found.push(best.value.clone());
        }
    }
    let (gold, scores) = match kind {
        Kind::Query => {
            let gold = vec![case.gold.query.clone()];
            let scores = found.first().map_or((0.0, 0.0), |query| {
                compared(&case.gold.query, query, resources)
            });
            (gold, Some(scores))
        }
        Kind::Spot => (Vec::new(), None),
        Kind::AnswerType => {
            let gold: Vec<String> = case.answer_type.iter().cloned().collect();
            let scores = overlap(&gold, &found);
            (gold, scores)
        }
        Kind::Entity | Kind::Relation | Kind::Class => {
            let gold = case.gold.of(kind).to_vec();
            let scores = overlap(&gold, &found);
            (gold, scores)
        }
    };
    Judged {
        question: case.id.clone(),
        text: case.text.clone(),
        component: component.description().name,
        task,
        gold,
        found,
        precision: scores.map(|(precision, _)| precision),
        recall: scores.map(|(_, recall)| recall),
        f1: scores.map(|(precision, recall)| harmonic(precision, recall)),
        millis,
        error,
    }
}

/// The harmonic mean, 0 if both are 0.
pub(super) fn harmonic(one: f64, other: f64) -> f64 {
    if one + other > 0.0 {
        2.0 * one * other / (one + other)
    } else {
        0.0
    }
}

/// Precision and recall of a set; nothing without gold. Who finds nothing has 0.
fn overlap(gold: &[String], found: &[String]) -> Option<(f64, f64)> {
    // IRIs are the same however their characters are escaped.
    let plain = |iris: &[String]| -> BTreeSet<String> {
        iris.iter()
            .map(|iri| percent_decode_str(iri).decode_utf8_lossy().into_owned())
            .collect()
    };
    let (gold, found) = (plain(gold), plain(found));
    if gold.is_empty() {
        return None;
    }
    let right = gold.intersection(&found).count() as f64;
    Some((right / found.len().max(1) as f64, right / gold.len() as f64))
}

/// A query against the gold query: the same pattern counts 1; else their answers are compared, where the
/// gold query gives any.
fn compared(gold: &str, query: &str, resources: &Resources) -> (f64, f64) {
    let (Ok(gold), Ok(query)) = (
        parse(gold, &Dialect::field()),
        parse(query, &Dialect::field()),
    ) else {
        return (0.0, 0.0);
    };
    if equivalent(&gold, &query) {
        return (1.0, 1.0);
    }
    let limits = Limits::default()
        .with_time(Duration::from_secs(5))
        .with_rows(100_000);
    let answers = |query| -> Option<Vec<String>> {
        match resources.graph().query(query, &limits).ok()?.value {
            Value::Boolean(value) => Some(vec![value.to_string()]),
            Value::Triples(_) => None,
            Value::Rows(rows) => Some(
                rows.rows
                    .into_iter()
                    .flatten()
                    .flatten()
                    .map(|term| term.to_string())
                    .collect(),
            ),
        }
    };
    match (answers(&gold), answers(&query)) {
        (Some(gold), Some(found)) => overlap(&gold, &found).unwrap_or((0.0, 0.0)),
        _ => (0.0, 0.0),
    }
}
