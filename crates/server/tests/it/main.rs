//! The page over real connections: the stories of the issue, and what must be refused.

#![allow(clippy::unwrap_used)]

mod api;
mod browser;
mod page;
mod security;
mod stories;
mod tour;
