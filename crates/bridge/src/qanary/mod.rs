//! Qanary: a pipeline in which foreign components work beside our own.
//!
//! Foreign components register over HTTP (`registry`) and find the question, and what others said
//! about it, in a named graph per question (`store`). Our own components read the same graph
//! (`annotations`) and write into it, so neither knows of the other.

mod annotations;
mod host;
mod registry;
mod running;
mod store;

pub use host::router;
