//! Ends work from deep inside: time, memory, a cancellation, or a damaged block.
//!
//! The evaluator looks at no clock, and iterators over an index have nowhere to put an error. So
//! whoever notices that work must end *unwinds*, and [`guard`] at the edge of the crate turns that
//! into an error. Evaluation says here when a term is made and when it is dropped; now and then that
//! looks at the clock, the flag and the account.
//!
//! The account is of this work alone, so that queries side by side do not stop each other. It is
//! kept low: intermediate results are rows of terms, of which every term counts as [`TERM`] bytes,
//! and the texts that a query makes, fetches or returns are counted as they are. The headers of
//! narrow rows and the slack of hash tables are left out, so that a query holds up to five times
//! its account. As a last resort for what escapes it altogether, the work that holds the most of all
//! is stopped when the whole process has grown by [`BACKSTOP`] times its limit.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use lydite_http::Deadline;
use lydite_model::Cancel;

use crate::{GraphError, Limits};

/// Why work ends.
#[derive(Debug)]
pub(super) enum Stop {
    Deadline,
    Memory,
    Cancelled,
    /// A text grows without end.
    Growth,
    /// The index is damaged: where.
    Damaged(String),
}

/// Ticks between two looks at the clock: some ten microseconds.
const TICKS: u32 = 1024;

/// What a term of an intermediate result takes: its own eight bytes, and its share of a row of eight.
/// In narrower rows it is more.
const TERM: usize = 12;

/// How often the memory of the process is looked at.
const PROCESS_CHECKS: Duration = Duration::from_millis(4);

/// By how many times the limit of a query the process may grow.
const BACKSTOP: usize = 8;

struct Budget {
    deadline: Instant,
    memory: usize,
    /// How many steps are left.
    steps: u64,
    cancel: Cancel,
    /// What the work itself says to hold, beside its terms.
    held: usize,
    process_checked: Instant,
    /// Most work ends before the process is looked at.
    process: Option<Process>,
}

/// What work that takes long knows of the process.
struct Process {
    /// The memory of the process at the beginning.
    before: usize,
    /// What this work holds, for the others to see.
    account: Arc<AtomicUsize>,
}

/// What is under way and takes long.
static ACCOUNTS: Mutex<Vec<Weak<AtomicUsize>>> = Mutex::new(Vec::new());

struct Meter {
    ticks_left: Cell<u32>,
    /// How many terms there are. It may seem to be less than nothing when terms of outer work are
    /// dropped.
    terms: Cell<isize>,
}

thread_local! {
    static METER: Meter = const {
        Meter {
            ticks_left: Cell::new(TICKS),
            terms: Cell::new(0),
        }
    };
    static BUDGET: RefCell<Option<Budget>> = const { RefCell::new(None) };
}

/// Ends the work of this thread, up to the next [`guard`].
pub(super) fn unwind(stop: Stop) -> ! {
    // Whatever runs while unwinding must not be stopped again.
    BUDGET.with_borrow_mut(|budget| *budget = None);
    panic::resume_unwind(Box::new(stop))
}

impl Meter {
    #[inline]
    fn tick(&self, amount: u32) {
        let left = self.ticks_left.get();
        if amount < left {
            self.ticks_left.set(left - amount);
        } else {
            look();
        }
    }
}

/// Says that some work is done: about one copied term each.
#[inline]
pub(super) fn tick(amount: u32) {
    METER.with(|meter| meter.tick(amount));
}

/// Says that terms of an intermediate result are made.
#[inline]
pub(super) fn terms_made(count: u32) {
    METER.with(|meter| {
        let terms = meter.terms.get();
        meter.terms.set(terms.wrapping_add(count as isize));
        meter.tick(count);
    });
}

/// Says that such a term is dropped.
#[inline]
pub(super) fn term_dropped() {
    METER.with(|meter| meter.terms.set(meter.terms.get().wrapping_sub(1)));
}

fn terms() -> usize {
    METER.with(|meter| usize::try_from(meter.terms.get()).unwrap_or(0))
}

/// Says that memory is held until the work is done.
pub(super) fn hold(bytes: usize) {
    let exceeded = BUDGET.with_borrow_mut(|budget| {
        budget.as_mut().is_some_and(|budget| {
            budget.held += bytes;
            budget.held > budget.memory
        })
    });
    if exceeded {
        unwind(Stop::Memory);
    }
}

