//! Damage is never silent: whatever is lost or guessed in an answer file, the reader says so.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod corruption;

use lydite_formats::Reader;
use lydite_model::{Damage, Question};

/// Everything that a file gives, read with and without checks; both must agree.
fn read(text: &str) -> (Vec<Question>, Damage) {
    let open = || Reader::from_bytes("file", text.as_bytes()).unwrap();
    let (mut checking, mut trusting) = (open(), open().trusting());
    let questions: Vec<_> = checking.by_ref().collect();
    assert_eq!(trusting.by_ref().collect::<Vec<_>>(), questions, "{text}");
    assert_eq!(trusting.damage(), checking.damage(), "{text}");
    (questions, trusting.damage().clone())
}

/// The values of a question, or what is there instead of them.
fn values(question: &Question) -> String {
    match &question.answers {
        None => "missing".to_owned(),
        Some(answers) => match answers.as_table() {
            None => format!("{:?}", answers.as_boolean()),
            Some(table) => {
                let terms: Vec<_> = table.terms().map(ToString::to_string).collect();
                format!("[{}]", terms.join(" "))
            }
        },
    }
}

fn entry(id: usize, answers: &str) -> String {
    format!(
        r#"{{"id": "{id}", "question": [{{"language": "en", "string": "Who?"}}], "query": {{}}, "answers": {answers}}}"#
    )
}

fn rows(value: &str) -> String {
    format!(
        r#"[{{"head": {{"vars": ["x"]}}, "results": {{"bindings": [{{"x": {{"type": "uri", "value": "{value}"}}}}]}}}}]"#
    )
}

/// A file of forty answers.
fn forty() -> String {
    let entries: Vec<_> = (1..=40).map(|id| entry(id, &rows("http://x/a"))).collect();
    format!(
        "{{\"dataset\": {{\"id\": \"d\"}}, \"questions\": [\n{}\n]}}",
        entries.join(",\n")
    )
}

#[test]
fn brackets_that_close_the_file_too_early_cost_no_question() {
    let whole = forty();
    assert_eq!(read(&whole).1, Damage::default());
    let first = whole.find("},\n{").unwrap() + 1;
    for brackets in ["]}", "]", "}", "}]}"] {
        let text = format!("{}{brackets}{}", &whole[..first], &whole[first..]);
        let (questions, damage) = read(&text);
        assert_eq!(questions.len(), 40, "{brackets}");
        // Once for the place, not once for each character that follows.
        assert!((1..4).contains(&damage.total()), "{brackets}: {damage:?}");
        assert!(damage.first[0].place.line <= 3, "{damage:?}");
    }
}

