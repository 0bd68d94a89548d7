//! A graph on a SPARQL 1.1 endpoint: Virtuoso, QLever, GraphDB, Fuseki and their kin.
//!
//! In the order in which a query passes: `cache` has the answer already, or `transport` sends the
//! request and says why there is no reply, `answer` makes sense of status, headers and body
//! (`table`, `json`, `complaint`), and `fetch` gets what the endpoint cut off (`paging`,
//! `construct`).

mod answer;
mod cache;
mod complaint;
mod construct;
mod fetch;
mod json;
mod lookup;
mod paging;
mod partial;
mod table;
mod transport;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use lydite_http::{Address, Client, Config, Credentials, Deadline, Politeness, Retries};
use lydite_model::QueryForm;
use lydite_sparql::Parsed;
use lydite_sparql::spargebra::SparqlParser;
use oxrdf::{NamedNode, NamedOrBlankNode, Term, Triple};

use self::cache::Cache;
use crate::{GraphError, Hit, KnowledgeGraph, Limits, Note, Pattern, Results, Rows, Value};

/// How a query travels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// `GET` where the query is short enough for an address, else a form.
    #[default]
    Automatic,
    /// `GET` with everything in the address.
    Get,
    /// `POST` of a form.
    Form,
    /// `POST` of the query itself. Some endpoints, Virtuoso 7.2.5 among them, do not understand it.
    Direct,
}

/// A graph on a SPARQL 1.1 endpoint.
///
/// Every request ends within its deadline: by the whole answer, by one whose
/// [notes](Results::notes) say what is missing, or by an error.
///
/// ```no_run
/// use std::time::Duration;
/// use lydite_graph::{KnowledgeGraph, Limits, Remote};
/// use lydite_sparql::{Dialect, parse};
///
/// let dbpedia = Remote::new("https://dbpedia.org/sparql")?
///     .with_default_graph("http://dbpedia.org")
///     .with_cache("answers".as_ref(), Duration::from_secs(24 * 3600));
/// let query = parse("SELECT ?x { ?x dbo:capital dbr:Bucharest }", &Dialect::field())?;
/// let results = dbpedia.query(&query, &Limits::default())?;
/// println!("{:?} {:?}", results.value, results.notes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Remote {
    client: Client,
    address: Address,
    credentials: Option<Credentials>,
    politeness: Option<Politeness>,
    retries: Option<Retries>,
    graphs: Vec<String>,
    method: Method,
    limits: Limits,
    cache: Option<Cache>,
    /// Whether the engine has shown itself to be Virtuoso.
    virtuoso: AtomicBool,
}

impl Remote {
    /// The endpoint at an address. A user and a password in the address are used and never shown.
    ///
    /// # Errors
    /// If it is no `http` or `https` address. Nothing is sent yet.
    pub fn new(address: &str) -> Result<Self, GraphError> {
        let (address, credentials) = Address::parse(address).map_err(transport::no_endpoint)?;
        let client = Client::new(Config::default()).map_err(transport::no_endpoint)?;
        Ok(Self {
            client,
            address,
            credentials,
            politeness: None,
            retries: None,
            graphs: Vec::new(),
            method: Method::default(),
            limits: Limits::default(),
            cache: None,
            virtuoso: AtomicBool::new(false),
        })
    }

    /// Sends requests with this client: it says which addresses may be asked, and through whom.
    /// Time and size are those of the [limits](Limits) of a query.
    pub fn with_client(mut self, client: Client) -> Self {
        self.client = client;
        self
    }

    /// Asks for this graph (`default-graph-uri`); several are merged by the endpoint.
    pub fn with_default_graph(mut self, graph: impl Into<String>) -> Self {
        self.graphs.push(graph.into());
        self
    }

    /// Logs in.
    pub fn with_credentials(mut self, credentials: Credentials) -> Self {
        self.credentials = Some(credentials);
        self
    }

    /// Logs in with what a list of credentials has for the host ([`Credentials::for_host`]), unless
    /// the address brought its own.
    pub fn with_credentials_from(mut self, list: &str) -> Self {
        if self.credentials.is_none() {
            self.credentials = Credentials::for_host(list, self.host());
        }
        self
    }

    /// Sends queries in this way.
    pub fn with_method(mut self, method: Method) -> Self {
        self.method = method;
        self
    }