/// Memory that is held for some time.
#[derive(Debug)]
pub(super) struct Holding(usize);

impl Holding {
    /// Says that memory is held as long as this lives.
    pub(super) fn of(bytes: usize) -> Self {
        hold(bytes);
        Self(bytes)
    }
}

impl Drop for Holding {
    fn drop(&mut self) {
        BUDGET.with_borrow_mut(|budget| {
            if let Some(budget) = budget {
                budget.held = budget.held.saturating_sub(self.0);
            }
        });
    }
}

#[cold]
fn look() {
    METER.with(|meter| meter.ticks_left.set(TICKS));
    let stop = BUDGET.with_borrow_mut(|budget| budget.as_mut()?.look());
    if let Some(stop) = stop {
        unwind(stop);
    }
}

impl Budget {
    fn new(limits: &Limits) -> Self {
        Self {
            deadline: Deadline::after(limits.time).end(),
            memory: limits.memory,
            steps: limits.steps,
            cancel: limits.cancel.clone(),
            held: 0,
            process_checked: Instant::now(),
            process: None,
        }
    }

    fn look(&mut self) -> Option<Stop> {
        if self.cancel.is_cancelled() {
            return Some(Stop::Cancelled);
        }
        let account = self.held.saturating_add(terms().saturating_mul(TERM));
        if account > self.memory {
            return Some(Stop::Memory);
        }
        match self.steps.checked_sub(u64::from(TICKS)) {
            Some(left) => self.steps = left,
            None => return Some(Stop::Deadline),
        }
        let now = Instant::now();
        if now >= self.deadline {
            return Some(Stop::Deadline);
        }
        if now - self.process_checked >= PROCESS_CHECKS {
            self.process_checked = now;
            if self.is_last_resort(account) {
                return Some(Stop::Memory);
            }
        }
        None
    }

    /// Whether the process has grown so much that somebody has to go, and this is who holds most.
    fn is_last_resort(&mut self, account: usize) -> bool {
        let memory = private_memory();
        let process = self.process.get_or_insert_with(|| Process {
            before: memory,
            account: enlist(),
        });
        process.account.store(account, Ordering::Relaxed);
        let grown = memory.saturating_sub(process.before);
        // Whoever holds little has nothing to do with it.
        grown > self.memory.saturating_mul(BACKSTOP)
            && account > self.memory / BACKSTOP
            && greatest() <= account
    }
}

/// An account that others see.
fn enlist() -> Arc<AtomicUsize> {
    let account = Arc::default();
    let mut accounts = ACCOUNTS.lock().unwrap_or_else(PoisonError::into_inner);
    accounts.retain(|account| account.strong_count() > 0);
    accounts.push(Arc::downgrade(&account));
    account
}

/// The greatest account of all.
fn greatest() -> usize {
    let accounts = ACCOUNTS.lock().unwrap_or_else(PoisonError::into_inner);
    let accounts = accounts.iter().filter_map(Weak::upgrade);
    accounts
        .map(|account| account.load(Ordering::Relaxed))
        .max()
        .unwrap_or(0)
}

/// The memory of this process that is not mapped from files; 0 where that cannot be told.
fn private_memory() -> usize {
    const PAGE: usize = 4096;
    let Ok(text) = std::fs::read_to_string("/proc/self/statm") else {
        return 0;
    };
    let mut fields = text
        .split(' ')
        .map(|field| field.parse::<usize>().unwrap_or(0));
    let resident = fields.nth(1).unwrap_or(0);
    let shared = fields.next().unwrap_or(0);
    resident.saturating_sub(shared) * PAGE
}

/// Does some work within limits; what stops it becomes an error.
pub(super) fn guard<T>(
    place: &dyn Fn() -> String,
    limits: &Limits,
    work: impl FnOnce() -> T,
) -> Result<T, GraphError> {
    if limits.cancel.is_cancelled() {
        return Err(GraphError::Cancelled);
    }
    let started = Instant::now();
    // Work within work, as in a union, has limits and terms of its own.
    let outer = BUDGET.replace(Some(Budget::new(limits)));
    let outer_terms = METER.with(|meter| {
        meter.ticks_left.set(TICKS);
        meter.terms.replace(0)
    });
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    BUDGET.set(outer);
    METER.with(|meter| meter.terms.set(outer_terms));
    result.map_err(|payload| explain(payload, place, limits, started.elapsed()))
}

