//! Several systems side by side: which lines, columns, marks and notes there are.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::program::{run, write_entries};

/// A question with a query and answers.
fn entry(id: &str, query: &str, iris: &[&str]) -> Value {
    let rows: Vec<_> = iris
        .iter()
        .map(|iri| json!({"uri": {"type": "uri", "value": format!("http://x/{iri}")}}))
        .collect();
    json!({
        "id": id,
        "question": [{"language": "en", "string": format!("Question {id}?")}],
        "query": {"sparql": query},
        "answers": [{"head": {"vars": ["uri"]}, "results": {"bindings": rows}}]
    })
}

const QUERY: &str = "SELECT ?uri WHERE { ?uri a <http://dbpedia.org/ontology/Lake> }";

/// The fields of a CSV document by column.
fn records(document: &str) -> Vec<std::collections::BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(document.as_bytes());
    reader.deserialize().map(Result::unwrap).collect()
}

fn systems(folder: &Path) -> (String, String, String) {
    let gold = [
        entry("1", QUERY, &["a"]),
        entry("2", QUERY, &["b", "c", "d"]),
        entry("3", QUERY, &["e", "f"]),
    ];
    let one = [
        entry("1", QUERY, &["z"]),
        entry("2", QUERY, &["z"]),
        entry("3", QUERY, &["e", "f"]),
        entry("99", QUERY, &["e"]),
    ];
    let other = [entry("1", QUERY, &["a"]), entry("99", QUERY, &["e"])];
    (
        write_entries(folder, "gold.json", &gold),
        write_entries(folder, "one.json", &one),
        write_entries(folder, "other.json", &other),
    )
}

#[test]
fn rules_with_parts_have_a_line_for_each_and_what_is_undefined_comes_last() {
    let (Some(answers), Some(campaign), Some(datasets)) = (
        lydite_testing::shared("answers"),
        lydite_testing::shared("campaign"),
        lydite_testing::shared("datasets"),
    ) else {
        return;
    };
    let path = |folder: &Path, name: &str| folder.join(name).display().to_string();
    let gold = path(&datasets, "qald-5-test.xml");
    let silent = format!("silent={}", path(&answers, "qald-5-test-hawk-optimal.xml"));
    let precise = format!("precise={}", path(&campaign, "qald-5-test--precise.xml"));
    let all = format!("all={}", path(&campaign, "qald-5-test--attempt-all.xml"));
    let command = |format| {
        let (code, out, error) = run(&[
            "score",
            "--gold",
            &gold,
            "--rules",
            "qald-5",
            "--format",
            format,
            "--answers",
            &silent,
            &precise,
            &all,
        ]);
        assert_eq!(code, 0, "{error}");
        out
    };
    let lines = records(&command("csv"));
    let of = |part: &str| -> Vec<_> { lines.iter().filter(|line| line["part"] == part).collect() };
    for (part, n) in [("hybrid", "10"), ("multilingual", "49")] {
        let part = of(part);
        assert_eq!(part.len(), 3);
        assert!(part.iter().all(|line| line["n"] == n), "{part:?}");
        assert_eq!((&*part[2]["system"], &*part[2]["f1"]), ("silent", ""));
    }
    let markdown = command("markdown");
    let first = markdown
        .lines()
        .find(|line| line.contains("multilingual"))
        .unwrap();
    assert!(first.contains("**0."), "{markdown}");
}

#[test]
fn every_measure_can_be_a_column_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let (gold, one, other) = systems(folder.path());
    let score = |more: &[&str]| {
        let mut words = vec!["score", "--gold", &gold, "--answers", &one, &other];
        words.extend(more);
        run(&words)
    };
    for format in ["table", "markdown", "csv", "latex"] {
        let columns = "system,micro_f1,macro_f1_qald,n";
        let (code, out, error) = score(&["--columns", columns, "--format", format]);
        assert_eq!(code, 0, "{error}");
        let head = out.lines().find(|line| line.contains("system")).unwrap();
        let order: Vec<_> = ["micro", "qald", "n"]
            .iter()
            .map(|name| head.find(name))
            .collect();
        assert!(order.is_sorted() && order[0].is_some(), "{out}");
    }
    let (code, listed, _) = score(&["--columns", "list"]);
    assert_eq!(code, 0);
    assert!(
        listed.lines().any(|name| name == "macro_f1_qald"),
        "{listed}"
    );
    let (code, _, error) = score(&["--columns", "micro_f2"]);
    assert_eq!(code, 2);
    assert!(error.contains("did you mean `micro_f1`?"), "{error}");
    // Without a choice CSV has them all.
    let (_, all, _) = score(&["--format", "csv"]);
    let lines = records(&all);
    let mut answering = lines.iter().filter(|line| line["experiment"] == "QA");
    assert!(
        answering.all(|line| !line["macro_f1_qald"].is_empty()),
        "{all}"
    );
}

