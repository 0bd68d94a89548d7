//! What components share about one graph: names, vocabulary, phrases, facts, models.

mod lists;
mod models;
mod neighbourhood;
mod reading;
mod vocabulary;

use std::any::{Any, TypeId};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use lydite_graph::{GraphError, KnowledgeGraph, Limits, Value};
use lydite_sparql::{Dialect, parse};
use rustc_hash::FxHashMap;
use serde::de::DeserializeOwned;

use crate::answerer::Answerer;
use crate::component::ComponentError;
use crate::names::NameDictionary;

pub use lists::{BadLine, Listed, Phrase, PhraseList, TermKind, TermList};
pub use models::{Model, Models};
pub use neighbourhood::Neighbourhood;
pub use vocabulary::{Label, Vocabulary, VocabularyTerm};

use neighbourhood::Neighbourhoods;

/// What components share about one graph.
///
/// ```
/// use std::sync::Arc;
/// use lydite_compose::Resources;
/// use lydite_graph::Embedded;
///
/// let lakes = br#"
/// @prefix : <http://lakes/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
/// :Vattern a :Lake ; rdfs:label "Vattern" ; :depth 128 .
/// "#;
/// let graph = Arc::new(Embedded::from_bytes("lakes.ttl", lakes.to_vec())?);
/// let resources = Resources::of(graph)?;
/// assert_eq!(resources.names().len(), 1);
/// assert_eq!(resources.classes().terms()[0].iri, "http://lakes/Lake");
/// assert_eq!(resources.neighbourhood("http://lakes/Vattern")?.outgoing.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Resources {
    graph: Arc<dyn KnowledgeGraph>,
    names: NameDictionary,
    properties: Vocabulary,
    classes: Vocabulary,
    phrases: PhraseList,
    neighbourhoods: Neighbourhoods,
    models: Models,
    joint: OnceLock<Result<Answerer, String>>,
    derived: Derived,
}

/// What components made of the resources, by type.
type Derived = Mutex<FxHashMap<TypeId, Arc<dyn Any + Send + Sync>>>;

/// Says what [`Resources`] are made of, beyond the graph itself.
#[derive(Default)]
pub struct ResourcesBuilder {
    terms: Vec<TermList>,
    phrases: PhraseList,
    models: Models,
}

impl ResourcesBuilder {
    /// Adds resources, properties or classes that the graph may not have: candidates all the same.
    #[must_use]
    pub fn terms(mut self, terms: TermList) -> Self {
        self.terms.push(terms);
        self
    }

    /// Adds phrases with the properties and classes that they mean.
    #[must_use]
    pub fn phrases(mut self, phrases: PhraseList) -> Self {
        self.phrases.extend(phrases);
        self
    }

    /// Adds what was learned.
    #[must_use]
    pub fn models(mut self, models: Models) -> Self {
        self.models.extend(models);
        self
    }

    /// Reads the graph.
    ///
    /// # Errors
    /// The graph cannot be read.
    pub fn read(self, graph: Arc<dyn KnowledgeGraph>) -> Result<Resources, GraphError> {
        let limits = Limits::default()
            .with_rows(200_000_000)
            .with_time(Duration::from_secs(900))
            .with_memory(16 << 30);
        let collected = reading::read(graph.as_ref(), &limits, &self.terms)?;
        Ok(Resources {
            graph,
            names: collected.names,
            properties: collected.properties,
            classes: collected.classes,
            phrases: self.phrases,
            neighbourhoods: Neighbourhoods::default(),
            models: self.models,
            joint: OnceLock::new(),
            derived: Derived::default(),
        })
    }
}

impl Resources {
    /// Those of a graph alone.
    ///
    /// # Errors
    /// The graph cannot be read.
    pub fn of(graph: Arc<dyn KnowledgeGraph>) -> Result<Self, GraphError> {
        Self::builder().read(graph)
    }

    /// Those of a graph and more.
    pub fn builder() -> ResourcesBuilder {
        ResourcesBuilder::default()
    }

    /// The graph.
    pub fn graph(&self) -> &Arc<dyn KnowledgeGraph> {
        &self.graph
    }

    /// The names of resources that are neither classes nor properties.
    pub fn names(&self) -> &NameDictionary {
        &self.names
    }

