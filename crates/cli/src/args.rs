//! The command line.

mod graphs;
mod sampling;

use std::path::PathBuf;

use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum, ValueHint};
use lydite_model::Experiment;

pub use graphs::{Kg, KgExport, KgGenerate, KgInfo, KgLoad, KgQuery, KgResource, KgSearch};
pub use sampling::{FeatureMode, Features, Measuring, Sample, SamplingMethod, Slice};

use crate::catalogue::{Kind, Mirror};

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
  lydite dataset stats qald-9-test-multilingual a benchmark in figures
  lydite dataset convert old.xml new.json       from any format to another
  lydite query check queries.json               which queries are not SPARQL, and why

Exit codes: 0 done; 1 ran, but what was checked does not hold; 2 usage;
3 input cannot be read; 4 a needed service or graph is out of reach.",
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
    /// How results are printed
    #[arg(
        long,
        global = true,
        value_enum,
        default_value_t,
        help_heading = "Global options"
    )]
    pub format: OutputFormat,
    /// No progress, no remarks beyond the result
    #[arg(short, long, global = true, help_heading = "Global options")]
    pub quiet: bool,
    /// More detail; repeat for still more
    #[arg(short, long, global = true, action = ArgAction::Count, help_heading = "Global options")]
    pub verbose: u8,
    /// When to use colours
    #[arg(
        long,
        global = true,
        value_enum,
        default_value_t,
        value_name = "WHEN",
        help_heading = "Global options"
    )]
    pub color: Color,
    /// Where Lydite keeps its data
    #[arg(
        long,
        global = true,
        env = "LYDITE_HOME",
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
    /// For the Semantic Web: Turtle, where results are questions (`features`, `sample`).
    #[value(alias = "turtle", alias = "ttl")]
    Rdf,
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
    /// A tour: checks and profiles a small embedded benchmark
    #[command(after_help = "Example:
  lydite demo")]
    Demo,
    /// Benchmark and answer files: check, profile, convert, show, find and fetch them
    #[command(subcommand)]
    Dataset(Dataset),
    /// Knowledge graphs: load, profile, query and search them
    #[command(subcommand)]
    Kg(Kg),
    /// Queries: check, repair, dissect, compare and lay them out
    #[command(subcommand)]
    Query(Query),
    /// Judges answer files against a benchmark, under named rules
    #[command(after_help = "Examples:
  lydite score --gold qald-9-test-multilingual --answers mine.json
  lydite score --gold gold.json --answers a.json b.json        which system is better?
  lydite score --gold gold.json --answers a.json --rules lydite,gerbil,gerbil-2019,qald
  lydite score --gold gold.json --answers a.json --experiment QA,C2KB,P2KB
  lydite score --gold gold.yaml --answers queries.json --kg my.ttl   queries are run, results judged
  lydite score --gold gold.json --answers a.json --explain 12  why question 12 scores as it does
  lydite score --gold gold.json --answers a.json --per-question --format csv")]
    Score(Score),
    /// The rule sets: how answers are compared, what silence means, how questions are averaged
    #[command(subcommand)]
    Rules(Rules),
    /// Judges query templates, or any system's queries, by the six criteria of the TGM evaluation
    #[command(after_help = "Examples:
  lydite template --dataset tgm-paper                          the figures of the paper's dataset
  lydite template --dataset tgm-paper --tgm http://localhost:1515/templategeneration/rocknrole
  lydite template --gold qald-6-train-multilingual --tgm URL --record run.jsonl
  lydite template --replay run.jsonl --rules reference         as the published evaluator judges
  lydite template --gold gold.json --queries answers.json      any system that makes SPARQL
  lydite template --cases cases.jsonl --format json            stored exchanges, for programs
  lydite template --cases cases.jsonl --explain tgm-p-00002    what is wrong with one template
  lydite template --cases cases.jsonl --chart verdicts.svg

