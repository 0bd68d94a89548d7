//! The `lydite` program.

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

fn main() -> ExitCode {
    // Whoever asks for nothing wants to know what there is.
    if std::env::args_os().len() < 2 {
        let _ = lydite::args::Cli::command().print_help();
        return ExitCode::SUCCESS;
    }
    match lydite::args::Cli::try_parse() {
        Ok(cli) => lydite::run(cli),
        Err(error) => lydite::misused(&error),
    }
}
