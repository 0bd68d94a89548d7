//! SPARQL over all published experiments: the protocol for programs, a form for people.

use axum::Extension;
use axum::body::Bytes;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use lydite_graph::Value;
use lydite_lab::export::html::shown;
use maud::{Markup, html};

use super::graphs::results;
use super::new::Fields;
use crate::access::Visitor;
use crate::app::App;
use crate::error::Fault;
use crate::graphs::{Ran, TABLES, TRIPLES, run, written};
use crate::layout::{Frame, counted, encoded};
use crate::media::preferred;

/// So many rows are shown on a page.
const SHOWN: usize = 500;
/// So many rows are given to programs.
const GIVEN: usize = 100_000;

const EXAMPLES: [(&str, &str); 3] = [
    (
        "The F1 of every system in every published experiment",
        "PREFIX qb: <http://purl.org/linked-data/cube#>\nPREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>\n\
         SELECT DISTINCT ?property WHERE { ?observation a qb:Observation ; ?property ?value } ORDER BY ?property",
    ),
    (
        "What there is, by class",
        "SELECT ?class (COUNT(*) AS ?things) WHERE { ?thing a ?class } GROUP BY ?class ORDER BY DESC(?things)",
    ),
    (
        "Who ran what, and when",
        "PREFIX prov: <http://www.w3.org/ns/prov#>\nSELECT ?run ?begun ?ended WHERE { ?run a prov:Activity OPTIONAL { ?run prov:startedAtTime ?begun } OPTIONAL { ?run prov:endedAtTime ?ended } }",
    ),
];

pub(super) async fn get(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    let fields = Fields::read(query.unwrap_or_default().as_bytes())?;
    let wants_page =
        preferred(&headers, &["application/sparql-results+json", "text/html"]) == Some("text/html");
    if wants_page {
        let page = app
            .work(move |app| page(app, &visitor, fields.one("query")))
            .await?;
        return Ok(([(header::VARY, "Accept")], page).into_response());
    }
    answer(&app, &fields, &headers).await
}

pub(super) async fn post(
    State(app): State<App>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Fault> {
    let media = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    let media = media
        .and_then(|media| media.split(';').next())
        .unwrap_or_default()
        .trim();
    let fields = match media {
        "application/x-www-form-urlencoded" => Fields::read(&body)?,
        "application/sparql-query" => {
            let text = String::from_utf8(body.to_vec());
            let text =
                text.map_err(|_| Fault::new(StatusCode::BAD_REQUEST, "the query is not UTF-8"))?;
            Fields::read(query.unwrap_or_default().as_bytes())?.with("query", text)
        }
        _ => {
            let fault = Fault::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "this is no query");
            return Err(
                fault.hint("Send application/x-www-form-urlencoded or application/sparql-query.")
            );
        }
    };
    answer(&app, &fields, &headers).await
}

/// Answers as the SPARQL 1.1 Protocol has it.
async fn answer(app: &App, fields: &Fields, headers: &HeaderMap) -> Result<Response, Fault> {
    let refuse = |message: &str| Err(Fault::new(StatusCode::BAD_REQUEST, message));
    if fields.one("update").is_some() {
        return refuse("nothing can be changed here");
    }
    if ["default-graph-uri", "named-graph-uri"]
        .iter()
        .any(|name| fields.one(name).is_some())
    {
        return refuse("there is one graph here, which has no name");
    }
    let mut queries = fields.all("query");
    let (Some(query), None) = (queries.next().map(str::to_owned), queries.next()) else {
        return refuse("there must be one query");
    };
    let ran = app
        .work(move |app| {
            let graph = app.graphs.published(app)?;
            run(&*graph, &query, GIVEN)
        })
        .await?;
    let offered = match ran.value {
        Value::Triples(_) => TRIPLES,
        _ => TABLES,
    };
    let Some(media) = preferred(headers, &offered) else {
        return Err(Fault::new(
            StatusCode::NOT_ACCEPTABLE,
            format!("this is written as {}", offered.join(", ")),
        ));
    };
    let bytes = written(&ran.value, media)?;
    Ok((
        [(header::CONTENT_TYPE, media), (header::VARY, "Accept")],
        bytes,
    )
        .into_response())
}

fn page(app: &App, visitor: &Visitor, query: Option<&str>) -> Result<Markup, Fault> {
    let graph = app.graphs.published(app)?;
    // What is wrong with a query is said beside it.
    let ran: Option<Result<Ran, Fault>> = query.map(|text| run(&*graph, text, SHOWN));
    let content = html! {
        h1 { "SPARQL" }
        p.lead { "All published experiments as one graph of " (counted(graph.len(), "triple")) ": scores, questions, systems and how they came about." }
        (form("/sparql", query.unwrap_or(EXAMPLES[1].1)))
        @match &ran {
            Some(Ok(ran)) => (results(ran, None)),
            Some(Err(fault)) => p.failure role="alert" { (shown(&fault.message, 1_000)) },
            None => {}
        }
        h2 { "Examples" }
        ul { @for (title, text) in EXAMPLES { li { a href={ "/sparql?query=" (encoded(text)) } { (title) } } } }
        p.note { "Programs use the SPARQL 1.1 Protocol at this address: results in JSON, XML, CSV and TSV, triples in Turtle, N-Triples, JSON-LD and RDF/XML. Queries may take 20 seconds." }
    };
    Ok(Frame::new("SPARQL", "/sparql", visitor).page(&content))
}

/// A form for a query.
pub(super) fn form(action: &str, query: &str) -> Markup {
    html! {
        form method="get" action=(action) {
            label.field { span { "Query" } textarea name="query" rows="8" spellcheck="false" required { (query) } }
            button { "Run" }
        }
    }
}
