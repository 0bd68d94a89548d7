//! The knowledge graphs that are loaded.

use axum::Extension;
use axum::extract::State;
use lydite_lab::export::html::shown;
use maud::{Markup, html};

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
        let names = naming::graphs(&app.lab);
        let content = html! {
            h1 { "Graphs" }
            p.lead { (counted(names.len() as u64, "graph")) " can be asked; " code { "lydite kg load FILE --name NAME" } " loads more, and SPARQL endpoints are named by their address." }
            ul { @for name in &names { li { bdi { (shown(name, 80)) } " · " a href={ "/ask?kg=" (encoded(name)) } { "ask it a question" } } } }
        };
        Ok(Frame::new("Graphs", "/graphs", &visitor).page(&content))
    })
    .await
}
