//! Built-in pipelines: where they are looked up.

use std::sync::Arc;

use lydite_graph::KnowledgeGraph;

use super::QaSystem;

/// Where built-in pipelines are looked up by name, as in `pipeline:NAME`.
///
/// Whoever has pipelines gives them to a lab with [`Lab::with_pipelines`](crate::Lab::with_pipelines);
/// without, no name is known.
pub trait Pipelines: Send + Sync {
    /// The names that are known.
    fn names(&self) -> Vec<String>;

    /// The pipeline of this name, over this graph; nothing if there is none.
    fn open(&self, name: &str, graph: Option<Arc<dyn KnowledgeGraph>>)
    -> Option<Box<dyn QaSystem>>;
}
