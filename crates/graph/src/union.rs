//! Several graphs as one.

use std::sync::{Mutex, OnceLock};

use lydite_http::Deadline;
use lydite_sparql::Parsed;
use oxrdf::{BlankNode, NamedNode, NamedOrBlankNode, Term, Triple};
use rustc_hash::FxHashSet;

use crate::embedded::{Common, Gathered, common_terms, evaluate_on, inner, outer, stream_together};
use crate::links::Links;
use crate::{Embedded, GraphError, Hit, KnowledgeGraph, Limits, Note, Pattern, Results, Sink};

/// Several graphs as one: what any of them says holds.
///
/// Queries see all triples together, so that a pattern may be met by one graph and the next by
/// another. Blank nodes of different graphs are different, whatever their labels. Only the default
/// graphs are seen: for named graphs, load the files together.
///
/// ```
/// use lydite_graph::{Embedded, KnowledgeGraph, Limits, Union, Value};
/// use lydite_sparql::{Dialect, parse};
///
/// let one = Embedded::from_bytes("a.nt", b"<http://a> <http://p> <http://b> .".to_vec())?;
/// let two = Embedded::from_bytes("b.nt", b"<http://b> <http://q> <http://c> .".to_vec())?;
/// let both = Union::new(vec![Box::new(one), Box::new(two)]);
/// let query = parse("ASK { ?a <http://p> ?b . ?b <http://q> ?c }", &Dialect::field())?;
/// assert_eq!(both.query(&query, &Limits::default())?.value, Value::Boolean(true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Union {
    graphs: Vec<Box<dyn KnowledgeGraph>>,
    /// The terms that the graphs have in common, as far as queries have met them; `None` if some
    /// graphs are elsewhere.
    common: OnceLock<Option<Common>>,
}

impl Union {
    /// These graphs as one.
    pub fn new(graphs: Vec<Box<dyn KnowledgeGraph>>) -> Self {
        Self {
            graphs,
            common: OnceLock::new(),
        }
    }

    /// The graphs, if all of them are embedded, with what is known of their terms.
    fn all_embedded(&self) -> Option<(Vec<&Embedded>, &Common)> {
        let graphs = self.graphs.iter().map(|graph| graph.embedded());
        let graphs: Vec<&Embedded> = graphs.collect::<Option<_>>()?;
        let common = self.common.get_or_init(|| common_terms(&graphs));
        Some((graphs, common.as_ref()?))
    }

    /// What all graphs give, each thing once, in the order of the graphs.
    fn gather<T: Clone + Eq + std::hash::Hash>(
        &self,
        ask: impl Fn(&dyn KnowledgeGraph) -> Result<Vec<T>, GraphError>,
    ) -> Result<Vec<T>, GraphError> {
        let mut all = Vec::new();
        let mut seen = FxHashSet::default();
        for graph in &self.graphs {
            for item in ask(&**graph)? {
                if seen.insert(item.clone()) {
                    all.push(item);
                }
            }
        }
        Ok(all)
    }

    /// What all graphs give for each of many things.
    fn gather_all(
        &self,
        things: usize,
        ask: impl Fn(&dyn KnowledgeGraph) -> Result<Vec<Vec<NamedNode>>, GraphError>,
    ) -> Result<Vec<Vec<NamedNode>>, GraphError> {
        let mut all = vec![Vec::new(); things];
        for graph in &self.graphs {
            for (all, found) in all.iter_mut().zip(ask(&**graph)?) {
                all.extend(found);
            }
        }
        for found in &mut all {
            let mut seen = FxHashSet::default();
            found.retain(|node: &NamedNode| seen.insert(node.clone()));
        }
        Ok(all)
    }

    /// What each graph links some resources with: one may go on from where another one led.
    fn step(
        &self,
        from: &[&str],
        ask: impl Fn(&dyn KnowledgeGraph) -> Result<Vec<Vec<NamedNode>>, GraphError>,
    ) -> Result<Vec<(String, NamedNode)>, GraphError> {
        let mut pairs = Vec::new();
        for graph in &self.graphs {
            for (from, found) in from.iter().zip(ask(&**graph)?) {
                pairs.extend(found.into_iter().map(|to| ((*from).to_owned(), to)));
            }
        }
        Ok(pairs)
    }
}

impl KnowledgeGraph for Union {
    fn triples(&self, pattern: &Pattern, limits: &Limits) -> Result<Vec<Triple>, GraphError> {
        let mut triples = Vec::new();
        let mut seen = FxHashSet::default();
        for (number, graph) in self.graphs.iter().enumerate() {
            let Some(pattern) = within(number, pattern) else {
                continue;
            };
            for triple in graph.triples(&pattern, limits)? {
                let triple = outside(number, triple);
                if seen.insert(triple.clone()) {
                    triples.push(triple);
                }
            }
        }
        triples.truncate(limits.rows);
        Ok(triples)
    }

