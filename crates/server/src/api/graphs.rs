//! Graphs: their profile, their resources, queries, questions.

use axum::Extension;
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use lydite_graph::oxrdf::NamedNode;
use lydite_graph::{Limits, Pattern, Value as Found};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::input::{Body, Input};
use super::operation::{Operation, Operations};
use super::{Answer, json_of, tagged};
use crate::access::{Role, Visitor};
use crate::app::App;
use crate::error::Fault;
use crate::graphs::{TABLES, TIME, TRIPLES, run, written};
use crate::media::preferred;
use crate::{naming, pages};

/// So many rows are given.
const ROWS: usize = 10_000;

pub(super) fn add(operations: Operations) -> Operations {
    let op = Operation::new;
    let mut query = op(
        "get",
        "/graphs/{name}/query",
        "The results of a SPARQL query",
    )
    .query::<Queried>();
    for media in TABLES.into_iter().chain(TRIPLES) {
        query = query.gives_as(media);
    }
    operations
        .group(
            "Graphs",
            vec![
                (
                    op("get", "/graphs", "The graphs that can be asked").gives::<Graphs>(),
                    get(list),
                ),
                (
                    op("get", "/graphs/{name}", "A graph in figures").gives::<Value>(),
                    get(one),
                ),
                (
                    op(
                        "get",
                        "/graphs/{name}/search",
                        "Resources by what they are called",
                    )
                    .query::<Searched>()
                    .gives::<Hits>(),
                    get(search),
                ),
                (
                    op(
                        "get",
                        "/graphs/{name}/resource",
                        "What is said of a resource",
                    )
                    .query::<Meant>()
                    .gives::<Said>(),
                    get(resource),
                ),
                (query, get(results)),
            ],
        )
        .group(
            "Questions",
            vec![
                (
                    op("get", "/ask", "Answer a question over a graph")
                        .query::<Question>()
                        .gives::<Value>(),
                    get(ask),
                ),
                (
                    op("post", "/try", "Put one question to a system")
                        .role("runner")
                        .takes::<Trial>()
                        .gives::<Value>(),
                    post(try_one),
                ),
            ],
        )
}

/// The graphs.
#[derive(Serialize, JsonSchema)]
struct Graphs {
    /// Their names.
    graphs: Vec<String>,
}

async fn list(State(app): State<App>, headers: HeaderMap) -> Answer {
    let graphs = app.work(|app| Ok(naming::graphs(&app.lab))).await?;
    tagged(&headers, &Graphs { graphs })
}

async fn one(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Input(Path(name)): Input<Path<String>>,
    headers: HeaderMap,
) -> Answer {
    let value = app
        .work(move |app| {
            let graph = app.graphs.named(app, &visitor, &name)?;
            let Some(embedded) = graph.embedded() else {
                return Ok(json!({ "name": name, "endpoint": true }));
            };
            let profile = embedded.profile().map_err(lydite_lab::Error::from)?;
            Ok(json!({ "name": name, "triples": embedded.len(), "digest": embedded.digest(), "profile": profile }))
        })
        .await?;
    tagged(&headers, &value)
}

/// What is looked for.
#[derive(Deserialize, JsonSchema)]
struct Searched {
    /// The text.
    #[schemars(length(min = 1, max = 200))]
    q: String,
}

/// What was found.
#[derive(Serialize, JsonSchema)]
struct Hits {
    /// The resources, those that fit best first.
    hits: Vec<Hit>,
}

/// A resource that was found.
#[derive(Serialize, JsonSchema)]
struct Hit {
    /// The resource.
    iri: String,
    /// What it is called.
    text: String,
    /// How well that fits: 1 is exactly.
    score: f64,
}

async fn search(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Input(Path(name)): Input<Path<String>>,
    Input(Query(searched)): Input<Query<Searched>>,
    headers: HeaderMap,
) -> Answer {
    if searched.q.trim().is_empty() || searched.q.chars().count() > 200 {
        return Err(Fault::wrong("look for 1 to 200 letters").into());
    }
    let hits = app
        .work(move |app| {
            let graph = app.graphs.named(app, &visitor, &name)?;
            let found = graph
                .search(&searched.q, None, 50)
                .map_err(lydite_lab::Error::from)?;
            let hit = |hit: lydite_graph::Hit| Hit {
                iri: hit.iri.into_string(),
                text: hit.text,
                score: hit.score,
            };
            Ok(Hits {
                hits: found.into_iter().map(hit).collect(),
            })
        })
        .await?;
    tagged(&headers, &hits)
}

