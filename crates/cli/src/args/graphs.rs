//! The command line of `kg`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum, ValueHint};
use lydite_graph::DefaultGraph;

/// What can be done with knowledge graphs.
#[derive(Subcommand, Debug)]
pub enum Kg {
    /// Load RDF files into an index under a name
    #[command(after_help = "Examples:
  lydite kg load --name geo geography.nt.gz
  lydite kg load --name corporate prod-vocab.ttl prod-inst.ttl
  lydite kg load --name slice kbqa.nt.gz dbp15k.nt.gz --without conflicts.nt.gz
  curl -s https://example.org/data.nt.gz | lydite kg load --name data -
  lydite kg load --name company export.nq --default-graph union

N-Triples, N-Quads, Turtle, TriG, RDF/XML and JSON-LD, plain or compressed with gzip, bzip2 or \
Zstandard; - is standard input. Lines that cannot be read are skipped and reported, and the exit \
code is 1. An interrupted load resumes when the same files are loaded again, unless they come from \
a pipe.")]
    Load(KgLoad),
    /// List the loaded graphs
    #[command(after_help = "Example:
  lydite kg list")]
    List,
    /// Show a graph at a glance: classes, properties, languages, examples
    #[command(after_help = "Examples:
  lydite kg info demo
  lydite kg info geo --format json
  lydite kg info geo --verify        verify the checksums of the index first")]
    Info(KgInfo),
    /// Run a query, repairing the SPARQL dialects of the field
    #[command(after_help = "Examples:
  lydite kg query demo 'SELECT ?x { ?x a dbo:River } LIMIT 5'
  lydite kg query demo 'SELECT COUNT(?x) { ?x a dbo:City }' --explain
  lydite kg query geo query.rq --format csv
  lydite kg query demo 'DESCRIBE dbr:Berlin' --format rdf
  lydite kg query demo 'SELECT ?x { ?x a dbo:Film . ?x text:\"ship\" }'

Formats other than table: json, xml, csv and tsv (SPARQL results); ntriples and rdf (Turtle) for \
CONSTRUCT and DESCRIBE.")]
    Query(KgQuery),
    /// Show the labels of a resource
    #[command(after_help = "Examples:
  lydite kg label demo dbr:Berlin
  lydite kg label demo http://dbpedia.org/resource/Berlin --lang de")]
    Label(KgResource),
    /// Show the other IRIs of a resource, by owl:sameAs and redirects
    #[command(
        name = "sameas",
        after_help = "Example:
  lydite kg sameas demo dbr:Berlin"
    )]
    SameAs(KgResource),
    /// Find resources by label or text
    #[command(after_help = "Examples:
  lydite kg search demo 'Eiffel Towr'
  lydite kg search demo berlin --lang en -n 3")]
    Search(KgSearch),
    /// Write all triples as N-Triples, or as N-Quads if there are named graphs
    #[command(after_help = "Examples:
  lydite kg export demo demo.nt
  lydite kg export demo - | head")]
    Export(KgExport),
    /// Delete graphs
    #[command(after_help = "Example:
  lydite kg delete geo")]
    Delete {
        /// The names of the graphs
        #[arg(required = true, value_name = "NAME")]
        names: Vec<String>,
    },
    /// Remove unnamed indexes and the leftovers of interrupted loads
    #[command(after_help = "Example:
  lydite kg prune

A file that is queried without `kg load` is kept as an unnamed index, which is removed \
automatically after a month without use.")]
    Prune,
    /// Generate a synthetic graph of any size, reproducible by seed
    #[command(after_help = "Examples:
  lydite kg generate 100000 small.nt
  lydite kg generate 20000000 large.nt --seed 7")]
    Generate(KgGenerate),
}

