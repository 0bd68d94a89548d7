//! What an experiment came to, as GERBIL shows it: a table that scripts read, and JSON-LD that they cut
//! out of the page.

use lydite_lab::store::{Experiment, State as Progress};
use lydite_model::Outcome;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::{Value, json};

use crate::shelf::Book;

/// Where GERBIL's terms are, as its data has them.
const VOCABULARY: &str = "http://w3id.org/gerbil/vocab#";
/// What scripts look for in a page until an experiment is finished.
const RUNNING: &str = "The experiment is still running.";
/// What the figures are called, and where reports have them.
const MEASURED: [(&str, &str, &str); 6] = [
    ("Micro F1", "microF1", "micro.f1"),
    ("Micro Precision", "microPrecision", "micro.precision"),
    ("Micro Recall", "microRecall", "micro.recall"),
    ("Macro F1", "macroF1", "macro.f1"),
    ("Macro Precision", "macroPrecision", "macro.precision"),
    ("Macro Recall", "macroRecall", "macro.recall"),
];
/// The same for the one that stands behind the others.
const QALD: (&str, &str, &str) = ("Macro F1 QALD", "Macro_F1_QALD", "macro_f1_qald");
/// So many columns stand between the language and the time: the figures, the errors, the mean time.
const BETWEEN: usize = MEASURED.len() + 3;

/// The page of an experiment.
pub(super) fn page(experiment: &Experiment, book: Option<&Book>) -> Markup {
    let title = format!("Experiment {}", experiment.id);
    let rows = match book {
        Some(book) => rows(book),
        None => waiting(experiment),
    };
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
                table id="resultTable" {
                    thead { tr {
                        th { "Annotator" } th { "Dataset" } th { "Language" }
                        @for (title, _, _) in MEASURED { th { (title) } }
                        th { "Error Count" } th { "avg millis/doc" } th { (QALD.0) } th { "Timestamp" } th { "GERBIL version" }
                    } }
                    tbody { @for row in &rows { tr {
                        td { (row.system) } td { (row.dataset) } td { (row.language) }
                        @match &row.measured {
                            Ok(measured) => {
                                @for figure in &measured.figures { td { (number(*figure)) } }
                                td { (measured.errors) } td { (number(measured.millis)) } td { (number(measured.qald)) }
                            },
                            Err(reason) => td colspan=(BETWEEN) { (reason) },
                        }
                        td { (experiment.created) } td { "lydite " (env!("CARGO_PKG_VERSION")) }
                    } } }
                }
            }
        }
    }
}

fn number(figure: Option<f64>) -> String {
    figure.map_or("n/a".to_owned(), |figure| format!("{figure:.4}"))
}

/// A system at a dataset.
struct Row<'b> {
    system: String,
    dataset: String,
    language: String,
    /// What it came to, or why that is not known.
    measured: Result<Measured<'b>, String>,
}

struct Measured<'b> {
    figures: [Option<f64>; MEASURED.len()],
    qald: Option<f64>,
    errors: u64,
    /// How long a question took on average.
    millis: Option<f64>,
    outcomes: &'b [Outcome],
}

fn rows(book: &Book) -> Vec<Row<'_>> {
    let reports = book.publication.reports();
    reports
        .map(|one| {
            let report = one.report;
            let times: Vec<f64> = report
                .outcomes
                .iter()
                .filter_map(|one| one.millis)
                .collect();
            let mean = times.iter().sum::<f64>() / times.len() as f64;
            Row {
                system: report.system.clone().unwrap_or_default(),
                dataset: report.dataset.clone().unwrap_or_default(),
                language: report.language.clone().unwrap_or_default(),
                measured: Ok(Measured {
                    figures: MEASURED.map(|(_, _, path)| report.value(path)),
                    qald: report.value(QALD.2),
                    errors: report.value("errors").map_or(0, |errors| errors as u64),
                    millis: Some(mean).filter(|mean| mean.is_finite()),
                    outcomes: &report.outcomes,
                }),
            }
        })
        .collect()
}

/// The tasks of an experiment that is not finished, with a sentence in the place of figures.
fn waiting(experiment: &Experiment) -> Vec<Row<'_>> {
    let reason = match experiment.state {
        Progress::Interrupted => {
            let detail = experiment.detail.as_deref().unwrap_or("it can be resumed");
            format!("The experiment was interrupted: {detail}")
        }
        _ => RUNNING.to_owned(),
    };
    let tasks = experiment.tasks.iter();
    tasks
        .map(|task| Row {
            system: experiment.system(task).name.clone(),
            dataset: task.dataset_name.clone(),
            language: task
                .language
                .as_ref()
                .map(ToString::to_string)
                .unwrap_or_default(),
            measured: Err(reason.clone()),
        })
        .collect()
}

/// What scripts cut out: an observation for each system at a dataset and each of its questions, as texts.
fn document(experiment: &Experiment, rows: &[Row<'_>]) -> Value {
    let about = &experiment.iri;
    let mut graph = vec![json!({
        "@id": about,
        "@type": ["qb:Dataset", "gerbil:Experiment"],
        "label": format!("Experiment {}", experiment.id),
        "experimentType": "gerbil:QA",
        "matching": "gerbil:StrongEntityMatch",
        "structure": "gerbil:dsd",
    })];
    for (at, row) in rows.iter().enumerate() {
        let Ok(measured) = &row.measured else {
            continue;
        };
        let task = format!("{about}_task_{at}");
        let about_both = json!({
            "@type": "qb:Observation",
            "annotator": row.system,
            "dataset": row.dataset,
            "language": row.language,
        });
        let mut one = about_both.clone();
        one["@id"] = task.as_str().into();
        one["qb:dataset"] = about.as_str().into();
        one["statusCode"] = "0".into();
        one["errorCount"] = measured.errors.to_string().into();
        one["timestamp"] = experiment.created.as_str().into();
        let figures = MEASURED.iter().zip(measured.figures);
        for ((_, name, _), figure) in figures.chain([(&QALD, measured.qald)]) {
            one[*name] = figure
                .map_or("NaN".to_owned(), |figure| figure.to_string())
                .into();
        }
        if let Some(millis) = measured.millis {
            // What is left of `avg_millis/doc` in the JSON-LD of GERBIL.
            one["doc"] = millis.to_string().into();
        }
        graph.push(one);
        for (number, outcome) in measured.outcomes.iter().enumerate() {
            let mut one = about_both.clone();
            one["@id"] = format!("{task}_{number}").into();
            one["datasetElement"] = outcome.question.to_string().into();
            one["precision"] = outcome.precision.to_string().into();
            one["recall"] = outcome.recall.to_string().into();
            one["f1"] = outcome.f1.to_string().into();
            one["truePositiveCount"] = outcome.counts.tp.to_string().into();
            one["falsePositiveCount"] = outcome.counts.fp.to_string().into();
            one["falseNegativeCount"] = outcome.counts.fn_.to_string().into();
            graph.push(one);
        }
    }
    json!({
        "@context": {
            "@vocab": VOCABULARY,
            "gerbil": VOCABULARY,
            "qb": "http://purl.org/linked-data/cube#",
            "label": "http://www.w3.org/2000/01/rdf-schema#label",
            "structure": {"@id": "qb:structure", "@type": "@id"},
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
    fn nothing_ends_the_element_early() {
        let text = embedded(&json!({"a": "</script><script>alert(1)"}));
        assert!(!text.contains('<'), "{text}");
        assert_eq!(
            serde_json::from_str::<Value>(&text).unwrap()["a"],
            "</script><script>alert(1)"
        );
    }
}
