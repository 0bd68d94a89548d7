//! What people say against verdicts, and what comes of it.

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{delete, get, post};
use axum::{Extension, Json};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::experiments::judged;
use super::input::{Body, Input};
use super::once::Created;
use super::operation::{Operation, Operations};
use super::{Answer, Refused, json_of, tagged};
use crate::access::{Role, Visitor};
use crate::app::App;
use crate::error::Fault;
use crate::pages::{self, Said};

pub(super) fn add(operations: Operations) -> Operations {
    let op = Operation::new;
    operations.group(
        "Overruled verdicts",
        vec![
            (
                op(
                    "get",
                    "/experiments/{id}/overrules",
                    "What people say against its verdicts, and the scores with that",
                )
                .query::<OnBoard>()
                .gives::<Overruled>(),
                get(overrules),
            ),
            (
                op(
                    "post",
                    "/experiments/{id}/overrules",
                    "Say that the gold of a question is wrong",
                )
                .role("runner")
                .takes::<Overrule>()
                .gives::<Value>()
                .with("201")
                .keyed(),
                post(overrule),
            ),
            (
                op(
                    "delete",
                    "/experiments/{id}/overrules/{number}",
                    "Take back what was said",
                )
                .role("runner")
                .with("204"),
                delete(take_back),
            ),
            (
                op(
                    "get",
                    "/experiments/{id}/patch",
                    "The corrections, for whoever keeps the benchmark",
                )
                .query::<OnBoard>()
                .gives::<Value>(),
                get(patch),
            ),
        ],
    )
}

/// Which part of an experiment is meant.
#[derive(Deserialize, JsonSchema)]
pub(super) struct OnBoard {
    /// The judging; by default the latest.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub(super) judging: Option<u64>,
    /// The dataset and language by its place in the experiment, from 0 on.
    #[serde(default)]
    #[schemars(range(max = 10_000))]
    pub(super) board: usize,
}

/// What people say against verdicts.
#[derive(Serialize, JsonSchema)]
struct Overruled {
    /// What they say.
    overrules: Vec<Value>,
    /// The scores of the systems with and without.
    scores: Vec<Value>,
}

async fn overrules(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Input(Path(id)): Input<Path<String>>,
    Input(Query(wanted)): Input<Query<OnBoard>>,
    headers: HeaderMap,
) -> Answer {
    let overruled = app
        .work(move |app| {
            let experiment = judged(app, &visitor, &id)?;
            let book = app.shelf.book(&app.store, &experiment, wanted.judging)?;
            let boards = book.publication.boards();
            let board = boards
                .get(wanted.board)
                .ok_or_else(|| Fault::not_found("there is no such part of this experiment"))?;
            let said = app.store.overrules(&experiment.id)?;
            let scores = match said[..] {
                [] => Vec::new(),
                _ => pages::corrected(app, &book, board, &said)?
                    .iter()
                    .map(json_of)
                    .collect(),
            };
            Ok(Overruled {
                overrules: said.iter().map(json_of).collect(),
                scores,
            })
        })
        .await?;
    tagged(&headers, &overruled)
}

/// What somebody says against the gold of a question.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Overrule {
    /// The question, by its number in the experiment, from 1 on.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    question: usize,
    /// Answers of systems that are right, too, as the evidence shows them.
    #[serde(default)]
    add: Vec<String>,
    /// Gold answers that are wrong.
    #[serde(default)]
    remove: Vec<String>,
    /// The right answer to a yes/no question.
    #[serde(default)]
    boolean: Option<bool>,
    /// Whether nobody can judge the question, and it should not count.
    #[serde(default)]
    leave_out: bool,
    /// Why.
    #[schemars(length(min = 1, max = 2_000))]
    reason: String,
    /// Whose word it is.
    #[schemars(length(min = 1, max = 200))]
    person: String,
}

async fn overrule(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Input(Path(id)): Input<Path<String>>,
    headers: HeaderMap,
    Body(Json(said)): Body<Json<Overrule>>,
) -> Answer {
    app.allow(&visitor, Role::Runner)?;
    let asked = format!("{id} {}", json_of(&said));
    let (overruling, who) = (app.clone(), visitor.clone());
    app.keys
        .once(&headers, &visitor, asked.as_bytes(), async move {
            overruling
                .work(move |app| {
                    let experiment = judged(app, &who, &id)?;
                    let book = app.shelf.book(&app.store, &experiment, None)?;
                    let group = pages::group(&book, app, 0)?;
                    let question = said
                        .question
                        .checked_sub(1)
                        .and_then(|at| group.questions.get(at));
                    let question =
                        question.ok_or_else(|| Fault::not_found("there is no such question"))?;
                    let kept = pages::overrule(
                        app,
                        &experiment,
                        group,
                        question,
                        &Said {
                            add: said.add.iter().map(String::as_str).collect(),
                            remove: said.remove.iter().map(String::as_str).collect(),
                            boolean: said.boolean,
                            leave_out: said.leave_out,
                            reason: &said.reason,
                            person: &said.person,
                        },
                    )?;
                    Created::new(
                        format!("/api/v1/experiments/{id}/overrules/{}", kept.number),
                        &kept,
                    )
                })
                .await
        })
        .await
}

async fn take_back(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Input(Path((id, number))): Input<Path<(String, u64)>>,
) -> Result<StatusCode, Refused> {
    app.allow(&visitor, Role::Runner)?;
    app.work(move |app| {
        let experiment = app.experiment(&visitor, &id)?;
        match app.store.withdraw_overrule(&experiment.id, number)? {
            true => Ok(()),
            false => Err(Fault::not_found("nobody said that")),
        }
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn patch(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Input(Path(id)): Input<Path<String>>,
    Input(Query(wanted)): Input<Query<OnBoard>>,
    headers: HeaderMap,
) -> Answer {
    let patch = app
        .work(move |app| {
            let experiment = judged(app, &visitor, &id)?;
            let book = app.shelf.book(&app.store, &experiment, wanted.judging)?;
            let boards = book.publication.boards();
            let board = boards
                .get(wanted.board)
                .ok_or_else(|| Fault::not_found("there is no such part of this experiment"))?;
            let said = app.store.overrules(&experiment.id)?;
            Ok(app.lab.patch(&book.publication, board, &said)?)
        })
        .await?;
    tagged(&headers, &patch)
}
