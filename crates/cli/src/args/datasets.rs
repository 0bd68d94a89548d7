//! The command line of `dataset`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum, ValueHint};

use lydite_lab::catalogue::{Kind, Mirror};

use super::GraphOptions;

/// What can be done with a benchmark or answer file.
#[derive(Subcommand, Debug)]
pub enum Dataset {
    /// Report what is wrong in files: where it is, how it was handled, how to fix it
    #[command(after_help = "Examples:
  lydite dataset check mine.json
  lydite dataset check --strict qald-*.json       warnings count as errors
  lydite dataset check --format json mine.xml     for programs
  lydite dataset check --code Q012                what a code means
  lydite dataset check mine.json --kg my.ttl      how much of it can a graph answer?

Exits with 1 if there are errors (with --strict, also if there are warnings).")]
    Check(Check),
    /// Show statistics of a benchmark, or of several side by side
    #[command(after_help = "Examples:
  lydite dataset stats mine.json
  lydite dataset stats qald-8-test-multilingual qald-9-test-multilingual
  lydite dataset stats --format latex mine.json > table.tex")]
    Stats {
        /// Files or catalogue names; - for standard input
        #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
        files: Vec<PathBuf>,
        /// Draw the questions by answer type and query form, as SVG
        #[arg(long, value_name = "FILE.svg", value_hint = ValueHint::FilePath)]
        chart: Option<PathBuf>,
    },
    /// Run the gold queries on a graph, update the answers and report what changed
    #[command(after_help = "Examples:
  lydite dataset refresh mine.json --kg my.ttl                 what would change?
  lydite dataset refresh mine.json refreshed.json --kg my.ttl
  lydite dataset refresh qald-9-test-multilingual new.json --kg https://dbpedia.org/sparql

Questions whose query fails keep their answers. Everything else stays as it is.")]
    Refresh(Refresh),
    /// Convert a file to another format and report what that format cannot express
    #[command(after_help = "Examples:
  lydite dataset convert qald-5-test.xml qald-5-test.json
  lydite dataset convert mine.yaml mine.xml --lang en,de
  lydite dataset convert qald-5-test.xml hybrid.json --where hybrid
  lydite dataset convert gold.json test.json --without answers,queries
  lydite dataset convert questions.json gold.json --with answers.json
  lydite dataset convert answers.json - --to csv")]
    Convert(Convert),
    /// Show one question in full
    #[command(after_help = "Examples:
  lydite dataset show mine.json 12
  lydite dataset show qald-9-test-multilingual 99 --format json")]
    Show {
        /// A file or catalogue name; - for standard input
        #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
        file: PathBuf,
        /// The identifier of the question
        id: String,
    },
    /// List the formats that can be read and written, or show the layout of one
    #[command(
        after_help = "Examples:
  lydite dataset formats
  lydite dataset formats show csv      the layout, with an example",
        args_conflicts_with_subcommands = true
    )]
    Formats {
        /// What about them; by default they are listed.
        #[command(subcommand)]
        about: Option<Formats>,
    },
    /// Compare two versions of a benchmark: questions added, removed and changed
    #[command(after_help = "Examples:
  lydite dataset diff qald-7-test-multilingual-2017-06 qald-7-test-multilingual
  lydite dataset diff old.json new.json --format json

Exits with 1 if they differ.")]
    Diff {
        /// The earlier version: a file or catalogue name
        #[arg(value_name = "BEFORE", value_hint = ValueHint::FilePath)]
        before: PathBuf,
        /// The later version
        #[arg(value_name = "AFTER", value_hint = ValueHint::FilePath)]
        after: PathBuf,
    },
    /// List the built-in catalogue of published benchmarks and system answers
    #[command(after_help = "Examples:
  lydite dataset list
  lydite dataset list hybrid --lang en
  lydite dataset list --kind answers --format json")]
    List(List),
    /// Import a file of your own under a name that works like a catalogue name
    #[command(after_help = "Examples:
  lydite dataset import questions.json --name company-v1
  lydite score --gold company-v1 --answers mine.json")]
    Import(Import),
    /// Download files from the catalogue and verify them
    #[command(after_help = "Examples:
  lydite dataset fetch qald-9-test-multilingual
  lydite dataset fetch --all --mirror /mnt/benchmarks
  lydite dataset fetch lc-quad-1-test --mirror https://mirror.example.org/kgqa")]
    Fetch(Fetch),
    /// Generate a synthetic benchmark of any size, reproducible by seed
    #[command(after_help = "Examples:
  lydite dataset generate 1000 small.json
  lydite dataset generate 2000000 large.json --seed 7
  lydite dataset generate 100 - --to text2sparql-yaml")]
    Generate(Generate),
}

/// What can be asked about formats.
#[derive(Subcommand, Debug)]
pub enum Formats {
    /// Show the layout of a format, with an example
    #[command(after_help = "Example:
  lydite dataset formats show csv")]
    Show {
        /// The format, see `lydite dataset formats`
        #[arg(value_name = "FORMAT")]
        name: String,
    },
}

