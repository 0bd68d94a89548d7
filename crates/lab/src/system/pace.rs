//! How much a system is asked: so many questions at a time, so many requests in a second.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use lydite_model::Cancel;

/// How long anybody waits without a look at who may end it.
const SLICE: Duration = Duration::from_millis(40);

/// Whoever waited was told to stop.
#[derive(Debug)]
pub(super) struct Cancelled;

/// The turnstile of a system.
#[derive(Debug)]
pub(super) struct Pace {
    jobs: usize,
    interval: Duration,
    state: Mutex<State>,
    left: Condvar,
    cancel: Cancel,
}

#[derive(Debug, Default)]
struct State {
    inside: usize,
    /// When the next request may begin.
    next: Option<Instant>,
}

impl Pace {
    /// So many at a time, and so many requests in a second; with no rate there is no pause.
    pub(super) fn new(jobs: usize, rate: Option<f64>, cancel: Cancel) -> Self {
        let interval = rate.and_then(|rate| Duration::try_from_secs_f64(1.0 / rate).ok());
        Self {
            jobs: jobs.max(1),
            interval: interval.unwrap_or_default(),
            state: Mutex::default(),
            left: Condvar::new(),
            cancel,
        }
    }

    /// Waits for a place; it is free again when what is returned is dropped.
    pub(super) fn enter(&self) -> Result<Place<'_>, Cancelled> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while state.inside >= self.jobs {
            self.look()?;
            let waited = self.left.wait_timeout(state, SLICE);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        self.look()?;
        state.inside += 1;
        Ok(Place(self))
    }

    /// Waits until a request may begin.
    pub(super) fn step(&self) -> Result<(), Cancelled> {
        let pause = {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            let now = Instant::now();
            let begin = state.next.map_or(now, |next| next.max(now));
            state.next = Some(begin + self.interval);
            begin - now
        };
        self.sleep(pause)
    }

    /// Waits, unless that is ended.
    pub(super) fn sleep(&self, pause: Duration) -> Result<(), Cancelled> {
        let end = Instant::now() + pause;
        loop {
            self.look()?;
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(());
            }
            std::thread::sleep(left.min(SLICE));
        }
    }

    fn look(&self) -> Result<(), Cancelled> {
        if self.cancel.is_cancelled() {
            return Err(Cancelled);
        }
        Ok(())
    }
}

/// A place among those that are asked at a time.
#[derive(Debug)]
pub(super) struct Place<'p>(&'p Pace);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let state = self.0.state.lock();
        state.unwrap_or_else(PoisonError::into_inner).inside -= 1;
        self.0.left.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn no_more_than_allowed_are_inside() {
        let pace = Pace::new(2, None, Cancel::new());
        let (inside, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let _place = pace.enter().unwrap();
                    let now = inside.fetch_add(1, Ordering::SeqCst) + 1;
                    most.fetch_max(now, Ordering::SeqCst);
                    thread::sleep(Duration::from_millis(5));
                    inside.fetch_sub(1, Ordering::SeqCst);
                });
            }
        });
        assert_eq!(most.into_inner(), 2);
    }

    #[test]
    fn requests_keep_their_distance_and_whoever_waits_can_be_told_to_stop() {
        let cancel = Cancel::new();
        let pace = Pace::new(1, Some(100.0), cancel.clone());
        let begin = Instant::now();
        for _ in 0..3 {
            pace.step().unwrap();
        }
        assert!(begin.elapsed() >= Duration::from_millis(20));
        let _place = pace.enter().unwrap();
        cancel.cancel();
        assert!(pace.enter().is_err());
        assert!(pace.sleep(Duration::from_secs(1000)).is_err());
    }
}
