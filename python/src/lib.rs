//! The Python module of Lydite: the use cases of `lab` and the commands of the program, as functions.
//!
//! Nothing is decided here. Options arrive as the words of a command line, so that Python and the
//! program understand them alike; documents leave as the JSON text that the program prints. The
//! Python files beside this crate make classes of both.

// Functions that Python calls own their arguments, and closures get any lifetime of the interpreter.
#![allow(
    clippy::needless_pass_by_value,
    clippy::redundant_closure_for_method_calls
)]

mod arrow;
mod asking;
mod commands;
mod components;
mod errors;
mod evaluating;
mod graphs;
mod observing;
mod queries;
mod running;
mod work;

use pyo3::prelude::*;

/// The engine of Lydite.
#[pymodule]
mod _lydite {
    #[pymodule_export]
    use super::asking::Asking;
    #[pymodule_export]
    use super::commands::{command, main, version};
    #[pymodule_export]
    use super::components::annotate;
    #[pymodule_export]
    use super::evaluating::{Evaluated, evaluate, questions};
    #[pymodule_export]
    use super::graphs::{Found, Graph};
    #[pymodule_export]
    use super::queries::{canonical, difference, parse, readable};
    #[pymodule_export]
    use super::running::run;
    #[pymodule_export]
    use super::work::Cancel;
}
