//! Graphs that are asked: opened once, queries run within limits, results in every format.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use lydite_graph::{Embedded, GraphError, KnowledgeGraph, Limits, Note, Value};
use lydite_lab::demo;
use lydite_sparql::{Dialect, Parsed, parse};
use oxrdf::Variable;
use oxrdfio::{JsonLdProfile, RdfFormat, RdfSerializer};
use sparesults::{QueryResultsFormat, QueryResultsSerializer};

use crate::access::{Role, Visitor};
use crate::app::App;
use crate::error::Fault;
use crate::naming;

/// How long a query may take.
pub(crate) const TIME: Duration = Duration::from_secs(20);
/// How many bytes a query may hold.
const MEMORY: usize = 512 << 20;
/// Longer texts are no queries.
const LONGEST: usize = 100_000;
/// So many graphs are kept open.
const OPEN: usize = 16;

/// Graphs that are open.
#[derive(Default)]
pub(crate) struct Graphs {
    /// By name and digest: whoever loads another file under a name is asked from then on.
    open: Mutex<HashMap<(String, String), Arc<dyn KnowledgeGraph>>>,
    published: Mutex<Option<(String, Arc<Embedded>)>>,
}

impl Graphs {
    /// A graph that a visitor may name.
    pub(crate) fn named(
        &self,
        app: &App,
        visitor: &Visitor,
        name: &str,
    ) -> Result<Arc<dyn KnowledgeGraph>, Fault> {
        // Here the name is a part of the address.
        let name = graph_for(app, visitor, name).map_err(|fault| match fault.status {
            StatusCode::UNPROCESSABLE_ENTITY => Fault::not_found(fault.message),
            _ => fault,
        })?;
        let digest = app
            .lab
            .library()
            .ok()
            .and_then(|library| library.key(&name));
        let key = (name, digest.unwrap_or_default());
        let locked = || self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = locked().get(&key) {
            return Ok(Arc::clone(open));
        }
        let graph: Arc<dyn KnowledgeGraph> = Arc::from(app.lab.graph(&key.0)?);
        let mut open = locked();
        if open.len() >= OPEN {
            open.clear();
        }
        open.insert(key, Arc::clone(&graph));
        Ok(graph)
    }

    /// All that is published, as a graph; made anew when something is published or withdrawn.
    pub(crate) fn published(&self, app: &App) -> Result<Arc<Embedded>, Fault> {
        let mut state = String::new();
        for one in app.listed.all(&app.store)?.iter() {
            if let Some(published) = &one.published {
                state.push_str(&format!("{} {published}\n", one.id));
            }
        }
        // Whoever comes second waits for the first instead of doing the same.
        let mut known = self
            .published
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some((_, graph)) = known.as_ref().filter(|(own, _)| *own == state) {
            return Ok(Arc::clone(graph));
        }
        let graph = Arc::new(app.lab.published_graph(&app.store)?);
        *known = Some((state, Arc::clone(&graph)));
        Ok(graph)
    }
}

/// The name of a graph, if a visitor may name it: addresses are for those who may run experiments.
pub(crate) fn graph_for(app: &App, visitor: &Visitor, name: &str) -> Result<String, Fault> {
    let name = match name.trim() {
        "" => demo::GRAPH,
        name => name,
    };
    let name = naming::graph(&app.lab, name)?;
    if name.contains("://") {
        app.allow(visitor, Role::Runner)?;
    }
    Ok(name)
}

/// What a query gave, and how long that took.
pub(crate) struct Ran {
    pub(crate) value: Value,
    pub(crate) notes: Vec<String>,
    pub(crate) millis: f64,
}

