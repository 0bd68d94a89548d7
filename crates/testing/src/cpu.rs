//! How much work something is, whatever else the machine does.

use std::time::{Duration, Instant};

/// What an action uses of a CPU, all of it in this thread, and what it gives; the time that it takes
/// where the system does not say more.
pub fn measured<T>(action: impl FnOnce() -> T) -> (Duration, T) {
    let begun = Instant::now();
    let before = used();
    let given = action();
    let took = before.zip(used()).map(|(before, after)| after - before);
    (took.unwrap_or_else(|| begun.elapsed()), given)
}

/// What this thread has used of a CPU so far.
fn used() -> Option<Duration> {
    let said = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(said.split(' ').next()?.parse().ok()?))
}
