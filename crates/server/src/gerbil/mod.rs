//! The addresses by which scripts drive GERBIL: they upload a file, send an experiment in the
//! address, poll the page, and cut the JSON-LD out of it.

mod results;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{DefaultBodyLimit, Multipart, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Html;
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use lydite_lab::catalogue::{Catalogue, Kind};
use lydite_lab::demo;
use lydite_lab::store::State as Progress;
use maud::Markup;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::access::{Role, Visitor};
use crate::app::App;
use crate::error::Fault;
use crate::jobs::Work;
use crate::naming;
use crate::pages::{Ordered, keep, read_form, start};

/// What is shown behind the names of files that were uploaded.
const UPLOADED: &str = " (uploaded)";

/// Files that were uploaded, by the names that their owners gave them.
#[derive(Default)]
struct Uploads(Mutex<HashMap<String, String>>);

impl Uploads {
    fn get(&self, name: &str) -> Option<String> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(name).cloned()
    }

    fn add(&self, name: &str, kept: &str) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(name.to_owned(), kept.to_owned());
    }
}

type Uploaded = Extension<Arc<Uploads>>;

/// The addresses below `/gerbil`.
pub(crate) fn routes(upload_bytes: usize) -> Router<App> {
    Router::new()
        .route("/exptypes", get(types))
        .route("/matchings", get(matchings))
        .route("/annotators", get(annotators))
        .route("/datasets", get(datasets))
        .route("/execute", get(execute).post(execute))
        .route("/experiment", get(experiment))
        .route("/running", get(running))
        .route("/upload", post(upload))
        .route("/file/upload", post(upload))
        .layer(DefaultBodyLimit::max(upload_bytes))
        .layer(Extension(Arc::<Uploads>::default()))
}

async fn types() -> Json<Value> {
    let about = "Questions are put to systems; answers, and where there are queries their parts, are judged.";
    Json(json!({"ExperimentType": [{"name": "QA", "label": "QA", "description": about}]}))
}

async fn matchings() -> Json<Value> {
    let about = "Answers match as the rule set `gerbil` says.";
    Json(json!({"Matching": [
        {"name": "STRONG_ENTITY_MATCH", "label": "Me - strong entity match", "description": about}
    ]}))
}

async fn annotators() -> Json<Value> {
    Json(json!(["auto", "guess"]))
}

async fn datasets(State(app): State<App>) -> Result<Json<Value>, Fault> {
    let names = app.work(|app| Ok(naming::datasets(&app.lab))).await?;
    let entry = |name: &String| {
        let group = if name == demo::GRAPH {
            "Demo"
        } else {
            "Others"
        };
        json!({"name": name, "group": group})
    };
    Ok(Json(names.iter().map(entry).collect()))
}

/// Keeps files; the answer is that of the upload widget that GERBIL uses.
async fn upload(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Extension(uploads): Uploaded,
    form: Multipart,
) -> Result<Json<Value>, Fault> {
    app.allow(&visitor, Role::Runner)?;
    let form = read_form(form).await?;
    if form.files.is_empty() {
        return Err(Fault::wrong("no file was sent"));
    }
    let files = app
        .work(move |app| {
            let kept = form.files.iter().map(|brought| match keep(app, brought) {
                Ok((name, _)) => {
                    uploads.add(base_name(&brought.name), &name);
                    json!({"name": base_name(&brought.name), "error": null})
                }
                Err(fault) => json!({"name": base_name(&brought.name), "error": fault.message}),
            });
            Ok(kept.collect::<Vec<_>>())
        })
        .await?;
    Ok(Json(json!({ "files": files })))
}

#[derive(Deserialize)]
struct Sent {
    #[serde(rename = "experimentData")]
    experiment: String,
}

/// An experiment as scripts describe it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Wanted {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    annotator: Vec<String>,
    #[serde(default)]
    dataset: Vec<String>,
    #[serde(default)]
    answer_files: Vec<String>,
    #[serde(default)]
    question_language: Option<String>,
}

/// Begins an experiment; the answer is its identifier.
async fn execute(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Extension(uploads): Uploaded,
    headers: HeaderMap,
    Query(sent): Query<Sent>,
) -> Result<String, Fault> {
    // Scripts change something with a GET; a page elsewhere must not do so in somebody's name.
    let from = headers.get("sec-fetch-site");
    let from = from.and_then(|from| from.to_str().ok());
    if !matches!(from, None | Some("same-origin" | "none")) {
        return Err(Fault::new(
            StatusCode::FORBIDDEN,
            "experiments are not begun from other pages",
        ));
    }
    app.allow(&visitor, Role::Runner)?;
    let wanted: Wanted = serde_json::from_str(&sent.experiment)
        .map_err(|error| Fault::wrong(format!("experimentData: {error}")))?;
    let run = app
        .work(move |app| ordered(app, &uploads, &wanted)?.run(app))
        .await?;
    Ok(start(&app, Work::Run(Box::new(run))).await?.to_string())
}