/// Options of `dataset check`.
#[derive(Args, Debug)]
pub struct Check {
    /// Files or catalogue names; - for standard input
    #[arg(
        required_unless_present = "code",
        value_name = "FILE",
        value_hint = ValueHint::FilePath
    )]
    pub files: Vec<PathBuf>,
    /// Treat warnings as errors
    #[arg(long)]
    pub strict: bool,
    /// Show every diagnostic, not just the first few of each kind
    #[arg(long)]
    pub all: bool,
    /// How many diagnostics of each kind to show
    #[arg(
        short = 'n',
        long,
        value_name = "N",
        default_value_t = 5,
        conflicts_with = "all"
    )]
    pub limit: usize,
    /// Explain a diagnostic code
    #[arg(long, alias = "explain", value_name = "CODE", conflicts_with = "files")]
    pub code: Option<String>,
    /// Where queries are run.
    #[command(flatten)]
    pub graph: GraphOptions,
}

/// Options of `dataset refresh`.
#[derive(Args, Debug)]
pub struct Refresh {
    /// The benchmark: a file or a catalogue name
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub input: PathBuf,
    /// The file to write; without it, changes are only reported
    #[arg(value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
    /// The format to write [default: by the extension of OUT]
    #[arg(long, value_name = "FORMAT")]
    pub to: Option<String>,
    /// Overwrite OUT if it exists
    #[arg(long)]
    pub force: bool,
    /// How many changed questions to show
    #[arg(short = 'n', long, value_name = "N", default_value_t = 20)]
    pub limit: usize,
    /// Where queries are run.
    #[command(flatten)]
    pub graph: GraphOptions,
}

/// Options of `dataset convert`.
#[derive(Args, Debug)]
pub struct Convert {
    /// The file to convert, or a catalogue name; - for standard input
    #[arg(value_name = "IN", value_hint = ValueHint::FilePath)]
    pub input: PathBuf,
    /// The file to write; - for standard output
    #[arg(value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub output: PathBuf,
    /// The format to write [default: by the extension of OUT]
    #[arg(long, value_name = "FORMAT")]
    pub to: Option<String>,
    /// Keep only the question texts in these languages
    #[arg(long, value_name = "LANG", value_delimiter = ',')]
    pub lang: Vec<String>,
    /// Keep only questions whose features meet a condition: 'hybrid and not aggregation'
    #[arg(long = "where", value_name = "CONDITION")]
    pub condition: Option<String>,
    /// Add what another file has about the same questions: answers, queries, texts
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub with: Vec<PathBuf>,
    /// Leave out answers, queries or both, for example to publish a test set
    #[arg(long, value_name = "PART", value_enum, value_delimiter = ',')]
    pub without: Vec<LeftOut>,
    /// The same as `--without answers,queries`
    #[arg(long, hide = true, conflicts_with = "without")]
    pub without_answers: bool,
    /// Overwrite OUT if it exists
    #[arg(long)]
    pub force: bool,
}

/// A part of questions that can be left out.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// The answers.
    Answers,
    /// The queries.
    Queries,
}

/// Options of `dataset import`.
#[derive(Args, Debug)]
pub struct Import {
    /// The benchmark or answer file
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// The name [default: the name of the file]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Overwrite a dataset of the same name
    #[arg(long)]
    pub force: bool,
}

/// Options of `dataset list`.
#[derive(Args, Debug)]
pub struct List {
    /// List only entries that contain all these words
    pub words: Vec<String>,
    /// List only entries of this kind: benchmark, answers or scores
    #[arg(long, value_name = "KIND", value_parser = parse_kind)]
    pub kind: Option<Kind>,
    /// List only entries in this language
    #[arg(long = "lang", alias = "language", value_name = "LANG")]
    pub language: Option<String>,
}

fn parse_kind(word: &str) -> Result<Kind, String> {
    [Kind::Benchmark, Kind::Answers, Kind::Scores]
        .into_iter()
        .find(|kind| kind.to_string() == word)
        .ok_or_else(|| "expected benchmark, answers or scores".to_owned())
}

/// Options of `dataset fetch`.
#[derive(Args, Debug)]
pub struct Fetch {
    /// Names from `lydite dataset list`
    #[arg(required_unless_present = "all", value_name = "NAME")]
    pub names: Vec<String>,
    /// Fetch everything in the catalogue
    #[arg(long, conflicts_with = "names")]
    pub all: bool,
    /// Fetch from a mirror: a folder or a URL
    #[arg(long, value_name = "DIR|URL", env = "LYDITE_MIRROR")]
    pub mirror: Option<Mirror>,
}

/// Options of `dataset generate`.
#[derive(Args, Debug)]
pub struct Generate {
    /// How many questions to generate
    pub questions: u64,
    /// The file to write; - for standard output
    #[arg(value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub output: PathBuf,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// The format to write [default: by the extension of OUT]
    #[arg(long, value_name = "FORMAT")]
    pub to: Option<String>,
    /// Overwrite OUT if it exists
    #[arg(long)]
    pub force: bool,
}
