//! The command line.

mod asking;
mod bridges;
mod campaigns;
mod components;
mod datasets;
mod experiments;
mod graphs;
mod pipelines;
mod queries;
mod sampling;
mod serving;
mod systems;
mod templates;

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum, ValueHint};
use lydite_lab::Citation;
use lydite_model::{Experiment, nearest};

pub use asking::Ask;
pub use bridges::{Bridge, Mcp};
pub use campaigns::{Bundle, Campaign, CampaignScore, PhaseName, Poll, Release, Submit};
pub use components::{Component, ComponentList, ComponentRun, ComponentSources, ComponentTrain};
pub use datasets::{
    Check, Convert, Dataset, Fetch, Formats, Generate, Import, LeftOut, List, Refresh,
};
pub use experiments::{
    Compare, Experiment as ExperimentCommand, ExperimentDelete, ExperimentExport,
    ExperimentPublish, ExperimentRejudge, ExperimentShow, ExperimentVerify, PaceOptions, Run,
    Store, StoreOptions, ViewOptions, Worker,
};
pub use graphs::{Kg, KgExport, KgGenerate, KgInfo, KgLoad, KgQuery, KgResource, KgSearch};
pub use pipelines::{
    ClassifierName, PipelineCommand, PipelineCompare, PipelineEvaluate, PipelineMatrix,
    PipelinePublished, PipelineTrain,
};
pub use queries::{Query, QueryCheck, QueryDiff, QueryFormat, QueryOptions};
pub use sampling::{FeatureMode, Features, Measuring, Sample, SamplingMethod, Slice};
pub use serving::Serve;
pub use systems::{System, SystemCheck};
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
  lydite demo                                  a tour on an embedded benchmark
  lydite dataset check answers.json            find what is wrong in a file
  lydite dataset convert old.xml new.json      convert between formats
  lydite query check queries.json              find invalid SPARQL
  lydite score --gold G.json --answers A.json  score a system
  lydite kg info demo                          a knowledge graph at a glance
  lydite ask 'Who wrote Dubliners?'            answer a question over a graph
  lydite run --dataset demo --system mine.toml ask a live system and judge it
  lydite serve                                 all of it in the browser

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
    /// Where Lydite keeps its data [default: $LYDITE_HOME, or the platform's data directory]
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
    /// For the Semantic Web: Turtle, where results are questions (`features`, `sample`), triples
    /// (`kg query`) or experiments (`experiment export`).
    #[value(alias = "turtle", alias = "ttl")]
    Rdf,
    /// SPARQL results in XML (`kg query`).
    Xml,
    /// SPARQL results in TSV (`kg query`).
    Tsv,
    /// N-Triples (`kg query`).
    #[value(name = "ntriples", alias = "nt")]
    NTriples,
    /// JSON-LD (`experiment export`).
    #[value(name = "jsonld")]
    JsonLd,
    /// A page for people (`experiment export`).
    Html,
    /// An archive with everything (`experiment export`).
    Zip,
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
    /// Take a tour: check, score and slice a small built-in benchmark
    #[command(after_help = "Examples:
  lydite demo
  lydite demo --out tour       also write its files to a folder

The names `demo`, `demo-careful`, `demo-eager` and `demo-encoded` work wherever a file is expected, \
`demo` also as a graph.")]
    Demo(Demo),
    /// Check, profile, compare, convert, show, find and fetch benchmark and answer files
    #[command(
        subcommand,
        after_help = "Examples:
  lydite dataset check mine.json
  lydite dataset formats show csv"
    )]
    Dataset(Dataset),
    /// Load, profile, query and search knowledge graphs
    #[command(
        subcommand,
        after_help = "Examples:
  lydite kg info demo
  lydite kg query demo 'SELECT ?x { ?x a dbo:River } LIMIT 5'"
    )]
    Kg(Kg),
    /// Answer a question over a graph, with the query and how it came about
    #[command(after_help = "Examples:
  lydite ask 'Which countries border Germany?'
  lydite ask 'Which lake is the deepest?' --explain
  lydite ask 'How many products are there?' --kg shop.ttl --format json
  lydite ask 'Who wrote Faust?' --kg http://127.0.0.1:8890/sparql
  lydite ask --kg shop.ttl              in a terminal: question after question
  lydite ask --format json < questions.txt

