//! The command line of `system`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};

use super::GraphOptions;

/// What can be done with systems.
#[derive(Subcommand, Debug)]
pub enum System {
    /// List the protocols for asking systems, and how to name a system
    #[command(after_help = "Example:
  lydite system kinds")]
    Kinds,
    /// Ask a system one question, and explain what came back
    #[command(after_help = "Examples:
  lydite system check gerbil:http://localhost:8080/answer
  lydite system check text2sparql:http://localhost:8000/ --kg demo
  lydite system check chat:http://localhost:8080/v1#llama --kg demo
  lydite system check exec:./my.py --lang de --question 'Wer schrieb Faust?'
  lydite system check my-system.toml --record exchange.jsonl
  lydite system check replay:exchange.jsonl

Exits with 1 if the system gives no answer that can be judged, with 4 if it cannot be reached. See \
docs/systems.md for how systems are named and described.")]
    Check(Box<SystemCheck>),
}

/// Options of `system check`.
#[derive(Args, Debug)]
pub struct SystemCheck {
    /// The system: PROTOCOL:WHERE, an answer file, or a TOML file that describes it
    #[arg(value_name = "[NAME=]SPEC")]
    pub spec: String,
    /// The question
    #[arg(long, value_name = "TEXT")]
    pub question: Option<String>,
    /// The language of the question
    #[arg(long, value_name = "LANG", default_value = "en")]
    pub lang: String,
    /// The identifier of the question, for answer files
    #[arg(long, value_name = "ID", default_value = "1")]
    pub id: String,
    /// The dataset that the question is about, for systems that serve several
    #[arg(long, value_name = "IRI")]
    pub dataset: Option<String>,
    /// Record the exchange in this file, for replay:FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub record: Option<PathBuf>,
    /// The graph on which queries are run
    #[command(flatten)]
    pub graph: GraphOptions,
}
