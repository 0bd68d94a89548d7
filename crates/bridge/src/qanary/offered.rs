//! Our components as Qanary components, which register at pipelines of others.
//!
//! Each has an address of its own. A pipeline says where the graph of a question is; the component
//! reads it there, and writes what it says back into it, with nothing but `SELECT` and `INSERT DATA`,
//! which every pipeline understands.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use lydite_compose::Lang;
use lydite_compose::component::{Component, Description, Task};
use lydite_http::{Address, Client, Retries};
use lydite_model::Cancel;
use oxrdf::{NamedNode, NamedOrBlankNode, Term, Triple};
use serde_json::{Value, json};
use sparesults::{QueryResultsFormat, QueryResultsParser, SliceQueryResultsParserOutput};
use uuid::Uuid;

use super::annotations;
use super::registry::now;
use crate::{Site, SiteError, site};

/// How often a component says that it is there.
const EVERY: Duration = Duration::from_secs(10);
/// How long a pipeline may take over one request.
const PATIENCE: Duration = Duration::from_secs(30);
/// A larger graph is none of a question.
const LARGEST: u64 = 64 << 20;

/// A site with the client for pipelines of others.
struct Offer {
    site: Arc<Site>,
    client: Client,
}

type Shared = State<Arc<Offer>>;

/// `/qanary/NAME` for each of our components.
///
/// # Errors
/// The options of the network are none.
pub fn router(site: Arc<Site>) -> Result<Router, SiteError> {
    let client = client(&site)?;
    Ok(Router::new()
        .route("/qanary/{name}", get(about))
        .route("/qanary/{name}/", get(about))
        .route("/qanary/{name}/health", get(health))
        .route("/qanary/{name}/component-description", get(described))
        .route("/qanary/{name}/annotatequestion", post(annotate))
        .with_state(Arc::new(Offer { site, client })))
}

fn client(site: &Site) -> Result<Client, SiteError> {
    let client = Client::new(lydite_http::Config {
        cancel: Some(site.lab().config.cancel.clone()),
        ..site.lab().config.network.clone()
    });
    client.map_err(|error| SiteError::Network(error.to_string()))
}

/// Where our components register: a pipeline, and those that are offered to it.
#[derive(Clone, Debug)]
pub struct Registration {
    /// The pipeline.
    pub pipeline: String,
    /// The names of the components; none for all.
    pub components: Vec<String>,
    /// Where the pipeline reaches this program.
    pub base: String,
}

/// Tells a pipeline every ten seconds that our components are there, until `cancel` is raised. As
/// with the components of others nothing is taken back: pipelines see for themselves who is gone.
/// `heard` is told what came of each round that went otherwise than the one before. Blocks.
///
/// # Errors
/// A component is unknown, or the options of the network are none.
pub fn register(
    site: &Site,
    wanted: &Registration,
    cancel: &Cancel,
    heard: &dyn Fn(&str),
) -> Result<(), SiteError> {
    let registry = site.lab().components();
    let offered: Vec<Description> = if wanted.components.is_empty() {
        registry.list().map(Component::description).collect()
    } else {
        let names = wanted.components.iter().map(|name| {
            let found = registry
                .get(name)
                .map_err(lydite_compose::UnknownPipeline::from);
            Ok(found
                .map_err(lydite_compose::ComposeError::from)?
                .description())
        });
        names.collect::<Result<_, SiteError>>()?
    };
    let client = client(site)?;
    let pipeline = wanted.pipeline.trim_end_matches('/');
    let start = now();
    let mut last = String::new();
    while !cancel.is_cancelled() {
        let mut wrong = None;
        for one in &offered {
            let document = document(one, &wanted.base, &start);
            wrong = registered(&client, pipeline, &document).err().or(wrong);
        }
        let said = match wrong {
            None => format!("{} components are registered at {pipeline}", offered.len()),
            Some(reason) => format!("cannot register at {pipeline}: {reason}; trying again"),
        };
        if said != last {
            heard(&said);
            last = said;
        }
        let mut waited = Duration::ZERO;
        while waited < EVERY && !cancel.is_cancelled() {
            std::thread::sleep(Duration::from_millis(100));
            waited += Duration::from_millis(100);
        }
    }
    Ok(())
}

/// What a component says of itself.
fn document(one: &Description, base: &str, start: &str) -> Value {
    let service = format!("{}/qanary/{}", base.trim_end_matches('/'), one.name);
    json!({
        "name": one.name,
        "healthUrl": format!("{service}/health"),
        // Some pipelines add what they want without a slash of their own.
        "serviceUrl": format!("{service}/"),
        "metadata": {"start": start, "description": one.about, "written in": "Rust"},
    })
}

