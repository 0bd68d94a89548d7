//! `lydite system`: live systems, how they are named, whether they answer.

mod check;
mod kinds;

use crate::args::System;
use crate::failure::{Failure, Verdict};
use crate::session::Session;

pub(super) fn run(session: &Session, command: &System) -> Result<Verdict, Failure> {
    match command {
        System::Kinds => kinds::run(session),
        System::Check(options) => check::run(session, options),
    }
}
