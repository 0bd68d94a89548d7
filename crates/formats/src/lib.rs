//! Reads, checks, repairs, converts and writes benchmark and answer files.
//!
//! Any file of the field goes in: the format, the encoding and the compression are detected
//! from the content. Reading is tolerant but never silent: each irregularity is a
//! [`Diagnostic`](lydite_model::Diagnostic) with a stable [code](codes), its place, what was done
//! about it and what to do.

pub mod codes;

mod checks;
mod context;
mod format;
mod generate;
mod input;
mod json;
mod layouts;
mod notation;
mod profile;
mod reader;
mod refreshed;
mod spelling;
mod table;
mod terms;
#[cfg(test)]
mod testing;
mod variants;
mod write;
mod xml;
mod yaml;

pub use format::{Format, formats};
pub use generate::generate;
pub use input::unpacks_beyond;
pub use layouts::Layout;
pub use lydite_digest::sha256;
pub use profile::{AnswerProfile, FlagProfile, LanguageProfile, Profile, Profiler};
pub use reader::{Item, ReadError, Reader};
pub use write::{Report, Target, Writer, targets};
