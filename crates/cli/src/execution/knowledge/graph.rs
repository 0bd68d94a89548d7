//! What a graph knows: asked once, in few requests where they travel, with failures counted.

use std::borrow::{Borrow, Cow};
use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockWriteGuard};

use lydite_graph::oxrdf::NamedNode;
use lydite_graph::{GraphError, KnowledgeGraph};
use lydite_judge::Knowledge;
use lydite_model::Language;

/// After so many failures in a row the graph is asked no more.
const GIVE_UP: usize = 3;
/// As many things go into one request; a failure loses no more.
const AT_ONCE: usize = 500;
/// Answers lead to new questions, but not for ever: what is left then is asked one by one.
const ROUNDS: usize = 8;

/// What a graph knows. A question that it cannot answer is as one that it knows nothing about, and
/// is counted.
pub(crate) struct GraphKnowledge<'g> {
    graph: &'g dyn KnowledgeGraph,
    /// All names of a thing, in their order, for each of them.
    classes: Remembered<String>,
    /// The resources with a label in a language.
    labelled: Remembered<(String, String)>,
    /// The classes above a class, nearest first.
    above: Remembered<String>,
    /// What is asked, while nothing is answered.
    wanted: Mutex<Option<Wanted>>,
    failures: Mutex<Failures>,
}

type Remembered<K> = RwLock<HashMap<K, Arc<[String]>>>;

/// What judging asks.
#[derive(Default)]
struct Wanted {
    names: BTreeSet<String>,
    labels: BTreeSet<(String, String)>,
    classes: BTreeSet<String>,
}

impl Wanted {
    fn is_empty(&self) -> bool {
        self.names.is_empty() && self.labels.is_empty() && self.classes.is_empty()
    }
}

#[derive(Default)]
struct Failures {
    count: u64,
    first: Option<String>,
    in_a_row: usize,
}

impl<'g> GraphKnowledge<'g> {
    pub(crate) fn new(graph: &'g dyn KnowledgeGraph) -> Self {
        Self {
            graph,
            classes: RwLock::default(),
            labelled: RwLock::default(),
            above: RwLock::default(),
            wanted: Mutex::default(),
            failures: Mutex::default(),
        }
    }

    /// Lets a judge judge without answers to find out what it asks, and asks it at once, until
    /// nothing new is asked. A graph at hand needs no such thing.
    pub(crate) fn prepare(&self, judge: impl Fn()) {
        if !self.graph.is_remote() {
            return;
        }
        for _ in 0..ROUNDS {
            *lock(&self.wanted) = Some(Wanted::default());
            judge();
            let wanted = lock(&self.wanted).take().unwrap_or_default();
            if wanted.is_empty() {
                return;
            }
            let names: Vec<&str> = wanted.names.iter().map(String::as_str).collect();
            let labels: Vec<&(String, String)> = wanted.labels.iter().collect();
            let classes: Vec<&str> = wanted.classes.iter().map(String::as_str).collect();
            names
                .chunks(AT_ONCE)
                .for_each(|names| self.fetch_names(names));
            labels
                .chunks(AT_ONCE)
                .for_each(|labels| self.fetch_labels(labels));
            classes
                .chunks(AT_ONCE)
                .for_each(|classes| self.fetch_above(classes));
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

    fn fetch_labels(&self, labels: &[&(String, String)]) {
        let asked: Vec<(&str, Option<&str>)> = labels
            .iter()
            .map(|(label, language)| (label.as_str(), Some(language.as_str())))
            .collect();
        let found = self.ask(labels.len(), || self.graph.labelled_all(&asked));
        let mut labelled = write(&self.labelled);
        let mut found = found.into_iter().flatten();
        for label in labels {
            let resources = strings(found.next().unwrap_or_default());
            labelled.insert((*label).clone(), resources.into());
        }
    }

    fn fetch_above(&self, classes: &[&str]) {
        let found = self.ask(classes.len(), || self.graph.super_classes_all(classes));
        let mut found = found.into_iter().flatten();
        let mut above = write(&self.above);
        for class in classes {
            let found = strings(found.next().unwrap_or_default());
            above.insert((*class).to_owned(), found.into());
        }
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

    /// What is remembered, or else what is fetched; nothing while only listening.
    fn recall<K: Hash + Eq>(
        &self,
        memory: &Remembered<K>,
        key: &K,
        want: impl FnOnce(&mut Wanted),
        fetch: impl FnOnce(),
    ) -> Option<Arc<[String]>> {
        let known = recalled(memory, key);
        if known.is_some() {
            return known;
        }
        if let Some(wanted) = lock(&self.wanted).as_mut() {
            want(wanted);
            return None;
        }
        fetch();
        recalled(memory, key)
    }

    /// All names of a thing, in their order; nothing while only listening.
    fn class(&self, iri: &str) -> Option<Arc<[String]>> {
        let key = iri.to_owned();
        self.recall(
            &self.classes,
            &key,
            |wanted| {
                wanted.names.insert(key.clone());
            },
            || self.fetch_names(&[iri]),
        )
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
        let found = self.recall(
            &self.labelled,
            &key,
            |wanted| {
                wanted.labels.insert(key.clone());
            },
            || self.fetch_labels(&[&key]),
        );
        found.map_or_else(Vec::new, |found| found.to_vec())
    }

    fn knows_labels(&self) -> bool {
        true
    }

    fn super_classes(&self, class: &str) -> Vec<String> {
        let key = class.to_owned();
        let found = self.recall(
            &self.above,
            &key,
            |wanted| {
                wanted.classes.insert(key.clone());
            },
            || self.fetch_above(&[class]),
        );
        found.map_or_else(Vec::new, |found| found.to_vec())
    }

    fn failures(&self) -> Option<(u64, String)> {
        let failures = lock(&self.failures);
        Some((failures.count, failures.first.clone()?))
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