A question is judged by its first template. docs/templates.md says how.
Ends with 4 if the service was never reached.")]
    Template(Box<Template>),
    /// The features of the questions of a benchmark: words, tags, query, answers
    #[command(after_help = "Examples:
  lydite features qald-9-test-multilingual                    every feature in figures
  lydite features mine.json --format rdf > features.ttl       in QaldGen's vocabulary
  lydite features mine.json --format csv --features length,tps,whWho
  lydite features mine.json --where 'tps > 1 and NNP' --format json
  lydite features --list                                      what they mean")]
    Features(Features),
    /// Chooses a micro-benchmark: few questions that differ as much as possible
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

/// What can be done with a benchmark or answer file.
#[derive(Subcommand, Debug)]
pub enum Dataset {
    /// Says what is irregular in files: where, what was done about it, what to change
    #[command(after_help = "Examples:
  lydite dataset check mine.json
  lydite dataset check --strict qald-*.json       warnings count, too
  lydite dataset check --format json mine.xml     for programs
  lydite dataset check --explain Q012             what a code means
  lydite dataset check mine.json --kg my.ttl      how much of it can a graph answer?

Ends with 1 if there are errors (with --strict: or warnings).")]
    Check(Check),
    /// A benchmark in figures; several files side by side
    #[command(after_help = "Examples:
  lydite dataset stats mine.json
  lydite dataset stats qald-8-test-multilingual qald-9-test-multilingual
  lydite dataset stats --format latex mine.json > table.tex")]
    Stats {
        /// Files or catalogue names; - for standard input
        #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
        files: Vec<PathBuf>,
    },
    /// Runs the gold queries on a graph and renews the answers; reports what changed
    #[command(after_help = "Examples:
  lydite dataset refresh mine.json --kg my.ttl                 what would change?
  lydite dataset refresh mine.json renewed.json --kg my.ttl
  lydite dataset refresh qald-9-test-multilingual new.json --kg https://dbpedia.org/sparql

Questions whose query fails keep their answers. Order, confidence and everything else stay as they are.")]
    Refresh(Refresh),
    /// Converts a file into another format; says what does not fit into it
    #[command(after_help = "Examples:
  lydite dataset convert qald-5-test.xml qald-5-test.json
  lydite dataset convert mine.yaml mine.xml --lang en,de
  lydite dataset convert answers.json - --to csv")]
    Convert(Convert),
    /// Shows one question in full
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
    /// Lists the formats that can be read and written
    #[command(after_help = "Example:
  lydite dataset formats")]
    Formats,
    /// Lists the built-in catalogue of published benchmarks and system answers
    #[command(after_help = "Examples:
  lydite dataset list
  lydite dataset list hybrid --language en
  lydite dataset list --kind answers --format json")]
    List(List),
    /// Downloads files of the catalogue and verifies them
    #[command(after_help = "Examples:
  lydite dataset fetch qald-9-test-multilingual
  lydite dataset fetch --all --mirror /mnt/benchmarks
  lydite dataset fetch lc-quad-1-test --mirror https://mirror.example.org/kgqa")]
    Fetch(Fetch),
    /// Makes a synthetic benchmark of any size, the same for the same seed
    #[command(after_help = "Examples:
  lydite dataset generate 1000 small.json
  lydite dataset generate 2000000 large.json --seed 7
  lydite dataset generate 100 - --to text2sparql-yaml")]
    Generate(Generate),
}

