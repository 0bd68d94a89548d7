//! The commands, a file each.

mod ask;
mod campaign;
mod charting;
mod compare;
mod component;
mod dataset;
mod demo;
mod experiment;
mod features;
mod kg;
mod manual;
mod measuring;
mod pipeline;
mod query;
mod rules;
mod run;
mod sample;
mod score;
mod slice;
mod store;
mod system;
mod template;
mod worker;

use std::io::{self, Write};
use std::process::ExitCode;

use crate::args::{Cli, Command, ExperimentCommand, Kg, OutputFormat};
use crate::failure::{Failure, Verdict};
use crate::session::Session;
use crate::terminal::fitted;

/// Why a command has no results in a format, if it has none.
fn misplaced_format(format: OutputFormat, command: &Command) -> Option<Failure> {
    let is_query = matches!(command, Command::Kg(Kg::Query(_)));
    let is_export = matches!(
        command,
        Command::Experiment(command) if matches!(**command, ExperimentCommand::Export(_))
    );
    let describes = matches!(command, Command::Features(_) | Command::Sample(_));
    let reason = match format {
        OutputFormat::Rdf if !describes && !is_query && !is_export => {
            "only `lydite features`, `lydite sample`, `lydite kg query` and `lydite experiment \
             export` can print RDF"
        }
        OutputFormat::JsonLd | OutputFormat::Html | OutputFormat::Zip if !is_export => {
            "only `lydite experiment export` can print JSON-LD, HTML or an archive"
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
        Command::Component(command) => component::run(&session, &command),
        Command::Pipeline(command) => pipeline::run(&session, &command),
        Command::Query(command) => query::run(&session, &command),
        Command::Score(options) => score::run(&session, &options),
        Command::Rules(command) => rules::run(&session, &command),
        Command::Template(options) => template::run(&session, &options),
        Command::Features(options) => features::run(&session, &options),
        Command::Sample(options) => sample::run(&session, &options),
        Command::Slice(options) => slice::run(&session, &options),
        Command::Campaign(command) => campaign::run(&session, &command),
        Command::Run(options) => run::run(&session, &options),
        Command::Experiment(command) => experiment::run(&session, &command),
        Command::Compare(options) => compare::run(&session, &options),
        Command::Worker(options) => worker::run(&session, &options),
        Command::Store(command) => store::run(&session, &command),
        Command::System(command) => system::run(&session, &command),
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
