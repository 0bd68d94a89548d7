//! The benchmarks: those that are here, and the catalogue of those that are published.

use std::path::Path as FilePath;
use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, State};
use axum::response::Response;
use lydite_lab::catalogue::{Catalogue, Kind};
use lydite_lab::charts::profiles_chart;
use lydite_lab::export::html::{grouped, score, shown};
use lydite_lab::{Findings, Profiled};
use maud::{Markup, html};

use super::picture::picture;
use super::upload::diagnostics;
use crate::access::Visitor;
use crate::app::App;
use crate::error::Fault;
use crate::layout::{Frame, counted, encoded};
use crate::naming;

pub(super) async fn list(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Markup, Fault> {
    app.work(move |app| {
        let here = naming::datasets(&app.lab);
        let known = Catalogue::builtin().entries().iter().filter(|entry| entry.kind == Kind::Benchmark);
        let content = html! {
            h1 { "Datasets" }
            p.lead { (counted(here.len() as u64, "benchmark")) " here; the catalogue knows more, which " code { "lydite dataset fetch NAME" } " gets." }
            ul { @for name in &here { li { a href={ "/datasets/" (encoded(name)) } { bdi { (shown(name, 80)) } } } } }
            h2 { "Catalogue" }
            div.wide { table {
                thead { tr { th scope="col" { "Name" } th scope="col" { "Benchmark" } th scope="col" { "Knowledge base" } th scope="col" { "Languages" } th.n scope="col" { "Questions" } } }
                tbody { @for entry in known { tr {
                    th.name scope="row" { (entry.name) }
                    td data-label="Benchmark" { (entry.benchmark) " " (entry.split) }
                    td data-label="Knowledge base" { (entry.knowledge_base) }
                    td data-label="Languages" { (entry.languages.join(" ")) }
                    td.n data-label="Questions" { (entry.questions.map_or("–".to_owned(), |count| grouped(count.into()))) }
                } } }
            } }
        };
        Ok(Frame::new("Datasets", "/datasets", &visitor).page(&content))
    })
    .await
}

pub(super) async fn page(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(name): Path<String>,
) -> Result<Markup, Fault> {
    app.work(move |app| {
        let name = naming::dataset(&app.lab, &name).map_err(|fault| Fault::not_found(fault.message))?;
        let seen = seen(app, &name)?;
        let findings = &seen.findings;
        let content = html! {
            p.kicker { a href="/datasets" { "Datasets" } " / " bdi { (shown(&name, 80)) } }
            h1 { bdi { (shown(&name, 100)) } }
            p.lead { (counted(findings.questions, "question")) ", read as " (findings.format) "; " (counted(findings.errors, "error")) ", " (counted(findings.warnings, "warning")) "." }
            div.actions {
                a.button href={ "/new?dataset=" (encoded(&name)) } { "Run systems on it" }
                a.button.plain href={ "/score?gold=" (encoded(&name)) } { "Score answers" }
                a.button.plain href={ "/sample?from=" (encoded(&name)) } { "Micro-benchmark" }
            }
            (profile(&seen.profiled))
            figure { img src={ "/datasets/" (encoded(&name)) "/profile.svg" } width="720" height="320" alt="Stacked bars: the questions by answer type, and their queries by form"; }
            (diagnostics(&findings.diagnostics))
        };
        Ok(Frame::new(&name, "/datasets", &visitor).page(&content))
    })
    .await
}

/// A dataset with what is known of it.
pub(crate) struct Seen {
    pub(crate) profiled: Profiled,
    pub(crate) findings: Findings,
}

/// What is known of a dataset.
pub(crate) fn seen(app: &App, name: &str) -> Result<Arc<Seen>, Fault> {
    // A file that is fetched again, or another of the same name, is another dataset.
    let path = app.lab.resolve(FilePath::new(name)).ok();
    let facts = path.and_then(|path| path.metadata().ok());
    let facts = facts.map(|facts| (facts.len(), facts.modified().ok()));
    app.datasets.get(&format!("{name} {facts:?}"), || {
        let path = FilePath::new(name);
        Ok(Seen {
            profiled: app.lab.profile(path)?,
            findings: app.lab.check(path, 5, None)?,
        })
    })
}

fn profile(profiled: &Profiled) -> Markup {
    let profile = &profiled.profile;
    let listed = |counts: Vec<(String, u64)>| {
        let texts: Vec<String> = counts
            .iter()
            .map(|(name, count)| format!("{} {}", shown(name, 40), grouped(*count)))
            .collect();
        if texts.is_empty() {
            "–".to_owned()
        } else {
            texts.join(", ")
        }
    };
    let languages = profile
        .languages
        .iter()
        .map(|(name, own)| (name.clone(), own.questions));
    let types = profile.answer_types.iter().map(|(name, count)| {
        (
            if name == "-" {
                "not stated".to_owned()
            } else {
                name.clone()
            },
            *count,
        )
    });
    let forms = profile
        .sparql_forms
        .iter()
        .map(|(name, count)| ((*name).to_owned(), *count));
    let answers = &profile.answers;
    html! {
        dl.record {
            @if let Some(dataset) = &profiled.dataset { dt { "Calls itself" } dd { bdi { (shown(dataset, 120)) } } }
            @if let Some(base) = &profiled.knowledge_base { dt { "Knowledge base" } dd { bdi { (shown(base, 120)) } } }
            @if let Some(entry) = &profiled.catalogue_name { dt { "Catalogue" } dd { (entry) } }
            dt { "Languages" } dd { (listed(languages.collect())) }
            dt { "Answer types" } dd { (listed(types.collect())) }
            dt { "Queries" } dd { (listed(forms.collect())) @if profile.without_query > 0 { "; " (counted(profile.without_query, "question")) " without one" } }
            dt { "Answers" } dd { (counted(answers.present, "question")) " with answers, " (grouped(answers.empty)) " with the empty set" }
            @if let Some(digest) = &profiled.sha256 { dt { "SHA-256" } dd.digest { code { (digest) } } }
        }
        @if !profiled.baselines.is_empty() {
            h2 { "What the two simplest systems score" }
            p.note { "The gold answers themselves, and answering nothing. Whoever scores no more than the second has done nothing." }
            div.wide { table {
                thead { tr { th scope="col" { "Rules" } th.n scope="col" { "Gold itself" } th.n scope="col" { "Nothing" } } }
                tbody { @for one in &profiled.baselines { tr {
                    th scope="row" { a href={ "/rules#" (one.rules) } { (one.rules) } }
                    td.n data-label="Gold itself" { (score(one.gold)) }
                    td.n data-label="Nothing" { (score(one.nothing)) }
                } } }
            } }
        }
    }
}

/// The dataset as a picture.
pub(super) async fn chart(
    State(app): State<App>,
    Path(name): Path<String>,
) -> Result<Response, Fault> {
    app.work(move |app| {
        let name =
            naming::dataset(&app.lab, &name).map_err(|fault| Fault::not_found(fault.message))?;
        let seen = seen(app, &name)?;
        Ok(picture(&profiles_chart(std::slice::from_ref(
            &seen.profiled,
        ))))
    })
    .await
}
