//! Named graphs are kept apart, in the index and by queries.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;

use lydite_graph::oxrdf::{Dataset, GraphName, NamedNode, NamedOrBlankNode, Quad, Term};
use lydite_graph::{DefaultGraph, Embedded, KnowledgeGraph, Limits, Loader, Note, Pattern, Value};
use lydite_sparql::{Dialect, parse};
use proptest::prelude::*;

const COMPANY: &str = r#"
@prefix : <http://c/> .
:acme :name "Acme" .
:hr { :ann :worksFor :acme ; :name "Ann" . :bob :worksFor :acme . }
:it { :ann :worksFor :acme ; :uses :laptop . }
_:draft { :eve :worksFor :acme . }
"#;

fn company() -> Embedded {
    Embedded::from_bytes("company.trig", COMPANY.as_bytes().to_vec()).unwrap()
}

fn ask(graph: &dyn KnowledgeGraph, query: &str) -> (Vec<String>, Vec<Note>) {
    let query = format!("PREFIX : <http://c/> {query}");
    let query = parse(&query, &Dialect::field()).unwrap();
    let results = graph.query(&query, &Limits::default()).unwrap();
    let mut found: Vec<String> = match results.value {
        Value::Boolean(value) => vec![value.to_string()],
        Value::Triples(triples) => triples.iter().map(ToString::to_string).collect(),
        Value::Rows(rows) => {
            let cell = |cell: &Option<Term>| match cell {
                Some(Term::NamedNode(node)) => node.as_str().replace("http://c/", ":"),
                Some(Term::Literal(literal)) => literal.value().to_owned(),
                Some(Term::BlankNode(_)) => "_".to_owned(),
                None => "-".to_owned(),
            };
            let rows = rows.rows.iter();
            rows.map(|row| row.iter().map(cell).collect::<Vec<_>>().join(" "))
                .collect()
        }
    };
    found.sort();
    (found, results.notes)
}

#[test]
fn a_query_sees_the_graphs_that_it_names() {
    let graph = company();
    assert_eq!(
        (graph.len(), graph.unnamed(), graph.named_graphs()),
        (6, 1, 3)
    );
    for (query, expected) in [
        ("SELECT ?s { ?s ?p ?o }", &[":acme"][..]),
        ("SELECT ?s { ?s :worksFor ?o }", &[]),
        ("SELECT ?o { :acme :name ?o }", &["Acme"]),
        (
            "SELECT ?g ?s { GRAPH ?g { ?s :worksFor :acme } }",
            &[":hr :ann", ":hr :bob", ":it :ann", "_ :eve"],
        ),
        (
            "SELECT ?g { GRAPH ?g { :ann :worksFor :acme } }",
            &[":hr", ":it"],
        ),
        ("SELECT ?g { GRAPH ?g { } }", &[":hr", ":it", "_"]),
        (
            "SELECT ?s ?o { GRAPH :it { ?s ?p ?o } }",
            &[":ann :acme", ":ann :laptop"],
        ),
        ("SELECT ?s { GRAPH :it { ?s :name ?o } }", &[]),
        ("SELECT ?s { GRAPH :none { ?s ?p ?o } }", &[]),
        // Each triple of several graphs counts once.
        (
            "SELECT ?s FROM :hr FROM :it { ?s :worksFor ?o }",
            &[":ann", ":bob"],
        ),
        ("SELECT ?s FROM :it { ?s ?p ?o }", &[":ann", ":ann"]),
        ("SELECT ?s FROM :it FROM :it { ?s :uses ?o }", &[":ann"]),
        // What is not named is not there.
        ("SELECT ?s FROM :it { ?s :name ?o }", &[]),
        ("SELECT ?g FROM :it { GRAPH ?g { ?s ?p ?o } }", &[]),
        ("SELECT ?s FROM NAMED :it { ?s ?p ?o }", &[]),
        (
            "SELECT ?g FROM NAMED :it FROM NAMED :it { GRAPH ?g { ?s :uses ?o } }",
            &[":it"],
        ),
        (
            "SELECT ?n ?g FROM :hr FROM NAMED :it { ?s :name ?n GRAPH ?g { ?s :uses ?o } }",
            &["Ann :it"],
        ),
        ("SELECT ?s FROM :none { ?s ?p ?o }", &[]),
        ("SELECT ?s FROM :none FROM :it { ?s :uses ?o }", &[":ann"]),
        // A join across graphs.
        (
            "SELECT ?n ?s { ?c :name ?n GRAPH :hr { ?s :worksFor ?c } }",
            &["Acme :ann", "Acme :bob"],
        ),
    ] {
        assert_eq!(ask(&graph, query).0, expected, "{query}");
    }
}

