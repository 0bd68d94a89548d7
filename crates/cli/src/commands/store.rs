//! `lydite store`: the store as a whole.

use crate::args::Store;
use crate::failure::{Failure, Verdict};
use crate::output::{Shown, plural};
use crate::session::Session;

pub(super) fn run(session: &Session, command: &Store) -> Result<Verdict, Failure> {
    match command {
        Store::Backup { to, store } => {
            session.lab_with(store).store()?.backup(to)?;
            session.say(&format!("copied to {}", to.display()));
            Ok(Verdict::Done)
        }
        Store::Check { store } => {
            let lab = session.lab_with(store);
            let checked = lab.store()?.check(lab.home()?)?;
            session.print(Shown::new(&checked).page(|page| {
                page.line(&format!(
                    "{}: {}, {}, {}",
                    checked.store,
                    plural(checked.experiments, "experiment"),
                    plural(checked.datasets, "dataset"),
                    plural(checked.exchanges, "answer"),
                ))?;
                if checked.damage.is_empty() {
                    page.line("everything in it can be read")?;
                }
                for line in &checked.damage {
                    page.entry("damaged: ", line)?;
                }
                Ok(())
            }))?;
            Ok(if checked.damage.is_empty() {
                Verdict::Done
            } else {
                Verdict::DoesNotHold
            })
        }
    }
}
