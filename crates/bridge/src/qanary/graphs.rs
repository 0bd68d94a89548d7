//! Questions and their graphs, as components read and write them.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};

use super::host::refused;
use super::space::Space;
use crate::form::{decoded, of_gerbil};

type Shared = State<Arc<Space>>;

/// `/question` and `/sparql`.
pub(super) fn router(space: Arc<Space>) -> Router {
    Router::new()
        .route("/question", post(keep).get(questions))
        .route("/question/", get(questions))
        .route("/question/{id}", get(question))
        .route("/question/{id}/raw", get(raw))
        .route("/sparql", get(sparql).post(sparql))
        .with_state(space)
}

async fn keep(State(space): Shared, headers: HeaderMap, body: Bytes) -> Response {
    let fields = fields(&headers, None, &body);
    let Some(text) = first(&fields, &["question"]) else {
        return refused(StatusCode::BAD_REQUEST, "`question` is missing");
    };
    let id = space.keep(&text);
    let document = json!({"questionURI": space.question_iri(&id), "questionID": id});
    (StatusCode::CREATED, Json(document)).into_response()
}

async fn questions(State(space): Shared) -> Json<Value> {
    let ids = space.questions();
    let available: Vec<String> = ids
        .iter()
        .map(|id| format!("{}/", space.question_iri(id)))
        .collect();
    Json(json!({ "availableQuestions": available }))
}

async fn question(State(space): Shared, Path(id): Path<String>) -> Response {
    match space.question(&id) {
        Some(_) => {
            let raw = format!("{}/raw", space.question_iri(&id));
            Json(json!({"rawdata": raw, "questionID": id})).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn raw(State(space): Shared, Path(id): Path<String>) -> Response {
    match space.question(&id) {
        Some(text) => ([(header::CONTENT_TYPE, "text/plain;charset=UTF-8")], text).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Queries and updates, in every form in which components send them.
async fn sparql(
    State(space): Shared,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Response {
    let of = |name: HeaderName| {
        let value = headers.get(name).and_then(|value| value.to_str().ok());
        value.unwrap_or_default().to_lowercase()
    };
    let (kind, accept) = (of(header::CONTENT_TYPE), of(header::ACCEPT));
    let text = String::from_utf8_lossy(&body).into_owned();
    let (mut asked, mut changed) = (None, None);
    if kind.starts_with("application/sparql-query") {
        asked = Some(text);
    } else if kind.starts_with("application/sparql-update") {
        changed = Some(text);
    } else {
        let mut fields = decoded(&query.unwrap_or_default());
        fields.extend(decoded(&text));
        asked = first(&fields, &["query"]);
        changed = first(&fields, &["update"]);
    }
    let done = tokio::task::spawn_blocking(move || match (changed, asked) {
        (Some(update), _) => Ok(space.store.update(&update).map(|()| None)),
        (None, Some(query)) => Ok(space.store.query(&query, &accept).map(Some)),
        (None, None) => Err("`query` or `update` is missing"),
    })
    .await;
    match done {
        Ok(Ok(Ok(Some(sent)))) => {
            ([(header::CONTENT_TYPE, sent.media_type)], sent.body).into_response()
        }
        Ok(Ok(Ok(None))) => StatusCode::NO_CONTENT.into_response(),
        Ok(Ok(Err(error))) => (StatusCode::BAD_REQUEST, format!("{error}\n")).into_response(),
        Ok(Err(reason)) => (StatusCode::BAD_REQUEST, format!("{reason}\n")).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// The fields of a request, from its address and its body, a form or JSON.
pub(super) fn fields(
    headers: &HeaderMap,
    query: Option<&str>,
    body: &[u8],
) -> Vec<(String, String)> {
    let kind = headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let mut fields = Vec::new();
    if kind.to_lowercase().contains("json") {
        if let Ok(Value::Object(document)) = serde_json::from_slice::<Value>(body) {
            for (key, value) in document {
                let values = match value {
                    Value::Array(values) => values,
                    Value::Null => continue,
                    other => vec![other],
                };
                for value in values {
                    let text = value
                        .as_str()
                        .map_or_else(|| value.to_string(), str::to_owned);
                    fields.push((key.clone(), text));
                }
            }
        }
    } else {
        fields = of_gerbil(body);
    }
    fields.extend(decoded(query.unwrap_or_default()));
    fields
}

pub(super) fn first(fields: &[(String, String)], names: &[&str]) -> Option<String> {
    let mut found = names
        .iter()
        .filter_map(|name| crate::form::field(fields, name));
    found.next().map(str::to_owned)
}
