//! The data of the demo: the graph, the benchmark over it and three sets of answers to it.

use std::collections::{BTreeMap, BTreeSet};

use oxrdf::{Dataset, GraphName, Literal, NamedNode, Term, Triple};
use oxttl::TurtleParser;
use serde_json::Value;
use spareval::{QueryEvaluator, QueryResults};
use spargebra::SparqlParser;

const GRAPH: &str = include_str!("../../../lab/assets/demo.ttl");
const BENCHMARK: &str = include_str!("../../../lab/assets/demo.json");
const CAREFUL: &str = include_str!("../../../lab/assets/demo-answers-careful.json");
const EAGER: &str = include_str!("../../../lab/assets/demo-answers-eager.json");
const ENCODED: &str = include_str!("../../../lab/assets/demo-answers-encoded.json");

const LANGUAGES: [&str; 8] = ["en", "de", "es", "it", "fr", "nl", "ro", "fa"];
const DBO: &str = "http://dbpedia.org/ontology/";

type Row = BTreeMap<String, Term>;

/// An answer as SPARQL gives it.
#[derive(Debug, PartialEq)]
enum Answer {
    Boolean(bool),
    /// Variables, and rows in the order of the query or of their text.
    Rows(Vec<String>, Vec<Row>),
}

fn triples() -> Vec<Triple> {
    TurtleParser::new()
        .for_slice(GRAPH)
        .map(|triple| triple.expect("the graph is valid Turtle"))
        .collect()
}

fn graph() -> Dataset {
    triples()
        .into_iter()
        .map(|triple| triple.in_graph(GraphName::DefaultGraph))
        .collect()
}

fn questions(file: &str) -> Vec<Value> {
    let file: Value = serde_json::from_str(file).expect("the file is valid JSON");
    assert_eq!(file["dataset"]["id"], "lydite-demo");
    let questions = file["questions"].as_array().expect("there are questions");
    assert!(!questions.is_empty());
    questions.clone()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key]
        .as_str()
        .unwrap_or_else(|| panic!("no {key} in {value}"))
}

/// The query of a question, where a pseudo query searches the abstracts for both of its phrases.
fn query(question: &Value) -> Option<String> {
    if let Some(sparql) = question["query"]["sparql"].as_str() {
        return Some(sparql.to_owned());
    }
    let pseudo = question["query"]["pseudo"].as_str()?;
    let mut searches = 0;
    let lines = pseudo.lines().map(|line| {
        let Some((subject, phrases)) = line.split_once(" text:\"") else {
            return line.to_owned();
        };
        let phrases: Vec<&str> = phrases
            .strip_suffix("\" .")
            .expect("a phrase ends the triple")
            .split("\" text:\"")
            .collect();
        assert_eq!(phrases.len(), 2, "{line}");
        searches += 1;
        let found = phrases
            .iter()
            .map(|phrase| format!("CONTAINS(LCASE(?text{searches}), LCASE(\"{phrase}\"))"))
            .collect::<Vec<_>>();
        let found = found.join(" && ");
        format!("{subject} <{DBO}abstract> ?text{searches} . FILTER ({found})")
    });
    let query = lines.collect::<Vec<_>>().join("\n");
    assert!(searches > 0, "{pseudo} searches no text");
    Some(query)
}

fn in_order(query: &str, mut rows: Vec<Row>) -> Vec<Row> {
    if !query.contains("ORDER BY") {
        rows.sort_by_key(|row| format!("{row:?}"));
    }
    rows
}

fn execute(graph: &Dataset, query: &str) -> Answer {
    let parsed = SparqlParser::new()
        .parse_query(query)
        .unwrap_or_else(|error| panic!("{error}\n{query}"));
    match QueryEvaluator::new()
        .prepare(&parsed)
        .execute(graph)
        .expect("the query can be evaluated")
    {
        QueryResults::Boolean(value) => Answer::Boolean(value),
        QueryResults::Solutions(solutions) => {
            let head = solutions.variables().iter();
            let head = head.map(|variable| variable.as_str().to_owned()).collect();
            let rows = solutions.map(|row| {
                row.expect("the query can be evaluated")
                    .iter()
                    .map(|(variable, term)| (variable.as_str().to_owned(), term.clone()))
                    .collect()
            });
            Answer::Rows(head, in_order(query, rows.collect()))
        }
        QueryResults::Graph(_) => panic!("neither ASK nor SELECT\n{query}"),
    }
}

