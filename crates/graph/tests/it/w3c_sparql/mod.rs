//! The W3C SPARQL 1.1 test suite on the embedded graph: syntax, evaluation and result formats.
//!
//! Update, entailment, `SERVICE`, protocol and graph store are out of scope. Every other exception is
//! in [`EXCEPTIONS`] and, with its reason, in `docs/graphs.md`.

mod compare;
mod suite;

use lydite_graph::{Embedded, KnowledgeGraph, Limits, Results};
use lydite_sparql::{Dialect, Parsed, parse};

use compare::{Expected, differ};
use suite::{Kind, Suite, Test};

/// Tests that do not pass, by folder and name.
const EXCEPTIONS: [(&str, &str); 0] = [];

/// Folders about something else than queries on a graph.
const OUT_OF_SCOPE: [&str; 21] = [
    "add",
    "basic-update",
    "clear",
    "copy",
    "delete",
    "delete-data",
    "delete-insert",
    "delete-where",
    "drop",
    "entailment",
    "graph-store-protocol",
    "http-rdf-update",
    "move",
    "protocol",
    "service",
    "service-description",
    "syntax-fed",
    "syntax-update-1",
    "syntax-update-2",
    "update-silent",
    "insert-data",
];

fn query(test: &Test) -> Result<Parsed, String> {
    let text = format!("BASE <{}> {}", test.query_iri, test.query);
    parse(&text, &Dialect::strict()).map_err(|error| error.to_string())
}

fn run(suite: &Suite, test: &Test) -> Result<Results, String> {
    let parsed = query(test)?;
    let quads = suite.dataset(test);
    let graph = Embedded::from_bytes("data.nq", quads.into_bytes());
    let graph = graph.map_err(|error| error.to_string())?;
    graph
        .query(&parsed, &Limits::default())
        .map_err(|error| error.to_string())
}

fn check(suite: &Suite, test: &Test) -> Result<(), String> {
    match test.kind {
        Kind::PositiveSyntax => query(test).map(drop),
        Kind::NegativeSyntax => match query(test) {
            Ok(_) => Err("was taken for a query".to_owned()),
            Err(_) => Ok(()),
        },
        Kind::Evaluation => {
            let results = run(suite, test)?;
            let expected = Expected::read(suite, test)?;
            differ(&results, &expected).map_or(Ok(()), Err)
        }
    }
}

#[test]
fn the_sparql_11_suite_passes() {
    let Some(suite) = Suite::read() else {
        return;
    };
    let tests = suite.tests(&OUT_OF_SCOPE);
    assert!(tests.len() > 300, "only {} tests were found", tests.len());
    let mut failed = Vec::new();
    let mut passed = 0;
    for test in &tests {
        let is_exception = EXCEPTIONS.contains(&(&test.folder, &test.name));
        match check(&suite, test) {
            Ok(()) if is_exception => {
                failed.push(format!("{}/{} passes now", test.folder, test.name));
            }
            Ok(()) => passed += 1,
            Err(_) if is_exception => {}
            Err(reason) => failed.push(format!("{}/{}: {reason}", test.folder, test.name)),
        }
    }
    println!(
        "{passed} of {} tests pass, {} are argued exceptions",
        tests.len(),
        EXCEPTIONS.len()
    );
    assert!(
        failed.is_empty(),
        "{} failed:\n{}",
        failed.len(),
        failed.join("\n")
    );
}

#[test]
fn the_exceptions_are_those_of_the_documentation() {
    let docs = include_str!("../../../../../docs/graphs.md");
    let mut documented: Vec<(&str, &str)> = docs
        .lines()
        .filter_map(|line| line.strip_prefix("| `sparql11/"))
        .filter_map(|line| line.split_once('`')?.0.split_once('/'))
        .collect();
    documented.sort_unstable();
    let mut exceptions = EXCEPTIONS.to_vec();
    exceptions.sort_unstable();
    assert_eq!(documented, exceptions);
}
