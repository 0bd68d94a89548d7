//! SPARQL on an index: made ready for the evaluator, run within limits, its results collected.

mod aggregates;
mod calendar;
mod collect;
mod dataset;
mod evaluate;
mod expressions;
mod functions;
mod generic;
mod hybrid;
mod large;
mod lexical;
mod paths;
mod prepare;
mod sort_key;

pub(super) use collect::Gathered;
pub(super) use evaluate::evaluate;
pub(crate) use evaluate::evaluate_on;
pub(crate) use sort_key::{sort_key, sort_key_among_numbers};
