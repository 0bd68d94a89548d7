//! The command line of `kg`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum, ValueHint};
use lydite_graph::DefaultGraph;

/// What can be done with knowledge graphs.
#[derive(Subcommand, Debug)]
pub enum Kg {
    /// Loads files of triples into an index under a name
    #[command(after_help = "Examples:
  lydite kg load --name geo geography.nt.gz
  lydite kg load --name corporate prod-vocab.ttl prod-inst.ttl
  lydite kg load --name slice kbqa.nt.gz dbp15k.nt.gz --without conflicts.nt.gz

  curl -s https://example.org/data.nt.gz | lydite kg load --name data -
  lydite kg load --name company export.nq --default-graph union

N-Triples, N-Quads, Turtle, TriG, RDF/XML and JSON-LD, plain or compressed with gzip, bzip2 or
Zstandard; - is standard input. What cannot be read is left out, counted and shown, and the exit
code is 1. A load that was interrupted resumes when the same files are loaded again, unless they
come from a pipe.")]
    Load(KgLoad),
    /// Lists the graphs that are loaded
    #[command(after_help = "Example:
  lydite kg list")]
    List,
    /// A graph at a glance: classes, properties, languages, examples
    #[command(after_help = "Examples:
  lydite kg info demo
  lydite kg info geo --format json
  lydite kg info geo --verify        check every byte of the index")]
    Info(KgInfo),
    /// Run a query, in whatever dialect it is written
    #[command(after_help = "Examples:
  lydite kg query demo 'SELECT ?x { ?x a dbo:River } LIMIT 5'
  lydite kg query demo 'SELECT COUNT(?x) { ?x a dbo:City }' --explain
  lydite kg query geo query.rq --format csv
  lydite kg query demo 'DESCRIBE dbr:Berlin' --format rdf
  lydite kg query demo 'SELECT ?x { ?x a dbo:Film . ?x text:\"ship\" text:\"iceberg\" }'

Formats beside tables: json, xml, csv and tsv (SPARQL results), ntriples and rdf (Turtle) for
CONSTRUCT and DESCRIBE.")]
    Query(KgQuery),
    /// What a resource is called
    #[command(after_help = "Examples:
  lydite kg label demo dbr:Berlin
  lydite kg label demo http://dbpedia.org/resource/Berlin --lang de")]
    Label(KgResource),
    /// The other names of a resource, through owl:sameAs and redirects
    #[command(
        name = "sameas",
        after_help = "Example:
  lydite kg sameas demo dbr:Berlin"
    )]
    SameAs(KgResource),
    /// Find resources by names and texts
    #[command(after_help = "Examples:
  lydite kg search demo 'Eiffel Towr'
  lydite kg search demo berlin --lang en -n 3")]
    Search(KgSearch),
    /// Writes all triples as N-Triples, or as N-Quads if there are named graphs
    #[command(after_help = "Examples:
  lydite kg export demo demo.nt
  lydite kg export demo - | head")]
    Export(KgExport),
    /// Delete a graph
    #[command(after_help = "Example:
  lydite kg delete geo")]
    Delete {
        /// The names
        #[arg(required = true, value_name = "NAME")]
        names: Vec<String>,
    },
    /// Remove indexes without a name, and what interrupted loads left behind
    #[command(after_help = "Example:
  lydite kg prune

Files that were queried without `kg load` are kept as indexes without a name, which are removed
anyway when nobody has used them for a month.")]
    Prune,
    /// Generate a synthetic graph of any size, the same for the same seed
    #[command(after_help = "Examples:
  lydite kg generate 100000 small.nt
  lydite kg generate 20000000 large.nt --seed 7")]
    Generate(KgGenerate),
}

/// Options of `kg load`.
#[derive(Args, Debug)]
pub struct KgLoad {
    /// The files; catalogue names work, too
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,
    /// The name of the graph; by default that of the first file
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Files whose triples are taken away
    #[arg(long, value_name = "FILE", num_args = 1.., value_hint = ValueHint::FilePath)]
    pub without: Vec<PathBuf>,
    /// Replace the graph of this name, and load files again that were loaded before
    #[arg(long)]
    pub force: bool,
    /// Exit with 0 even if parts of the files cannot be read
    #[arg(long)]
    pub allow_damaged: bool,
    /// Resolve relative IRIs against this IRI, where a file has no base [default: the file name]
    #[arg(long, value_name = "IRI")]
    pub base: Option<String>,
    /// Number of threads that parse
    #[arg(long = "jobs", alias = "threads", value_name = "N")]
    pub threads: Option<usize>,
    /// What queries see that name no graph, where a file has named graphs
    #[arg(long, value_name = "WHICH", value_enum, default_value_t)]
    pub default_graph: DefaultGraphArg,
    /// Name the default graph, so that queries with FROM <IRI> or GRAPH <IRI> find it
    #[arg(long, value_name = "IRI")]
    pub graph_name: Option<String>,
}

/// What queries see that name no graph.
#[derive(ValueEnum, Clone, Copy, Debug, Default)]
pub enum DefaultGraphArg {
    /// What stands outside of named graphs, as SPARQL has it
    #[default]
    Unnamed,
    /// All triples, whatever graph they are in
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
    /// A name or a file
    #[arg(value_name = "GRAPH", value_hint = ValueHint::FilePath)]
    pub graph: String,
    /// How many classes and properties are shown
    #[arg(short, long = "limit", value_name = "N", default_value_t = 10)]
    pub n: usize,
    /// Checks every byte of the index first
    #[arg(long)]
    pub verify: bool,
}

/// Options of `kg query`.
#[derive(Args, Debug)]
pub struct KgQuery {
    /// A name, a file or the address of an endpoint; several with commas between them
    #[arg(value_name = "GRAPH", value_hint = ValueHint::FilePath)]
    pub graph: String,
    /// The query, or a file with it; - for standard input
    #[arg(value_name = "QUERY|FILE", value_hint = ValueHint::FilePath)]
    pub query: String,
    /// Shows what was repaired, and how the query was understood
    #[arg(long)]
    pub explain: bool,
    /// How many seconds it may take
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0)]
    pub timeout: f64,
    /// Maximum number of rows
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1_000_000)]
    pub limit: usize,
    /// How many MiB of intermediate results may be held
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    pub memory: usize,
}

/// Options of `kg label` and `kg sameas`.
#[derive(Args, Debug)]
pub struct KgResource {
    /// A name, a file or the address of an endpoint
    #[arg(value_name = "GRAPH", value_hint = ValueHint::FilePath)]
    pub graph: String,
    /// The resource: an IRI, or a name with one of the field's prefixes
    #[arg(value_name = "IRI")]
    pub iri: String,
    /// Only in this language
    #[arg(long, value_name = "LANG")]
    pub lang: Option<String>,
}

/// Options of `kg search`.
#[derive(Args, Debug)]
pub struct KgSearch {
    /// A name, a file or the address of an endpoint
    #[arg(value_name = "GRAPH", value_hint = ValueHint::FilePath)]
    pub graph: String,
    /// What to look for
    pub text: String,
    /// Only names in this language
    #[arg(long, value_name = "LANG")]
    pub lang: Option<String>,
    /// How many
    #[arg(short, long = "limit", value_name = "N", default_value_t = 10)]
    pub n: usize,
}

/// Options of `kg export`.
#[derive(Args, Debug)]
pub struct KgExport {
    /// A name or a file
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
    /// About how many triples
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
