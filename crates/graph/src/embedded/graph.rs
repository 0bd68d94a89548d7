//! A graph embedded in the program.

use std::path::{Path, PathBuf};

use lydite_model::naming_rank;
use lydite_sparql::Parsed;
use oxrdf::{GraphName, NamedNode, NamedOrBlankNode, Quad, Term, Triple};
use rustc_hash::FxHashSet;

use super::default_graph::DefaultGraph;
use super::file::{Index, Section};
use super::load::{SourceReport, index_of};
use super::profile::{Profile, Usage};
use super::query::{Gathered, evaluate, evaluate_several};
use super::stop::{guard, guard_index, hold};
use super::store::{Common, Scope, Several, Store};
use super::term::{Key, Kind};
use super::text::ITS_IRI;
use crate::{GraphError, Hit, KnowledgeGraph, Limits, Note, Pattern, Results, Sink};

/// A graph embedded in the program: an index file, or a small graph in memory.
///
/// ```
/// use lydite_graph::{Embedded, KnowledgeGraph, Limits, Value};
/// use lydite_sparql::{Dialect, parse};
///
/// let lakes = Embedded::from_bytes("lakes.ttl", b"
///     @prefix ex: <http://example.org/> .
///     ex:Saimaa a ex:Lake ; ex:area 4370 .
///     ex:Inari a ex:Lake ; ex:area 1040 .
/// ".to_vec())?;
/// let query = parse("ASK { ?lake <http://example.org/area> 4370 }", &Dialect::field())?;
/// assert_eq!(lakes.query(&query, &Limits::default())?.value, Value::Boolean(true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Embedded {
    store: Store,
    path: Option<PathBuf>,
}

