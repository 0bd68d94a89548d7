//! The command line of `query`.

use clap::{Args, Subcommand, ValueHint};

use super::GraphOptions;

/// What can be done with queries.
#[derive(Subcommand, Debug)]
pub enum Query {
    /// Report which queries are not valid SPARQL 1.1, and which of them can be repaired
    #[command(after_help = "Examples:
  lydite query check 'SELECT COUNT(?x) { ?x a dbo:Lake }'
  lydite query check mine.rq other.sparql
  lydite query check --summary qald-9-test-multilingual   a whole benchmark
  lydite query check --strict --format json answers.json  for programs and CI
  lydite query check answers.json --kg my.ttl             and its unknown IRIs
  echo 'ASK { ?x ?y }' | lydite query check -

Exits with 1 if a query is refused (with --strict, also if one is repaired).")]
    Check(QueryCheck),
    /// Show the structure of a query as a tree
    #[command(after_help = "Examples:
  lydite query show 'SELECT ?x { ?x a dbo:Lake ; dbo:country dbr:Finland }'
  lydite query show mine.rq --format json
  lydite query show qald-9-test-multilingual --id 99")]
    Show(QueryOptions),
    /// Compare two queries: equivalent, or which parts are missing, extra or changed
    #[command(after_help = "Examples:
  lydite query diff gold.rq mine.rq
  lydite query diff 'ASK { ?x a dbo:Lake }' 'ASK { ?y a dbo:River }'
  lydite query diff --id 99 qald-9-test-multilingual answers.json

The names of variables and prefixes and the order of triples do not matter.
Exits with 1 if the queries differ.")]
    Diff(QueryDiff),
    /// Print queries, repaired and pretty-printed
    #[command(after_help = "Examples:
  lydite query format mine.rq > clean.rq
  lydite query format 'select count(?x) {?x a dbo:Lake}'
  lydite query format --canonical mine.rq   the same text for equivalent queries
  lydite query format qald-9-test-multilingual --id 99")]
    Format(QueryFormat),
}

/// Options of `query check`.
#[derive(Args, Debug)]
pub struct QueryCheck {
    /// Queries, or files that contain them (one query, a benchmark, answers); catalogue names; - for
    /// standard input
    #[arg(required = true, value_name = "FILE|TEXT", value_hint = ValueHint::FilePath)]
    pub queries: Vec<String>,
    /// Treat repaired queries as refused
    #[arg(long)]
    pub strict: bool,
    /// Print only the summary
    #[arg(long)]
    pub summary: bool,
    /// Report IRIs that this graph does not have
    #[command(flatten)]
    pub graph: GraphOptions,
}

/// Which queries are meant.
#[derive(Args, Debug)]
pub struct QueryOptions {
    /// A query, or a file that contains queries (one query, a benchmark, answers); a catalogue name; -
    /// for standard input
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
    /// Also show how similar the queries are, by the measures that papers report
    #[arg(long)]
    pub measures: bool,
}

/// Options of `query format`.
#[derive(Args, Debug)]
pub struct QueryFormat {
    /// Which queries.
    #[command(flatten)]
    pub which: QueryOptions,
    /// Print the canonical form: the same for queries that differ only in names and order
    #[arg(long)]
    pub canonical: bool,
}
