//! The library behind the `lydite` program.

pub mod args;
pub mod catalogue;

mod commands;
mod endpoint;
mod execution;
mod failure;
mod graphs;
mod output;
mod session;

pub use commands::run;
