//! Questions whose answers stand in texts only.

use std::sync::Arc;

use lydite_compose::{Answerer, Lang, Pipeline};
use lydite_graph::Embedded;

const PEOPLE: &str = r#"
@prefix : <http://p/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Writer rdfs:label "writer"@en . :Scientist rdfs:label "scientist"@en .
:birthYear rdfs:label "birth year"@en .
:ann a :Writer ; rdfs:label "Ann Pole" ; :birthYear 1901 ;
  :abstract "Ann Pole was a writer of long novels who kept bees in an old lighthouse near the northern coast." .
:bob a :Writer ; rdfs:label "Bob Marsh" ; :birthYear 1922 ;
  :abstract "Bob Marsh was a writer who worked for an insurance company in the evening of a long life." .
:cid a :Scientist ; rdfs:label "Cid Vane" ; :birthYear 1890 ;
  :abstract "Cid Vane was a scientist who kept bees and measured the tides of the northern sea for years." .
"#;

#[test]
fn texts_answer_what_properties_do_not() {
    let graph = Embedded::from_bytes("people.ttl", PEOPLE.as_bytes().to_vec()).unwrap();
    let answerer = Answerer::new(Arc::new(graph)).unwrap();
    for (question, expected) in [
        (
            "Which writer worked for an insurance company?",
            Some("http://p/bob"),
        ),
        ("Which writer kept bees?", Some("http://p/ann")),
        ("Which scientist kept bees?", Some("http://p/cid")),
        (
            "What is the birth year of the writer who kept bees in a lighthouse?",
            Some("1901"),
        ),
        ("Which writer kept horses?", None),
    ] {
        let answered = answerer.ask_in(question, Lang::En, &Pipeline::default());
        let first = answered.answers.as_ref().and_then(|answers| {
            let table = answers.as_table()?;
            Some(table.terms().next()?.value().to_owned())
        });
        assert_eq!(
            first.as_deref(),
            expected,
            "{question} {:?}",
            answered.query
        );
    }
}
