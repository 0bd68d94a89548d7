//! SPARQL on an index: made ready for the evaluator, run within limits, its results collected.

mod calendar;
mod dataset;
mod evaluate;
mod functions;
mod generic;
mod hybrid;
mod prepare;
mod sort_key;

pub(super) use evaluate::evaluate;
pub(crate) use evaluate::evaluate_on;
pub(crate) use sort_key::{sort_key, sort_key_among_numbers};
