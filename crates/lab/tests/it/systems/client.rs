//! The official client of TEXT2SPARQL at the same endpoint: the same queries, the same scores.
//!
//! It lies in the Python environment that `LYDITE_PYTHON` names.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use lydite_graph::{KnowledgeGraph, Limits, Value as Results};
use lydite_judge::rule_set;
use lydite_lab::system::{Asked, Spec};
use lydite_lab::{Evaluation, GraphUse, System};
use lydite_sparql::{Dialect, parse};
use oxrdf::Term;
use serde_json::{Value, json};

use super::{demo_graph, lab, query};
use lydite_testing::bytes::{Act, Server, json as replied, reply};

const DATASET: &str = "https://example.org/demo/";

/// Questions, gold queries, and what the endpoint makes of them: right, partly, wrong, broken.
const QUESTIONS: [(&str, &str, &str); 7] = [
    (
        "What is the capital of Germany?",
        "SELECT ?x { <http://dbpedia.org/resource/Germany> <http://dbpedia.org/ontology/capital> ?x }",
        "SELECT ?y WHERE { <http://dbpedia.org/resource/Germany> <http://dbpedia.org/ontology/capital> ?y }",
    ),
    (
        "Which cities are there?",
        "SELECT ?x { ?x a <http://dbpedia.org/ontology/City> }",
        "SELECT ?x { ?x a <http://dbpedia.org/ontology/City> } ORDER BY ?x LIMIT 3",
    ),
    (
        "Which countries & cities are there?",
        "SELECT ?x { ?x a <http://dbpedia.org/ontology/Country> }",
        "SELECT ?x { { ?x a <http://dbpedia.org/ontology/Country> } UNION { ?x a <http://dbpedia.org/ontology/City> } }",
    ),
    (
        "Is Berlin a city?",
        "ASK { <http://dbpedia.org/resource/Berlin> a <http://dbpedia.org/ontology/City> }",
        "ASK { <http://dbpedia.org/resource/Berlin> a <http://dbpedia.org/ontology/City> }",
    ),
    (
        "Is Berlin a film?",
        "ASK { <http://dbpedia.org/resource/Berlin> a <http://dbpedia.org/ontology/Film> }",
        "ASK { <http://dbpedia.org/resource/Berlin> a <http://dbpedia.org/ontology/Film> }",
    ),
    (
        "Wer schrieb Faust?",
        "SELECT ?x { ?x a <http://dbpedia.org/ontology/Film> }",
        "SELECT ?x WHERE { ?x a ",
    ),
    (
        "How many cities are there?",
        "SELECT (COUNT(?x) AS ?n) { ?x a <http://dbpedia.org/ontology/City> }",
        "SELECT (COUNT(?x) AS ?n) { ?x a <http://dbpedia.org/ontology/Film> }",
    ),
];

/// The official client; without it a test reports itself as skipped.
fn client() -> Option<PathBuf> {
    let python = std::env::var_os("LYDITE_PYTHON").map(PathBuf::from);
    let client = python.and_then(|python| Some(python.parent()?.join("text2sparql")));
    if let Some(client) = client.filter(|client| client.is_file()) {
        return Some(client);
    }
    let reason = "no text2sparql-client beside LYDITE_PYTHON";
    assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "{reason}");
    eprintln!("skipped: {reason}");
    None
}

/// A parameter of a request.
fn parameter(request: &str, name: &str) -> Option<String> {
    let target = request.split(' ').nth(1)?;
    let (_, parameters) = target.split_once('?')?;
    let value = parameters
        .split('&')
        .find_map(|pair| pair.strip_prefix(&format!("{name}=")))?;
    let mut bytes = Vec::new();
    let mut rest = value.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let digits = [rest.next()?, rest.next()?];
                u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
            }
            other => other,
        });
    }
    String::from_utf8(bytes).ok()
}

/// An endpoint of the challenge.
fn endpoint() -> Server {
    Server::start(|_, request| {
        let question = parameter(request, "question").unwrap_or_default();
        let dataset = parameter(request, "dataset").unwrap_or_default();
        let known = QUESTIONS.iter().find(|(text, _, _)| *text == question);
        let text = match known {
            Some((_, _, query)) if dataset == DATASET => replied(
                &json!({"dataset": dataset, "question": question, "query": query}).to_string(),
            ),
            _ => reply("404 Not Found", "", "unknown dataset"),
        };
        Act::Send(text.into_bytes())
    })
}

/// A SPARQL endpoint that repairs nothing, as the official one.
fn sparql_endpoint(graph: Arc<dyn KnowledgeGraph>) -> Server {
    Server::start(move |_, request| {
        let query = parameter(request, "query").unwrap_or_default();
        let parsed = parse(&query, &Dialect::field())
            .ok()
            .filter(lydite_sparql::Parsed::is_strict);
        let Some(parsed) = parsed else {
            return Act::Send(reply("400 Bad Request", "", "syntax error").into_bytes());
        };
        let document = match graph.query(&parsed, &Limits::default()).unwrap().value {
            Results::Boolean(yes) => json!({"head": {}, "boolean": yes}),
            Results::Rows(rows) => {
                let bindings = rows.rows.iter().map(|row| {
                    let cells = rows.variables.iter().zip(row);
                    let cells =
                        cells.filter_map(|(name, cell)| Some((name.clone(), term(cell.as_ref()?))));
                    Value::Object(cells.collect())
                });
                json!({"head": {"vars": rows.variables}, "results": {"bindings": bindings.collect::<Vec<_>>()}})
            }
            Results::Triples(_) => json!(null),
        };
        let headers = "Content-Type: application/sparql-results+json\r\n";
        Act::Send(reply("200 OK", headers, &document.to_string()).into_bytes())
    })
}

