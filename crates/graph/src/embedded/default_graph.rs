//! What queries see that name no graph.

use serde::{Deserialize, Serialize};

/// What queries see that name no graph.
///
/// It matters only if there are named graphs, as in N-Quads, TriG and JSON-LD. A query that says
/// `FROM` decides for itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DefaultGraph {
    /// The triples outside of named graphs, as SPARQL has it.
    #[default]
    Unnamed,
    /// All triples, wherever they stand.
    Union,
}
