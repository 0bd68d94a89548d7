//! The start: what this is, three doors, the last experiments, and a place to drop a file.

use axum::Extension;
use axum::extract::State;
use lydite_lab::store::Summary;
use maud::{Markup, html};

use super::experiments;
use crate::access::{Role, Visitor};
use crate::app::App;
use crate::error::Fault;
use crate::layout::Frame;

pub(super) async fn page(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Markup, Fault> {
    let all = experiments::visible(&app, &visitor).await?;
    Ok(Frame::new("Lydite", "/", &visitor).page(&content(&visitor, &all)))
}

fn content(visitor: &Visitor, all: &[Summary]) -> Markup {
    html! {
        h1 { "Question answering over knowledge graphs, measured" }
        p.lead {
            "Ask systems the questions of a benchmark, see how well they answer and how sure that is, and look \
             into every single answer. Every view has an address that you can share."
        }
        div.doors {
            a.door href="/score" { b { "Score a file" } span { "Answers that are in a file already, judged against a benchmark." } }
            a.door href="/new" { b { "Run an experiment" } span { "Systems × datasets × languages, live, stored, compared." } }
            a.door href="/ask" { b { "Ask a question" } span { "Our own pipelines answer, and show every step." } }
        }
        @if visitor.may(Role::Runner) {
            form.drop data-drop method="post" action="/upload" enctype="multipart/form-data" {
                label { b { "Drop a file anywhere" } " or choose one: " input type="file" name="file" required; }
                button.plain { "Check it" }
                span.muted { "a benchmark, answers of a system, or RDF; it is recognised and checked at once" }
            }
        }
        @if all.is_empty() {
            h2 { "Nothing has been run yet" }
            p { "The demo puts 151 questions about countries, cities, people and works to three made-up systems \
                 and two pipelines of our own. It takes a few seconds and asks nothing of the network." }
            @if visitor.may(Role::Runner) {
                form method="post" action="/demo" { button { "Run the demo experiment" } }
            }
        } @else {
            h2 { "Last experiments" }
            (experiments::table(&all[..all.len().min(8)]))
            p { a href="/experiments" { "All experiments" } }
            @if visitor.may(Role::Runner) {
                form method="post" action="/demo" { button.plain { "Run the demo experiment" } }
            }
        }
    }
}
