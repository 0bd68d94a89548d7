//! Campaigns: created, handed in to, ranked, closed.

use axum::extract::{Multipart, Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{get, post};
use axum::{Extension, Json};
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::input::{Body, Input};
use super::once::Created;
use super::operation::{Operation, Operations};
use super::{Answer, Refused, file_schema, json_of, tagged};
use crate::access::{Role, Visitor};
use crate::app::App;
use crate::pages;

pub(super) fn add(operations: Operations) -> Operations {
    let op = Operation::new;
    let text = json!({ "type": "string" });
    let handed_in = file_schema(
        &json!({
            "file": { "type": "string", "contentMediaType": "application/octet-stream" }, "system": text,
            "configuration": text, "task": text, "phase": { "type": "string", "enum": ["training", "test"] }, "language": text,
        }),
        &["file", "system"],
    );
    operations.group(
        "Campaigns",
        vec![
            (
                op("get", "/campaigns", "The campaigns").gives::<Campaigns>(),
                get(list),
            ),
            (
                op("post", "/campaigns", "Create a campaign")
                    .role("admin")
                    .takes::<Definition>()
                    .gives::<Named>()
                    .with("201")
                    .keyed(),
                post(create),
            ),
            (
                op("get", "/campaigns/{name}", "A campaign with its rankings").gives::<Whole>(),
                get(one),
            ),
            (
                op("post", "/campaigns/{name}/submissions", "Hand in answers")
                    .role("runner")
                    .takes_as("multipart/form-data", handed_in)
                    .gives::<Value>()
                    .with("201")
                    .keyed(),
                post(submit),
            ),
            (
                op("post", "/campaigns/{name}/close", "Close the test phase")
                    .role("admin")
                    .with("204"),
                post(close),
            ),
        ],
    )
}

/// The campaigns.
#[derive(Serialize, JsonSchema)]
struct Campaigns {
    /// What their organisers say.
    campaigns: Vec<Value>,
}

async fn list(State(app): State<App>, headers: HeaderMap) -> Answer {
    let all = app.work(|app| Ok(app.store.campaigns()?)).await?;
    let campaigns = all.iter().map(json_of);
    tagged(
        &headers,
        &Campaigns {
            campaigns: campaigns.collect(),
        },
    )
}

/// What organisers say.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Definition {
    /// The description, in TOML.
    definition: String,
}

/// The name of something.
#[derive(Serialize, JsonSchema)]
struct Named {
    /// The name.
    name: String,
}

async fn create(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    Body(Json(said)): Body<Json<Definition>>,
) -> Answer {
    app.allow(&visitor, Role::Admin)?;
    let asked = said.definition.clone();
    let creating = app.clone();
    app.keys
        .once(&headers, &visitor, asked.as_bytes(), async move {
            let name = creating
                .work(move |app| pages::created_campaign(app, &said.definition))
                .await?;
            Created::new(format!("/api/v1/campaigns/{name}"), &Named { name })
        })
        .await
}

/// A campaign.
#[derive(Serialize, JsonSchema)]
struct Whole {
    /// What its organisers say.
    campaign: Value,
    /// Whether its test phase is over.
    over: bool,
    /// The rankings that may be shown.
    rankings: Vec<Value>,
    /// What was handed in.
    submissions: Vec<Value>,
}

async fn one(
    State(app): State<App>,
    Input(Path(name)): Input<Path<String>>,
    headers: HeaderMap,
) -> Answer {
    let whole = app
        .work(move |app| {
            let now = Timestamp::now();
            let hosted = app.lab.host(&app.store, &name)?;
            Ok(Whole {
                over: hosted.is_over(now),
                rankings: pages::rankings(&hosted, now)?.iter().map(json_of).collect(),
                submissions: hosted.submissions()?.iter().map(json_of).collect(),
                campaign: json_of(&hosted.campaign),
            })
        })
        .await?;
    tagged(&headers, &whole)
}

async fn submit(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Input(Path(name)): Input<Path<String>>,
    headers: HeaderMap,
    Body(form): Body<Multipart>,
) -> Answer {
    app.allow(&visitor, Role::Runner)?;
    let form = pages::read_form(form).await?;
    let asked = format!("{name} {}", form.digest());
    let taking = app.clone();
    app.keys
        .once(&headers, &visitor, asked.as_bytes(), async move {
            taking
                .work(move |app| {
                    let receipt = pages::handed_in(app, &name, &form)?;
                    Created::new(format!("/api/v1/campaigns/{name}"), &receipt)
                })
                .await
        })
        .await
}

async fn close(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Input(Path(name)): Input<Path<String>>,
) -> Result<StatusCode, Refused> {
    app.allow(&visitor, Role::Admin)?;
    app.work(move |app| Ok(app.lab.host(&app.store, &name)?.close(Timestamp::now())?))
        .await?;
    Ok(StatusCode::NO_CONTENT)
}
