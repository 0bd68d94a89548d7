//! What an experiment was run on, what its measures mean, and how it is cited.

use std::collections::BTreeMap;

use lydite_judge::Measure;
use maud::{Markup, html};

use super::words::{grouped, name, shown};
use crate::Citation;
use crate::export::Publication;
use crate::export::publication::{dataset_title, published};

/// The record, the measures and the citation.
pub fn record(publication: &Publication) -> Markup {
    let experiment = &publication.experiment;
    let judging = &publication.judging;
    let record = &judging.evaluated.record;
    html! {
        section #record {
            h2 { "Record" }
            dl.record {
                dt { "Experiment" } dd { code { bdi { (shown(&publication.iri(), 400)) } } }
                dt { "Program" } dd { "Lydite " (shown(&record.version, 40)) }
                dt { "Run" } dd {
                    time datetime=(experiment.created) { (experiment.created) }
                    @if let Some(finished) = &experiment.finished { " to " time datetime=(finished) { (finished) } }
                }
                dt { "Judged" } dd { time datetime=(judging.date) { (judging.date) } ", judging " (judging.number) ", seed " (record.seed) }
                dt { "Rules" } dd { @for rules in publication.rules() {
                    p {
                        b { (shown(&rules.name, 80)) } " " (shown(&rules.version, 40))
                        @if let Some(known) = rules.rule_set() { ": " (known.title) }
                    }
                } }
                dt { "Datasets" } dd { @for dataset in &publication.datasets {
                    p {
                        b { bdi { (shown(&dataset_title(dataset), 120)) } } ", " (grouped(dataset.questions)) " questions"
                        @if let Some(licence) = published(dataset).and_then(|entry| entry.licence.as_ref()) { ", licence " (licence) }
                        br; code.digest { "SHA-256 " (dataset.digest) }
                    }
                } }
                dt { "Systems" } dd { @for system in &experiment.plan.systems {
                    p {
                        b { bdi { (name(&system.name)) } } " "
                        code { bdi { (shown(&system.spec, 200)) } }
                        @if let Some(version) = &system.version { ", " bdi { (shown(version, 100)) } }
                        @if let Some(description) = &system.description { br; bdi { (shown(description, 400)) } }
                        @if let Some(reference) = &system.reference { br; bdi { (shown(reference, 300)) } }
                    }
                } }
                @if let Some(graph) = &record.graph {
                    dt { "Graph" } dd {
                        bdi { (shown(&graph.name, 200)) }
                        @if let Some(digest) = &graph.digest { br; code.digest { (shown(digest, 100)) } }
                    }
                }
                @if !experiment.plan.command.is_empty() {
                    dt { "Command" } dd { code { bdi { (shown(&experiment.plan.command.join(" "), 1_000)) } } }
                }
            }
            (measures(publication))
        }
        section #cite {
            h2 { "Cite as" }
            p.citation { bdi { (shown(&Citation::Text.of(record, &judging.evaluated.reports), 2_000)) } }
            @let place = publication.iri();
            p.citation { code { bdi { (shown(&place, 400)) } } }
            details { summary { "BibTeX" }
                pre { code { bdi { (shown(&Citation::Bibtex.of(record, &judging.evaluated.reports), 4_000)) } } }
            }
        }
    }
}

/// What the figures mean.
fn measures(publication: &Publication) -> Markup {
    let mut measures: BTreeMap<&str, Option<&'static Measure>> = BTreeMap::new();
    for judged in publication.reports() {
        for (_, figures, _) in judged.parts() {
            measures.extend(
                figures
                    .iter()
                    .map(|figure| (figure.measure.as_str(), figure.measure())),
            );
        }
    }
    html! {
        details.measures {
            summary { "What the measures mean" }
            div.wide { table {
                thead { tr { th scope="col" { "Measure" } th scope="col" { "Formula" } th scope="col" { "Reference" } } }
                tbody { @for (known_as, measure) in &measures { tr {
                    th.name scope="row" {
                        (shown(known_as, 80))
                        @if let Some(measure) = measure { small { (measure.title) } }
                    }
                    td data-label="Formula" { @if let Some(measure) = measure { code { (measure.formula) } } }
                    td data-label="Reference" { @if let Some(measure) = measure { (measure.reference) } }
                } } }
            } }
        }
    }
}
