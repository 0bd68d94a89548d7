//! The command line.

mod asking;
mod datasets;
mod graphs;
mod queries;
mod sampling;
mod templates;

use std::path::PathBuf;

use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum, ValueHint};
use lydite_lab::Citation;
use lydite_model::{Experiment, nearest};

pub use asking::Ask;
pub use datasets::{
    Check, Convert, Dataset, Fetch, Formats, Generate, Import, LeftOut, List, Refresh,
};
pub use graphs::{Kg, KgExport, KgGenerate, KgInfo, KgLoad, KgQuery, KgResource, KgSearch};
pub use queries::{Query, QueryCheck, QueryDiff, QueryFormat, QueryOptions};
pub use sampling::{FeatureMode, Features, Measuring, Sample, SamplingMethod, Slice};
pub use templates::{Named, RulesName, SyntaxName, Template, TemplateDataset};

/// The `lydite` command line.
#[derive(Parser, Debug)]
#[command(
    name = "lydite",
    version,
    about = "A laboratory for question answering over knowledge graphs",
    long_about = "Lydite measures, dissects and composes systems that turn a natural-language \
                  question into answers from RDF data.",
    after_help = "Examples:
  lydite demo                                   a tour on an embedded benchmark
  lydite dataset check answers.json             what is wrong with a file, and where
  lydite dataset stats qald-9-test-multilingual a benchmark in numbers
  lydite dataset convert old.xml new.json       from any format to another
  lydite query check queries.json               which queries are not SPARQL, and why
  lydite score --gold G.json --answers A.json   the scores of a system, and by whose rules
  lydite kg info demo                           a knowledge graph at a glance

Exit codes: 0 success; 1 ran, but the check failed; 2 usage error;
3 input cannot be read; 4 a service or graph cannot be reached.",
    propagate_version = true,
    disable_help_subcommand = true
)]
pub struct Cli {
    /// What applies to every command.
    #[command(flatten)]
    pub global: Global,
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// Options of every command.
#[derive(Args, Debug, Clone)]
pub struct Global {
    /// Output format
    #[arg(
        long,
        global = true,
        value_enum,
        default_value_t,
        help_heading = "Global options"
    )]
    pub format: OutputFormat,
    /// Print results only
    #[arg(short, long, global = true, help_heading = "Global options")]
    pub quiet: bool,
    /// Print more detail; repeat for even more
    #[arg(short, long, global = true, action = ArgAction::Count, help_heading = "Global options")]
    pub verbose: u8,
    /// When to use colour
    #[arg(
        long,
        global = true,
        value_enum,
        default_value_t,
        value_name = "WHEN",
        help_heading = "Global options"
    )]
    pub color: Color,
    /// Where Lydite keeps its data; by default $LYDITE_HOME, or the data directory of the platform
    #[arg(
        long,
        global = true,
        value_name = "DIR",
        value_hint = ValueHint::DirPath,
        help_heading = "Global options"
    )]
    pub home: Option<PathBuf>,
}

/// How results are printed.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OutputFormat {
    /// For people.
    #[default]
    Table,
    /// For programs: one document, keys documented in docs/output.md.
    Json,
    /// For spreadsheets.
    Csv,
    /// For issues and wikis.
    Markdown,
    /// For papers.
    Latex,
    /// For the Semantic Web: Turtle, where results are questions (`features`, `sample`) or triples
    /// (`kg query`).
    #[value(alias = "turtle", alias = "ttl")]
    Rdf,
    /// SPARQL results in XML (`kg query`).
    Xml,
    /// SPARQL results in TSV (`kg query`).
    Tsv,
    /// N-Triples (`kg query`).
    #[value(name = "ntriples", alias = "nt")]
    NTriples,
}

/// When to use colours.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// A tour: checks, scores and slices a small built-in benchmark
    #[command(after_help = "Examples:
  lydite demo
  lydite demo --out tour       writes the files of the tour into a folder

The names `demo`, `demo-careful`, `demo-eager` and `demo-encoded` work wherever a file is expected,
`demo` also as the name of a graph.")]
    Demo(Demo),
    /// Benchmark and answer files: check, profile, compare, convert, show, find and fetch them
    #[command(
        subcommand,
        after_help = "Examples:
  lydite dataset check mine.json
  lydite dataset formats show csv"
    )]
    Dataset(Dataset),
    /// Knowledge graphs: load, profile, query and search them
    #[command(
        subcommand,
        after_help = "Examples:
  lydite kg info demo
  lydite kg query demo 'SELECT ?x { ?x a dbo:River } LIMIT 5'"
    )]
    Kg(Kg),
    /// Answers a question over a graph, with the query and how it came about
    #[command(after_help = "Examples:
  lydite ask 'Which countries border Germany?'
  lydite ask 'Which lake is the deepest?' --explain
  lydite ask 'How many products are there?' --kg shop.ttl --format json

