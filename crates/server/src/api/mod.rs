//! What the pages can do, for programs: JSON under `/api/v1`.

use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use lydite_digest::sha256_of;
use lydite_lab::store::ExperimentId;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::access::{Role, Visitor};
use crate::app::App;
use crate::error::Fault;
use crate::jobs::Work;
use crate::naming;
use crate::pages::{self, Ordered};

/// Why a request of a program is not answered as it hoped.
struct Problem(Fault);

impl<F: Into<Fault>> From<F> for Problem {
    fn from(fault: F) -> Self {
        Self(fault.into())
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        self.0.problem()
    }
}

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/", get(index))
        .route("/experiments", get(experiments).post(create))
        .route("/experiments/{id}", get(experiment).delete(delete))
        .route("/experiments/{id}/questions", get(questions))
        .route("/experiments/{id}/cancel", post(cancel))
        .route("/experiments/{id}/resume", post(resume))
        .route("/experiments/{id}/publish", post(publish))
        .route("/datasets", get(datasets))
        .route("/graphs", get(graphs))
        .route("/ask", get(ask))
}

/// What there is.
async fn index() -> Json<serde_json::Value> {
    Json(json!({
        "lydite": env!("CARGO_PKG_VERSION"),
        "experiments": "/api/v1/experiments{?page,size}",
        "experiment": "/api/v1/experiments/{id}",
        "questions": "/api/v1/experiments/{id}/questions{?page,size}",
        "datasets": "/api/v1/datasets",
        "graphs": "/api/v1/graphs",
        "ask": "/api/v1/ask{?q,kg}",
    }))
}

/// A document, or nothing if the client has it already.
fn document(headers: &HeaderMap, value: &impl Serialize) -> Result<Response, Problem> {
    let text = serde_json::to_string(value)
        .map_err(|error| Fault::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()))?;
    let tag = format!("\"{}\"", &sha256_of(text.as_bytes())[..32]);
    let known = headers
        .get(header::IF_NONE_MATCH)
        .and_then(|value| value.to_str().ok());
    let is_known = known.is_some_and(|list| {
        list.split(',')
            .any(|own| own.trim().trim_start_matches("W/") == tag)
    });
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, "application/json")], text).into_response()
    };
    if let Ok(value) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert(header::ETAG, value);
    }
    Ok(response)
}

/// A part of a list.
#[derive(Deserialize)]
struct Paged {
    #[serde(default)]
    page: usize,
    #[serde(default)]
    size: usize,
}

impl Paged {
    fn of<T: Clone + Serialize>(&self, name: &str, all: &[T]) -> serde_json::Value {
        let size = if self.size == 0 {
            50
        } else {
            self.size.min(1000)
        };
        let page = self.page.max(1);
        let here: Vec<T> = all
            .iter()
            .skip((page - 1).saturating_mul(size))
            .take(size)
            .cloned()
            .collect();
        json!({ "page": page, "size": size, "total": all.len(), name: here })
    }
}

async fn experiments(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Query(paged): Query<Paged>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let all = pages::visible(&app, &visitor).await?;
    document(&headers, &paged.of("experiments", &all))
}

async fn experiment(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let value = app
        .work(move |app| {
            let experiment = app.experiment(&visitor, &id)?;
            let progress = app.jobs.get(&experiment.id).map(|job| job.progress());
            let systems = match experiment.judgings {
                0 => Vec::new(),
                _ => {
                    let book = app.shelf.book(&app.store, &experiment, None)?;
                    let reports = book.publication.reports();
                    reports
                        .map(|judged| {
                            let report = judged.report;
                            let [precision, recall, f1] = report.headline();
                            json!({
                                "system": judged.name(), "task": judged.task.number, "rules": report.rules.name,
                                "precision": report.value(&precision), "recall": report.value(&recall),
                                "f1": report.value(&f1), "interval": report.figure(&f1).and_then(|figure| figure.interval.map(|interval| [interval.low, interval.high])),
                                "questions": report.questions,
                            })
                        })
                        .collect()
                }
            };
            Ok(json!({ "experiment": experiment, "progress": progress, "systems": systems }))
        })
        .await?;
    document(&headers, &value)
}