    /// What labels, classes and searches may cost, and who may end them; queries bring their own
    /// limits.
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// How often an attempt is repeated; as the client does by default.
    pub fn with_retries(mut self, retries: Retries) -> Self {
        self.retries = Some(retries);
        self
    }

    /// How much the host is asked at once. Hosts elsewhere are treated as [`Politeness::PUBLIC`],
    /// this machine as [`Politeness::OWN`], unless this says otherwise.
    pub fn with_politeness(mut self, politeness: Politeness) -> Self {
        self.politeness = Some(politeness);
        self
    }

    /// Keeps whole answers in a folder, for some time.
    pub fn with_cache(mut self, folder: &Path, keep: Duration) -> Self {
        self.cache = Some(Cache::new(folder, keep));
        self
    }

    /// The address, without credentials.
    pub fn address(&self) -> &str {
        self.address.as_str()
    }

    /// What tells this endpoint from others, and what different people see there: a digest of the
    /// address, the graphs that are asked for and who asks.
    pub fn identity(&self) -> String {
        let credentials = self.credentials.as_ref();
        Cache::key(&[
            self.address(),
            credentials.map_or("", Credentials::identity),
            &self.graphs.join("\n"),
        ])
    }

    /// The host and port of the endpoint.
    pub fn host(&self) -> &str {
        self.address.host()
    }

    /// Whether the endpoint is on this machine.
    pub fn is_local(&self) -> bool {
        self.address.is_loopback()
    }

    /// Sends a query as it is written, in whatever dialect the engine understands. Results that the
    /// endpoint cuts off are told, but not paged.
    ///
    /// # Errors
    /// As [`KnowledgeGraph::query`].
    pub fn query_as_written(&self, text: &str, limits: &Limits) -> Result<Results, GraphError> {
        let deadline = Deadline::after(limits.time);
        self.remembered(text, limits, || self.as_written(text, limits, deadline))
    }

    fn is_virtuoso(&self) -> bool {
        self.virtuoso.load(Ordering::Relaxed)
    }

    /// An answer from the cache, or else a new one, which goes there.
    fn remembered(
        &self,
        text: &str,
        limits: &Limits,
        answer: impl FnOnce() -> Result<Results, GraphError>,
    ) -> Result<Results, GraphError> {
        let Some(cache) = &self.cache else {
            return answer();
        };
        let credentials = self.credentials.as_ref();
        let key = Cache::key(&[
            self.address(),
            credentials.map_or("", Credentials::identity),
            &self.graphs.join("\n"),
            &limits.rows.to_string(),
            text,
        ]);
        if let Some(results) = cache.get(&key) {
            return Ok(results);
        }
        let results = answer()?;
        cache.put(&key, &results);
        Ok(results)
    }

    /// The rows of a query of our own.
    fn look_up(&self, text: &str) -> Result<Rows, GraphError> {
        let parsed = SparqlParser::new().parse_query(text);
        let query = parsed.map_err(|error| GraphError::Query(error.to_string()))?;
        let deadline = Deadline::after(self.limits.time);
        let results = self.remembered(text, &self.limits, || {
            self.evaluate(&query, text, &self.limits, deadline)
        })?;
        if results.notes.contains(&Note::Partial) {
            return Err(fetch::incomplete());
        }
        match results.value {
            Value::Rows(rows) => Ok(rows),
            Value::Boolean(_) | Value::Triples(_) => Ok(Rows::default()),
        }
    }

    /// A term as it is written in a query.
    fn written(&self, term: &Term) -> Result<String, GraphError> {
        match term {
            // Only Virtuoso lets its blank nodes be asked about; elsewhere they are variables.
            Term::BlankNode(node) if self.is_virtuoso() => {
                Ok(format!("<{}{}>", json::NODE_ID, node.as_str()))
            }
            Term::BlankNode(_) => Err(GraphError::Query(
                "endpoints cannot look up their blank nodes".to_owned(),
            )),
            term => Ok(term.to_string()),
        }
    }
}

