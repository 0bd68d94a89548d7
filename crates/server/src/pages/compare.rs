//! Experiments side by side: which systems can be told apart, where they differ, what got worse.

use axum::Extension;
use axum::extract::{Query, State};
use lydite_lab::export::html::{name, score, shown};
use lydite_lab::run::ComparedExperiments;
use maud::{Markup, html};
use serde::Deserialize;

use crate::access::Visitor;
use crate::app::App;
use crate::error::Fault;
use crate::layout::{Frame, counted};

/// So many questions are shown on which systems differ.
const MOST: usize = 20;
/// So many experiments are compared at a time.
const EXPERIMENTS: usize = 8;

#[derive(Deserialize)]
pub(super) struct Wanted {
    #[serde(default)]
    ids: String,
}

pub(super) async fn page(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Query(wanted): Query<Wanted>,
) -> Result<Markup, Fault> {
    app.work(move |app| {
        let compared = match wanted.ids.trim() {
            "" => None,
            ids => Some(compared(app, &visitor, ids)?),
        };
        let content = html! {
            h1 { "Compare" }
            form.ask method="get" action="/compare" {
                label.sr for="ids" { "Experiments" }
                input #ids type="text" name="ids" value=(wanted.ids) placeholder="202611180001, 202611180002" required;
                button { "Compare" }
            }
            @match &compared {
                Some(compared) => (shown_side_by_side(compared)),
                None => p { "Give the numbers of experiments that put the same questions. One alone is compared with the last run of the same systems." },
            }
        };
        Ok(Frame::new("Compare", "/experiments", &visitor).page(&content))
    })
    .await
}

/// A probability that nothing but chance is behind a difference.
fn chance(p: f64) -> String {
    if p < 0.001 {
        "< .001".to_owned()
    } else {
        format!("{p:.3}")
    }
}

/// Experiments side by side, those that a visitor may see.
pub(crate) fn compared(
    app: &App,
    visitor: &Visitor,
    given: &str,
) -> Result<ComparedExperiments, Fault> {
    let given = given.split([',', ' ']).filter(|id| !id.is_empty());
    let mut ids = Vec::new();
    for id in given.take(EXPERIMENTS) {
        ids.push(app.experiment(visitor, id)?.id);
    }
    if ids.is_empty() {
        return Err(Fault::wrong("name at least one experiment"));
    }
    Ok(app.lab.compare(&ids, None, MOST)?)
}

fn shown_side_by_side(compared: &ComparedExperiments) -> Markup {
    html! {
        @for one in &compared.comparisons {
            section {
                h2 { (one.dataset.as_deref().map_or_else(|| "All systems".to_owned(), |dataset| shown(dataset, 100))) span.rules { " · " (one.experiment.as_str()) " · rules " (shown(&one.rules, 40)) } }
                div.wide { table {
                    thead { tr { th.n scope="col" { "Rank" } th scope="col" { "System" } th.n scope="col" { "Score" } th.n scope="col" { "To best" } th.n scope="col" { "p (Holm)" } } }
                    tbody { @for line in &one.leaderboard.standings { tr {
                        td.n data-label="Rank" { (line.rank) }
                        th.name scope="row" { bdi { (name(&line.name)) } }
                        td.n data-label="Score" { (score(line.headline.score)) }
                        td.n data-label="To best" { @if let Some(pair) = &line.against_best { (format!("{:+.3}", pair.difference.difference)) } @else { "best" } }
                        td.n data-label="p (Holm)" { @if let Some(pair) = &line.against_best { (chance(pair.p_holm)) } }
                    } } }
                } }
            }
        }
        @if !compared.differences.is_empty() {
            h2 { "Where they differ most" }
            div.wide { table {
                thead { tr { th scope="col" { "Question" } th scope="col" { "F1" } } }
                tbody { @for one in &compared.differences { tr {
                    th.name scope="row" { bdi { (one.text.as_deref().map_or_else(|| shown(&one.question, 40), |text| shown(text, 200))) } }
                    td data-label="F1" { @for (at, (system, f1)) in one.scores.iter().enumerate() { @if at > 0 { ", " } bdi { (name(system)) } " " (format!("{f1:.2}")) } }
                } } }
            } }
        }
        @for change in &compared.changes {
            section {
                h2 { bdi { (name(&change.system)) } " since " a href={ "/experiments/" (change.before) } { (change.before) } }
                p.lead { (score(change.scores.0)) " → " (score(change.scores.1)) "; " (counted(change.worse.len() as u64, "question")) " worse, " (change.better) " better." }
                ul { @for one in change.worse.iter().take(MOST) { li { (format!("{:.2} → {:.2} ", one.before, one.after)) bdi { (shown(one.text.as_deref().unwrap_or(&one.question), 200)) }
                    @if let Some(detail) = &one.detail { " " span.muted { (shown(detail, 200)) } } } } }
            }
        }
    }
}
