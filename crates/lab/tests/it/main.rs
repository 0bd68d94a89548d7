//! The use cases on real files and servers.

#![allow(clippy::unwrap_used)]

mod agreement;
mod attribution;
mod campaign;
mod cancelling;
mod catalogue;
mod choosing;
mod composition;
mod damage;
mod experiments;
mod fetch;
mod judging;
mod loading;
mod systems;
mod templates;