Without a question, each line of standard input is one. Exits with 1 if there is no answer. The \
pipeline `auto` abstains rather than ignore words that matter; `guess` answers anyway.")]
    Ask(Ask),
    /// Give AI agents tools to query a graph, over the Model Context Protocol
    #[command(after_help = "Examples:
  lydite mcp --kg shop.ttl                           for an agent that starts it
  lydite mcp --kg shop.ttl --listen 127.0.0.1:8080   for agents over HTTP

No tool changes the graph. See docs/interoperation.md.")]
    Mcp(Mcp),
    /// Answer other programs in their own protocols: TEXT2SPARQL, GERBIL, OKBQA, Qanary, Spotlight, MCP
    #[command(after_help = "Examples:
  lydite bridge --kg shop.ttl
  lydite bridge --kg shop.ttl --dataset https://example.org/shop/
  lydite bridge --kg shop.ttl --pipeline guess --listen 127.0.0.1:9000

See docs/interoperation.md.")]
    Bridge(Bridge),
    /// List, show, judge and train the components of pipelines
    #[command(
        subcommand,
        after_help = "Examples:
  lydite component list --task NED
  lydite component run ned-longest ned-hits --dataset demo --kg demo"
    )]
    Component(Component),
    /// Train the joint pipeline, and predict which components do well
    #[command(
        subcommand,
        after_help = "Examples:
  lydite pipeline train --dataset demo --kg demo --out demo.model
  lydite pipeline evaluate --tables --data frankenstein"
    )]
    Pipeline(PipelineCommand),
    /// Check, repair, dissect, compare and format SPARQL queries
    #[command(
        subcommand,
        after_help = "Examples:
  lydite query check 'SELECT COUNT(?x) { ?x a dbo:Lake }'
  lydite query diff gold.rq mine.rq"
    )]
    Query(Query),
    /// Score answer files against a benchmark, under named rules
    #[command(after_help = "Examples:
  lydite score --gold qald-9-test-multilingual --answers mine.json
  lydite score --gold G.json --answers A.json B.json    which system is better?
  lydite score --gold G.json --answers A.json --rules lydite,gerbil,gerbil-2019
  lydite score --gold G.json --answers A.json --experiment QA,C2KB,P2KB
  lydite score --gold G.json --answers A.json --kg my.ttl       run the queries
  lydite score --gold G.json --answers A.json --explain 12      why this score?
  lydite score --gold G.json --answers A.json --failures        what was lost?
  lydite score --gold G.json --answers A.json --per-question --format csv
  lydite score --gold G.json --answers A.json --fail-under 0.5  for CI")]
    Score(Score),
    /// List and explain the rule sets: how answers are compared, what a missing answer means, how
    /// scores are averaged
    #[command(
        subcommand,
        after_help = "Examples:
  lydite rules list
  lydite rules show lydite"
    )]
    Rules(Rules),
    /// Judge query templates, or any system's queries, by the six criteria of the TGM evaluation
    #[command(after_help = "Examples:
  lydite template --dataset tgm-paper          statistics of the paper's dataset
  lydite template --dataset tgm-paper --tgm http://localhost:1515/rocknrole
  lydite template --gold qald-6-train-multilingual --tgm URL --record run.jsonl
  lydite template --replay run.jsonl --rules reference   as the paper's program
  lydite template --gold G.json --queries A.json         any system with SPARQL
  lydite template --gold G.json --tgm one=URL other=URL  two systems
  lydite template --cases cases.jsonl --format json      stored exchanges
  lydite template --cases cases.jsonl --explain tgm-p-00002
  lydite template --cases cases.jsonl --chart verdicts.svg

Each question is judged by its first template; see docs/templates.md. Exits with 4 if the service \
could not be reached.")]
    Template(Box<Template>),
    /// Compute the features of questions: words, part-of-speech tags, query, answers
    #[command(after_help = "Examples:
  lydite features qald-9-test-multilingual             a summary of each feature
  lydite features mine.json --format rdf > features.ttl in QaldGen's vocabulary
  lydite features mine.json --format csv --features length,tps,whWho
  lydite features mine.json --where 'tps > 1 and NNP' --format json
  lydite features --list                               what each feature means")]
    Features(Features),
    /// Sample a micro-benchmark: a few questions that differ as much as possible
    #[command(after_help = "Examples:
  lydite sample --from qald-9-test-multilingual -n 20
  lydite sample --from mine.json -n 50 --where 'tps > 1' --out micro.json
  lydite sample --from mine.json -n 50 --method kmeans --out report.html
  lydite sample --from qaldgen.nt.gz -n 15 --select listing.rq --out micro.ttl
  lydite sample --from mine.json -n 50 --compare        all methods side by side
  lydite score --gold mine.json --answers a.json --sample micro.json")]
    Sample(Box<Sample>),
    /// Break scores down by feature of the question: where each system is strong or weak
    #[command(after_help = "Examples:
  lydite slice --gold G.json --answers A.json B.json --by answerType
  lydite slice --gold G.json --answers A.json --by tps,whWho --at-least 5
  lydite slice 202611180001 --by answerType            a stored experiment