fn ordered(app: &App, uploads: &Uploads, wanted: &Wanted) -> Result<Ordered, Fault> {
    if wanted.kind != "QA" {
        let message = format!("the experiment type is QA here, not `{}`", wanted.kind);
        return Err(Fault::wrong(message)
            .hint("The sub-experiments C2KB, P2KB, RE2KB, AT and AIT2KB are part of it."));
    }
    let mut ordered = Ordered {
        rules: vec!["gerbil".to_owned()],
        languages: wanted.question_language.iter().cloned().collect(),
        ..Ordered::default()
    };
    for name in &wanted.dataset {
        let name = match name.strip_prefix("NIFDS_").and_then(brackets) {
            Some((_, file)) => uploaded(uploads, &file)?,
            None => dataset(app, name)?,
        };
        ordered.datasets.push(name);
    }
    for given in wanted.annotator.iter().chain(&wanted.answer_files) {
        if let Some((name, address)) = given.strip_prefix("NIFWS_").and_then(brackets) {
            ordered
                .systems
                .push(format!("{}=gerbil:{address}", plain(name)));
        } else if let Some((name, rest)) = given.strip_prefix("AF_").and_then(brackets) {
            // AF_name(file)(type)(dataset); the brackets of `rest` are those in between.
            let parts: Vec<&str> = rest.split(")(").collect();
            let file = uploaded(uploads, parts.first().copied().unwrap_or_default())?;
            // By the end of its name scripts tell what was uploaded, and in which language.
            ordered
                .systems
                .push(format!("{}{UPLOADED}=file:{file}", plain(name)));
            let target = parts.last().copied().unwrap_or_default();
            let target = match target.strip_prefix("AFDS_") {
                Some(file) => uploaded(uploads, file)?,
                None => dataset(app, target)?,
            };
            if !ordered.datasets.contains(&target) {
                ordered.datasets.push(target);
            }
        } else if ["auto", "guess"].contains(&given.as_str()) {
            ordered.systems.push(format!("{given}=pipeline:{given}"));
            ordered.graph = Some(demo::GRAPH.to_owned());
        } else {
            let hint = "`auto` and `guess` are there, and NIFWS_name(address) or AF_name(file)(undefined)(dataset).";
            return Err(Fault::wrong(format!("there is no annotator `{given}`")).hint(hint));
        }
    }
    let with_files = wanted.annotator.iter().chain(&wanted.answer_files);
    let has_files = with_files.into_iter().any(|one| one.starts_with("AF_"));
    if has_files && ordered.datasets.len() > 1 {
        let message = "answers in files go with one dataset in an experiment";
        return Err(Fault::wrong(message).hint("Begin an experiment for each dataset."));
    }
    Ok(ordered)
}

/// `name(what is between the first bracket and the last one)`.
fn brackets(text: &str) -> Option<(&str, String)> {
    let (name, rest) = text.split_once('(')?;
    let inner = rest.strip_suffix(')')?;
    Some((name, inner.to_owned()))
}

/// A name that a line about a system can begin with.
fn plain(name: &str) -> String {
    let fine = |c: &char| c.is_alphanumeric() || " _-.+()".contains(*c);
    let name: String = name.chars().filter(fine).collect();
    if name.trim().is_empty() {
        "system".to_owned()
    } else {
        name
    }
}

/// Scripts send the path of a file, and name it by its end later.
fn base_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

fn uploaded(uploads: &Uploads, file: &str) -> Result<String, Fault> {
    uploads.get(base_name(file)).ok_or_else(|| {
        Fault::wrong(format!("no file `{file}` was uploaded")).hint("Upload it first.")
    })
}

/// A dataset by our name for it or GERBIL's: `QALD9 Test Multilingual` is `qald-9-test-multilingual`.
fn dataset(app: &App, name: &str) -> Result<String, Fault> {
    let letters = |text: &str| -> String {
        let letters = text.chars().filter(|c| c.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    };
    let wanted = letters(name);
    let own = naming::datasets(&app.lab);
    let catalogue = Catalogue::builtin().entries().iter();
    let known = catalogue
        .filter(|entry| entry.kind == Kind::Benchmark)
        .map(|entry| entry.name.clone());
    let mut known = own.into_iter().chain(known);
    let found = known.find(|known| letters(known) == wanted);
    found.ok_or_else(|| Fault::wrong(format!("there is no dataset `{name}`")))
}

/// What is running: scripts wait until there is nothing.
async fn running(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Html<String>, Fault> {
    let lines = app
        .work(move |app| {
            let all = app.listed.all(&app.store)?;
            let running = all.iter().filter(|one| {
                let seen = one.published.is_some() || visitor.may(Role::Reader);
                seen && app.jobs.get(&one.id).is_some()
            });
            Ok(running
                .map(|one| format!("<p>Experiment {}</p>\n", one.id))
                .collect())
        })
        .await?;
    Ok(Html(lines))
}

#[derive(Deserialize)]
struct Looked {
    id: String,
}

async fn experiment(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Query(looked): Query<Looked>,
) -> Result<Markup, Fault> {
    app.work(move |app| {
        let experiment = app.experiment(&visitor, &looked.id)?;
        let book = match (experiment.state, experiment.judgings) {
            (Progress::Finished, 1..) => Some(app.shelf.book(&app.store, &experiment, None)?),
            _ => None,
        };
        Ok(results::page(&experiment, book.as_deref()))
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_their_parts_in_brackets() {
        let part = |text| brackets(text).unwrap();
        assert_eq!(
            part("mine(http://h/a(b))"),
            ("mine", "http://h/a(b)".to_owned())
        );
        assert_eq!(
            part("x(f.json)(undefined)(AFDS_g.json)").1,
            "f.json)(undefined)(AFDS_g.json"
        );
        assert!(brackets("auto").is_none());
        assert_eq!(plain("a=b:c"), "abc");
        assert_eq!(base_name("runs/a\\b.json"), "b.json");
        assert_eq!(plain("=:"), "system");
    }
}
