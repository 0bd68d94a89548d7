//! Questions over a small shop: one table of what is asked and what must come out.

use std::sync::Arc;

use lydite_compose::{Abstention, Answered, Answerer, Pipeline};
use lydite_graph::Embedded;

pub(crate) const SHOP: &str = r#"
@prefix : <http://shop/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Product rdfs:label "Product"@en . :Supplier rdfs:label "Supplier"@en . :Country rdfs:label "Country"@en .
:lamp a :Product ; rdfs:label "A-17 - Desk Lamp" ; :weight_g 900 ; :price_eur 35.5 ; :hasSupplier :drake .
:chair a :Product ; rdfs:label "B-20 - Swivel Chair" ; :weight_g 7000 ; :price_eur 120 ; :hasSupplier :drake .
:shelf a :Product ; rdfs:label "C-31 - Oak Shelf" ; :weight_g 12000 ; :price_eur 80 ; :hasSupplier :moeller .
:drake a :Supplier ; rdfs:label "Drake Ltd" ; :country :gb ; :phone "+44 1" .
:moeller a :Supplier ; rdfs:label "Möller GmbH" ; :country :de .
:idle a :Supplier ; rdfs:label "Idle Inc" ; :country :de .
:gb a :Country ; rdfs:label "United Kingdom" . :de a :Country ; rdfs:label "Germany" .
"#;

pub(crate) fn shop() -> Answerer {
    let graph = Embedded::from_bytes("shop.ttl", SHOP.as_bytes().to_vec()).unwrap();
    Answerer::new(Arc::new(graph)).unwrap()
}

/// The cells of the answer, in order.
fn cells(answered: &Answered) -> Vec<String> {
    let answers = answered.answers.as_ref().unwrap();
    if let Some(value) = answers.as_boolean() {
        return vec![value.to_string()];
    }
    let table = answers.as_table().unwrap();
    let cells = table
        .terms()
        .map(|term| term.value().replace("http://shop/", ":"));
    cells.collect()
}

#[test]
fn questions_of_every_kind_are_answered() {
    let answerer = shop();
    for (question, expected, ordered) in [
        ("How much does the Desk Lamp cost?", &["35.5"][..], false),
        ("What is the weight of A-17?", &["900"], false),
        ("Who supplies the Oak Shelf?", &[":moeller"], false),
        (
            "Which products does Moeller GmbH supply?",
            &[":shelf"],
            false,
        ),
        ("Which product is the heaviest?", &[":shelf"], false),
        (
            "What is the second most expensive product?",
            &[":shelf"],
            false,
        ),
        (
            "Which products cost more than 50 euros?",
            &[":chair", ":shelf"],
            false,
        ),
        ("Which products weigh less than 1 kg?", &[":lamp"], false),
        ("How many products are there?", &["3"], false),
        (
            "Which suppliers are from Germany?",
            &[":idle", ":moeller"],
            false,
        ),
        (
            "Which German suppliers are there?",
            &[":idle", ":moeller"],
            false,
        ),
        (
            "Which suppliers do not supply any product?",
            &[":idle"],
            false,
        ),
        ("Which supplier has the most products?", &[":drake"], false),
        (
            "Is the Swivel Chair heavier than the Oak Shelf?",
            &["false"],
            false,
        ),
        (
            "What is the average price of all products?",
            &["78.5"],
            false,
        ),
        (
            "Which suppliers have at least two products?",
            &[":drake"],
            false,
        ),
        (
            "List all products sorted by price, most expensive first.",
            &[":chair", ":shelf", ":lamp"],
            true,
        ),
    ] {
        let answered = answerer.ask(question, &Pipeline::default());
        assert_eq!(answered.abstained, None, "{question}");
        let mut found = cells(&answered);
        if !ordered {
            found.sort();
        }
        assert_eq!(found, expected, "{question}: {:?}", answered.query);
    }
}

#[test]
fn what_the_graph_does_not_have_is_not_answered() {
    let answered = shop().ask("What is the colour of the Desk Lamp?", &Pipeline::default());
    assert!(answered.answers.is_none());
    let words = vec!["colour".to_owned()];
    assert_eq!(
        answered.abstained,
        Some(Abstention::NotUnderstood { words })
    );
    let guessed = shop().ask(
        "What is the colour of the Desk Lamp?",
        &"guess".parse().unwrap(),
    );
    assert!(guessed.answers.is_some());
}

#[test]
fn the_trace_says_what_words_were_taken_for() {
    let answered = shop().ask("How much does the Desk Lamp cost?", &Pipeline::default());
    let chosen: Vec<_> = answered
        .trace
        .annotations
        .iter()
        .filter(|annotation| annotation.chosen)
        .collect();
    assert!(
        chosen
            .iter()
            .any(|annotation| annotation.text == "Desk Lamp")
    );
    assert!(chosen.iter().any(|annotation| {
        annotation.text == "cost" && annotation.candidates[0].what == "<http://shop/price_eur>"
    }));
    assert!((0.0..=1.0).contains(&answered.confidence));
    let document = serde_json::to_value(&answered).unwrap();
    assert!(document["trace"]["annotations"].is_array());
}

#[test]
fn the_same_question_has_the_same_answer() {
    let (one, other) = (shop(), shop());
    for question in ["Which products weigh more than 1 kg?", "Drake Ltd phone"] {
        let ask = |answerer: &Answerer| answerer.ask(question, &Pipeline::default()).query;
        assert_eq!(ask(&one), ask(&other));
    }
}
