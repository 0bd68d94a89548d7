//! The list of all experiments, which many pages need and few requests change.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use lydite_lab::store::{Scored, Store, Summary};

use crate::error::Fault;

/// For how long others may have changed the list without being noticed.
const FRESH: Duration = Duration::from_secs(2);

/// The list of all experiments, as it was read last.
#[derive(Default)]
pub(crate) struct Listed {
    known: Mutex<Option<(Instant, Arc<Vec<Summary>>)>>,
    reading: Mutex<()>,
    scores: Mutex<Option<(Instant, Arc<Vec<Scored>>)>>,
}

impl Listed {
    /// The experiments, the latest first.
    pub(crate) fn all(&self, store: &Store) -> Result<Arc<Vec<Summary>>, Fault> {
        if let Some(all) = self.fresh() {
            return Ok(all);
        }
        // Whoever comes second waits for the first instead of doing the same.
        let _one_at_a_time = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(all) = self.fresh() {
            return Ok(all);
        }
        let begun = Instant::now();
        let all = Arc::new(store.experiments()?);
        *self.lock() = Some((begun, Arc::clone(&all)));
        Ok(all)
    }

    /// Their scores, the best first.
    pub(crate) fn scores(&self, store: &Store) -> Result<Arc<Vec<Scored>>, Fault> {
        let known = || self.scores.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((read, scores)) = known().as_ref()
            && read.elapsed() < FRESH
        {
            return Ok(Arc::clone(scores));
        }
        let begun = Instant::now();
        let scores = Arc::new(store.scores()?);
        *known() = Some((begun, Arc::clone(&scores)));
        Ok(scores)
    }

    /// Somebody has changed something.
    pub(crate) fn forget(&self) {
        *self.lock() = None;
        *self.scores.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn fresh(&self) -> Option<Arc<Vec<Summary>>> {
        let known = self.lock();
        let (read, all) = known.as_ref()?;
        (read.elapsed() < FRESH).then(|| Arc::clone(all))
    }

    fn lock(&self) -> MutexGuard<'_, Option<(Instant, Arc<Vec<Summary>>)>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
