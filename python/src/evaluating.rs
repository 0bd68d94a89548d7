//! Answers judged against a benchmark, and the questions of files.

use clap::ValueEnum;
use lydite::args::{Color, Command, Global, OutputFormat};
use lydite_lab::{Identity, find_rules};
use pyo3::prelude::*;
use serde::Serialize;
use std::path::PathBuf;

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
