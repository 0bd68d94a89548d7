//! The library behind the `lydite` program.

pub mod args;
pub mod catalogue;

mod commands;
mod failure;
mod output;
mod session;

pub use commands::run;
