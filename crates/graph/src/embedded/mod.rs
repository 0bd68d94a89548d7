//! Graphs embedded in the program: loaded once into a compact index file, open at once afterwards.
//!
//! ```text
//! files ──► load (parse in parallel, number terms, sort) ──► file ──► store ──► query
//! ```

mod default_graph;
mod file;
mod graph;
mod load;
mod profile;
mod query;
mod stop;
mod store;
mod term;
mod text;

pub use default_graph::DefaultGraph;
pub use graph::Embedded;
pub(crate) use graph::{common_terms, stream_together};
pub use load::{BadLine, LoadReport, Loader, Phase, Progress, SourceReport};
pub use profile::{ClassUse, Profile, PropertyUse, Usage};

pub(crate) use query::{Gathered, evaluate_on, inner, outer, sort_key, sort_key_among_numbers};
pub(crate) use store::Common;