Marks the slices where the leading system is not the one that leads overall.")]
    Slice(Slice),
    /// Evaluation campaigns: phases, hidden gold, submissions, rankings
    #[command(
        subcommand,
        after_help = "Examples:
  lydite campaign create qald.toml
  lydite campaign submit qald-2027 answers.json --system mine
  lydite campaign rank qald-2027"
    )]
    Campaign(Box<Campaign>),
    /// Ask systems the questions of benchmarks, store their answers and judge them
    #[command(after_help = "Examples:
  lydite run --dataset demo --system file:demo-careful file:demo-eager
  lydite run --dataset G.json --system gerbil:http://localhost:8080/answer
  lydite run --dataset G.json --system pipeline:auto --kg my.ttl --lang en,de
  lydite run --dataset G.json --system mine.toml --fail-under 0.5 --junit J.xml
  lydite run --dataset G.json --system mine.toml --dry-run   what would be asked
  lydite run --resume 202611180001                       after Ctrl-C or a crash

Every answer is stored as soon as it arrives: an interrupted run loses at most the questions that \
were still waiting for one. Exits with 4 if a system failed on every question.")]
    Run(Box<Run>),
    /// List, show, rejudge, publish, export, verify and delete stored experiments
    #[command(
        subcommand,
        after_help = "Examples:
  lydite experiment list
  lydite experiment show 202611180001"
    )]
    Experiment(Box<ExperimentCommand>),
    /// Compare stored experiments: which system is better, on which questions, and what has changed
    #[command(after_help = "Examples:
  lydite compare 202611180001        its systems, and what got worse since
  lydite compare 202611180001 202611170003
  lydite compare 202611180001 --against 202611010001")]
    Compare(Compare),
    /// Run experiments queued with `run --queue`, alongside other workers
    #[command(after_help = "Examples:
  lydite worker --store postgres://me@host/lab
  lydite worker --store postgres://me@host/lab --once     until nothing is left")]
    Worker(Worker),
    /// Open the web page: run, watch, inspect, compare and share experiments, and ask questions
    #[command(after_help = "Examples:
  lydite serve                              on this machine only, at port 8017
  lydite serve --listen 127.0.0.1:9000
  lydite serve --config lydite-serve.toml   for others, with tokens
  lydite serve --new-token runner           a token for the configuration")]
    Serve(Serve),
    /// Back up and check the store of experiments
    #[command(
        subcommand,
        after_help = "Examples:
  lydite store check
  lydite store backup experiments-2026.sqlite"
    )]
    Store(Store),
    /// List the kinds of live systems, and check whether a system answers
    #[command(
        subcommand,
        after_help = "Examples:
  lydite system kinds
  lydite system check gerbil:http://localhost:8080/answer"
    )]
    System(System),
    /// Print a completion script for your shell
    #[command(after_help = "Examples:
  lydite completions bash > ~/.local/share/bash-completion/completions/lydite
  lydite completions zsh  > ~/.zfunc/_lydite
  lydite completions fish > ~/.config/fish/completions/lydite.fish")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write the pages of all commands to a folder
    #[command(after_help = "Examples:
  lydite man | man -l -
  lydite man --out ~/.local/share/man/man1")]
    Man {
        /// Write the pages of all commands to this folder
        #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
        out: Option<PathBuf>,
    },
}

