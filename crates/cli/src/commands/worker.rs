//! `lydite worker`: runs what is in the queue of a shared store, together with others.

use std::time::Duration;

use lydite_lab::run::Pace;
use lydite_lab::store::Plan;

use crate::args::Worker;
use crate::failure::{Failure, Verdict};
use crate::output::plural;
use crate::session::Session;

pub(super) fn run(session: &Session, options: &Worker) -> Result<Verdict, Failure> {
    let lab = session.lab_with(&options.store);
    session.cancel_on_signals();
    let pace = Pace {
        lease: Duration::from_secs(options.lease),
        ..options.pace.pace()
    };
    let open = |plan: &Plan| lab.stored_systems(plan);
    let worked = lab.work(&open, &pace, !options.once)?;
    session.say(&format!(
        "{} judged by this worker",
        plural(worked.judged.len() as u64, "experiment")
    ));
    Ok(if worked.failed.is_empty() {
        Verdict::Done
    } else {
        Verdict::DoesNotHold
    })
}
