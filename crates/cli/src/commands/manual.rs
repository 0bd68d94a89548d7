//! `lydite completions` and `lydite man`.

use std::io::Write;
use std::path::PathBuf;

use clap::CommandFactory;

use crate::args::Cli;
use crate::failure::{Failure, Verdict};
use crate::session::Session;

/// Prints a completion script.
pub(super) fn completions(
    session: &Session,
    shell: clap_complete::Shell,
) -> Result<Verdict, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "lydite", &mut script);
    let mut out = session.out();
    out.write_all(&script)?;
    out.flush()?;
    Ok(Verdict::Done)
}

/// Prints the manual page, or writes those of all commands.
pub(super) fn pages(session: &Session, folder: Option<PathBuf>) -> Result<Verdict, Failure> {
    match folder {
        Some(folder) => {
            std::fs::create_dir_all(&folder)
                .and_then(|()| clap_mangen::generate_to(Cli::command(), &folder))
                .map_err(|error| Failure::input(format!("{}: {error}", folder.display())))?;
            session.say(&format!("manual pages written to {}", folder.display()));
        }
        None => {
            let mut out = session.out();
            clap_mangen::Man::new(Cli::command()).render(&mut out)?;
            out.flush()?;
        }
    }
    Ok(Verdict::Done)
}
