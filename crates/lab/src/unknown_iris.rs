//! The IRIs of a query that a graph does not have: the most frequent reason why a query that reads
//! well gives nothing.

use lydite_graph::{GraphError, KnowledgeGraph, Limits, Pattern};
use lydite_sparql::{Parsed, Structure};
use oxrdf::NamedNode;

/// The IRIs in the triples of a query that occur in no triple of the graph, in the order of the
/// query.
///
/// # Errors
/// The graph cannot be asked.
pub fn unknown_iris(
    graph: &dyn KnowledgeGraph,
    query: &Parsed,
    limits: &Limits,
) -> Result<Vec<String>, GraphError> {
    let limits = limits.clone().with_rows(1);
    let mut unknown = Vec::new();
    for iri in Structure::of(query).triple_iris() {
        if !knows(graph, iri, &limits)? {
            unknown.push(iri.to_owned());
        }
    }
    Ok(unknown)
}

/// Whether an IRI occurs in any triple.
pub(crate) fn knows(
    graph: &dyn KnowledgeGraph,
    iri: &str,
    limits: &Limits,
) -> Result<bool, GraphError> {
    let Ok(node) = NamedNode::new(iri) else {
        return Ok(false);
    };
    let places = [
        Pattern {
            subject: Some(node.clone().into()),
            ..Pattern::default()
        },
        Pattern {
            predicate: Some(node.clone()),
            ..Pattern::default()
        },
        Pattern {
            object: Some(node.into()),
            ..Pattern::default()
        },
    ];
    for place in places {
        if !graph.triples(&place, limits)?.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use lydite_graph::Embedded;
    use lydite_sparql::{Dialect, parse};

    use super::*;

    #[test]
    fn only_what_no_triple_has_is_unknown() {
        let graph =
            Embedded::from_bytes("a.nt", b"<http://a> <http://p> <http://b> .".to_vec()).unwrap();
        let query = "SELECT ?x { <http://a> <http://p> ?x . ?x <http://q> <http://b> . \
                     ?x <http://p> <http://c> ; <http://q> \"<http://d>\" }";
        let query = parse(query, &Dialect::field()).unwrap();
        let unknown = unknown_iris(&graph, &query, &Limits::default()).unwrap();
        assert_eq!(unknown, ["http://q", "http://c"]);
    }
}
