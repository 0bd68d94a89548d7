//! Knowledge graphs, wherever they live: one [`KnowledgeGraph`] interface.

mod answers;
mod embedded;
mod error;
mod interface;
mod remote;
mod results;

pub use embedded::{BadLine, Embedded, LoadReport, Loader, Phase, Progress, SourceReport};
pub use error::GraphError;
pub use interface::{Hit, KnowledgeGraph, Limits, Pattern};
pub use remote::{Credentials, Method, Politeness, Remote, Retries};
pub use results::{Note, Results, Rows, Value};

pub use oxrdf;
