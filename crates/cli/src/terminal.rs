//! What use cases tell, in words and progress bars on standard error.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use lydite_lab::{Notice, Observer, Progress, Step, Task};

use crate::output::wrap::wrapped;
use crate::output::{number, plural, plural_of};

/// How many failed queries are shown.
const FAILURES: usize = 3;

/// A terminal that shows how the work goes on.
#[derive(Clone, Debug)]
pub(crate) struct Terminal {
    quiet: bool,
    /// The bars that are shown at a time, below each other.
    bars: MultiProgress,
}

impl Terminal {
    pub(crate) fn new(quiet: bool) -> Self {
        let target = if quiet {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr()
        };
        Self {
            quiet,
            bars: MultiProgress::with_draw_target(target),
        }
    }

    /// A line on standard error that is not a result.
    pub(crate) fn say(&self, line: &str) {
        if !self.quiet {
            // Nobody is left to tell when standard error is gone.
            self.bars.suspend(|| {
                let _ = writeln!(io::stderr(), "{}", fitted(line));
            });
        }
    }

    /// A progress bar on standard error; it draws nothing unless that is a terminal.
    pub(crate) fn progress(&self, length: Option<u64>, template: &str) -> ProgressBar {
        let style =
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let style = style.with_key("rate", |state: &ProgressState, out: &mut dyn fmt::Write| {
            let rate = state.per_sec();
            let digits = if rate < 10.0 { 1 } else { 0 };
            // A bar without its rate is still a bar.
            let _ = write!(out, "{rate:.digits$}/s");
        });
        let bar = match length {
            Some(length) => ProgressBar::new(length),
            None => ProgressBar::no_length(),
        };
        self.bars.add(bar).with_style(style)
    }
}

/// The text in lines that fit the terminal; as it is if standard error goes elsewhere.
pub(crate) fn fitted(text: &str) -> String {
    within(terminal_size::terminal_size_of(io::stderr()), text)
}

/// The same for a text that goes to standard output.
pub(crate) fn fitted_result(text: &str) -> String {
    within(terminal_size::terminal_size_of(io::stdout()), text)
}

fn within(size: Option<(terminal_size::Width, terminal_size::Height)>, text: &str) -> String {
    match size {
        Some((width, _)) if width.0 > 0 => wrapped(text, usize::from(width.0)).join("\n"),
        _ => text.to_owned(),
    }
}

/// Says what is wrong with the arguments, or prints the help that they ask for.
pub fn misused(error: &clap::Error) -> ExitCode {
    let text = error.render().to_string();
    let is_help = !error.use_stderr();
    let fitted = if is_help {
        fitted_result(&text)
    } else {
        fitted(&text)
    };
    // Only what would be broken by the terminal loses its colours.
    if fitted.lines().count() <= text.lines().count() {
        error.exit();
    }
    // Nobody is left to tell when the output is gone.
    if is_help {
        let _ = writeln!(io::stdout(), "{fitted}");
        return ExitCode::SUCCESS;
    }
    let _ = writeln!(io::stderr(), "{fitted}");
    ExitCode::from(2)
}

impl Observer for Terminal {
    fn begin(&self, task: &Task) -> Box<dyn Progress> {
        let (length, template, message) = match task {
            Task::Reading { file, bytes } => (
                *bytes,
                "{msg} {wide_bar} {bytes}/{total_bytes} {bytes_per_sec} {eta}",
                file.display().to_string(),
            ),
            Task::Fetching { name, bytes } => (
                Some(*bytes),
                "{msg} {wide_bar} {bytes}/{total_bytes} {bytes_per_sec} {eta}",
                name.clone(),
            ),
            Task::RunningQueries { queries } => (
                Some(*queries),
                "running queries {wide_bar} {human_pos}/{human_len} {eta}",
                String::new(),
            ),
            Task::Attributing { questions } => (
                Some(*questions),
                "comparing queries {wide_bar} {human_pos}/{human_len} {eta}",
                String::new(),
            ),
            Task::Asking { questions } => (
                Some(*questions),
                "asking {wide_bar} {pos}/{len} {rate} {eta}",
                String::new(),
            ),
            Task::AskingSystem { system, questions } => (
                Some(*questions),
                "{prefix} {wide_bar} {human_pos}/{human_len} {rate} {eta} {msg}",
                system.clone(),
            ),
            Task::Loading => (Some(0), "{msg} {wide_bar} {percent}% {eta}", String::new()),
        };
        let bar = self.progress(length, template);
        let bar = match task {
            Task::AskingSystem { .. } => bar.with_prefix(message),
            _ => bar.with_message(message),
        };
        Box::new(Bar(bar))
    }

    fn notice(&self, notice: &Notice) {
        for line in words(notice) {
            self.say(&line);
        }
    }
}

/// A progress bar that goes away when the task is done.
struct Bar(ProgressBar);

impl Progress for Bar {
    fn advance(&self, by: u64) {
        self.0.inc(by);
    }

    fn at(&self, done: u64, total: u64) {
        self.0.set_length(total);
        self.0.set_position(done);
    }

