//! The best run of every named system, dataset by dataset.

use std::collections::BTreeMap;

use axum::Extension;
use axum::extract::State;
use lydite_lab::export::html::{name, score, shown};
use lydite_lab::store::Summary;
use maud::{Markup, html};

use super::experiments;
use crate::access::Visitor;
use crate::app::App;
use crate::error::Fault;
use crate::layout::{Frame, when};

/// The best run of every system that led, by dataset and rule set; the best first.
pub(crate) fn leaders(all: &[Summary]) -> BTreeMap<(String, String), Vec<&Summary>> {
    let mut boards: BTreeMap<(String, String), Vec<&Summary>> = BTreeMap::new();
    for one in all {
        if let (Some(best), [dataset]) = (&one.best, &one.datasets[..]) {
            let board = (dataset.clone(), best.rules.clone());
            boards.entry(board).or_default().push(one);
        }
    }
    for runs in boards.values_mut() {
        let score = |one: &Summary| one.best.as_ref().map_or(0.0, |best| best.score);
        runs.sort_by(|a, b| score(b).total_cmp(&score(a)));
        let mut seen = Vec::new();
        runs.retain(|one| {
            let system = one.best.as_ref().map(|best| best.system.clone());
            let is_new = !seen.contains(&system);
            seen.push(system);
            is_new
        });
    }
    boards
}

pub(super) async fn page(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Markup, Fault> {
    let all = experiments::visible(&app, &visitor).await?;
    let boards = leaders(&all);
    let content = html! {
        h1 { "Leaderboard" }
        p.lead { "The best score of each winning system, per dataset and rule set; every figure leads to its run." }
        @if boards.is_empty() { p { "Nothing has been judged yet. The " a href="/" { "start" } " offers the demo." } }
        @for ((dataset, rules), best) in &boards {
            section {
                h2 { bdi { (shown(dataset, 100)) } span.rules { " · rules " (shown(rules, 40)) } }
                div.wide { table {
                    thead { tr { th scope="col" { "System" } th.n scope="col" { "Score" } th scope="col" { "Run" } th scope="col" { "When" } } }
                    tbody { @for one in best { @if let Some(won) = &one.best { tr {
                        th.name scope="row" { bdi { (name(&won.system)) } }
                        td.n.score data-label="Score" { a href={ "/experiments/" (one.id) } { (score(Some(won.score))) } }
                        td data-label="Run" { (one.id) }
                        td data-label="When" { (when(&one.created)) }
                    } } } }
                } }
            }
        }
    };
    Ok(Frame::new("Leaderboard", "/leaderboard", &visitor).page(&content))
}
