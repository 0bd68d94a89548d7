//! Experiments: begun, watched, read, judged again, overruled, published.

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum::routing::{delete, get, post};
use axum::{Extension, Json};
use lydite_judge::rule_set;
use lydite_lab::run::Rejudge;
use lydite_lab::store::{Experiment, State as Progress};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::input::{Body, Input};
use super::once::Created;
use super::operation::{Operation, Operations};
use super::overrules::OnBoard;
use super::{Answer, Paged, Part, Refused, json_of, tagged};
use crate::access::{Role, Visitor};
use crate::app::App;
use crate::error::Fault;
use crate::jobs::Work;
use crate::pages::{self, Ordered};

pub(super) fn add(operations: Operations) -> Operations {
    let op = Operation::new;
    operations.group(
        "Experiments",
        vec![
            (
                op("get", "/experiments", "The experiments, the latest first")
                    .query::<Listed>()
                    .gives::<Part>(),
                get(list),
            ),
            (
                op("post", "/experiments", "Begin an experiment")
                    .role("runner")
                    .takes::<Ordered>()
                    .gives::<Begun>()
                    .with("201")
                    .keyed(),
                post(create),
            ),
            (
                op(
                    "get",
                    "/experiments/{id}",
                    "An experiment: how far it is, and what it came to",
                )
                .gives::<Whole>(),
                get(one),
            ),
            (
                op(
                    "delete",
                    "/experiments/{id}",
                    "Delete an experiment that is not published",
                )
                .role("admin")
                .with("204"),
                delete(remove),
            ),
            (
                op(
                    "get",
                    "/experiments/{id}/questions",
                    "The outcomes, question by question and system by system",
                )
                .query::<Outcomes>()
                .gives::<Part>(),
                get(outcomes),
            ),
            (
                op(
                    "get",
                    "/experiments/{id}/questions/{number}",
                    "A question with everything that was said about it",
                )
                .query::<Judging>()
                .gives::<Value>(),
                get(question),
            ),
            (
                op(
                    "get",
                    "/experiments/{id}/judgings",
                    "When it was judged, by which rules",
                )
                .gives::<Judgings>(),
                get(judgings),
            ),
            (
                op(
                    "post",
                    "/experiments/{id}/judgings",
                    "Judge what was answered by other rules",
                )
                .role("runner")
                .takes::<ByRules>()
                .gives::<Judged>()
                .with("201")
                .keyed(),
                post(judge),
            ),
            (
                op(
                    "post",
                    "/experiments/{id}/cancel",
                    "End it; what was said stays",
                )
                .role("runner")
                .with("202"),
                post(cancel),
            ),
            (
                op("post", "/experiments/{id}/resume", "Take it up again")
                    .role("runner")
                    .query::<Resuming>()
                    .with("202"),
                post(resume),
            ),
            (
                op(
                    "post",
                    "/experiments/{id}/again",
                    "Run the same plan once more",
                )
                .role("runner")
                .gives::<Begun>()
                .with("201")
                .keyed(),
                post(again),
            ),
            (
                op("post", "/experiments/{id}/publish", "Publish it")
                    .role("admin")
                    .with("204"),
                post(publish),
            ),
            (
                op(
                    "post",
                    "/experiments/{id}/withdraw",
                    "Take back that it is published",
                )
                .role("admin")
                .with("204"),
                post(withdraw),
            ),
            (
                op(
                    "get",
                    "/experiments/{id}/export/{format}",
                    "The experiment in a format for others",
                )
                .query::<Judging>()
                .gives_as("application/ld+json")
                .gives_as("text/turtle")
                .gives_as("text/csv")
                .gives_as("application/x-tex")
                .gives_as("text/html")
                .gives_as("application/zip"),
                get(export),
            ),
        ],
    )
}

/// Which experiments are wanted.
#[derive(Deserialize, JsonSchema)]
struct Listed {
    /// The page, from 1 on.
    #[serde(default = "super::first")]
    #[schemars(range(min = 1, max = 1_000_000))]
    page: usize,
    /// How many are on a page.
    #[serde(default = "super::usual")]
    #[schemars(range(min = 1, max = 1_000))]
    size: usize,
    /// Only those with this in their name, systems or datasets.
    #[serde(default)]
    find: String,
}

async fn list(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Input(Query(listed)): Input<Query<Listed>>,
    headers: HeaderMap,
) -> Answer {
    let mut all = pages::visible(&app, &visitor).await?;
    pages::narrow(&mut all, &listed.find);
    let paged = Paged {
        page: listed.page,
        size: listed.size,
    };
    tagged(&headers, &paged.of(&all, json_of)?)
}

/// An experiment that was begun.
#[derive(Serialize, JsonSchema)]
struct Begun {
    /// Its identifier.
    experiment: String,
}

async fn create(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    Body(Json(ordered)): Body<Json<Ordered>>,
) -> Answer {
    app.allow(&visitor, Role::Runner)?;
    let asked = serde_json::to_vec(&ordered).map_err(std::io::Error::from)?;
    let starting = app.clone();
    app.keys
        .once(&headers, &visitor, &asked, async move {
            let run = starting.work(move |app| ordered.run(app)).await?;
            begun(&starting, Work::Run(Box::new(run))).await
        })
        .await
}

