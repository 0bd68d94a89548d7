//! Quantities that several properties make up, and questions that compare or order what is measured.

use std::sync::Arc;

use lydite_compose::{Answerer, Pipeline};
use lydite_graph::Embedded;

use crate::questions::cells;

/// Two customers, four orders with lines, and what is in stock.
const TRADE: &str = r#"
@prefix : <http://trade/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Customer rdfs:label "Customer"@en . :Article rdfs:label "Article"@en . :Group rdfs:label "Article group"@en .
:Employee rdfs:label "Employee"@en . :Team rdfs:label "Team"@en .
:ernst a :Customer ; rdfs:label "Ernst Handel" . :paula a :Customer ; rdfs:label "Paula Parente" .
:quick a :Customer ; rdfs:label "Quick Stop" .
:rope a :Article ; rdfs:label "Rope" ; :inGroup :marine ; :stockUnits 10 ; :listPrice_usd 4 .
:sail a :Article ; rdfs:label "Sail" ; :inGroup :marine ; :stockUnits 2 ; :listPrice_usd 300 .
:tent a :Article ; rdfs:label "Tent" ; :inGroup :camping ; :stockUnits 1 ; :listPrice_usd 90 .
:marine a :Group ; rdfs:label "Marine" . :camping a :Group ; rdfs:label "Camping" .
:o1 a :Order ; :orderNo "101" ; :placedBy :ernst ; :hasLine [ a :Line ; :article :rope ; :qty 10 ; :unitPrice_usd 5 ; :discount_pct 20 ] ;
  :hasLine [ a :Line ; :article :tent ; :qty 1 ; :unitPrice_usd 100 ] .
:o2 a :Order ; :orderNo "102" ; :placedBy :paula ; :hasLine [ a :Line ; :article :sail ; :qty 1 ; :unitPrice_usd 350 ; :discount_pct 10 ] .
:o3 a :Order ; :orderNo "103" ; :placedBy :ernst ; :hasLine [ a :Line ; :article :rope ; :qty 3 ; :unitPrice_usd 5 ] .
:o4 a :Order ; :orderNo "104" ; :placedBy :quick ; :hasLine [ a :Line ; :article :rope ; :qty 1 ; :unitPrice_usd 5 ] .
:sales a :Team ; rdfs:label "Sales Team" . :depot a :Team ; rdfs:label "Depot Team" .
:ann a :Employee ; rdfs:label "Ann Archer" ; :memberOf :sales ; :hasManager :cas ; :salary_usd 3000 .
:bob a :Employee ; rdfs:label "Bob Baker" ; :memberOf :sales ; :hasManager :cas ; :salary_usd 2000 .
:cas a :Employee ; rdfs:label "Cas Cooper" ; :memberOf :sales ; :salary_usd 5000 .
:dot a :Employee ; rdfs:label "Dot Draper" ; :memberOf :depot ; :hasManager :bob ; :salary_usd 1500 .
"#;

fn answers(question: &str, answerer: &Answerer) -> Vec<String> {
    let answered = answerer.ask(question, &Pipeline::default());
    if answered.answers.is_none() {
        return Vec::new();
    }
    let cells = cells(&answered).into_iter();
    cells
        .map(|cell| cell.replace("http://trade/", ":"))
        .collect()
}

#[test]
fn quantities_are_derived_compared_and_ranked() {
    let graph = Embedded::from_bytes("trade.ttl", TRADE.as_bytes().to_vec()).unwrap();
    let answerer = Answerer::new(Arc::new(graph)).unwrap();
    let mut wrong = Vec::new();
    for (question, expected) in [
        // 10 × 5 less a fifth, a tent, and three ropes.
        ("What is the revenue with Ernst Handel?", &["155"][..]),
        (
            "What is the revenue before discounts with Ernst Handel?",
            &["165"],
        ),
        (
            "Which customer brought in the highest revenue after discounts?",
            &[":paula"],
        ),
        (
            "How many dollars of discount did Ernst Handel get?",
            &["10"],
        ),
        (
            "What is the value of our stock of Marine articles?",
            &["640"],
        ),
        ("Which article has the highest stock value?", &[":sail"]),
        (
            "Which customers are on places two to three by revenue?",
            &[":ernst", ":quick"],
        ),
        // Two questions in one.
        (
            "Which article is the cheapest and which one the most expensive?",
            &[":rope", ":sail"],
        ),
        (
            "Does the Sales Team have more employees than the Depot Team?",
            &["true"],
        ),
        (
            "Are there fewer employees in the Sales Team than in the Depot Team?",
            &["false"],
        ),
        // What two things have in common.
        ("Who reports to the same manager as Ann Archer?", &[":bob"]),
    ] {
        let given = answers(question, &answerer);
        if given != expected {
            wrong.push((question, given));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
