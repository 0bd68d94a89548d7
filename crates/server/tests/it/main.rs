//! The page over real connections: what people and programs do, and what must be refused.

#![allow(clippy::unwrap_used)]

mod api;
mod browser;
mod page;
mod security;
mod stories;
mod tour;