impl KnowledgeGraph for Remote {
    fn triples(&self, pattern: &Pattern, limits: &Limits) -> Result<Vec<Triple>, GraphError> {
        let subject: Option<Term> = pattern.subject.clone().map(Into::into);
        let predicate: Option<Term> = pattern.predicate.clone().map(Into::into);
        let places = [
            ("?s", &subject),
            ("?p", &predicate),
            ("?o", &pattern.object),
        ];
        let mut words = Vec::new();
        for (variable, term) in places {
            words.push(match term {
                Some(term) => self.written(term)?,
                None => variable.to_owned(),
            });
        }
        let open: Vec<&str> = places
            .iter()
            .filter(|(_, term)| term.is_none())
            .map(|(variable, _)| *variable)
            .collect();
        let words = words.join(" ");
        let text = if open.is_empty() {
            format!("ASK {{ {words} }}")
        } else {
            format!("SELECT {} WHERE {{ {words} }}", open.join(" "))
        };
        let query = SparqlParser::new()
            .parse_query(&text)
            .map_err(|error| GraphError::Query(error.to_string()))?;
        let deadline = Deadline::after(limits.time);
        let results = self.remembered(&text, limits, || {
            self.evaluate(&query, &text, limits, deadline)
        })?;
        if results.notes.contains(&Note::Partial) {
            return Err(fetch::incomplete());
        }
        let rows = match results.value {
            Value::Rows(rows) => rows.rows,
            Value::Boolean(true) => vec![Vec::new()],
            Value::Boolean(false) | Value::Triples(_) => Vec::new(),
        };
        let triple = |row: &Vec<Option<Term>>| {
            let mut cells = row.iter().cloned();
            let mut next = |known: &Option<Term>| known.clone().or_else(|| cells.next().flatten());
            let (subject, predicate) = (next(&subject)?, next(&predicate)?);
            let object = next(&pattern.object)?;
            let subject: NamedOrBlankNode = match subject {
                Term::NamedNode(node) => node.into(),
                Term::BlankNode(node) => node.into(),
                Term::Literal(_) => return None,
            };
            let Term::NamedNode(predicate) = predicate else {
                return None;
            };
            Some(Triple::new(subject, predicate, object))
        };
        Ok(rows.iter().filter_map(triple).collect())
    }

    fn query(&self, query: &Parsed, limits: &Limits) -> Result<Results, GraphError> {
        if query.form != QueryForm::Sparql {
            return Err(GraphError::Query(format!(
                "a {} query needs a loaded graph: endpoints understand SPARQL only",
                query.form.as_str()
            )));
        }
        let deadline = Deadline::after(limits.time);
        self.remembered(&query.text, limits, || {
            self.evaluate(&query.query, &query.text, limits, deadline)
        })
    }

    fn labels(&self, iri: &str, language: Option<&str>) -> Result<Vec<String>, GraphError> {
        self.find_labels(iri, language)
    }

    fn types(&self, iri: &str) -> Result<Vec<NamedNode>, GraphError> {
        self.find_types(iri)
    }

    fn types_all(&self, iris: &[&str]) -> Result<Vec<Vec<NamedNode>>, GraphError> {
        self.find_types_all(iris)
    }

    fn super_classes(&self, class: &str) -> Result<Vec<NamedNode>, GraphError> {
        self.find_super_classes(class)
    }

    fn super_classes_all(&self, classes: &[&str]) -> Result<Vec<Vec<NamedNode>>, GraphError> {
        self.find_super_classes_all(classes)
    }

    fn same_as(&self, iri: &str) -> Result<Vec<NamedNode>, GraphError> {
        self.find_same_as(iri)
    }

    fn same_as_all(&self, iris: &[&str]) -> Result<Vec<Vec<NamedNode>>, GraphError> {
        self.find_same_as_all(iris)
    }

    fn labelled(&self, label: &str, language: Option<&str>) -> Result<Vec<NamedNode>, GraphError> {
        self.find_labelled(label, language)
    }

    fn labelled_all(
        &self,
        labels: &[(&str, Option<&str>)],
    ) -> Result<Vec<Vec<NamedNode>>, GraphError> {
        self.find_labelled_all(labels)
    }

    fn remote(&self) -> Option<&Remote> {
        Some(self)
    }

    fn is_remote(&self) -> bool {
        true
    }

    fn search(
        &self,
        text: &str,
        language: Option<&str>,
        count: usize,
    ) -> Result<Vec<Hit>, GraphError> {
        self.find_text(text, language, count)
    }
}
