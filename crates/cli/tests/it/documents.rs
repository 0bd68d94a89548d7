//! What the documents of the field ask for, from files to figures: the QALD-6 challenge, GERBIL,
//! QALD-5, KQA Pro.

use std::path::Path;

use serde_json::{Value, json};

use crate::program::{only_report, run, write_entries};

/// Writes a file; its path.
fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

/// The report of one system.
fn score(gold: &str, answers: &str, rules: &str) -> Value {
    let (_, out, _) = run(&[
        "score",
        "--gold",
        gold,
        "--answers",
        answers,
        "--rules",
        rules,
        "--format",
        "json",
        "--allow-damaged",
    ]);
    only_report(&out)
}

/// What a report has to say of this kind.
fn remark<'r>(report: &'r Value, kind: &str) -> Option<&'r Value> {
    let mut remarks = report["remarks"].as_array()?.iter();
    remarks.find(|remark| remark["kind"] == kind)
}

/// An entry whose answer is one IRI or literal.
fn entry(id: &str, term: &Value) -> Value {
    json!({"id": id, "question": [{"language": "en", "string": format!("Who is {id}?")}], "query": {},
        "answers": [{"head": {"vars": ["x"]}, "results": {"bindings": [{"x": term}]}}]})
}

/// The QALD-6 document, section 4, writes the key `SPARQL`. Such a file is QALD-JSON all the same,
/// and to the official script the text "true" is not the truth value.
#[test]
fn the_keys_of_the_challenge_document_do_not_change_the_official_score() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, key: &str, value: Value| {
        let entry = json!({"id": "1", "answertype": "boolean",
            "question": [{"language": "en", "string": "Is it?"}],
            "query": {key: "ASK {}"}, "answers": [{"head": {}, "boolean": value}]});
        write_entries(folder.path(), name, &[entry])
    };
    for (key, value, f1) in [
        ("sparql", json!(true), 1.0),
        ("sparql", json!("true"), 0.0),
        ("SPARQL", json!(true), 1.0),
        ("SPARQL", json!("true"), 0.0),
    ] {
        let gold = file("gold.json", key, json!(true));
        let answers = file("answers.json", key, value.clone());
        let report = score(&gold, &answers, "qald");
        let found = &report["experiments"]["QA"]["global"]["macro"]["f1"];
        assert_eq!(found, &json!(f1), "{key} {value}");
    }
}

/// The rules of the paper's experiments judge its sub-experiments.
#[test]
fn the_rules_of_the_gerbil_paper_judge_what_is_found_on_the_way() {
    let folder = tempfile::tempdir().unwrap();
    let mut question = entry("1", &json!({"type": "uri", "value": "http://x/a"}));
    question["query"]["sparql"] =
        json!("SELECT ?x { ?x <http://dbpedia.org/ontology/p> <http://dbpedia.org/resource/A> }");
    let gold = write_entries(folder.path(), "gold.json", &[question]);
    for rules in ["gerbil-2017", "gerbil"] {
        let report = score(&gold, &gold, rules);
        for experiment in ["C2KB", "P2KB", "RE2KB"] {
            let found = &report["experiments"][experiment]["macro"]["f1"];
            assert_eq!(found, &json!(1.0), "{rules} {experiment}: {report}");
        }
    }
}

/// The four sets of QALD-5 (table 1 of the GERBIL QA paper) can be had separately, and so can the questions
/// with any of the flags of QALD.
#[test]
fn benchmarks_are_divided_by_the_flags_of_their_questions() {
    let folder = tempfile::tempdir().unwrap();
    let part = folder.path().join("part.json").display().to_string();
    let converted = |whole: &str, condition: &str| {
        let (code, _, said) = run(&[
            "dataset", "convert", whole, &part, "--where", condition, "--force",
        ]);
        assert_eq!(code, 0, "{condition}: {said}");
        said
    };
    let flags = ["hybrid", "aggregation", "onlydbo"];
    let entries: Vec<Value> = (0..8)
        .map(|bits| {
            let id = bits.to_string();
            let mut entry = entry(&id, &json!({"type": "uri", "value": "http://x/a"}));
            for (at, flag) in flags.iter().enumerate() {
                entry[flag] = json!(bits >> at & 1 == 1);
            }
            entry
        })
        .collect();
    let whole = write_entries(folder.path(), "whole.json", &entries);
    for flag in flags {
        let said = converted(&whole, &format!("{flag} = true"));
        assert!(said.starts_with("4 questions converted"), "{flag}: {said}");
    }
    let said = converted(&whole, "hybrid = true and aggregation = false");
    assert!(said.starts_with("2 questions converted"), "{said}");
    let Some(datasets) = lydite_testing::shared("datasets") else {
        return;
    };
    for (set, hybrid, count) in [
        ("train", true, 40),
        ("test", true, 10),
        ("train", false, 300),
        ("test", false, 49),
    ] {
        let file = datasets.join(format!("qald-5-{set}.xml"));
        let said = converted(&file.display().to_string(), &format!("hybrid = {hybrid}"));
        let expected = format!("{count} questions converted");
        assert!(said.contains(&expected), "{set} {hybrid}: {said}");
    }
}

