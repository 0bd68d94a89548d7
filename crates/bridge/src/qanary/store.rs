//! A named graph per question, with the queries and updates of components.
//!
//! A request sees the graphs that it names and no other, and works on a copy of them: whatever it
//! does, it holds up nobody. What an update changed is then written to the graphs themselves.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use oxrdf::{Dataset, GraphName, NamedNode, Quad, Triple};
use sparesults::{QueryResultsFormat, QueryResultsSerializer};
use spareval::{CancellationToken, DeleteInsertQuad, QueryEvaluator, QueryResults};
use spargebra::algebra::GraphTarget;
use spargebra::{GraphUpdateOperation, SparqlParser};

/// So many graphs are kept; the oldest goes first.
const MOST_GRAPHS: usize = 1000;

/// So many triples may a graph have.
const MOST_TRIPLES: usize = 100_000;

/// So long may a request take.
const LONGEST: Duration = Duration::from_secs(10);

/// What components use without declaring it.
const PREFIXES: [(&str, &str); 6] = [
    ("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"),
    ("rdfs", "http://www.w3.org/2000/01/rdf-schema#"),
    ("owl", "http://www.w3.org/2002/07/owl#"),
    ("xsd", "http://www.w3.org/2001/XMLSchema#"),
    ("qa", "http://www.wdaqua.eu/qa#"),
    ("oa", "http://www.w3.org/ns/openannotation/core/"),
];

/// Why a request is refused.
#[derive(Debug, thiserror::Error)]
pub(super) enum StoreError {
    #[error("{0}")]
    Syntax(String),
    #[error("there is no graph <{0}>; a component writes into the graph of its message")]
    UnknownGraph(String),
    #[error("annotations belong into a named graph, the one of the message")]
    DefaultGraph,
    #[error("graph <{0}> is full")]
    Full(String),
    #[error("{0}")]
    Evaluation(String),
}

/// The graphs.
pub(super) struct Store {
    /// What relative IRIs are completed with.
    base: String,
    graphs: Mutex<Graphs>,
}

#[derive(Default)]
struct Graphs {
    triples: HashMap<String, Vec<Triple>>,
    order: VecDeque<String>,
}

/// Results as they are sent.
pub(super) struct Sent {
    pub(super) media_type: &'static str,
    pub(super) body: Vec<u8>,
}

