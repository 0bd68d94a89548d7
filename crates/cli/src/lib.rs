//! The library behind the `lydite` program.

pub mod args;

mod commands;
mod failure;
mod output;
mod session;
mod terminal;

pub use commands::{documents, present, refuse_vacuous, run, run_to_code, run_within};
pub use failure::{Failure, Verdict};
pub use session::environment;
pub use terminal::{misused, words};
