//! GERBIL's web service for question answering, as `ExtendedQALDBasedWebService` calls it.
//!
//! Its reader is strict: unknown keys are errors everywhere but in an entry, so nothing is added.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use lydite_lab::asking::{Asked, Lang, Pipeline};
use lydite_model::{AnswerSet, Term};
use serde_json::{Value, json};

use crate::form::{decoded, field, of_gerbil};
use crate::{Site, site};

/// `/gerbil-qa`, and with the name of a pipeline `/gerbil-qa/{pipeline}`.
pub fn router(site: Arc<Site>) -> Router {
    Router::new()
        .route("/gerbil-qa", post(by_default).get(by_default))
        .route("/gerbil-qa/{pipeline}", post(by_name).get(by_name))
        .with_state(site)
}

async fn by_default(
    State(site): State<Arc<Site>>,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Response {
    let pipeline = site.usual.clone();
    answer(site, pipeline, query, &body).await
}

async fn by_name(
    State(site): State<Arc<Site>>,
    Path(name): Path<String>,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Response {
    match site.pipeline(&name) {
        Ok(pipeline) => answer(site, pipeline, query, &body).await,
        Err(error) => (StatusCode::NOT_FOUND, format!("{error}\n")).into_response(),
    }
}

async fn answer(
    site: Arc<Site>,
    pipeline: Pipeline,
    query: Option<String>,
    body: &[u8],
) -> Response {
    let mut fields = of_gerbil(body);
    // Some clients put the fields of a POST into its address.
    fields.extend(decoded(&query.unwrap_or_default()));
    let Some(question) = field(&fields, "query").map(str::to_owned) else {
        let reason = "a question is needed: query=TEXT&lang=en\n";
        return (StatusCode::BAD_REQUEST, reason).into_response();
    };
    let language = field(&fields, "lang").unwrap_or("en").to_owned();
    let lang = Lang::parse(&language);
    match site::blocking(&site, move |site| site.ask(&question, lang, &pipeline)).await {
        Ok(asked) => Json(document(&asked, &language)).into_response(),
        Err(reason) => (StatusCode::INTERNAL_SERVER_ERROR, format!("{reason}\n")).into_response(),
    }
}

/// An answer as GERBIL reads it.
pub(crate) fn document(asked: &Asked, language: &str) -> Value {
    let answered = &asked.answered;
    let is_answered = answered.abstained.is_none();
    let answers = answered.answers.as_ref().filter(|_| is_answered);
    let query = answered.query.as_deref().filter(|_| is_answered);
    json!({"questions": [{
        "id": "1",
        "answertype": answer_type(answers),
        "question": [{"language": language, "string": asked.question, "keywords": ""}],
        "query": {"sparql": query.unwrap_or_default()},
        "answers": answers.map(results).into_iter().collect::<Vec<_>>(),
    }]})
}

fn answer_type(answers: Option<&AnswerSet>) -> &'static str {
    match answers {
        Some(answers) if answers.as_boolean().is_some() => "boolean",
        Some(answers) => match answers.as_table().and_then(|table| table.terms().next()) {
            Some(Term::Iri { .. }) | None => "resource",
            Some(_) => "string",
        },
        None => "resource",
    }
}

/// Answers in the form of SPARQL's JSON results.
pub(crate) fn results(answers: &AnswerSet) -> Value {
    if let Some(value) = answers.as_boolean() {
        return json!({"head": {}, "boolean": value});
    }
    let Some(table) = answers.as_table() else {
        return json!({"head": {"vars": []}, "results": {"bindings": []}});
    };
    let bindings: Vec<Value> = table
        .rows()
        .map(|row| {
            let cells = table.columns.iter().zip(row);
            let bound =
                cells.filter_map(|(name, cell)| Some((name.clone(), json!(cell.as_ref()?))));
            Value::Object(bound.collect())
        })
        .collect();
    json!({"head": {"vars": table.columns}, "results": {"bindings": bindings}})
}