fn term(value: &Value) -> Term {
    let lexical = text(value, "value");
    if text(value, "type") == "uri" {
        return NamedNode::new(lexical).expect("an IRI").into();
    }
    assert_eq!(value["type"], "literal");
    if let Some(tag) = value["xml:lang"].as_str() {
        let literal = Literal::new_language_tagged_literal(lexical, tag);
        return literal.expect("a language tag").into();
    }
    match value["datatype"].as_str() {
        Some(datatype) => {
            let datatype = NamedNode::new(datatype).expect("an IRI");
            Literal::new_typed_literal(lexical, datatype).into()
        }
        None => Literal::new_simple_literal(lexical).into(),
    }
}

fn rows(question: &Value) -> Vec<Row> {
    let rows = question["answers"][0]["results"]["bindings"].as_array();
    let rows = rows.map_or(&[][..], Vec::as_slice).iter().map(|row| {
        let row = row.as_object().expect("a row");
        row.iter()
            .map(|(variable, value)| (variable.clone(), term(value)))
            .collect()
    });
    rows.collect()
}

fn stored(question: &Value, query: &str) -> Answer {
    let answers = question["answers"].as_array().expect("answers");
    assert_eq!(answers.len(), 1, "question {}", question["id"]);
    if let Some(value) = answers[0]["boolean"].as_bool() {
        return Answer::Boolean(value);
    }
    let head = answers[0]["head"]["vars"].as_array().expect("variables");
    let head = head
        .iter()
        .map(|name| name.as_str().expect("a name").to_owned());
    Answer::Rows(head.collect(), in_order(query, rows(question)))
}

#[test]
fn the_graph_holds_what_the_demo_promises() {
    let triples: BTreeSet<String> = triples().iter().map(ToString::to_string).collect();
    assert!(triples.len() >= 2500, "{} facts", triples.len());
    let count = |part: &str| triples.iter().filter(|fact| fact.contains(part)).count();
    let label = "<http://www.w3.org/2000/01/rdf-schema#label>";
    for language in LANGUAGES {
        let labels = triples
            .iter()
            .filter(|fact| fact.contains(label) && fact.ends_with(&format!("\"@{language}")))
            .count();
        assert!(labels >= 200, "{labels} labels in {language}");
    }
    for (part, least) in [
        ("<http://dbpedia.org/ontology/abstract>", 150),
        (
            "<http://www.w3.org/2002/07/owl#sameAs> <http://www.wikidata.org/entity/Q",
            200,
        ),
        ("<http://www.w3.org/2000/01/rdf-schema#subClassOf>", 30),
        ("<http://purl.org/linked-data/cube#Observation>", 20),
        ("^^<http://www.w3.org/2001/XMLSchema#date>", 200),
        ("^^<http://www.w3.org/2001/XMLSchema#integer>", 200),
        ("^^<http://www.w3.org/2001/XMLSchema#gYear>", 200),
        ("^^<http://www.w3.org/2001/XMLSchema#double>", 20),
    ] {
        assert!(count(part) >= least, "{} × {part}", count(part));
    }
}

#[test]
fn every_gold_query_gives_the_stored_answers() {
    let graph = graph();
    let (mut compared, mut hybrid, mut out_of_scope) = (0, 0, 0);
    for question in questions(BENCHMARK) {
        let id = text(&question, "id");
        let Some(query) = query(&question) else {
            assert_eq!(question["query"], serde_json::json!({}), "question {id}");
            assert_eq!(question["answers"], serde_json::json!([]), "question {id}");
            out_of_scope += 1;
            continue;
        };
        let expected = stored(&question, &query);
        assert_eq!(execute(&graph, &query), expected, "question {id}\n{query}");
        let is_hybrid = question["query"].get("pseudo").is_some();
        assert_eq!(question["hybrid"], is_hybrid, "question {id}");
        hybrid += usize::from(is_hybrid);
        compared += 1;
    }
    assert!(compared >= 120, "only {compared} compared");
    assert!(hybrid >= 10, "only {hybrid} hybrid ones compared");
    assert!(out_of_scope >= 5, "only {out_of_scope} out of scope");
}

