//! A graph embedded in the program.

use std::path::{Path, PathBuf};

use lydite_sparql::Parsed;
use oxrdf::{NamedNode, NamedOrBlankNode, Term, Triple};

use super::file::Index;
use super::load::{SourceReport, index_of};
use super::query::evaluate;
use super::stop::{guard, guard_index};
use super::store::Store;
use super::term::Key;
use crate::{GraphError, Hit, KnowledgeGraph, Limits, Pattern, Results};

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

    fn named_node(&self, number: u32) -> Option<NamedNode> {
        match self.store.stored(number).to_term() {
            Term::NamedNode(node) => Some(node),
            _ => None,
        }
    }
}

impl KnowledgeGraph for Embedded {
    fn triples(&self, pattern: &Pattern, limits: &Limits) -> Result<Vec<Triple>, GraphError> {
        guard(&|| self.place(), limits, || {
            let Some([subject, predicate, object]) = self.numbers(pattern) else {
                return Vec::new();
            };
            let matches = self.store.matches(subject, predicate, object);
            matches
                .take(limits.rows)
                .filter_map(|triple| self.triple(triple))
                .collect()
        })
    }

    fn query(&self, query: &Parsed, limits: &Limits) -> Result<Results, GraphError> {
        evaluate(&self.store, &|| self.place(), query, limits)
    }

    fn labels(&self, iri: &str, language: Option<&str>) -> Result<Vec<String>, GraphError> {
        const LABEL: &str = "http://www.w3.org/2000/01/rdf-schema#label";
        self.read(|| {
            let (Some(subject), Some(label)) = (self.store.iri(iri), self.store.iri(LABEL)) else {
                return Vec::new();
            };
            self.store
                .objects(subject, label)
                .map(|object| self.store.stored(object))
                .filter(|label| label.is_literal())
                .filter(|label| language.is_none_or(|language| label.second == language))
                .map(|label| label.value())
                .collect()
        })
    }

    fn types(&self, iri: &str) -> Result<Vec<NamedNode>, GraphError> {
        const TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
        self.read(|| {
            let (Some(subject), Some(class)) = (self.store.iri(iri), self.store.iri(TYPE)) else {
                return Vec::new();
            };
            let classes = self.store.objects(subject, class);
            classes.filter_map(|class| self.named_node(class)).collect()
        })
    }

    fn super_classes(&self, _class: &str) -> Result<Vec<NamedNode>, GraphError> {
        Ok(Vec::new())
    }

    fn same_as(&self, _iri: &str) -> Result<Vec<NamedNode>, GraphError> {
        Ok(Vec::new())
    }

    fn labelled(
        &self,
        _label: &str,
        _language: Option<&str>,
    ) -> Result<Vec<NamedNode>, GraphError> {
        Ok(Vec::new())
    }

    fn search(
        &self,
        _text: &str,
        _language: Option<&str>,
        _count: usize,
    ) -> Result<Vec<Hit>, GraphError> {
        Ok(Vec::new())
    }
}

impl Embedded {
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
