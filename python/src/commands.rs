//! Commands of the program within Python, and the program itself.

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use lydite::args::{Cli, Command};
use pyo3::prelude::*;

use crate::errors::Trouble;
use crate::work::{lab, work};

/// The command line that these words mean.
pub(crate) fn understood(words: &[String]) -> Result<Cli, Trouble> {
    let words = ["lydite"]
        .into_iter()
        .chain(words.iter().map(String::as_str));
    Cli::try_parse_from(words).map_err(|error| {
        let text = error.to_string();
        let text = text.strip_prefix("error: ").unwrap_or(&text);
        // What follows is about the command line, which nobody has typed.
        let text = text.split("\n\nUsage").next().unwrap_or(text);
        Trouble::usage(text.trim())
    })
}

/// The version of Lydite.
#[pyfunction]
pub(crate) fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// What a command prints, and whether what it checked holds.
#[pyfunction]
pub(crate) fn command(
    py: Python<'_>,
    words: Vec<String>,
    watcher: Option<Py<PyAny>>,
) -> PyResult<(bool, String)> {
    let raise = |trouble: Trouble| trouble.raise(py);
    let cli = understood(&words).map_err(raise)?;
    // These two would take over standard input or never end.
    if matches!(cli.command, Command::Worker(_)) {
        return Err(Trouble::usage("run workers with the program `lydite`").raise(py));
    }
    let lab = lab(watcher).map_err(raise)?;
    let (verdict, printed) = work(py, &lab, |lab| Ok(lydite::run_within(lab.clone(), cli)?))?;
    let printed = String::from_utf8_lossy(&printed).into_owned();
    Ok((verdict == lydite::Verdict::Done, printed))
}

/// The program: reads the command line and gives the exit code.
#[pyfunction]
pub(crate) fn main(py: Python<'_>, words: Vec<String>) -> i32 {
    py.detach(|| {
        if words.is_empty() {
            let _ = Cli::command().print_help();
            return 0;
        }
        let words = ["lydite".to_owned()].into_iter().chain(words);
        match Cli::try_parse_from(words) {
            // The exit code of a process is a byte, which the type does not give away.
            Ok(cli) => i32::from(lydite::run_to_code(cli)),
            Err(error) => {
                let _ = error.print();
                match error.kind() {
                    ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => 0,
                    _ => error.exit_code(),
                }
            }
        }
    })
}