async fn questions(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    Query(paged): Query<Paged>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let value = app
        .work(move |app| {
            let experiment = app.experiment(&visitor, &id)?;
            if experiment.judgings == 0 {
                return Err(Fault::new(StatusCode::CONFLICT, "nothing has been judged yet"));
            }
            let book = app.shelf.book(&app.store, &experiment, None)?;
            let mut all = Vec::new();
            for judged in book.publication.reports() {
                for outcome in &judged.report.outcomes {
                    all.push(json!({ "system": judged.name(), "rules": judged.report.rules.name, "outcome": outcome }));
                }
            }
            Ok(paged.of("questions", &all))
        })
        .await?;
    document(&headers, &value)
}

async fn create(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    ordered: Result<Json<Ordered>, JsonRejection>,
) -> Result<Response, Problem> {
    app.allow(&visitor, Role::Runner)?;
    let Json(ordered) = ordered.map_err(|error| Fault::new(error.status(), error.body_text()))?;
    let key = headers
        .get("idempotency-key")
        .and_then(|value| value.to_str().ok());
    let key = key.map(|key| format!("{}:{key}", visitor.name));
    if let Some(id) = key.as_ref().and_then(|key| app.jobs.created(key)) {
        return Ok(created(StatusCode::OK, &id));
    }
    let run = app.work(move |app| ordered.run(app)).await?;
    let id = pages::start(&app, Work::Run(Box::new(run))).await?;
    if let Some(key) = key {
        app.jobs.note_created(key, &id);
    }
    Ok(created(StatusCode::CREATED, &id))
}

fn created(status: StatusCode, id: &ExperimentId) -> Response {
    let place = [(header::LOCATION, format!("/api/v1/experiments/{id}"))];
    (status, place, Json(json!({ "experiment": id }))).into_response()
}

async fn cancel(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    app.allow(&visitor, Role::Runner)?;
    let experiment = app.work(move |app| app.experiment(&visitor, &id)).await?;
    if app.jobs.cancel(&experiment.id) {
        return Ok(StatusCode::ACCEPTED);
    }
    Err(Fault::new(
        StatusCode::CONFLICT,
        "this experiment is not being run here",
    )
    .into())
}

async fn resume(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    app.allow(&visitor, Role::Runner)?;
    let experiment = app.work(move |app| app.experiment(&visitor, &id)).await?;
    if experiment.state == lydite_lab::store::State::Finished {
        return Err(Fault::new(StatusCode::CONFLICT, "this experiment is finished").into());
    }
    pages::start(&app, Work::Resume(experiment.id, false)).await?;
    Ok(StatusCode::ACCEPTED)
}

async fn publish(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    app.allow(&visitor, Role::Admin)?;
    app.work(move |app| {
        let experiment = app.experiment(&visitor, &id)?;
        if experiment.state != lydite_lab::store::State::Finished {
            return Err(Fault::new(
                StatusCode::CONFLICT,
                "only what is finished can be published",
            ));
        }
        app.store.publish(&experiment.id, true)?;
        Ok(())
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn delete(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    app.allow(&visitor, Role::Admin)?;
    app.work(move |app| {
        let experiment = app.experiment(&visitor, &id)?;
        if experiment.published.is_some() || app.jobs.get(&experiment.id).is_some() {
            return Err(Fault::new(
                StatusCode::CONFLICT,
                "what is published or being run is not deleted",
            ));
        }
        Ok(app.store.delete(&experiment.id)?)
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn datasets(State(app): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    let names = app.work(|app| Ok(naming::datasets(&app.lab))).await?;
    document(&headers, &json!({ "datasets": names }))
}

async fn graphs(State(app): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    let names = app.work(|app| Ok(naming::graphs(&app.lab))).await?;
    document(&headers, &json!({ "graphs": names }))
}

#[derive(Deserialize)]
struct Question {
    q: String,
    #[serde(default)]
    kg: String,
}

async fn ask(
    State(app): State<App>,
    Query(question): Query<Question>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let asked = app
        .work(move |app| {
            let graph = if question.kg.is_empty() {
                lydite_lab::demo::GRAPH
            } else {
                &question.kg
            };
            pages::ask(app, graph, &question.q)
        })
        .await?;
    document(
        &headers,
        &json!({ "question": asked.question, "answered": asked.answered, "labels": asked.labels }),
    )
}