Without a question, every line of standard input is one. Ends with 1 where no answer is given.
The pipeline `auto` rather says nothing than leave out words that matter; `guess` answers.")]
    Ask(Ask),
    /// Queries: check, repair, dissect, compare and format them
    #[command(
        subcommand,
        after_help = "Examples:
  lydite query check 'SELECT COUNT(?x) { ?x a dbo:Lake }'
  lydite query diff gold.rq mine.rq"
    )]
    Query(Query),
    /// Scores answer files against a benchmark, under named rules
    #[command(after_help = "Examples:
  lydite score --gold qald-9-test-multilingual --answers mine.json
  lydite score --gold gold.json --answers a.json b.json        which system is better?
  lydite score --gold gold.json --answers a.json --rules lydite,gerbil,gerbil-2019,qald
  lydite score --gold gold.json --answers a.json --experiment QA,C2KB,P2KB
  lydite score --gold gold.yaml --answers queries.json --kg my.ttl   queries are run, results judged
  lydite score --gold gold.json --answers a.json --explain 12  why question 12 scores as it does
  lydite score --gold gold.json --answers a.json --per-question --format csv
  lydite score --gold gold.json --answers a.json --fail-under 0.5    for continuous integration")]
    Score(Score),
    /// The rule sets: how answers are compared, what a missing answer means, how questions are
    /// averaged
    #[command(
        subcommand,
        after_help = "Examples:
  lydite rules list
  lydite rules show lydite"
    )]
    Rules(Rules),
    /// Judges query templates, or any system's queries, by the six criteria of the TGM evaluation
    #[command(after_help = "Examples:
  lydite template --dataset tgm-paper                          the statistics of the paper's dataset
  lydite template --dataset tgm-paper --tgm http://localhost:1515/templategeneration/rocknrole
  lydite template --gold qald-6-train-multilingual --tgm URL --record run.jsonl
  lydite template --replay run.jsonl --rules reference         as the published evaluator judges
  lydite template --gold gold.json --queries answers.json      any system that makes SPARQL
  lydite template --gold gold.json --tgm one=URL other=URL     two systems side by side
  lydite template --cases cases.jsonl --format json            stored exchanges, for programs
  lydite template --cases cases.jsonl --explain tgm-p-00002    what is wrong with one template
  lydite template --cases cases.jsonl --chart verdicts.svg

A question is judged by its first template. docs/templates.md says how.
Ends with 4 if the service was never reached.")]
    Template(Box<Template>),
    /// The features of the questions of a benchmark: words, tags, query, answers
    #[command(after_help = "Examples:
  lydite features qald-9-test-multilingual                    every feature summarised
  lydite features mine.json --format rdf > features.ttl       in QaldGen's vocabulary
  lydite features mine.json --format csv --features length,tps,whWho
  lydite features mine.json --where 'tps > 1 and NNP' --format json
  lydite features --list                                      what they mean")]
    Features(Features),
    /// Choose a micro-benchmark: a few questions that differ as much as possible
    #[command(after_help = "Examples:
  lydite sample --from qald-9-test-multilingual -n 20
  lydite sample --from mine.json -n 50 --method kmeans --where 'answerType = resource' --out micro.json
  lydite sample --from qaldgen.nt.gz -n 15 --select listing.rq --out micro.ttl --out report.html
  lydite sample --from mine.json -n 50 --compare              all methods side by side
  lydite score --gold mine.json --answers a.json --sample micro.json")]
    Sample(Box<Sample>),
    /// Strengths and weaknesses: the scores of systems by feature of the question
    #[command(after_help = "Examples:
  lydite slice --gold gold.json --answers a.json b.json --by answerType
  lydite slice --gold gold.json --answers a.json b.json --by tps,whWho,usesFeature --at-least 5

Slices in which another system is ahead than on all questions are marked.")]
    Slice(Slice),
    /// Prints a completion script for a shell
    #[command(after_help = "Examples:
  lydite completions bash > ~/.local/share/bash-completion/completions/lydite
  lydite completions zsh  > ~/.zfunc/_lydite
  lydite completions fish > ~/.config/fish/completions/lydite.fish")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Prints the manual page, or writes the pages of all commands into a folder
    #[command(after_help = "Examples:
  lydite man | man -l -
  lydite man --out ~/.local/share/man/man1")]
    Man {
        /// A folder for the pages of all commands
        #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
        out: Option<PathBuf>,
    },
}

fn parse_experiment(name: &str) -> Result<Experiment, String> {
    Experiment::parse(name.trim()).ok_or_else(|| {
        let names = Experiment::ALL.map(Experiment::as_str);
        match nearest(name, names) {
            Some(meant) => format!("did you mean `{meant}`? There are {}", names.join(", ")),
            None => format!("there are {}", names.join(", ")),
        }
    })
}

