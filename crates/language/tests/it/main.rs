//! Questions in eight languages, compared with treebanks and reference taggers.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod models;
mod nltk;
mod properties;
mod questions;
mod shared;
mod treebank;
