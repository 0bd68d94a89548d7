//! From files to an index: read and unpack, parse in parallel, number the terms, sort, write.

mod batch;
mod claim;
mod collected;
mod dictionary;
mod guard;
mod index_maps;
mod journal;
mod lines;
mod loader;
mod named;
mod parse;
mod permutations;
mod relative;
mod report;
mod source;
mod stretches;
mod text;
mod write;

pub use loader::Loader;
pub use report::{BadLine, LoadReport, Phase, Progress, SourceReport};

pub(super) use dictionary::{Dictionary, GROUP, split_number, table_slot};
pub(super) use loader::index_of;
pub(super) use permutations::Permutations;
pub(super) use write::Facts;
