//! The command line of `lydite ask`.

use clap::{Args, ValueHint};
use lydite_lab::asking::Pipeline;

/// Options of `ask`.
#[derive(Args, Debug)]
pub struct Ask {
    /// The question; without it, every line of standard input is one
    pub question: Option<String>,
    /// The graph: a name or a file
    #[arg(long, value_name = "GRAPH", default_value = "demo", value_hint = ValueHint::FilePath)]
    pub kg: String,
    /// How questions are answered: auto or guess
    #[arg(long, value_name = "PIPELINE", default_value = "auto")]
    pub pipeline: Pipeline,
    /// Show what the words were taken for, and which other queries were considered
    #[arg(long)]
    pub explain: bool,
    /// How many answers are shown
    #[arg(short, long = "limit", value_name = "N", default_value_t = 20)]
    pub n: usize,
}