async fn begun(app: &App, work: Work) -> Result<Created, Fault> {
    let id = pages::start(app, work).await?.to_string();
    Created::new(
        format!("/api/v1/experiments/{id}"),
        &Begun { experiment: id },
    )
}

/// An experiment.
#[derive(Serialize, JsonSchema)]
struct Whole {
    /// What was planned, and how far it is.
    experiment: Value,
    /// How far each system is, while it is being run here.
    progress: Option<Value>,
    /// What each system came to.
    systems: Vec<Value>,
}

async fn one(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Input(Path(id)): Input<Path<String>>,
    headers: HeaderMap,
) -> Answer {
    let whole = app
        .work(move |app| whole(app, &app.experiment(&visitor, &id)?))
        .await?;
    tagged(&headers, &whole)
}

fn whole(app: &App, experiment: &Experiment) -> Result<Whole, Fault> {
    let progress = app
        .jobs
        .get(&experiment.id)
        .map(|job| json_of(&job.progress()));
    let mut systems = Vec::new();
    if experiment.judgings > 0 {
        let book = app.shelf.book(&app.store, experiment, None)?;
        systems.extend(book.publication.reports().map(|judged| {
            let report = judged.report;
            let [precision, recall, f1] = report.headline();
            let interval = report.figure(&f1).and_then(|figure| figure.interval);
            json!({
                "system": judged.name(), "task": judged.task.number, "dataset": judged.task.dataset_name,
                "language": judged.task.language, "rules": report.rules.name,
                "precision": report.value(&precision), "recall": report.value(&recall), "f1": report.value(&f1),
                "interval": interval.map(|interval| [interval.low, interval.high]), "questions": report.questions,
            })
        }));
    }
    Ok(Whole {
        experiment: json_of(experiment),
        progress,
        systems,
    })
}

async fn remove(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Input(Path(id)): Input<Path<String>>,
) -> Result<StatusCode, Refused> {
    app.allow(&visitor, Role::Admin)?;
    app.work(move |app| pages::deleted(app, &app.experiment(&visitor, &id)?))
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Which judging is meant.
#[derive(Deserialize, JsonSchema)]
struct Judging {
    /// Its number; by default the latest.
    #[schemars(range(min = 1, max = 1_000_000))]
    judging: Option<u64>,
}

/// Which outcomes are wanted.
#[derive(Deserialize, JsonSchema)]
struct Outcomes {
    /// The page, from 1 on.
    #[serde(default = "super::first")]
    #[schemars(range(min = 1, max = 1_000_000))]
    page: usize,
    /// How many are on a page.
    #[serde(default = "super::usual")]
    #[schemars(range(min = 1, max = 1_000))]
    size: usize,
    /// The judging; by default the latest.
    #[schemars(range(min = 1, max = 1_000_000))]
    judging: Option<u64>,
    /// Only those of this system.
    system: Option<String>,
}

async fn outcomes(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Input(Path(id)): Input<Path<String>>,
    Input(Query(wanted)): Input<Query<Outcomes>>,
    headers: HeaderMap,
) -> Answer {
    let part = app
        .work(move |app| {
            let experiment = judged(app, &visitor, &id)?;
            let book = app.shelf.book(&app.store, &experiment, wanted.judging)?;
            let mut all = Vec::new();
            for judged in book.publication.reports() {
                if wanted.system.as_deref().is_none_or(|name| name == judged.name()) {
                    all.extend(judged.report.outcomes.iter().map(|outcome| (judged, outcome)));
                }
            }
            let paged = Paged { page: wanted.page, size: wanted.size };
            paged.of(&all, |(judged, outcome)| {
                json!({ "system": judged.name(), "rules": judged.report.rules.name, "outcome": outcome })
            })
        })
        .await?;
    tagged(&headers, &part)
}

/// An experiment with scores.
pub(super) fn judged(app: &App, visitor: &Visitor, id: &str) -> Result<Experiment, Fault> {
    let experiment = app.experiment(visitor, id)?;
    if experiment.judgings == 0 {
        return Err(Fault::new(
            StatusCode::CONFLICT,
            "nothing has been judged yet",
        ));
    }
    Ok(experiment)
}

async fn question(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Input(Path((id, number))): Input<Path<(String, usize)>>,
    Input(Query(wanted)): Input<Query<OnBoard>>,
    headers: HeaderMap,
) -> Answer {
    let value = app
        .work(move |app| {
            let experiment = judged(app, &visitor, &id)?;
            let book = app.shelf.book(&app.store, &experiment, wanted.judging)?;
            let group = pages::group(&book, app, wanted.board)?;
            let question = number.checked_sub(1).and_then(|at| group.questions.get(at));
            let question = question.ok_or_else(|| Fault::not_found("there is no such question"))?;
            let given = group.systems.iter().zip(&question.given).filter_map(|(system, given)| {
                let given = given.as_ref()?;
                Some(json!({
                    "system": system, "outcome": given.outcome, "evidence": given.evidence, "query": given.query,
                    "differences": given.differences, "failure": given.failure,
                }))
            });
            Ok(json!({
                "id": question.id, "text": question.text, "language": question.language, "gold": question.gold,
                "query": question.query, "given": given.collect::<Vec<_>>(),
                "suspicions": lydite_lab::export::suspicions(question).iter().map(|one| one.description()).collect::<Vec<_>>(),
            }))
        })
        .await?;
    tagged(&headers, &value)
}

/// When an experiment was judged.
#[derive(Serialize, JsonSchema)]
struct Judgings {
    /// The judgings.
    judgings: Vec<Judged>,
}

/// A judging.
#[derive(Serialize, JsonSchema)]
struct Judged {
    /// Its number.
    number: u64,
    /// When.
    date: String,
    /// By which rules.
    rules: String,
}

async fn judgings(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Input(Path(id)): Input<Path<String>>,
    headers: HeaderMap,
) -> Answer {
    let all = app
        .work(move |app| Ok(app.store.judgings(&app.experiment(&visitor, &id)?.id)?))
        .await?;
    let judgings = all.into_iter().map(|(number, date, rules)| Judged {
        number,
        date,
        rules,
    });
    tagged(
        &headers,
        &Judgings {
            judgings: judgings.collect(),
        },
    )
}

/// By which rules something is judged.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ByRules {
    /// The name of a rule set.
    rules: String,
}

