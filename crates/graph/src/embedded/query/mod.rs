//! SPARQL on an index: made ready for the evaluator, run within limits, its results collected.

mod aggregates;
mod calendar;
mod collect;
mod counts;
mod dataset;
mod evaluate;
mod expressions;
mod functions;
mod generic;
mod hybrid;
mod kinds;
mod large;
mod lexical;
mod paths;
mod prepare;
mod several;
mod sort_key;

pub(crate) use collect::Gathered;
pub(crate) use evaluate::evaluate_on;
pub(super) use evaluate::{evaluate, evaluate_several};
pub(crate) use several::{inner, outer};
pub(crate) use sort_key::{sort_key, sort_key_among_numbers};