    fn query(&self, query: &Parsed, limits: &Limits) -> Result<Results, GraphError> {
        if let [graph] = self.graphs.as_slice() {
            return graph.query(query, limits);
        }
        refuse_from(query)?;
        if let Some((graphs, common)) = self.all_embedded() {
            let mut all = Gathered::default();
            let notes = stream_together(&graphs, common, query, limits, &mut all)?;
            return Ok(all.into_results(notes));
        }
        let failure = Mutex::new(None);
        let deadline = Deadline::after(limits.time);
        let fetch = |subject: Option<Term>, predicate: Option<Term>, object: Option<Term>| {
            let pattern = match (resource(subject), property(predicate)) {
                (Ok(subject), Ok(predicate)) => Pattern {
                    subject,
                    predicate,
                    object,
                },
                // A literal is no subject, and only IRIs are predicates.
                _ => return Vec::new(),
            };
            // Every pattern has the time that those before it have left.
            let limits = limits.clone().with_rows(usize::MAX);
            let limits = limits.with_time(deadline.left());
            self.triples(&pattern, &limits).unwrap_or_else(|error| {
                if let Ok(mut first) = failure.lock() {
                    first.get_or_insert(error);
                }
                Vec::new()
            })
        };
        let results = evaluate_on(&fetch, query, limits);
        match failure.into_inner() {
            Ok(Some(GraphError::Deadline(_))) => Err(GraphError::Deadline(deadline.allowed())),
            Ok(Some(error)) => Err(error),
            _ => results,
        }
    }

    fn stream(
        &self,
        query: &Parsed,
        limits: &Limits,
        sink: &mut (dyn Sink + Send),
    ) -> Result<Vec<Note>, GraphError> {
        if let [graph] = self.graphs.as_slice() {
            return graph.stream(query, limits, sink);
        }
        if let Some((graphs, common)) = self.all_embedded() {
            refuse_from(query)?;
            return stream_together(&graphs, common, query, limits, sink);
        }
        let results = self.query(query, limits)?;
        let _ = results.value.pour(sink);
        Ok(results.notes)
    }

    fn labels(&self, iri: &str, language: Option<&str>) -> Result<Vec<String>, GraphError> {
        self.gather(|graph| graph.labels(iri, language))
    }

    fn types(&self, iri: &str) -> Result<Vec<NamedNode>, GraphError> {
        self.gather(|graph| graph.types(iri))
    }

    fn types_all(&self, iris: &[&str]) -> Result<Vec<Vec<NamedNode>>, GraphError> {
        self.gather_all(iris.len(), |graph| graph.types_all(iris))
    }

    fn super_classes(&self, class: &str) -> Result<Vec<NamedNode>, GraphError> {
        Ok(self.super_classes_all(&[class])?.swap_remove(0))
    }

    fn super_classes_all(&self, classes: &[&str]) -> Result<Vec<Vec<NamedNode>>, GraphError> {
        let links = Links::follow(classes, |classes| {
            self.step(classes, |graph| graph.super_classes_all(classes))
        })?;
        Ok(classes.iter().map(|class| links.from(class)).collect())
    }

    fn same_as(&self, iri: &str) -> Result<Vec<NamedNode>, GraphError> {
        Ok(self.same_as_all(&[iri])?.swap_remove(0))
    }

    fn same_as_all(&self, iris: &[&str]) -> Result<Vec<Vec<NamedNode>>, GraphError> {
        let links = Links::follow(iris, |iris| {
            self.step(iris, |graph| graph.same_as_all(iris))
        })?;
        Ok(iris.iter().map(|iri| links.from(iri)).collect())
    }

    fn labelled(&self, label: &str, language: Option<&str>) -> Result<Vec<NamedNode>, GraphError> {
        self.gather(|graph| graph.labelled(label, language))
    }

    fn labelled_all(
        &self,
        labels: &[(&str, Option<&str>)],
    ) -> Result<Vec<Vec<NamedNode>>, GraphError> {
        self.gather_all(labels.len(), |graph| graph.labelled_all(labels))
    }

    fn prefixes(&self) -> Vec<(String, String)> {
        let mut all: Vec<(String, String)> = Vec::new();
        for (name, iri) in self.graphs.iter().flat_map(|graph| graph.prefixes()) {
            if all.iter().all(|(known, _)| *known != name) {
                all.push((name, iri));
            }
        }
        all
    }