fn term(term: &Term) -> Value {
    match term {
        Term::NamedNode(iri) => json!({"type": "uri", "value": iri.as_str()}),
        Term::BlankNode(node) => json!({"type": "bnode", "value": node.as_str()}),
        Term::Literal(literal) => {
            json!({"type": "literal", "value": literal.value(), "datatype": literal.datatype().as_str()})
        }
    }
}

fn run(client: &Path, folder: &Path, arguments: &[&str]) {
    let output = Command::new(client)
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
}

#[test]
fn the_official_client_gets_the_same_queries_and_the_same_scores() {
    let Some(client) = client() else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let read = |name: &str| -> Value {
        serde_json::from_str(&std::fs::read_to_string(path(name)).unwrap()).unwrap()
    };
    // YAML is a superset of JSON.
    let questions: Vec<Value> = QUESTIONS
        .iter()
        .zip(1..)
        .map(|((text, gold, _), id)| json!({"id": id, "question": {"en": text}, "query": {"sparql": gold}}))
        .collect();
    let yaml = json!({"dataset": {"id": DATASET, "prefix": "demo"}, "questions": questions});
    std::fs::write(path("questions.yml"), yaml.to_string()).unwrap();

    let (endpoint, sparql) = (endpoint(), sparql_endpoint(demo_graph()));
    run(
        &client,
        folder.path(),
        &[
            "ask",
            "--no-cache",
            "-r",
            "0",
            "-o",
            "official.json",
            "questions.yml",
            &endpoint.url,
        ],
    );
    run(
        &client,
        folder.path(),
        &[
            "query",
            "-e",
            &sparql.url,
            "-o",
            "true.json",
            "questions.yml",
        ],
    );
    run(
        &client,
        folder.path(),
        &[
            "query",
            "-a",
            "official.json",
            "-e",
            &sparql.url,
            "-o",
            "pred.json",
            "questions.yml",
        ],
    );
    run(
        &client,
        folder.path(),
        &[
            "evaluate",
            "-o",
            "scores.json",
            "mine",
            "true.json",
            "pred.json",
        ],
    );

    // The same endpoint, asked by us.
    let spec = Spec::parse(&format!("text2sparql:{}", endpoint.url)).unwrap();
    let system = lab().system(&spec, None).unwrap();
    let english = "en".into();
    let asked_by_us: Vec<Value> = lab()
        .questions(&path("questions.yml"))
        .unwrap()
        .iter()
        .map(|question| {
            let mut asked = Asked::of(question, &english).unwrap();
            asked.dataset = Some(DATASET);
            let exchange = system.ask(&asked);
            json!({
                "dataset": DATASET, "question": asked.text, "query": query(&exchange),
                "endpoint": endpoint.url, "qname": format!("demo:{}-en", question.id),
                "uri": format!("{DATASET}{}-en", question.id),
            })
        })
        .collect();
    let official = read("official.json");
    for (ours, theirs) in asked_by_us.iter().zip(official.as_array().unwrap()) {
        for key in ["question", "query", "qname"] {
            assert_eq!(ours[key], theirs[key]);
        }
    }
    std::fs::write(path("ours.json"), json!(asked_by_us).to_string()).unwrap();
    let mut evaluation = Evaluation::new(
        path("questions.yml"),
        vec![System {
            name: "mine".to_owned(),
            answers: path("ours.json").into(),
        }],
    );
    evaluation.rules = vec![rule_set("text2sparql").unwrap()];
    evaluation.graph = Some(GraphUse {
        name: "demo".to_owned(),
        time: Duration::from_secs(30),
    });
    let evaluated = lab().evaluate(&evaluation).unwrap();
    let report = &evaluated.reports[0];
    let scores = read("scores.json");
    let number = |value: &Value| value.as_f64().unwrap();
    for outcome in &report.outcomes {
        let official = &scores[format!("demo:{}-en", outcome.question)];
        for (ours, theirs) in [
            (outcome.precision, "set_P"),
            (outcome.recall, "set_recall"),
            (outcome.f1, "set_F"),
        ] {
            let theirs = number(&official[theirs]);
            assert!(
                (ours - theirs).abs() < 1e-9,
                "{}: {ours} {theirs}",
                outcome.question
            );
        }
    }
    let mean = report.value("set_F").unwrap();
    assert!(
        (mean - number(&scores["average"]["set_F"])).abs() < 1e-9,
        "{mean}"
    );
    assert!(mean > 0.2 && mean < 0.9, "{mean}");
}
