//! The command line of experiments: `run`, `experiment`, `compare`, `worker`, `store`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};
use lydite_model::Experiment as Kind;

use super::{GraphOptions, parse_experiment, parse_score};

/// Where experiments are kept.
#[derive(Args, Debug, Clone, Default)]
pub struct StoreOptions {
    /// Where experiments are kept: a file, or postgres://USER@HOST/DATABASE; by default
    /// $LYDITE_STORE, or a file in the home directory
    #[arg(long, value_name = "STORE")]
    pub store: Option<String>,
}

/// How fast systems are asked, and how patiently.
#[derive(Args, Debug, Clone)]
pub struct PaceOptions {
    /// Number of questions put to a system in parallel
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: u16,
    /// Time limit for the whole run, in seconds; questions left by then count as failed
    #[arg(long, value_name = "SECONDS")]
    pub deadline: Option<u64>,
    /// Pause a system after N failed requests in a row, and give it up after three pauses
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub outages: u32,
}

/// How results are looked at.
#[derive(Args, Debug, Clone, Default)]
pub struct ViewOptions {
    /// Show every question
    #[arg(long)]
    pub per_question: bool,
    /// Show the N questions with the lowest scores; ties are broken by the number of missed answers
    #[arg(long, value_name = "N")]
    pub worst: Option<usize>,
    /// The columns of the table, in this order; `list` lists them
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub columns: Vec<String>,
    /// Show confidence intervals in LaTeX too
    #[arg(long)]
    pub intervals: bool,
}

/// Options of `run`.
#[derive(Args, Debug)]
pub struct Run {
    /// The benchmarks: files or catalogue names
    #[arg(long, value_name = "FILE", required_unless_present = "resume", num_args = 1.., value_hint = ValueHint::FilePath)]
    pub dataset: Vec<PathBuf>,
    /// The systems: file:ANSWERS, gerbil:URL, text2sparql:URL, chat:URL#MODEL, exec:COMMAND,
    /// pipeline:NAME or a TOML file, see `lydite system kinds`; NAME= in front gives a name
    #[arg(long, value_name = "SYSTEM", required_unless_present = "resume", num_args = 1..)]
    pub system: Vec<String>,
    /// The languages in which questions are asked, or `all`; by default each question once, in its
    /// own language or in English
    #[arg(long, value_name = "LANG", value_delimiter = ',')]
    pub lang: Vec<String>,
    /// Send the keywords of each question instead of its text
    #[arg(long)]
    pub keywords: bool,
    /// The rule sets, separated by commas; see `lydite rules list`
    #[arg(
        long,
        value_name = "RULES",
        value_delimiter = ',',
        default_value = "lydite"
    )]
    pub rules: Vec<String>,
    /// The experiment types: QA, C2KB (entities), P2KB (properties), RE2KB (triples), AT (answer
    /// type), AIT2KB (classes of the answers); by default all that there is data for
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = parse_experiment)]
    pub experiment: Vec<Kind>,
    /// The name of the experiment
    #[arg(long = "name", id = "called", value_name = "NAME")]
    pub name: Option<String>,
    /// Resume an interrupted experiment: its identifier, or `latest`
    #[arg(long, value_name = "ID", conflicts_with_all = ["dataset", "system", "dry_run", "queue", "called"])]
    pub resume: Option<String>,
    /// With --resume: ask again the questions at which a system was unavailable
    #[arg(long, requires = "resume")]
    pub retry: bool,
    /// Show what would be asked, without asking
    #[arg(long)]
    pub dry_run: bool,
    /// Leave the questions to `lydite worker` processes that share the store
    #[arg(long, conflicts_with = "dry_run")]
    pub queue: bool,
    /// Exit with 1 if the main score of any system is below this
    #[arg(long, value_name = "SCORE", value_parser = parse_score)]
    pub fail_under: Option<f64>,
    /// Write a JUnit report, in which a question fails if its F1 is below --fail-under (default: 1)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub junit: Option<PathBuf>,
    /// Accept damaged files: exit with 0 even if entries were lost
    #[arg(long)]
    pub allow_damaged: bool,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// How fast systems are asked.
    #[command(flatten)]
    pub pace: PaceOptions,
    /// How results are looked at.
    #[command(flatten)]
    pub view: ViewOptions,
    /// Where experiments are kept.
    #[command(flatten)]
    pub store: StoreOptions,
    /// Where queries are run.
    #[command(flatten)]
    pub graph: GraphOptions,
}