/// QALD-6 asks for the average time of a query; answer files can say it, and what went wrong.
#[test]
fn errors_and_times_come_from_the_answer_file() {
    let folder = tempfile::tempdir().unwrap();
    let term = json!({"type": "uri", "value": "http://x/a"});
    let gold = [entry("1", &term), entry("2", &term)];
    let gold = write_entries(folder.path(), "gold.json", &gold);
    let lines = r#"{"dataset": {}}
{"id": "1", "answers": {"table": {"columns": ["x"], "rows": [[{"type": "uri", "value": "http://x/a"}]]}}, "time": 120}
{"id": "2", "error": "timeout"}
"#;
    let mut right = entry("1", &term);
    right["time"] = json!(120);
    let failed = json!({"id": "2", "error": "timeout"});
    for answers in [
        write(folder.path(), "answers.jsonl", lines),
        write_entries(folder.path(), "answers.json", &[right, failed]),
    ] {
        for rules in ["lydite", "gerbil", "qald"] {
            let report = score(&gold, &answers, rules);
            let found = &report["experiments"]["QA"];
            assert_eq!(found["errors"], json!(1), "{answers} {rules}: {found}");
            assert_eq!(found["mean_millis"], json!(120.0), "{answers} {rules}");
        }
    }
}

/// QALD-6, section 5.1, allows questions to be put in other words: those are listed.
#[test]
fn questions_in_other_words_are_no_other_dataset() {
    let folder = tempfile::tempdir().unwrap();
    let term = json!({"type": "uri", "value": "http://x/a"});
    let names = ["one", "two", "three", "four", "five", "six"];
    let gold: Vec<Value> = names.iter().map(|id| entry(id, &term)).collect();
    let mut answers = gold.clone();
    for (answer, id) in answers.iter_mut().zip(names) {
        answer["question"][0]["string"] = json!(format!("Please tell me: who is {id}?"));
    }
    let gold = write_entries(folder.path(), "gold.json", &gold);
    let answers = write_entries(folder.path(), "answers.json", &answers);
    let report = score(&gold, &answers, "lydite");
    let listed = remark(&report, "reformulated").unwrap();
    assert_eq!(listed["examples"], json!(names), "{listed}");
    assert_eq!(remark(&report, "other-dataset"), None);
}

/// Queries of KQA Pro have relative IRIs, those of DBpedia names with apostrophes.
#[test]
fn queries_are_repaired_as_they_were_meant() {
    for (query, repair) in [
        (
            "SELECT ?x { ?x <P31> <Q5> }",
            "iri-relative: <P31> → <http://base.invalid/P31>",
        ),
        (
            "ASK { dbr:Schindler's_List ?p ?x }",
            r"name-with-punctuation: dbr:Schindler's_List → dbr:Schindler\'s_List",
        ),
        (
            "PREFIX : <http://a/> ASK { :Butter's_Own ?p ?x . ?x ?q :Butter's_Own }",
            r"name-with-punctuation: :Butter's_Own → :Butter\'s_Own",
        ),
        (
            "ASK { ?x ?p <http://a/b c> }",
            "iri-with-forbidden-characters: <http://a/b c> → <http://a/b%20c>",
        ),
    ] {
        let (code, out, said) = run(&["query", "check", query]);
        assert_eq!(code, 0, "{query}: {out}{said}");
        assert!(out.contains(repair), "{query}: {out}");
    }
}

/// GERBIL compares numbers as they are written, and stops at files that are not JSON.
#[test]
fn what_gerbil_would_not_read_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, value: &str, end: &str| {
        let text = format!(
            r#"{{"dataset": {{"id": "d"}}, "questions": [{{"id": "1", "question": [{{"language": "en", "string": "x"}}], "query": {{}}, "answers": [{{"head": {{"vars": ["x"]}}, "results": {{"bindings": [{{"x": {{"type": "literal", "value": {value}}}}}]}}}}]}}]}}{end}"#
        );
        write(folder.path(), name, &text)
    };
    let gold = file("gold.json", "1.50", "");
    for rules in ["gerbil", "nliwod"] {
        for (value, end, f1, stops) in [
            ("1.50", "", 1.0, false),
            ("\"1.50\"", "", 1.0, false),
            ("1.5", "", 0.0, false),
            ("\"1.50\"", "\n]", 1.0, true),
        ] {
            let report = score(&gold, &file("answers.json", value, end), rules);
            let found = &report["experiments"]["QA"]["macro"]["f1"];
            assert_eq!(found, &json!(f1), "{rules} {value}");
            let detail = remark(&report, "stops").map(|remark| remark["detail"].to_string());
            let told = detail.is_some_and(|detail| detail.contains("not valid JSON"));
            assert_eq!(told, stops, "{rules} {value}{end}: {report}");
        }
    }
}