impl Embedded {
    /// Opens an index file that a [`Loader`](crate::Loader) has written.
    ///
    /// # Errors
    /// If there is none, or if it is damaged or of another version.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, GraphError> {
        let path = path.as_ref();
        let store = Store::new(Index::open(path)?, &|| path.display().to_string())?;
        Ok(Self {
            store,
            path: Some(path.to_owned()),
        })
    }

    /// Loads a small graph from memory; the name tells its notation (`demo.ttl`).
    ///
    /// # Errors
    /// If the text is packed and cannot be unpacked. Statements that cannot be read are left out
    /// and told in [`sources`](Self::sources).
    pub fn from_bytes(name: &str, text: Vec<u8>) -> Result<Self, GraphError> {
        let place = || name.to_owned();
        let bytes = index_of(name, text).map_err(|source| GraphError::Io {
            place: place(),
            source,
        })?;
        let store = Store::new(Index::hold(&bytes)?, &place)?;
        Ok(Self { store, path: None })
    }

    /// How many triples there are.
    pub fn len(&self) -> u64 {
        self.store.facts.triples
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many different terms there are.
    pub fn terms(&self) -> u64 {
        self.store.facts.terms
    }

    /// The length of the index in bytes.
    pub fn index_bytes(&self) -> u64 {
        self.store.index().length() as u64
    }

    /// A digest of what was loaded: the same files give the same one, in any order.
    pub fn digest(&self) -> &str {
        &self.store.facts.digest
    }

    /// The files that were loaded.
    pub fn sources(&self) -> &[SourceReport] {
        &self.store.facts.sources
    }

    /// Classes, properties and languages in figures, as counted on load.
    ///
    /// # Errors
    /// If the index is damaged.
    pub fn profile(&self) -> Result<Profile, GraphError> {
        let read = self
            .read(|| serde_json::from_slice(self.store.index().section(Section::Profile).all()))?;
        read.map_err(|error| GraphError::Damaged {
            place: self.place(),
            reason: error.to_string(),
        })
    }

    /// How often a resource is the object of a triple.
    ///
    /// # Errors
    /// If the index is damaged.
    pub fn popularity(&self, iri: &str) -> Result<usize, GraphError> {
        self.read(|| {
            let resource = self.store.iri(iri);
            resource.map_or(0, |resource| self.store.popularity(resource))
        })
    }

    /// How many named graphs there are.
    pub fn named_graphs(&self) -> u64 {
        self.store.facts.graphs
    }

    /// The named graphs and how many triples each has, the largest first.
    ///
    /// # Errors
    /// If the index is damaged.
    pub fn graphs(&self) -> Result<Vec<Usage>, GraphError> {
        self.read(|| {
            let mut graphs: Vec<Usage> = self
                .store
                .graph_names()
                .iter()
                .map(|graph| Usage {
                    name: self.store.stored(*graph).value(),
                    count: self.store.graph_length(*graph) as u64,
                })
                .collect();
            graphs.sort_by(|one, other| (other.count, &one.name).cmp(&(one.count, &other.name)));
            graphs
        })
    }

    /// How many triples stand outside of named graphs.
    pub fn unnamed(&self) -> u64 {
        self.store.facts.unnamed
    }

    /// What queries see that name no graph.
    pub fn default_graph(&self) -> DefaultGraph {
        self.store.facts.default_graph
    }

    /// The name by which queries can ask for the triples outside of named graphs, too.
    pub fn graph_name(&self) -> Option<&str> {
        self.store.facts.graph_name.as_deref()
    }

    /// The same graph with another default graph.
    #[must_use]
    pub fn with_default_graph(mut self, default_graph: DefaultGraph) -> Self {
        self.store.facts.default_graph = default_graph;
        self
    }

    /// The same graph with a name, an IRI, for the triples outside of named graphs.
    #[must_use]
    pub fn with_graph_name(mut self, name: impl Into<String>) -> Self {
        self.store.facts.graph_name = Some(name.into());
        self
    }

    /// Gives every triple of every graph, in the order of the index, until `take` fails.
    ///
    /// # Errors
    /// If the index is damaged, or with what `take` fails.
    pub fn each_quad<E: From<GraphError>>(
        &self,
        mut take: impl FnMut(Quad) -> Result<(), E>,
    ) -> Result<(), E> {
        let walked = self.read(|| {
            let mut outside = self
                .store
                .found(&self.store.unnamed_scope(), None, None, None);
            outside.try_for_each(|triple| match self.triple(triple) {
                Some(triple) => take(triple.in_graph(GraphName::DefaultGraph)),
                None => Ok(()),
            })?;
            for graph in self.store.graph_names() {
                let name = match self.store.stored(*graph).to_term() {
                    Term::NamedNode(node) => GraphName::from(node),
                    Term::BlankNode(node) => node.into(),
                    Term::Literal(_) => continue,
                };
                let mut inside = self.store.found(&Scope::Graph(*graph), None, None, None);
                inside.try_for_each(|triple| match self.triple(triple) {
                    Some(triple) => take(triple.in_graph(name.clone())),
                    None => Ok(()),
                })?;
            }
            Ok(())
        });
        walked.map_err(E::from)?
    }

    /// Gives every triple of the default graph as the numbers of its terms, from 0 below
    /// [`terms`](Self::terms), and a way to read a term. It is far cheaper than to read the terms of
    /// every triple. What stands in several graphs may come several times.
    ///
    /// # Errors
    /// If the index is damaged.
    pub fn each_numbered(
        &self,
        mut take: impl FnMut([u32; 3], &dyn Fn(u32) -> Term),
    ) -> Result<(), GraphError> {
        let term = |number: u32| self.store.stored(number).to_term();
        self.read(|| {
            let scope = self.store.default_scope();
            let found = self.store.found(&scope, None, None, None);
            for triple in found {
                take(triple, &term);
            }
        })
    }

    /// Checks every byte of the index against its checksum.
    ///
    /// # Errors
    /// [`GraphError::Damaged`] with the place of the first damage found. Answers never come from
    /// damaged bytes, with or without this: blocks are checked before their first use.
    pub fn verify(&self) -> Result<(), GraphError> {
        let checked = self.store.index().check_all();
        checked.map_err(|reason| GraphError::Damaged {
            place: self.place(),
            reason,
        })
    }

    fn place(&self) -> String {
        let path = self.path.as_deref();
        path.map_or_else(
            || "(in memory)".to_owned(),
            |path| path.display().to_string(),
        )
    }

    /// Does some short work on the index.
    fn read<T>(&self, work: impl FnOnce() -> T) -> Result<T, GraphError> {
        guard_index(&|| self.place(), work)
    }

    /// Whether a term is a literal in a language; what is said in no language counts in all.
    fn is_literal_in(&self, number: u32, language: Option<&str>) -> bool {
        let stored = self.store.stored(number);
        if !stored.is_literal() {
            return false;
        }
        stored.kind != Kind::Tagged
            || language.is_none_or(|language| stored.second.eq_ignore_ascii_case(language))
    }

    fn named_node(&self, number: u32) -> Option<NamedNode> {
        match self.store.stored(number).to_term() {
            Term::NamedNode(node) => Some(node),
            _ => None,
        }
    }
}

impl KnowledgeGraph for Embedded {
    fn embedded(&self) -> Option<&Embedded> {
        Some(self)
    }

    fn prefixes(&self) -> Vec<(String, String)> {
        self.store.facts.prefixes.clone()
    }

    fn content_digest(&self) -> Option<String> {
        Some(self.digest().to_owned())
    }

    fn triples(&self, pattern: &Pattern, limits: &Limits) -> Result<Vec<Triple>, GraphError> {
        guard(&|| self.place(), limits, || {
            let Some([subject, predicate, object]) = self.numbers(pattern) else {
                return Vec::new();
            };
            let scope = self.store.default_scope();
            let found = self.store.found(&scope, subject, predicate, object);
            found
                .take(limits.rows)
                .filter_map(|triple| {
                    let triple = self.triple(triple)?;
                    hold(size_of::<Triple>());
                    Some(triple)
                })
                .collect()
        })
    }

