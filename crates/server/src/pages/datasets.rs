//! The benchmarks: those that are here, and the catalogue of those that are published.

use std::path::Path as FilePath;

use axum::Extension;
use axum::extract::{Path, State};
use lydite_lab::catalogue::{Catalogue, Kind};
use lydite_lab::export::html::{grouped, shown};
use maud::{Markup, html};

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
        let findings = app.lab.check(FilePath::new(&name), 5, None)?;
        let content = html! {
            h1 { bdi { (shown(&name, 100)) } }
            p.lead { (counted(findings.questions, "question")) ", read as " (findings.format) "; " (counted(findings.errors, "error")) ", " (counted(findings.warnings, "warning")) "." }
            div.actions { a.button href={ "/new?dataset=" (encoded(&name)) } { "Run systems on it" } }
            (diagnostics(&findings.diagnostics))
        };
        Ok(Frame::new(&name, "/datasets", &visitor).page(&content))
    })
    .await
}
