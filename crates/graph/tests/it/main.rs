//! Graphs, embedded and on endpoints, on real data and hostile queries.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod conformance;
mod differential;
mod endpoint;
mod hostile;
mod hybrid;
mod loading;
mod matching;
mod named_graphs;
mod remote_faults;
mod remote_virtuoso;
mod resume;
mod semantics;
mod texts;
mod unions;
mod virtuoso;
mod w3c_rdf;
mod w3c_sparql;
