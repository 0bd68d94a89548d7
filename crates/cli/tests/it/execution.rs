//! Queries run on a graph: judging by execution, renewing gold answers, coverage.

use std::path::Path;

use serde_json::{Value, json};

use crate::program::{only_report, run};

const GRAPH: &str = "
    @prefix ex: <http://x/> .
    ex:Saimaa a ex:Lake ; ex:area 4370 ; ex:in ex:Finland .
    ex:Inari a ex:Lake ; ex:area 1040 ; ex:in ex:Finland .
    ex:Ladoga a ex:Lake ; ex:area 17700 ; ex:in ex:Russia .
";

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

fn entry(id: &str, query: &str) -> Value {
    json!({
        "id": id,
        "question": [{"language": "en", "string": format!("Question {id}?")}],
        "query": {"sparql": query}
    })
}

/// The entry with these resources as answers.
fn answered(mut entry: Value, names: &[&str]) -> Value {
    let rows: Vec<_> = names
        .iter()
        .map(|name| json!({"x": {"type": "uri", "value": format!("http://x/{name}")}}))
        .collect();
    entry["answers"] = json!([{"head": {"vars": ["x"]}, "results": {"bindings": rows}}]);
    entry
}

fn dataset(entries: &[Value]) -> String {
    json!({"dataset": {"id": "d"}, "questions": entries}).to_string()
}

const LAKES: &str = "SELECT ?x { ?x a <http://x/Lake> ; <http://x/in> <http://x/Finland> }";

/// So many triple patterns that share no variable.
fn cross_product(patterns: usize) -> String {
    let patterns = (0..patterns).map(|number| format!("?s{number} ?p{number} ?o{number} ."));
    patterns.collect()
}

#[test]
fn a_system_that_returns_queries_is_judged_by_what_they_give() {
    let folder = tempfile::tempdir().unwrap();
    let kg = write(folder.path(), "lakes.ttl", GRAPH);
    let gold = write(
        folder.path(),
        "gold.json",
        &dataset(&[
            answered(entry("1", LAKES), &["Saimaa", "Inari"]),
            // This one has no answers either: its query is run as well.
            entry("2", "SELECT ?n { <http://x/Inari> <http://x/area> ?n }"),
            answered(entry("3", LAKES), &["Saimaa"]),
            answered(entry("4", LAKES), &["Saimaa"]),
        ]),
    );
    let answers = write(
        folder.path(),
        "answers.json",
        &dataset(&[
            entry("1", "SELECT ?lake { ?lake a <http://x/Lake> }"),
            entry("2", "SELECT (1040.0 AS ?x) {}"),
            entry("3", "SELECT ?x WHERE { this is no query"),
            // 9 triples to the power of 14: on no machine does it end in time.
            entry(
                "4",
                &format!("SELECT (COUNT(*) AS ?n) {{ {} }}", cross_product(14)),
            ),
        ]),
    );
    let arguments = [
        "score",
        "--gold",
        &gold,
        "--answers",
        &answers,
        "--experiment",
        "QA",
        "--format",
        "json",
    ];
    let (code, out, error) = run(&arguments);
    assert_eq!(code, 0, "{error}");
    assert!(error.contains("--kg"), "{error}");
    let without = only_report(&out);
    assert_eq!(without["experiments"]["QA"]["answered"], 0);

    let with_graph = ["--kg", &kg, "--kg-timeout", "1"];
    let (code, out, error) = run(&[&arguments[..], &with_graph].concat());
    assert_eq!(code, 0, "{error}");
    let report = only_report(&out);
    let question = |id: &str| {
        let all = report["questions"].as_array().unwrap();
        all.iter().find(|question| question["id"] == id).unwrap()
    };
    assert_eq!(question("1")["recall"], 1.0, "{out}");
    assert_eq!(question("1")["fp"], 1);
    assert_eq!(question("2")["f1"], 1.0);
    assert_eq!(question("3")["status"], "error");
    assert_eq!(question("4")["status"], "error");
    assert!(error.contains("4 queries run, 2 failed"), "{error}");
}

#[test]
fn gold_answers_are_renewed_and_changes_reported() {
    let folder = tempfile::tempdir().unwrap();
    let kg = write(folder.path(), "lakes.ttl", GRAPH);
    let gold = write(
        folder.path(),
        "gold.json",
        &dataset(&[
            answered(entry("same", LAKES), &["Inari", "Saimaa"]),
            answered(entry("changed", LAKES), &["Inari"]),
            answered(
                entry("empty", "SELECT ?x { ?x a <http://x/River> }"),
                &["Rhine"],
            ),
            entry("new", LAKES),
            answered(entry("failed", "SELECT ?x WHERE { no query"), &["Inari"]),
            json!({"id": "bare", "question": [], "query": {}, "answers": []}),
        ]),
    );
    let out = folder.path().join("renewed.json");
    let out = out.display().to_string();
    let (code, printed, error) = run(&[
        "dataset", "refresh", &gold, &out, "--kg", &kg, "--format", "json",
    ]);
    assert_eq!(code, 0, "{error}");
    let report: Value = serde_json::from_str(&printed).unwrap();
    for (state, count) in [
        ("same", 1),
        ("changed", 1),
        ("empty", 1),
        ("new", 1),
        ("failed", 1),
        ("no-query", 1),
    ] {
        assert_eq!(report["summary"][state], count, "{state}: {printed}");
    }
    // The renewed benchmark agrees with the graph, but for what cannot be run.
    let (_, printed, _) = run(&["dataset", "refresh", &out, "--kg", &kg, "--format", "json"]);
    let again: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(again["summary"]["same"], 4, "{printed}");
    assert_eq!(again["summary"]["failed"], 1);
    let (_, table, _) = run(&["dataset", "check", &gold, "--kg", &kg]);
    assert!(table.contains("the gold queries on"), "{table}");
    assert!(
        table.contains("a triple has only two terms before `}`"),
        "{table}"
    );
}

