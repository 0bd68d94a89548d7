//! The `lydite` program.

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    lydite::run(lydite::args::Cli::parse())
}