/// Options of `dataset check`.
#[derive(Args, Debug)]
pub struct Check {
    /// Files or catalogue names; - for standard input
    #[arg(
        required_unless_present = "explain",
        value_name = "FILE",
        value_hint = ValueHint::FilePath
    )]
    pub files: Vec<PathBuf>,
    /// Warnings count as errors
    #[arg(long)]
    pub strict: bool,
    /// Shows every remark, not only the first ones of each kind
    #[arg(long)]
    pub all: bool,
    /// How many remarks of each kind are shown
    #[arg(long, value_name = "N", default_value_t = 5, conflicts_with = "all")]
    pub limit: usize,
    /// Says what a code means and what to do about it
    #[arg(long, value_name = "CODE", conflicts_with = "files")]
    pub explain: Option<String>,
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
    /// Where the benchmark with the new answers goes; without it, only the changes are reported
    #[arg(value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
    /// The format to write; told from the extension of OUT if not given
    #[arg(long, value_name = "FORMAT")]
    pub to: Option<String>,
    /// Overwrites OUT if it exists
    #[arg(long)]
    pub force: bool,
    /// How many changed questions are shown
    #[arg(long, value_name = "N", default_value_t = 20)]
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
    /// The format to write; told from the extension of OUT if not given
    #[arg(long, value_name = "FORMAT")]
    pub to: Option<String>,
    /// Only the wordings in these languages
    #[arg(long, value_name = "LANG", value_delimiter = ',')]
    pub lang: Vec<String>,
    /// Overwrites OUT if it exists
    #[arg(long)]
    pub force: bool,
}

/// Options of `dataset list`.
#[derive(Args, Debug)]
pub struct List {
    /// Only entries that contain all these words
    pub words: Vec<String>,
    /// Only benchmarks, answers or scores
    #[arg(long, value_name = "KIND", value_parser = parse_kind)]
    pub kind: Option<Kind>,
    /// Only entries in this language
    #[arg(long, value_name = "LANG")]
    pub language: Option<String>,
}

fn parse_experiment(name: &str) -> Result<Experiment, String> {
    Experiment::parse(name.trim()).ok_or_else(|| {
        let names: Vec<_> = Experiment::ALL.map(Experiment::as_str).into();
        format!("the experiments are {}", names.join(", "))
    })
}

fn parse_kind(word: &str) -> Result<Kind, String> {
    [Kind::Benchmark, Kind::Answers, Kind::Scores]
        .into_iter()
        .find(|kind| kind.to_string() == word)
        .ok_or_else(|| "one of benchmark, answers, scores".to_owned())
}

/// Options of `dataset fetch`.
#[derive(Args, Debug)]
pub struct Fetch {
    /// Names from `lydite dataset list`
    #[arg(required_unless_present = "all", value_name = "NAME")]
    pub names: Vec<String>,
    /// Everything in the catalogue
    #[arg(long, conflicts_with = "names")]
    pub all: bool,
    /// Another source: a folder, or the address of one
    #[arg(long, value_name = "DIR|URL", env = "LYDITE_MIRROR")]
    pub mirror: Option<Mirror>,
}

/// Options of `dataset generate`.
#[derive(Args, Debug)]
pub struct Generate {
    /// How many questions
    pub questions: u64,
    /// The file to write; - for standard output
    #[arg(value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub output: PathBuf,
    /// What the questions depend on
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// The format to write; told from the extension of OUT if not given
    #[arg(long, value_name = "FORMAT")]
    pub to: Option<String>,
    /// Overwrites OUT if it exists
    #[arg(long)]
    pub force: bool,
}

/// Options of `score`.
#[derive(Args, Debug)]
pub struct Score {
    /// The benchmark with the right answers: a file or a catalogue name
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub gold: PathBuf,
    /// The answers of one or several systems: files or catalogue names
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
    /// AIT2KB (classes of the answers); by default all that both files have something for
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = parse_experiment)]
    pub experiment: Vec<Experiment>,
    /// Judges only what is in this language
    #[arg(long, value_name = "LANG")]
    pub lang: Option<String>,
    /// Shows which answers of a question match, and why
    #[arg(long, value_name = "ID")]
    pub explain: Vec<String>,
    /// Shows the N questions with the lowest scores
    #[arg(long, value_name = "N")]
    pub worst: Option<usize>,
    /// Shows every question
    #[arg(long)]
    pub per_question: bool,
    /// Links between resources that are the same (owl:sameAs, redirects), in N-Triples
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub same_as: Vec<PathBuf>,
    /// Labels of resources, in N-Triples
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub labels: Vec<PathBuf>,
    /// Classes above classes (rdfs:subClassOf), in N-Triples
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub classes: Vec<PathBuf>,
    /// What the confidence intervals are drawn from
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Only the questions of a sample: the output of `lydite sample`, or any benchmark file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub sample: Option<PathBuf>,
    /// Where queries are run.
    #[command(flatten)]
    pub graph: GraphOptions,
}

