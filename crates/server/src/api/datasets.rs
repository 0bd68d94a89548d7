//! Benchmarks and answers: brought, checked, scored, sampled; components, templates and rules.

use axum::extract::{Multipart, Path, Query, State};
use axum::http::HeaderMap;
use axum::routing::{get, post};
use axum::{Extension, Json};
use lydite_judge::rules;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::input::{Body, Input};
use super::once::Created;
use super::operation::{Operation, Operations};
use super::{Answer, Paged, Part, file_schema, json_of, tagged};
use crate::access::{Role, Visitor};
use crate::app::App;
use crate::error::Fault;
use crate::jobs::Work;
use crate::naming;
use crate::pages::{self, SampleOrder, TemplateOrder};

pub(super) fn add(operations: Operations) -> Operations {
    let op = Operation::new;
    let file = json!({ "type": "string", "contentMediaType": "application/octet-stream" });
    let upload = file_schema(&json!({ "file": file }), &["file"]);
    let scored = file_schema(
        &json!({
            "answers": { "type": "array", "items": file }, "gold-file": file,
            "gold": { "type": "string" }, "answers-name": { "type": "string" }, "rules": { "type": "string" },
        }),
        &[],
    );
    operations
        .group(
            "Datasets",
            vec![
                (
                    op(
                        "get",
                        "/datasets",
                        "The benchmarks and answers that are here",
                    )
                    .query::<Paged>()
                    .gives::<Part>(),
                    get(list),
                ),
                (
                    op(
                        "post",
                        "/datasets",
                        "Bring a file: it is recognised, checked and kept",
                    )
                    .role("runner")
                    .takes_as("multipart/form-data", upload)
                    .gives::<Kept>()
                    .with("201")
                    .keyed(),
                    post(bring),
                ),
                (
                    op(
                        "get",
                        "/datasets/{name}",
                        "A benchmark in figures, and what is irregular in it",
                    )
                    .gives::<Value>(),
                    get(one),
                ),
                (
                    op("post", "/score", "Judge answers in files, as an experiment")
                        .role("runner")
                        .takes_as("multipart/form-data", scored)
                        .gives::<Value>()
                        .with("201")
                        .keyed(),
                    post(score),
                ),
                (
                    op("post", "/samples", "Choose a micro-benchmark")
                        .role("reader")
                        .takes::<SampleOrder>()
                        .gives::<Sample>(),
                    post(sample),
                ),
            ],
        )
        .group(
            "Components, templates, rules",
            vec![
                (
                    op(
                        "get",
                        "/components",
                        "What each component does, and what it scored",
                    )
                    .gives::<Components>(),
                    get(list_components),
                ),
                (
                    op("get", "/components/{name}", "A component").gives::<Value>(),
                    get(one_component),
                ),
                (
                    op(
                        "post",
                        "/components/{name}/scores",
                        "Measure a component on a dataset",
                    )
                    .role("runner")
                    .takes::<Measuring>()
                    .gives::<Value>(),
                    post(measure),
                ),
                (
                    op(
                        "post",
                        "/templates",
                        "Judge query templates by the six criteria",
                    )
                    .role("reader")
                    .takes::<TemplateOrder>()
                    .gives::<Value>(),
                    post(templates),
                ),
                (
                    op("get", "/rules", "The rule sets").gives::<Rules>(),
                    get(list_rules),
                ),
            ],
        )
}

async fn list(
    State(app): State<App>,
    Input(Query(paged)): Input<Query<Paged>>,
    headers: HeaderMap,
) -> Answer {
    let names = app.work(|app| Ok(naming::datasets(&app.lab))).await?;
    tagged(&headers, &paged.of(&names, |name| json!({ "name": name }))?)
}

/// A file that was kept.
#[derive(Serialize, JsonSchema)]
struct Kept {
    /// The name under which it can be used.
    name: String,
    /// What was found in it.
    findings: Value,
}

async fn bring(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    Body(form): Body<Multipart>,
) -> Answer {
    app.allow(&visitor, Role::Runner)?;
    let form = pages::read_form(form).await?;
    let asked = form.digest();
    let keeping = app.clone();
    app.keys
        .once(&headers, &visitor, asked.as_bytes(), async move {
            keeping
                .work(move |app| {
                    let brought = form
                        .files
                        .first()
                        .ok_or_else(|| Fault::wrong("no file was sent"))?;
                    let (name, findings) = pages::keep(app, brought)?;
                    let place = format!("/api/v1/datasets/{name}");
                    Created::new(
                        place,
                        &Kept {
                            name,
                            findings: json_of(&findings),
                        },
                    )
                })
                .await
        })
        .await
}

