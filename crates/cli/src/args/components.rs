//! The command line of `component`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};
use lydite_lab::components::ComponentTask;

/// What can be done with components.
#[derive(Subcommand, Debug)]
pub enum Component {
    /// List the components, and the counterparts of Frankenstein's
    #[command(after_help = "Examples:
  lydite component list
  lydite component list --task NED
  lydite component list --published")]
    List(ComponentList),
    /// Show a component: what it does, what it needs, where it comes from
    #[command(after_help = "Example:
  lydite component show ned-hits")]
    Show {
        /// The name of the component
        #[arg(value_name = "COMPONENT")]
        name: String,
    },
    /// Judge components against the entities, relations and classes of gold queries
    #[command(after_help = "Examples:
  lydite component run ned-longest ned-hits --dataset demo --kg demo
  lydite component run cl-labels --dataset demo --kg demo --per-question
  lydite component run ned-hits --before ner-capitals --dataset demo

P and R are means over the questions that have something to find, F their harmonic mean, as in \
Frankenstein; `mean F` is the mean over the questions. Relation and class linkers are given the gold \
entities, query builders all gold input, unless --before names components that find it.")]
    Run(Box<ComponentRun>),
    /// Train a component on questions with gold queries
    #[command(after_help = "Example:
  lydite component train ned-spans --dataset lc-quad-1-train --kg dbpedia")]
    Train(Box<ComponentTrain>),
    /// List the terms of gold queries, as a file for --terms
    #[command(after_help = "Example:
  lydite component terms train.json test.json > terms.tsv")]
    Terms {
        /// The datasets
        #[arg(required = true, value_name = "DATASET", value_hint = ValueHint::FilePath)]
        datasets: Vec<PathBuf>,
    },
}

/// Options of `component list`.
#[derive(Args, Debug)]
pub struct ComponentList {
    /// Only components for this task: NER, NED, RL, CL, AT, QB or QR
    #[arg(long, value_name = "NAME")]
    pub task: Option<ComponentTask>,
    /// List the 29 components of Frankenstein and their counterparts instead
    #[arg(long)]
    pub published: bool,
}

/// What components work with.
#[derive(Args, Debug)]
pub struct ComponentSources {
    /// The graph: a name or a file, or several separated by commas
    #[arg(long, value_name = "GRAPH", default_value = "demo", value_hint = ValueHint::FilePath)]
    pub kg: String,
    /// A file with more resources, properties and classes: kind, IRI, name and uses, separated by tabs
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub terms: Vec<PathBuf>,
    /// A file with phrases: phrase and IRI separated by a tab, or labels as N-Triples
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub lexicon: Vec<PathBuf>,
    /// The folder with trained models [default: models in the data directory]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub models: Option<PathBuf>,
    /// The language of the questions
    #[arg(long, value_name = "LANG", default_value = "en")]
    pub lang: String,
}

/// Options of `component run`.
#[derive(Args, Debug)]
pub struct ComponentRun {
    /// The components
    #[arg(required = true, value_name = "COMPONENT")]
    pub components: Vec<String>,
    /// The questions with gold queries: a file or a name
    #[arg(long, value_name = "DATASET", value_hint = ValueHint::FilePath)]
    pub dataset: PathBuf,
    /// What they work with
    #[command(flatten)]
    pub sources: ComponentSources,
    /// Components to run first, joined by +; without it, components are given gold input
    #[arg(long, value_name = "COMPONENTS")]
    pub before: Option<String>,
    /// Only the first N questions
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// Show every question
    #[arg(long, alias = "questions")]
    pub per_question: bool,
    /// Break the scores down by kind of question
    #[arg(long)]
    pub slices: bool,
}

/// Options of `component train`.
#[derive(Args, Debug)]
pub struct ComponentTrain {
    /// The component
    #[arg(value_name = "COMPONENT")]
    pub name: String,
    /// The questions with gold queries; repeat for several
    #[arg(long, required = true, value_name = "DATASET", value_hint = ValueHint::FilePath)]
    pub dataset: Vec<PathBuf>,
    /// What it works with
    #[command(flatten)]
    pub sources: ComponentSources,
}
