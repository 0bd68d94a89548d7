//! A case for every class, with and without a graph.

use lydite_graph::{Embedded, Limits};
use lydite_judge::{Case, rule_set};
use lydite_lab::attribution::{
    Attribution, Attributor, Failure, FailureClass, Lost, SystemFailures, Verified,
};
use lydite_lab::system::FailureKind;
use lydite_model::{AnswerSet, Outcome, Query, Question, Response, Status, Term};

use super::attributed;

const GRAPH: &str = r#"
@prefix : <http://x/> .
:kafka :born :prague ; :age 40 . :brod :born :prague ; :age 84 . :rilke :born :prague ; :age 51 .
:trial :writer :kafka ; a :Novel ; :year 1925 . :castle :writer :kafka ; a :Novel ; :year 1926 .
:letter :writer :kafka ; a :Letter ; :year 1919 . :beer :writer :brod ; a :Novel ; :year 1909 .
:trial :translator :muir . :castle :translator :muir . :muir :author :scotland .
"#;

const GOLD: &str = "SELECT ?x { ?x <http://x/writer> <http://x/kafka> . ?x a <http://x/Novel> }";

/// What is wrong with a query, without a graph and with one.
#[test]
fn every_fault_of_a_query_has_its_class_and_its_edit() {
    let graph = Embedded::from_bytes("a.ttl", GRAPH.as_bytes().to_vec()).unwrap();
    let rules = rule_set("lydite").unwrap();
    let without = Attributor::new(rules);
    let with = Attributor::new(rules).on(&graph, Limits::default());
    let counted = "SELECT (COUNT(?x) AS ?n) { ?x <http://x/writer> <http://x/kafka> }";
    let sorted =
        "SELECT ?x { ?x <http://x/born> ?y ; <http://x/age> ?a } ORDER BY DESC(?a) LIMIT 1";
    let late = "SELECT ?x { ?x <http://x/year> ?y FILTER(?y > 1920) }";
    for (gold, found, class, on_graph, edit) in [
        (
            GOLD,
            "SELECT ?b { ?b <http://x/writer> <http://x/brod> ; a <http://x/Novel> }",
            FailureClass::WrongEntity,
            FailureClass::WrongEntity,
            "replace <http://x/brod> by <http://x/kafka> in `?b <http://x/writer> <http://x/brod>`",
        ),
        (
            GOLD,
            "SELECT ?b { ?b <http://x/translator> <http://x/kafka> ; a <http://x/Novel> }",
            FailureClass::WrongProperty,
            FailureClass::WrongProperty,
            "replace <http://x/translator> by <http://x/writer> in `?b <http://x/translator> <http://x/kafka>`",
        ),
        (
            GOLD,
            "SELECT ?b { ?b <http://x/byWhom> <http://x/kafka> ; a <http://x/Novel> }",
            FailureClass::WrongProperty,
            FailureClass::UnknownIri,
            "replace <http://x/byWhom> by <http://x/writer> in `?b <http://x/byWhom> <http://x/kafka>`",
        ),
        (
            GOLD,
            "SELECT ?b { ?b <http://x/writer> <http://x/kafka> ; a <http://x/Letter> }",
            FailureClass::WrongClass,
            FailureClass::WrongClass,
            "replace <http://x/Letter> by <http://x/Novel> in `?b <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://x/Letter>`",
        ),
        (
            GOLD,
            "SELECT ?b { <http://x/kafka> <http://x/writer> ?b . ?b a <http://x/Novel> }",
            FailureClass::WrongDirection,
            FailureClass::WrongDirection,
            "swap subject and object in `<http://x/kafka> <http://x/writer> ?b`",
        ),
        (
            GOLD,
            "SELECT ?b { ?b <http://x/writer> <http://x/kafka> }",
            FailureClass::MissingTriple,
            FailureClass::MissingTriple,
            "add `?b <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://x/Novel>`",
        ),
        (
            GOLD,
            "SELECT ?b { ?b <http://x/writer> <http://x/kafka> ; a <http://x/Novel> ; <http://x/year> 1925 }",
            FailureClass::ExtraTriple,
            FailureClass::ExtraTriple,
            "remove `?b <http://x/year> \"1925\"^^<http://www.w3.org/2001/XMLSchema#integer>`",
        ),
        (
            GOLD,
            "ASK { ?b <http://x/writer> <http://x/kafka> ; a <http://x/Novel> }",
            FailureClass::WrongForm,
            FailureClass::WrongForm,
            "replace `ASK` by `SELECT`",
        ),
        (
            GOLD,
            "SELECT ?b { ?b <http://x/writer> <http://x/kafka> ; a <http://x/Novel> FILTER(?b != <http://x/trial>) }",
            FailureClass::WrongCondition,
            FailureClass::WrongCondition,
            "remove `FILTER(!(?b = <http://x/trial>))`",
        ),
        (
            late,
            "SELECT ?b { ?b <http://x/year> ?z FILTER(?z > 1925) }",
            FailureClass::WrongCondition,
            FailureClass::WrongCondition,
            "replace `FILTER((?z > \"1925\"^^<http://www.w3.org/2001/XMLSchema#integer>))` by `FILTER((?z > \"1920\"^^<http://www.w3.org/2001/XMLSchema#integer>))`",
        ),
        (
            counted,
            "SELECT ?b { ?b <http://x/writer> <http://x/kafka> }",
            FailureClass::WrongAggregation,
            FailureClass::WrongAggregation,
            "replace `SELECT ?b` by `SELECT (COUNT(?b) AS ?n)`",
        ),
        (
            GOLD,
            "SELECT ?c { ?b <http://x/writer> <http://x/kafka> ; a ?c }",
            FailureClass::WrongClass,
            FailureClass::WrongClass,
            "replace ?c by <http://x/Novel> in `?b <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> ?c`",
        ),
        (
            sorted,
            "SELECT ?b { ?b <http://x/born> ?y ; <http://x/age> ?a } ORDER BY ?a LIMIT 1",
            FailureClass::WrongOrder,
            FailureClass::WrongOrder,
            "replace `ORDER BY ?a` by `ORDER BY DESC(?a)`",
        ),
        (
            sorted,
            "SELECT ?b { ?b <http://x/born> ?y ; <http://x/age> ?a } ORDER BY DESC(?a)",
            FailureClass::WrongRange,
            FailureClass::WrongRange,
            "add `LIMIT 1`",
        ),
        (
            "SELECT DISTINCT ?c { ?b a ?c } ORDER BY DESC(?c) LIMIT 2",
            "SELECT ?c { ?b a ?c } ORDER BY DESC(?c) LIMIT 2",
            FailureClass::WrongDuplicates,
            FailureClass::WrongDuplicates,
            "add `DISTINCT`",
        ),
        (
            "SELECT ?p { ?b <http://x/writer> ?w . ?w <http://x/born> ?p . ?b <http://x/translator> ?t }",
            "SELECT ?w { ?b <http://x/writer> ?w . ?w <http://x/born> ?p . ?b <http://x/translator> ?t }",
            FailureClass::WrongTarget,
            FailureClass::WrongTarget,
            "replace `SELECT ?w` by `SELECT ?p`",
        ),
        (
            GOLD,
            "SELECT ?b { ?b <http://x/writer> <http://x/kafka> OPTIONAL { ?b a <http://x/Novel> } }",
            FailureClass::WrongStructure,
            FailureClass::WrongStructure,
            "require what is in `OPTIONAL { ?b <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://x/Novel> . }`",
        ),
        (
            GOLD,
            "SELECT ?b { ?b a <http://x/Novel> . ?b <http://x/writer> <http://x/kafka> }",
            FailureClass::OtherData,
            FailureClass::OtherData,
            "",
        ),
        // Nothing else that Kafka wrote has a translator.
        (
            GOLD,
            "SELECT ?b { ?b <http://x/writer> <http://x/kafka> ; <http://x/translator> ?t }",
            FailureClass::WrongClass,
            FailureClass::OtherData,
            "",
        ),
        (
            GOLD,
            "SELECT ?b { ?b <http://x/writer",
            FailureClass::DidNotParse,
            FailureClass::DidNotParse,
            "",
        ),
    ] {
        for (attributor, class) in [(&without, class), (&with, on_graph)] {
            let found = attributed(attributor, gold, found).unwrap();
            if class == FailureClass::WrongClass && edit.is_empty() {
                continue;
            }
            assert_eq!(found.class, class, "{found:#?}");
            assert!(found.faults.contains(&class));
            let steps = found.edit.iter().flat_map(|edit| &edit.steps);
            let texts: Vec<&str> = steps.map(|step| step.text.as_str()).collect();
            assert!(edit.is_empty() || texts.contains(&edit), "{texts:?} {edit}");
            let verified = found.edit.as_ref().map(|edit| edit.verified.is_some());
            assert_ne!(verified, Some(false), "{found:#?}");
        }
    }
}