    fn content_digest(&self) -> Option<String> {
        let digests = self.graphs.iter().map(|graph| graph.content_digest());
        let digests: Option<Vec<String>> = digests.collect();
        Some(digests?.join(","))
    }

    fn is_remote(&self) -> bool {
        self.graphs.iter().any(|graph| graph.is_remote())
    }

    fn search(
        &self,
        text: &str,
        language: Option<&str>,
        count: usize,
    ) -> Result<Vec<Hit>, GraphError> {
        let mut hits: Vec<Hit> = Vec::new();
        for graph in &self.graphs {
            for hit in graph.search(text, language, count)? {
                match hits.iter_mut().find(|known| known.iri == hit.iri) {
                    Some(known) if known.score >= hit.score => {}
                    Some(known) => *known = hit,
                    None => hits.push(hit),
                }
            }
        }
        hits.sort_by(|a, b| b.score.total_cmp(&a.score));
        hits.truncate(count);
        Ok(hits)
    }
}

/// Only default graphs are asked together.
fn refuse_from(query: &Parsed) -> Result<(), GraphError> {
    if query.query.dataset().is_none() {
        return Ok(());
    }
    let reason = "FROM cannot be used with several graphs; query one graph at a time";
    Err(GraphError::Query(reason.to_owned()))
}

/// A blank node as the graph with this number sees it; `None` if it is of another one.
fn own(number: usize, node: &BlankNode) -> Option<BlankNode> {
    let (graph, label) = inner(node)?;
    (graph == number).then(|| BlankNode::new(label).ok())?
}

/// A pattern as the graph with this number sees it; `None` if nothing in it can fit.
fn within(number: usize, pattern: &Pattern) -> Option<Pattern> {
    let mut pattern = pattern.clone();
    if let Some(NamedOrBlankNode::BlankNode(node)) = &mut pattern.subject {
        *node = own(number, node)?;
    }
    if let Some(Term::BlankNode(node)) = &mut pattern.object {
        *node = own(number, node)?;
    }
    Some(pattern)
}

/// A triple of the graph with this number as all of them together see it.
fn outside(number: usize, mut triple: Triple) -> Triple {
    if let NamedOrBlankNode::BlankNode(node) = &mut triple.subject {
        *node = outer(number, node);
    }
    if let Term::BlankNode(node) = &mut triple.object {
        *node = outer(number, node);
    }
    triple
}

type Place<T> = Result<Option<T>, Misplaced>;

/// A term stands where it cannot.
struct Misplaced;

fn resource(term: Option<Term>) -> Place<NamedOrBlankNode> {
    match term {
        None => Ok(None),
        Some(Term::NamedNode(node)) => Ok(Some(node.into())),
        Some(Term::BlankNode(node)) => Ok(Some(node.into())),
        Some(Term::Literal(_)) => Err(Misplaced),
    }
}

fn property(term: Option<Term>) -> Place<NamedNode> {
    match term {
        None => Ok(None),
        Some(Term::NamedNode(node)) => Ok(Some(node)),
        Some(_) => Err(Misplaced),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::Value;
    use lydite_sparql::{Dialect, parse};

    fn ask(graph: &Union, query: &str) -> Result<usize, GraphError> {
        let query = parse(query, &Dialect::field()).unwrap();
        Ok(match graph.query(&query, &Limits::default())?.value {
            Value::Rows(rows) => rows.rows.len(),
            Value::Boolean(value) => usize::from(value),
            Value::Triples(triples) => triples.len(),
        })
    }

    #[test]
    fn blank_nodes_of_different_graphs_are_different() {
        let graph = |text: &str| -> Box<dyn KnowledgeGraph> {
            Box::new(Embedded::from_bytes("a.nt", text.as_bytes().to_vec()).unwrap())
        };
        let one = graph("_:x <http://p> \"1\" .\n<http://a> <http://q> _:x .");
        let two = graph("_:x <http://p> \"2\" .\n<http://b> <http://q> _:x .");
        let both = Union::new(vec![one, two]);
        let values = |of: &str| format!("SELECT ?v {{ <{of}> <http://q> ?x . ?x <http://p> ?v }}");
        assert_eq!(ask(&both, &values("http://a")).unwrap(), 1);
        assert_eq!(ask(&both, &values("http://b")).unwrap(), 1);
        let joined = "SELECT ?x { ?x <http://p> \"1\" . ?x <http://p> \"2\" }";
        assert_eq!(ask(&both, joined).unwrap(), 0);
        assert_eq!(
            ask(&both, "SELECT DISTINCT ?x { ?x <http://p> ?v }").unwrap(),
            2
        );
        assert!(ask(&both, "SELECT * FROM <http://g> { ?s ?p ?o }").is_err());
    }
}
