//! Questions answered by the built-in pipelines.

use std::sync::Arc;

use lydite_lab::asking::{ComposeError, Lang, Pipeline};
use lydite_lab::{Error, Lab};
use pyo3::prelude::*;

use crate::components::Extra;
use crate::errors::Trouble;
use crate::evaluating::document;
use crate::graphs::Graph;
use crate::work::{lab, work};

/// A graph that is ready to be asked by a pipeline.
#[pyclass(frozen, module = "lydite._lydite")]
pub(crate) struct Asking {
    lab: Lab,
    pipeline: Pipeline,
    asking: lydite_lab::asking::Asking,
}

/// The pipeline of this name, with the components that a lab knows.
pub(crate) fn pipeline(lab: &Lab, name: &str) -> Result<Pipeline, Trouble> {
    Pipeline::parse(name, lab.components())
        .map_err(|unknown| Error::from(ComposeError::Unknown(unknown)).into())
}

#[pymethods]
impl Asking {
    /// Makes a graph ready for a pipeline, with components written in Python.
    #[new]
    fn new(
        py: Python<'_>,
        graph: &Bound<'_, Graph>,
        pipeline: &str,
        components: Vec<Extra>,
        watcher: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let mut own = lab(watcher).map_err(|trouble| trouble.raise(py))?;
        for component in components {
            own = own.with_component(component.component().map_err(|error| error.raise(py))?);
        }
        let graph = Arc::clone(&graph.get().graph);
        let (pipeline, asking) = work(py, &own, |lab| {
            let pipeline = self::pipeline(lab, pipeline)?;
            let asking = lab.asking_of(graph, &pipeline)?;
            Ok((pipeline, asking))
        })?;
        Ok(Self {
            lab: own,
            pipeline,
            asking,
        })
    }

    /// Answers a question, as the document of `lydite ask`.
    fn ask(
        &self,
        py: Python<'_>,
        question: &str,
        language: Option<&str>,
        named: usize,
    ) -> PyResult<String> {
        let language = match language {
            None => None,
            Some(tag) => {
                let found = Lang::of(&lydite_model::Language::new(tag));
                let wrong =
                    || Trouble::usage(format!("no questions are read in `{tag}`")).raise(py);
                Some(found.ok_or_else(wrong)?)
            }
        };
        work(py, &self.lab, |_| {
            let asked = self.asking.ask(question, language, &self.pipeline, named)?;
            document(&lydite::documents::asked(&asked))
        })
    }
}