#[test]
fn what_the_graph_shows_to_be_harmless_is_not_the_fault() {
    let graph = Embedded::from_bytes("a.ttl", GRAPH.as_bytes().to_vec()).unwrap();
    let rules = rule_set("lydite").unwrap();
    // Two differences, of which only the entity matters: all works of Brod are novels.
    let gold = "SELECT ?x { ?x <http://x/writer> <http://x/brod> ; a <http://x/Novel> }";
    let found = "SELECT ?x { ?x <http://x/writer> <http://x/kafka> }";
    let without = attributed(&Attributor::new(rules), gold, found).unwrap();
    let edit = without.edit.unwrap();
    assert_eq!(
        (edit.steps.len(), edit.verified),
        (2, Some(Verified::Equivalent))
    );
    let with = Attributor::new(rules).on(&graph, Limits::default());
    let with = attributed(&with, gold, found).unwrap();
    assert_eq!(with.class, FailureClass::WrongEntity);
    assert_eq!(
        with.faults,
        [FailureClass::WrongEntity, FailureClass::MissingTriple]
    );
    let edit = with.edit.unwrap();
    assert_eq!(
        (edit.steps.len(), edit.verified),
        (1, Some(Verified::Answers))
    );
    assert!(edit.query.unwrap().contains("brod"));
}