#[test]
fn a_graph_that_is_not_there_is_empty_and_that_is_said() {
    let plain = Embedded::from_bytes("a.nt", b"<http://c/a> <http://c/p> <http://c/b> .".to_vec());
    let plain = plain.unwrap();
    assert_eq!(plain.named_graphs(), 0);
    let (rows, notes) = ask(&plain, "SELECT * FROM <http://dbpedia.org> { ?s ?p ?o }");
    assert!(rows.is_empty());
    let iri = "http://dbpedia.org".to_owned();
    assert_eq!(notes, [Note::UnknownGraph { iri }]);
    assert_eq!(ask(&plain, "SELECT ?s { ?s ?p ?o }").0, [":a"]);
    assert_eq!(
        ask(&plain, "SELECT ?s { GRAPH ?g { ?s ?p ?o } }").0.len(),
        0
    );
}

#[test]
fn the_union_of_all_graphs_can_be_the_default_graph() {
    let folder = tempfile::tempdir().unwrap();
    let (file, index) = (folder.path().join("c.trig"), folder.path().join("c.kg"));
    std::fs::write(&file, COMPANY).unwrap();
    let loader = Loader::new().file(&file).default_graph(DefaultGraph::Union);
    loader.load(&index).unwrap();
    let graph = Embedded::open(&index).unwrap();
    assert_eq!(graph.default_graph(), DefaultGraph::Union);
    let employed = "SELECT ?s { ?s :worksFor ?o }";
    assert_eq!(ask(&graph, employed).0, [":ann", ":bob", ":eve"]);
    assert_eq!(ask(&graph, "SELECT ?s FROM :it { ?s ?p ?o }").0.len(), 2);
    assert_eq!(
        ask(&graph, "SELECT ?s { GRAPH :it { ?s ?p ?o } }").0.len(),
        2
    );
    let strict = graph.with_default_graph(DefaultGraph::Unnamed);
    assert!(ask(&strict, employed).0.is_empty());
    // Names and classes are asked of all graphs in either case.
    assert_eq!(strict.labels("http://c/ann", None).unwrap(), ["Ann"]);
}

#[test]
fn the_default_graph_can_have_a_name() {
    let plain = Embedded::from_bytes("a.nt", b"<http://c/a> <http://c/p> \"1\" .".to_vec());
    let plain = plain.unwrap().with_graph_name("http://dbpedia.org");
    for (query, expected) in [
        (
            "SELECT ?o FROM <http://dbpedia.org> { ?s ?p ?o }",
            &["1"][..],
        ),
        ("SELECT ?o FROM <http://c/other> { ?s ?p ?o }", &[]),
        ("SELECT ?o { ?s ?p ?o }", &["1"]),
        (
            "SELECT ?g ?o { GRAPH ?g { ?s ?p ?o } }",
            &["http://dbpedia.org 1"],
        ),
        ("SELECT ?g { GRAPH ?g {} }", &["http://dbpedia.org"]),
        (
            "SELECT ?o { GRAPH <http://dbpedia.org> { ?s ?p ?o } }",
            &["1"],
        ),
        (
            "SELECT ?o FROM NAMED <http://dbpedia.org> { GRAPH ?g { ?s ?p ?o } }",
            &["1"],
        ),
        ("SELECT ?o { GRAPH <http://c/other> { ?s ?p ?o } }", &[]),
        (
            "SELECT (COUNT(*) AS ?n) FROM <http://dbpedia.org> { ?s ?p ?o }",
            &["1"],
        ),
        (
            "SELECT ?g ?n { GRAPH ?g { SELECT (COUNT(*) AS ?n) { ?s ?p ?o } } }",
            &["http://dbpedia.org 1"],
        ),
    ] {
        let (found, notes) = ask(&plain, query);
        assert_eq!(found, expected, "{query}");
        assert_eq!(
            notes.is_empty(),
            !query.contains("FROM <http://c/other>"),
            "{query}"
        );
    }
    // Beside named graphs, and under the name of one of them.
    let named = company().with_graph_name("http://c/main");
    let (found, _) = ask(&named, "SELECT ?s FROM :main FROM :it { ?s ?p ?o }");
    assert_eq!(found, [":acme", ":ann", ":ann"]);
    let (found, _) = ask(&named, "SELECT ?g { GRAPH ?g { ?s ?p ?o } }");
    assert_eq!(found, [":hr", ":hr", ":hr", ":it", ":it", ":main", "_"]);
    let both = company().with_graph_name("http://c/hr");
    let (found, _) = ask(&both, "SELECT ?s { GRAPH :hr { ?s :name ?n } }");
    assert_eq!(found, [":acme", ":ann"]);
    let (found, _) = ask(&both, "SELECT ?g { GRAPH ?g { ?s :name ?n } }");
    assert_eq!(found, [":hr", ":hr"]);
}

#[test]
fn every_statement_is_given_with_its_graph() {
    let graph = company();
    let mut quads = Vec::new();
    graph
        .each_quad(|quad| -> Result<(), lydite_graph::GraphError> {
            quads.push(quad.to_string());
            Ok(())
        })
        .unwrap();
    assert_eq!(quads.len(), 7);
    assert!(quads[0].starts_with("<http://c/acme>"), "{quads:?}");
    assert_eq!(
        quads
            .iter()
            .filter(|quad| quad.ends_with("<http://c/it>"))
            .count(),
        2
    );
    let again = quads
        .iter()
        .map(|quad| format!("{quad} .\n"))
        .collect::<String>();
    let again = Embedded::from_bytes("again.nq", again.into_bytes()).unwrap();
    assert_eq!(
        (again.len(), again.unnamed(), again.named_graphs()),
        (6, 1, 3)
    );
}

