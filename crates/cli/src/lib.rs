//! The library behind the `lydite` program.

pub mod args;

mod commands;
mod failure;
mod output;
mod session;
mod terminal;

pub use commands::run;
