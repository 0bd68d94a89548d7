//! Why a graph gave no answer.

use std::time::Duration;

/// Why a graph gave no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GraphError {
    /// The query took longer than it may.
    #[error("stopped after {}: the query exceeded its time limit", rounded(*.0))]
    Deadline(Duration),
    /// The query held more memory than it may.
    #[error("stopped: the query needs more than {0} bytes for intermediate results")]
    Memory(usize),
    /// Whoever asked does not wait for it any more.
    #[error("cancelled")]
    Cancelled,
    /// The engine refused or failed; its own words.
    #[error("the query failed: {0}")]
    Query(String),
    /// The graph cannot be reached.
    #[error("{place} cannot be reached: {reason}")]
    OutOfReach {
        /// The address.
        place: String,
        /// Why.
        reason: String,
    },
    /// The endpoint requires credentials, or others than those that it got (HTTP 401).
    #[error("{place} requires {}", if *.given { "other credentials" } else { "credentials" })]
    Unauthorised {
        /// The address.
        place: String,
        /// Whether it got some.
        given: bool,
    },
    /// Requests may not go to this address.
    #[error("requests to {place} are not allowed: {reason}")]
    NotAllowed {
        /// The address.
        place: String,
        /// What the policy says.
        reason: String,
    },
    /// The answer of an endpoint makes no sense.
    #[error("{place} did not return SPARQL results: {reason}")]
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

/// A time as people say it.
fn rounded(time: Duration) -> String {
    match time.as_secs() {
        0 => format!("{} ms", time.as_millis()),
        _ => format!("{:.1} s", time.as_secs_f64()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_rounded() {
        for (nanoseconds, words) in [
            (1_000_143_309, "stopped after 1.0 s:"),
            (75_460_000_000, "stopped after 75.5 s:"),
            (200_731_004, "stopped after 200 ms:"),
        ] {
            let error = GraphError::Deadline(Duration::from_nanos(nanoseconds)).to_string();
            assert!(error.starts_with(words), "{error}");
        }
    }
}
