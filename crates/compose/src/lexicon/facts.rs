//! The triples of a graph with terms as numbers, for statistics and for walking along paths.

use lydite_graph::oxrdf::{Literal, Term};
use lydite_graph::{GraphError, KnowledgeGraph, Limits, Pattern};
use rustc_hash::FxHashMap;

/// The number of a term.
pub(crate) type TermId = u32;

/// All triples of a graph, from both ends.
pub(crate) struct Facts {
    terms: Vec<Term>,
    numbers: FxHashMap<Term, TermId>,
    out: Adjacency,
    inc: Adjacency,
}

/// Pairs of predicate and neighbour by node, sorted.
struct Adjacency {
    starts: Vec<u32>,
    pairs: Vec<(TermId, TermId)>,
}

impl Adjacency {
    fn new(nodes: usize, mut edges: Vec<(TermId, TermId, TermId)>) -> Self {
        edges.sort_unstable();
        edges.dedup();
        let mut starts = vec![0u32; nodes + 1];
        for (node, _, _) in &edges {
            starts[*node as usize + 1] += 1;
        }
        for at in 0..nodes {
            starts[at + 1] += starts[at];
        }
        let pairs = edges.into_iter().map(|(_, p, other)| (p, other)).collect();
        Self { starts, pairs }
    }

    fn of(&self, node: TermId) -> &[(TermId, TermId)] {
        let node = node as usize;
        &self.pairs[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    fn with(&self, node: TermId, predicate: TermId) -> &[(TermId, TermId)] {
        let pairs = self.of(node);
        let start = pairs.partition_point(|(p, _)| *p < predicate);
        let end = pairs.partition_point(|(p, _)| *p <= predicate);
        &pairs[start..end]
    }
}

impl Facts {
    /// Reads all triples of a graph.
    pub(crate) fn read(graph: &dyn KnowledgeGraph, limits: &Limits) -> Result<Self, GraphError> {
        let mut terms = Vec::new();
        let mut numbers: FxHashMap<Term, TermId> = FxHashMap::default();
        let mut number = |term: Term| {
            *numbers.entry(term).or_insert_with_key(|term| {
                terms.push(term.clone());
                terms.len() as TermId - 1
            })
        };
        let mut forward = Vec::new();
        let mut backward = Vec::new();
        for triple in graph.triples(&Pattern::default(), limits)? {
            let subject = number(triple.subject.into());
            let predicate = number(triple.predicate.into());
            let object = number(triple.object);
            forward.push((subject, predicate, object));
            backward.push((object, predicate, subject));
        }
        let nodes = terms.len();
        Ok(Self {
            terms,
            numbers,
            out: Adjacency::new(nodes, forward),
            inc: Adjacency::new(nodes, backward),
        })
    }

    /// How many terms there are; they are numbered from 0.
    pub(crate) fn len(&self) -> usize {
        self.terms.len()
    }

    /// A term by its number.
    pub(crate) fn term(&self, id: TermId) -> &Term {
        &self.terms[id as usize]
    }

    /// The number of a resource, if the graph has it.
    pub(crate) fn find(&self, iri: &str) -> Option<TermId> {
        let node = lydite_graph::oxrdf::NamedNode::new(iri).ok()?;
        self.numbers.get(&Term::NamedNode(node)).copied()
    }

    /// The IRI of a resource.
    pub(crate) fn iri(&self, id: TermId) -> Option<&str> {
        match self.term(id) {
            Term::NamedNode(node) => Some(node.as_str()),
            _ => None,
        }
    }

    /// The literal of this number, if it is one.
    pub(crate) fn literal(&self, id: TermId) -> Option<&Literal> {
        match self.term(id) {
            Term::Literal(literal) => Some(literal),
            _ => None,
        }
    }

    pub(crate) fn is_literal(&self, id: TermId) -> bool {
        matches!(self.term(id), Term::Literal(_))
    }

    /// What is said about a node: predicates and objects.
    pub(crate) fn out(&self, node: TermId) -> &[(TermId, TermId)] {
        self.out.of(node)
    }

    /// What says something about a node: predicates and subjects.
    pub(crate) fn inc(&self, node: TermId) -> &[(TermId, TermId)] {
        self.inc.of(node)
    }

    /// The objects of a node and a predicate.
    pub(crate) fn objects(&self, node: TermId, predicate: TermId) -> impl Iterator<Item = TermId> {
        self.out
            .with(node, predicate)
            .iter()
            .map(|(_, object)| *object)
    }

    /// The subjects of a predicate and a node.
    pub(crate) fn subjects(&self, node: TermId, predicate: TermId) -> impl Iterator<Item = TermId> {
        self.inc
            .with(node, predicate)
            .iter()
            .map(|(_, subject)| *subject)
    }
}
