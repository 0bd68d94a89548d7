//! Ends work from deep inside: time, memory, or a damaged block.
//!
//! The evaluator looks at no clock, and iterators over an index have nowhere to put an error. So
//! whoever notices that work must end *unwinds*, and [`guard`] at the edge of the crate turns that
//! into an error. Evaluation calls [`tick`] for every term it copies; now and then a tick looks at
//! the clock and at the memory.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::time::{Duration, Instant};

use crate::{GraphError, Limits};

/// Why work ends.
#[derive(Debug)]
pub(super) enum Stop {
    Deadline,
    Memory,
    /// A text grows without end.
    Growth,
    /// The index is damaged: where.
    Damaged(String),
}

/// Ticks between two looks at the clock: some ten microseconds.
const TICKS: u32 = 1024;

/// How often the memory of the process is looked at.
const MEMORY_CHECKS: Duration = Duration::from_millis(4);

struct Budget {
    deadline: Instant,
    memory: usize,
    /// The memory of the process when it was looked at first. Most work ends before that.
    memory_before: Option<usize>,
    memory_checked: Instant,
    /// What the work itself says to hold.
    held: usize,
}

thread_local! {
    static TICKS_LEFT: Cell<u32> = const { Cell::new(TICKS) };
    static BUDGET: RefCell<Option<Budget>> = const { RefCell::new(None) };
}

/// Ends the work of this thread, up to the next [`guard`].
pub(super) fn unwind(stop: Stop) -> ! {
    // Whatever runs while unwinding must not be stopped again.
    BUDGET.with_borrow_mut(|budget| *budget = None);
    panic::resume_unwind(Box::new(stop))
}

/// Says that some work is done: about one copied term each.
#[inline]
pub(super) fn tick(amount: u32) {
    let left = TICKS_LEFT.get();
    if amount < left {
        TICKS_LEFT.set(left - amount);
    } else {
        look();
    }
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

#[cold]
fn look() {
    TICKS_LEFT.set(TICKS);
    let stop = BUDGET.with_borrow_mut(|budget| {
        let budget = budget.as_mut()?;
        let now = Instant::now();
        if now >= budget.deadline {
            return Some(Stop::Deadline);
        }
        if now - budget.memory_checked >= MEMORY_CHECKS {
            budget.memory_checked = now;
            let memory = private_memory();
            let before = *budget.memory_before.get_or_insert(memory);
            if memory.saturating_sub(before) > budget.memory {
                return Some(Stop::Memory);
            }
        }
        None
    });
    if let Some(stop) = stop {
        unwind(stop);
    }
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
    let started = Instant::now();
    // Work within work, as in a union, has limits of its own.
    let outer = BUDGET.replace(Some(Budget {
        deadline: started + limits.time,
        memory: limits.memory,
        memory_before: None,
        memory_checked: started,
        held: 0,
    }));
    TICKS_LEFT.set(TICKS);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    BUDGET.set(outer);
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
            Stop::Growth => {
                GraphError::Query("stopped: it makes a text of more than a mebibyte".to_owned())
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
            GraphError::Query(format!("the evaluator gave up: {message}"))
        }
    }
}