#[test]
fn the_benchmark_has_questions_of_every_kind() {
    let questions = questions(BENCHMARK);
    assert!(questions.len() >= 120, "{} questions", questions.len());
    let ids: BTreeSet<&str> = questions.iter().map(|q| text(q, "id")).collect();
    assert_eq!(ids.len(), questions.len());

    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for question in &questions {
        let wordings = question["question"].as_array().expect("wordings");
        let languages: BTreeSet<&str> = wordings.iter().map(|w| text(w, "language")).collect();
        assert!(languages.contains("en"), "question {}", question["id"]);
        let query = query(question).unwrap_or_default();
        let rows = rows(question);
        let boolean = &question["answers"][0]["boolean"];
        for (kind, holds) in [
            (
                "all languages",
                LANGUAGES.iter().all(|l| languages.contains(l)),
            ),
            (
                "keywords",
                wordings.iter().all(|w| w["keywords"].is_string()),
            ),
            ("resource", question["answertype"] == "resource"),
            ("number", question["answertype"] == "number"),
            ("date", question["answertype"] == "date"),
            ("string", question["answertype"] == "string"),
            ("true", *boolean == true),
            ("false", *boolean == false),
            ("count", query.contains("COUNT(DISTINCT")),
            (
                "sum or average",
                query.contains("SUM(") || query.contains("AVG("),
            ),
            ("superlative", query.contains("LIMIT 1")),
            (
                "comparison",
                [" > ", " < ", " >= "]
                    .iter()
                    .any(|sign| query.contains(sign)),
            ),
            ("union", query.contains("UNION")),
            ("negation", query.contains("NOT EXISTS")),
            ("data cube", query.contains("qb:Observation")),
            ("hybrid", question["hybrid"] == true),
            ("aggregation", question["aggregation"] == true),
            ("only dbo", question["onlydbo"] == true),
            ("several rows", rows.len() > 1),
            ("several columns", rows.iter().any(|row| row.len() > 1)),
            (
                "empty",
                !query.is_empty() && !boolean.is_boolean() && rows.is_empty(),
            ),
            ("out of scope", query.is_empty()),
        ] {
            *kinds.entry(kind).or_default() += usize::from(holds);
        }
    }
    for (kind, least) in [
        ("all languages", 40),
        ("keywords", 120),
        ("resource", 70),
        ("number", 15),
        ("date", 10),
        ("string", 4),
        ("true", 6),
        ("false", 6),
        ("count", 7),
        ("sum or average", 5),
        ("superlative", 12),
        ("comparison", 15),
        ("union", 2),
        ("negation", 1),
        ("data cube", 10),
        ("hybrid", 10),
        ("aggregation", 40),
        ("only dbo", 60),
        ("several rows", 40),
        ("several columns", 3),
        ("empty", 4),
        ("out of scope", 5),
    ] {
        assert!(kinds[kind] >= least, "{} × {kind}", kinds[kind]);
    }
}

#[test]
fn the_answer_files_answer_these_questions_each_in_its_way() {
    let gold: BTreeMap<String, Value> = questions(BENCHMARK)
        .into_iter()
        .map(|question| (text(&question, "id").to_owned(), question))
        .collect();
    let mut equal = BTreeMap::new();
    for (name, file) in [("careful", CAREFUL), ("eager", EAGER), ("encoded", ENCODED)] {
        let answered = questions(file);
        let ids: BTreeSet<&str> = answered.iter().map(|q| text(q, "id")).collect();
        assert_eq!(ids.len(), answered.len(), "{name} answers twice");
        let with_query = answered.iter().filter(|q| q["query"]["sparql"].is_string());
        assert!(with_query.count() > 20, "{name}");
        let mut same = 0;
        for response in &answered {
            let id = text(response, "id");
            let question = gold.get(id);
            let question = question.unwrap_or_else(|| panic!("{name} answers {id}"));
            same += usize::from(question["answers"] == response["answers"]);
            let (asked, gold) = (&response["answers"][0]["boolean"], &question["answers"][0]);
            if name == "eager" && gold["boolean"].is_boolean() {
                assert_eq!(asked, true, "question {id}");
            }
            if name == "eager" && !asked.is_boolean() {
                assert!(!rows(response).is_empty(), "question {id}");
            }
        }
        equal.insert(name, (same, answered.len()));
    }
    let all = gold.len();
    let (same, answered) = equal["careful"];
    assert!(answered < all / 2 && same * 10 > answered * 8, "{equal:?}");
    let (same, answered) = equal["eager"];
    assert!(answered == all && same < all / 2, "{equal:?}");
    let (same, answered) = equal["encoded"];
    assert!(answered == all && same < all / 2, "{equal:?}");
    for trace in [
        "%C3%B6",
        "%28",
        "https://dbpedia.org/",
        "\"2.0\"",
        "+02:00\"",
        "T00:00:00Z\"",
    ] {
        assert!(ENCODED.contains(trace), "{trace}");
    }
}