/// Registers one.
fn registered(client: &Client, pipeline: &str, document: &Value) -> Result<(), String> {
    let mut status = 0;
    // The second is that of old pipelines.
    for path in ["instances", "api/applications"] {
        let reply = client
            .post(&format!("{pipeline}/{path}"))
            .json(document.to_string())
            .accept("application/json")
            .within(PATIENCE)
            .retries(Retries::NONE)
            .fetch()
            .map_err(|error| error.to_string())?;
        status = reply.status;
        if (200..300).contains(&status) {
            return Ok(());
        }
        if status != 404 {
            break;
        }
    }
    Err(format!("it answered {status}"))
}

/// The description of a component, or why there is none.
fn found(offer: &Offer, name: &str) -> Result<Description, String> {
    let registry = offer.site.lab().components();
    let found = registry.get(name).map(Component::description);
    found.map_err(|error| error.to_string())
}

fn refused(status: StatusCode, reason: &str) -> Response {
    (status, Json(json!({ "message": reason }))).into_response()
}

async fn about(State(offer): Shared, Path(name): Path<String>) -> Response {
    match found(&offer, &name) {
        Ok(about) => Json(json!({
            "name": about.name, "description": about.about, "version": env!("CARGO_PKG_VERSION"),
        }))
        .into_response(),
        Err(reason) => refused(StatusCode::NOT_FOUND, &reason),
    }
}

async fn health(State(offer): Shared, Path(name): Path<String>) -> Response {
    match found(&offer, &name) {
        Ok(_) => Json(json!({"status": "UP"})).into_response(),
        Err(reason) => refused(StatusCode::NOT_FOUND, &reason),
    }
}

async fn described(State(offer): Shared, Path(name): Path<String>) -> Response {
    match found(&offer, &name) {
        Ok(about) => ([(header::CONTENT_TYPE, "text/turtle")], turtle(&about)).into_response(),
        Err(reason) => refused(StatusCode::NOT_FOUND, &reason),
    }
}

/// The description that pipelines show, in the vocabulary of Qanary's ontology.
fn turtle(about: &Description) -> String {
    let class = match about.task {
        Task::RecogniseEntities => "NER",
        Task::LinkEntities => "NED",
        Task::LinkRelations => "REL",
        Task::LinkClasses => "CLS",
        Task::PredictAnswerType => "EAT",
        Task::BuildQueries | Task::RankQueries => "QB",
    };
    let text = |text: &str| oxrdf::Literal::new_language_tagged_literal_unchecked(text, "en");
    format!(
        "@prefix qa: <https://w3id.org/wdaqua/qanary#> .\n\
         @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n\n\
         <urn:qanary:{}> a qa:QanaryComponent{class} ;\n    rdfs:label {} ;\n    rdfs:comment {} ;\n    \
         qa:hasInputAnnotations [ a qa:AnnotationQuestion ] .\n",
        about.name,
        text(&about.name),
        text(&about.about),
    )
}

/// Works on a question; the message goes back as it came.
async fn annotate(State(offer): Shared, Path(name): Path<String>, body: Bytes) -> Response {
    let Ok(message) = serde_json::from_slice::<Value>(&body) else {
        return refused(StatusCode::BAD_REQUEST, "the message is no JSON");
    };
    if let Err(reason) = found(&offer, &name) {
        return refused(StatusCode::NOT_FOUND, &reason);
    }
    let site = Arc::clone(&offer.site);
    let sent = message.clone();
    let done = site::blocking(&site, move |_| Ok(offer.work(&name, &sent))).await;
    match done {
        Ok(Ok(())) => Json(message).into_response(),
        Ok(Err(Wrong::Message(reason))) => refused(StatusCode::BAD_REQUEST, &reason),
        Ok(Err(Wrong::Work(reason))) => refused(StatusCode::INTERNAL_SERVER_ERROR, &reason),
        Err(reason) => refused(StatusCode::INTERNAL_SERVER_ERROR, &reason),
    }
}

/// Why a component did nothing.
enum Wrong {
    Message(String),
    Work(String),
}

/// A part of the message, in either of the two places where pipelines put it.
fn part<'m>(message: &'m Value, key: &str) -> Result<&'m str, Wrong> {
    let inner = message["values"][format!("urn:qanary#{key}")].as_str();
    let part = inner.or_else(|| message[key].as_str());
    part.ok_or_else(|| Wrong::Message(format!("the message has no `{key}`")))
}

