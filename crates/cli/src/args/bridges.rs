//! The command lines of `lydite mcp` and `lydite bridge`.

use std::time::Duration;

use clap::{Args, ValueHint};

use super::parse_seconds;

/// Options of `mcp`.
#[derive(Args, Clone, Debug)]
pub struct Mcp {
    /// The graph: a name, a file, or the address of a SPARQL endpoint
    #[arg(long, value_name = "GRAPH", default_value = "demo", value_hint = ValueHint::FilePath)]
    pub kg: String,
    /// Serve over HTTP at this address, under /mcp, instead of standard input and output
    #[arg(long, value_name = "ADDRESS")]
    pub listen: Option<String>,
}

/// Options of `bridge`.
#[derive(Args, Clone, Debug)]
pub struct Bridge {
    /// The address to listen on; with port 0, any free port
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    pub listen: String,
    /// The graph: a name, a file, or the address of a SPARQL endpoint; repeat to serve more graphs,
    /// under /kg/NAME
    #[arg(long, value_name = "GRAPH", default_value = "demo", value_hint = ValueHint::FilePath)]
    pub kg: Vec<String>,
    /// The pipeline for requests that name none: auto, guess, or components joined by +
    #[arg(long, value_name = "PIPELINE", default_value = "auto")]
    pub pipeline: String,
    /// The IRI under which TEXT2SPARQL's client knows the first graph; repeat for several [default:
    /// any]
    #[arg(long, value_name = "IRI")]
    pub dataset: Vec<String>,
    /// Time limit for a Qanary component and a question, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_seconds)]
    pub patience: Duration,
    /// Register the components at this Qanary pipeline, again every ten seconds; repeat for several
    #[arg(long, value_name = "URL")]
    pub register: Vec<String>,
    /// A component to register; repeat for several [default: all]
    #[arg(long, value_name = "COMPONENT", requires = "register")]
    pub offer: Vec<String>,
    /// The address at which Qanary components and pipelines reach this server [default: where it listens]
    #[arg(long, value_name = "URL")]
    pub public: Option<String>,
}
