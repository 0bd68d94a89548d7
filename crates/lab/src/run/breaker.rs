//! Ends the questions to a system that is out of order, so that a dead system has a verdict soon.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::Pace;

/// After some outages in a row a system is left alone for a while; then one question finds out
/// whether it is back. If it is not after some pauses, it is given up.
pub(super) struct Breaker {
    state: Mutex<State>,
    changed: Condvar,
    outages: u32,
    pause: Duration,
    pauses: u32,
}

enum State {
    /// It works; so many outages in a row.
    Working(u32),
    /// It is left alone until then; so many pauses so far.
    Pausing(Instant, u32),
    /// One question is on its way to find out.
    Probing(u32),
    /// It is not asked any more.
    GivenUp(String),
}

/// Whether a question may be put.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Admission {
    /// It may.
    Ask,
    /// The system was given up, for this reason.
    GivenUp(String),
    /// Whoever asks was told to stop.
    Stopped,
}

impl Breaker {
    pub(super) fn new(pace: &Pace) -> Self {
        Self {
            state: Mutex::new(State::Working(0)),
            changed: Condvar::new(),
            outages: pace.outages.max(1),
            pause: pace.pause,
            pauses: pace.pauses,
        }
    }

    /// Waits until a question may be put, or the system is given up.
    pub(super) fn admit(&self, stopped: &dyn Fn() -> bool) -> Admission {
        const SLICE: Duration = Duration::from_millis(50);
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if stopped() {
                return Admission::Stopped;
            }
            match &*state {
                State::Working(_) => return Admission::Ask,
                State::GivenUp(reason) => return Admission::GivenUp(reason.clone()),
                State::Pausing(until, pauses) if Instant::now() >= *until => {
                    *state = State::Probing(*pauses);
                    return Admission::Ask;
                }
                State::Pausing(..) | State::Probing(_) => {}
            }
            let waited = self.changed.wait_timeout(state, SLICE);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Notes how a question went; gives the reason if that was the end.
    pub(super) fn note(&self, outage: Option<&str>) -> Option<String> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let pausing = |pauses: u32| {
            let longer = 2_u32.saturating_pow(pauses);
            State::Pausing(Instant::now() + self.pause * longer, pauses + 1)
        };
        let next = match (&*state, outage) {
            (State::GivenUp(_), _) => return None,
            (_, None) => State::Working(0),
            (State::Working(outages), Some(_)) if outages + 1 < self.outages => {
                State::Working(outages + 1)
            }
            (State::Working(_), Some(_)) if self.pauses > 0 => pausing(0),
            (State::Probing(pauses), Some(_)) if *pauses < self.pauses => pausing(*pauses),
            (State::Working(_) | State::Probing(_), Some(reason)) => {
                State::GivenUp(format!("unavailable, no longer asked: {reason}"))
            }
            // A question that was on its way already.
            (State::Pausing(..), Some(_)) => return None,
        };
        let reason = match &next {
            State::GivenUp(reason) => Some(reason.clone()),
            _ => None,
        };
        *state = next;
        self.changed.notify_all();
        reason
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn breaker(outages: u32, pauses: u32) -> Breaker {
        Breaker::new(&Pace {
            outages,
            pauses,
            pause: Duration::from_millis(1),
            ..Pace::default()
        })
    }

    #[test]
    fn outages_in_a_row_end_the_questions_to_a_system() {
        let breaker = breaker(3, 2);
        let ask = |outage: Option<&str>| match breaker.admit(&|| false) {
            Admission::Ask => breaker.note(outage),
            other => panic!("{other:?}"),
        };
        // Two outages, then an answer: all is well.
        for outage in [Some("down"), Some("down"), None] {
            assert_eq!(ask(outage), None);
        }
        // Three outages, two pauses with a question after each.
        for _ in 0..4 {
            assert_eq!(ask(Some("down")), None);
        }
        assert!(ask(Some("still down")).is_some_and(|reason| reason.contains("still down")));
        assert!(matches!(breaker.admit(&|| false), Admission::GivenUp(_)));
    }

    #[test]
    fn a_system_that_comes_back_is_asked_again() {
        let breaker = breaker(1, 1);
        assert_eq!(breaker.note(Some("down")), None);
        assert_eq!(breaker.admit(&|| false), Admission::Ask);
        // Nobody else asks while one finds out.
        assert_eq!(breaker.admit(&|| true), Admission::Stopped);
        assert_eq!(breaker.note(None), None);
        assert_eq!(breaker.admit(&|| false), Admission::Ask);
        assert_eq!(breaker.admit(&|| false), Admission::Ask);
    }
}
