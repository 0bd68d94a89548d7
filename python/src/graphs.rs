//! Knowledge graphs.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use lydite_graph::oxrdf::Term;
use lydite_graph::{KnowledgeGraph, Limits, Note, Value};
use lydite_lab::{Error, GraphUse, Lab};
use lydite_sparql::Dialect;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList};

use crate::arrow::{Column, Table};
use crate::errors::Trouble;
use crate::work::{lab, work};

/// A term: `uri`, `bnode` or `literal`, its value, datatype and language.
type Cell = (&'static str, String, Option<String>, Option<String>);

/// What a query gave.
#[pyclass(frozen, module = "lydite._lydite")]
pub(crate) struct Found {
    /// `boolean`, `rows` or `triples`.
    #[pyo3(get)]
    form: &'static str,
    /// The names of the columns.
    #[pyo3(get)]
    columns: Vec<String>,
    rows: Vec<Vec<Option<Cell>>>,
    /// What is to be said of it.
    #[pyo3(get)]
    notes: Vec<String>,
    /// The values by columns, once somebody wants them.
    table: OnceLock<Arc<Table>>,
}

#[pymethods]
impl Found {
    /// The terms, row by row.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let rows = self.rows.iter();
        PyList::new(
            py,
            rows.map(|row| row.iter().map(Option::as_ref).collect::<Vec<_>>()),
        )
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }

    /// The values of the terms as a table of Arrow.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Whoever wants other types converts the columns.
        drop(requested_schema);
        let table = py.detach(|| self.table.get_or_init(|| Arc::new(self.by_columns())));
        table.capsule(py)
    }
}

impl Found {
    fn by_columns(&self) -> Table {
        let names = self.columns.iter().enumerate();
        names.fold(Table::default(), |table, (at, name)| {
            let cells = self.rows.iter().map(|row| row.get(at)?.as_ref());
            table.with(name, Column::texts(cells.map(|cell| Some(&*cell?.1))))
        })
    }
}

/// A graph at hand or on an endpoint.
#[pyclass(frozen, module = "lydite._lydite")]
pub(crate) struct Graph {
    name: String,
    pub(crate) graph: Arc<dyn KnowledgeGraph>,
}

#[pymethods]
impl Graph {
    /// Opens a graph by name, file or address.
    #[new]
    fn new(py: Python<'_>, name: String, watcher: Option<Py<PyAny>>) -> PyResult<Self> {
        let lab = lab(watcher).map_err(|trouble| trouble.raise(py))?;
        let graph = work(py, &lab, |lab| Ok(lab.graph(&name)?))?;
        Ok(Self {
            graph: Arc::from(graph),
            name,
        })
    }

    #[getter]
    fn name(&self) -> String {
        lydite_lab::graphs::shown(&self.name)
    }

    /// Runs a query.
    fn query(&self, py: Python<'_>, text: &str, seconds: f64, rows: usize) -> PyResult<Found> {
        let time = Duration::try_from_secs_f64(seconds).map_err(|_| {
            Trouble::usage("a time limit is a positive number of seconds").raise(py)
        })?;
        let lab = lab(None).map_err(|trouble| trouble.raise(py))?;
        work(py, &lab, |lab| {
            let dialect = Dialect::field().with_own_prefixes(self.graph.prefixes());
            let query = lydite_sparql::parse(text, &dialect)
                .map_err(|error| Trouble::query(text, error))?;
            let limits = self.limits(lab, time).with_rows(rows);
            let results = self.graph.query(&query, &limits).map_err(Error::from)?;
            Ok(found(results.value, &results.notes))
        })
    }

    /// Finds resources by name: IRI, name and score.
    fn search(
        &self,
        py: Python<'_>,
        text: &str,
        language: Option<&str>,
        count: usize,
    ) -> PyResult<Vec<(String, String, f64)>> {
        self.look_up(py, |graph| {
            let hits = graph.search(text, language, count)?.into_iter();
            Ok(hits
                .map(|hit| (hit.iri.into_string(), hit.text, hit.score))
                .collect())
        })
    }

    /// What a resource is called.
    fn labels(&self, py: Python<'_>, iri: &str, language: Option<&str>) -> PyResult<Vec<String>> {
        self.look_up(py, |graph| graph.labels(iri, language))
    }

    /// The classes of a resource.
    fn types(&self, py: Python<'_>, iri: &str) -> PyResult<Vec<String>> {
        self.look_up(py, |graph| Ok(strings(graph.types(iri)?)))
    }

    /// Other names of a resource.
    fn same_as(&self, py: Python<'_>, iri: &str) -> PyResult<Vec<String>> {
        self.look_up(py, |graph| Ok(strings(graph.same_as(iri)?)))
    }
}

impl Graph {
    fn limits(&self, lab: &Lab, time: Duration) -> Limits {
        lab.limits(&GraphUse {
            name: self.name.clone(),
            time,
        })
    }

    fn look_up<T: Send>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&dyn KnowledgeGraph) -> Result<T, lydite_graph::GraphError> + Send,
    ) -> PyResult<T> {
        py.detach(|| ask(&*self.graph))
            .map_err(|error| Trouble::from(Error::from(error)).raise(py))
    }
}

fn strings(nodes: Vec<lydite_graph::oxrdf::NamedNode>) -> Vec<String> {
    let nodes = nodes.into_iter();
    nodes.map(|node| node.into_string()).collect()
}

fn found(value: Value, notes: &[Note]) -> Found {
    let notes = notes.iter().map(|note| match note {
        Note::Truncated { rows } => format!("stopped after {rows} rows"),
        Note::Partial => "the engine ran out of time; the result is incomplete".to_owned(),
        Note::Paged { pages } => format!("fetched in {pages} pages"),
        Note::UnknownGraph { iri } => format!("there is no graph <{iri}>"),
        Note::Cached => "answered from the cache".to_owned(),
    });
    let notes = notes.collect();
    let truth = "http://www.w3.org/2001/XMLSchema#boolean";
    let (form, columns, rows) = match value {
        Value::Boolean(value) => {
            let cell = ("literal", value.to_string(), Some(truth.to_owned()), None);
            let rows = vec![vec![Some(cell)]];
            ("boolean", vec!["boolean".to_owned()], rows)
        }
        Value::Rows(found) => {
            let rows = found.rows.into_iter();
            let rows = rows.map(|row| row.into_iter().map(|cell| cell.map(term)).collect());
            ("rows", found.variables, rows.collect())
        }
        Value::Triples(triples) => {
            let rows = triples.into_iter().map(|triple| {
                let (subject, predicate) = (triple.subject.into(), triple.predicate.into());
                let terms: [Term; 3] = [subject, predicate, triple.object];
                terms.map(|one| Some(term(one))).into()
            });
            let names = ["subject", "predicate", "object"].map(str::to_owned);
            ("triples", names.into(), rows.collect())
        }
    };
    Found {
        form,
        columns,
        rows,
        notes,
        table: OnceLock::new(),
    }
}

fn term(term: Term) -> Cell {
    match term {
        Term::NamedNode(node) => ("uri", node.into_string(), None, None),
        Term::BlankNode(node) => ("bnode", node.into_string(), None, None),
        Term::Literal(literal) => {
            let (value, datatype, language, ..) = literal.destruct();
            let datatype = datatype.map(|node| node.into_string());
            ("literal", value, datatype, language)
        }
        #[allow(unreachable_patterns, reason = "depends on features of oxrdf")]
        other => ("literal", other.to_string(), None, None),
    }
}