    /// The properties: those that are used, those that are declared, those that were listed.
    pub fn properties(&self) -> &Vocabulary {
        &self.properties
    }

    /// The classes: those that are used, those that are declared, those that were listed.
    pub fn classes(&self) -> &Vocabulary {
        &self.classes
    }

    /// Phrases with the properties and classes that they mean, beyond the labels of the graph.
    pub fn phrases(&self) -> &PhraseList {
        &self.phrases
    }

    /// What the graph says about a resource, from both sides; remembered.
    ///
    /// # Errors
    /// The graph cannot be asked.
    pub fn neighbourhood(&self, iri: &str) -> Result<Arc<Neighbourhood>, GraphError> {
        self.neighbourhoods.of(self.graph.as_ref(), iri)
    }

    /// Whether a query gives anything: for ASK *yes*, otherwise a row. Queries that take too long, or
    /// that are none, give nothing.
    pub fn holds(&self, query: &str) -> bool {
        let Ok(parsed) = parse(query, &Dialect::field()) else {
            return false;
        };
        let limits = Limits::default()
            .with_time(Duration::from_millis(500))
            .with_rows(1)
            .with_memory(64 << 20);
        match self.graph.query(&parsed, &limits) {
            Ok(results) => match results.value {
                Value::Boolean(value) => value,
                Value::Rows(rows) => rows.rows.iter().flatten().any(Option::is_some),
                Value::Triples(triples) => !triples.is_empty(),
            },
            Err(_) => false,
        }
    }

    /// What a query gives; nothing if it is none, or takes too long.
    pub(crate) fn result(&self, query: &str, rows: usize) -> Option<Value> {
        let parsed = parse(query, &Dialect::field()).ok()?;
        let limits = Limits::default()
            .with_time(Duration::from_millis(500))
            .with_rows(rows)
            .with_memory(64 << 20);
        Some(self.graph.query(&parsed, &limits).ok()?.value)
    }

    /// The IRIs in the first column of a query.
    pub(crate) fn column(&self, query: &str, rows: usize) -> Vec<String> {
        let Some(Value::Rows(found)) = self.result(query, rows) else {
            return Vec::new();
        };
        let first = found
            .rows
            .into_iter()
            .filter_map(|row| row.into_iter().flatten().next());
        first
            .filter_map(|term| match term {
                lydite_graph::oxrdf::Term::NamedNode(node) => Some(node.into_string()),
                _ => None,
            })
            .collect()
    }

    /// What a component has learned, as it wrote it in its [`Model`]; read once.
    ///
    /// # Errors
    /// It has not been trained, or its model cannot be read.
    pub fn model<T: DeserializeOwned + Send + Sync + 'static>(
        &self,
        component: &str,
    ) -> Result<Arc<T>, ComponentError> {
        self.models.get(component)
    }

    /// All that was learned.
    pub fn models(&self) -> &Models {
        &self.models
    }

    /// What a component makes of the resources once and needs for every question, such as an index.
    pub(crate) fn derived<T: Send + Sync + 'static>(
        &self,
        make: impl FnOnce(&Self) -> T,
    ) -> Arc<T> {
        let known = |derived: &Derived| -> Option<Arc<T>> {
            let derived = derived.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(derived.get(&TypeId::of::<T>())?).downcast().ok()
        };
        if let Some(known) = known(&self.derived) {
            return known;
        }
        // Made without the lock: what is derived may rest on something derived.
        let made = Arc::new(make(self));
        let mut derived = self.derived.lock().unwrap_or_else(PoisonError::into_inner);
        derived.insert(TypeId::of::<T>(), made.clone());
        made
    }

    /// The joint system over the same graph, made when it is first asked for.
    ///
    /// # Errors
    /// The graph cannot be read.
    pub(crate) fn joint(&self) -> Result<&Answerer, ComponentError> {
        let made = self.joint.get_or_init(|| {
            Answerer::new(Arc::clone(&self.graph)).map_err(|error| error.to_string())
        });
        made.as_ref().map_err(|reason| ComponentError::BadModel {
            component: "joint".to_owned(),
            reason: reason.clone(),
        })
    }
}
