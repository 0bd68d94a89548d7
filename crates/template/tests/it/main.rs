//! The template evaluator against the published one, against its documentation, and what holds of
//! every verdict.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod conformance;
mod documentation;
mod properties;
