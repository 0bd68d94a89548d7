//! The use cases on real files and servers.

#![allow(clippy::unwrap_used)]

mod catalogue;
mod fetch;
