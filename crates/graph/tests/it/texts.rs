//! Names, texts and the hybrid pseudo queries that rely on them, on the graph of the demo.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;

use lydite_formats::Reader;
use lydite_graph::oxrdf::{NamedNode, Term};
use lydite_graph::{Embedded, KnowledgeGraph, Limits, Value};
use lydite_model::{AnswerSet, QueryForm};
use lydite_sparql::{Dialect, parse};

const DBR: &str = "http://dbpedia.org/resource/";

fn demo() -> Embedded {
    let text = include_bytes!("../../../lab/assets/demo.ttl");
    Embedded::from_bytes("demo.ttl", text.to_vec()).unwrap()
}

fn answers(set: &AnswerSet) -> BTreeSet<String> {
    let table = set.as_table().unwrap();
    table.terms().map(|term| term.value().to_owned()).collect()
}

#[test]
fn hybrid_questions_of_the_demo_are_answered_from_its_abstracts() {
    let graph = demo();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../lab/assets/demo.json");
    let (mut right, mut wrong) = (0, Vec::new());
    for question in Reader::open(path).unwrap() {
        let Some(pseudo) = question.query(QueryForm::Pseudo) else {
            continue;
        };
        let parsed = parse(pseudo, &Dialect::field()).unwrap();
        let results = graph.query(&parsed, &Limits::default()).unwrap();
        let found = answers(&(&results.value).into());
        let gold = answers(question.answers.as_ref().unwrap());
        if found == gold {
            right += 1;
        } else {
            wrong.push(format!("{}: {found:?} for {gold:?}", question.id));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(right >= 10, "{right}");
}

#[test]
fn resources_are_found_by_name_beginning_likeness_and_word() {
    let graph = demo();
    let first = |text: &str| {
        let hits = graph.search(text, Some("en"), 5).unwrap();
        hits.first().map(|hit| hit.iri.as_str().to_owned())
    };
    for (text, local) in [
        ("Berlin", "Berlin"),
        ("berlín", "Berlin"),
        ("Eiffel Towr", "Eiffel_Tower"),
        ("brandenburg", "Brandenburg_Gate"),
    ] {
        assert_eq!(first(text), Some(format!("{DBR}{local}")), "{text}");
    }
    assert_eq!(first("no such thing at all"), None);
    let exact = graph.search("Berlin", Some("en"), 1).unwrap();
    assert!((exact[0].score - 1.0).abs() < 1e-9);
    let labelled = graph.labelled("Berlin", Some("en")).unwrap();
    assert!(
        labelled
            .iter()
            .any(|iri| iri.as_str() == format!("{DBR}Berlin"))
    );
    assert_eq!(
        graph.labels(&format!("{DBR}Berlin"), Some("en")).unwrap()[0],
        "Berlin"
    );
}

#[test]
fn classes_and_same_things_are_followed() {
    let graph = demo();
    let above = graph
        .super_classes("http://dbpedia.org/ontology/City")
        .unwrap();
    let above: Vec<&str> = above.iter().map(NamedNode::as_str).collect();
    assert_eq!(above[0], "http://dbpedia.org/ontology/Settlement");
    assert!(above.contains(&"http://dbpedia.org/ontology/Place"));
    let query = "SELECT ?a ?b { ?a <http://www.w3.org/2002/07/owl#sameAs> ?b } LIMIT 1";
    let parsed = parse(query, &Dialect::field()).unwrap();
    let Value::Rows(rows) = graph.query(&parsed, &Limits::default()).unwrap().value else {
        panic!("no rows");
    };
    let name = |column: usize| match &rows.rows[0][column] {
        Some(Term::NamedNode(node)) => node.clone(),
        other => panic!("{other:?}"),
    };
    assert!(graph.same_as(name(0).as_str()).unwrap().contains(&name(1)));
    assert!(graph.same_as(name(1).as_str()).unwrap().contains(&name(0)));
}

#[test]
fn labels_come_from_one_list_in_its_order() {
    let text = b"
        @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
        @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
        @prefix foaf: <http://xmlns.com/foaf/0.1/> .
        @prefix dct: <http://purl.org/dc/terms/> .
        @prefix own: <http://example.org/own#> .
        own:a skos:altLabel \"other\" ; own:fullName \"own\"@EN ; dct:title \"title\" ;
            foaf:name \"name\"@en , \"Name\"@de ; skos:prefLabel \"preferred\" ;
            rdfs:label \"z\" , \"b\"@en , \"preferred\" ; own:colour \"green\" ; own:name own:b .
        own:b own:knows own:c .
    ";
    let graph = Embedded::from_bytes("a.ttl", text.to_vec()).unwrap();
    let labels = |language| graph.labels("http://example.org/own#a", language).unwrap();
    assert_eq!(
        labels(None),
        [
            "b",
            "preferred",
            "z",
            "Name",
            "name",
            "title",
            "own",
            "other"
        ]
    );
    assert_eq!(
        labels(Some("en")),
        ["b", "preferred", "z", "name", "title", "own", "other"]
    );
    // What an identifier says is no label, here as on an endpoint.
    assert!(
        graph
            .labels("http://example.org/own#b", None)
            .unwrap()
            .is_empty()
    );
    assert!(graph.labelled("c", None).unwrap().is_empty());
    assert_eq!(graph.labelled("own", Some("en")).unwrap().len(), 1);
    assert!(!graph.search("c", None, 3).unwrap().is_empty());
}

#[test]
fn classes_of_many_resources_come_in_their_order() {
    let graph = demo();
    let berlin = format!("{DBR}Berlin");
    let iris = ["http://nobody.example/", &berlin, "no identifier"];
    let types = graph.types_all(&iris).unwrap();
    assert_eq!(types.len(), 3);
    assert!(types[0].is_empty() && types[2].is_empty());
    assert_eq!(types[1], graph.types(&berlin).unwrap());
    assert!(!types[1].is_empty());
}
