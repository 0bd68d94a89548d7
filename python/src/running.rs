//! Experiments with systems that are functions of Python.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use lydite::args::Command;
use lydite_lab::Error;
use lydite_lab::store::Plan;
use lydite_lab::system::{
    Asked, Descriptor, Exchange, FailureKind, Kind, QaSystem, Recorder, Recording, Turn, Understood,
};
use pyo3::prelude::*;
use serde_json::json;

use crate::commands::understood;
use crate::components::Extra;
use crate::errors::Trouble;
use crate::evaluating::Evaluated;
use crate::work::{Cancel, lab, work};

/// So much of a request or a reply is kept.
const KEPT: usize = 32 << 10;

/// A system as Python describes it: what it is called, how to find it again, a digest of what it is, how many questions it
/// takes at a time, and the function, which takes the question as a JSON text and a [`Cancel`], and
/// gives what happened and a text.
#[derive(FromPyObject)]
pub(crate) struct Callable(String, String, Option<String>, Option<usize>, Py<PyAny>);

struct Function {
    descriptor: Descriptor,
    jobs: Option<usize>,
    function: Py<PyAny>,
    cancel: lydite_model::Cancel,
}

impl QaSystem for Function {
    fn descriptor(&self) -> &Descriptor {
        &self.descriptor
    }

    fn jobs(&self) -> Option<usize> {
        self.jobs
    }

    fn ask(&self, asked: &Asked<'_>) -> Exchange {
        let request = json!({
            "id": asked.question.id.as_str(),
            "text": asked.text,
            "language": asked.language.as_str(),
            "dataset": asked.dataset,
        });
        let request = request.to_string();
        let begun = Instant::now();
        let said: PyResult<(String, String)> = Python::attach(|py| {
            let cancel = Py::new(py, Cancel(self.cancel.clone()))?;
            let said = self.function.call1(py, (request.as_str(), cancel))?;
            said.extract(py)
        });
        let took = begun.elapsed();
        let (what, text) = match said {
            Ok(said) => said,
            // An exception of our own wrapper, or an interrupt within it.
            Err(error) => ("crashed".to_owned(), error.to_string()),
        };
        let mut turn = Turn {
            request: cut(&request),
            millis: took.as_secs_f64() * 1000.0,
            ..Turn::default()
        };
        let failed = match what.as_str() {
            "reply" => {
                turn.reply = Some(cut(&text));
                match Understood::read(text.as_bytes(), asked) {
                    Ok(understood) => Ok(understood.response),
                    Err(failure) => Err((failure.kind, failure.reason)),
                }
            }
            other => {
                let mut kinds = FailureKind::ALL.into_iter();
                let kind = kinds.find(|kind| kind.as_str() == other);
                Err((kind.unwrap_or(FailureKind::Crashed), text))
            }
        };
        let (mut exchange, failure) = match failed {
            Ok(response) => (Exchange::from(response), None),
            Err(failure) => (Exchange::from(asked.unanswered()), Some(failure)),
        };
        exchange.response.latency = Some(took);
        turn.error = failure.as_ref().map(|(_, reason)| reason.clone());
        exchange.turns.push(turn);
        match failure {
            Some((kind, reason)) => exchange.failed(kind, reason),
            None => exchange,
        }
    }
}

fn cut(text: &str) -> String {
    let mut end = text.len().min(KEPT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default().to_owned()
}

/// A system whose exchanges are written to a file.
struct Kept {
    system: Arc<dyn QaSystem>,
    recording: Recording,
}

impl QaSystem for Kept {
    fn descriptor(&self) -> &Descriptor {
        self.system.descriptor()
    }

    fn jobs(&self) -> Option<usize> {
        self.system.jobs()
    }

    fn ask(&self, asked: &Asked<'_>) -> Exchange {
        let exchange = self.system.ask(asked);
        self.recording.record(asked, &exchange);
        exchange
    }
}

/// Runs an experiment as the words of `lydite run` say, with functions besides the systems that they
/// name, if they do; gives its identifier and what it came to. Recordings are named in the order of the systems,
/// first those of the words.
#[pyfunction]
pub(crate) fn run(
    py: Python<'_>,
    words: Vec<String>,
    names_systems: bool,
    functions: Vec<Callable>,
    records: Vec<Option<PathBuf>>,
    components: Vec<Extra>,
    watcher: Option<Py<PyAny>>,
) -> PyResult<(String, Evaluated)> {
    let raise = |trouble: Trouble| trouble.raise(py);
    let Command::Run(options) = understood(&words).map_err(raise)?.command else {
        return Err(Trouble::usage("this is no `run`").raise(py));
    };
    let mut lab = lab(watcher).map_err(raise)?;
    if let Some(store) = &options.store.store {
        let Ok(location) = store.parse();
        lab.config.store = Some(location);
    }
    for component in components {
        lab = lab.with_component(component.component().map_err(raise)?);
    }
    let cancel = lab.config.cancel.clone();
    let functions: Vec<Arc<dyn QaSystem>> = functions
        .into_iter()
        .map(|Callable(name, spec, version, jobs, function)| {
            Arc::new(Function {
                descriptor: Descriptor {
                    digest: version.clone(),
                    version,
                    ..Descriptor::new(name, Kind::Exec, spec)
                },
                jobs,
                function,
                cancel: cancel.clone(),
            }) as Arc<dyn QaSystem>
        })
        .collect();
    work(py, &lab, |lab| {
        let pace = options.pace.pace();
        let ran = if let Some(id) = &options.resume {
            let id = lab.store()?.find(id).map_err(Error::from)?;
            let open = |plan: &Plan| {
                let systems = plan.systems.iter().map(|descriptor| {
                    let mut own = functions.iter();
                    match own.find(|own| own.descriptor().name == descriptor.name) {
                        Some(own) => Ok(Arc::clone(own)),
                        None => {
                            let mut alone = plan.clone();
                            alone.systems = vec![descriptor.clone()];
                            let opened = lab.stored_systems(&alone)?;
                            opened.into_iter().next().ok_or(Error::NoQuestions)
                        }
                    }
                });
                systems.collect()
            };
            lab.resume(&id, &open, options.retry, &pace)?
        } else {
            let mut systems = if names_systems {
                options.systems(lab)?
            } else {
                Vec::new()
            };
            systems.extend(functions.iter().cloned());
            for (system, record) in systems.iter_mut().zip(&records) {
                if let Some(path) = record {
                    *system = Arc::new(Kept {
                        recording: Recording::create(path, system.descriptor())?,
                        system: Arc::clone(system),
                    });
                }
            }
            lab.run(&options.planning(systems), &pace)?
        };
        // All questions, however many there are.
        let id = ran.experiment.id;
        let judging = lab
            .store()?
            .judging(&id, Some(ran.judging.number))
            .map_err(Error::from)?;
        Ok((id.to_string(), Evaluated(judging.evaluated)))
    })
}
