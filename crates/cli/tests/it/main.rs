//! The program as a user runs it.

#![allow(clippy::unwrap_used)]

mod book;
mod demo;
mod endpoint;
mod execution;
mod interface;
mod kg;
mod leaderboard;
mod printing;
mod program;
mod query;
mod results;
mod sample;
mod score;
mod template;
