//! The commands, a file each.

mod ask;
mod bridge;
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
mod serve;
mod slice;
mod store;
mod system;
mod template;
mod worker;

use std::io::{self, Write};
use std::process::ExitCode;

use lydite_lab::Lab;

/// Results as the documents that programs read, where they are put together here.
pub mod documents {
    pub use super::ask::document as asked;
    pub use super::query::{anatomy, difference};
}

pub use score::{present, refuse_vacuous};

use crate::args::{Cli, Command, ExperimentCommand, Kg, OutputFormat};
use crate::failure::{Failure, Verdict};
use crate::session::{Results, Session};
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
    ExitCode::from(run_to_code(cli))
}

/// The same for callers that are not the program and need the code as a number.
pub fn run_to_code(cli: Cli) -> u8 {
    let result = Session::new(cli.global).and_then(|session| carry_out(&session, cli.command));
    match result {
        Ok(Verdict::Done) => 0,
        Ok(Verdict::DoesNotHold) => 1,
        Err(failure) => {
            report(&failure);
            failure.exit_code
        }
    }
}

/// Runs a command within another program: in its lab, and with what would be printed as a value.
///
/// # Errors
/// Why the command could not run to its end.
pub fn run_within(lab: Lab, cli: Cli) -> Result<(Verdict, Vec<u8>), Failure> {
    let results = Results::default();
    let session = Session::within(lab, cli.global, results.clone());
    let verdict = carry_out(&session, cli.command)?;
    Ok((verdict, results.into_bytes()))
}

fn carry_out(session: &Session, command: Command) -> Result<Verdict, Failure> {
    if let Some(failure) = misplaced_format(session.format(), &command) {
        return Err(failure);
    }
    match command {
        Command::Demo(options) => demo::run(session, &options),
        Command::Dataset(command) => dataset::run(session, command),
        Command::Kg(command) => kg::run(session, &command),
        Command::Ask(options) => ask::run(session, &options),
        Command::Mcp(options) => bridge::tools(session, &options),
        Command::Bridge(options) => bridge::run(session, &options),
        Command::Component(command) => component::run(session, &command),
        Command::Pipeline(command) => pipeline::run(session, &command),
        Command::Query(command) => query::run(session, &command),
        Command::Score(options) => score::run(session, &options),
        Command::Rules(command) => rules::run(session, &command),
        Command::Template(options) => template::run(session, &options),
        Command::Features(options) => features::run(session, &options),
        Command::Sample(options) => sample::run(session, &options),
        Command::Slice(options) => slice::run(session, &options),
        Command::Campaign(command) => campaign::run(session, &command),
        Command::Run(options) => run::run(session, &options),
        Command::Experiment(command) => experiment::run(session, &command),
        Command::Compare(options) => compare::run(session, &options),
        Command::Worker(options) => worker::run(session, &options),
        Command::Serve(options) => serve::run(session, &options),
        Command::Store(command) => store::run(session, &command),
        Command::System(command) => system::run(session, &command),
        Command::Completions { shell } => manual::completions(session, shell),
        Command::Man { out } => manual::pages(session, out),
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
