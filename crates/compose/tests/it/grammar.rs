//! `qb-grammar`: operations over what was linked.

use std::sync::Arc;

use lydite_compose::Resources;
use lydite_compose::annotation::{AnnotatedQuestion, Annotation, Candidate, Kind, Span};
use lydite_compose::component::Registry;
use lydite_graph::oxrdf::Term;
use lydite_graph::{Embedded, Limits, Value};
use lydite_sparql::{Dialect, parse};

const LAKES: &str = r#"
@prefix : <http://ex/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Vattern a :Lake ; rdfs:label "Vattern" ; :depth 128 ; :p17 :Sweden .
:Siljan a :Lake ; rdfs:label "Siljan" ; :depth 134 ; :p17 :Sweden .
:Saimaa a :Lake ; rdfs:label "Saimaa" ; :depth 82 ; :p17 :Finland .
:Inari a :Lake ; rdfs:label "Inari" ; :depth 92 ; :p17 :Finland ; :p99 :Sweden .
:Klaralven a :River ; rdfs:label "Klaralven" ; :p17 :Sweden .
:Sweden a :Country ; rdfs:label "Sweden" . :Finland a :Country ; rdfs:label "Finland" .
"#;

/// What the first query gives for a question with these IRIs, in alphabetical order, and the query.
fn answers(resources: &Resources, text: &str, links: &[(Kind, &str)]) -> (Vec<String>, String) {
    let mut question = AnnotatedQuestion::new(text);
    for (kind, iri) in links {
        let name = text.find(iri).filter(|_| *kind == Kind::Entity);
        question.add(Annotation {
            kind: *kind,
            span: name.map(|start| Span {
                start,
                end: start + iri.len(),
            }),
            candidates: vec![Candidate::new(format!("http://ex/{iri}"), 1.0)],
            component: "test".to_owned(),
        });
    }
    let registry = Registry::shipped();
    let builder = registry.get("qb-grammar").unwrap();
    builder.annotate(&mut question, resources).unwrap();
    let annotation = question.of(Kind::Query).next();
    let query = annotation
        .and_then(Annotation::best)
        .unwrap_or_else(|| panic!("no query: {text}"));
    let parsed = parse(&query.value, &Dialect::strict()).unwrap();
    let given = resources
        .graph()
        .query(&parsed, &Limits::default())
        .unwrap();
    let mut found: Vec<String> = match given.value {
        Value::Boolean(truth) => vec![truth.to_string()],
        Value::Rows(rows) => {
            let cells = rows.rows.iter().filter_map(|row| row.first()?.as_ref());
            cells
                .map(|term| match term {
                    Term::NamedNode(node) => node.as_str().replace("http://ex/", ""),
                    Term::Literal(literal) => literal.value().to_owned(),
                    Term::BlankNode(blank) => blank.to_string(),
                })
                .collect()
        }
        Value::Triples(_) => Vec::new(),
    };
    found.sort();
    (found, query.value.clone())
}

#[test]
fn operations_are_read_over_what_was_linked() {
    let graph = Embedded::from_bytes("lakes.ttl", LAKES.as_bytes().to_vec()).unwrap();
    let resources = Resources::of(Arc::new(graph)).unwrap();
    let lake = (Kind::Class, "Lake");
    let sweden = (Kind::Entity, "Sweden");
    let country = (Kind::Relation, "p17");
    let depth = (Kind::Relation, "depth");
    for (text, links, expected) in [
        (
            "Which lakes are in Sweden?",
            vec![lake, sweden, country],
            vec!["Siljan", "Vattern"],
        ),
        (
            "Which lakes does Sweden have?",
            vec![lake, sweden, (Kind::Relation, "p99")],
            vec!["Inari"],
        ),
        (
            "Which lake is the deepest?",
            vec![lake, depth],
            vec!["Siljan"],
        ),
        (
            "Which lakes are deeper than 90 m?",
            vec![lake, depth],
            vec!["Inari", "Siljan", "Vattern"],
        ),
    ] {
        let (found, query) = answers(&resources, text, &links);
        assert_eq!(found, expected, "{text}: {query}");
    }
    let (found, query) = answers(
        &resources,
        "How many lakes are in Sweden?",
        &[lake, sweden, country],
    );
    assert_eq!(found, ["2"], "{query}");
    let (found, query) = answers(
        &resources,
        "Is Vattern in Sweden?",
        &[(Kind::Entity, "Vattern"), sweden, country],
    );
    assert_eq!(found, ["true"], "{query}");
}

#[test]
fn of_what_was_not_linked_it_finds_its_own() {
    let graph = Embedded::from_bytes("lakes.ttl", LAKES.as_bytes().to_vec()).unwrap();
    let resources = Resources::of(Arc::new(graph)).unwrap();
    let (found, query) = answers(&resources, "Which lake is the deepest?", &[]);
    assert_eq!(found, ["Siljan"], "{query}");
}
