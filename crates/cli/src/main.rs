//! The `lydite` program.

fn main() {}