impl Offer {
    fn work(&self, name: &str, message: &Value) -> Result<(), Wrong> {
        let endpoint = part(message, "endpoint")?;
        let graph = |key: &str| {
            NamedNode::new(part(message, key)?)
                .map_err(|_| Wrong::Message(format!("`{key}` is no name of a graph")))
        };
        let (read, write) = (graph("inGraph")?, graph("outGraph")?);
        let work = |reason: String| Wrong::Work(reason);
        let triples = self.triples(endpoint, &read).map_err(work)?;
        let question = question(&triples)
            .ok_or_else(|| work(format!("there is no question in {read} at {endpoint}")))?;
        let text = self.text(&question, endpoint).map_err(work)?;
        let language = annotations::language(&triples);
        let lang = language
            .as_deref()
            .and_then(Lang::parse)
            .unwrap_or(Lang::En);
        let said = |error: &dyn ToString| Wrong::Work(error.to_string());
        let composer = self.site.composer().map_err(|error| said(&error))?;
        let resources = composer.resources();
        let component = composer
            .registry()
            .get(name)
            .map_err(|error| said(&error))?;
        let mut annotated = annotations::read(&triples, &text, lang, resources);
        let added = annotations::added(component, &mut annotated, resources);
        let added = added.map_err(|error| said(&error))?;
        let mark = Uuid::new_v4().to_string();
        let written = annotations::written(&added, &annotated, &question, &now(), &mark);
        if written.is_empty() {
            return Ok(());
        }
        let lines: String = written
            .iter()
            .map(|triple| format!("{triple} .\n"))
            .collect();
        let update = format!("INSERT DATA {{ GRAPH {write} {{\n{lines}}} }}");
        let reply = self.post(endpoint, &[("update", &update)], "*/*");
        reply.map(drop).map_err(work)
    }

    fn post(&self, address: &str, form: &[(&str, &str)], accept: &str) -> Result<Vec<u8>, String> {
        let reply = self
            .client
            .post(address)
            .form(form)
            .accept(accept)
            .within(PATIENCE)
            .most_bytes(LARGEST)
            .retries(Retries::NONE)
            .fetch()
            .map_err(|error| error.to_string())?;
        if (200..300).contains(&reply.status) {
            Ok(reply.body)
        } else {
            Err(format!("{address} answered {}", reply.status))
        }
    }

    /// All that stands in a graph.
    fn triples(&self, endpoint: &str, graph: &NamedNode) -> Result<Vec<Triple>, String> {
        let query = format!("SELECT ?s ?p ?o FROM {graph} WHERE {{ ?s ?p ?o }}");
        let media = "application/sparql-results+json";
        let body = self.post(endpoint, &[("query", &query)], media)?;
        let unreadable = |_| format!("{endpoint} gives no results of a query");
        let parsed = QueryResultsParser::from_format(QueryResultsFormat::Json).for_slice(&body);
        let SliceQueryResultsParserOutput::Solutions(solutions) = parsed.map_err(unreadable)?
        else {
            return Ok(Vec::new());
        };
        let mut triples = Vec::new();
        for solution in solutions {
            let solution = solution.map_err(unreadable)?;
            let subject = match solution.get("s") {
                Some(Term::NamedNode(node)) => NamedOrBlankNode::from(node.clone()),
                Some(Term::BlankNode(node)) => NamedOrBlankNode::from(node.clone()),
                _ => continue,
            };
            if let (Some(Term::NamedNode(predicate)), Some(object)) =
                (solution.get("p"), solution.get("o"))
            {
                triples.push(Triple::new(subject, predicate.clone(), object.clone()));
            }
        }
        Ok(triples)
    }

    /// The question itself. A pipeline on another machine may call itself `localhost`.
    fn text(&self, question: &str, endpoint: &str) -> Result<String, String> {
        let host = |address: &str| {
            let parsed = Address::parse(address).ok()?;
            Some(parsed.0.host_name().to_owned())
        };
        let mut address = format!("{question}/raw");
        if let (Some("localhost"), Some(other)) = (host(question).as_deref(), host(endpoint)) {
            address = address.replacen("localhost", &other, 1);
        }
        let reply = self
            .client
            .get(&address)
            .within(PATIENCE)
            .most_bytes(1 << 20)
            .retries(Retries::NONE)
            .fetch()
            .map_err(|error| error.to_string())?;
        if reply.status == 200 {
            Ok(reply.text())
        } else {
            Err(format!("{address} answered {}", reply.status))
        }
    }
}

/// The question that a graph is about; the first, where an earlier conversation was copied into it.
fn question(triples: &[Triple]) -> Option<String> {
    let class = format!("{}Question", annotations::QA);
    triples
        .iter()
        .find_map(|triple| match (&triple.subject, &triple.object) {
            (NamedOrBlankNode::NamedNode(question), Term::NamedNode(node))
                if node.as_str() == class =>
            {
                Some(question.as_str().to_owned())
            }
            _ => None,
        })
}