impl Store {
    pub(super) fn new(base: &str) -> Self {
        Self {
            base: format!("{}/", base.trim_end_matches('/')),
            graphs: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Graphs> {
        self.graphs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new graph, with these triples.
    pub(super) fn create(&self, graph: &str, triples: Vec<Triple>) {
        let mut graphs = self.lock();
        graphs.triples.insert(graph.to_owned(), triples);
        graphs.order.push_back(graph.to_owned());
        while graphs.order.len() > MOST_GRAPHS {
            if let Some(oldest) = graphs.order.pop_front() {
                graphs.triples.remove(&oldest);
            }
        }
    }

    /// Takes a graph away.
    pub(super) fn remove(&self, graph: &str) {
        let mut graphs = self.lock();
        graphs.triples.remove(graph);
        graphs.order.retain(|known| known != graph);
    }

    /// All triples of a graph, if it is there.
    pub(super) fn triples(&self, graph: &str) -> Option<Vec<Triple>> {
        self.lock().triples.get(graph).cloned()
    }

    /// Adds triples to a graph.
    pub(super) fn add(&self, graph: &str, triples: Vec<Triple>) -> Result<(), StoreError> {
        let mut graphs = self.lock();
        let Some(known) = graphs.triples.get_mut(graph) else {
            return Err(StoreError::UnknownGraph(graph.to_owned()));
        };
        if known.len() + triples.len() > MOST_TRIPLES {
            return Err(StoreError::Full(graph.to_owned()));
        }
        known.extend(triples);
        Ok(())
    }

    fn parser(&self) -> SparqlParser {
        let mut parser = SparqlParser::new();
        for (prefix, namespace) in PREFIXES {
            parser = match parser.clone().with_prefix(prefix, namespace) {
                Ok(parser) => parser,
                Err(_) => parser,
            };
        }
        match parser.clone().with_base_iri(self.base.as_str()) {
            Ok(based) => based,
            Err(_) => parser,
        }
    }

    /// The graphs that a text names, as a dataset of their own.
    fn named_in(&self, text: &str) -> Dataset {
        let graphs = self.lock();
        let mut dataset = Dataset::new();
        let mut seen: Vec<&str> = Vec::new();
        for part in text.split('<').skip(1) {
            let Some((iri, _)) = part.split_once('>') else {
                continue;
            };
            if seen.contains(&iri) {
                continue;
            }
            seen.push(iri);
            if let (Some(triples), Ok(name)) = (graphs.triples.get(iri), NamedNode::new(iri)) {
                for triple in triples {
                    dataset.insert(&triple.clone().in_graph(name.clone()));
                }
            }
        }
        dataset
    }

    /// Evaluates a query; `accept` says how the results are written.
    pub(super) fn query(&self, text: &str, accept: &str) -> Result<Sent, StoreError> {
        bounded(text)?;
        let query = self
            .parser()
            .parse_query(text)
            .map_err(|error| StoreError::Syntax(error.to_string()))?;
        let dataset = self.named_in(text);
        let token = CancellationToken::new();
        let _watch = Watch::new(token.clone());
        let evaluator = QueryEvaluator::new().with_cancellation_token(token);
        let failed = |error: &dyn ToString| StoreError::Evaluation(error.to_string());
        let results = evaluator
            .prepare(&query)
            .execute(&dataset)
            .map_err(|error| failed(&error))?;
        let format = [
            QueryResultsFormat::Xml,
            QueryResultsFormat::Csv,
            QueryResultsFormat::Tsv,
        ]
        .into_iter()
        .find(|format| {
            !accept.contains("json")
                && !accept.contains("*/*")
                && accept.contains(format.media_type())
        })
        .unwrap_or(QueryResultsFormat::Json);
        let serializer = QueryResultsSerializer::from_format(format);
        let media_type = format.media_type();
        match results {
            QueryResults::Boolean(value) => Ok(Sent {
                media_type,
                body: serializer
                    .serialize_boolean_to_writer(Vec::new(), value)
                    .map_err(|error| failed(&error))?,
            }),
            QueryResults::Solutions(solutions) => {
                let variables = solutions.variables().to_vec();
                let mut writer = serializer
                    .serialize_solutions_to_writer(Vec::new(), variables)
                    .map_err(|error| failed(&error))?;
                for solution in solutions {
                    let solution = solution.map_err(|error| failed(&error))?;
                    writer
                        .serialize(&solution)
                        .map_err(|error| failed(&error))?;
                }
                let body = writer.finish().map_err(|error| failed(&error))?;
                Ok(Sent { media_type, body })
            }
            QueryResults::Graph(triples) => {
                let mut body = String::new();
                for triple in triples {
                    let triple = triple.map_err(|error| failed(&error))?;
                    body.push_str(&format!("{triple} .\n"));
                }
                Ok(Sent {
                    media_type: "application/n-triples",
                    body: body.into_bytes(),
                })
            }
        }
    }

    /// Carries out an update. Nothing is loaded from elsewhere.
    pub(super) fn update(&self, text: &str) -> Result<(), StoreError> {
        bounded(text)?;
        let update = self
            .parser()
            .parse_update(text)
            .map_err(|error| StoreError::Syntax(error.to_string()))?;
        let mut dataset = self.named_in(text);
        let mut changes: Vec<(bool, Quad)> = Vec::new();
        let token = CancellationToken::new();
        let _watch = Watch::new(token.clone());
        let evaluator = QueryEvaluator::new().with_cancellation_token(token);
        for operation in &update.operations {
            let mut step: Vec<(bool, Quad)> = Vec::new();
            match operation {
                GraphUpdateOperation::InsertData { data } => {
                    step.extend(data.iter().map(|quad| {
                        let triple = Triple::new(
                            quad.subject.clone(),
                            quad.predicate.clone(),
                            quad.object.clone(),
                        );
                        (true, triple.in_graph(graph_name(&quad.graph_name)))
                    }));
                }
                GraphUpdateOperation::DeleteData { data } => {
                    step.extend(data.iter().map(|quad| {
                        let object = oxrdf::Term::from(quad.object.clone());
                        let triple =
                            Triple::new(quad.subject.clone(), quad.predicate.clone(), object);
                        (false, triple.in_graph(graph_name(&quad.graph_name)))
                    }));
                }
                GraphUpdateOperation::DeleteInsert {
                    delete,
                    insert,
                    using,
                    pattern,
                } => {
                    let failed = |error: spareval::QueryEvaluationError| {
                        StoreError::Evaluation(error.to_string())
                    };
                    let found = evaluator
                        .prepare_delete_insert(
                            delete.clone(),
                            insert.clone(),
                            update.base_iri.clone(),
                            using.clone(),
                            pattern,
                        )
                        .execute(&dataset)
                        .map_err(failed)?;
                    for change in found {
                        step.push(match change.map_err(failed)? {
                            DeleteInsertQuad::Delete(quad) => (false, quad),
                            DeleteInsertQuad::Insert(quad) => (true, quad),
                        });
                        if step.len() > MOST_TRIPLES {
                            return Err(StoreError::Full(self.base.clone()));
                        }
                    }
                }
                GraphUpdateOperation::Clear { graph, .. }
                | GraphUpdateOperation::Drop { graph, .. } => {
                    let removed = dataset.iter().filter(|quad| match graph {
                        GraphTarget::NamedNode(node) => {
                            quad.graph_name == oxrdf::GraphNameRef::from(node)
                        }
                        GraphTarget::DefaultGraph => false,
                        GraphTarget::NamedGraphs | GraphTarget::AllGraphs => true,
                    });
                    step.extend(removed.map(|quad| (false, quad.into_owned())));
                }
                // The ontologies that the original loads are read by nobody.
                GraphUpdateOperation::Load { .. } | GraphUpdateOperation::Create { .. } => {}
            }
            for (inserted, quad) in &step {
                if *inserted {
                    dataset.insert(quad);
                } else {
                    dataset.remove(quad);
                }
            }
            changes.extend(step);
        }
        self.apply(changes)
    }

    /// Writes changes to the graphs, all of them or none.
    fn apply(&self, changes: Vec<(bool, Quad)>) -> Result<(), StoreError> {
        let mut graphs = self.lock();
        let mut added: HashMap<&str, usize> = HashMap::new();
        for (inserted, quad) in &changes {
            let GraphName::NamedNode(name) = &quad.graph_name else {
                return Err(StoreError::DefaultGraph);
            };
            let Some(known) = graphs.triples.get(name.as_str()) else {
                return Err(StoreError::UnknownGraph(name.as_str().to_owned()));
            };
            let count = added.entry(name.as_str()).or_default();
            *count += usize::from(*inserted);
            if known.len() + *count > MOST_TRIPLES {
                return Err(StoreError::Full(name.as_str().to_owned()));
            }
        }
        for (inserted, quad) in changes {
            let GraphName::NamedNode(name) = &quad.graph_name else {
                continue;
            };
            let Some(known) = graphs.triples.get_mut(name.as_str()) else {
                continue;
            };
            let triple = Triple::new(
                quad.subject.clone(),
                quad.predicate.clone(),
                quad.object.clone(),
            );
            let at = known.iter().position(|one| *one == triple);
            match (inserted, at) {
                (true, None) => known.push(triple),
                (false, Some(at)) => {
                    known.remove(at);
                }
                _ => {}
            }
        }
        Ok(())
    }
}

fn graph_name(name: &spargebra::term::GraphName) -> GraphName {
    match name {
        spargebra::term::GraphName::NamedNode(node) => node.clone().into(),
        spargebra::term::GraphName::DefaultGraph => GraphName::DefaultGraph,
    }
}

/// Refuses what would exhaust the stack of the parser.
fn bounded(text: &str) -> Result<(), StoreError> {
    let mut depth = 0usize;
    for c in text.chars() {
        match c {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > 100 {
            return Err(StoreError::Syntax("it is nested too deeply".to_owned()));
        }
    }
    if text.len() > 1 << 20 {
        return Err(StoreError::Syntax("it is too long".to_owned()));
    }
    Ok(())
}

/// Ends an evaluation when its time is over; not needed any more when it is dropped.
struct Watch {
    done: std::sync::mpsc::Sender<()>,
}

impl Watch {
    fn new(token: CancellationToken) -> Self {
        let (done, over) = std::sync::mpsc::channel::<()>();
        std::thread::spawn(move || {
            if over.recv_timeout(LONGEST) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                token.cancel();
            }
        });
        Self { done }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.done.send(());
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    fn store() -> Store {
        let store = Store::new("http://127.0.0.1:1");
        store.create("urn:graph:1", Vec::new());
        store.create("urn:graph:2", Vec::new());
        store
    }

    fn select(store: &Store, query: &str) -> serde_json::Value {
        let sent = store.query(query, "application/json").unwrap();
        serde_json::from_slice(&sent.body).unwrap()
    }

    #[test]
    fn relative_names_and_missing_prefixes_are_completed() {
        let store = store();
        // As most wrappers write it: a relative IRI, and prefixes that nobody declared.
        store
            .update(
                "INSERT { GRAPH <urn:graph:1> { ?a a qa:AnnotationOfInstance ; rdfs:label \"x\" ; oa:hasTarget \
                 [ oa:start \"4\"^^xsd:nonNegativeInteger ] ; oa:annotatedBy <www.wdaqua.eu/qanary> } } \
                 WHERE { BIND(IRI(str(RAND())) AS ?a) }",
            )
            .unwrap();
        assert_eq!(store.triples("urn:graph:1").unwrap().len(), 5);
        assert_eq!(store.triples("urn:graph:2").unwrap().len(), 0);
    }

    #[test]
    fn a_request_sees_what_it_names() {
        let store = store();
        for graph in [1, 2] {
            store
                .update(&format!(
                    "INSERT DATA {{ GRAPH <urn:graph:{graph}> {{ <urn:a> <urn:p> {graph} }} }}"
                ))
                .unwrap();
        }
        let one = select(&store, "SELECT ?o FROM <urn:graph:1> { ?s ?p ?o }");
        assert_eq!(one["results"]["bindings"].as_array().unwrap().len(), 1);
        let any = select(&store, "SELECT ?o { GRAPH ?g { ?s ?p ?o } }");
        assert_eq!(any["results"]["bindings"].as_array().unwrap().len(), 0);
        store
            .update("ADD SILENT GRAPH <urn:graph:1> TO GRAPH <urn:graph:2>")
            .unwrap();
        assert_eq!(store.triples("urn:graph:2").unwrap().len(), 2);
        store
            .update("DELETE WHERE { GRAPH <urn:graph:2> { ?s ?p 2 } }")
            .unwrap();
        assert_eq!(store.triples("urn:graph:2").unwrap().len(), 1);
        store
            .update("LOAD <http://www.w3.org/ns/oa.rdf> INTO GRAPH <urn:graph:1>")
            .unwrap();
    }

    #[test]
    fn what_is_wrong_is_refused() {
        let store = store();
        for update in [
            "INSERT DATA { <urn:a> <urn:b> <urn:c> }",
            "INSERT DATA { GRAPH <urn:graph:9> { <urn:a> <urn:b> <urn:c> } }",
            "nonsense",
            &"{".repeat(10_000),
        ] {
            assert!(store.update(update).is_err(), "{update}");
        }
        assert!(store.query("SELECT", "").is_err());
        assert!(store.triples("urn:graph:9").is_none());
    }
}
