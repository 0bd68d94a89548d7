//! Work that takes a while: without the lock of the interpreter, and ended by Ctrl-C.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use lydite_lab::{Config, Lab};
use pyo3::prelude::*;

use crate::errors::Trouble;
use crate::observing::Watcher;

/// How long Ctrl-C may go unnoticed.
const SLICE: Duration = Duration::from_millis(50);

/// Whether the work that is under way was ended from outside.
#[pyclass(frozen, module = "lydite._lydite")]
pub(crate) struct Cancel(pub(crate) lydite_model::Cancel);

#[pymethods]
impl Cancel {
    fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }
}

/// Where Lydite works, as the environment says, and who is told how the work goes on.
pub(crate) fn lab(watcher: Option<Py<PyAny>>) -> Result<Lab, Trouble> {
    let config = Config {
        cancel: lydite_model::Cancel::new(),
        ..lydite::environment(None)?
    };
    let lab = Lab::new(config);
    Ok(match watcher {
        Some(watcher) => lab.observed_by(Watcher::new(watcher)),
        None => lab,
    })
}

/// Does the work of a lab on another thread while this one waits for signals.
pub(crate) fn work<T: Send>(
    py: Python<'_>,
    lab: &Lab,
    task: impl FnOnce(&Lab) -> Result<T, Trouble> + Send,
) -> PyResult<T> {
    let cancel = &lab.config.cancel;
    let mut interrupted: Option<PyErr> = None;
    let result = py.detach(|| {
        thread::scope(|scope| {
            let (done, finished) = channel();
            let worker = thread::Builder::new()
                .name("lydite".to_owned())
                // Nested queries need as much as the main thread of the program has.
                .stack_size(16 << 20)
                .spawn_scoped(scope, move || {
                    let result = task(lab);
                    // Whoever waits sees the thread end as well.
                    let _ = done.send(());
                    result
                });
            let Ok(worker) = worker else {
                return Err(Trouble::usage("no thread can be started"));
            };
            while let Err(RecvTimeoutError::Timeout) = finished.recv_timeout(SLICE) {
                if interrupted.is_none()
                    && let Err(error) = Python::attach(|py| py.check_signals())
                {
                    interrupted = Some(error);
                    cancel.cancel();
                }
            }
            worker.join().unwrap_or_else(|panic| {
                let said = panic.downcast_ref::<String>().map(String::as_str);
                let said = said.or_else(|| panic.downcast_ref::<&str>().copied());
                Err(Trouble::usage(format!(
                    "this is a mistake in Lydite, please report it: {}",
                    said.unwrap_or("no reason was given")
                )))
            })
        })
    });
    match (result, interrupted) {
        (Err(trouble), Some(interrupt)) if trouble.is_cancelled() => Err(interrupt),
        (Err(_), Some(interrupt)) => Err(interrupt),
        (Ok(_), Some(interrupt)) => Err(interrupt),
        (result, None) => result.map_err(|trouble| trouble.raise(py)),
    }
}
