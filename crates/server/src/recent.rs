//! What was found out last, so that a page and its pictures cost no more than one of them.

use std::sync::{Arc, Mutex, PoisonError};

use crate::error::Fault;

/// The last things that were found out, by what was asked.
pub(crate) struct Recent<V> {
    kept: Mutex<Vec<(String, Arc<V>)>>,
    most: usize,
}

impl<V> Recent<V> {
    /// Keeps so many things.
    pub(crate) fn new(most: usize) -> Self {
        Self {
            kept: Mutex::default(),
            most,
        }
    }

    /// What is known about a key, or is found out now.
    pub(crate) fn get(
        &self,
        key: &str,
        find_out: impl FnOnce() -> Result<V, Fault>,
    ) -> Result<Arc<V>, Fault> {
        let known = self.known(key);
        if let Some(known) = known {
            return Ok(known);
        }
        let found = Arc::new(find_out()?);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|(own, _)| own != key);
        kept.push((key.to_owned(), Arc::clone(&found)));
        if kept.len() > self.most {
            kept.remove(0);
        }
        Ok(found)
    }

    fn known(&self, key: &str) -> Option<Arc<V>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|(own, _)| own == key)?;
        let one = kept.remove(at);
        let found = Arc::clone(&one.1);
        kept.push(one);
        Some(found)
    }
}
