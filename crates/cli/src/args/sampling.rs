//! The command line of `features`, `sample` and `slice`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use lydite_model::Experiment;

/// By whose rules features are computed.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FeatureMode {
    /// Ours, the same for every dataset.
    #[default]
    Clean,
    /// Those of QaldGen's published dataset, quirks included.
    Legacy,
}

/// How questions are chosen.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SamplingMethod {
    /// As far from each other as possible.
    #[default]
    #[value(alias = "feasible-exmp")]
    FeasibleExemplars,
    /// The centres of clusters around exemplars.
    Feasible,
    /// The centres of KMeans++ clusters.
    #[value(alias = "km++", alias = "kmeans++")]
    Kmeans,
    /// The same, after DBSCAN has removed outliers.
    #[value(alias = "db+km++", alias = "dbscan+kmeans++")]
    DbscanKmeans,
    /// At random.
    Random,
    /// The centres of clusters by average linkage.
    Agglomerative,
}

/// How features are computed.
#[derive(Args, Debug, Clone)]
pub struct Measuring {
    /// How to compute features
    #[arg(long, value_enum, default_value_t, value_name = "MODE")]
    pub mode: FeatureMode,
    /// Part-of-speech tagger to use instead of the built-in one: a folder with NLTK's weights, or a
    /// trained model
    #[arg(long, value_name = "DIR", value_hint = ValueHint::AnyPath)]
    pub pos_model: Option<PathBuf>,
    /// The language of the question texts from which features are computed [default: en]; `slice`
    /// also scores only this language
    #[arg(long, value_name = "LANG")]
    pub lang: Option<String>,
}

/// Options of `features`.
#[derive(Args, Debug)]
pub struct Features {
    /// Benchmarks: files, catalogue names, or QaldGen's RDF; - for standard input
    #[arg(required_unless_present = "list", value_name = "DATASET", value_hint = ValueHint::FilePath)]
    pub datasets: Vec<PathBuf>,
    /// Compute only these features
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub features: Vec<String>,
    /// Only questions that meet this condition: 'tps > 1 and NNP'
    #[arg(long = "where", value_name = "CONDITION")]
    pub condition: Option<String>,
    /// List the features with their definitions
    #[arg(long, conflicts_with = "datasets")]
    pub list: bool,
    /// A graph with labels for resources whose IRIs are not readable, as in Wikidata
    #[arg(long, value_name = "GRAPH")]
    pub kg: Option<String>,
    /// How
    #[command(flatten)]
    pub measuring: Measuring,
}

/// Options of `sample`.
#[derive(Args, Debug)]
pub struct Sample {
    /// What to sample from: benchmark files, catalogue names, or RDF with features
    #[arg(long, value_name = "FILE|DATASET", required = true, num_args = 1.., value_hint = ValueHint::FilePath)]
    pub from: Vec<PathBuf>,
    /// Number of questions to sample
    #[arg(short, long = "limit", value_name = "N")]
    pub n: usize,
    /// How to sample
    #[arg(long, value_enum, default_value_t, value_name = "METHOD")]
    pub method: SamplingMethod,
    /// Run all methods and compare them
    #[arg(long, conflicts_with_all = ["method", "out"])]
    pub compare: bool,
    /// The features by which questions are compared [default: those of QaldGen's Listing 1.2]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub features: Vec<String>,
    /// A SPARQL query over the features that selects the question first, then a column per feature
    #[arg(long, value_name = "FILE.rq", value_hint = ValueHint::FilePath)]
    pub select: Option<PathBuf>,
    /// Only questions that meet this condition: 'origin = qald9 and tps > 1'
    #[arg(long = "where", value_name = "CONDITION")]
    pub condition: Option<String>,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// KMeans++: maximum number of iterations
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub rounds: usize,
    /// KMeans++: number of restarts
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub trials: usize,
    /// DBSCAN: maximum distance between neighbours (eps)
    #[arg(
        long,
        value_name = "R",
        default_value_t = 0.1,
        allow_negative_numbers = true
    )]
    pub radius: f64,
    /// DBSCAN: minimum neighbours (minPts)
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub neighbours: usize,
    /// Agglomerative: maximum distance at which clusters are merged
    #[arg(long, value_name = "R", allow_negative_numbers = true)]
    pub threshold: Option<f64>,
    /// Files to write the sample to: .json (QALD-JSON for GERBIL), .ttl (RDF), .csv, .html (report), or
    /// any other format of `lydite dataset formats`
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub out: Vec<PathBuf>,
    /// Overwrite existing files
    #[arg(long)]
    pub force: bool,
    /// A graph with labels for resources whose IRIs are not readable, as in Wikidata
    #[arg(long, value_name = "GRAPH")]
    pub kg: Option<String>,
    /// How features are computed
    #[command(flatten)]
    pub measuring: Measuring,
}

/// Options of `slice`.
#[derive(Args, Debug)]
pub struct Slice {
    /// A stored experiment, in the place of --gold and --answers
    #[arg(value_name = "ID", conflicts_with_all = ["gold", "answers"])]
    pub id: Option<String>,
    /// The benchmark with the gold answers: a file or a catalogue name
    #[arg(long, value_name = "FILE", required_unless_present = "id", value_hint = ValueHint::FilePath)]
    pub gold: Option<PathBuf>,
    /// The answers of one or more systems: FILE, NAME=FILE or a catalogue name each
    #[arg(long, value_name = "FILE", required_unless_present = "id", num_args = 1.., value_hint = ValueHint::FilePath)]
    pub answers: Vec<PathBuf>,
    /// The dataset of the experiment, if it has several
    #[arg(long, value_name = "NAME", requires = "id")]
    pub dataset: Option<String>,
    /// The features to slice by, separated by commas; see `lydite features --list`
    #[arg(long, value_name = "FEATURE", required = true, num_args = 1.., value_delimiter = ',')]
    pub by: Vec<String>,
    /// The rule set; see `lydite rules list`. By default lydite, or the first of the experiment
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,
    /// What to score: QA (answers), C2KB (entities), P2KB (properties), RE2KB (triples), AT (answer
    /// type), AIT2KB (classes of the answers)
    #[arg(long, value_name = "NAME", default_value = "QA", value_parser = super::parse_experiment)]
    pub experiment: Experiment,
    /// Score only the questions of a sample: the output of `lydite sample`, or any benchmark file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub sample: Option<PathBuf>,
    /// Links between identical resources (owl:sameAs, redirects), in N-Triples
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub same_as: Vec<PathBuf>,
    /// Labels of resources, in N-Triples
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub labels: Vec<PathBuf>,
    /// Class hierarchy (rdfs:subClassOf), in N-Triples
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub classes: Vec<PathBuf>,
    /// Show only slices with at least this many questions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub at_least: usize,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Accept damaged files: exit with 0 even if entries were lost
    #[arg(long)]
    pub allow_damaged: bool,
    /// Draw the scores as a heat map, as SVG
    #[arg(long, value_name = "FILE.svg", value_hint = ValueHint::FilePath)]
    pub chart: Option<PathBuf>,
    /// Show confidence intervals in LaTeX too
    #[arg(long)]
    pub intervals: bool,
    /// How features are computed
    #[command(flatten)]
    pub measuring: Measuring,
    /// Where experiments are kept.
    #[command(flatten)]
    pub store: super::StoreOptions,
    /// Where queries are run.
    #[command(flatten)]
    pub graph: super::GraphOptions,
}