/// Which resource is meant.
#[derive(Deserialize, JsonSchema)]
struct Meant {
    /// Its IRI.
    #[schemars(length(min = 1, max = 2_000))]
    iri: String,
}

/// What is said of a resource.
#[derive(Serialize, JsonSchema)]
struct Said {
    /// The triples about it, in N-Triples.
    triples: Vec<String>,
    /// Those in which it is the value.
    inverse: Vec<String>,
}

async fn resource(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Input(Path(name)): Input<Path<String>>,
    Input(Query(meant)): Input<Query<Meant>>,
    headers: HeaderMap,
) -> Answer {
    let said = app
        .work(move |app| {
            let node =
                NamedNode::new(meant.iri.trim()).map_err(|_| Fault::wrong("this is no IRI"))?;
            let graph = app.graphs.named(app, &visitor, &name)?;
            let limits = Limits::default().with_time(TIME).with_rows(1_000);
            let lines = |pattern: &Pattern| -> Result<Vec<String>, Fault> {
                let found = graph
                    .triples(pattern, &limits)
                    .map_err(lydite_lab::Error::from)?;
                Ok(found.iter().map(|triple| format!("{triple} .")).collect())
            };
            Ok(Said {
                triples: lines(&Pattern {
                    subject: Some(node.clone().into()),
                    ..Pattern::default()
                })?,
                inverse: lines(&Pattern {
                    object: Some(node.into()),
                    ..Pattern::default()
                })?,
            })
        })
        .await?;
    tagged(&headers, &said)
}

/// What is asked in SPARQL.
#[derive(Deserialize, JsonSchema)]
struct Queried {
    /// The query.
    #[schemars(length(min = 1, max = 5_000))]
    query: String,
}

async fn results(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Input(Path(name)): Input<Path<String>>,
    Input(Query(queried)): Input<Query<Queried>>,
    headers: HeaderMap,
) -> Answer {
    let ran = app
        .work(move |app| {
            let graph = app.graphs.named(app, &visitor, &name)?;
            run(&*graph, &queried.query, ROWS)
        })
        .await?;
    let offered = match ran.value {
        Found::Triples(_) => TRIPLES,
        _ => TABLES,
    };
    let media = preferred(&headers, &offered).unwrap_or(offered[0]);
    let bytes = written(&ran.value, media)?;
    let mut response = (
        [(header::CONTENT_TYPE, media), (header::VARY, "Accept")],
        bytes,
    )
        .into_response();
    let took = format!("query;dur={:.1}", ran.millis);
    if let Ok(took) = HeaderValue::from_str(&took) {
        response.headers_mut().insert("server-timing", took);
    }
    Ok(response)
}

/// A question.
#[derive(Deserialize, JsonSchema)]
struct Question {
    /// The question.
    #[schemars(length(min = 1, max = 1_000))]
    q: String,
    /// The graph; by default the demo.
    #[serde(default)]
    kg: String,
}

async fn ask(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Input(Query(question)): Input<Query<Question>>,
    headers: HeaderMap,
) -> Answer {
    if question.q.trim().is_empty() {
        return Err(Fault::wrong("put a question").into());
    }
    let value = app
        .work(move |app| {
            let asked = pages::ask(app, &visitor, &question.kg, &question.q)?;
            Ok(json!({ "question": asked.question, "answered": json_of(&asked.answered), "labels": asked.labels }))
        })
        .await?;
    tagged(&headers, &value)
}

/// One question for a system.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Trial {
    /// The system, as a line: `gerbil:https://example.org/qa`.
    system: String,
    /// The question.
    #[schemars(length(min = 1, max = 1_000))]
    question: String,
}

async fn try_one(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Body(Json(trial)): Body<Json<Trial>>,
) -> Answer {
    app.allow(&visitor, Role::Runner)?;
    let value = app
        .work(move |app| {
            let tried = pages::tried(app, &trial.system, &trial.question)?;
            Ok(json!({
                "system": tried.system.name, "answered": tried.is_answered(), "answers": tried.judged,
                "failure": tried.exchange.failure.as_ref().map(|failure| failure.reason.to_string()),
                "warnings": tried.warnings, "turns": tried.exchange.turns,
            }))
        })
        .await?;
    tagged(&HeaderMap::new(), &value)
}
