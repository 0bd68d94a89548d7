//! Figures and outcomes as tables of comma-separated values.

use std::io::{self, Write};

use super::Publication;
use super::publication::language_of;
use crate::store::{gold_name, status_name};

/// A line for every figure.
pub(super) fn figures(publication: &Publication, out: &mut dyn Write) -> io::Result<()> {
    let mut table = ::csv::Writer::from_writer(out);
    table.write_record([
        "experiment",
        "iri",
        "dataset",
        "dataset_sha256",
        "language",
        "system",
        "rules",
        "rules_version",
        "type",
        "figure",
        "measure",
        "value",
        "low",
        "high",
        "n",
    ])?;
    let (id, iri) = (publication.experiment.id.to_string(), publication.iri());
    for judged in publication.reports() {
        let rules = &judged.report.rules;
        for (kind, figures, _) in judged.parts() {
            for figure in figures {
                let (low, high) = match figure.interval {
                    Some(interval) => (interval.low.to_string(), interval.high.to_string()),
                    None => (String::new(), String::new()),
                };
                table.write_record([
                    &id,
                    &iri,
                    &judged.task.dataset_name,
                    &judged.task.dataset,
                    &language_of(judged.task),
                    &judged.system.name,
                    &rules.name,
                    &rules.version,
                    kind.as_str(),
                    &figure.path,
                    &figure.measure,
                    &number(figure.value),
                    &low,
                    &high,
                    &figure.n.to_string(),
                ])?;
            }
        }
    }
    table.flush()
}

/// A line for every question.
pub(super) fn questions(publication: &Publication, out: &mut dyn Write) -> io::Result<()> {
    let mut table = ::csv::Writer::from_writer(out);
    table.write_record([
        "experiment",
        "dataset",
        "dataset_sha256",
        "language",
        "system",
        "rules",
        "rules_version",
        "type",
        "question",
        "status",
        "gold",
        "tp",
        "fp",
        "fn",
        "precision",
        "recall",
        "f1",
        "millis",
        "error",
    ])?;
    let id = publication.experiment.id.to_string();
    for judged in publication.reports() {
        let rules = &judged.report.rules;
        for (kind, _, outcomes) in judged.parts() {
            for outcome in outcomes {
                table.write_record([
                    &id,
                    &judged.task.dataset_name,
                    &judged.task.dataset,
                    &publication.language(judged.task, outcome),
                    &judged.system.name,
                    &rules.name,
                    &rules.version,
                    kind.as_str(),
                    outcome.question.as_str(),
                    status_name(outcome.status),
                    gold_name(outcome.gold),
                    &outcome.counts.tp.to_string(),
                    &outcome.counts.fp.to_string(),
                    &outcome.counts.fn_.to_string(),
                    &outcome.precision.to_string(),
                    &outcome.recall.to_string(),
                    &outcome.f1.to_string(),
                    &number(outcome.millis),
                    outcome.error.as_deref().unwrap_or_default(),
                ])?;
            }
        }
    }
    table.flush()
}

/// A number, or nothing.
fn number(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}
