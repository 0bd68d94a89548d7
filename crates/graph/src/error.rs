//! Why a graph gave no answer.

use std::time::Duration;

/// Why a graph gave no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GraphError {
    /// The query took longer than it may.
    #[error("stopped after {0:?}: the query takes longer than it may")]
    Deadline(Duration),
    /// The query held more memory than it may.
    #[error("stopped: the query holds more than {0} bytes of intermediate results")]
    Memory(usize),
    /// The engine refused or failed; its own words.
    #[error("the query failed: {0}")]
    Query(String),
    /// The graph cannot be reached.
    #[error("{place} is out of reach: {reason}")]
    OutOfReach {
        /// The address.
        place: String,
        /// Why.
        reason: String,
    },
    /// The answer of an endpoint makes no sense.
    #[error("{place} answered with something else than results: {reason}")]
    NotResults {
        /// The address.
        place: String,
        /// What was wrong with it.
        reason: String,
    },
    /// An index file is damaged or of another version.
    #[error("the index {place} cannot be used: {reason}")]
    Damaged {
        /// The file.
        place: String,
        /// What was found.
        reason: String,
    },
    /// A file cannot be read or written.
    #[error("{place}: {source}")]
    Io {
        /// The file.
        place: String,
        /// Why.
        source: std::io::Error,
    },
}
