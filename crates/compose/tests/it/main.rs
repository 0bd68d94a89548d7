//! The tests of the crate as a whole.

#![allow(clippy::unwrap_used)]

mod any_input;
mod components;
mod cubes;
mod languages;
mod places;
mod links;
mod questions;
mod texts;
mod training;