async fn one(
    State(app): State<App>,
    Input(Path(name)): Input<Path<String>>,
    headers: HeaderMap,
) -> Answer {
    let value = app
        .work(move |app| {
            let name = naming::dataset(&app.lab, &name)
                .map_err(|fault| Fault::not_found(fault.message))?;
            let seen = pages::seen(app, &name)?;
            Ok(json!({ "name": name, "profile": seen.profiled, "findings": seen.findings }))
        })
        .await?;
    tagged(&headers, &value)
}

async fn score(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    Body(form): Body<Multipart>,
) -> Answer {
    app.allow(&visitor, Role::Runner)?;
    let form = pages::read_form(form).await?;
    let asked = form.digest();
    let starting = app.clone();
    app.keys
        .once(&headers, &visitor, asked.as_bytes(), async move {
            let run = starting
                .work(move |app| pages::scored(app, &form)?.run(app))
                .await?;
            let id = pages::start(&starting, Work::Run(Box::new(run)))
                .await?
                .to_string();
            Created::new(
                format!("/api/v1/experiments/{id}"),
                &json!({ "experiment": id }),
            )
        })
        .await
}

/// A micro-benchmark.
#[derive(Serialize, JsonSchema)]
struct Sample {
    /// How many questions it was chosen from.
    of: usize,
    /// How good the choice is.
    quality: Value,
    /// What is worth knowing about it.
    notes: Vec<String>,
    /// The questions.
    questions: Vec<Value>,
}

async fn sample(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Body(Json(order)): Body<Json<SampleOrder>>,
) -> Answer {
    app.allow(&visitor, Role::Reader)?;
    let sample = app
        .work(move |app| {
            let built = order.build(app)?;
            Ok(Sample {
                of: built.pool,
                quality: json_of(&built.sampled.quality),
                notes: built.notes.clone(),
                questions: built.questions.iter().map(json_of).collect(),
            })
        })
        .await?;
    tagged(&HeaderMap::new(), &sample)
}

/// The components.
#[derive(Serialize, JsonSchema)]
struct Components {
    /// What each of them does.
    components: Vec<Value>,
    /// What they scored when they were measured last.
    scores: Vec<Value>,
}

async fn list_components(State(app): State<App>, headers: HeaderMap) -> Answer {
    let all = app
        .work(|app| {
            Ok(Components {
                components: app.lab.component_list().iter().map(json_of).collect(),
                scores: app.lab.component_scores()?.iter().map(json_of).collect(),
            })
        })
        .await?;
    tagged(&headers, &all)
}

async fn one_component(
    State(app): State<App>,
    Input(Path(name)): Input<Path<String>>,
    headers: HeaderMap,
) -> Answer {
    let about = app.lab.component(&name);
    let about = about.map_err(|error| Fault::not_found(error.to_string()))?;
    tagged(&headers, &about)
}

/// On what a component is measured.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Measuring {
    /// The dataset.
    dataset: String,
    /// The graph.
    graph: String,
}

async fn measure(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Input(Path(name)): Input<Path<String>>,
    Body(Json(on)): Body<Json<Measuring>>,
) -> Answer {
    app.allow(&visitor, Role::Runner)?;
    let report = app
        .work(move |app| pages::measured(app, &name, &on.dataset, &on.graph))
        .await?;
    tagged(
        &HeaderMap::new(),
        &json!({ "scores": report.components, "candidates": report.universe }),
    )
}

async fn templates(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Body(Json(order)): Body<Json<TemplateOrder>>,
) -> Answer {
    let value = app
        .work(move |app| {
            order.allowed(app, &visitor)?;
            let verdicts = order.judge(app)?;
            let systems = verdicts
                .summaries
                .iter()
                .map(|summary| json!({ "system": summary.system.name, "summary": summary }));
            Ok(json!({ "systems": systems.collect::<Vec<_>>() }))
        })
        .await?;
    tagged(&HeaderMap::new(), &value)
}

/// The rule sets.
#[derive(Serialize, JsonSchema)]
struct Rules {
    /// All of them.
    rules: Vec<Rule>,
}

/// A rule set.
#[derive(Serialize, JsonSchema)]
struct Rule {
    /// Its name.
    name: String,
    /// Its version.
    version: String,
    /// What it is called.
    title: String,
    /// Why it judges as it does.
    rationale: String,
}

async fn list_rules(headers: HeaderMap) -> Answer {
    let all = rules().iter().map(|rules| Rule {
        name: rules.name.to_string(),
        version: rules.version.to_string(),
        title: rules.title.to_string(),
        rationale: rules.rationale.to_string(),
    });
    tagged(
        &headers,
        &Rules {
            rules: all.collect(),
        },
    )
}
