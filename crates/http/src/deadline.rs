//! A point in time by which everything must be over.

use std::time::{Duration, Instant};

use crate::GraphError;

/// A point in time by which everything must be over.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadline {
    end: Instant,
    allowed: Duration,
}

impl Deadline {
    /// This long from now.
    pub(super) fn after(allowed: Duration) -> Self {
        // A time beyond all calendars means: no hurry.
        const LONG: Duration = Duration::from_secs(365 * 24 * 3600);
        let allowed = allowed.min(LONG);
        Self {
            end: Instant::now() + allowed,
            allowed,
        }
    }

    pub(super) fn end(self) -> Instant {
        self.end
    }

    /// How much time is left, or that none is.
    pub(super) fn left(self) -> Result<Duration, GraphError> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(self.passed());
        }
        Ok(left)
    }

    pub(super) fn passed(self) -> GraphError {
        GraphError::Deadline(self.allowed)
    }
}
