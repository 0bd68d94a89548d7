//! Graphs on SPARQL endpoints, as the command line names them.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use crate::program::{only_report, run_in};
use axum::Router;
use axum::extract::{Form, Query};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use lydite_graph::oxrdf::Term;
use lydite_graph::{Embedded, KnowledgeGraph, Limits, Value};
use lydite_sparql::{Dialect, parse};
use lydite_testing::server::{Server, nobody};
use serde_json::json;

const DEMO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../lab/assets/demo.json");

/// The demo graph behind an endpoint that speaks the SPARQL protocol; `user` may be needed.
fn endpoint(user: Option<&'static str>) -> Server {
    endpoint_that(user, |_| None)
}

/// The same, where `fails` may say something else than the graph.
pub(crate) fn endpoint_that(
    user: Option<&'static str>,
    fails: impl Fn(&str) -> Option<Response> + Clone + Send + Sync + 'static,
) -> Server {
    let text = include_bytes!("../../../lab/assets/demo.ttl").to_vec();
    let graph = Arc::new(Embedded::from_bytes("demo.ttl", text).unwrap());
    let answer = move |headers: HeaderMap, fields: HashMap<String, String>| {
        let sent = headers
            .get(header::AUTHORIZATION)
            .map(|v| v.to_str().unwrap());
        if user.is_some() && sent != user {
            return StatusCode::UNAUTHORIZED.into_response();
        }
        let query = &fields["query"];
        fails(query).unwrap_or_else(|| results(&graph, query))
    };
    let post = answer.clone();
    Server::of(
        Router::new().route(
            "/sparql",
            get(
                async move |headers: HeaderMap, Query(fields): Query<HashMap<String, String>>| {
                    answer(headers, fields)
                },
            )
            .post(
                async move |headers: HeaderMap, Form(fields): Form<HashMap<String, String>>| {
                    post(headers, fields)
                },
            ),
        ),
    )
}

fn results(graph: &Embedded, text: &str) -> Response {
    let query = match parse(text, &Dialect::strict()) {
        Ok(query) => query,
        Err(error) => return (StatusCode::BAD_REQUEST, error.to_string()).into_response(),
    };
    let document = match graph.query(&query, &Limits::default()).unwrap().value {
        Value::Boolean(value) => json!({"head": {}, "boolean": value}),
        Value::Rows(rows) => {
            let bindings: Vec<_> = rows
                .rows
                .iter()
                .map(|row| {
                    let cells = rows.variables.iter().zip(row);
                    let cells = cells
                        .filter_map(|(name, cell)| Some((name.clone(), member(cell.as_ref()?))));
                    cells.collect::<serde_json::Map<_, _>>()
                })
                .collect();
            json!({"head": {"vars": rows.variables}, "results": {"bindings": bindings}})
        }
        Value::Triples(_) => return StatusCode::NOT_IMPLEMENTED.into_response(),
    };
    let media_type = [(header::CONTENT_TYPE, "application/sparql-results+json")];
    (media_type, document.to_string()).into_response()
}

fn member(term: &Term) -> serde_json::Value {
    match term {
        Term::NamedNode(node) => json!({"type": "uri", "value": node.as_str()}),
        Term::BlankNode(node) => json!({"type": "bnode", "value": node.as_str()}),
        Term::Literal(literal) => match literal.language() {
            Some(language) => {
                json!({"type": "literal", "value": literal.value(), "xml:lang": language})
            }
            None => {
                json!({"type": "literal", "value": literal.value(), "datatype": literal.datatype().as_str()})
            }
        },
    }
}

/// Runs a command; its exit code, stdout and stderr.
fn run(home: &Path, arguments: &[&str], credentials: &str) -> (i32, String, String) {
    run_in(home, arguments, &[("LYDITE_KG_CREDENTIALS", credentials)])
}

/// The questions of a coverage, by their identifiers.
fn coverage(document: &str) -> HashMap<String, serde_json::Value> {
    let document: serde_json::Value = serde_json::from_str(document).unwrap();
    let questions = document["files"][0]["coverage"]["questions"]
        .as_array()
        .unwrap();
    let id = |question: &serde_json::Value| question["id"].as_str().unwrap().to_owned();
    questions
        .iter()
        .map(|question| (id(question), question.clone()))
        .collect()
}