#[test]
fn files_that_are_left_out_leave_out_of_their_graphs() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("c.trig"), COMPANY).unwrap();
    let everywhere = "<http://c/ann> <http://c/worksFor> <http://c/acme> .\n";
    let there = "<http://c/bob> <http://c/worksFor> <http://c/acme> <http://c/hr> .\n\
                 <http://c/ann> <http://c/uses> <http://c/laptop> <http://c/hr> .\n";
    std::fs::write(path("out.nq"), format!("{everywhere}{there}")).unwrap();
    let loader = Loader::new().file(path("c.trig")).without(path("out.nq"));
    loader.load(&path("c.kg")).unwrap();
    let graph = Embedded::open(path("c.kg")).unwrap();
    let (rows, _) = ask(&graph, "SELECT ?g ?s ?o { GRAPH ?g { ?s ?p ?o } }");
    assert_eq!(rows, [":hr :ann Ann", ":it :ann :laptop", "_ :eve :acme"]);
}

fn node(name: &str, number: u8) -> NamedNode {
    NamedNode::new_unchecked(format!("http://c/{name}{number}"))
}

fn quad() -> impl Strategy<Value = Quad> {
    (0..5_u8, 0..3_u8, 0..6_u8, proptest::option::of(0..4_u8)).prop_map(|(s, p, o, g)| {
        let graph = g.map_or(GraphName::DefaultGraph, |g| node("g", g).into());
        Quad::new(node("r", s), node("p", p), node("r", o), graph)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// The index against a set of quads that is looked through.
    #[test]
    fn patterns_in_graphs_match_as_a_scan_does(
        quads in proptest::collection::vec(quad(), 0..120),
        s in proptest::option::of(0..5_u8),
        p in proptest::option::of(0..3_u8),
        o in proptest::option::of(0..6_u8),
        graphs in proptest::collection::btree_set(0..5_u8, 1..4),
    ) {
        let text: String = quads.iter().map(|quad| format!("{quad} .\n")).collect();
        let graph = Embedded::from_bytes("t.nq", text.into_bytes()).unwrap();
        let dataset: Dataset = quads.iter().collect();
        let fits = |quad: &Quad| {
            s.is_none_or(|s| quad.subject == node("r", s).into())
                && p.is_none_or(|p| quad.predicate == node("p", p))
                && o.is_none_or(|o| quad.object == node("r", o).into())
        };
        let all: Vec<Quad> = dataset.iter().map(Into::into).filter(fits).collect();
        let in_graph = |quad: &&Quad, g: u8| quad.graph_name == node("g", g).into();
        let pattern = Pattern {
            subject: s.map(|s| NamedOrBlankNode::from(node("r", s))),
            predicate: p.map(|p| node("p", p)),
            object: o.map(|o| node("r", o).into()),
        };
        let outside = all.iter().filter(|quad| quad.graph_name.is_default_graph()).count();
        prop_assert_eq!(graph.triples(&pattern, &Limits::default()).unwrap().len(), outside);
        let place = |name: &str, value: Option<u8>, kind: &str| match value {
            Some(value) => node(kind, value).to_string(),
            None => format!("?{name}"),
        };
        let triple = format!("{} {} {}", place("s", s, "r"), place("p", p, "p"), place("o", o, "r"));
        let count = |query: &str| ask(&graph, query).0.len();
        prop_assert_eq!(count(&format!("SELECT * {{ {triple} }}")), outside);
        let named = all.iter().filter(|quad| !quad.graph_name.is_default_graph()).count();
        prop_assert_eq!(count(&format!("SELECT * {{ GRAPH ?g {{ {triple} }} }}")), named);
        for g in 0..5 {
            let expected = all.iter().filter(|quad| in_graph(quad, g)).count();
            let found = count(&format!("SELECT * {{ GRAPH {} {{ {triple} }} }}", node("g", g)));
            prop_assert_eq!(found, expected);
        }
        let from: String = graphs.iter().map(|g| format!("FROM {} ", node("g", *g))).collect();
        let merged: BTreeSet<String> = all
            .iter()
            .filter(|quad| graphs.iter().any(|g| in_graph(quad, *g)))
            .map(|quad| format!("{} {} {}", quad.subject, quad.predicate, quad.object))
            .collect();
        prop_assert_eq!(count(&format!("SELECT * {from} {{ {triple} }}")), merged.len());
        let union = graph.with_default_graph(DefaultGraph::Union);
        let everything: BTreeSet<String> = all
            .iter()
            .map(|quad| format!("{} {} {}", quad.subject, quad.predicate, quad.object))
            .collect();
        let found = ask(&union, &format!("SELECT * {{ {triple} }}")).0.len();
        prop_assert_eq!(found, everything.len());
    }
}
