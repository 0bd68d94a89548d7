//! Processes that share a store and run what is in its queue.

use std::collections::HashMap;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::{OpensSystems, Pace};
use crate::store::{ExperimentId, Store};
use crate::system::QaSystem;
use crate::{Error, Lab, Notice};

/// What a worker did.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Worked {
    /// The experiments that it judged.
    pub judged: Vec<ExperimentId>,
    /// The experiments that it could not run, and why.
    pub failed: Vec<(ExperimentId, String)>,
}

impl Lab {
    /// Runs the experiments of a shared store together with other workers, until it is cancelled or,
    /// if it is not to wait, until there is nothing left to do.
    ///
    /// # Errors
    /// The store cannot be used, or is not one that is shared.
    pub fn work(&self, open: &OpensSystems<'_>, pace: &Pace, wait: bool) -> Result<Worked, Error> {
        const PAUSE: Duration = Duration::from_millis(200);
        let store = self.shared_store()?;
        let mut worked = Worked::default();
        let mut systems: HashMap<ExperimentId, Vec<Arc<dyn QaSystem>>> = HashMap::new();
        loop {
            let unfinished = store.unfinished()?;
            systems.retain(|id, _| unfinished.contains(id));
            let has_failed = |id: &ExperimentId, worked: &Worked| {
                worked.failed.iter().any(|(failed, _)| failed == id)
            };
            let able: Vec<_> = unfinished
                .into_iter()
                .filter(|id| !has_failed(id, &worked))
                .collect();
            if able.is_empty() && !wait {
                return Ok(worked);
            }
            for id in able {
                if self.config.cancel.is_cancelled() {
                    return Ok(worked);
                }
                match self.work_on(&store, &id, open, &mut systems, pace) {
                    Ok(true) => worked.judged.push(id),
                    Ok(false) => {}
                    Err(Error::Cancelled) => return Ok(worked),
                    Err(Error::Store(error)) => return Err(error.into()),
                    Err(error) => {
                        let reason = error.to_string();
                        self.notice(&Notice::WorkFailed {
                            id: id.clone(),
                            reason: reason.clone(),
                        });
                        worked.failed.push((id, reason));
                    }
                }
            }
            if self.config.cancel.is_cancelled() {
                return Ok(worked);
            }
            thread::sleep(PAUSE);
        }
    }

    /// Does what nobody else does for an experiment; says whether it was judged here.
    fn work_on(
        &self,
        store: &Arc<Store>,
        id: &ExperimentId,
        open: &OpensSystems<'_>,
        systems: &mut HashMap<ExperimentId, Vec<Arc<dyn QaSystem>>>,
        pace: &Pace,
    ) -> Result<bool, Error> {
        if store.has_free_batch(id)? {
            if !systems.contains_key(id) {
                let plan = store.experiment(id)?.plan;
                systems.insert(id.clone(), open(&plan)?);
            }
            let own = systems.get(id).cloned().unwrap_or_default();
            let asked = self.ask_all(store, id, &own, pace, Instant::now());
            if asked.is_err() || self.config.cancel.is_cancelled() {
                let _ = store.release(id);
            }
            asked?;
            self.go_on()?;
        }
        if !store.claim_judging(id)? {
            return Ok(false);
        }
        self.judge(store, id)?;
        Ok(true)
    }
}