/// A question with answers, and what a system said.
fn answered(response: Option<&Response>, failure: Option<Failure>) -> Option<Attribution> {
    let rules = rule_set("lydite").unwrap();
    let mut gold = Question::new("1");
    gold.queries = vec![Query::sparql(GOLD)];
    gold.answers = Some(AnswerSet::column("x", [Term::iri("http://x/trial")]));
    let outcome = rules.judge(&Case::new(&gold, response));
    Attributor::new(rules).attribute(&Lost {
        gold: &gold,
        response,
        outcome: &outcome,
        failure,
    })
}

#[test]
fn systems_without_queries_are_told_by_what_they_said() {
    let wrong = AnswerSet::column("x", [Term::iri("http://x/castle")]);
    let right = AnswerSet::column("x", [Term::iri("http://x/trial")]);
    let said = |answers: Option<AnswerSet>, error: Option<&str>| {
        Some(Response {
            answers,
            error: error.map(str::to_owned),
            ..Response::from(Question::new("1"))
        })
    };
    for (response, failure, class) in [
        (None, None, Some(FailureClass::NoAnswer)),
        (said(None, None), None, Some(FailureClass::NoAnswer)),
        (
            said(Some(AnswerSet::empty()), None),
            None,
            Some(FailureClass::NoAnswer),
        ),
        (
            said(Some(wrong), None),
            None,
            Some(FailureClass::NotAnalysable),
        ),
        (said(Some(right), None), None, None),
        (
            said(None, Some("request timed out")),
            None,
            Some(FailureClass::TimeOut),
        ),
        (
            said(None, Some("http://x may not be asked: private")),
            None,
            Some(FailureClass::Refused),
        ),
        (
            said(None, Some("the query cannot be read: 1:1")),
            None,
            Some(FailureClass::DidNotParse),
        ),
        (
            said(None, Some("out of memory")),
            None,
            Some(FailureClass::Error),
        ),
        // Who asked knows better than the words.
        (
            said(None, Some("status 503")),
            Some(Failure::Status(503)),
            Some(FailureClass::Error),
        ),
        (
            said(None, Some("no")),
            Some(Failure::Refused),
            Some(FailureClass::Refused),
        ),
        (None, Some(Failure::TimeOut), Some(FailureClass::TimeOut)),
        (
            None,
            Some(Failure::EmptyReply),
            Some(FailureClass::NoAnswer),
        ),
    ] {
        let found = answered(response.as_ref(), failure);
        assert_eq!(
            found.as_ref().map(|found| found.class),
            class,
            "{response:?}"
        );
        assert!(found.is_none_or(|found| found.edit.is_none() && !found.faults.is_empty()));
    }
}

