//! `lydite dataset`: benchmark and answer files.

mod catalogue;
pub(super) mod check;
pub(super) mod convert;
mod diff;
mod formats;
mod refresh;
mod show;
pub(super) mod stats;

use crate::args::{Dataset, Formats};
use crate::failure::{Failure, Verdict};
use crate::session::Session;

pub(super) fn run(session: &Session, command: Dataset) -> Result<Verdict, Failure> {
    match command {
        Dataset::Check(options) => check::run(session, &options),
        Dataset::Stats { files, chart } => stats::run(session, &files, chart.as_deref()),
        Dataset::Refresh(options) => refresh::run(session, &options),
        Dataset::Convert(options) => convert::run(session, &options),
        Dataset::Show { file, id } => show::run(session, &file, &id),
        Dataset::Formats { about: None } => formats::list(session),
        Dataset::Formats {
            about: Some(Formats::Show { name }),
        } => formats::show(session, &name),
        Dataset::Diff { before, after } => diff::run(session, &before, &after),
        Dataset::List(options) => catalogue::list(session, options),
        Dataset::Import(options) => catalogue::import(session, &options),
        Dataset::Fetch(options) => catalogue::fetch(session, options),
        Dataset::Generate(options) => convert::generate(session, &options),
    }
}
