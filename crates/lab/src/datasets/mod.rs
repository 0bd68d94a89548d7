//! Benchmark and answer files: converted, renewed, imported.

mod convert;
mod destination;
mod diff;
mod import;
mod memory;
mod parts;
mod refresh;

pub use convert::{Conversion, Converted, Without};
pub use destination::{Destination, find_target};
pub use diff::{ChangedPart, ChangedQuestion, DatasetDiff};
pub use import::Imported;
pub(crate) use import::own;
pub use refresh::{Refresh, Refreshed};
