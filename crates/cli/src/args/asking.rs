//! The command line of `lydite ask`.

use clap::{Args, ValueHint};
use lydite_lab::asking::Lang;

/// Options of `ask`.
#[derive(Args, Clone, Debug)]
pub struct Ask {
    /// The question; without it, questions are read from standard input, one per line
    pub question: Option<String>,
    /// The graph: a name, a file, or the address of a SPARQL endpoint
    #[arg(long, value_name = "GRAPH", default_value = "demo", value_hint = ValueHint::FilePath)]
    pub kg: String,
    /// The language of the question: en, de, es, it, fr, nl, ro or fa [default: detected]
    #[arg(long, value_name = "LANG", value_parser = language)]
    pub lang: Option<Lang>,
    /// How questions are answered: auto, guess, components joined by +, or a strategy with a model;
    /// `pipeline list` lists them
    #[arg(long, value_name = "PIPELINE", default_value = "auto")]
    pub pipeline: String,
    /// Show how the words were understood, and which other queries were considered
    #[arg(long)]
    pub explain: bool,
    /// Show at most N answers
    #[arg(short, long = "limit", value_name = "N", default_value_t = 20)]
    pub n: usize,
}

fn language(tag: &str) -> Result<Lang, String> {
    Lang::parse(tag).ok_or_else(|| {
        let known: Vec<&str> = Lang::ALL.iter().map(|lang| lang.as_str()).collect();
        format!("questions are read in {}", known.join(", "))
    })
}
