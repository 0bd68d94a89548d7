//! Names and texts of resources: made on load, looked up exactly, by beginning, by likeness, by word.

mod build;
mod names;
mod normal;
mod search;

pub(super) use build::{ITS_IRI, TextIndex};
pub(super) use names::{describing, local_name};
pub(super) use normal::{normalise, words};
