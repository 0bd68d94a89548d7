//! Benchmark and answer files: converted, renewed, imported.

mod convert;
mod destination;
mod import;
mod refresh;

pub use convert::{Conversion, Converted};
pub use destination::{Destination, find_target};
pub use import::Imported;
pub(crate) use import::own;
pub use refresh::{Refresh, Refreshed};
