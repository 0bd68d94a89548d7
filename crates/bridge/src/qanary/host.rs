//! The addresses of a Qanary pipeline, as components and clients call them.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use lydite_http::Client;
use serde_json::{Value, json};

use super::graphs::{self, fields, first};
use super::running::Host;
use super::space::Wanted;
use crate::form::decoded;
use crate::{Site, SiteError};

/// How often components are asked how they are.
const EVERY: Duration = Duration::from_secs(10);

const GRAPH_HEADER: HeaderName = HeaderName::from_static("x-qanary-graph");

type Shared = State<Arc<Host>>;

/// All addresses of the pipeline; `base` is where components reach it, `patience` how long one may
/// take over a question. Must be called where tasks can be started.
///
/// # Errors
/// The options of the network are none.
pub fn router(site: Arc<Site>, base: &str, patience: Duration) -> Result<Router, SiteError> {
    let client = Client::new(lydite_http::Config {
        cancel: Some(site.lab().config.cancel.clone()),
        ..site.lab().config.network.clone()
    });
    let client = client.map_err(|error| SiteError::Network(error.to_string()))?;
    let mut host = Host::new(site, base, client);
    host.patience = patience;
    let host = Arc::new(host);
    tokio::spawn(watch(Arc::downgrade(&host)));
    Ok(Router::new()
        .route("/instances", post(register).get(instances))
        .route("//instances", post(register))
        .route("/api/applications", post(register))
        .route("/instances/{id}", delete(deregister).get(instance))
        .route("/api/applications/{id}", delete(deregister_old))
        .route("/applications", get(applications))
        .route("/applications/{name}", get(application))
        .route("/components", get(components))
        .route("/components/{name}", get(component))
        .route(
            "/actuator/health",
            get(|| async { Json(json!({"status": "UP"})) }),
        )
        .route("/startquestionansweringwithtextquestion", post(start))
        .route(
            "/startquestionansweringwithtextquestionThroughJson",
            post(start),
        )
        .route("/questionanswering", post(start).get(runs))
        .route("/questionanswering/{graph}", get(one_run))
        .route("/gerbil-execute/{components}", post(execute).get(execute))
        .route("/gerbil-execute/{components}/", post(execute).get(execute))
        .with_state(Arc::clone(&host))
        .merge(graphs::router(Arc::clone(&host.space))))
}

/// Asks all components how they are, again and again, as long as the pipeline is there.
async fn watch(host: std::sync::Weak<Host>) {
    loop {
        tokio::time::sleep(EVERY).await;
        let Some(host) = host.upgrade() else {
            return;
        };
        for instance in host.registry.all() {
            let host = Arc::clone(&host);
            tokio::task::spawn_blocking(move || host.registry.poll(&instance.name, &host.client));
        }
    }
}

pub(super) fn refused(status: StatusCode, reason: &str) -> Response {
    let error = status.canonical_reason().unwrap_or_default();
    let document = json!({"status": status.as_u16(), "error": error, "message": reason});
    (status, Json(document)).into_response()
}

/// Does work that blocks.
async fn blocking<T: Send + 'static>(
    host: &Arc<Host>,
    work: impl FnOnce(&Host) -> T + Send + 'static,
) -> Option<T> {
    let host = Arc::clone(host);
    tokio::task::spawn_blocking(move || work(&host)).await.ok()
}

async fn register(State(host): Shared, body: Bytes) -> Response {
    let Ok(document) = serde_json::from_slice::<Value>(&body) else {
        return refused(StatusCode::BAD_REQUEST, "a registration is a JSON object");
    };
    match host.registry.register(&document) {
        Ok((id, is_new)) => {
            if is_new {
                let name = document["name"]
                    .as_str()
                    .unwrap_or_default()
                    .trim()
                    .to_owned();
                let host = Arc::clone(&host);
                tokio::task::spawn_blocking(move || host.registry.poll(&name, &host.client));
            }
            let location = format!("{}/instances/{id}", host.space.base);
            let headers = [(header::LOCATION, location)];
            (StatusCode::CREATED, headers, Json(json!({ "id": id }))).into_response()
        }
        Err(reason) => refused(StatusCode::BAD_REQUEST, &reason),
    }
}

async fn deregister(State(host): Shared, Path(id): Path<String>) -> StatusCode {
    match host.registry.deregister(&id) {
        Some(_) => StatusCode::NO_CONTENT,
        None => StatusCode::NOT_FOUND,
    }
}