/// What can be done with stored experiments.
#[derive(Subcommand, Debug)]
pub enum Experiment {
    /// List the stored experiments, the latest first
    #[command(after_help = "Examples:
  lydite experiment list
  lydite experiment list --store postgres://me@host/lab --format json")]
    List(StoreOptions),
    /// Show an experiment: what was run, on which questions, and the scores
    #[command(after_help = "Examples:
  lydite experiment show 202611180001
  lydite experiment show 202611180001 --per-question --format csv
  lydite experiment show 202611180001 --question 12   what was sent and received
  lydite experiment show 202611180001 --failures      why questions were lost")]
    Show(ExperimentShow),
    /// Judge an experiment again, without asking the systems
    #[command(after_help = "Examples:
  lydite experiment rejudge 202611180001 --rules gerbil,qald
  lydite experiment rejudge 202611180001 --gold corrected.json")]
    Rejudge(ExperimentRejudge),
    /// Mark experiments as published, which protects them from being deleted by accident
    #[command(after_help = "Examples:
  lydite experiment publish 202611180001
  lydite experiment publish 202611180001 --undo")]
    Publish(ExperimentPublish),
    /// Write an experiment for others: as RDF, tables, a page, or an archive with everything
    #[command(after_help = "Examples:
  lydite experiment export 202611180001 -o run.html   a page that works offline
  lydite experiment export 202611180001 -o run.zip    everything, to be verified
  lydite experiment export 202611180001 -o run.ttl --base https://example.org/e/
  lydite experiment export 202611180001 --format latex")]
    Export(ExperimentExport),
    /// Verify an archive: that no byte has changed, and that every score can be computed again
    #[command(after_help = "Example:
  lydite experiment verify experiment.zip

Exits with 1 if anything differs.")]
    Verify(ExperimentVerify),
    /// Delete experiments with all their answers
    #[command(after_help = "Example:
  lydite experiment delete 202611180001")]
    Delete(ExperimentDelete),
}

/// Options of `experiment show`.
#[derive(Args, Debug)]
pub struct ExperimentShow {
    /// The experiment, or `latest`
    #[arg(value_name = "ID")]
    pub id: String,
    /// The number of the judging, from 1; by default the latest
    #[arg(long, value_name = "N")]
    pub judging: Option<u64>,
    /// Show what was sent and received for this question, byte for byte
    #[arg(long, value_name = "ID", conflicts_with_all = ["per_question", "worst", "columns"])]
    pub question: Option<String>,
    /// Explain why questions were lost, and what would make the systems' queries right
    #[arg(long, conflicts_with_all = ["per_question", "worst", "columns", "question"])]
    pub failures: bool,
    /// How results are looked at.
    #[command(flatten)]
    pub view: ViewOptions,
    /// Where experiments are kept.
    #[command(flatten)]
    pub store: StoreOptions,
}

/// Options of `experiment rejudge`.
#[derive(Args, Debug)]
pub struct ExperimentRejudge {
    /// The experiment, or `latest`
    #[arg(value_name = "ID")]
    pub id: String,
    /// The rule sets; by default those of the experiment
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub rules: Vec<String>,
    /// A later edition of the benchmark: FILE, or DATASET=FILE if there are several
    #[arg(long, value_name = "FILE")]
    pub gold: Vec<String>,
    /// The experiment types; by default those of the experiment
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = parse_experiment)]
    pub experiment: Vec<Kind>,
    /// How results are looked at.
    #[command(flatten)]
    pub view: ViewOptions,
    /// Where experiments are kept.
    #[command(flatten)]
    pub store: StoreOptions,
    /// Where queries are run.
    #[command(flatten)]
    pub graph: GraphOptions,
}

