//! What a knowledge graph can be asked, wherever it lives.

use std::time::Duration;

use lydite_model::Cancel;
use lydite_sparql::Parsed;
use oxrdf::{NamedNode, NamedOrBlankNode, Term, Triple};

use crate::{Embedded, GraphError, Note, Remote, Results, Sink};

/// What a knowledge graph can be asked, wherever it lives.
///
/// Every request ends: by its answer, or by an error that says what stopped it.
pub trait KnowledgeGraph: Send + Sync {
    /// The triples that fit a pattern.
    fn triples(&self, pattern: &Pattern, limits: &Limits) -> Result<Vec<Triple>, GraphError>;

    /// The results of a query of any form.
    fn query(&self, query: &Parsed, limits: &Limits) -> Result<Results, GraphError>;

    /// The results of a query of any form, one by one as they are found where the graph can do so:
    /// its limits then hold until the last one is taken.
    fn stream(
        &self,
        query: &Parsed,
        limits: &Limits,
        sink: &mut (dyn Sink + Send),
    ) -> Result<Vec<Note>, GraphError> {
        let results = self.query(query, limits)?;
        // Whether the sink took all of it is for its owner to know.
        let _ = results.value.pour(sink);
        Ok(results.notes)
    }

    /// What a resource is called, in one language or in all: the preferred labels first.
    fn labels(&self, iri: &str, language: Option<&str>) -> Result<Vec<String>, GraphError>;

    /// The classes that a resource is said to belong to.
    fn types(&self, iri: &str) -> Result<Vec<NamedNode>, GraphError>;

    /// [`types`](Self::types) of many resources, in their order.
    fn types_all(&self, iris: &[&str]) -> Result<Vec<Vec<NamedNode>>, GraphError> {
        iris.iter().map(|iri| self.types(iri)).collect()
    }

    /// The classes above a class, nearest first.
    fn super_classes(&self, class: &str) -> Result<Vec<NamedNode>, GraphError>;

    /// [`super_classes`](Self::super_classes) of many classes, in their order.
    fn super_classes_all(&self, classes: &[&str]) -> Result<Vec<Vec<NamedNode>>, GraphError> {
        let classes = classes.iter();
        classes.map(|class| self.super_classes(class)).collect()
    }

    /// The other names of the same thing, through `owl:sameAs` and redirects.
    fn same_as(&self, iri: &str) -> Result<Vec<NamedNode>, GraphError>;

    /// [`same_as`](Self::same_as) of many resources, in their order.
    fn same_as_all(&self, iris: &[&str]) -> Result<Vec<Vec<NamedNode>>, GraphError> {
        iris.iter().map(|iri| self.same_as(iri)).collect()
    }

    /// The resources that carry exactly this label.
    fn labelled(&self, label: &str, language: Option<&str>) -> Result<Vec<NamedNode>, GraphError>;

    /// [`labelled`](Self::labelled) for many labels with their languages, in their order.
    fn labelled_all(
        &self,
        labels: &[(&str, Option<&str>)],
    ) -> Result<Vec<Vec<NamedNode>>, GraphError> {
        let labels = labels.iter();
        labels
            .map(|(label, language)| self.labelled(label, *language))
            .collect()
    }

    /// The prefixes that the loaded files declare, and what they stand for, where that is known.
    fn prefixes(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// The digest of what was loaded, where it is known; endpoints keep that to themselves.
    fn content_digest(&self) -> Option<String> {
        None
    }

    /// This graph, if it is embedded in the program.
    fn embedded(&self) -> Option<&Embedded> {
        None
    }

    /// This graph, if it is on an endpoint.
    fn remote(&self) -> Option<&Remote> {
        None
    }

    /// Whether requests travel, so that one for many things is better than many for one.
    fn is_remote(&self) -> bool {
        false
    }

    /// The resources whose labels or abstracts best fit a text.
    fn search(
        &self,
        text: &str,
        language: Option<&str>,
        count: usize,
    ) -> Result<Vec<Hit>, GraphError>;
}

/// A triple with places left open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    /// Only triples about this.
    pub subject: Option<NamedOrBlankNode>,
    /// Only triples that say this.
    pub predicate: Option<NamedNode>,
    /// Only triples with this value.
    pub object: Option<Term>,
}

/// How much a request may cost, and who may end it before that.
///
/// ```
/// use std::time::Duration;
/// use lydite_graph::{Embedded, GraphError, KnowledgeGraph, Limits};
/// use lydite_model::Cancel;
/// use lydite_sparql::{Dialect, parse};
///
/// let graph = Embedded::from_bytes("a.nt", b"<http://a> <http://p> <http://b> .".to_vec())?;
/// let query = parse("SELECT * { ?s ?p ?o }", &Dialect::field())?;
/// let cancel = Cancel::new();
/// let limits = Limits::default()
///     .with_time(Duration::from_secs(5))
///     .with_rows(1000)
///     .with_cancel(cancel.clone());
/// // Whoever holds a clone, in whatever thread, can end it.
/// cancel.cancel();
/// assert!(matches!(graph.query(&query, &limits), Err(GraphError::Cancelled)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Limits {
    /// How long it may take.
    pub time: Duration,
    /// How many rows or triples are wanted at most.
    pub rows: usize,
    /// How many bytes of intermediate and final results it may hold, by itself: what others hold at
    /// the same time does not count.
    pub memory: usize,
    /// How many steps it may take, of which each copies about one term; unlike time, they end the
    /// same work at the same place on any machine. Endpoints, which take steps of their own, know
    /// nothing of them.
    pub steps: u64,
    /// Who may end it.
    pub cancel: Cancel,
}

impl Limits {
    /// So much time.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Self {
        self.time = time;
        self
    }

    /// So many rows or triples.
    #[must_use]
    pub fn with_rows(mut self, rows: usize) -> Self {
        self.rows = rows;
        self
    }

    /// So many bytes.
    #[must_use]
    pub fn with_memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self
    }

    /// So many steps.
    #[must_use]
    pub fn with_steps(mut self, steps: u64) -> Self {
        self.steps = steps;
        self
    }

    /// Ended by whoever raises this flag.
    #[must_use]
    pub fn with_cancel(mut self, cancel: Cancel) -> Self {
        self.cancel = cancel;
        self
    }
}

impl Default for Limits {
    /// Thirty seconds, a million rows, a gibibyte, any number of steps.
    fn default() -> Self {
        Self {
            time: Duration::from_secs(30),
            rows: 1_000_000,
            memory: 1 << 30,
            steps: u64::MAX,
            cancel: Cancel::new(),
        }
    }
}

/// A resource found by text.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// The resource.
    pub iri: NamedNode,
    /// The text that was found, as the graph has it.
    pub text: String,
    /// How well it fits: 1 is exactly.
    pub score: f64,
}
