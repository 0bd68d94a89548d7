//! What a graph says about single resources.

use std::sync::{Arc, PoisonError, RwLock};

use lydite_graph::oxrdf::{NamedNode, NamedOrBlankNode, Term};
use lydite_graph::{GraphError, KnowledgeGraph, Limits, Pattern};
use rustc_hash::FxHashMap;

/// Of hubs, only so many triples are looked at in each direction.
const MOST: usize = 2000;

/// So many neighbourhoods are remembered.
const REMEMBERED: usize = 20_000;

/// What a graph says about a resource: at most some thousand triples from each side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Neighbourhood {
    /// Its properties with their values.
    pub outgoing: Vec<(NamedNode, Term)>,
    /// The properties of which it is a value, with their subjects.
    pub incoming: Vec<(NamedNode, NamedOrBlankNode)>,
}

impl Neighbourhood {
    /// The other resources, without those that are classes of it.
    pub fn resources(&self) -> impl Iterator<Item = &str> {
        let outgoing = self
            .outgoing
            .iter()
            .filter(|(property, _)| {
                property.as_str() != "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
            })
            .filter_map(|(_, value)| match value {
                Term::NamedNode(node) => Some(node.as_str()),
                _ => None,
            });
        let incoming = self
            .incoming
            .iter()
            .filter_map(|(_, subject)| match subject {
                NamedOrBlankNode::NamedNode(node) => Some(node.as_str()),
                NamedOrBlankNode::BlankNode(_) => None,
            });
        outgoing.chain(incoming)
    }

    /// Whether it has a property.
    pub fn has(&self, property: &str) -> bool {
        self.outgoing
            .iter()
            .any(|(known, _)| known.as_str() == property)
    }

    /// Whether it is a value of a property.
    pub fn is_value_of(&self, property: &str) -> bool {
        self.incoming
            .iter()
            .any(|(known, _)| known.as_str() == property)
    }
}

/// Neighbourhoods that were looked up.
#[derive(Default)]
pub(super) struct Neighbourhoods {
    known: RwLock<FxHashMap<String, Arc<Neighbourhood>>>,
}

impl Neighbourhoods {
    pub(super) fn of(
        &self,
        graph: &dyn KnowledgeGraph,
        iri: &str,
    ) -> Result<Arc<Neighbourhood>, GraphError> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known.get(iri) {
            return Ok(Arc::clone(found));
        }
        drop(known);
        let found = Arc::new(look_up(graph, iri)?);
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(iri.to_owned(), Arc::clone(&found));
        Ok(found)
    }
}

fn look_up(graph: &dyn KnowledgeGraph, iri: &str) -> Result<Neighbourhood, GraphError> {
    let Ok(node) = NamedNode::new(iri) else {
        return Ok(Neighbourhood::default());
    };
    let limits = Limits::default().with_rows(MOST);
    let outgoing = graph.triples(
        &Pattern {
            subject: Some(node.clone().into()),
            ..Pattern::default()
        },
        &limits,
    )?;
    let incoming = graph.triples(
        &Pattern {
            object: Some(node.into()),
            ..Pattern::default()
        },
        &limits,
    )?;
    Ok(Neighbourhood {
        outgoing: outgoing
            .into_iter()
            .map(|triple| (triple.predicate, triple.object))
            .collect(),
        incoming: incoming
            .into_iter()
            .map(|triple| (triple.predicate, triple.subject))
            .collect(),
    })
}