/// Options of `kg load`.
#[derive(Args, Debug)]
pub struct KgLoad {
    /// RDF files or catalogue names; - for standard input
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,
    /// The name of the graph [default: the name of the first file]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Files whose triples to leave out
    #[arg(long, value_name = "FILE", num_args = 1.., value_hint = ValueHint::FilePath)]
    pub without: Vec<PathBuf>,
    /// Replace an existing graph of this name, and load files again that were loaded before
    #[arg(long)]
    pub force: bool,
    /// Accept damaged files: exit with 0 even if parts could not be read
    #[arg(long)]
    pub allow_damaged: bool,
    /// The base of relative IRIs, where a file does not declare one [default: from the file name]
    #[arg(long, value_name = "IRI")]
    pub base: Option<String>,
    /// Number of parser threads [default: one per core]
    #[arg(long = "jobs", alias = "threads", value_name = "N")]
    pub threads: Option<usize>,
    /// The default graph of queries, where files have named graphs
    #[arg(long, value_name = "WHICH", value_enum, default_value_t)]
    pub default_graph: DefaultGraphArg,
    /// Name the default graph, so that queries with `FROM` or `GRAPH` and this IRI find it
    #[arg(long, value_name = "IRI")]
    pub graph_name: Option<String>,
}

/// What queries see that name no graph.
#[derive(ValueEnum, Clone, Copy, Debug, Default)]
pub enum DefaultGraphArg {
    /// The triples outside of named graphs, as in SPARQL
    #[default]
    Unnamed,
    /// The triples of all graphs
    Union,
}

impl From<DefaultGraphArg> for DefaultGraph {
    fn from(given: DefaultGraphArg) -> Self {
        match given {
            DefaultGraphArg::Unnamed => Self::Unnamed,
            DefaultGraphArg::Union => Self::Union,
        }
    }
}

/// Options of `kg info`.
#[derive(Args, Debug)]
pub struct KgInfo {
    /// The name of a loaded graph, or a file
    #[arg(value_name = "GRAPH", value_hint = ValueHint::FilePath)]
    pub graph: String,
    /// How many classes and properties to show
    #[arg(short, long = "limit", value_name = "N", default_value_t = 10)]
    pub n: usize,
    /// Verify the checksums of the whole index first
    #[arg(long)]
    pub verify: bool,
}

/// Options of `kg query`.
#[derive(Args, Debug)]
pub struct KgQuery {
    /// A name, a file or the URL of a SPARQL endpoint, or several separated by commas
    #[arg(value_name = "GRAPH", value_hint = ValueHint::FilePath)]
    pub graph: String,
    /// The query, or a file that contains it; - for standard input
    #[arg(value_name = "QUERY|FILE", value_hint = ValueHint::FilePath)]
    pub query: String,
    /// Explain the result: show the query as it was understood, and what was repaired
    #[arg(long)]
    pub explain: bool,
    /// Time limit, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = super::parse_seconds)]
    pub timeout: Duration,
    /// Maximum number of rows
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1_000_000)]
    pub limit: usize,
    /// Memory limit for intermediate results, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    pub memory: usize,
}

/// Options of `kg label` and `kg sameas`.
#[derive(Args, Debug)]
pub struct KgResource {
    /// A name, a file or the URL of a SPARQL endpoint
    #[arg(value_name = "GRAPH", value_hint = ValueHint::FilePath)]
    pub graph: String,
    /// The resource: an IRI, or a prefixed name such as dbr:Berlin
    #[arg(value_name = "IRI")]
    pub iri: String,
    /// Show only labels in this language
    #[arg(long, value_name = "LANG")]
    pub lang: Option<String>,
}

/// Options of `kg search`.
#[derive(Args, Debug)]
pub struct KgSearch {
    /// A name, a file or the URL of a SPARQL endpoint
    #[arg(value_name = "GRAPH", value_hint = ValueHint::FilePath)]
    pub graph: String,
    /// The text to search for
    pub text: String,
    /// Search only texts in this language
    #[arg(long, value_name = "LANG")]
    pub lang: Option<String>,
    /// Maximum number of results
    #[arg(short, long = "limit", value_name = "N", default_value_t = 10)]
    pub n: usize,
}

/// Options of `kg export`.
#[derive(Args, Debug)]
pub struct KgExport {
    /// The name of a loaded graph, or a file
    #[arg(value_name = "GRAPH", value_hint = ValueHint::FilePath)]
    pub graph: String,
    /// The file to write; - for standard output
    #[arg(value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub output: PathBuf,
    /// Overwrite OUT if it exists
    #[arg(long)]
    pub force: bool,
}

/// Options of `kg generate`.
#[derive(Args, Debug)]
pub struct KgGenerate {
    /// Approximate number of triples
    pub triples: u64,
    /// The file to write; - for standard output
    #[arg(value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub output: PathBuf,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Overwrite OUT if it exists
    #[arg(long)]
    pub force: bool,
}
