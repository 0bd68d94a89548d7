//! What is done to experiments: begin, end, resume, judge, publish, delete.

use axum::Extension;
use axum::extract::{Form, Path, State};
use axum::http::StatusCode;
use axum::response::Redirect;
use lydite_judge::rule_set;
use lydite_lab::run::{Languages, Rejudge, Run};
use lydite_lab::store::{Experiment, ExperimentId, State as Progress};
use lydite_lab::{GraphUse, demo};
use serde::Deserialize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::access::{Role, Visitor};
use crate::app::App;
use crate::error::Fault;
use crate::jobs::{self, Work};

/// How long a query may take on a graph.
pub(crate) const QUERY_TIME: Duration = Duration::from_secs(20);

/// Begins what is to be run, and gives its identifier once it is stored.
pub(crate) async fn start(app: &App, work: Work) -> Result<ExperimentId, Fault> {
    if app.jobs.count() >= app.settings.running {
        let message = format!("{} experiments are running here already", app.jobs.count());
        let fault = Fault::new(StatusCode::TOO_MANY_REQUESTS, message);
        return Err(fault.hint("Wait until one is finished, or cancel one."));
    }
    let warming = app.clone();
    let begun = jobs::begin(&app.jobs, &app.lab, work, move |id| {
        warming.listed.forget();
        // Whoever watched it will look into it: what takes long is found out now.
        if let Ok(experiment) = warming.store.experiment(id)
            && let Ok(book) = warming.shelf.book(&warming.store, &experiment, None)
        {
            let _ = book.explained(&warming.lab);
        }
    });
    match begun.await {
        Ok(Ok(id)) => Ok(id),
        Ok(Err(error)) => Err(error.into()),
        Err(_) => Err(Fault::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "the experiment could not be begun",
        )),
    }
}

fn to(id: &ExperimentId) -> Redirect {
    Redirect::to(&format!("/experiments/{id}"))
}

/// The demo: three made-up systems and two pipelines on the demo benchmark.
pub(crate) fn demo_run(app: &App) -> Result<Run, Fault> {
    let graph = Arc::from(app.lab.graph(demo::GRAPH)?);
    let given = [
        "careful=file:demo-careful",
        "eager=file:demo-eager",
        "encoded=file:demo-encoded",
        "auto=pipeline:auto",
        "guess=pipeline:guess",
    ];
    let mut systems = Vec::new();
    for given in given {
        let spec = app.lab.system_spec(given)?;
        systems.push(Arc::from(app.lab.system(&spec, Some(Arc::clone(&graph)))?));
    }
    Ok(Run {
        name: Some("The demo".to_owned()),
        languages: Languages::Own,
        graph: Some(GraphUse {
            name: demo::GRAPH.to_owned(),
            time: QUERY_TIME,
        }),
        ..Run::new(vec![PathBuf::from(demo::GRAPH)], systems)
    })
}

