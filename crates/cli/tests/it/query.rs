//! `lydite query` as a user meets it.

use assert_cmd::Command;
use serde_json::Value;

use crate::program::run;

fn lydite() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lydite"));
    command
        .env_remove("LYDITE_MIRROR")
        .env("LYDITE_HOME", "/no/such/home")
        .env("NO_COLOR", "1");
    command
}

fn json(arguments: &[&str]) -> (i32, Value) {
    let (code, out, error) = run(&[arguments, &["--format", "json"]].concat());
    (
        code,
        serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}{error}")),
    )
}

/// A folder with a file in it.
fn file(name: &str, content: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, content).unwrap();
    (folder, path.display().to_string())
}

const BENCHMARK: &str = r#"{
  "dataset": {"id": "mine"},
  "questions": [
    {"id": "1", "query": {"sparql": "ASK { ?x ?p ?y }"}},
    {"id": "2", "query": {"sparql": "SELECT COUNT(?x) { ?x a dbo:Lake }"}},
    {"id": "3", "query": {"sparql": "SELECT ?x {\n ?x ?y }"}}
  ]
}
"#;

#[test]
fn a_repaired_query_shows_each_repair_with_its_place() {
    let text = "SELECT COUNT(?x) { ?x a dbo:Lake }";
    let (code, out, error) = run(&["query", "check", text]);
    assert_eq!(code, 0, "{error}");
    let expected = "\
repaired: the query: 2 repairs
  1:8 aggregate-without-parentheses: COUNT(?x) → (COUNT(?x) AS ?result)
  1:1 missing-prefix: (nothing) → PREFIX dbo: <http://dbpedia.org/ontology/>

1 query: 0 as given, 1 repaired, 0 refused
";
    assert_eq!(out, expected);
    assert_eq!(run(&["query", "check", "--strict", text]).0, 1);
    assert_eq!(
        run(&["query", "check", "--strict", "ASK { ?x ?p ?y }"]).0,
        0
    );
}

#[test]
fn a_refused_query_shows_the_place_and_what_to_do() {
    let (code, out, _) = run(&["query", "check", "ASK {\n  ?x fofa:name ?y }"]);
    assert_eq!(code, 1);
    let expected = "\
refused: the query
  2:6: the prefix `fofa:` is not declared
      ?x fofa:name ?y }
         ^
  hint: did you mean `foaf:`? Otherwise declare it: PREFIX fofa: <…>

1 query: 0 as given, 0 repaired, 1 refused
";
    assert_eq!(out, expected);
}

#[test]
fn every_query_of_a_benchmark_is_checked_at_its_place() {
    let (_folder, path) = file("mine.json", BENCHMARK);
    let (code, out, _) = run(&["query", "check", &path]);
    assert_eq!(code, 1);
    for expected in [
        &format!("repaired: {path}:5:5, question 2: 2 repairs"),
        &format!("refused: {path}:6:5, question 3\n  2:8: a triple"),
        "3 queries: 1 as given, 1 repaired, 1 refused",
    ] {
        assert!(out.contains(expected), "no {expected:?} in:\n{out}");
    }
    let (code, document) = json(&["query", "check", &path]);
    assert_eq!(code, 1);
    assert_eq!(document["repairs"]["missing-prefix"], 1);
    let queries = document["queries"].as_array().unwrap();
    let results: Vec<_> = queries.iter().map(|query| &query["result"]).collect();
    assert_eq!(results, ["as-given", "repaired", "refused"]);
    assert_eq!(queries[1]["place"]["path"], "questions[1]");
    assert_eq!(queries[1]["repairs"][0]["position"]["column"], 8);
    assert_eq!(queries[2]["error"]["obstacle"], "syntax");
    let (_, out, _) = run(&["query", "check", "--format", "csv", &path]);
    assert!(
        out.contains(",2,repaired,1,8,aggregate-without-parentheses,COUNT(?x),"),
        "{out}"
    );
    let (_, document) = json(&["query", "check", "--summary", &path]);
    assert_eq!(
        (&document["refused"], &document["queries"]),
        (&Value::from(1), &Value::Null)
    );
}

