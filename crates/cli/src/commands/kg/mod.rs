//! `lydite kg`: knowledge graphs.

mod info;
mod load;
mod look_up;
mod query;
mod results;
mod shelf;
mod write;

use crate::args::Kg;
use crate::failure::{Failure, Verdict};
use crate::session::Session;

pub(super) fn run(session: &Session, command: &Kg) -> Result<Verdict, Failure> {
    match command {
        Kg::Load(options) => load::run(session, options),
        Kg::List => shelf::list(session),
        Kg::Info(options) => info::run(session, options),
        Kg::Query(options) => query::run(session, options),
        Kg::Label(options) => look_up::label(session, options),
        Kg::SameAs(options) => look_up::same_as(session, options),
        Kg::Search(options) => look_up::search(session, options),
        Kg::Export(options) => write::export(session, options),
        Kg::Delete { names } => shelf::delete(session, names),
        Kg::Prune => shelf::prune(session),
        Kg::Generate(options) => write::generate(session, options),
    }
}