#[test]
fn what_concerns_all_systems_and_rules_is_said_once() {
    let folder = tempfile::tempdir().unwrap();
    let (gold, one, other) = systems(folder.path());
    let (_, _, error) = run(&[
        "score",
        "--gold",
        &gold,
        "--answers",
        &one,
        &other,
        "--rules",
        "lydite,gerbil,qald",
    ]);
    let said: Vec<&str> = error
        .lines()
        .filter(|line| line.contains("not in the gold file"))
        .collect();
    assert_eq!(said.len(), 1, "{error}");
    assert!(
        !said[0].contains("other:") && !said[0].contains("gerbil"),
        "{error}"
    );
}

#[test]
fn among_the_worst_those_come_first_that_lose_most() {
    let folder = tempfile::tempdir().unwrap();
    let (gold, one, _) = systems(folder.path());
    let (_, out, _) = run(&[
        "score",
        "--gold",
        &gold,
        "--answers",
        &one,
        "--worst",
        "2",
        "--format",
        "csv",
    ]);
    let lines = records(&out);
    let ids: Vec<&str> = lines.iter().map(|line| &*line["id"]).collect();
    assert_eq!(ids, ["2", "1"], "{out}");
    assert_eq!(lines[0]["fn"], "3");
}

#[test]
fn a_failure_has_its_reason_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let (gold, ..) = systems(folder.path());
    let mut broken = entry("1", "SELECT ?uri WHERE { ?uri ", &[]);
    broken.as_object_mut().unwrap().remove("answers");
    let system = write_entries(folder.path(), "broken.json", &[broken]);
    let score = |more: &[&str]| {
        let mut words = vec![
            "score",
            "--gold",
            &gold,
            "--answers",
            &system,
            "--kg",
            "demo",
        ];
        words.extend(more);
        let (_, out, _) = run(&words);
        out
    };
    let lines = records(&score(&["--per-question", "--format", "csv"]));
    let failed = lines.iter().find(|line| line["id"] == "1").unwrap();
    assert_eq!(failed["status"], "error");
    assert!(!failed["error"].is_empty());
    let reason = failed["error"].lines().next().unwrap().to_owned();
    assert!(score(&["--per-question"]).contains(&reason));
    let document: Value = serde_json::from_str(&score(&["--format", "json"])).unwrap();
    let outcomes = document["systems"][0]["questions"].as_array().unwrap();
    assert!(
        outcomes
            .iter()
            .any(|outcome| outcome["error"].as_str().is_some()),
        "{document}"
    );
    let explained = score(&["--explain", "1"]);
    assert!(
        explained.contains(&format!("the system failed: {reason}")),
        "{explained}"
    );
    assert!(explained.contains("gold query:"), "{explained}");
    assert!(explained.contains("query of broken:"), "{explained}");
}

#[test]
fn an_explanation_shows_in_what_the_queries_differ() {
    let folder = tempfile::tempdir().unwrap();
    let (gold, ..) = systems(folder.path());
    let query = QUERY.replace("Lake", "City");
    let system = write_entries(folder.path(), "city.json", &[entry("1", &query, &["a"])]);
    let (code, out, error) = run(&[
        "score",
        "--gold",
        &gold,
        "--answers",
        &system,
        "--explain",
        "1",
    ]);
    assert_eq!(code, 0, "{error}");
    for line in [
        "the queries differ in 1 place",
        "- ?uri rdf:type dbo:Lake",
        "+ ?uri rdf:type dbo:City",
    ] {
        assert!(out.contains(line), "{line}: {out}");
    }
}

#[test]
fn files_of_one_name_are_told_apart_in_every_head() {
    let folder = tempfile::tempdir().unwrap();
    let (gold, one, _) = systems(folder.path());
    let answers: Vec<String> = ["AIFB", "FRANZ", "INFAI", "IRIS"]
        .into_iter()
        .map(|team| {
            let place = folder.path().join(team);
            fs::create_dir(&place).unwrap();
            let copy = place.join("db25_system_result_set.json");
            fs::copy(&one, &copy).unwrap();
            copy.display().to_string()
        })
        .collect();
    let mut words = vec!["slice", "--gold", &gold, "--by", "length", "--answers"];
    words.extend(answers.iter().map(String::as_str));
    let (code, out, error) = run(&words);
    assert_eq!(code, 0, "{error}");
    let head: Vec<&str> = out.lines().next().unwrap().split_whitespace().collect();
    assert_eq!(
        head,
        ["feature", "value", "n", "AIFB", "FRANZ", "INFAI", "IRIS"],
        "{out}"
    );
}

