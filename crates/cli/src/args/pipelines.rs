//! The command line of `lydite pipeline`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum, ValueHint};
use lydite_lab::asking::Pipeline;

/// What is done with pipelines.
#[derive(Subcommand, Debug)]
pub enum PipelineCommand {
    /// List the ways to answer questions, and what a model chooses among
    #[command(after_help = "Examples:
  lydite pipeline list
  lydite pipeline list --model our.model")]
    List {
        /// A file that `pipeline train --matrix` has written
        #[arg(long, value_name = "MODEL", value_hint = ValueHint::FilePath)]
        model: Option<PathBuf>,
    },
    /// Run components on questions with gold queries and keep what each said: what the choice among them is learned from
    #[command(after_help = "Examples:
  lydite pipeline matrix --dataset demo --kg demo --out demo.outcomes
  lydite pipeline matrix --dataset train.json --kg dbpedia --out train.outcomes

A run that was stopped goes on where it ended when the command is given again.")]
    Matrix(Box<PipelineMatrix>),
    /// Train the joint pipeline on questions with queries, or the choice of components on outcomes
    #[command(after_help = "Examples:
  lydite pipeline train --dataset demo --kg demo --out demo.model
  lydite ask 'Which lakes are in Finland?' --pipeline auto@demo.model
  lydite pipeline train --matrix demo.outcomes --out choice.model
  lydite ask 'Which lakes are in Finland?' --pipeline set-aware@choice.model")]
    Train(PipelineTrain),
    /// Put questions to pipelines and say which is better, as Frankenstein's Table 6 does
    #[command(after_help = "Example:
  lydite pipeline compare auto improved@choice.model --dataset demo --kg demo

Right is what the gold query gives on the graph; questions whose gold query gives nothing there are \
left out.")]
    Compare(Box<PipelineCompare>),
    /// Predict which components do well, as Frankenstein did, from the outcomes released with it
    #[command(after_help = "Examples:
  lydite pipeline evaluate --tables --data frankenstein
  lydite pipeline evaluate --tables --data frankenstein --classifier svm
  lydite pipeline evaluate --tables --data frankenstein --seeds 5
  lydite pipeline evaluate --tables --data frankenstein --chart figure-4.svg
  lydite pipeline evaluate --matrix demo.outcomes")]
    Evaluate(PipelineEvaluate),
    /// List the 360 pipelines of Frankenstein, and what they are here
    #[command(after_help = "Examples:
  lydite pipeline published
  lydite pipeline published --runnable --format csv

Run one with `lydite run --system pipeline:COMPONENTS`.")]
    Published(PipelinePublished),
}

/// Options of `pipeline published`.
#[derive(Args, Debug)]
pub struct PipelinePublished {
    /// Only those for which every component answers
    #[arg(long)]
    pub runnable: bool,
}

/// Options of `pipeline matrix`.
#[derive(Args, Debug)]
pub struct PipelineMatrix {
    /// The questions with gold queries: a file or a name; repeat for several
    #[arg(long, required = true, value_name = "DATASET", value_hint = ValueHint::FilePath)]
    pub dataset: Vec<PathBuf>,
    /// What components work with
    #[command(flatten)]
    pub sources: super::ComponentSources,
    /// Only these components [default: all of NED, RL, CL and QB that need no network and no training, or are trained]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub component: Vec<String>,
    /// Only the first N questions
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// The file to write
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub out: PathBuf,
}

/// Options of `pipeline compare`.
#[derive(Args, Debug)]
pub struct PipelineCompare {
    /// The pipelines; the others are held against the first
    #[arg(required = true, value_name = "PIPELINE")]
    pub pipelines: Vec<Pipeline>,
    /// The questions with gold queries: a file or a name
    #[arg(long, value_name = "DATASET", value_hint = ValueHint::FilePath)]
    pub dataset: PathBuf,
    /// The graph: a name or a file, or several separated by commas
    #[arg(long, value_name = "GRAPH", default_value = "demo", value_hint = ValueHint::FilePath)]
    pub kg: String,
    /// The language of the questions
    #[arg(long, value_name = "LANG", default_value = "en")]
    pub lang: String,
    /// Only the first N questions
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
}

/// Options of `pipeline evaluate`.
#[derive(Args, Debug)]
pub struct PipelineEvaluate {
    /// Print Tables 3 and 4, Figure 4, two surrogates for Table 5, and Cramér's V of features and success
    #[arg(long, required_unless_present = "matrix")]
    pub tables: bool,
    /// Do the same with our own components, from a file that `pipeline matrix` has written
    #[arg(long, value_name = "FILE", conflicts_with = "tables", value_hint = ValueHint::FilePath)]
    pub matrix: Option<PathBuf>,
    /// The folder of the released files [default: data/frankenstein in the folder that LYDITE_SHARED names]
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub data: Option<PathBuf>,
    /// Only these classifiers [default: all five]
    #[arg(long, value_name = "NAME", value_enum, value_delimiter = ',')]
    pub classifier: Vec<ClassifierName>,
    /// Leave out our own selector, which takes most of the time
    #[arg(long)]
    pub no_selector: bool,
    /// Divide the questions besides in N random orders, for means with standard deviations
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=100))]
    pub seeds: u64,
    /// Print instead how strongly each feature is associated with the success of each component
    #[arg(long)]
    pub associations: bool,
    /// Draw Figure 4 and the heat map of features and components
    #[arg(long, value_name = "FILE.svg", value_hint = ValueHint::FilePath)]
    pub chart: Option<PathBuf>,
}

/// The classifiers of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ClassifierName {
    /// Logistic regression, C = 1000
    LogisticRegression,
    /// Support vector machine with a Gaussian kernel, C = 1
    Svm,
    /// A hundred trees
    RandomForest,
    /// One tree
    DecisionTree,
    /// Gaussian naive Bayes
    NaiveBayes,
}

/// Options of `pipeline train`.
#[derive(Args, Debug)]
pub struct PipelineTrain {
    /// The questions with their queries, for the joint pipeline: a dataset or a file
    #[arg(long, value_name = "DATASET", required_unless_present = "matrix", conflicts_with = "matrix", value_hint = ValueHint::FilePath)]
    pub dataset: Option<PathBuf>,
    /// Outcomes of components, for the choice among them: a file that `pipeline matrix` has written; repeat for several
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub matrix: Vec<PathBuf>,
    /// The graph, for the joint pipeline: a name or a file
    #[arg(long, value_name = "GRAPH", default_value = "demo", value_hint = ValueHint::FilePath)]
    pub kg: String,
    /// The file to write
    #[arg(long, value_name = "MODEL", value_hint = ValueHint::FilePath)]
    pub out: PathBuf,
}
