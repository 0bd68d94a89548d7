//! Features and samples, compared with what QaldGen published.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod agreement;
mod datasets;
mod documentation;
mod properties;
mod reference;
mod shared;
