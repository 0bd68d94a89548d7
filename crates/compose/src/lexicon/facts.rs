//! The triples of a graph with terms as numbers, for statistics and for walking along paths.

use std::hash::{Hash, Hasher};

use lydite_graph::oxrdf::{Literal, NamedNodeRef, Term, TermRef};
use lydite_graph::{Embedded, GraphError, KnowledgeGraph, Limits, Pattern};
use rustc_hash::FxHasher;

/// The number of a term.
pub(crate) type TermId = u32;

/// All triples of a graph, from both ends.
pub(crate) struct Facts {
    terms: Vec<Term>,
    numbers: Numbers,
    out: Adjacency,
    inc: Adjacency,
}

/// Where to find terms by what they are: numbers in an open table, so that no term is kept twice.
struct Numbers {
    slots: Vec<TermId>,
    used: usize,
}

/// No number.
const FREE: TermId = TermId::MAX;

impl Numbers {
    fn with_capacity(terms: usize) -> Self {
        Self {
            slots: vec![FREE; (terms * 3 / 2 + 8).next_power_of_two()],
            used: 0,
        }
    }

    /// The slot of a term: the one that has it, or the free one where it belongs.
    fn slot(&self, terms: &[Term], term: TermRef<'_>) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = hash(term) as usize & mask;
        loop {
            let id = self.slots[at];
            if id == FREE || terms[id as usize].as_ref() == term {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    /// Notes the number of a term that is among `terms` already, and not yet here.
    fn note(&mut self, terms: &[Term], id: TermId) {
        if (self.used + 1) * 4 > self.slots.len() * 3 {
            let noted: Vec<TermId> = self
                .slots
                .iter()
                .copied()
                .filter(|id| *id != FREE)
                .collect();
            *self = Self::with_capacity(noted.len() * 2);
            for id in noted {
                self.note(terms, id);
            }
        }
        let slot = self.slot(terms, terms[id as usize].as_ref());
        self.slots[slot] = id;
        self.used += 1;
    }
}

fn hash(term: TermRef<'_>) -> u64 {
    let mut hasher = FxHasher::default();
    term.hash(&mut hasher);
    hasher.finish()
}

/// Pairs of predicate and neighbour by node, sorted.
struct Adjacency {
    starts: Vec<u32>,
    pairs: Vec<(TermId, TermId)>,
}

impl Adjacency {
    /// Takes triples of numbers to the places of their nodes, and sorts what belongs to a node.
    fn new(
        nodes: usize,
        triples: &[[TermId; 3]],
        place: impl Fn(&[TermId; 3]) -> (TermId, TermId, TermId),
    ) -> Self {
        let mut starts = vec![0u32; nodes + 1];
        for triple in triples {
            starts[place(triple).0 as usize + 1] += 1;
        }
        for at in 0..nodes {
            starts[at + 1] += starts[at];
        }
        let mut next = starts.clone();
        let mut pairs = vec![(0, 0); triples.len()];
        for triple in triples {
            let (node, predicate, other) = place(triple);
            let at = &mut next[node as usize];
            pairs[*at as usize] = (predicate, other);
            *at += 1;
        }
        drop(next);
        for bounds in starts.windows(2) {
            pairs[bounds[0] as usize..bounds[1] as usize].sort_unstable();
        }
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
        let (terms, numbers, mut triples) = match graph.embedded() {
            Some(embedded) => numbered(embedded)?,
            None => fetched(graph, limits)?,
        };
        // The same triple may stand in several graphs.
        triples.sort_unstable();
        triples.dedup();
        let nodes = terms.len();
        Ok(Self {
            terms,
            numbers,
            out: Adjacency::new(nodes, &triples, |[s, p, o]| (*s, *p, *o)),
            inc: Adjacency::new(nodes, &triples, |[s, p, o]| (*o, *p, *s)),
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
        let node = TermRef::NamedNode(NamedNodeRef::new(iri).ok()?);
        let id = self.numbers.slots[self.numbers.slot(&self.terms, node)];
        (id != FREE).then_some(id)
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

/// What is read of a graph: its terms, where to find them, and its triples.
type Read = (Vec<Term>, Numbers, Vec<[TermId; 3]>);

/// The triples of an index, which has numbers already: terms are read once each, in the order in
/// which they occur.
fn numbered(graph: &Embedded) -> Result<Read, GraphError> {
    let mut found = vec![FREE; graph.terms() as usize];
    let mut terms: Vec<Term> = Vec::new();
    let mut triples = Vec::with_capacity(graph.len() as usize);
    graph.each_numbered(|triple, term| {
        triples.push(triple.map(|number| {
            let id = &mut found[number as usize];
            if *id == FREE {
                *id = terms.len() as TermId;
                terms.push(term(number));
            }
            *id
        }));
    })?;
    drop(found);
    // Only resources are looked for.
    let named = terms.iter().filter(|term| term.is_named_node()).count();
    let mut numbers = Numbers::with_capacity(named);
    for (id, term) in terms.iter().enumerate() {
        if term.is_named_node() {
            numbers.note(&terms, id as TermId);
        }
    }
    Ok((terms, numbers, triples))
}

/// The triples of any graph.
fn fetched(graph: &dyn KnowledgeGraph, limits: &Limits) -> Result<Read, GraphError> {
    let mut terms: Vec<Term> = Vec::new();
    let mut numbers = Numbers::with_capacity(0);
    let mut number = |term: Term| {
        let known = numbers.slots[numbers.slot(&terms, term.as_ref())];
        if known != FREE {
            return known;
        }
        let id = terms.len() as TermId;
        terms.push(term);
        numbers.note(&terms, id);
        id
    };
    let mut triples = Vec::new();
    for triple in graph.triples(&Pattern::default(), limits)? {
        let subject = number(triple.subject.into());
        let predicate = number(triple.predicate.into());
        triples.push([subject, predicate, number(triple.object)]);
    }
    Ok((terms, numbers, triples))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lydite_graph::Union;

    #[test]
    fn an_index_and_any_other_graph_are_read_alike() {
        let mut text = String::new();
        for at in 0..300 {
            text += &format!(
                "<http://n/{at}> <http://p/{}> <http://n/{}> , \"{at}\" .\n",
                at % 7,
                at * 31 % 300
            );
        }
        let graph = || Embedded::from_bytes("g.ttl", text.clone().into_bytes()).unwrap();
        let limits = Limits::default();
        let one = Facts::read(&graph(), &limits).unwrap();
        let other = Facts::read(
            &Union::new(vec![Box::new(graph()), Box::new(graph())]),
            &limits,
        )
        .unwrap();
        assert_eq!(one.len(), other.len());
        assert_eq!(one.len(), 300 + 7 + 300);
        for at in 0..300 {
            let iri = format!("http://n/{at}");
            let [here, there] = [&one, &other].map(|facts| {
                let node = facts.find(&iri).unwrap();
                let terms = |pairs: &[(TermId, TermId)]| {
                    let mut terms: Vec<String> = pairs
                        .iter()
                        .map(|(p, o)| format!("{} {}", facts.term(*p), facts.term(*o)))
                        .collect();
                    terms.sort_unstable();
                    terms
                };
                assert!(facts.out(node).is_sorted() && facts.inc(node).is_sorted());
                (terms(facts.out(node)), terms(facts.inc(node)))
            });
            assert_eq!(here, there, "{iri}");
            assert_eq!(here.0.len(), 2);
        }
        assert_eq!(one.find("http://n/300"), None);
        assert_eq!(one.find("no address"), None);
    }
}