    fn query(&self, query: &Parsed, limits: &Limits) -> Result<Results, GraphError> {
        let mut all = Gathered::default();
        let notes = evaluate(&self.store, &|| self.place(), query, limits, &mut all)?;
        Ok(all.into_results(notes))
    }

    fn stream(
        &self,
        query: &Parsed,
        limits: &Limits,
        sink: &mut (dyn Sink + Send),
    ) -> Result<Vec<Note>, GraphError> {
        evaluate(&self.store, &|| self.place(), query, limits, sink)
    }

    fn labels(&self, iri: &str, language: Option<&str>) -> Result<Vec<String>, GraphError> {
        self.read(|| {
            let Some(resource) = self.store.iri(iri) else {
                return Vec::new();
            };
            let mut found: Vec<(u8, String)> = Vec::new();
            for predicate in self.store.naming() {
                let mut literals = self.store.objects(resource, *predicate).peekable();
                if literals.peek().is_none() {
                    continue;
                }
                let property = self.store.stored(*predicate).value();
                let rank = naming_rank(&property).unwrap_or(u8::MAX);
                for literal in literals.filter(|literal| self.is_literal_in(*literal, language)) {
                    found.push((rank, self.store.stored(literal).value()));
                }
            }
            found.sort();
            let mut seen = FxHashSet::default();
            let labels = found.into_iter().map(|(_, label)| label);
            labels.filter(|label| seen.insert(label.clone())).collect()
        })
    }

    fn types(&self, iri: &str) -> Result<Vec<NamedNode>, GraphError> {
        self.read(|| {
            let (Some(subject), Some(class)) = (self.store.iri(iri), self.store.iri(TYPE)) else {
                return Vec::new();
            };
            let classes = self.store.objects(subject, class);
            classes.filter_map(|class| self.named_node(class)).collect()
        })
    }

    fn super_classes(&self, class: &str) -> Result<Vec<NamedNode>, GraphError> {
        self.read(|| self.reach(class, &[SUB_CLASS_OF], &[]))
    }

    fn same_as(&self, iri: &str) -> Result<Vec<NamedNode>, GraphError> {
        self.read(|| self.reach(iri, &SAME, &SAME))
    }

    fn labelled(&self, label: &str, language: Option<&str>) -> Result<Vec<NamedNode>, GraphError> {
        self.read(|| {
            let named = self.store.with_normal_name(label).into_iter();
            let mut resources: Vec<u32> = named
                // What an identifier says helps to find a thing, but is no label of it.
                .filter(|[_, literal]| *literal != ITS_IRI)
                .filter(|[_, literal]| {
                    let is_it = || self.store.stored(*literal).value() == label;
                    self.is_literal_in(*literal, language) && is_it()
                })
                .map(|[resource, _]| resource)
                .collect();
            resources.dedup();
            resources
                .into_iter()
                .filter_map(|resource| self.named_node(resource))
                .collect()
        })
    }

    fn search(
        &self,
        text: &str,
        language: Option<&str>,
        count: usize,
    ) -> Result<Vec<Hit>, GraphError> {
        guard(&|| self.place(), &Limits::default(), || {
            let found = self.store.search(text, language, count);
            found
                .into_iter()
                .filter_map(|found| {
                    Some(Hit {
                        iri: self.named_node(found.resource)?,
                        text: found.text,
                        score: found.score,
                    })
                })
                .collect()
        })
    }
}

const TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
const SUB_CLASS_OF: &str = "http://www.w3.org/2000/01/rdf-schema#subClassOf";
const SAME: [&str; 2] = [
    "http://www.w3.org/2002/07/owl#sameAs",
    "http://dbpedia.org/ontology/wikiPageRedirects",
];

/// What is known of the terms that several graphs have in common; `None` if there are too many.
pub(crate) fn common_terms(graphs: &[&Embedded]) -> Option<Common> {
    let stores: Vec<&Store> = graphs.iter().map(|graph| &graph.store).collect();
    Common::new(&stores)
}

/// Runs a query on the default graphs of several graphs as one.
pub(crate) fn stream_together(
    graphs: &[&Embedded],
    known: &Common,
    query: &Parsed,
    limits: &Limits,
    sink: &mut (dyn Sink + Send),
) -> Result<Vec<Note>, GraphError> {
    let stores: Vec<&Store> = graphs.iter().map(|graph| &graph.store).collect();
    let several = Several {
        stores: &stores,
        known,
    };
    let place = || {
        let places = graphs.iter().map(|graph| graph.place());
        places.collect::<Vec<_>>().join(", ")
    };
    evaluate_several(several, &place, query, limits, sink)
}