/// A score, between 0 and 1.
fn parse_score(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|score| (0.0..=1.0).contains(score))
        .ok_or_else(|| "a score is a number from 0 to 1".to_owned())
}

/// Options of `demo`.
#[derive(Args, Debug)]
pub struct Demo {
    /// Write the files of the tour into this folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: Option<PathBuf>,
    /// Overwrite files that exist
    #[arg(long, requires = "out")]
    pub force: bool,
}

/// Options of `score`.
#[derive(Args, Debug)]
pub struct Score {
    /// The benchmark with the right answers: a file or a catalogue name
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub gold: PathBuf,
    /// The answers of one or several systems: FILE, NAME=FILE, or catalogue names
    #[arg(long, value_name = "FILE", required = true, num_args = 1.., value_hint = ValueHint::FilePath)]
    pub answers: Vec<PathBuf>,
    /// The rule sets, see `lydite rules list`
    #[arg(
        long,
        value_name = "RULES",
        value_delimiter = ',',
        default_value = "lydite"
    )]
    pub rules: Vec<String>,
    /// The experiments: QA, C2KB (entities), P2KB (properties), RE2KB (triples), AT (answer type),
    /// AIT2KB (classes of the answers); by default every experiment that both files have data for
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = parse_experiment)]
    pub experiment: Vec<Experiment>,
    /// Score only this language
    #[arg(long, value_name = "LANG")]
    pub lang: Option<String>,
    /// Explain the score of a question: which answers match, and why
    #[arg(long, value_name = "ID")]
    pub explain: Vec<String>,
    /// Show the N questions with the lowest scores; among equals, those that lose most answers
    #[arg(long, value_name = "N")]
    pub worst: Option<usize>,
    /// Show every question
    #[arg(long)]
    pub per_question: bool,
    /// The columns of the table, in this order; `list` shows what there is
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub columns: Vec<String>,
    /// Show confidence intervals in LaTeX as well
    #[arg(long)]
    pub intervals: bool,
    /// Further measures: F(beta=2), hits@3, success(f1>=0.5) …
    #[arg(long, value_name = "MEASURE", value_delimiter = ';')]
    pub measure: Vec<String>,
    /// Run the queries of systems as they stand, without any repair
    #[arg(long)]
    pub strict: bool,
    /// Accept damaged files: exit with 0 although entries were lost
    #[arg(long)]
    pub allow_damaged: bool,
    /// Exit with 1 if the main score of any system is lower than this
    #[arg(long, value_name = "SCORE", value_parser = parse_score)]
    pub fail_under: Option<f64>,
    /// Print how to cite the evaluation
    #[arg(long, value_enum, value_name = "FORM", num_args = 0..=1, default_missing_value = "bibtex")]
    pub cite: Option<CitationForm>,
    /// Links between resources that are the same (owl:sameAs, redirects), in N-Triples
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub same_as: Vec<PathBuf>,
    /// Labels of resources, in N-Triples
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub labels: Vec<PathBuf>,
    /// Class hierarchy (rdfs:subClassOf), in N-Triples
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub classes: Vec<PathBuf>,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Only the questions of a sample: the output of `lydite sample`, or any benchmark file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub sample: Option<PathBuf>,
    /// Draws the scores with their intervals, in SVG
    #[arg(long, value_name = "FILE.svg", value_hint = ValueHint::FilePath)]
    pub chart: Option<PathBuf>,
    /// Where queries are run.
    #[command(flatten)]
    pub graph: GraphOptions,
}

/// How an evaluation is cited.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum CitationForm {
    /// For a bibliography.
    Bibtex,
    /// For a footnote.
    Text,
}

impl From<CitationForm> for Citation {
    fn from(form: CitationForm) -> Self {
        match form {
            CitationForm::Bibtex => Self::Bibtex,
            CitationForm::Text => Self::Text,
        }
    }
}

/// The graph on which queries are run.
#[derive(Args, Debug)]
pub struct GraphOptions {
    /// The knowledge graph: a name from `lydite kg list`, a file, or the address of an endpoint
    #[arg(long = "kg", value_name = "GRAPH")]
    pub name: Option<String>,
    /// Time limit for each query, in seconds
    #[arg(
        long,
        alias = "kg-timeout",
        value_name = "SECONDS",
        default_value_t = 30
    )]
    pub timeout: u64,
}

/// What can be asked about rule sets.
#[derive(Subcommand, Debug)]
pub enum Rules {
    /// Lists the rule sets
    #[command(after_help = "Example:
  lydite rules list")]
    List,
    /// Explains a rule set, with worked examples
    #[command(after_help = "Example:
  lydite rules show gerbil-2019")]
    Show {
        /// Its name
        name: String,
    },
}
