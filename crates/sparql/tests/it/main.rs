//! Queries of real benchmarks, and what holds for any query.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod conformance;
mod documentation;
mod properties;
mod reference;
mod shared;
