//! A way to end work from outside.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that ends work from outside: whoever holds a clone can raise it, and everything that was
/// given one looks at it while it works.
///
/// It cannot be lowered again. Work that ends this way says so; it never passes off a part as the
/// whole.
///
/// ```
/// use lydite_model::Cancel;
///
/// let cancel = Cancel::new();
/// let seen_by_the_work = cancel.clone();
/// assert!(!seen_by_the_work.is_cancelled());
/// cancel.cancel();
/// assert!(seen_by_the_work.is_cancelled());
/// ```
#[derive(Clone, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A flag that is not raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// Raises the flag, for all clones and for good.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is raised.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl fmt::Debug for Cancel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Cancel").field(&self.is_cancelled()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_is_shared_by_its_clones_and_by_nobody_else() {
        let (one, other) = (Cancel::new(), Cancel::new());
        let clone = one.clone();
        std::thread::spawn(move || clone.cancel()).join().unwrap();
        assert!(one.is_cancelled());
        assert!(!other.is_cancelled());
    }
}