#[test]
fn an_endpoint_answers_as_the_graph_behind_it() {
    let home = tempfile::tempdir().unwrap();
    let endpoint = endpoint(None);
    let url = format!("{}/sparql", endpoint.url);
    let check = |kg: &str| {
        let arguments = ["dataset", "check", DEMO, "--kg", kg, "--format", "json"];
        coverage(&run(home.path(), &arguments, "").1)
    };
    let (local, remote) = (check("demo"), check(&url));
    assert!(endpoint.seen().len() > 100, "the endpoint was asked");
    let mut same = 0;
    for (id, found) in &remote {
        if found["state"] == "failed" {
            // Texts can be searched only where they are.
            assert!(
                found["reason"].as_str().unwrap().contains("pseudo query"),
                "{found}"
            );
        } else {
            assert_eq!(Some(found), local.get(id));
            same += 1;
        }
    }
    assert!(same > 130, "{same}");
}

#[test]
fn answers_are_kept_at_home_if_that_is_wanted() {
    let home = tempfile::tempdir().unwrap();
    let endpoint = endpoint(None);
    let url = format!("{}/sparql", endpoint.url);
    let mut asked = Vec::new();
    for hours in ["0", "1", "1"] {
        let arguments = ["dataset", "check", DEMO, "--kg", &url];
        run_in(home.path(), &arguments, &[("LYDITE_KG_CACHE", hours)]);
        asked.push(endpoint.seen().len());
    }
    assert_eq!(asked[0], asked[1]);
    // Whether the endpoint is there, and what was cut off at a number of rows, is asked again.
    assert!(asked[0] > 100 && asked[2] < 10, "{asked:?}");
}

#[test]
fn requests_go_only_where_they_may() {
    let home = tempfile::tempdir().unwrap();
    let endpoint = endpoint(None);
    let url = format!("{}/sparql", endpoint.url);
    let host = endpoint.url.strip_prefix("http://").unwrap();
    let check = |network: &str| {
        let arguments = ["kg", "label", &url, "http://example.org/a"];
        run_in(home.path(), &arguments, &[("LYDITE_NETWORK", network)])
    };
    for refused in ["none", "public", "dbpedia.org", "any -127.0.0.0/8"] {
        let (code, _, said) = check(refused);
        assert_eq!(code, 4, "{refused}: {said}");
        assert!(said.contains("are not allowed"), "{refused}: {said}");
    }
    assert!(endpoint.seen().is_empty(), "the endpoint was asked");
    for allowed in ["", "any", host, "public 127.0.0.1"] {
        let (code, _, said) = check(allowed);
        assert!(code < 2, "{allowed}: {said}");
    }
    let (code, _, said) = check("a b:c");
    assert_eq!(code, 2, "{said}");
}

#[test]
fn passwords_are_used_and_never_shown() {
    let home = tempfile::tempdir().unwrap();
    // ada:secret
    let endpoint = endpoint(Some("Basic YWRhOnNlY3JldA=="));
    let host = endpoint.url.strip_prefix("http://").unwrap();
    let check = |user: &str, credentials: &str| {
        let url = format!("http://{user}{host}/sparql");
        run(
            home.path(),
            &["dataset", "check", DEMO, "--kg", &url],
            credentials,
        )
    };
    let (code, _, said) = check("", "");
    assert_eq!(code, 4, "{said}");
    assert!(said.contains("LYDITE_KG_CREDENTIALS"), "{said}");
    let (code, _, said) = check("ada:wrong@", "");
    assert_eq!(code, 4, "{said}");
    assert!(!said.contains("wrong"), "{said}");
    let listed = format!("other.example=token:abc {host}=password:ada:secret");
    for (user, credentials) in [("ada:secret@", ""), ("", &*listed)] {
        let (code, shown, said) = check(user, credentials);
        assert!(code < 2, "{said}");
        assert!(
            !format!("{shown}{said}").contains("secret"),
            "{shown}{said}"
        );
    }
}