#[test]
fn failures_of_live_systems_have_classes() {
    for (kind, class) in [
        (FailureKind::Timeout, FailureClass::TimeOut),
        (FailureKind::RateLimited, FailureClass::Refused),
        (FailureKind::Broken, FailureClass::Error),
        (FailureKind::Empty, FailureClass::NoAnswer),
    ] {
        let found = answered(None, Some(kind.into())).unwrap();
        assert_eq!((found.class, found.faults.len()), (class, 1));
    }
    // A query that cannot be read is why running it failed.
    let response = Response {
        queries: vec![Query::sparql("SELECT ?b { ?b <http://x/writer")],
        error: Some("failed".to_owned()),
        ..Response::from(Question::new("1"))
    };
    let found = answered(Some(&response), Some(FailureKind::Query.into())).unwrap();
    assert_eq!(found.class, FailureClass::DidNotParse);
}

#[test]
fn a_query_that_ran_out_of_time_is_still_mended() {
    let response = Response {
        queries: vec![Query::sparql(
            "SELECT ?b { ?b <http://x/writer> <http://x/kafka> }",
        )],
        error: Some("stopped after 1.0 s: the query takes longer than it may".to_owned()),
        ..Response::from(Question::new("1"))
    };
    let found = answered(Some(&response), None).unwrap();
    assert_eq!(
        found.faults,
        [FailureClass::TimeOut, FailureClass::MissingTriple]
    );
    assert!(found.edit.is_some());
}

#[test]
fn shares_are_of_the_f1_that_was_lost() {
    let rules = rule_set("lydite").unwrap();
    let attributor = Attributor::new(rules);
    let lost = |id: &str, f1: f64, found: &str| {
        let mut question = Question::new(id);
        question.queries = vec![Query::sparql(GOLD)];
        let response = Response {
            queries: vec![Query::sparql(found)],
            ..Response::from(Question::new(id))
        };
        let mut outcome = Outcome::new(id, Status::Answered);
        outcome.f1 = f1;
        let lost = Lost {
            gold: &question,
            response: Some(&response),
            outcome: &outcome,
            failure: None,
        };
        attributor.attribute(&lost).unwrap()
    };
    let questions = vec![
        lost(
            "1",
            0.0,
            "SELECT ?b { ?b <http://x/wrote> <http://x/kafka> ; a <http://x/Novel> }",
        ),
        lost(
            "2",
            0.5,
            "SELECT ?b { ?b <http://x/writer> <http://x/kafka> }",
        ),
        lost(
            "3",
            0.5,
            "SELECT ?b { ?b <http://x/writer> <http://x/kafka> }",
        ),
    ];
    let failures = SystemFailures::sum_up("mine".to_owned(), "lydite".to_owned(), 9, questions);
    assert_eq!((failures.judged, failures.lost), (9, 3));
    let classes: Vec<_> = failures
        .classes
        .iter()
        .map(|one| (one.class, one.questions, one.share))
        .collect();
    assert_eq!(
        classes,
        [
            (FailureClass::WrongProperty, 1, 0.5),
            (FailureClass::MissingTriple, 2, 0.5),
        ]
    );
    assert_eq!(failures.classes[1].example.as_str(), "2");
}