    fn doing(&self, step: &Step) {
        self.0.set_message(match step {
            Step::Resuming => "resuming an interrupted load".to_owned(),
            Step::Reading { triples, rate } => {
                format!("{} triples, {}/s", number(*triples), number(*rate))
            }
            Step::Asking { f1, errors } => {
                let f1 = f1.map_or_else(String::new, |f1| format!("F1 {f1:.3}"));
                match errors {
                    0 => f1,
                    errors => format!("{f1} {}", plural(*errors, "error")),
                }
            }
            Step::Sorting => "sorting".to_owned(),
            Step::Indexing => "indexing names and texts".to_owned(),
            Step::Writing => "writing".to_owned(),
        });
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// `1 entry has`, `2 entries have`.
fn have(entries: u64) -> String {
    let verb = if entries == 1 { "has" } else { "have" };
    format!("{} {verb}", plural_of(entries, "entry", "entries"))
}

/// A notice in words, a line each.
pub fn words(notice: &Notice) -> Vec<String> {
    match notice {
        Notice::UnreadableEntries { file, count } => {
            let file = file.display();
            let entries = if *count == 1 { "entry" } else { "entries" };
            vec![format!(
                "warning: {} {entries} of {file} could not be read; see `lydite dataset check {file}`",
                number(*count)
            )]
        }
        Notice::MatchedByText {
            file,
            found,
            unknown,
        } => {
            let mut line = format!(
                "note: {}: {} no id; {} matched by question text",
                file.display(),
                have(found + unknown),
                number(*found)
            );
            if *unknown > 0 {
                line.push_str(&format!(
                    ", {} not found in the benchmark",
                    number(*unknown)
                ));
            }
            vec![line]
        }
        Notice::QueriesRun {
            file,
            run,
            failures,
            failed,
        } => {
            let queries = if *run == 1 { "query" } else { "queries" };
            let mut lines = vec![format!(
                "note: {}: {} {queries} run, {} failed",
                file.display(),
                number(*run),
                number(*failures)
            )];
            for (id, reason) in failed.iter().take(FAILURES) {
                let reason = reason.lines().next().unwrap_or_default();
                lines.push(format!("  {id}: {reason}"));
            }
            if *failures > FAILURES as u64 {
                lines.push("  … (see all of them with --per-question or --format json)".to_owned());
            }
            lines
        }
        Notice::QueriesNotRun { file, count } => {
            vec![format!(
                "note: {}: {} a query but no answers; --kg GRAPH runs the queries",
                file.display(),
                have(*count)
            )]
        }
        Notice::LoadingOnce { file } => vec![format!(
            "loading {}; the index is kept for next time",
            file.display()
        )],
        Notice::Copying { address, triples } => vec![format!(
            "copying {} from {address}; the copy is kept for next time",
            plural(*triples, "triple")
        )],
        Notice::LoadResumed { triples: 0 } => {
            vec!["an earlier load was interrupted; this one started over".to_owned()]
        }
        Notice::LoadResumed { triples } => vec![format!(
            "an earlier load was interrupted; this one resumed after {}",
            plural(*triples, "triple")
        )],
        Notice::LinesLeftOut {
            source,
            count,
            examples,
        } => {
            let line = |bad: &lydite_graph::BadLine| {
                let column = bad.column.map_or_else(String::new, |at| format!(":{at}"));
                format!("{source}:{}{column}: {}", bad.line, bad.reason)
            };
            let mut lines: Vec<String> = examples.iter().map(line).collect();
            lines.push(format!("{source}: {} skipped", plural(*count, "line")));
            lines
        }
        Notice::DamagedIndex => {
            vec!["the index from an earlier load cannot be used; loading again".to_owned()]
        }
        Notice::CannotResume => {
            vec!["reading from a pipe: if interrupted, this load cannot be resumed".to_owned()]
        }
        Notice::RelativeIris {
            source,
            count,
            base,
        } => vec![format!(
            "note: {source}: {} resolved against <{base}>; --base IRI sets another base",
            plural(*count, "relative IRI")
        )],
        Notice::OnlyNamedGraphs { graphs } => vec![format!(
            "note: all triples are in {}: queries need GRAPH or FROM to see them, or load with \
             --default-graph union",
            plural(*graphs, "named graph")
        )],
        Notice::UnreadableStatements {
            file,
            count,
            line,
            reason,
        } => vec![format!(
            "warning: {file}: {} could not be read, the first in line {line}: {reason}",
            plural(*count, "statement")
        )],
        Notice::ExperimentBegun {
            id,
            questions,
            systems,
        } => vec![format!(
            "experiment {id}: {} for {}; if it is interrupted: lydite run --resume {id}",
            plural(*questions, "question"),
            plural(*systems as u64, "system"),
        )],
        Notice::ExperimentInterrupted { id } => vec![format!(
            "experiment {id} was interrupted; `lydite run --resume {id}` resumes it"
        )],
        Notice::SystemGivenUp { system, reason } => {
            vec![format!("warning: {system}: {reason}")]
        }
        Notice::WorkFailed { id, reason } => {
            vec![format!(
                "warning: experiment {id} is left to others: {reason}"
            )]
        }
        Notice::NoValues { feature } => {
            vec![format!("note: no question has a value for {feature}")]
        }
        Notice::BadRecord { file, line, reason } => vec![format!(
            "warning: {}:{line}: {reason}; skipped",
            file.display()
        )],
        Notice::BadRecords { file, count } => vec![format!(
            "warning: {}: {} skipped in all",
            file.display(),
            plural(*count as u64, "line")
        )],
    }
}