/// Does some short work on an index; a damaged block becomes an error.
pub(super) fn guard_index<T>(
    place: &dyn Fn() -> String,
    work: impl FnOnce() -> T,
) -> Result<T, GraphError> {
    panic::catch_unwind(AssertUnwindSafe(work))
        .map_err(|payload| explain(payload, place, &Limits::default(), Duration::ZERO))
}

fn explain(
    payload: Box<dyn Any + Send>,
    place: &dyn Fn() -> String,
    limits: &Limits,
    elapsed: Duration,
) -> GraphError {
    match payload.downcast::<Stop>() {
        Ok(stop) => match *stop {
            Stop::Deadline => GraphError::Deadline(elapsed),
            Stop::Memory => GraphError::Memory(limits.memory),
            Stop::Cancelled => GraphError::Cancelled,
            Stop::Growth => {
                GraphError::Query("stopped: it builds a text of more than 1 MiB".to_owned())
            }
            Stop::Damaged(reason) => GraphError::Damaged {
                place: place(),
                reason,
            },
        },
        // A defect of the evaluator must not take more than the query with it.
        Err(payload) => {
            let message = payload
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| payload.downcast_ref::<&str>().copied())
                .unwrap_or("for an unknown reason");
            GraphError::Query(format!("the evaluator failed: {message}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn within(memory: usize) -> Limits {
        Limits::default().with_memory(memory)
    }

    fn place() -> String {
        String::new()
    }

    #[test]
    fn terms_count_as_long_as_they_live() {
        let result = guard(&place, &within(1 << 20), || {
            // Many come and go: that is no memory.
            for _ in 0..1_000_000 {
                terms_made(1);
                term_dropped();
            }
            assert_eq!(terms(), 0);
        });
        assert!(result.is_ok(), "{result:?}");
        let made = Cell::new(0);
        let result: Result<(), GraphError> = guard(&place, &within(1 << 20), || {
            loop {
                terms_made(1);
                made.set(made.get() + 1);
            }
        });
        assert!(matches!(result, Err(GraphError::Memory(_))), "{result:?}");
        let (made, most) = (made.get(), (1 << 20) / TERM);
        assert!((most..most + 2 * TICKS as usize).contains(&made), "{made}");
    }

    #[test]
    fn work_within_work_has_an_account_of_its_own() {
        let result = guard(&place, &within(1000), || {
            let _held = Holding::of(900);
            let inner = guard(&place, &within(1000), || hold(900));
            assert!(inner.is_ok(), "{inner:?}");
            let inner = guard(&place, &within(1000), || hold(1001));
            assert!(matches!(inner, Err(GraphError::Memory(1000))));
            drop(Holding::of(100));
            drop(Holding::of(100));
            hold(101);
        });
        assert!(matches!(result, Err(GraphError::Memory(1000))));
    }

    #[test]
    fn what_is_cancelled_does_not_begin() {
        let limits = Limits::default();
        limits.cancel.cancel();
        let result = guard(&place, &limits, || panic!("it began"));
        let result: Result<(), GraphError> = result;
        assert!(matches!(result, Err(GraphError::Cancelled)));
    }

    #[test]
    fn steps_end_work_at_the_same_place_every_time() {
        let ended = || {
            let done = Cell::new(0_u32);
            let limits = Limits::default().with_steps(100_000);
            let result: Result<(), GraphError> = guard(&place, &limits, || {
                loop {
                    tick(1);
                    done.set(done.get() + 1);
                }
            });
            assert!(matches!(result, Err(GraphError::Deadline(_))), "{result:?}");
            done.get()
        };
        let first = ended();
        assert!(
            (100_000 - 2 * TICKS..100_000 + 2 * TICKS).contains(&first),
            "{first}"
        );
        assert_eq!(ended(), first);
    }

    #[test]
    fn no_time_is_too_long() {
        let limits = Limits::default().with_time(Duration::MAX);
        assert!(guard(&place, &limits, || ()).is_ok());
    }
}