fn parse_experiment(name: &str) -> Result<Experiment, String> {
    Experiment::parse(name.trim()).ok_or_else(|| {
        let names = Experiment::ALL.map(Experiment::as_str);
        match nearest(name, names) {
            Some(meant) => format!(
                "did you mean `{meant}`? The experiments are {}",
                names.join(", ")
            ),
            None => format!("the experiments are {}", names.join(", ")),
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

/// A time limit: a number of seconds, up to a day.
fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok();
    let seconds = seconds.filter(|seconds: &f64| *seconds > 0.0 && *seconds <= 86_400.0);
    let seconds = seconds.ok_or_else(|| "expected a number of seconds up to 86400".to_owned())?;
    Ok(Duration::from_secs_f64(seconds))
}

/// Options of `demo`.
#[derive(Args, Debug)]
pub struct Demo {
    /// Write the files of the tour to this folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: Option<PathBuf>,
    /// Overwrite existing files
    #[arg(long, requires = "out")]
    pub force: bool,
}

/// Options of `score`.
#[derive(Args, Debug)]
pub struct Score {
    /// The benchmark with the gold answers: a file or a catalogue name
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub gold: PathBuf,
    /// The answers of one or more systems: FILE, NAME=FILE or a catalogue name each
    #[arg(long, value_name = "FILE", required = true, num_args = 1.., value_hint = ValueHint::FilePath)]
    pub answers: Vec<PathBuf>,
    /// The rule sets, separated by commas; see `lydite rules list`
    #[arg(
        long,
        value_name = "RULES",
        value_delimiter = ',',
        default_value = "lydite"
    )]
    pub rules: Vec<String>,
    /// What to score: QA (answers), C2KB (entities), P2KB (properties), RE2KB (triples), AT (answer type),
    /// AIT2KB (classes of the answers) [default: every experiment that both files have data for]
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = parse_experiment)]
    pub experiment: Vec<Experiment>,
    /// Score only this language
    #[arg(long, value_name = "LANG")]
    pub lang: Option<String>,
    /// Explain the score of a question: which answers match, and why
    #[arg(long, value_name = "ID")]
    pub explain: Vec<String>,
    /// Explain why questions are lost: faults by class, and the smallest change that repairs each query
    #[arg(long, conflicts_with_all = ["explain", "worst", "per_question", "cite", "columns"])]
    pub failures: bool,
    /// Show the N questions with the lowest scores; ties are broken by the number of missed answers
    #[arg(long, value_name = "N")]
    pub worst: Option<usize>,
    /// Show every question
    #[arg(long)]
    pub per_question: bool,
    /// The columns of the table, in this order; `list` lists them
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub columns: Vec<String>,
    /// Show confidence intervals in LaTeX too
    #[arg(long)]
    pub intervals: bool,
    /// Additional measures, separated by semicolons: F(beta=2), hits@3, success(f1>=0.5) …
    #[arg(long, value_name = "MEASURE", value_delimiter = ';')]
    pub measure: Vec<String>,
    /// Run the systems' queries as given, without repairs
    #[arg(long)]
    pub strict: bool,
    /// Accept damaged files: exit with 0 even if entries were lost
    #[arg(long)]
    pub allow_damaged: bool,
    /// Exit with 1 if the main score of any system is below this
    #[arg(long, value_name = "SCORE", value_parser = parse_score)]
    pub fail_under: Option<f64>,
    /// Print how to cite the evaluation
    #[arg(long, value_enum, value_name = "FORM", num_args = 0..=1, default_missing_value = "bibtex")]
    pub cite: Option<CitationForm>,
    /// Links between identical resources (owl:sameAs, redirects), in N-Triples
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub same_as: Vec<PathBuf>,
    /// Labels of resources, in N-Triples
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub labels: Vec<PathBuf>,
    /// Class hierarchy (rdfs:subClassOf), in N-Triples
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub classes: Vec<PathBuf>,
    /// Folder with Freebase's fb_roles, fb_types and reverse_properties, for the rules `grailqa`
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub ontology: Option<PathBuf>,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Score only the questions of a sample: the output of `lydite sample`, or any benchmark file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub sample: Option<PathBuf>,
    /// Draw the scores with their intervals, as SVG
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
    /// The knowledge graph: a name from `lydite kg list`, a file, or the URL of a SPARQL endpoint
    #[arg(long = "kg", value_name = "GRAPH")]
    pub name: Option<String>,
    /// Time limit for each query, in seconds
    #[arg(
        long,
        alias = "kg-timeout",
        value_name = "SECONDS",
        default_value = "30",
        value_parser = parse_seconds
    )]
    pub timeout: Duration,
}

/// What can be asked about rule sets.
#[derive(Subcommand, Debug)]
pub enum Rules {
    /// List the rule sets
    #[command(after_help = "Example:
  lydite rules list")]
    List,
    /// Explain a rule set, with worked examples
    #[command(after_help = "Example:
  lydite rules show gerbil-2019")]
    Show {
        /// The name of the rule set, or a TOML file with one of your own
        name: String,
    },
}
