//! Knowledge graphs: what is in them, their resources, and queries.

use axum::Extension;
use axum::extract::{Path, Query, State};
use lydite_graph::oxrdf::{NamedNode, NamedOrBlankNode, Term};
use lydite_graph::{Limits, Pattern, Profile, Value};
use lydite_lab::export::html::{answer, duration, grouped, shown};
use maud::{Markup, html};
use serde::Deserialize;

use crate::access::Visitor;
use crate::app::App;
use crate::bridges;
use crate::error::Fault;
use crate::graphs::{Ran, TIME, run};
use crate::layout::{Frame, counted, encoded};
use crate::naming;

/// So many rows, hits and triples are shown.
const SHOWN: usize = 500;
/// So many classes and properties.
const MOST: usize = 25;

pub(super) async fn list(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Markup, Fault> {
    app.work(move |app| {
        let names = naming::graphs(&app.lab);
        let content = html! {
            h1 { "Graphs" }
            p.lead { (counted(names.len() as u64, "graph")) " can be asked; " code { "lydite kg load FILE --name NAME" } " loads more, and SPARQL endpoints are named by their address." }
            div.wide { table {
                thead { tr { th scope="col" { "Graph" } th.n scope="col" { "Triples" } th scope="col" { "Ways in" } } }
                tbody { @for name in &names { tr {
                    th.name scope="row" { a href={ "/graphs/" (encoded(name)) } { bdi { (shown(name, 80)) } } }
                    td.n data-label="Triples" { @match app.graphs.named(app, &visitor, name).ok().and_then(|graph| graph.embedded().map(lydite_graph::Embedded::len)) { Some(count) => { (grouped(count)) } None => { "–" } } }
                    td data-label="Ways in" { a href={ "/ask?kg=" (encoded(name)) } { "ask it a question" } " · " a href={ "/graphs/" (encoded(name)) "/query" } { "SPARQL" } }
                } } }
            } }
        };
        Ok(Frame::new("Graphs", "/graphs", &visitor).page(&content))
    })
    .await
}

#[derive(Deserialize)]
pub(super) struct Searched {
    #[serde(default)]
    q: String,
}

pub(super) async fn page(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(name): Path<String>,
    Query(searched): Query<Searched>,
) -> Result<Markup, Fault> {
    app.work(move |app| {
        let graph = app.graphs.named(app, &visitor, &name)?;
        let profile = match graph.embedded() {
            Some(embedded) => Some((embedded.len(), embedded.profile().map_err(lydite_lab::Error::from)?)),
            None => None,
        };
        let text = searched.q.trim();
        let hits = match text {
            "" => Vec::new(),
            text => graph.search(&shown(text, 200), None, 50).map_err(lydite_lab::Error::from)?,
        };
        let content = html! {
            p.kicker { a href="/graphs" { "Graphs" } " / " bdi { (shown(&name, 80)) } }
            h1 { bdi { (shown(&name, 80)) } }
            @match &profile {
                Some((triples, profile)) => p.lead {
                    (counted(*triples, "triple")) " about " (counted(profile.subjects, "resource")) ", "
                    (grouped(profile.named)) " of them with a name; " (counted(profile.class_count, "class")) ", " (counted(profile.property_count, "property")) "."
                },
                None => p.lead { "A SPARQL endpoint." },
            }
            form.ask method="get" role="search" {
                label.sr for="q" { "Find resources" }
                input #q type="search" name="q" value=(searched.q) placeholder="Berlin" maxlength="200";
                button { "Find" }
            }
            @if !text.is_empty() {
                @if hits.is_empty() { p { "Nothing is called like that." } }
                ul.plain { @for hit in &hits { li {
                    a href=(resource_address(&name, hit.iri.as_str())) { bdi { (shown(&hit.text, 120)) } } " " code.muted { (answer(hit.iri.as_str())) }
                } } }
            }
            div.actions {
                a.button href={ "/ask?kg=" (encoded(&name)) } { "Ask it a question" }
                a.button.plain href={ "/graphs/" (encoded(&name)) "/query" } { "Run a query" }
            }
            @if let Some((_, profile)) = &profile {
                (vocabulary(&name, profile))
                (offered(&bridges::address(app, &name)))
            }
        };
        Ok(Frame::new(&name, "/graphs", &visitor).page(&content))
    })
    .await
}

/// Under which addresses other programs ask a graph, by what they speak.
fn offered(base: &str) -> Markup {
    let protocols = [
        ("Agents (MCP)", "/mcp"),
        ("TEXT2SPARQL", "/text2sparql"),
        ("GERBIL, as a web service", "/gerbil-qa"),
        ("DBpedia Spotlight", "/annotate"),
        ("OKBQA modules", "/okbqa/tgm"),
        ("Qanary pipeline", ""),
    ];
    html! {
        h2 #programs { "For other programs" }
        p { "Programs that speak one of these protocols can ask this graph." }
        div.wide { table {
            thead { tr { th scope="col" { "Protocol" } th scope="col" { "Address" } } }
            tbody { @for (name, path) in protocols { tr {
                th.name scope="row" { (name) }
                td data-label="Address" {
                    code { (base) (path) }
                    " " button.plain type="button" hidden data-copy={ (base) (path) } { "copy" }
                }
            } } }
        } }
    }
}

fn vocabulary(name: &str, profile: &Profile) -> Markup {
    let link =
        |iri: &str| html! { a href=(resource_address(name, iri)) { code { (answer(iri)) } } };
    html! {
        h2 { "Classes" }
        div.wide { table {
            thead { tr { th scope="col" { "Class" } th.n scope="col" { "Members" } th scope="col" { "One of them" } } }
            tbody { @for class in profile.classes.iter().take(MOST) { tr {
                th.name scope="row" { (link(&class.iri)) }
                td.n data-label="Members" { (grouped(class.members)) }
                td data-label="One of them" { (link(&class.example)) }
            } } }
        } }
        h2 { "Properties" }
        div.wide { table {
            thead { tr { th scope="col" { "Property" } th.n scope="col" { "Triples" } th.n scope="col" { "Values" } th scope="col" { "From" } th scope="col" { "To" } } }
            tbody { @for property in profile.properties.iter().take(MOST) { tr {
                th.name scope="row" { (link(&property.iri)) }
                td.n data-label="Triples" { (grouped(property.triples)) }
                td.n data-label="Values" { (grouped(property.values)) }
                td data-label="From" { @if let Some(first) = property.domains.first() { code { (answer(&first.name)) } } @else { "–" } }
                td data-label="To" { @if let Some(first) = property.ranges.first() { code { (answer(&first.name)) } } @else { "–" } }
            } } }
        } }
        @if !profile.languages.is_empty() {
            h2 { "Names by language" }
            p { @for (at, usage) in profile.languages.iter().take(20).enumerate() {
                @if at > 0 { ", " }
                @if usage.name.is_empty() { "none" } @else { (shown(&usage.name, 20)) } " " (grouped(usage.count))
            } }
        }
    }
}

fn resource_address(graph: &str, iri: &str) -> String {
    format!("/graphs/{}/resource?iri={}", encoded(graph), encoded(iri))
}

#[derive(Deserialize)]
pub(super) struct Meant {
    iri: String,
}

pub(super) async fn resource(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(name): Path<String>,
    Query(meant): Query<Meant>,
) -> Result<Markup, Fault> {
    app.work(move |app| {
        let node = NamedNode::new(meant.iri.trim()).map_err(|_| Fault::wrong("this is no IRI"))?;
        let graph = app.graphs.named(app, &visitor, &name)?;
        let limits = Limits::default().with_time(TIME).with_rows(SHOWN);
        let triples = |pattern: &Pattern| graph.triples(pattern, &limits).map_err(lydite_lab::Error::from);
        let says = triples(&Pattern { subject: Some(node.clone().into()), ..Pattern::default() })?;
        let said = triples(&Pattern { object: Some(Term::NamedNode(node.clone())), ..Pattern::default() })?;
        if says.is_empty() && said.is_empty() {
            return Err(Fault::not_found(format!("{} is not in this graph", node.as_str())));
        }
        let labels = graph.labels(node.as_str(), None).map_err(lydite_lab::Error::from)?;
        let title = labels.first().cloned().unwrap_or_else(|| answer(node.as_str()));
        let content = html! {
            p.kicker { a href="/graphs" { "Graphs" } " / " a href={ "/graphs/" (encoded(&name)) } { bdi { (shown(&name, 80)) } } }
            h1 { bdi { (shown(&title, 200)) } }
            p { code { (shown(node.as_str(), 400)) } " " button.plain type="button" hidden data-copy=(node.as_str()) { "copy" } }
            @if !says.is_empty() {
                h2 { "What is said of it" }
                div.wide { table {
                    thead { tr { th scope="col" { "Property" } th scope="col" { "Value" } } }
                    tbody { @for triple in &says { tr {
                        th.name scope="row" { a href=(resource_address(&name, triple.predicate.as_str())) { code { (answer(triple.predicate.as_str())) } } }
                        td data-label="Value" { (cell(&triple.object, Some(&name))) }
                    } } }
                } }
            }
            @if !said.is_empty() {
                h2 { "Where it is the value" }
                div.wide { table {
                    thead { tr { th scope="col" { "Of" } th scope="col" { "Property" } } }
                    tbody { @for triple in &said { tr {
                        th.name scope="row" { @match &triple.subject {
                            NamedOrBlankNode::NamedNode(subject) => a href=(resource_address(&name, subject.as_str())) { (answer(subject.as_str())) },
                            NamedOrBlankNode::BlankNode(subject) => { "_:" (subject.as_str()) }
                        } }
                        td data-label="Property" { code { (answer(triple.predicate.as_str())) } }
                    } } }
                } }
            }
            @if says.len() == SHOWN || said.len() == SHOWN { p.note { "Only the first " (SHOWN) " are shown." } }
        };
        Ok(Frame::new(&title, "/graphs", &visitor).page(&content))
    })
    .await
}

#[derive(Deserialize)]
pub(super) struct Queried {
    #[serde(default)]
    query: String,
}

pub(super) async fn query(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(name): Path<String>,
    Query(queried): Query<Queried>,
) -> Result<Markup, Fault> {
    app.work(move |app| {
        let graph = app.graphs.named(app, &visitor, &name)?;
        let ran = match queried.query.trim() {
            "" => None,
            text => Some(run(&*graph, text, SHOWN)),
        };
        let usual = "SELECT ?thing ?label WHERE {\n  ?thing <http://www.w3.org/2000/01/rdf-schema#label> ?label\n} LIMIT 20";
        let given = if queried.query.trim().is_empty() { usual } else { &queried.query };
        let content = html! {
            p.kicker { a href="/graphs" { "Graphs" } " / " a href={ "/graphs/" (encoded(&name)) } { bdi { (shown(&name, 80)) } } }
            h1 { "SPARQL on " bdi { (shown(&name, 80)) } }
            (super::sparql::form(&format!("/graphs/{}/query", encoded(&name)), given))
            @match &ran {
                Some(Ok(ran)) => (results(ran, Some(&name))),
                Some(Err(fault)) => p.failure role="alert" { (shown(&fault.message, 1_000)) },
                None => {}
            }
        };
        Ok(Frame::new("SPARQL", "/graphs", &visitor).page(&content))
    })
    .await
}

/// What a query gave; IRIs lead to their pages, if the graph has a name.
pub(super) fn results(ran: &Ran, graph: Option<&str>) -> Markup {
    let count = match &ran.value {
        Value::Rows(rows) => counted(rows.rows.len() as u64, "row"),
        Value::Triples(triples) => counted(triples.len() as u64, "triple"),
        Value::Boolean(_) => "an answer".to_owned(),
    };
    html! {
        section #results {
            h2 { "Results" }
            p.muted { (count) " in " (duration(ran.millis)) }
            @for note in &ran.notes { p.note { (shown(note, 300)) } }
            @match &ran.value {
                Value::Boolean(value) => p.lead { (if *value { "Yes." } else { "No." }) },
                Value::Rows(rows) => div.wide { table {
                    thead { tr { @for name in &rows.variables { th scope="col" { (shown(name, 60)) } } } }
                    tbody { @for row in &rows.rows { tr {
                        @for (name, term) in rows.variables.iter().zip(row) { td data-label=(shown(name, 60)) { @if let Some(term) = term { (cell(term, graph)) } } }
                    } } }
                } },
                Value::Triples(triples) => div.wide { table {
                    thead { tr { th scope="col" { "Subject" } th scope="col" { "Property" } th scope="col" { "Value" } } }
                    tbody { @for triple in triples { tr {
                        td data-label="Subject" { (cell(&Term::from(triple.subject.clone()), graph)) }
                        td data-label="Property" { code { (answer(triple.predicate.as_str())) } }
                        td data-label="Value" { (cell(&triple.object, graph)) }
                    } } }
                } },
            }
        }
    }
}

fn cell(term: &Term, graph: Option<&str>) -> Markup {
    match (term, graph) {
        (Term::NamedNode(node), Some(graph)) => html! {
            a href=(resource_address(graph, node.as_str())) { (answer(node.as_str())) }
        },
        (Term::NamedNode(node), None) => html! { code { (answer(node.as_str())) } },
        (Term::BlankNode(node), _) => html! { "_:" (shown(node.as_str(), 80)) },
        (Term::Literal(literal), _) => html! {
            bdi { (shown(literal.value(), 400)) }
            @if let Some(language) = literal.language() { " " small.muted { (language) } }
        },
    }
}