#[test]
fn files_with_one_query_and_standard_input_are_read() {
    let query = "# mine\nSELECT ?x WHERE { ?x a <http://a/C> }\n";
    for name in ["mine.rq", "mine.sparql", "mine.txt", "mine"] {
        let (_folder, path) = file(name, query);
        let (code, out, error) = run(&["query", "check", &path]);
        assert_eq!(
            (code, out.as_str()),
            (0, "1 query: 1 as given, 0 repaired, 0 refused\n"),
            "{error}"
        );
    }
    for (input, summary) in [(query, "1 query: 1 as given"), (BENCHMARK, "3 queries")] {
        let output = lydite()
            .args(["query", "check", "-"])
            .write_stdin(input)
            .output()
            .unwrap();
        let out = String::from_utf8(output.stdout).unwrap();
        assert!(out.contains(summary), "{out}");
    }
    let (code, _, error) = run(&["query", "check", "no-such-file.rq"]);
    assert_eq!(code, 3, "{error}");
    let (_folder, path) = file("other.json", "{\"a\": 1}");
    let (code, _, error) = run(&["query", "check", &path]);
    assert!(code == 3 && error.contains("unknown format"), "{error}");
    let (_folder, path) = file("notes.txt", "just some notes");
    let (code, out, _) = run(&["query", "check", &path]);
    assert!(code == 1 && out.contains("refused"), "{out}");
}

#[test]
fn the_structure_is_a_tree_and_a_document() {
    let text = "SELECT DISTINCT ?x COUNT(?y) AS ?n { ?x a dbo:Film ; dbo:starring ?y \
                OPTIONAL { ?x dbo:gross ?g FILTER (?g > 2) } ?u dbo:p dbr:Ulm } \
                GROUP BY ?x HAVING (COUNT(?y) > 1) ORDER BY DESC(?n) LIMIT 3";
    let (code, out, error) = run(&["query", "show", text]);
    assert_eq!(code, 0, "{error}");
    for expected in [
        "SELECT DISTINCT ?x (COUNT(?y) AS ?n)\nWHERE {\n  ?x a dbo:Film ;",
        "SELECT DISTINCT (sparql, after 3 repairs)",
        "│  └─ ?n = COUNT(?y)",
        "│  ├─ 1  ?x rdf:type dbo:Film\n",
        "3  ?x dbo:gross ?g   (OPTIONAL, ?g of scope 1)",
        "├─ filters\n│  └─ (?g > 2)   (OPTIONAL)",
        "├─ having\n│  └─ (COUNT(?y) > 1)",
        "├─ ordered by\n│  └─ ?n, descending",
        "├─ range\n│  └─ LIMIT 3",
        "├─ answer item types\n│  └─ dbo:Film",
        "triple 4 is disconnected, without a target",
        "features: Aggregators, Distinct",
    ] {
        assert!(out.contains(expected), "no {expected:?} in:\n{out}");
    }
    let (code, document) = json(&["query", "show", text]);
    assert_eq!(code, 0);
    let structure = &document["queries"][0]["structure"];
    assert_eq!(structure["triples"][2]["within"][0], "OPTIONAL");
    assert_eq!(
        structure["triples"][1]["predicate"],
        "<http://dbpedia.org/ontology/starring>"
    );
    assert_eq!(structure["aggregates"][0]["expression"], "COUNT(?y)");
    assert_eq!(structure["limit"], 3);
    assert_eq!(structure["entities"][0], "http://dbpedia.org/resource/Ulm");
    assert_eq!(
        structure["connectivity"]["components"][1]["has_target"],
        false
    );
    assert_eq!(structure["lsq"]["triple_patterns"], 4);
}

#[test]
fn one_question_of_a_benchmark_can_be_chosen() {
    let (_folder, path) = file("mine.json", BENCHMARK);
    let (code, out, _) = run(&["query", "format", &path, "--id", "2"]);
    assert_eq!(code, 0);
    assert!(out.ends_with("WHERE {\n  ?x a dbo:Lake .\n}\n"), "{out}");
    // A refused query is told, the others are written.
    let (code, out, error) = run(&["query", "format", &path]);
    assert_eq!(code, 3);
    assert!(out.contains("question 1\nASK {"), "{out}");
    assert!(
        error.contains("question 3:2:8: a triple has only two terms"),
        "{error}"
    );
    let (code, _, error) = run(&["query", "show", &path, "--id", "9"]);
    assert!(code == 3 && error.contains("no question `9`"), "{error}");
    let (code, _, error) = run(&["query", "diff", &path, "ASK {}"]);
    assert!(code == 2 && error.contains("--id"), "{error}");
    let lakes = "SELECT (COUNT(?l) AS ?n) WHERE { ?l a dbo:Lake . }";
    assert_eq!(run(&["query", "diff", &path, lakes, "--id", "2"]).0, 0);
}

