//! What ends a request that is under way: time, silence, or whoever waits for it no longer.
//!
//! The names, connections and bytes of a request are waited for deep inside of ureq, on the thread
//! that asked. So the watch of a request lies beside that thread while it waits: whatever waits does
//! so in short slices and looks at it in between.

use std::cell::RefCell;
use std::error::Error as StdError;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lydite_model::Cancel;

use crate::{Deadline, Refusal};

/// How long anything waits without a look at the watch.
pub(crate) const SLICE: Duration = Duration::from_millis(40);

/// Why a request ends early.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum Ended {
    #[error("cancelled")]
    Cancelled,
    #[error("no time is left")]
    Deadline,
    #[error("nothing for {0:?}")]
    Stalled(Duration),
    #[error("no connection within {0:?}")]
    NoConnection(Duration),
    #[error("{0}")]
    Refused(Refusal),
}

impl Ended {
    /// Inside of an error of the libraries in between, which hand it on untouched.
    pub(crate) fn into_io(self) -> io::Error {
        io::Error::other(self)
    }

    /// The one inside of such an error.
    pub(crate) fn of(error: &io::Error) -> Option<&Self> {
        let mut inner: &(dyn StdError + 'static) = error.get_ref()?;
        loop {
            if let Some(ended) = inner.downcast_ref() {
                return Some(ended);
            }
            inner = match inner.downcast_ref::<io::Error>() {
                Some(error) => error.get_ref()?,
                None => inner.source()?,
            };
        }
    }
}

impl From<Ended> for ureq::Error {
    fn from(ended: Ended) -> Self {
        Self::Io(ended.into_io())
    }
}

/// What a request is bounded by.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watch {
    pub(crate) deadline: Option<Deadline>,
    pub(crate) connect: Option<Duration>,
    pub(crate) stall: Option<Duration>,
    pub(crate) cancel: Option<Cancel>,
}

impl Watch {
    #[cfg(test)]
    pub(crate) fn until(deadline: Deadline) -> Self {
        Self {
            deadline: Some(deadline),
            ..Self::default()
        }
    }

    /// Whether the request may go on.
    pub(crate) fn look(&self) -> Result<(), Ended> {
        if self.cancel.as_ref().is_some_and(Cancel::is_cancelled) {
            return Err(Ended::Cancelled);
        }
        if self.left().is_some_and(|left| left.is_zero()) {
            return Err(Ended::Deadline);
        }
        Ok(())
    }

    /// How much time is left, if there is an end to it.
    pub(crate) fn left(&self) -> Option<Duration> {
        self.deadline.map(Deadline::left)
    }

    /// How long to wait until the next look, for something that began to be waited for at `began`
    /// and may take `most`.
    fn slice(
        &self,
        began: Instant,
        most: Option<Duration>,
        late: fn(Duration) -> Ended,
    ) -> Result<Duration, Ended> {
        self.look()?;
        let mut slice = self.left().map_or(SLICE, |left| left.min(SLICE));
        if let Some(most) = most {
            let left = most.saturating_sub(began.elapsed());
            if left.is_zero() {
                return Err(late(most));
            }
            slice = slice.min(left);
        }
        // The system takes a wait of nothing for one without end.
        Ok(slice.max(Duration::from_millis(1)))
    }

    /// How long to wait for bytes until the next look.
    pub(crate) fn slice_of_transfer(&self, began: Instant) -> Result<Duration, Ended> {
        self.slice(began, self.stall, Ended::Stalled)
    }

    /// How long to wait for a name or a connection until the next look.
    pub(crate) fn slice_of_connecting(&self, began: Instant) -> Result<Duration, Ended> {
        self.slice(began, self.connect, Ended::NoConnection)
    }

    /// Sleeps, unless something ends that.
    pub(crate) fn sleep(&self, pause: Duration) -> Result<(), Ended> {
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
}

thread_local! {
    static WATCH: RefCell<Option<Arc<Watch>>> = const { RefCell::new(None) };
}

/// Does some work of a request under its watch.
pub(crate) fn under<T>(watch: &Arc<Watch>, work: impl FnOnce() -> T) -> T {
    /// Takes the watch away again, also when the work panics.
    struct Outer(Option<Arc<Watch>>);
    impl Drop for Outer {
        fn drop(&mut self) {
            WATCH.set(self.0.take());
        }
    }
    let _outer = Outer(WATCH.replace(Some(Arc::clone(watch))));
    work()
}

/// The watch of the request that this thread works for.
pub(crate) fn current() -> Arc<Watch> {
    WATCH.with_borrow(|watch| watch.clone().unwrap_or_default())
}
