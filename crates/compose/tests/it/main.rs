//! The tests of the crate as a whole.

#![allow(clippy::unwrap_used)]

mod any_input;
mod components;
mod cubes;
mod grammar;
mod languages;
mod links;
mod measured;
mod places;
mod questions;
mod texts;
mod training;