/// Options of `experiment publish`.
#[derive(Args, Debug)]
pub struct ExperimentPublish {
    /// The experiments; `latest` is the most recent one
    #[arg(value_name = "ID", required = true)]
    pub ids: Vec<String>,
    /// Mark them as unpublished again
    #[arg(long)]
    pub undo: bool,
    /// Where experiments are kept.
    #[command(flatten)]
    pub store: StoreOptions,
}

/// Options of `experiment export`.
#[derive(Args, Debug)]
pub struct ExperimentExport {
    /// The experiment
    #[arg(value_name = "ID")]
    pub id: String,
    /// The file to write; by default standard output. Its extension selects the format: .jsonld,
    /// .ttl, .csv, .tex, .html or .zip
    #[arg(short, long, alias = "output", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub out: Option<PathBuf>,
    /// The beginning of the IRIs; by default that of the run
    #[arg(long, value_name = "IRI")]
    pub base: Option<String>,
    /// The number of the judging, from 1; by default the latest
    #[arg(long, value_name = "N")]
    pub judging: Option<u64>,
    /// Overwrite the file if it exists
    #[arg(long)]
    pub force: bool,
    /// Where experiments are kept.
    #[command(flatten)]
    pub store: StoreOptions,
}

/// Options of `experiment verify`.
#[derive(Args, Debug)]
pub struct ExperimentVerify {
    /// The archive
    #[arg(value_name = "FILE.zip", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Where queries are run, if the experiment used a graph that has another name here.
    #[command(flatten)]
    pub graph: GraphOptions,
}

/// Options of `experiment delete`.
#[derive(Args, Debug)]
pub struct ExperimentDelete {
    /// The experiments; `latest` is the most recent one
    #[arg(value_name = "ID", required = true)]
    pub ids: Vec<String>,
    /// Delete published experiments too
    #[arg(long)]
    pub force: bool,
    /// Where experiments are kept.
    #[command(flatten)]
    pub store: StoreOptions,
}

/// Options of `compare`.
#[derive(Args, Debug)]
pub struct Compare {
    /// The experiments; `latest` is the most recent one
    #[arg(value_name = "ID", required = true)]
    pub ids: Vec<String>,
    /// The earlier experiment; by default the last run of the same system on the same questions
    #[arg(long, value_name = "ID")]
    pub against: Option<String>,
    /// Show at most N questions
    #[arg(
        short = 'n',
        long,
        alias = "most",
        value_name = "N",
        default_value_t = 10
    )]
    pub limit: usize,
    /// Where experiments are kept.
    #[command(flatten)]
    pub store: StoreOptions,
}

/// Options of `worker`.
#[derive(Args, Debug)]
pub struct Worker {
    /// Exit when there is nothing left to do
    #[arg(long)]
    pub once: bool,
    /// The seconds after which the questions of a silent worker go to others
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..))]
    pub lease: u64,
    /// How fast systems are asked.
    #[command(flatten)]
    pub pace: PaceOptions,
    /// Where experiments are kept.
    #[command(flatten)]
    pub store: StoreOptions,
}

/// What can be done with a store as a whole.
#[derive(Subcommand, Debug)]
pub enum Store {
    /// Copy a store to a new file, while others go on writing
    #[command(after_help = "Example:
  lydite store backup experiments-2026.sqlite")]
    Backup {
        /// The file to write
        #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
        to: PathBuf,
        /// Where experiments are kept.
        #[command(flatten)]
        store: StoreOptions,
    },
    /// Check a store: its tables, datasets and answers
    #[command(after_help = "Example:
  lydite store check")]
    Check {
        /// Where experiments are kept.
        #[command(flatten)]
        store: StoreOptions,
    },
}
