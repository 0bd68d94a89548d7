//! Scores compared with the originals, and what holds for every rule set.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod answers;
mod benchmarks;
mod campaign;
mod every_set;
mod experiments;
mod gerbil;
mod rules;
mod shared;
mod text2sparql;
