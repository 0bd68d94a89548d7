//! The command line of `lydite pipeline`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};

/// What is done with pipelines.
#[derive(Subcommand, Debug)]
pub enum PipelineCommand {
    /// Let the joint pipeline learn from questions with queries
    #[command(after_help = "Example:
  lydite pipeline train --dataset demo --kg demo --out demo.model
  lydite ask 'Which lakes are in Finland?' --pipeline auto@demo.model")]
    Train(PipelineTrain),
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