impl Embedded {
    /// What can be reached over some predicates, in their direction or against it, nearest first.
    fn reach(&self, from: &str, along: &[&str], against: &[&str]) -> Vec<NamedNode> {
        let Some(start) = self.store.iri(from) else {
            return Vec::new();
        };
        let numbers = |predicates: &[&str]| -> Vec<u32> {
            let numbers = predicates.iter();
            numbers.filter_map(|iri| self.store.iri(iri)).collect()
        };
        let (along, against) = (numbers(along), numbers(against));
        let mut reached = vec![start];
        let mut seen = FxHashSet::from_iter([start]);
        let mut at = 0;
        while at < reached.len() {
            let node = reached[at];
            at += 1;
            let forth = along.iter().flat_map(|p| self.store.objects(node, *p));
            let back = against.iter().flat_map(|p| {
                let matches = self.store.matches(None, Some(*p), Some(node));
                matches.map(|[subject, _, _]| subject)
            });
            for next in forth.chain(back) {
                if seen.insert(next) {
                    reached.push(next);
                }
            }
        }
        let others = reached.into_iter().skip(1);
        others.filter_map(|node| self.named_node(node)).collect()
    }

    /// The numbers of the terms of a pattern; `None` if the graph lacks one of them.
    fn numbers(&self, pattern: &Pattern) -> Option<[Option<u32>; 3]> {
        let number = |key: Option<Key<'_>>| match key {
            None => Some(None),
            Some(key) => self.store.number(key).map(Some),
        };
        let subject = pattern.subject.as_ref().map(|subject| match subject {
            NamedOrBlankNode::NamedNode(node) => Key::from(node.as_ref()),
            NamedOrBlankNode::BlankNode(node) => Key::from(node.as_ref()),
        });
        let predicate = pattern.predicate.as_ref();
        let object = pattern.object.as_ref();
        Some([
            number(subject)?,
            number(predicate.map(|node| Key::from(node.as_ref())))?,
            number(object.map(|term| Key::from(term.as_ref())))?,
        ])
    }

    fn triple(&self, [subject, predicate, object]: [u32; 3]) -> Option<Triple> {
        super::stop::tick(4);
        let subject = match self.store.stored(subject).to_term() {
            Term::NamedNode(node) => NamedOrBlankNode::from(node),
            Term::BlankNode(node) => node.into(),
            Term::Literal(_) => return None,
        };
        let object = self.store.stored(object).to_term();
        Some(Triple::new(subject, self.named_node(predicate)?, object))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::Loader;
    use lydite_sparql::{Dialect, parse};

    /// Flips bits all over a file and asks everything: an answer is right or there is none.
    #[test]
    fn damage_never_makes_a_wrong_answer() {
        let folder = tempfile::tempdir().unwrap();
        let text: String = (0..3000)
            .map(|n| format!("<http://a/{n}> <http://a/p{}> \"text {n}\"@en .\n", n % 7))
            .collect();
        let (source, path) = (folder.path().join("a.nt"), folder.path().join("a.kg"));
        std::fs::write(&source, text).unwrap();
        Loader::new().file(&source).load(&path).unwrap();
        let query = "SELECT * { ?s ?p ?o } ORDER BY ?s ?p ?o";
        let query = parse(query, &Dialect::field()).unwrap();
        let ask = |path: &Path, at_once: usize| {
            let store = Store::new(Index::open_checking(path, at_once)?, &|| String::new())?;
            let graph = Embedded { store, path: None };
            graph.query(&query, &Limits::default())
        };
        let whole = std::fs::read(&path).unwrap();
        let right = ask(&path, 0).unwrap();
        let mut refused = 0;
        for step in 0..60 {
            let mut bytes = whole.clone();
            let at = step * whole.len() / 60 + step % 8;
            bytes[at] ^= 1 << (step % 8);
            let copy = folder.path().join("copy.kg");
            std::fs::write(&copy, &bytes).unwrap();
            // Checked whole on opening, every flipped bit is found; checked on use, every used one.
            assert!(ask(&copy, usize::MAX).is_err(), "byte {at}");
            match ask(&copy, 0) {
                Ok(found) => assert_eq!(found, right, "byte {at}"),
                Err(GraphError::Damaged { .. }) => refused += 1,
                Err(error) => panic!("byte {at}: {error}"),
            }
        }
        assert!(refused > 30, "{refused}");
        for length in [0, 7, 4095, 4096, whole.len() / 2, whole.len() - 1] {
            let copy = folder.path().join("copy.kg");
            std::fs::write(&copy, &whole[..length]).unwrap();
            assert!(
                matches!(ask(&copy, 0), Err(GraphError::Damaged { .. })),
                "{length}"
            );
        }
    }
}
