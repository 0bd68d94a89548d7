//! The command line of `lydite pipeline`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum, ValueHint};

/// What is done with pipelines.
#[derive(Subcommand, Debug)]
pub enum PipelineCommand {
    /// Train the joint pipeline on questions with queries
    #[command(after_help = "Example:
  lydite pipeline train --dataset demo --kg demo --out demo.model
  lydite ask 'Which lakes are in Finland?' --pipeline auto@demo.model")]
    Train(PipelineTrain),
    /// Predict which components do well, as Frankenstein did, from the outcomes released with it
    #[command(after_help = "Examples:
  lydite pipeline evaluate --tables --data frankenstein
  lydite pipeline evaluate --tables --data frankenstein --classifier svm --format csv
  lydite pipeline evaluate --tables --data frankenstein --chart figure-4.svg")]
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

/// Options of `pipeline evaluate`.
#[derive(Args, Debug)]
pub struct PipelineEvaluate {
    /// Print Tables 3 and 4, Figure 4, two surrogates for Table 5, and Cramér's V of features and success
    #[arg(long, required = true)]
    pub tables: bool,
    /// The folder of the released files [default: data/frankenstein in the folder that LYDITE_SHARED names]
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub data: Option<PathBuf>,
    /// Only these classifiers [default: all five]
    #[arg(long, value_name = "NAME", value_enum, value_delimiter = ',')]
    pub classifier: Vec<ClassifierName>,
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
    /// The questions with their queries: a dataset or a file
    #[arg(long, value_name = "DATASET", value_hint = ValueHint::FilePath)]
    pub dataset: PathBuf,
    /// The graph: a name or a file
    #[arg(long, value_name = "GRAPH", default_value = "demo", value_hint = ValueHint::FilePath)]
    pub kg: String,
    /// The file to write
    #[arg(long, value_name = "MODEL", value_hint = ValueHint::FilePath)]
    pub out: PathBuf,
}