#[test]
fn what_is_no_endpoint_is_told_at_once() {
    let home = tempfile::tempdir().unwrap();
    let page = Server::of(Router::new().route("/", get(async || Html("<h1>Welcome</h1>"))));
    for (url, words) in [
        (nobody(), "cannot be reached"),
        (page.url.clone(), "is this the URL of the SPARQL endpoint"),
        (format!("{}/sparql", page.url), "no SPARQL endpoint"),
        ("http://".to_owned(), "no host"),
    ] {
        let arguments = ["dataset", "check", DEMO, "--kg", &url];
        let (code, _, said) = run(home.path(), &arguments, "");
        assert_eq!(code, 4, "{said}");
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn a_query_is_run_on_an_endpoint_and_on_several_graphs() {
    let home = tempfile::tempdir().unwrap();
    let endpoint = endpoint(None);
    let url = format!("{}/sparql", endpoint.url);
    let secret = url.replace("http://", "http://ada:secret@");
    let query = "SELECT COUNT(?x) { ?x a dbo:Mountain }";
    let run = |graph: &str, format: &str| {
        let arguments = ["kg", "query", graph, query, "--format", format];
        run(home.path(), &arguments, "")
    };
    let (code, remote, said) = run(&url, "csv");
    assert_eq!(code, 0, "{said}");
    assert_eq!(remote, run("demo", "csv").1);
    for graphs in [secret.clone(), format!("demo,{secret}")] {
        let (_, shown, said) = run(&graphs, "json");
        assert!(
            !format!("{shown}{said}").contains("secret"),
            "{shown}{said}"
        );
    }
}

/// The gold answers of the demo under the names that Wikidata has for them.
fn answers_by_other_names(file: &Path) {
    let graph = Embedded::from_bytes(
        "demo.ttl",
        include_bytes!("../../../lab/assets/demo.ttl").to_vec(),
    );
    let query = "SELECT ?a ?b { ?a <http://www.w3.org/2002/07/owl#sameAs> ?b }";
    let query = parse(query, &Dialect::strict()).unwrap();
    let results = graph.unwrap().query(&query, &Limits::default()).unwrap();
    let Value::Rows(links) = results.value else {
        panic!("no rows");
    };
    let mut answers = std::fs::read_to_string(DEMO).unwrap();
    for link in links.rows {
        let [Some(Term::NamedNode(one)), Some(Term::NamedNode(other))] = &link[..] else {
            panic!("no link: {link:?}");
        };
        let quoted = |name: &str| format!("\"{name}\"");
        answers = answers.replace(&quoted(one.as_str()), &quoted(other.as_str()));
    }
    std::fs::write(file, answers).unwrap();
}

/// Scores answers under other names; the report and what was said.
fn score(home: &Path, kg: Option<&str>, rules: &str) -> (serde_json::Value, String) {
    let answers = home.join("answers.json");
    answers_by_other_names(&answers);
    let mut arguments = vec![
        "score",
        "--gold",
        DEMO,
        "--answers",
        answers.to_str().unwrap(),
    ];
    arguments.extend(["--rules", rules, "--format", "json"]);
    arguments.extend(kg.into_iter().flat_map(|kg| ["--kg", kg]));
    let (code, shown, said) = run(home, &arguments, "");
    assert_eq!(code, 0, "{said}");
    (only_report(&shown), said)
}

#[test]
fn other_names_are_asked_for_in_few_requests() {
    let home = tempfile::tempdir().unwrap();
    let endpoint = endpoint(None);
    let url = format!("{}/sparql", endpoint.url);
    for rules in ["lydite", "gerbil"] {
        let (local, _) = score(home.path(), Some("demo"), rules);
        endpoint.seen();
        let (remote, said) = score(home.path(), Some(&url), rules);
        let asked = endpoint.seen().len();
        assert_eq!(local, remote, "{rules}");
        assert!(!said.contains("warning"), "{said}");
        let (without, _) = score(home.path(), None, rules);
        assert_ne!(local["experiments"], without["experiments"], "{rules}");
        // There are more than 200 resources among the answers.
        assert!(asked < 40, "{rules}: {asked} requests");
    }
}

#[test]
fn a_graph_that_cannot_be_asked_for_other_names_is_told() {
    let home = tempfile::tempdir().unwrap();
    let endpoint = endpoint_that(None, |query| {
        let words = (StatusCode::INTERNAL_SERVER_ERROR, "Out of buffers");
        query.contains("sameAs").then(|| words.into_response())
    });
    let url = format!("{}/sparql", endpoint.url);
    let (report, said) = score(home.path(), Some(&url), "lydite");
    assert!(
        said.contains("lookups of names, labels or classes failed"),
        "{said}"
    );
    assert!(said.contains("Out of buffers"), "{said}");
    let remarks = report["remarks"].as_array().unwrap();
    let remark = remarks
        .iter()
        .find(|remark| remark["kind"] == "graph-failed");
    let remark = remark.unwrap();
    assert!(remark["count"].as_u64().unwrap() > 200, "{remark}");
    let (without, _) = score(home.path(), None, "lydite");
    // The classes of resources, which AIT2KB asks for, are still told.
    assert_eq!(report["experiments"]["QA"], without["experiments"]["QA"]);
    let asked = endpoint.seen().len();
    assert!(asked < 40, "{asked} requests to a graph that fails");
}