/// The graph on which queries are run.
#[derive(Args, Debug)]
pub struct GraphOptions {
    /// The knowledge graph: a name from `lydite kg list`, a file, or the address of an endpoint
    #[arg(long = "kg", value_name = "GRAPH")]
    pub name: Option<String>,
    /// How many seconds a query may take
    #[arg(long = "kg-timeout", value_name = "SECONDS", default_value_t = 30)]
    pub timeout: u64,
}

/// What can be done with queries.
#[derive(Subcommand, Debug)]
pub enum Query {
    /// Says which queries are not SPARQL 1.1, what was repaired, and what cannot be
    #[command(after_help = "Examples:
  lydite query check 'SELECT COUNT(?x) { ?x a dbo:Lake }'
  lydite query check mine.rq other.sparql
  lydite query check --summary qald-9-test-multilingual    every query of a benchmark
  lydite query check --strict --format json answers.json   for programs and CI
  echo 'ASK { ?x ?y }' | lydite query check -

Ends with 1 if a query is refused (with --strict: or repaired).")]
    Check(QueryCheck),
    /// Shows what a query consists of, as a tree
    #[command(after_help = "Examples:
  lydite query show 'SELECT ?x { ?x a dbo:Lake ; dbo:country dbr:Finland }'
  lydite query show mine.rq --format json
  lydite query show qald-9-test-multilingual --id 99")]
    Show(QueryOptions),
    /// Compares two queries: equivalent, or which parts are missing, extra or changed
    #[command(after_help = "Examples:
  lydite query diff gold.rq mine.rq
  lydite query diff 'ASK { ?x a dbo:Lake }' 'ASK { ?y a dbo:River }'
  lydite query diff --id 99 qald-9-test-multilingual answers.json

Names of variables and prefixes and the order of triples do not matter.
Ends with 1 if the queries differ.")]
    Diff(QueryDiff),
    /// Prints queries repaired and laid out for reading
    #[command(after_help = "Examples:
  lydite query format mine.rq > clean.rq
  lydite query format 'select count(?x) {?x a dbo:Lake}'
  lydite query format --canonical mine.rq    equal for queries that are the same
  lydite query format qald-9-test-multilingual --id 99")]
    Format(QueryFormat),
}

/// Options of `query check`.
#[derive(Args, Debug)]
pub struct QueryCheck {
    /// Queries, or files with them: one query, a benchmark, answers; catalogue names; - for standard input
    #[arg(required = true, value_name = "FILE|TEXT", value_hint = ValueHint::FilePath)]
    pub queries: Vec<String>,
    /// Repaired queries count as refused
    #[arg(long)]
    pub strict: bool,
    /// Only the figures
    #[arg(long)]
    pub summary: bool,
}

/// Which queries are meant.
#[derive(Args, Debug)]
pub struct QueryOptions {
    /// A query, or a file with queries: one query, a benchmark, answers; a catalogue name; - for standard input
    #[arg(value_name = "FILE|TEXT", value_hint = ValueHint::FilePath)]
    pub query: String,
    /// Only the queries of the question with this identifier
    #[arg(long, value_name = "ID")]
    pub id: Option<String>,
}

/// Options of `query diff`.
#[derive(Args, Debug)]
pub struct QueryDiff {
    /// The expected query: text, a file or a catalogue name
    #[arg(value_name = "EXPECTED", value_hint = ValueHint::FilePath)]
    pub expected: String,
    /// The query to compare with it: text, a file or a catalogue name
    #[arg(value_name = "FOUND", value_hint = ValueHint::FilePath)]
    pub found: String,
    /// In benchmarks and answer files: the identifier of the question
    #[arg(long, value_name = "ID")]
    pub id: Option<String>,
}