#[test]
fn without_a_graph_nothing_is_renewed() {
    let folder = tempfile::tempdir().unwrap();
    let gold = write(folder.path(), "gold.json", &dataset(&[entry("1", LAKES)]));
    let (code, _, error) = run(&["dataset", "refresh", &gold]);
    assert_eq!(code, 2);
    assert!(error.contains("--kg GRAPH"), "{error}");
    let (code, _, error) = run(&["dataset", "refresh", &gold, "--kg", "/nowhere/at/all.ttl"]);
    assert_eq!(code, 3);
    assert!(error.contains("/nowhere/at/all.ttl"), "{error}");
}

#[test]
fn text2sparql_is_evaluated_from_queries_to_figures() {
    let Some(shared) = lydite_testing::shared("") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let ck25 = shared.join("kg/ck25");
    let read = |name: &str| std::fs::read_to_string(ck25.join(name)).unwrap();
    let kg = write(
        folder.path(),
        "ck25.ttl",
        &(read("prod-inst.ttl") + &read("prod-vocab.ttl")),
    );
    let gold = ck25.join("dev-questions.yml").display().to_string();
    let questions: Value = serde_json::from_str(&read("dev-questions.json")).unwrap();
    // A system that gives the gold query in English, and a wrong one in German.
    let mut answers = Vec::new();
    for question in questions["questions"].as_array().unwrap() {
        let id = question["id"].as_str().unwrap();
        for (language, query) in [
            ("en", question["query"]["sparql"].as_str().unwrap()),
            ("de", "SELECT ?x { ?x <http://nothing> ?y }"),
        ] {
            answers.push(json!({
                "dataset": "https://text2sparql.aksw.org/2025/corporate/",
                "question": "…",
                "query": query,
                "endpoint": "http://localhost",
                "qname": format!("ck25:{id}-{language}"),
                "uri": format!("https://text2sparql.aksw.org/2025/corporate/{id}-{language}"),
            }));
        }
    }
    let answers = write(folder.path(), "answers.json", &json!(answers).to_string());
    let (code, out, error) = run(&[
        "score",
        "--gold",
        &gold,
        "--answers",
        &answers,
        "--rules",
        "text2sparql",
        "--kg",
        &kg,
        "--format",
        "json",
    ]);
    assert_eq!(code, 0, "{error}");
    let report = only_report(&out);
    let figures = &report["experiments"]["QA"];
    let questions = report["questions"].as_array().unwrap();
    let f1 = |language: &str| -> Vec<f64> {
        let of = questions
            .iter()
            .filter(|question| question["language"] == language);
        of.map(|question| question["f1"].as_f64().unwrap())
            .collect()
    };
    let (english, german) = (f1("en"), f1("de"));
    assert_eq!((english.len(), german.len()), (70, 70), "{figures}");
    // Only a right `false` scores 0, which the official rules do to everyone.
    let right = english.iter().filter(|f1| **f1 == 1.0).count();
    assert!(right >= 60, "{right} {figures}");
    assert!(english.iter().all(|f1| *f1 == 1.0 || *f1 == 0.0));
    assert!(german.iter().all(|f1| *f1 == 0.0));
}

#[test]
fn queries_may_use_the_prefixes_that_the_graph_declares() {
    let folder = tempfile::tempdir().unwrap();
    let graph = write(folder.path(), "lakes.ttl", GRAPH);
    let query = "SELECT ?x { ?x a ex:Lake ; ex:in ex:Finland }";
    let gold = answered(entry("1", query), &["Saimaa", "Inari"]);
    let gold = write(folder.path(), "gold.json", &dataset(&[gold]));
    let answers = json!({ "1": query }).to_string();
    let answers = write(folder.path(), "answers.json", &answers);

    let arguments = [
        "score",
        "--gold",
        &gold,
        "--answers",
        &answers,
        "--kg",
        &graph,
    ];
    let (_, report, notes) = run(&[&arguments[..], &["--format", "json"]].concat());
    let report = only_report(&report);
    assert_eq!(
        report["experiments"]["QA"]["macro"]["f1"], 1.0,
        "{report:#} {notes}"
    );

    let (code, checked, _) = run(&["query", "check", &answers, "--kg", &graph]);
    assert_eq!(code, 0, "{checked}");
    assert!(checked.contains("1 repaired"), "{checked}");
}

#[test]
fn the_prefixes_of_a_graph_come_in_an_order_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let names: Vec<String> = (0..20).map(|number| format!("p{number:02}")).collect();
    let declared = names
        .iter()
        .map(|name| format!("@prefix {name}: <http://x/{name}/> .\n"));
    let text: String = declared.rev().collect();
    let graph = write(
        folder.path(),
        "g.ttl",
        &format!("{text} p00:a p01:b p02:c ."),
    );

    let (_, information, _) = run(&["kg", "info", &graph]);
    let expected = names.iter().map(|name| format!("{name}:"));
    let expected: Vec<String> = expected.collect();
    assert!(information.contains(&expected.join(" ")), "{information}");
}
