//! Politeness: how many requests a host gets at once, and how quickly one after another.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::watch::{Ended, SLICE, Watch};

/// How much a host is asked at once. All clients of a process share it: a host does not care which
/// of them asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Politeness {
    /// How many requests may be under way.
    pub concurrent: usize,
    /// How much time passes at least between the beginnings of two requests.
    pub interval: Duration,
}

impl Politeness {
    /// For public services: two requests at once, at most ten per second.
    pub const PUBLIC: Self = Self {
        concurrent: 2,
        interval: Duration::from_millis(100),
    };
    /// For a service of one's own: as many as it has threads, without a pause.
    pub const OWN: Self = Self {
        concurrent: 8,
        interval: Duration::ZERO,
    };
}

/// Where the requests to a host queue.
#[derive(Debug)]
pub(crate) struct Gate {
    queue: Mutex<Queue>,
    left: Condvar,
}

#[derive(Debug)]
struct Queue {
    under_way: usize,
    /// When the last request began.
    last: Option<Instant>,
}

static GATES: LazyLock<Mutex<HashMap<String, Arc<Gate>>>> = LazyLock::new(Mutex::default);

/// Beyond so many hosts, those that nobody asks are forgotten.
const HOSTS: usize = 1000;

impl Gate {
    /// The gate of a host.
    pub(crate) fn of(host: &str) -> Arc<Self> {
        let mut gates = GATES.lock().unwrap_or_else(PoisonError::into_inner);
        if gates.len() >= HOSTS && !gates.contains_key(host) {
            gates.retain(|_, gate| Arc::strong_count(gate) > 1);
        }
        let gate = gates.entry(host.to_owned()).or_insert_with(|| {
            Arc::new(Self {
                queue: Mutex::new(Queue {
                    under_way: 0,
                    last: None,
                }),
                left: Condvar::new(),
            })
        });
        Arc::clone(gate)
    }

    /// Waits until a request may begin, as long as the watch allows.
    pub(crate) fn enter(
        self: &Arc<Self>,
        politeness: Politeness,
        watch: &Watch,
    ) -> Result<Pass, Ended> {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let now = Instant::now();
            let pause = queue.last.map_or(Duration::ZERO, |last| {
                (last + politeness.interval).saturating_duration_since(now)
            });
            let full = queue.under_way >= politeness.concurrent.max(1);
            if !full && pause.is_zero() {
                queue.under_way += 1;
                queue.last = Some(now);
                return Ok(Pass(Arc::clone(self)));
            }
            watch.look()?;
            if !full && watch.left().is_some_and(|left| pause > left) {
                return Err(Ended::Deadline);
            }
            let wait = if full { SLICE } else { pause.min(SLICE) };
            queue = self
                .left
                .wait_timeout(queue, wait)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
    }
}

/// A request under way.
#[derive(Debug)]
pub(crate) struct Pass(Arc<Gate>);

impl Drop for Pass {
    fn drop(&mut self) {
        let mut queue = self.0.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.under_way -= 1;
        self.0.left.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn within(millis: u64) -> Watch {
        Watch::until(crate::Deadline::after(Duration::from_millis(millis)))
    }

    fn soon() -> Watch {
        within(20)
    }

    #[test]
    fn no_more_requests_than_allowed_are_under_way() {
        let gate = Gate::of("full.example");
        let one = Politeness {
            concurrent: 1,
            interval: Duration::ZERO,
        };
        let pass = gate.enter(one, &soon()).unwrap();
        assert!(Gate::of("full.example").enter(one, &soon()).is_err());
        assert!(Gate::of("other.example").enter(one, &soon()).is_ok());
        drop(pass);
        assert!(gate.enter(one, &soon()).is_ok());
    }

    #[test]
    fn requests_keep_their_distance() {
        let gate = Gate::of("slow.example");
        let slow = Politeness {
            concurrent: 9,
            interval: Duration::from_millis(50),
        };
        let begin = Instant::now();
        drop(gate.enter(slow, &soon()));
        // It is known at once that the pause is longer than the time that is left.
        assert!(gate.enter(slow, &soon()).is_err());
        assert!(gate.enter(slow, &within(60_000)).is_ok());
        assert!(begin.elapsed() >= slow.interval);
    }
}
