//! The commands, a file each.

mod ask;
mod charting;
mod dataset;
mod demo;
mod features;
mod kg;
mod manual;
mod measuring;
mod query;
mod rules;
mod sample;
mod score;
mod slice;
mod template;

use std::io::{self, Write};
use std::process::ExitCode;

use crate::args::{Cli, Command, Kg, OutputFormat};
use crate::failure::{Failure, Verdict};
use crate::session::Session;
use crate::terminal::fitted;

/// Why a command has no results in a format, if it has none.
fn misplaced_format(format: OutputFormat, command: &Command) -> Option<Failure> {
    let is_query = matches!(command, Command::Kg(Kg::Query(_)));
    let describes = matches!(command, Command::Features(_) | Command::Sample(_));
    let reason = match format {
        OutputFormat::Rdf if !describes && !is_query => {
            "only `lydite features`, `lydite sample` and `lydite kg query` can print RDF"
        }
        OutputFormat::Xml | OutputFormat::Tsv | OutputFormat::NTriples if !is_query => {
            "only `lydite kg query` can print XML, TSV or N-Triples"
        }
        _ => return None,
    };
    Some(Failure::usage(reason))
}

/// Runs a command and gives its exit code.
pub fn run(cli: Cli) -> ExitCode {
    let session = match Session::new(cli.global) {
        Ok(session) => session,
        Err(failure) => {
            report(&failure);
            return ExitCode::from(failure.exit_code);
        }
    };
    if let Some(failure) = misplaced_format(session.format(), &cli.command) {
        report(&failure);
        return ExitCode::from(failure.exit_code);
    }
    let result = match cli.command {
        Command::Demo(options) => demo::run(&session, &options),
        Command::Dataset(command) => dataset::run(&session, command),
        Command::Kg(command) => kg::run(&session, &command),
        Command::Ask(options) => ask::run(&session, &options),
        Command::Query(command) => query::run(&session, &command),
        Command::Score(options) => score::run(&session, &options),
        Command::Rules(command) => rules::run(&session, &command),
        Command::Template(options) => template::run(&session, &options),
        Command::Features(options) => features::run(&session, &options),
        Command::Sample(options) => sample::run(&session, &options),
        Command::Slice(options) => slice::run(&session, &options),
        Command::Completions { shell } => manual::completions(&session, shell),
        Command::Man { out } => manual::pages(&session, out),
    };
    match result {
        Ok(Verdict::Done) => ExitCode::SUCCESS,
        Ok(Verdict::DoesNotHold) => ExitCode::from(1),
        Err(failure) => {
            report(&failure);
            ExitCode::from(failure.exit_code)
        }
    }
}

fn report(failure: &Failure) {
    if failure.message.is_empty() {
        return;
    }
    let mut stderr = io::stderr().lock();
    // Nobody is left to tell when stderr is gone.
    let _ = writeln!(stderr, "{}", fitted(&format!("error: {}", failure.message)));
    if let Some(hint) = &failure.hint {
        let _ = writeln!(stderr, "{}", fitted(&format!("  hint: {hint}")));
    }
}
