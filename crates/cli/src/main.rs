//! The `lydite` program.

use std::process::ExitCode;

use clap::Parser;

/// Answers are many small pieces of memory, which this allocator is made for.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    lydite::run(lydite::args::Cli::parse())
}