#[test]
fn the_sizes_of_effects_are_columns_for_programs() {
    let folder = tempfile::tempdir().unwrap();
    let all = ["a", "b", "c", "d"];
    let entries = |right: usize| -> Vec<Value> {
        let answer = |at: usize| if at < right { all[at] } else { "z" };
        (0..4)
            .map(|at| entry(&at.to_string(), QUERY, &[answer(at)]))
            .collect()
    };
    let gold = write_entries(folder.path(), "gold.json", &entries(4));
    let three = write_entries(folder.path(), "three.json", &entries(3));
    let one = write_entries(folder.path(), "one.json", &entries(1));
    let arguments = ["score", "--gold", &gold, "--answers", &three, &one];
    let csv = ["--experiment", "QA", "--format", "csv"];
    let (code, out, error) = run(&[&arguments[..], &csv].concat());
    assert_eq!(code, 0, "{error}");
    let lines = records(&out);
    let names = ["cohens_dz", "superiority", "cliffs_delta"];
    assert_eq!(lines[0]["system"], "three");
    assert!(names.iter().all(|name| lines[0][*name].is_empty()), "{out}");
    // The differences to the best are 0, -1, -1 and 0: their mean is -1/2, their standard deviation
    // the root of 1/3, and of four questions two tie and two are lost.
    let sizes = names.map(|name| lines[1][name].parse::<f64>().unwrap());
    let expected = [-0.75_f64.sqrt(), 0.25, -0.5];
    for (size, expected) in sizes.iter().zip(expected) {
        assert!((size - expected).abs() < 1e-12, "{sizes:?}");
    }
    let (_, table, _) = run(&[&arguments[..], &["--experiment", "QA"]].concat());
    assert!(!table.contains("cohens"), "{table}");
}

/// Inventing answers where there are none costs no F1, so it stands beside it.
#[test]
fn what_systems_say_where_there_is_no_answer_stands_beside_f1_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let entries = |invented: &[&str]| {
        vec![
            entry("1", QUERY, &["a"]),
            entry("2", QUERY, &["b"]),
            entry("3", QUERY, invented),
        ]
    };
    let gold = write_entries(folder.path(), "gold.json", &entries(&[]));
    let honest = write_entries(folder.path(), "honest.json", &entries(&[]));
    let inventor = write_entries(folder.path(), "inventor.json", &entries(&["z"]));
    let score = |format: &str| {
        let (code, out, error) = run(&[
            "score",
            "--gold",
            &gold,
            "--answers",
            &honest,
            &inventor,
            "--format",
            format,
        ]);
        assert_eq!(code, 0, "{error}");
        out
    };
    let lines = records(&score("csv"));
    let of = |name: &str| {
        let is_meant = |line: &&std::collections::BTreeMap<String, String>| {
            line["system"] == name && line["experiment"] == "QA"
        };
        lines.iter().find(is_meant).unwrap()
    };
    assert_eq!(
        (&*of("honest")["f1"], &*of("honest")["empty_gold"]),
        ("1.0", "1.0")
    );
    assert_eq!(
        (&*of("inventor")["f1"], &*of("inventor")["empty_gold"]),
        ("1.0", "0.0")
    );
    for format in ["table", "markdown", "latex"] {
        let out = score(format);
        let line = |name: &str| {
            out.lines()
                .find(|line| line.contains(name))
                .unwrap()
                .to_owned()
        };
        // P, R, F1 and then what is right where there is no answer.
        let zeros = |name: &str| line(name).matches("0.0000").count();
        assert_eq!(zeros("honest"), 0, "{out}");
        assert!(line("honest").matches("1.0000").count() >= 4, "{out}");
        assert!(zeros("inventor") >= 1, "{out}");
    }
    let (code, out, error) = run(&[
        "slice",
        "--gold",
        &gold,
        "--answers",
        &honest,
        &inventor,
        "--by",
        "length",
        "--format",
        "csv",
    ]);
    assert_eq!(code, 0, "{error}");
    let apart = records(&out);
    let apart = apart.iter().filter(|line| line["value"] == "no answer");
    let right: Vec<_> = apart
        .map(|line| (&*line["system"], &*line["score"]))
        .collect();
    assert_eq!(right, [("honest", "1.0"), ("inventor", "0.0")], "{out}");
    let document: Value = serde_json::from_str(&score("json")).unwrap();
    let correct = document["systems"][1]["experiments"]["QA"]["empty_gold"]["correct"].as_f64();
    assert_eq!(correct, Some(0.0));
}