/// Options of `query format`.
#[derive(Args, Debug)]
pub struct QueryFormat {
    /// Which queries.
    #[command(flatten)]
    pub which: QueryOptions,
    /// The canonical form instead: the same for queries that differ in names and order alone
    #[arg(long)]
    pub canonical: bool,
}

/// Options of `template`.
#[derive(Args, Debug)]
pub struct Template {
    /// The questions and gold queries: files or catalogue names; of questions that occur again, the
    /// one in the last file is kept, so the newest edition goes last
    #[arg(long, value_name = "FILE", num_args = 1.., value_hint = ValueHint::FilePath)]
    pub gold: Vec<PathBuf>,
    /// A collection of benchmarks: tgm-paper, what the paper of 2018 used
    #[arg(long, value_name = "NAME", conflicts_with = "gold", value_enum)]
    pub dataset: Option<Collection>,
    /// The address of a template generation module
    #[arg(long, value_name = "URL", group = "templates")]
    pub tgm: Option<String>,
    /// Stored exchanges, a JSON object a line, each with its gold query
    #[arg(long, value_name = "FILE", group = "templates", value_hint = ValueHint::FilePath)]
    pub cases: Option<PathBuf>,
    /// Answers that were recorded with --record
    #[arg(long, value_name = "FILE", group = "templates", value_hint = ValueHint::FilePath)]
    pub replay: Option<PathBuf>,
    /// The queries of any system: an answer file
    #[arg(long, value_name = "FILE", group = "templates", value_hint = ValueHint::FilePath)]
    pub queries: Option<PathBuf>,
    /// Where the answers of --tgm are kept for --replay
    #[arg(long, value_name = "FILE", requires = "tgm", value_hint = ValueHint::FilePath)]
    pub record: Option<PathBuf>,
    /// The rules: ours, or those of the published evaluator with its slips (default: lydite; the
    /// figures of a collection by themselves: reference)
    #[arg(long, value_enum)]
    pub rules: Option<TemplateRules>,
    /// When a template counts as SPARQL (our rules only)
    #[arg(long, value_enum, default_value_t)]
    pub syntax: TemplateSyntax,
    /// The language of the questions, and of the request
    #[arg(long, value_name = "LANG", default_value = "en")]
    pub lang: String,
    /// The field that holds the question, where a benchmark has several wordings (LC-QuAD:
    /// intermediary_question)
    #[arg(long, value_name = "FIELD")]
    pub wording: Option<String>,
    /// Questions that differ only in case, spacing or final punctuation are the same
    #[arg(long)]
    pub fold: bool,
    /// How many requests are under way at a time
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: u16,
    /// How long to wait for each answer, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = parse_seconds)]
    pub timeout: f64,
    /// Shows every question
    #[arg(long)]
    pub per_question: bool,
    /// Shows everything about the question with this identifier
    #[arg(long, value_name = "ID")]
    pub explain: Vec<String>,
    /// Writes the verdicts as stacked bars, in SVG
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub chart: Option<PathBuf>,
}

/// A collection of benchmarks.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Collection {
    /// QALD-1 to 7 and LC-QuAD 1.0, as the paper of 2018 used them.
    TgmPaper,
}

/// By which rules templates are judged.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplateRules {
    /// What the paper means.
    Lydite,
    /// What the published evaluator does.
    Reference,
}

/// When a template counts as SPARQL.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TemplateSyntax {
    /// If it is in the grammar of SPARQL 1.1.
    #[default]
    Grammar,
    /// If it keeps all rules of SPARQL 1.1.
    Strict,
    /// If it is in the grammar after the repairs that dialects need.
    Dialect,
}

fn parse_seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "a number of seconds".to_owned())?;
    if seconds.is_finite() && seconds > 0.0 && seconds <= 86_400.0 {
        Ok(seconds)
    } else {
        Err("more than 0 and at most 86400 seconds".to_owned())
    }
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
