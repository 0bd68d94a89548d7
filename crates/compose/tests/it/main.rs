//! The tests of the crate as a whole.

mod any_input;
mod questions;
