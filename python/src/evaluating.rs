//! Answers judged against a benchmark, and the questions of files.

use clap::ValueEnum;
use lydite::args::{Color, Command, Global, OutputFormat};
use lydite_lab::{Identity, find_rules};
use lydite_model::{Language, Outcome, Status};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use serde::Serialize;
use std::path::PathBuf;
use std::sync::Arc;

use crate::arrow::{Column, Table};
use crate::commands::understood;
use crate::errors::Trouble;
use crate::work::{lab, work};

/// What an evaluation came to.
#[pyclass(frozen, module = "lydite._lydite")]
pub(crate) struct Evaluated(pub(crate) lydite_lab::Evaluated);

/// A value as the JSON text that the program prints.
pub(crate) fn document(value: &impl Serialize) -> Result<String, Trouble> {
    serde_json::to_string(value).map_err(|error| Trouble::usage(error.to_string()))
}

#[pymethods]
impl Evaluated {
    /// The document that the program prints.
    fn document(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| document(&self.0))
            .map_err(|trouble| trouble.raise(py))
    }

    /// A row for each question, system and rule set, as a table of Arrow.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Whoever wants other types converts the columns.
        drop(requested_schema);
        let table = py.detach(|| Arc::new(by_columns(&self.0)));
        table.capsule(py)
    }

    /// What the program prints in a format: the scores, or every question.
    fn present(&self, py: Python<'_>, format: &str, per_question: bool) -> PyResult<String> {
        let present = || {
            let format = OutputFormat::from_str(format, true).map_err(Trouble::usage)?;
            let global = Global {
                format,
                quiet: true,
                verbose: 0,
                color: Color::Never,
                home: None,
            };
            Ok(lydite::present(&self.0, global, per_question)?)
        };
        let printed = present().map_err(|trouble: Trouble| trouble.raise(py))?;
        Ok(String::from_utf8_lossy(&printed).into_owned())
    }
}

/// What the documents call it.
fn status(status: Status) -> &'static str {
    match status {
        Status::Answered => "answered",
        Status::Empty => "empty",
        Status::Missing => "missing",
        Status::Error => "error",
    }
}

/// The judged questions by columns.
fn by_columns(evaluated: &lydite_lab::Evaluated) -> Table {
    let rows = || {
        let reports = evaluated.reports.iter();
        reports.flat_map(|report| {
            let others = report.experiments.iter().flat_map(|one| &one.outcomes);
            let all = report.outcomes.iter().chain(others);
            all.map(move |one| (report, one))
        })
    };
    let text =
        |of: fn(&Outcome) -> Option<&str>| Column::texts(rows().map(move |(_, one)| of(one)));
    let number = |of: fn(&Outcome) -> Option<f64>| Column::numbers(rows().map(|(_, one)| of(one)));
    let count = |of: fn(&Outcome) -> u64| Column::counts(rows().map(|(_, one)| of(one)));
    Table::default()
        .with(
            "system",
            Column::texts(rows().map(|(report, _)| report.system.as_deref())),
        )
        .with(
            "rules",
            Column::texts(rows().map(|(report, _)| Some(&*report.rules.name))),
        )
        .with("id", text(|one| Some(one.question.as_str())))
        .with(
            "language",
            text(|one| one.language.as_ref().map(Language::as_str)),
        )
        .with("experiment", text(|one| Some(one.experiment.as_str())))
        .with("status", text(|one| Some(status(one.status))))
        .with("tp", count(|one| one.counts.tp))
        .with("fp", count(|one| one.counts.fp))
        .with("fn", count(|one| one.counts.fn_))
        .with("precision", number(|one| Some(one.precision)))
        .with("recall", number(|one| Some(one.recall)))
        .with("f1", number(|one| Some(one.f1)))
        .with("confidence", number(|one| one.confidence))
        .with("millis", number(|one| one.millis))
        .with("error", text(|one| one.error.as_deref()))
}

/// Judges answers, as the words of `lydite score` say.
#[pyfunction]
pub(crate) fn evaluate(
    py: Python<'_>,
    words: Vec<String>,
    watcher: Option<Py<PyAny>>,
) -> PyResult<Evaluated> {
    let raise = |trouble: Trouble| trouble.raise(py);
    let Command::Score(options) = understood(&words).map_err(raise)?.command else {
        return Err(Trouble::usage("this is no `score`").raise(py));
    };
    let lab = lab(watcher).map_err(raise)?;
    work(py, &lab, |lab| {
        // For what is wrong in a file of rules, with its place.
        for name in &options.rules {
            find_rules(name)?;
        }
        let evaluation = options.evaluation(Identity::Content)?;
        let evaluated = lab.evaluate(&evaluation)?;
        lydite::refuse_vacuous(options.lang.is_some(), &evaluated)?;
        Ok(Evaluated(evaluated))
    })
}

/// A file with its questions, as a document.
#[derive(Serialize)]
struct File {
    format: &'static str,
    info: lydite_model::DatasetInfo,
    questions: Vec<lydite_model::Question>,
    diagnostics: Vec<lydite_model::Diagnostic>,
}

/// The questions of a file or a catalogue name, with what is irregular in it.
#[pyfunction]
pub(crate) fn questions(
    py: Python<'_>,
    given: PathBuf,
    watcher: Option<Py<PyAny>>,
) -> PyResult<String> {
    let lab = lab(watcher).map_err(|trouble| trouble.raise(py))?;
    work(py, &lab, |lab| {
        let mut reader = lab.open(&given)?;
        let (mut questions, mut diagnostics) = (Vec::new(), Vec::new());
        for item in reader.items() {
            if lab.config.cancel.is_cancelled() {
                return Err(lydite_lab::Error::Cancelled.into());
            }
            match item {
                lydite_formats::Item::Question(question, _) => questions.push(question),
                lydite_formats::Item::Diagnostic(found) => diagnostics.push(found),
            }
        }
        document(&File {
            format: reader.format().name,
            info: reader.info().clone(),
            questions,
            diagnostics,
        })
    })
}