#[test]
fn differing_parts_are_marked() {
    let gold =
        "SELECT ?x { ?x dbo:author ?a . ?a dbo:birthPlace dbr:Ulm . ?a a dbo:Person } LIMIT 1";
    let mine = "SELECT ?b { ?w dbo:birthPlace dbr:Bern . ?b dbo:author ?w . ?b dbo:pages ?s }";
    let (code, out, error) = run(&["query", "diff", gold, mine]);
    assert_eq!(code, 1, "{error}");
    let expected = "\
  ?x dbo:author ?a
- ?a dbo:birthPlace dbr:Ulm
                    ^^^^^^^
+ ?a dbo:birthPlace dbr:Bern
                    ^^^^^^^^
- ?a rdf:type dbo:Person
+ ?x dbo:pages ?s
- range: LIMIT 1
+ range: none
";
    assert!(out.ends_with(expected), "{out}");
    let (code, document) = json(&["query", "diff", gold, mine]);
    assert_eq!((code, &document["equivalent"]), (1, &Value::from(false)));
    let changed = &document["differences"][1];
    assert_eq!(changed["difference"], "changed");
    assert_eq!(changed["places"][0], "object");
    let same = "PREFIX o: <http://dbpedia.org/ontology/> ASK { ?lake a o:Lake }";
    let (code, out, _) = run(&["query", "diff", "ASK { ?x a dbo:Lake . }", same]);
    assert_eq!((code, out.as_str()), (0, "the queries are equivalent\n"));
    assert_eq!(run(&["query", "diff", "ASK { ?x ?y }", same]).0, 3);
}

#[test]
fn the_canonical_form_does_not_depend_on_names_and_order() {
    let form = |text: &str| run(&["query", "format", "--canonical", text]).1;
    let one = form("SELECT ?x { ?x dbo:author ?a . ?a a dbo:Person }");
    assert!(one.starts_with("(select"), "{one}");
    assert_eq!(
        form("SELECT ?b WHERE { ?w a dbo:Person . ?b dbo:author ?w }"),
        one
    );
    assert_ne!(
        form("SELECT ?b WHERE { ?w a dbo:Place . ?b dbo:author ?w }"),
        one
    );
}

#[test]
fn dataset_check_reports_on_gold_queries() {
    let (_folder, path) = file("mine.json", BENCHMARK);
    let (code, out, _) = run(&["dataset", "check", &path]);
    assert_eq!(code, 0, "{out}");
    for expected in [
        "warning[Q047]: query not understood: line 2, column 8 of the query, at `}`",
        &format!("{path}:6:5 (questions[2])"),
        "a triple needs subject, predicate and object",
        "note[Q046]: query repaired: 1 place",
    ] {
        assert!(out.contains(expected), "no {expected:?} in:\n{out}");
    }
    let (_, document) = json(&["dataset", "check", &path]);
    let remarks = document["files"][0]["diagnostics"].as_array().unwrap();
    let repaired = remarks
        .iter()
        .find(|remark| remark["code"] == "Q046")
        .unwrap();
    assert_eq!(repaired["place"]["line"], 5);
    assert_eq!(repaired["action"], "repaired");
    assert_eq!(
        repaired["message"],
        "the query: 2 repairs: aggregate-without-parentheses, missing-prefix"
    );
}

/// Laying out keeps the meaning, and what is laid out stays as it is.
#[test]
fn queries_of_the_field_are_laid_out() {
    let Some(data) = lydite_testing::shared("") else {
        return;
    };
    for name in ["qald-9-test-multilingual.json", "qald-7-train-hybrid.json"] {
        let path = data.join("datasets").join(name).display().to_string();
        let (_, document) = json(&["query", "format", &path]);
        let queries = document["queries"].as_array().unwrap();
        assert!(queries.len() > 50, "{name}: {}", queries.len());
        for query in queries {
            let text = query["text"].as_str().unwrap();
            assert!(text.lines().count() > 2, "{text}");
        }
    }
}
