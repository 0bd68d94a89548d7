//! Knowledge graphs, wherever they live: one [`KnowledgeGraph`] interface.

mod answers;
mod embedded;
mod error;
mod generate;
mod interface;
mod links;
mod remote;
mod results;
mod ties;
mod union;

pub use embedded::{
    BadLine, ClassUse, DefaultGraph, Embedded, LoadReport, Loader, Phase, Profile, Progress,
    PropertyUse, SourceReport, Usage,
};
pub use error::GraphError;
pub use generate::generate;
pub use interface::{Hit, KnowledgeGraph, Limits, Pattern};
pub use remote::{Method, Remote};
pub use results::{Note, Results, Rows, Sink, Value};
pub use ties::{Doubt, Undecided, find_ties, note_ties};
pub use union::Union;

pub use lydite_http::{Credentials, Politeness, Retries};

pub use lydite_http as http;
pub use oxrdf;
