//! The pages, a file each.

mod ask;
mod campaigns;
mod charts;
mod compare;
mod components;
mod datasets;
mod doing;
mod events;
mod experiment;
mod experiments;
mod export;
mod graphs;
mod home;
mod leaderboard;
mod new;
mod overrules;
mod picture;
mod question;
mod questions;
mod rules;
mod sample;
mod sign_in;
mod sparql;
mod templates;
mod upload;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};

use crate::access::{Role, Visitor};
use crate::app::App;
use crate::error::Fault;

pub(crate) use ask::{Ready, ask};
pub(crate) use campaigns::{created as created_campaign, handed_in, rankings};
pub(crate) use compare::compared;
pub(crate) use components::measured;
pub(crate) use datasets::{Seen, seen};
pub(crate) use doing::{deleted, planned_again, start};
pub(crate) use experiments::{narrow, visible};
pub(crate) use export::exported;
pub(crate) use leaderboard::boards;
pub(crate) use new::{Ordered, tried};
pub(crate) use overrules::{Said, corrected, overrule};
pub(crate) use questions::group;
pub(crate) use sample::{Built, Order as SampleOrder};
pub(crate) use templates::{Order as TemplateOrder, Verdicts};
pub(crate) use upload::{keep, read as read_form, scored};

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/", get(home::page))
        .route("/healthz", get(healthy))
        .route("/metrics", get(metrics))
        .route("/sign-in", get(sign_in::page).post(sign_in::sign_in))
        .route("/sign-out", post(sign_in::sign_out))
        .route("/demo", post(doing::demo))
        .route("/upload", post(upload::upload))
        .route("/experiments", get(experiments::page).post(new::create))
        .route("/new", get(new::page))
        .route("/try", post(new::try_one))
        .route("/score", get(upload::score_page).post(upload::score))
        .route("/ask", get(ask::page))
        .route("/compare", get(compare::page))
        .route("/leaderboard", get(leaderboard::page))
        .route("/datasets", get(datasets::list))
        .route("/datasets/{name}", get(datasets::page))
        .route("/datasets/{name}/profile.svg", get(datasets::chart))
        .route("/graphs", get(graphs::list))
        .route("/graphs/{name}", get(graphs::page))
        .route("/graphs/{name}/resource", get(graphs::resource))
        .route("/graphs/{name}/query", get(graphs::query))
        .route("/rules", get(rules::page))
        .route("/sparql", get(sparql::get).post(sparql::post))
        .route("/sample", get(sample::page).post(sample::keep))
        .route("/sample/{file}", get(sample::file))
        .route("/templates", get(templates::page))
        .route("/templates/verdicts.svg", get(templates::chart))
        .route("/components", get(components::list))
        .route(
            "/components/{name}",
            get(components::page).post(components::measure),
        )
        .route("/campaigns", get(campaigns::list).post(campaigns::create))
        .route("/campaigns/{name}", get(campaigns::page))
        .route("/campaigns/{name}/submissions", post(campaigns::submit))
        .route("/campaigns/{name}/close", post(campaigns::close))
        .route(
            "/campaigns/{name}/questions/{task}/{phase}",
            get(campaigns::questions),
        )
        .route("/experiments/{id}", get(experiment::page))
        .route("/experiments/{id}/events", get(events::stream))
        .route("/experiments/{id}/export/{format}", get(export::download))
        .route("/experiments/{id}/charts/{chart}", get(charts::chart))
        .route("/experiments/{id}/questions", get(questions::page))
        .route("/experiments/{id}/questions/{number}", get(question::page))
        .route(
            "/experiments/{id}/questions/{number}/overrule",
            post(overrules::make),
        )
        .route("/experiments/{id}/overrules/{number}", get(overrules::file))
        .route(
            "/experiments/{id}/overrules/{number}/withdraw",
            post(overrules::withdraw),
        )
        .route("/experiments/{id}/cancel", post(doing::cancel))
        .route("/experiments/{id}/resume", post(doing::resume))
        .route("/experiments/{id}/again", post(doing::again))
        .route("/experiments/{id}/judge", post(doing::judge))
        .route("/experiments/{id}/publish", post(doing::publish))
        .route("/experiments/{id}/delete", post(doing::delete))
}

pub(crate) async fn nowhere(uri: axum::http::Uri) -> Response {
    let fault = Fault::not_found(format!("there is no page {}", uri.path()));
    if uri.path().starts_with("/api/") {
        fault.problem()
    } else {
        fault.into_response()
    }
}

/// Whether the page and its store are there.
async fn healthy(State(app): State<App>) -> Result<&'static str, Fault> {
    app.work(|app| {
        app.store
            .find("latest")
            .map(drop)
            .or_else(|error| match error {
                lydite_lab::store::StoreError::NoExperiment { .. } => Ok(()),
                other => Err(other.into()),
            })
    })
    .await
    .map(|()| "ok\n")
}

async fn metrics(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Response, Fault> {
    app.allow(&visitor, Role::Reader)?;
    let media = [(
        header::CONTENT_TYPE,
        "text/plain; version=0.0.4; charset=utf-8",
    )];
    Ok((media, app.metrics.text(app.jobs.count())).into_response())
}
