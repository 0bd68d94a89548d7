//! The command lines of `lydite mcp` and `lydite bridge`.

use std::time::Duration;

use clap::{Args, ValueHint};
use lydite_lab::asking::Pipeline;

use super::parse_seconds;

/// Options of `mcp`.
#[derive(Args, Clone, Debug)]
pub struct Mcp {
    /// The graph: a name, a file, or the address of a SPARQL endpoint
    #[arg(long, value_name = "GRAPH", default_value = "demo", value_hint = ValueHint::FilePath)]
    pub kg: String,
    /// Serve over HTTP at this address, under /mcp, in the place of standard input and output
    #[arg(long, value_name = "ADDRESS")]
    pub listen: Option<String>,
}

/// Options of `bridge`.
#[derive(Args, Clone, Debug)]
pub struct Bridge {
    /// Where to listen; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    pub listen: String,
    /// The graph: a name, a file, or the address of a SPARQL endpoint; repeat for several, of which
    /// the others are under /kg/NAME
    #[arg(long, value_name = "GRAPH", default_value = "demo", value_hint = ValueHint::FilePath)]
    pub kg: Vec<String>,
    /// How questions are answered where a request does not say: auto, guess, or components with +
    #[arg(long, value_name = "PIPELINE", default_value = "auto")]
    pub pipeline: Pipeline,
    /// The IRI under which TEXT2SPARQL's client knows the first graph; repeat for several [default:
    /// any]
    #[arg(long, value_name = "IRI")]
    pub dataset: Vec<String>,
    /// How long a Qanary component may take over a question, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_seconds)]
    pub patience: Duration,
    /// The address under which Qanary components reach this one [default: where it listens]
    #[arg(long, value_name = "URL")]
    pub public: Option<String>,
}