pub(super) async fn demo(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Redirect, Fault> {
    app.allow(&visitor, Role::Runner)?;
    let run = app.work(demo_run).await?;
    Ok(to(&start(&app, Work::Run(Box::new(run))).await?))
}

pub(super) async fn cancel(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<Redirect, Fault> {
    app.allow(&visitor, Role::Runner)?;
    let id = ExperimentId::from(id.as_str());
    if !app.jobs.cancel(&id) {
        return Err(Fault::new(
            StatusCode::CONFLICT,
            format!("experiment {id} is not being run here"),
        ));
    }
    Ok(to(&id))
}

#[derive(Deserialize)]
pub(super) struct Resuming {
    #[serde(default)]
    retry: bool,
}

pub(super) async fn resume(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    Form(resuming): Form<Resuming>,
) -> Result<Redirect, Fault> {
    app.allow(&visitor, Role::Runner)?;
    let experiment = app.work(move |app| app.experiment(&visitor, &id)).await?;
    if experiment.state == Progress::Finished && !resuming.retry {
        return Err(Fault::new(
            StatusCode::CONFLICT,
            "this experiment is finished",
        ));
    }
    Ok(to(&start(
        &app,
        Work::Resume(experiment.id, resuming.retry),
    )
    .await?))
}

/// Runs the same plan once more, as a new experiment.
pub(super) async fn again(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<Redirect, Fault> {
    app.allow(&visitor, Role::Runner)?;
    let run = app
        .work(move |app| planned_again(app, &app.experiment(&visitor, &id)?))
        .await?;
    Ok(to(&start(&app, Work::Run(Box::new(run))).await?))
}

/// The plan of an experiment as a new run.
pub(crate) fn planned_again(app: &App, experiment: &Experiment) -> Result<Run, Fault> {
    let plan = &experiment.plan;
    let languages = plan
        .datasets
        .iter()
        .flat_map(|dataset| dataset.languages.clone());
    let mut languages: Vec<_> = languages.collect();
    languages.sort();
    languages.dedup();
    let mut run = Run::new(
        plan.datasets
            .iter()
            .map(|dataset| PathBuf::from(&dataset.name))
            .collect(),
        app.lab.stored_systems(plan)?,
    );
    run.name.clone_from(&plan.name);
    if !languages.is_empty() {
        run.languages = Languages::These(languages);
    }
    run.keywords = plan.keywords;
    run.rules = plan.rules.iter().map(|rules| rules.name.clone()).collect();
    run.experiments.clone_from(&plan.experiments);
    run.graph = plan.graph.clone().map(|name| GraphUse {
        name,
        time: QUERY_TIME,
    });
    run.seed = plan.seed;
    Ok(run)
}

#[derive(Deserialize)]
pub(super) struct Judging {
    rules: String,
}

pub(super) async fn judge(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    Form(judging): Form<Judging>,
) -> Result<Redirect, Fault> {
    app.allow(&visitor, Role::Runner)?;
    if rule_set(&judging.rules).is_none() {
        return Err(Fault::wrong(format!(
            "there are no rules called `{}`",
            judging.rules
        )));
    }
    let (id, number) = app
        .work(move |app| {
            let experiment = app.experiment(&visitor, &id)?;
            let rejudge = Rejudge {
                rules: vec![judging.rules],
                ..Rejudge::default()
            };
            let judged = app.lab.rejudge(&experiment.id, &rejudge)?;
            Ok((experiment.id, judged.number))
        })
        .await?;
    Ok(Redirect::to(&format!("/experiments/{id}?judging={number}")))
}

#[derive(Deserialize)]
pub(super) struct Publishing {
    #[serde(default)]
    withdraw: bool,
}

pub(super) async fn publish(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    Form(publishing): Form<Publishing>,
) -> Result<Redirect, Fault> {
    app.allow(&visitor, Role::Admin)?;
    let id = app
        .work(move |app| {
            let experiment = app.experiment(&visitor, &id)?;
            if experiment.state != Progress::Finished {
                return Err(Fault::new(
                    StatusCode::CONFLICT,
                    "only what is finished can be published",
                ));
            }
            app.store.publish(&experiment.id, !publishing.withdraw)?;
            Ok(experiment.id)
        })
        .await?;
    Ok(to(&id))
}

pub(super) async fn delete(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<Redirect, Fault> {
    app.allow(&visitor, Role::Admin)?;
    app.work(move |app| deleted(app, &app.experiment(&visitor, &id)?))
        .await?;
    Ok(Redirect::to("/experiments"))
}

/// Deletes an experiment that nobody can have cited.
pub(crate) fn deleted(app: &App, experiment: &Experiment) -> Result<(), Fault> {
    let refuse = |reason| Err(Fault::new(StatusCode::CONFLICT, reason));
    if experiment.published.is_some() {
        return refuse("what is published may be cited, and is not deleted");
    }
    if app.jobs.get(&experiment.id).is_some() {
        return refuse("this experiment is being run; cancel it first");
    }
    Ok(app.store.delete(&experiment.id)?)
}
