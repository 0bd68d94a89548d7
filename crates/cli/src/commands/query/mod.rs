//! `lydite query`: queries by themselves.

mod anatomy;
mod check;
pub(super) mod diff;
mod format;
mod show;

pub use diff::document as difference;
pub use show::document as anatomy;

use crate::args::Query;
use crate::failure::{Failure, Verdict};
use crate::session::Session;

pub(super) fn run(session: &Session, command: &Query) -> Result<Verdict, Failure> {
    match command {
        Query::Check(options) => check::run(session, options),
        Query::Show(options) => show::run(session, options),
        Query::Diff(options) => diff::run(session, options),
        Query::Format(options) => format::run(session, options),
    }
}
