//! What a graph knows: asked once, in few requests where they travel, with failures counted.

use std::borrow::{Borrow, Cow};
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockWriteGuard};

use lydite_graph::oxrdf::NamedNode;
use lydite_graph::{GraphError, KnowledgeGraph, Limits};
use lydite_judge::{Asks, Knowledge};
use lydite_model::Language;

use crate::unknown_iris::knows;

/// After so many failures in a row the graph is asked no more.
const GIVE_UP: usize = 3;
/// As many things go into one request; a failure loses no more.
const AT_ONCE: usize = 500;

/// What a graph knows. A question that it cannot answer is as one that it knows nothing about, and
/// is counted.
pub struct GraphKnowledge<'g> {
    graph: &'g dyn KnowledgeGraph,
    /// All names of a thing, in their order, for each of them.
    classes: Remembered<String>,
    /// The resources with a label in a language.
    labelled: Remembered<(String, String)>,
    /// The classes above a class, nearest first.
    above: Remembered<String>,
    /// The classes of a resource.
    types: Remembered<String>,
    /// Whether an IRI occurs in any triple.
    iris: RwLock<HashMap<String, bool>>,
    failures: Mutex<Failures>,
}

type Remembered<K> = RwLock<HashMap<K, Arc<[String]>>>;

#[derive(Default)]
struct Failures {
    count: u64,
    first: Option<String>,
    in_a_row: usize,
}

impl<'g> GraphKnowledge<'g> {
    /// What this graph knows.
    pub fn new(graph: &'g dyn KnowledgeGraph) -> Self {
        Self {
            graph,
            classes: RwLock::default(),
            labelled: RwLock::default(),
            above: RwLock::default(),
            types: RwLock::default(),
            iris: RwLock::default(),
            failures: Mutex::default(),
        }
    }

    fn fetch_names(&self, names: &[&str]) {
        // Some may be other names of things that were asked about before.
        let mut names = names.to_vec();
        names.retain(|name| recalled(&self.classes, *name).is_none());
        if names.is_empty() {
            return;
        }
        let found = self.ask(names.len(), || self.graph.same_as_all(&names));
        let mut classes = write(&self.classes);
        let mut found = found.into_iter().flatten();
        for name in names {
            let mut class = strings(found.next().unwrap_or_default());
            class.push(name.to_owned());
            class.sort_unstable();
            let class: Arc<[String]> = class.into();
            for name in class.iter() {
                // A class that was cut off is as large as it was first found.
                classes.entry(name.clone()).or_insert_with(|| class.clone());
            }
        }
    }

    fn fetch_labels(&self, labels: &[(&str, &str)]) {
        let asked = labels.iter();
        let asked: Vec<_> = asked
            .map(|(label, language)| (*label, Some(*language)))
            .collect();
        let found = self.ask(labels.len(), || self.graph.labelled_all(&asked));
        let mut labelled = write(&self.labelled);
        let mut found = found.into_iter().flatten();
        for (label, language) in labels {
            let key = ((*label).to_owned(), (*language).to_owned());
            let resources = strings(found.next().unwrap_or_default());
            labelled.insert(key, resources.into());
        }
    }

    fn fetch_above(&self, classes: &[&str]) {
        let found = self.ask(classes.len(), || self.graph.super_classes_all(classes));
        remember(&self.above, classes, found);
    }

    fn fetch_types(&self, resources: &[&str]) {
        let found = self.ask(resources.len(), || self.graph.types_all(resources));
        remember(&self.types, resources, found);
    }

    /// Asks about some things, unless the graph has failed too often.
    fn ask<T>(&self, things: usize, ask: impl FnOnce() -> Result<T, GraphError>) -> Option<T> {
        let is_lost = lock(&self.failures).in_a_row >= GIVE_UP;
        let found = (!is_lost).then(ask);
        let mut failures = lock(&self.failures);
        match found {
            Some(Ok(found)) => {
                failures.in_a_row = 0;
                return Some(found);
            }
            Some(Err(error)) => {
                failures.in_a_row += 1;
                failures.first.get_or_insert_with(|| error.to_string());
            }
            None => {}
        }
        failures.count += things as u64;
        None
    }

    /// What is remembered, or else what is fetched.
    fn recall<K: Hash + Eq>(
        memory: &Remembered<K>,
        key: &K,
        fetch: impl FnOnce(),
    ) -> Option<Arc<[String]>> {
        recalled(memory, key).or_else(|| {
            fetch();
            recalled(memory, key)
        })
    }