/// Runs a query within the limits of the page.
pub(crate) fn run(graph: &dyn KnowledgeGraph, text: &str, rows: usize) -> Result<Ran, Fault> {
    let parsed = read(graph, text)?;
    let limits = Limits::default()
        .with_time(TIME)
        .with_memory(MEMORY)
        .with_rows(rows);
    let begun = Instant::now();
    let results = graph
        .query(&parsed, &limits)
        .map_err(|error| stopped(&error))?;
    let mut notes: Vec<String> = Vec::new();
    for repair in &parsed.repairs {
        let note = format!("repaired: {}", repair.kind.description());
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    notes.extend(results.notes.iter().map(|note| match note {
        Note::Truncated { rows } => format!("stopped after {rows} rows; there are more"),
        Note::Partial => "the engine ran out of time; the result is incomplete".to_owned(),
        Note::Paged { pages } => format!("fetched in {pages} pages"),
        Note::UnknownGraph { iri } => {
            format!("there is no graph <{iri}>, so it contributes nothing")
        }
        Note::Cached => "answered from the cache".to_owned(),
    }));
    Ok(Ran {
        value: results.value,
        notes,
        millis: begun.elapsed().as_secs_f64() * 1000.0,
    })
}

fn read(graph: &dyn KnowledgeGraph, text: &str) -> Result<Parsed, Fault> {
    if text.len() > LONGEST {
        return Err(Fault::new(
            StatusCode::BAD_REQUEST,
            "this is too long for a query",
        ));
    }
    let dialect = Dialect::field().with_own_prefixes(graph.prefixes());
    parse(text, &dialect).map_err(|error| {
        let message = format!("the query cannot be read: {error}");
        Fault::new(StatusCode::BAD_REQUEST, message)
            .hint("Only SPARQL queries are answered, no updates.")
    })
}

fn stopped(error: &GraphError) -> Fault {
    Fault::wrong(error.to_string())
}

/// The formats of tables and of yes or no, the usual one first.
pub(crate) const TABLES: [&str; 4] = [
    "application/sparql-results+json",
    "application/sparql-results+xml",
    "text/csv",
    "text/tab-separated-values",
];

/// The formats of triples, the usual one first.
pub(crate) const TRIPLES: [&str; 4] = [
    "text/turtle",
    "application/n-triples",
    "application/ld+json",
    "application/rdf+xml",
];

/// Writes what a query gave in one of the formats.
pub(crate) fn written(value: &Value, media: &str) -> Result<Vec<u8>, Fault> {
    let unknown = || {
        Fault::new(
            StatusCode::NOT_ACCEPTABLE,
            "results are not written in this format",
        )
    };
    match value {
        Value::Triples(triples) => {
            let format = match media {
                "text/turtle" => RdfFormat::Turtle,
                "application/n-triples" => RdfFormat::NTriples,
                "application/ld+json" => RdfFormat::JsonLd {
                    profile: JsonLdProfile::Streaming.into(),
                },
                "application/rdf+xml" => RdfFormat::RdfXml,
                _ => return Err(unknown()),
            };
            let mut out = RdfSerializer::from_format(format).for_writer(Vec::new());
            for triple in triples {
                out.serialize_triple(triple)?;
            }
            Ok(out.finish()?)
        }
        Value::Boolean(value) => {
            let out = QueryResultsSerializer::from_format(table(media).ok_or_else(unknown)?);
            Ok(out.serialize_boolean_to_writer(Vec::new(), *value)?)
        }
        Value::Rows(rows) => {
            let names: Vec<Variable> = rows.variables.iter().map(Variable::new_unchecked).collect();
            let out = QueryResultsSerializer::from_format(table(media).ok_or_else(unknown)?);
            let mut out = out.serialize_solutions_to_writer(Vec::new(), names.clone())?;
            for row in &rows.rows {
                let cells = names.iter().zip(row);
                out.serialize(cells.filter_map(|(name, cell)| Some((name, cell.as_ref()?))))?;
            }
            Ok(out.finish()?)
        }
    }
}

fn table(media: &str) -> Option<QueryResultsFormat> {
    Some(match media {
        "application/sparql-results+json" => QueryResultsFormat::Json,
        "application/sparql-results+xml" => QueryResultsFormat::Xml,
        "text/csv" => QueryResultsFormat::Csv,
        "text/tab-separated-values" => QueryResultsFormat::Tsv,
        _ => return None,
    })
}
