//! How the work goes on, told to an object of Python.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use lydite_lab::{Notice, Observer, Progress, Step, Task};
use pyo3::prelude::*;

/// How often Python is told.
const SLICE: Duration = Duration::from_millis(100);

/// Tells an object with `begin(name, total, unit)` and `notice(line)`.
pub(crate) struct Watcher(Py<PyAny>);

impl Watcher {
    pub(crate) fn new(watcher: Py<PyAny>) -> Self {
        Self(watcher)
    }
}

impl Observer for Watcher {
    fn begin(&self, task: &Task) -> Box<dyn Progress> {
        let (name, total, unit) = match task {
            Task::Reading { file, bytes } => (file.display().to_string(), *bytes, "B"),
            Task::Fetching { name, bytes } => (name.clone(), Some(*bytes), "B"),
            Task::RunningQueries { queries } => {
                ("running queries".to_owned(), Some(*queries), "query")
            }
            Task::Attributing { questions } => {
                ("comparing queries".to_owned(), Some(*questions), "question")
            }
            Task::Asking { questions } => ("asking".to_owned(), Some(*questions), "question"),
            Task::AskingSystem { system, questions } => {
                (system.clone(), Some(*questions), "question")
            }
            Task::Loading => ("loading".to_owned(), None, "triple"),
        };
        let bar = Python::attach(|py| {
            let begun = self.0.call_method1(py, "begin", (name, total, unit));
            // A bar that cannot be shown does not stop the work.
            begun.ok().filter(|bar| !bar.is_none(py))
        });
        Box::new(Bar {
            bar,
            state: Mutex::new((0, Instant::now())),
        })
    }

    fn notice(&self, notice: &Notice) {
        let id = match notice {
            Notice::ExperimentBegun { id, .. } => Some(id.to_string()),
            _ => None,
        };
        let lines = lydite::words(notice);
        Python::attach(|py| {
            if let Some(id) = id {
                let _ = self.0.call_method1(py, "experiment", (id,));
            }
            for line in lines {
                let _ = self.0.call_method1(py, "notice", (line,));
            }
        });
    }
}

/// A bar with `update(n)`, `total(n)` and `close()`; what is done is handed over now and then.
struct Bar {
    bar: Option<Py<PyAny>>,
    state: Mutex<(u64, Instant)>,
}

impl Bar {
    fn hand_over(&self, by: u64, at_once: bool) {
        let Some(bar) = &self.bar else { return };
        let due = {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            state.0 += by;
            if state.0 == 0 || (!at_once && state.1.elapsed() < SLICE) {
                return;
            }
            state.1 = Instant::now();
            std::mem::take(&mut state.0)
        };
        Python::attach(|py| {
            let _ = bar.call_method1(py, "update", (due,));
        });
    }
}

impl Progress for Bar {
    fn advance(&self, by: u64) {
        self.hand_over(by, false);
    }

    fn at(&self, done: u64, total: u64) {
        if let Some(bar) = &self.bar {
            Python::attach(|py| {
                let _ = bar.call_method1(py, "at", (done, total));
            });
        }
    }

    fn doing(&self, _step: &Step) {}
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.hand_over(0, true);
        if let Some(bar) = &self.bar {
            Python::attach(|py| {
                let _ = bar.call_method0(py, "close");
            });
        }
    }
}
