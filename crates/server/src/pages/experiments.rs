//! The stored experiments, the latest first.

use axum::Extension;
use axum::extract::{Query, State};
use lydite_lab::export::html::{name, score, shown};
use lydite_lab::store::Summary;
use maud::{Markup, html};
use serde::Deserialize;

use crate::access::{Role, Visitor};
use crate::app::App;
use crate::error::Fault;
use crate::layout::{Frame, counted, encoded, when};

/// So many experiments on a page.
const PAGE: usize = 50;

#[derive(Deserialize)]
pub(super) struct Wanted {
    #[serde(default)]
    find: String,
    #[serde(default)]
    page: usize,
}

/// The experiments that a visitor may see.
pub(crate) async fn visible(app: &App, visitor: &Visitor) -> Result<Vec<Summary>, Fault> {
    let sees_all = visitor.may(Role::Reader);
    let all = app.work(|app| app.listed.all(&app.store)).await?;
    let own = all.iter().filter(|one| sees_all || one.published.is_some());
    Ok(own.cloned().collect())
}

/// Keeps those experiments that have something in their name, systems or datasets.
pub(crate) fn narrow(all: &mut Vec<Summary>, find: &str) {
    let find = find.trim().to_lowercase();
    all.retain(|one| {
        let words = one.systems.iter().chain(&one.datasets).chain(&one.name);
        find.is_empty()
            || one.id.as_str().contains(&find)
            || words
                .into_iter()
                .any(|word| word.to_lowercase().contains(&find))
    });
}

pub(super) async fn page(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Query(wanted): Query<Wanted>,
) -> Result<Markup, Fault> {
    let mut all = visible(&app, &visitor).await?;
    let find = wanted.find.trim();
    narrow(&mut all, find);
    let pages = all.len().div_ceil(PAGE).max(1);
    let at = wanted.page.clamp(1, pages);
    let here = all
        .iter()
        .skip((at - 1) * PAGE)
        .take(PAGE)
        .cloned()
        .collect::<Vec<_>>();
    let content = html! {
        h1 { "Experiments" }
        p.lead { (counted(all.len() as u64, "experiment")) @if !find.is_empty() { " with “" (shown(&wanted.find, 80)) "”" } "." }
        div.actions {
            form method="get" action="/experiments" role="search" {
                label.sr for="find" { "Find experiments" }
                input #find type="search" name="find" value=(wanted.find) placeholder="system, dataset, name";
                button.plain { "Find" }
            }
            @if visitor.may(Role::Runner) { a.button href="/new" { "New experiment" } }
        }
        @if here.is_empty() {
            p { "There is nothing here. The " a href="/" { "start" } " offers the demo, which takes a few seconds." }
        } @else { (table(&here)) }
        @if pages > 1 {
            nav.pager aria-label="Pages" {
                @if at > 1 { a rel="prev" href={ "?find=" (encoded(&wanted.find)) "&page=" (at - 1) } { "‹ Earlier page" } }
                span { "page " (at) " of " (pages) }
                @if at < pages { a rel="next" href={ "?find=" (encoded(&wanted.find)) "&page=" (at + 1) } { "Next page ›" } }
            }
        }
    };
    Ok(Frame::new("Experiments", "/experiments", &visitor).page(&content))
}

/// Experiments as a table.
pub(super) fn table(all: &[Summary]) -> Markup {
    html! {
        div.wide { table {
            thead { tr {
                th scope="col" { "Experiment" } th scope="col" { "Datasets" } th scope="col" { "Systems" }
                th.n scope="col" { "Questions put" } th.n scope="col" { "Best score" } th scope="col" { "State" } th scope="col" { "Begun" }
            } }
            tbody { @for one in all { tr {
                th.name scope="row" {
                    a href={ "/experiments/" (one.id) } {
                        @match &one.name { Some(name) => bdi { (shown(name, 80)) }, None => { (one.id) } }
                    }
                    @if one.name.is_some() { small { (one.id) } }
                }
                td data-label="Datasets" { bdi { (shown(&one.datasets.join(", "), 80)) } }
                td data-label="Systems" { bdi { (shown(&one.systems.join(", "), 80)) } }
                td.n data-label="Questions put" { (lydite_lab::export::html::grouped(one.questions)) }
                td.n data-label="Best score" {
                    @if let Some(best) = &one.best { span { b { (score(Some(best.score))) } " " bdi { (name(&best.system)) } } } @else { "–" }
                }
                td data-label="State" { span class={ "state " (one.state) } { @if one.published.is_some() { "published" } @else { (one.state) } } }
                td data-label="Begun" { (when(&one.created)) }
            } } }
        } }
    }
}
