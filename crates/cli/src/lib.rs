//! The library behind the `lydite` program.

pub mod catalogue;