    /// All names of a thing, in their order.
    fn class(&self, iri: &str) -> Option<Arc<[String]>> {
        Self::recall(&self.classes, &iri.to_owned(), || self.fetch_names(&[iri]))
    }
}

impl Knowledge for GraphKnowledge<'_> {
    fn representative(&self, iri: &str) -> Option<Cow<'_, str>> {
        let class = self.class(iri)?;
        (class.len() > 1).then(|| Cow::Owned(class[0].clone()))
    }

    fn equivalents(&self, iri: &str) -> Vec<String> {
        let class = self.class(iri);
        let names = class.iter().flat_map(|class| class.iter());
        names.filter(|name| *name != iri).cloned().collect()
    }

    fn knows_equivalents(&self) -> bool {
        true
    }

    fn labelled(&self, label: &str, language: &Language) -> Vec<String> {
        let key = (label.to_owned(), language.as_str().to_owned());
        let found = Self::recall(&self.labelled, &key, || {
            self.fetch_labels(&[(label, language.as_str())]);
        });
        found.map_or_else(Vec::new, |found| found.to_vec())
    }

    fn knows_labels(&self) -> bool {
        true
    }

    fn super_classes(&self, class: &str) -> Vec<String> {
        let found = Self::recall(&self.above, &class.to_owned(), || {
            self.fetch_above(&[class]);
        });
        found.map_or_else(Vec::new, |found| found.to_vec())
    }

    fn types(&self, iri: &str) -> Vec<String> {
        let found = Self::recall(&self.types, &iri.to_owned(), || self.fetch_types(&[iri]));
        found.map_or_else(Vec::new, |found| found.to_vec())
    }

    fn knows_types(&self) -> bool {
        true
    }

    fn has_iri(&self, iri: &str) -> Option<bool> {
        let remembered = self.iris.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = remembered.get(iri) {
            return Some(*known);
        }
        drop(remembered);
        let limits = Limits::default().with_rows(1);
        let known = self.ask(1, || knows(self.graph, iri, &limits))?;
        let mut iris = self.iris.write().unwrap_or_else(PoisonError::into_inner);
        iris.insert(iri.to_owned(), known);
        Some(known)
    }

    fn knows_iris(&self) -> bool {
        true
    }

    /// A graph at hand is asked one by one.
    fn wants_prefetch(&self) -> bool {
        self.graph.is_remote()
    }

    fn prefetch(&self, asks: &Asks) {
        let names: Vec<&str> = asks.names().collect();
        let labels: Vec<(&str, &str)> = asks
            .labels()
            .map(|(label, language)| (label, language.as_str()))
            .collect();
        let classes: Vec<&str> = asks.classes().collect();
        names
            .chunks(AT_ONCE)
            .for_each(|names| self.fetch_names(names));
        labels
            .chunks(AT_ONCE)
            .for_each(|labels| self.fetch_labels(labels));
        classes
            .chunks(AT_ONCE)
            .for_each(|classes| self.fetch_above(classes));
        let members: Vec<&str> = asks.members().collect();
        members
            .chunks(AT_ONCE)
            .for_each(|members| self.fetch_types(members));
    }

    fn failures(&self) -> Option<(u64, String)> {
        let failures = lock(&self.failures);
        Some((failures.count, failures.first.clone()?))
    }
}

/// Remembers what was found for each of some things, in their order.
fn remember(memory: &Remembered<String>, things: &[&str], found: Option<Vec<Vec<NamedNode>>>) {
    let mut found = found.into_iter().flatten();
    let mut memory = write(memory);
    for thing in things {
        let found = strings(found.next().unwrap_or_default());
        memory.insert((*thing).to_owned(), found.into());
    }
}

fn strings(nodes: Vec<NamedNode>) -> Vec<String> {
    nodes.into_iter().map(NamedNode::into_string).collect()
}

fn recalled<K, Q>(memory: &Remembered<K>, key: &Q) -> Option<Arc<[String]>>
where
    K: Hash + Eq + Borrow<Q>,
    Q: Hash + Eq + ?Sized,
{
    let memory = memory.read().unwrap_or_else(PoisonError::into_inner);
    memory.get(key).cloned()
}

fn write<K>(memory: &Remembered<K>) -> RwLockWriteGuard<'_, HashMap<K, Arc<[String]>>> {
    memory.write().unwrap_or_else(PoisonError::into_inner)
}

/// What a thread that panicked has left is as good as before: nothing is half done.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