async fn deregister_old(State(host): Shared, Path(id): Path<String>) -> Response {
    match host.registry.deregister(&id) {
        Some(instance) => Json(instance.application()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn instances(State(host): Shared, RawQuery(query): RawQuery) -> Json<Value> {
    let fields = decoded(&query.unwrap_or_default());
    let name = crate::form::field(&fields, "name");
    let all = host.registry.all();
    let chosen = all
        .iter()
        .filter(|one| name.is_none_or(|name| name == one.name));
    Json(chosen.map(super::registry::Instance::document).collect())
}

async fn instance(State(host): Shared, Path(id): Path<String>) -> Response {
    let all = host.registry.all();
    match all.iter().find(|one| one.id == id) {
        Some(one) => Json(one.document()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn applications(State(host): Shared) -> Json<Value> {
    Json(host.registry.applications())
}

async fn application(State(host): Shared, Path(name): Path<String>) -> Response {
    match host.registry.get(&name) {
        Some(one) => Json(one.application()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Those that can be named in a run: registered ones that are up, then our own.
async fn components(State(host): Shared) -> Response {
    let up = host
        .registry
        .all()
        .into_iter()
        .filter(|one| one.status == "UP");
    let mut names: Vec<String> = up.map(|one| one.name).collect();
    let own = host.site.lab().components();
    names.extend(own.list().map(|component| component.description().name));
    let entry = |name: &String| json!({"name": name, "url": format!("/components/{name}")});
    Json(names.iter().map(entry).collect::<Vec<_>>()).into_response()
}

async fn component(State(host): Shared, Path(name): Path<String>) -> Response {
    if let Some(instance) = host.registry.get(&name) {
        let address = format!(
            "{}/component-description",
            instance.service_url.trim_end_matches('/')
        );
        let fetched = blocking(&host, move |host| {
            let request = host.client.get(&address).within(Duration::from_secs(10));
            request.most_bytes(1 << 20).fetch()
        })
        .await;
        return match fetched {
            Some(Ok(reply)) if reply.status == 200 => {
                ([(header::CONTENT_TYPE, "text/turtle")], reply.body).into_response()
            }
            _ => refused(StatusCode::BAD_GATEWAY, "the component has no description"),
        };
    }
    let own = host.site.lab().components();
    match own.get(&name) {
        Ok(component) => Json(json!(component.description())).into_response(),
        Err(error) => refused(StatusCode::NOT_FOUND, &error.to_string()),
    }
}

/// All values of a field, each of them perhaps a list with commas.
fn all(fields: &[(String, String)], names: &[&str]) -> Vec<String> {
    let chosen = fields
        .iter()
        .filter(|(name, _)| names.contains(&name.as_str()));
    chosen
        .flat_map(|(_, value)| value.split(','))
        .map(|one| one.trim().to_owned())
        .filter(|one| !one.is_empty())
        .collect()
}

fn wanted(fields: &[(String, String)]) -> Option<Wanted> {
    Some(Wanted {
        question: first(fields, &["question", "textquestion", "query"])?,
        components: all(fields, &["componentlist[]", "componentlist"]),
        language: first(fields, &["language", "lang"]),
        targets: all(fields, &["targetdata", "targetdata[]"]),
        prior: first(fields, &["priorConversation"]),
        additional: first(fields, &["additionaltriples", "additionalTriples"]),
    })
}

async fn start(
    State(host): Shared,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Response {
    let fields = fields(&headers, query.as_deref(), &body);
    let Some(wanted) = wanted(&fields) else {
        return refused(StatusCode::BAD_REQUEST, "`question` is missing");
    };
    let done = blocking(&host, move |host| {
        let begun = host.space.begin(&wanted)?;
        host.run(&begun, &wanted.components);
        Ok::<_, String>(begun)
    })
    .await;
    match done {
        Some(Ok(begun)) => {
            let document = json!({
                "endpoint": format!("{}/sparql", host.space.base),
                "inGraph": begun.graph,
                "outGraph": begun.graph,
                "question": begun.question_iri,
            });
            (StatusCode::CREATED, Json(document)).into_response()
        }
        Some(Err(reason)) => refused(StatusCode::BAD_REQUEST, &reason),
        None => refused(
            StatusCode::INTERNAL_SERVER_ERROR,
            "the run could not be carried out",
        ),
    }
}

async fn runs(State(host): Shared) -> Json<Value> {
    Json(Value::Object(host.runs().into_iter().collect()))
}

async fn one_run(State(host): Shared, Path(graph): Path<String>) -> Response {
    let found = host.runs().into_iter().find(|(known, _)| *known == graph);
    match found {
        Some((_, run)) => Json(run).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// A run with its answer, for GERBIL and chat programs.
async fn execute(
    State(host): Shared,
    Path(components): Path<String>,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Response {
    let fields = fields(&headers, query.as_deref(), &body);
    let Some(mut wanted) = wanted(&fields) else {
        return refused(StatusCode::BAD_REQUEST, "`query` is missing");
    };
    let names = components.split(',').map(|name| name.trim().to_owned());
    wanted.components = names.filter(|name| !name.is_empty()).collect();
    let done = blocking(&host, move |host| {
        let begun = host.space.begin(&wanted)?;
        host.run(&begun, &wanted.components);
        let answer = host.answer(&begun)?;
        Ok::<_, String>((begun, answer))
    })
    .await;
    match done {
        Some(Ok((begun, answer))) => {
            let headers = [
                (GRAPH_HEADER, begun.graph),
                (
                    header::ACCESS_CONTROL_EXPOSE_HEADERS,
                    "X-qanary-graph".to_owned(),
                ),
                (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*".to_owned()),
            ];
            (headers, Json(answer)).into_response()
        }
        Some(Err(reason)) => refused(StatusCode::BAD_REQUEST, &reason),
        None => refused(
            StatusCode::INTERNAL_SERVER_ERROR,
            "the run could not be carried out",
        ),
    }
}
