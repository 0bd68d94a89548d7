//! The endpoint of the TEXT2SPARQL challenge: a question goes in, a query comes out.

use std::sync::Arc;

use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use lydite_lab::asking::Pipeline;
use serde_json::json;

use crate::form::{decoded, field};
use crate::{Site, site};

/// What stands for "no query": a query that gives nothing, for whoever runs it.
const NOTHING: &str = "SELECT ?answer WHERE { FILTER(false) }";

/// `/text2sparql`, and with the name of a pipeline `/text2sparql/{pipeline}`.
pub fn router(site: Arc<Site>) -> Router {
    Router::new()
        .route("/text2sparql", get(by_default))
        .route("/text2sparql/{pipeline}", get(by_name))
        .with_state(site)
}

async fn by_default(State(site): State<Arc<Site>>, RawQuery(query): RawQuery) -> Response {
    let pipeline = site.usual.clone();
    answer(site, pipeline, query).await
}

async fn by_name(
    State(site): State<Arc<Site>>,
    Path(name): Path<String>,
    RawQuery(query): RawQuery,
) -> Response {
    match site.pipeline(&name) {
        Ok(pipeline) => answer(site, pipeline, query).await,
        Err(error) => refused(StatusCode::NOT_FOUND, &format!("{error}")),
    }
}

fn refused(status: StatusCode, detail: &str) -> Response {
    (status, Json(json!({ "detail": detail }))).into_response()
}

async fn answer(site: Arc<Site>, pipeline: Pipeline, query: Option<String>) -> Response {
    let fields = decoded(&query.unwrap_or_default());
    let Some(question) = field(&fields, "question").map(str::to_owned) else {
        return refused(
            StatusCode::UNPROCESSABLE_ENTITY,
            "a question is needed: ?dataset=IRI&question=TEXT",
        );
    };
    let Some(dataset) = field(&fields, "dataset").map(str::to_owned) else {
        return refused(
            StatusCode::UNPROCESSABLE_ENTITY,
            "a dataset is needed: ?dataset=IRI&question=TEXT",
        );
    };
    if !site.knows_dataset(&dataset) {
        let known = site.datasets.join(", ");
        let detail = format!("unknown dataset {dataset}; this endpoint has {known}");
        return refused(StatusCode::NOT_FOUND, &detail);
    }
    let asked = question.clone();
    match site::blocking(&site, move |site| site.ask(&asked, None, &pipeline)).await {
        Ok(asked) => {
            let answered = asked.answered;
            let query = answered.query.filter(|_| answered.abstained.is_none());
            let query = query.unwrap_or_else(|| NOTHING.to_owned());
            Json(json!({"dataset": dataset, "question": question, "query": query})).into_response()
        }
        Err(reason) => refused(StatusCode::INTERNAL_SERVER_ERROR, &reason),
    }
}
