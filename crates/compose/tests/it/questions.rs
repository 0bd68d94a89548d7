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
pub(crate) fn cells(answered: &Answered) -> Vec<String> {
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
        // What only asks to be answered.
        (
            "Can you tell me the price of the Desk Lamp?",
            &["35.5"],
            false,
        ),
        (
            "I would like to know whether the Swivel Chair is heavier than the Desk Lamp.",
            &["true"],
            false,
        ),
        // One of two conditions, and a bound that is turned round.
        (
            "Which products weigh more than 10 kg or cost less than 40 euros?",
            &[":lamp", ":shelf"],
            false,
        ),
        (
            "Which products are not heavier than 7 kg?",
            &[":chair", ":lamp"],
            false,
        ),
        // Not the thing that is named, and a thing that is named twice.
        (
            "Which products have the same supplier as the Desk Lamp?",
            &[":chair"],
            false,
        ),
        (
            "How much does the Desk Lamp with the code A-17 weigh?",
            &["900"],
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

const FIRM: &str = r#"
@prefix : <http://shop/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Employee rdfs:label "Employee"@en . :Manager rdfs:label "Manager"@en ; rdfs:subClassOf :Employee .
:Department rdfs:label "Department"@en . :Supplier rdfs:label "Supplier"@en . :Product rdfs:label "Product"@en .
:ann a :Manager ; rdfs:label "Ann Lee" ; :memberOf :sales ; :email "ann@firm" .
:bob a :Employee ; rdfs:label "Bob Ray" ; :memberOf :sales ; :email "bob@firm" ; :hasManager :ann .
:cat a :Employee ; rdfs:label "Cat Moe" ; :memberOf :lab ; :email "cat@firm" ; :hasManager :ann .
:sales a :Department ; rdfs:label "Sales" . :lab a :Department ; rdfs:label "Laboratory" .
:acme a :Supplier ; rdfs:label "Acme Group" ; :city "San Remo" . :bolt a :Supplier ; rdfs:label "Bolt Inc" ; :city "Oslo" .
:cup a :Product ; rdfs:label "Blue Cup" ; :price_eur 4 ; :width_mm 80 ; :height_mm 90 ; :depth_mm 80 ; :hasSupplier :acme .
:jug a :Product ; rdfs:label "Red Jug" ; :price_eur 9 ; :width_mm 120 ; :height_mm 100 ; :depth_mm 110 ; :hasSupplier :acme .
:pot a :Product ; rdfs:label "Big Pot" ; :price_eur 20 ; :width_mm 200 ; :height_mm 150 ; :depth_mm 200 ; :hasSupplier :bolt .
"#;

#[test]
fn questions_by_others_are_answered() {
    let graph = Embedded::from_bytes("firm.ttl", FIRM.as_bytes().to_vec()).unwrap();
    let answerer = Answerer::new(Arc::new(graph)).unwrap();
    for (question, expected) in [
        // Differences of two quantities, and between the ends of an order.
        (
            "By how much is the Big Pot more expensive than the Red Jug?",
            &["11"][..],
        ),
        (
            "What is the difference in price between the Red Jug and the Blue Cup?",
            &["5"],
        ),
        // Words in names.
        (
            "Which suppliers have the word Group in their name?",
            &[":acme"],
        ),
        (
            "Which suppliers have a city that starts with \"San\"?",
            &[":acme"],
        ),
        // Misspelt.
        ("Which supliers are there?", &[":acme", ":bolt"]),
        // Two questions in one.
        (
            "Do any suppliers deliver the Big Pot, and if so which ones?",
            &[":bolt"],
        ),
        // Quantities that no property has.
        ("Which product has the greatest volume?", &[":pot"]),
        (
            "Which products are wider than they are high?",
            &[":jug", ":pot"],
        ),
        // Several properties under one name.
        (
            "What are the dimensions of the Blue Cup?",
            &["80", "80", "90"],
        ),
        // Groups.
        (
            "What is the average number of employees per department?",
            &["1.5"],
        ),
        // Classes that are not meant, and what is lacking.
        ("Which employees are not managers?", &[":bob", ":cat"]),
        ("Who has no manager?", &[":ann"]),
        ("Is Bob Ray a manager?", &["false"]),
        // Columns.
        (
            "List the departments and their number of employees",
            &["1", "2", ":lab", ":sales"],
        ),
    ] {
        let answered = answerer.ask(question, &Pipeline::default());
        assert!(
            answered.answers.is_some(),
            "{question}: {:?}",
            answered.abstained
        );
        let mut found = cells(&answered);
        found.sort();
        assert_eq!(found, expected, "{question}: {:?}", answered.query);
    }
}
