//! Questions over a small map: names of several kinds, verbs, superlatives of what is nested, times.

use std::sync::Arc;

use lydite_compose::{Answerer, Pipeline};
use lydite_graph::Embedded;

pub(crate) const MAP: &str = r#"
@prefix : <http://map/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:arda a :State ; rdfs:label "arda" ; :stateArea 900 ; :statePopulation 50000 ; :borders :belm, :osk .
:belm a :State ; rdfs:label "belm" ; :stateArea 400 ; :statePopulation 70000 ; :borders :arda .
:osk a :State ; rdfs:label "osk" ; :stateArea 100 ; :statePopulation 30000 ; :borders :arda .
:wend a :State ; rdfs:label "wend" ; :stateArea 500 ; :statePopulation 40000 ; :borders :belm .
:arda_river a :River ; rdfs:label "arda" ; :length 700 ; :runsThrough :belm, :osk .
:lune a :River ; rdfs:label "lune" ; :length 200 ; :runsThrough :belm .
:tam a :City ; rdfs:label "tam" ; :isCityOf :arda ; :cityPopulation 9000 .
:ver a :City ; rdfs:label "ver" ; :isCityOf :arda ; :cityPopulation 2000 .
:nim a :City ; rdfs:label "nim" ; :isCityOf :belm ; :cityPopulation 8000 .
:old a :City ; rdfs:label "old" ; :isCityOf :osk ; :cityPopulation 100 .
:tam :isCapitalOf :arda . :nim :isCapitalOf :belm . :old :isCapitalOf :osk .
:north a :StonePort ; rdfs:label "North Quay" ; :hasCrane true .
:south a :Port ; rdfs:label "South Quay" ; :hasCrane true .
:west a :Port ; rdfs:label "West Quay" ; :hasCrane false .
:anna a :Writer ; rdfs:label "Anna Wirt" ; :birthDate "1755-03-02"^^xsd:date .
:karl a :Writer ; rdfs:label "Karl Ott" ; :birthDate "1802-03-02"^^xsd:date .
"#;

pub(crate) fn map() -> Answerer {
    let graph = Embedded::from_bytes("map.ttl", MAP.as_bytes().to_vec()).unwrap();
    Answerer::new(Arc::new(graph)).unwrap()
}

pub(crate) fn sorted(answerer: &Answerer, question: &str) -> Vec<String> {
    let answered = answerer.ask(question, &Pipeline::default());
    let Some(answers) = answered.answers else {
        return vec!["(none)".to_owned()];
    };
    let cells = answers.as_table().into_iter().flat_map(|table| {
        table
            .terms()
            .map(|term| term.value().replace("http://map/", ":"))
    });
    let mut cells: Vec<String> = cells.collect();
    cells.sort_unstable();
    cells
}

#[test]
fn what_the_words_around_say_is_minded() {
    let answerer = map();
    for (question, expected) in [
        // Who runs is a river, though a state has its name.
        (
            "what states does the arda run through",
            &[":belm", ":osk"][..],
        ),
        // Without such a word the name is that of which more is said.
        ("what is the capital of arda", &[":tam"]),
        // Of one thing there is no largest.
        ("what arda city has the largest population", &[":tam"]),
        // A property belongs to what follows.
        (
            "what is the population of the capital of the smallest state",
            &["100"],
        ),
        ("which state 's capital is nim", &[":belm"]),
        ("name the 4 states", &[":arda", ":belm", ":osk", ":wend"]),
        // A stone port is a port.
        ("How many ports have a crane?", &["2"]),
        (
            "Which writers were born in the eighteenth century?",
            &[":anna"],
        ),
        ("Which writers were born in the 19th century?", &[":karl"]),
        ("Which writers were born in the 1750s?", &[":anna"]),
        (
            "which states have more than a thousand people",
            &[":arda", ":belm", ":osk", ":wend"],
        ),
    ] {
        assert_eq!(sorted(&answerer, question), expected, "{question}");
    }
}

#[test]
fn superlatives_of_nothing_known_are_not_answered() {
    assert_eq!(
        sorted(&map(), "Which city is the most beautiful?"),
        ["(none)"]
    );
}