async fn judge(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Input(Path(id)): Input<Path<String>>,
    headers: HeaderMap,
    Body(Json(by)): Body<Json<ByRules>>,
) -> Answer {
    app.allow(&visitor, Role::Runner)?;
    if rule_set(&by.rules).is_none() {
        return Err(Fault::wrong("there are no rules of this name").into());
    }
    let asked = format!("{id} {}", by.rules);
    let (judging, who) = (app.clone(), visitor.clone());
    app.keys
        .once(&headers, &visitor, asked.as_bytes(), async move {
            judging
                .work(move |app| {
                    let experiment = app.experiment(&who, &id)?;
                    let rejudge = Rejudge {
                        rules: vec![by.rules.clone()],
                        ..Rejudge::default()
                    };
                    let judged = app.lab.rejudge(&experiment.id, &rejudge)?;
                    let document = Judged {
                        number: judged.number,
                        date: judged.date,
                        rules: by.rules,
                    };
                    Created::new(format!("/api/v1/experiments/{id}"), &document)
                })
                .await
        })
        .await
}

async fn cancel(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Input(Path(id)): Input<Path<String>>,
) -> Result<StatusCode, Refused> {
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

/// How an experiment is taken up again.
#[derive(Deserialize, JsonSchema)]
struct Resuming {
    /// Whether those questions are put again at which systems failed.
    #[serde(default)]
    retry: bool,
}

async fn resume(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Input(Path(id)): Input<Path<String>>,
    Input(Query(resuming)): Input<Query<Resuming>>,
) -> Result<StatusCode, Refused> {
    app.allow(&visitor, Role::Runner)?;
    let experiment = app.work(move |app| app.experiment(&visitor, &id)).await?;
    if experiment.state == Progress::Finished && !resuming.retry {
        return Err(Fault::new(StatusCode::CONFLICT, "this experiment is finished").into());
    }
    if app.jobs.get(&experiment.id).is_some() {
        return Err(Fault::new(StatusCode::CONFLICT, "this experiment is being run").into());
    }
    pages::start(&app, Work::Resume(experiment.id, resuming.retry)).await?;
    Ok(StatusCode::ACCEPTED)
}

async fn again(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Input(Path(id)): Input<Path<String>>,
    headers: HeaderMap,
) -> Answer {
    app.allow(&visitor, Role::Runner)?;
    let (starting, who) = (app.clone(), visitor.clone());
    let asked = format!("again {id}");
    app.keys
        .once(&headers, &visitor, asked.as_bytes(), async move {
            let run = starting
                .work(move |app| pages::planned_again(app, &app.experiment(&who, &id)?))
                .await?;
            begun(&starting, Work::Run(Box::new(run))).await
        })
        .await
}

async fn publish(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Input(Path(id)): Input<Path<String>>,
) -> Result<StatusCode, Refused> {
    published(&app, visitor, id, true).await
}

async fn withdraw(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Input(Path(id)): Input<Path<String>>,
) -> Result<StatusCode, Refused> {
    published(&app, visitor, id, false).await
}

async fn published(
    app: &App,
    visitor: Visitor,
    id: String,
    is: bool,
) -> Result<StatusCode, Refused> {
    app.allow(&visitor, Role::Admin)?;
    app.work(move |app| {
        let experiment = app.experiment(&visitor, &id)?;
        if experiment.state != Progress::Finished {
            return Err(Fault::new(
                StatusCode::CONFLICT,
                "only what is finished can be published",
            ));
        }
        Ok(app.store.publish(&experiment.id, is)?)
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn export(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Input(Path((id, format))): Input<Path<(String, String)>>,
    Input(Query(judging)): Input<Query<Judging>>,
) -> Answer {
    let written = pages::exported(&app, visitor, id, &format, judging.judging).await;
    Ok(written?.into_response())
}
