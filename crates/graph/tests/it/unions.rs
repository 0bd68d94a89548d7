//! Several graphs asked together give what one graph with all their triples gives.

use std::fmt::Write;

use lydite_graph::oxrdf::Term;
use lydite_graph::{Embedded, KnowledgeGraph, Limits, Union, Value};
use lydite_sparql::{Dialect, parse};
use proptest::prelude::*;

fn graph(text: &str) -> Embedded {
    Embedded::from_bytes("t.nt", text.as_bytes().to_vec()).unwrap()
}

fn union(texts: &[String]) -> Union {
    let graphs = texts
        .iter()
        .map(|text| -> Box<dyn KnowledgeGraph> { Box::new(graph(text)) });
    Union::new(graphs.collect())
}

/// The rows of a query in the order of their letters, blank nodes without their labels.
fn rows(graph: &dyn KnowledgeGraph, query: &str, limits: &Limits) -> Vec<String> {
    let parsed = parse(query, &Dialect::strict()).unwrap();
    let results = graph.query(&parsed, limits).unwrap();
    let Value::Rows(found) = results.value else {
        panic!("no rows: {query}");
    };
    let cell = |cell: &Option<Term>| match cell {
        None => "-".to_owned(),
        Some(Term::BlankNode(_)) => "_".to_owned(),
        Some(term) => term.to_string(),
    };
    let rows = found.rows.iter();
    let mut rows: Vec<String> = rows
        .map(|row| row.iter().map(cell).collect::<Vec<_>>().join(" "))
        .collect();
    rows.sort();
    rows
}

/// A triple; of its resources some are blank nodes, of its objects some are literals.
fn triple() -> impl Strategy<Value = (u8, u8, u8)> {
    (0..8_u8, 0..3_u8, 0..12_u8)
}

fn resource(number: u8, graph: usize, is_shared: bool) -> String {
    match number {
        0 if is_shared => "_:b".to_owned(),
        0 => format!("_:b{graph}"),
        number => format!("<http://a/{number}>"),
    }
}

/// Triples of the graph with this number, as that graph writes them or as one file for all would.
fn text(triples: &[(u8, u8, u8)], graph: usize, is_shared: bool) -> String {
    let mut text = String::new();
    for (s, p, o) in triples {
        let subject = resource(*s, graph, is_shared);
        let object = match o {
            8 => "\"8\"^^<http://www.w3.org/2001/XMLSchema#int>".to_owned(),
            9 => "\"8\"^^<http://www.w3.org/2001/XMLSchema#integer>".to_owned(),
            10 => "\"ten\"@en".to_owned(),
            11 => "\"08\"^^<http://www.w3.org/2001/XMLSchema#integer>".to_owned(),
            o => resource(*o, graph, is_shared),
        };
        writeln!(text, "{subject} <http://p/{p}> {object} .").unwrap();
    }
    text
}

const QUERIES: [&str; 14] = [
    "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }",
    "SELECT (COUNT(?o) AS ?n) { ?s <http://p/1> ?o }",
    "SELECT (COUNT(*) AS ?n) { <http://a/1> ?p ?o }",
    "SELECT (COUNT(*) AS ?n) { ?s ?p <http://a/2> }",
    "SELECT (COUNT(*) AS ?n) { <http://a/1> <http://p/0> <http://a/2> }",
    "SELECT (COUNT(*) AS ?n) { ?s ?p ?s }",
    "SELECT (COUNT(*) AS ?n) { ?s <http://p/absent> ?o }",
    "SELECT * { ?s ?p ?o }",
    "SELECT * { ?a <http://p/0> ?b . ?b <http://p/1> ?c }",
    "SELECT * { ?a <http://p/0>+ ?b }",
    "SELECT ?s { ?s <http://p/2> 8 }",
    "SELECT * { ?s ?p ?o FILTER(?o = 8) }",
    "SELECT (STR(?o) AS ?t) { ?s ?p ?o FILTER(isLiteral(?o)) }",
    "SELECT ?o (COUNT(?s) AS ?n) { ?s ?p ?o OPTIONAL { ?o <http://p/0> ?x } } GROUP BY ?o",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_union_is_one_graph(
        parts in proptest::collection::vec(proptest::collection::vec(triple(), 0..25), 2..4),
    ) {
        let parts = parts.iter().enumerate();
        let apart: Vec<String> = parts.clone().map(|(at, part)| text(part, at, true)).collect();
        let merged: String = parts.map(|(at, part)| text(part, at, false)).collect();
        let (union, whole) = (union(&apart), graph(&merged));
        for query in QUERIES {
            let limits = Limits::default();
            prop_assert_eq!(rows(&union, query, &limits), rows(&whole, query, &limits), "{}", query);
        }
    }
}

/// Fetched as texts, these triples would take several megabytes.
#[test]
fn triples_are_counted_without_being_fetched() {
    let part = |from: usize, to: usize| -> String {
        let line =
            |n| format!("<http://a/{n}> <http://a/label> \"a text of some length {n}\"@en .\n");
        (from..to).map(line).collect()
    };
    let union = union(&[part(0, 6000), part(5000, 12_000), part(11_000, 13_000)]);
    let limits = Limits::default().with_memory(1 << 19);
    for query in [
        "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }",
        "SELECT (COUNT(*) AS ?n) { ?s <http://a/label> ?o }",
        "SELECT (COUNT(*) AS ?n) { ?s ?p ?o FILTER(CONTAINS(?o, \"length\")) }",
    ] {
        let integer = "http://www.w3.org/2001/XMLSchema#integer";
        let expected = format!("\"13000\"^^<{integer}>");
        assert_eq!(rows(&union, query, &limits), [expected], "{query}");
    }
}

#[test]
fn texts_are_found_in_every_graph() {
    let about = |name: &str, text: &str| {
        format!(
            "<http://a/{name}> <http://www.w3.org/2000/01/rdf-schema#label> \"{name}\"@en .\n\
             <http://a/{name}> <http://dbpedia.org/ontology/abstract> \"{text}\"@en .\n"
        )
    };
    let one = about("Titanic", "The ship sank after it had struck an iceberg.");
    let two = about("Hans Hedtoft", "This ship struck an iceberg, too.");
    let union = union(&[one, two.replace("a/Hans Hedtoft", "a/Hans_Hedtoft")]);
    let query = "SELECT ?x { ?x text:\"ship\" text:\"iceberg\" }";
    let parsed = parse(query, &Dialect::field()).unwrap();
    let results = union.query(&parsed, &Limits::default()).unwrap();
    let Value::Rows(found) = results.value else {
        panic!("no rows");
    };
    assert_eq!(found.rows.len(), 2, "{found:?}");
}