/// What is obviously meant is read, and reported as a guess.
#[test]
fn obvious_slips_are_read_and_reported() {
    let term = r#"{"type": "uri", "value": "http://x/a"}"#;
    let cases = [
        (r#"["http://x/a"]"#.to_owned(), "[<http://x/a>]", "A031"),
        (r#""http://x/a""#.to_owned(), "[<http://x/a>]", "A031"),
        (
            r#"["http://x/a", "b", 1.50]"#.to_owned(),
            "[<http://x/a> \"b\" \"1.50\"]",
            "A031",
        ),
        ("[true]".to_owned(), "Some(true)", "A031"),
        (
            rows("http://x/a").replace("results", "result"),
            "[<http://x/a>]",
            "Q016",
        ),
        (
            rows("http://x/a").replace("bindings", "binding"),
            "[<http://x/a>]",
            "Q016",
        ),
        (
            rows("http://x/a").replace("value", "vaule"),
            "[<http://x/a>]",
            "Q016",
        ),
        (
            rows("http://x/a").replace("\"type\"", "\"tpye\""),
            "[<http://x/a>]",
            "Q016",
        ),
        (
            r#"[{"head": {}, "Boolean": false}]"#.to_owned(),
            "Some(false)",
            "Q016",
        ),
        (
            format!(
                r#"[{{"results": {{"bindings": [{{"x": "http://x/a"}}]}}}}, {{"bindings": [{{"x": {term}}}]}}]"#
            ),
            "[<http://x/a> <http://x/a>]",
            "A031",
        ),
        (
            r#"[{"boolean": true}, {"boolean": false}]"#.to_owned(),
            "[\"true\" \"false\"]",
            "A032",
        ),
        (r#"[{"head": {"vars": ["x"]}}]"#.to_owned(), "[]", "A008"),
        ("5".to_owned(), "missing", "Q014"),
    ];
    for (answers, expected, code) in cases {
        let text = format!("{{\"questions\": [{}]}}", entry(1, &answers));
        let (questions, damage) = read(&text);
        assert_eq!(values(&questions[0]), expected, "{answers}");
        assert!(damage.counts.contains_key(code), "{answers}: {damage:?}");
    }
    let misspelt = forty().replace("\"answers\"", "\"answer\"");
    let (questions, damage) = read(&misspelt);
    assert_eq!(
        (values(&questions[39]), damage.total()),
        ("[<http://x/a>]".to_owned(), 40)
    );
    let misspelt = forty().replace("\"questions\"", "\"qestions\"");
    assert_eq!(read(&misspelt).0.len(), 40);
}

/// A field that only resembles one of the format stands beside the real one, and is not read.
#[test]
fn extra_fields_are_no_misspellings() {
    let text = forty().replace("\"answers\"", "\"answer\": 1, \"answers\"");
    let (questions, damage) = read(&text);
    assert_eq!(values(&questions[0]), "[<http://x/a>]");
    assert!(damage.is_empty(), "{damage:?}");
}

#[test]
fn what_cannot_be_read_is_reported() {
    let far = forty().replacen("\"answers\"", "\"solutions\"", 1);
    let cut = &forty()[..1000];
    let cases = [
        (r#"{"dataset": {"id": "d"}, "questions": 5}"#, 0, "Q014"),
        (r#"{"questions": null}"#, 0, "Q014"),
        (&far, 40, "A033"),
        (cut, 5, "F011"),
        (
            "id,language,question,answers\n1,en,Who?,<http://x>\n2,en,Wh",
            2,
            "F055",
        ),
        (
            "id,language,question,answers\n1,en,Who?,<http://x>\n2,en,Who?,<http",
            2,
            "F053",
        ),
        (
            "id,language,question,answers\n1,en,Who?,<http://x>\n2,en,\"Wh",
            1,
            "F051",
        ),
        (
            "id,language,question,anwsers\n1,en,Who?,<http://x>\n",
            1,
            "Q016",
        ),
        (
            "id,language,question,found\n1,en,Who?,<http://x>\n",
            1,
            "A033",
        ),
        (
            "{\"dataset\":{}}\n{\"id\":\"1\",\"answers\":{\"boolean\":true}}\n{\"id\":\"2\",\"ans",
            1,
            "F010",
        ),
        (
            "{\"dataset\":{}}\n{\"id\":\"1\",\"answer\":{\"boolean\":true}}\n",
            1,
            "Q016",
        ),
        (
            "<dataset id='d'><question id='1'><string lang='en'>Who?</string><anwsers><answer><uri>http://x</uri></answer></anwsers></question></dataset>",
            1,
            "Q016",
        ),
        (
            "<dataset id='d'><question id='1'><string lang='en'>Who?</string><found><uri>http://x</uri></found></question></dataset>",
            1,
            "A033",
        ),
        (
            "<dataset id='d'><qestion id='1'><answers/></qestion></dataset>",
            0,
            "Q001",
        ),
        (
            "<dataset id='d'><question id='1'><answers><answer>true</answer><answer>false</answer></answers></question></dataset>",
            1,
            "A032",
        ),
        (
            "<sparql xmlns='http://www.w3.org/2005/sparql-results#'><head/><boolean>true</boolean><boolean>false</boolean></sparql>",
            1,
            "A032",
        ),
        (
            r#"{"db25:1-en": {"a": 1}}, "db25:2-en": {"b": 1}}"#,
            2,
            "F016",
        ),
        (
            r#"[{"qname": "d:1-en", "qurey": "ASK {}", "question": "?"}]"#,
            1,
            "Q016",
        ),
        (
            "{\"questions\": [{\"id\": \"1\"}, {\"id\": \"1\"}, {}]}",
            3,
            "Q012",
        ),
    ];
    for (text, expected, code) in cases {
        let (questions, damage) = read(text);
        assert_eq!(questions.len(), expected, "{text}");
        assert!(damage.counts.contains_key(code), "{text}: {damage:?}");
    }
}

/// The summary stays small, and counts what the list of diagnostics leaves out.
#[test]
fn a_thousand_flaws_in_one_question_all_count() {
    let bindings = vec![r#"{"x": {"type": "uri"}}"#; 5000].join(",");
    let answers =
        format!(r#"[{{"head": {{"vars": ["x"]}}, "results": {{"bindings": [{bindings}]}}}}]"#);
    let (_, damage) = read(&format!("{{\"questions\": [{}]}}", entry(1, &answers)));
    assert_eq!(damage.counts["A012"], 5000);
    assert_eq!(damage.first.len(), 5);
}

/// A summary can be stored with a report.
#[test]
fn a_summary_survives_being_written() {
    let (_, damage) = read(r#"{"questions": 5}"#);
    let json = serde_json::to_string(&damage).unwrap();
    assert_eq!(serde_json::from_str::<Damage>(&json).unwrap(), damage);
}

/// An empty submission is readable, and not damaged: every answer is missing.
#[test]
fn an_empty_submission_is_readable() {
    let empty = [
        "[]",
        " [\n]\n",
        "{}",
        r#"{"questions": []}"#,
        r#"{"dataset": {"id": "d"}, "questions": []}"#,
        "{\"dataset\":{}}\n",
        "id,language,question,answers\n",
        "<dataset id='d'></dataset>",
        "questions: []\n",
    ];
    for text in empty {
        let mut reader = Reader::from_bytes("file", text.as_bytes()).unwrap();
        let (questions, diagnostics) = reader.read_to_end();
        assert_eq!(questions, [], "{text}");
        assert!(reader.damage().is_empty(), "{text}");
        let mut codes = diagnostics.iter().map(|found| found.code.id);
        assert!(codes.any(|code| code == "F032"), "{text}");
    }
    for text in ["[", "[1]", "[[]]", "[\"a\"]"] {
        assert!(
            Reader::from_bytes("file", text.as_bytes()).is_err(),
            "{text}"
        );
    }
}

/// Published benchmarks and answers are whole, but for what is known about them.
#[test]
fn published_files_are_not_called_damaged() {
    let known = [
        // Two entries in one file have the same id.
        ("qald-6-test-datacube--noisy-format.json", "Q012"),
        ("qald-6-test-multilingual--noisy-format.json", "Q012"),
        ("qald-8-train-wikidata.json", "Q012"),
        // One id is the empty string; one edition does not say that it is in CP949.
        ("nlq1-cp949.json", "F005 Q011"),
        ("nlq1.json", "Q011"),
    ];
    let mut damaged = Vec::new();
    let mut files = 0;
    for folder in ["answers", "campaign", "text2sparql", "datasets"] {
        let Some(folder) = lydite_testing::shared(folder) else {
            return;
        };
        for path in files_of(&folder) {
            let Ok(mut reader) = Reader::open(&path) else {
                continue;
            };
            files += 1;
            reader.by_ref().for_each(drop);
            if !reader.damage().is_empty() {
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                let codes: Vec<_> = reader.damage().counts.keys().cloned().collect();
                damaged.push((name, codes.join(" ")));
            }
        }
    }
    assert!(files > 100, "{files}");
    damaged.sort();
    let mut known = known.map(|(name, codes)| (name.to_owned(), codes.to_owned()));
    known.sort();
    assert_eq!(damaged, known);
}

fn files_of(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(files_of(&path));
        } else {
            files.push(path);
        }
    }
    files.sort();
    files
}
