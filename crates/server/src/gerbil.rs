//! The addresses by which scripts drive GERBIL: they upload a file, send an experiment in the
//! address, poll the page, and cut the JSON-LD out of it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{DefaultBodyLimit, Multipart, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use lydite_lab::catalogue::{Catalogue, Kind};
use lydite_lab::demo;
use lydite_lab::store::{Experiment, State as Progress};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::access::{Role, Visitor};
use crate::app::App;
use crate::error::Fault;
use crate::jobs::Work;
use crate::naming;
use crate::pages::{Ordered, keep, read_form, start};
use crate::shelf::Book;

/// Where GERBIL's terms are, as its data has them.
const VOCABULARY: &str = "http://w3id.org/gerbil/vocab#";
/// What scripts look for in a page until an experiment is finished.
const RUNNING: &str = "The experiment is still running.";
/// What the figures are called, and where reports have them.
const FIGURES: [(&str, &str, &str); 7] = [
    ("Micro F1", "microF1", "micro.f1"),
    ("Micro Precision", "microPrecision", "micro.precision"),
    ("Micro Recall", "microRecall", "micro.recall"),
    ("Macro F1", "macroF1", "macro.f1"),
    ("Macro Precision", "macroPrecision", "macro.precision"),
    ("Macro Recall", "macroRecall", "macro.recall"),
    ("Macro F1 QALD", "Macro_F1_QALD", "macro_f1_qald"),
];

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
                    uploads.add(&brought.name, &name);
                    json!({"name": brought.name, "error": null})
                }
                Err(fault) => json!({"name": brought.name, "error": fault.message}),
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
            ordered.systems.push(format!("{}=file:{file}", plain(name)));
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
    let fine = |c: &char| c.is_alphanumeric() || " _-.+".contains(*c);
    let name: String = name.chars().filter(fine).collect();
    if name.trim().is_empty() {
        "system".to_owned()
    } else {
        name
    }
}

fn uploaded(uploads: &Uploads, file: &str) -> Result<String, Fault> {
    uploads.get(file).ok_or_else(|| {
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
        Ok(page(&experiment, book.as_deref()))
    })
    .await
}

fn page(experiment: &Experiment, book: Option<&Book>) -> Markup {
    let title = format!("Experiment {}", experiment.id);
    let rows = book.map(rows).unwrap_or_default();
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                title { (title) }
                @if book.is_some() {
                    script type="application/ld+json" { (PreEscaped(embedded(&document(experiment, &rows)))) }
                }
            }
            body {
                h1 { (title) }
                p { a href={ "/experiments/" (experiment.id) } { "Look into it" } }
                p { "Experiment type: QA" }
                p { "Matching: Me - strong entity match" }
                @match (book, experiment.state) {
                    (Some(_), _) => table id="resultTable" {
                        thead { tr {
                            th { "Annotator" } th { "Dataset" } th { "Language" }
                            @for (title, _, _) in FIGURES { th { (title) } }
                            th { "Error Count" } th { "Timestamp" } th { "GERBIL version" }
                        } }
                        tbody { @for row in &rows { tr {
                            td { (row.system) } td { (row.dataset) } td { (row.language) }
                            @for figure in row.figures { td { (figure.map_or("n/a".to_owned(), |figure| format!("{figure:.4}"))) } }
                            td { (row.errors) } td { (experiment.created) } td { "lydite " (env!("CARGO_PKG_VERSION")) }
                        } } }
                    },
                    (None, Progress::Interrupted) => p { "The experiment was interrupted: " (experiment.detail.as_deref().unwrap_or("it can be resumed")) },
                    _ => p { (RUNNING) },
                }
            }
        }
    }
}

/// A system at a dataset.
struct Row {
    system: String,
    dataset: String,
    language: String,
    figures: [Option<f64>; FIGURES.len()],
    errors: u64,
}

fn rows(book: &Book) -> Vec<Row> {
    let reports = book.publication.reports();
    reports
        .map(|one| {
            let report = &one.report;
            Row {
                system: report.system.clone().unwrap_or_default(),
                dataset: report.dataset.clone().unwrap_or_default(),
                language: report.language.clone().unwrap_or_default(),
                figures: FIGURES.map(|(_, _, path)| report.value(path)),
                errors: report.value("errors").map_or(0, |errors| errors as u64),
            }
        })
        .collect()
}

/// What scripts cut out: an observation for each system at a dataset, as texts.
fn document(experiment: &Experiment, rows: &[Row]) -> Value {
    let about = &experiment.iri;
    let mut graph = vec![json!({
        "@id": about,
        "@type": ["qb:Dataset", "gerbil:Experiment"],
        "label": format!("Experiment {}", experiment.id),
        "experimentType": "gerbil:QA",
        "matching": "gerbil:StrongEntityMatch",
    })];
    for (at, row) in rows.iter().enumerate() {
        let mut one = json!({
            "@id": format!("{about}_task_{at}"),
            "@type": "qb:Observation",
            "annotator": row.system,
            "qb:dataset": about,
            "dataset": row.dataset,
            "language": row.language,
            "statusCode": "0",
            "errorCount": row.errors.to_string(),
            "timestamp": experiment.created,
        });
        for ((_, name, _), figure) in FIGURES.iter().zip(row.figures) {
            one[*name] = figure
                .map_or("NaN".to_owned(), |figure| figure.to_string())
                .into();
        }
        graph.push(one);
    }
    json!({
        "@context": {
            "@vocab": VOCABULARY,
            "gerbil": VOCABULARY,
            "qb": "http://purl.org/linked-data/cube#",
            "label": "http://www.w3.org/2000/01/rdf-schema#label",
        },
        "@graph": graph,
    })
}

/// JSON that cannot end the element it stands in.
fn embedded(document: &Value) -> String {
    document.to_string().replace('<', "\\u003c")
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
        assert_eq!(plain("=:"), "system");
    }

    #[test]
    fn nothing_ends_the_element_early() {
        let text = embedded(&json!({"a": "</script><script>alert(1)"}));
        assert!(!text.contains('<'), "{text}");
        assert_eq!(
            serde_json::from_str::<Value>(&text).unwrap()["a"],
            "</script><script>alert(1)"
        );
    }
}
