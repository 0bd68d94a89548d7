//! The program as a user runs it.

#![allow(clippy::unwrap_used)]

mod asking;
mod benchmarks;
mod book;
#[cfg(unix)]
mod bridges;
mod campaign;
mod charts;
mod components;
mod demo;
mod documents;
mod endpoint;
mod execution;
#[cfg(unix)]
mod experiments;
mod explaining;
mod failures;
mod first_hour;
mod interface;
mod kg;
mod kg_load;
mod leaderboard;
mod printing;
#[cfg(unix)]
mod printing_experiments;
mod program;
mod publishing;
mod query;
mod results;
mod sample;
mod score;
mod template;
#[allow(dead_code, reason = "other tests need more of it")]
#[path = "../../../graph/tests/it/virtuoso/mod.rs"]
mod virtuoso;
