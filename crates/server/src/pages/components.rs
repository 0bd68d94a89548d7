//! Components: what each does, what it needs and costs, and how well it does on a dataset.

use std::path::PathBuf;

use axum::Extension;
use axum::extract::{Path, RawForm, State};
use axum::response::Redirect;
use lydite_lab::components::{
    ComponentReport, ComponentRun, Cost, Need, PublishedComponent, Sources,
};
use lydite_lab::demo;
use lydite_lab::export::html::{duration, score, shown};
use lydite_model::Language;
use maud::{Markup, html};

use super::new::Fields;
use crate::access::{Role, Visitor};
use crate::app::App;
use crate::error::Fault;
use crate::layout::{Frame, encoded};
use crate::naming;

/// So many questions are enough to see how a component does.
const QUESTIONS: usize = 500;

pub(super) async fn list(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Markup, Fault> {
    app.work(move |app| {
        let all = app.lab.component_list();
        let published = app.lab.published_components()?;
        let measured = app.lab.component_scores()?;
        let mut task = None;
        let content = html! {
            h1 { "Components" }
            p.lead { "Each does one task on the way from a question to its answer, and can be judged by itself. F1 is that of the last time it was measured." }
            div.wide { table {
                thead { tr { th scope="col" { "Component" } th scope="col" { "What it does" } th scope="col" { "Needs" } th.n scope="col" { "Cost" } th scope="col" { "F1" } } }
                tbody { @for one in &all {
                    @if task.replace(one.task) != Some(one.task) { tr.heading { th colspan="5" scope="colgroup" { (one.task.in_words()) } } }
                    tr {
                        th.name scope="row" { a href={ "/components/" (encoded(&one.name)) } { (one.name) } }
                        td data-label="What it does" { (shown(&one.about, 300)) }
                        td data-label="Needs" { (one.needs.iter().copied().map(Need::as_str).collect::<Vec<_>>().join(", ")) }
                        td.n data-label="Cost" { (Cost::as_str(one.cost)) }
                        td.tight data-label="F1" { @for score_of in measured.iter().filter(|own| own.score.component == one.name) {
                            div { (score(Some(score_of.score.f1))) " " span.muted { bdi { (shown(&score_of.dataset, 40)) } } }
                        } }
                    }
                } }
            } }
            (others(&published))
        };
        Ok(Frame::new("Components", "/components", &visitor).page(&content))
    })
    .await
}

/// The published components, with what stands for them.
fn others(published: &[PublishedComponent]) -> Markup {
    html! {
        h2 { "Published components" }
        p { "The 29 components of Frankenstein (WWW 2018), most of them web services, and what became of them." }
        div.wide { table {
            thead { tr { th scope="col" { "Component" } th scope="col" { "Task" } th scope="col" { "State" } th scope="col" { "In its place" } } }
            tbody { @for one in published { tr {
                th.name scope="row" { (one.name) }
                td data-label="Task" { (one.task.in_words()) }
                td data-label="State" { (one.state.as_str()) @if one.kept > 0 { span.muted { " · " (one.kept) " replies kept" } } }
                td data-label="In its place" {
                    @for (at, name) in one.counterparts.iter().enumerate() {
                        @if at > 0 { ", " }
                        a href={ "/components/" (encoded(name)) } { (name) }
                    }
                    @if one.counterparts.is_empty() { "–" }
                }
            } } }
        } }
    }
}

pub(super) async fn page(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(name): Path<String>,
) -> Result<Markup, Fault> {
    app.work(move |app| {
        let about = app.lab.component(&name).map_err(|error| Fault::not_found(error.to_string()))?;
        let measured = app.lab.component_scores()?;
        let own: Vec<_> = measured.iter().filter(|one| one.score.component == about.name).collect();
        let (datasets, graphs) = (naming::datasets(&app.lab), naming::graphs(&app.lab));
        let needs: Vec<&str> = about.needs.iter().copied().map(Need::as_str).collect();
        let content = html! {
            p.kicker { a href="/components" { "Components" } " / " (about.name) }
            h1 { (about.name) }
            p.lead { (shown(&about.about, 600)) }
            dl.record {
                dt { "Task" } dd { (about.task.in_words()) }
                dt { "Needs" } dd { @if needs.is_empty() { "nothing" } @else { (needs.join(", ")) } }
                dt { "Cost" } dd { (Cost::as_str(about.cost)) " per question" }
                @if !about.counterpart_of.is_empty() { dt { "Stands for" } dd { (about.counterpart_of.join(", ")) } }
                @if !about.reference.is_empty() { dt { "Reference" } dd { (shown(&about.reference, 400)) } }
            }
            h2 { "Scores" }
            @if own.is_empty() { p { "It was not measured here yet." } } @else {
                div.wide { table {
                    thead { tr { th scope="col" { "Dataset" } th scope="col" { "Graph" } th.n scope="col" { "F1" } th.n scope="col" { "Precision" } th.n scope="col" { "Recall" } th.n scope="col" { "At least half" } th.n scope="col" { "Questions" } th.n scope="col" { "Errors" } th.n scope="col" { "Mean time" } } }
                    tbody { @for one in own { tr {
                        th.name scope="row" { bdi { (shown(&one.dataset, 80)) } }
                        td data-label="Graph" { bdi { (shown(&one.graph, 80)) } }
                        td.n.score data-label="F1" { (score(Some(one.score.f1))) }
                        td.n data-label="Precision" { (score(Some(one.score.precision))) }
                        td.n data-label="Recall" { (score(Some(one.score.recall))) }
                        td.n data-label="At least half" { (score(Some(one.score.at_least_half))) }
                        td.n data-label="Questions" { (one.score.questions) }
                        td.n data-label="Errors" { (one.score.errors) }
                        td.n data-label="Mean time" { (duration(one.score.mean_millis)) }
                    } } }
                } }
            }
            @if visitor.may(Role::Runner) {
                form.filters method="post" action={ "/components/" (encoded(&about.name)) } {
                    label { "Dataset " select name="dataset" { @for name in &datasets { option value=(name) selected[name == demo::GRAPH] { (name) } } } }
                    label { "Graph " select name="kg" { @for name in &graphs { option value=(name) selected[name == demo::GRAPH] { (name) } } } }
                    button { "Measure" }
                    span.muted { "at most " (QUESTIONS) " questions" }
                }
            }
        };
        Ok(Frame::new(&about.name, "/components", &visitor).page(&content))
    })
    .await
}

pub(super) async fn measure(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(name): Path<String>,
    RawForm(bytes): RawForm,
) -> Result<Redirect, Fault> {
    app.allow(&visitor, Role::Runner)?;
    let fields = Fields::read(&bytes)?;
    let name = app
        .work(move |app| {
            let dataset = fields.one("dataset").unwrap_or(demo::GRAPH).to_owned();
            let graph = fields.one("kg").unwrap_or(demo::GRAPH).to_owned();
            measured(app, &name, &dataset, &graph)?;
            Ok(name)
        })
        .await?;
    Ok(Redirect::to(&format!("/components/{}", encoded(&name))))
}

/// Measures a component, and keeps what came of it.
pub(crate) fn measured(
    app: &App,
    name: &str,
    dataset: &str,
    graph: &str,
) -> Result<ComponentReport, Fault> {
    let about = app
        .lab
        .component(name)
        .map_err(|error| Fault::not_found(error.to_string()))?;
    let dataset = naming::dataset(&app.lab, dataset)?;
    if !naming::graphs(&app.lab).iter().any(|own| own == graph) {
        return Err(Fault::wrong(
            "components work on a graph that is loaded here",
        ));
    }
    let report = app.lab.run_components(&ComponentRun {
        components: vec![about.name],
        dataset: PathBuf::from(&dataset),
        language: Language::new("en"),
        sources: Sources {
            kg: graph.to_owned(),
            ..Sources::default()
        },
        before: None,
        limit: Some(QUESTIONS),
    })?;
    app.lab.keep_component_scores(&dataset, graph, &report)?;
    Ok(report)
}
