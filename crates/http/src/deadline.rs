//! A point in time by which everything must be over.

use std::time::{Duration, Instant};

/// A point in time by which everything must be over, however many requests it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadline {
    end: Instant,
    allowed: Duration,
}

impl Deadline {
    /// This long from now.
    pub fn after(allowed: Duration) -> Self {
        // A time beyond all calendars means: no hurry.
        const LONG: Duration = Duration::from_secs(365 * 24 * 3600);
        let allowed = allowed.min(LONG);
        Self {
            end: Instant::now() + allowed,
            allowed,
        }
    }

    /// When it is.
    pub fn end(self) -> Instant {
        self.end
    }

    /// How much time there was at the beginning.
    pub fn allowed(self) -> Duration {
        self.allowed
    }

    /// How much time is left; nothing after the end.
    pub fn left(self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }
}
