//! YAML read item by item: split by indentation, then each item as the same tree that JSON gives.

mod compose;
mod driver;
mod scalar;
mod split;

pub(crate) use driver::YamlDriver;
pub(crate) use split::has_key;
