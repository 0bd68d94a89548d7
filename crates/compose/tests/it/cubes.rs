//! Questions over data cubes that are generated here.

use std::fmt::Write;
use std::sync::Arc;

use lydite_compose::{Answered, Answerer, Lang, Pipeline};
use lydite_graph::Embedded;

/// Rainfall and sunshine of three towns in four years.
fn weather() -> Answerer {
    let mut text = String::from(
        r#"
@prefix : <http://w/> . @prefix qb: <http://purl.org/linked-data/cube#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:data a qb:DataSet ; rdfs:label "Weather of Westmark" ; qb:structure :dsd .
:dsd a qb:DataStructureDefinition ; qb:component [ qb:dimension :station ] , [ qb:dimension :year ] ,
  [ qb:measure :rainfall ] , [ qb:measure :sunshine ] .
:station rdfs:label "station"@en . :year rdfs:label "year"@en .
:rainfall rdfs:label "rainfall in millimetres"@en . :sunshine rdfs:label "hours of sunshine"@en .
:arden rdfs:label "Arden" . :brook rdfs:label "Brook Hill" . :cole rdfs:label "Cole" .
"#,
    );
    for (number, station) in ["arden", "brook", "cole"].iter().enumerate() {
        for year in 2019..2023 {
            let rain = 500 + 100 * number as i32 + (year - 2019) * 10;
            let sun = 1500 - 200 * number as i32 + (year - 2019);
            let _ = writeln!(
                text,
                ":{station}{year} a qb:Observation ; qb:dataSet :data ; :station :{station} ; \
                 :year \"{year}\"^^xsd:gYear ; :rainfall {rain} ; :sunshine {sun} ."
            );
        }
    }
    let graph = Embedded::from_bytes("cube.ttl", text.into_bytes()).unwrap();
    Answerer::new(Arc::new(graph)).unwrap()
}

fn cells(answered: &Answered) -> Vec<String> {
    let answers = answered.answers.as_ref().unwrap();
    if let Some(value) = answers.as_boolean() {
        return vec![value.to_string()];
    }
    let table = answers.as_table().unwrap();
    let cells = table.terms();
    cells
        .map(|term| term.value().replace("http://w/", ":"))
        .collect()
}

#[test]
fn measures_are_summed_over_what_is_not_said() {
    let answerer = weather();
    for (question, expected) in [
        ("How much rainfall did Arden have in 2020?", &["510"][..]),
        ("What was the total rainfall in 2019?", &["1800"]),
        ("What was the average rainfall of Cole?", &["715"]),
        ("Which station had the most sunshine?", &[":arden"]),
        ("Which station had the least rainfall in 2021?", &[":arden"]),
        (
            "Which stations had more than 2800 millimetres of rainfall?",
            &[":cole"],
        ),
        (
            "Did Brook Hill have more rainfall than Arden in 2022?",
            &["true"],
        ),
        (
            "Was there more sunshine in Cole in 2019 than in 2020?",
            &["false"],
        ),
        (
            "What was the rainfall in each year?",
            &[
                "2019", "1800", "2020", "1830", "2021", "1860", "2022", "1890",
            ],
        ),
        ("What was the rainfall of Arden after 2020?", &["1050"]),
        (
            "What was the rainfall of Arden between 2019 and 2020?",
            &["1010"],
        ),
    ] {
        let answered = answerer.ask_in(question, Lang::En, &Pipeline::default());
        assert!(
            answered.abstained.is_none(),
            "{question} {:?}",
            answered.abstained
        );
        assert_eq!(
            cells(&answered),
            expected,
            "{question} {:?}",
            answered.query
        );
    }
}

#[test]
fn words_that_no_cube_has_are_left_to_others() {
    let answered = weather().ask_in(
        "How much snow did Arden have in 2020?",
        Lang::En,
        &Pipeline::default(),
    );
    assert!(answered.abstained.is_some());
}
