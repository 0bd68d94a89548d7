//! `lydite template` as a user meets it.

mod comparison;
mod module;

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use self::module::{Behaviour, Module};
use serde_json::{Value, json};

/// Runs a command; its exit code, stdout and stderr.
fn run(arguments: &[&str]) -> (i32, String, String) {
    let home = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_lydite"));
    command
        .arg("template")
        .args(arguments)
        .env("LYDITE_HOME", home.path())
        .env_remove("http_proxy")
        .env_remove("HTTP_PROXY")
        .env_remove("ALL_PROXY")
        .env_remove("all_proxy")
        .env_remove("LYDITE_MIRROR");
    if let Some(data) = lydite_testing::shared("") {
        command.env("LYDITE_MIRROR", data);
    }
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

fn json_of(arguments: &[&str]) -> Value {
    let (code, out, err) = run(&[arguments, &["--format", "json"]].concat());
    assert_eq!(code, 0, "{err}");
    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}"))
}

/// What is said about the only system.
fn system_of(arguments: &[&str]) -> Value {
    let document = json_of(arguments);
    let [system] = document["systems"].as_array().unwrap().as_slice() else {
        panic!("{document}");
    };
    system.clone()
}

/// A gold file with these questions, all of them for things.
fn gold(folder: &Path, questions: &[&str]) -> String {
    let entries: Vec<Value> = questions
        .iter()
        .enumerate()
        .map(|(number, question)| {
            json!({
                "id": (number + 1).to_string(),
                "question": [{"language": "en", "string": question},
                             {"language": "de", "string": format!("{question} Bitte!")}],
                "query": {"sparql": "SELECT DISTINCT ?x WHERE { ?x a onto:Lake } LIMIT 3"},
                "answers": []
            })
        })
        .collect();
    let path = folder.join("gold.json");
    let document = json!({"dataset": {"id": "lakes"}, "questions": entries});
    std::fs::write(&path, document.to_string()).unwrap();
    path.display().to_string()
}

const GOOD: &str = "SELECT ?v1 WHERE { ?v1 ?v2 ?v3 } LIMIT 3";

/// The verdicts and reasons, with how many questions have them.
fn tally(document: &Value) -> BTreeMap<String, usize> {
    let mut tally = BTreeMap::new();
    for case in document["cases"].as_array().unwrap() {
        let criterion = case["criterion"].as_str().unwrap();
        let key = match case["reason"].as_str() {
            Some(reason) => format!("{criterion}: {reason}"),
            None => criterion.to_owned(),
        };
        *tally.entry(key).or_default() += 1;
    }
    tally
}

#[test]
fn a_service_may_do_what_it_likes_and_every_outcome_is_counted() {
    let template = |query: &str| json!([{"query": query, "slots": [], "score": "1.0"}]).to_string();
    let good = template(GOOD);
    let several = json!([{"query": "SELECT ?v1 {", "score": 0.2}, {"query": GOOD, "score": "0.9"}]);
    let moved = Module::new(HashMap::from([(
        "moved?".to_owned(),
        Behaviour::Answers(200, good.clone()),
    )]));
    let answers = |body: &str| Behaviour::Answers(200, body.to_owned());
    let behaviours = [
        ("good?", answers(&good)),
        ("object?", answers(&json!({"query": GOOD}).to_string())),
        (
            "quick enough?",
            Behaviour::Slowly(Duration::from_millis(300), good.clone()),
        ),
        (
            "too slow?",
            Behaviour::Slowly(Duration::from_secs(30), good.clone()),
        ),
        (
            "still too slow?",
            Behaviour::Slowly(Duration::from_secs(30), good.clone()),
        ),
        ("silent?", Behaviour::HangsUp),
        ("cut off?", Behaviour::BreaksOff(good[..20].to_owned())),
        ("moved?", Behaviour::Redirects(moved.url.clone())),
        (
            "error 500?",
            Behaviour::Answers(500, "undefined method".to_owned()),
        ),
        (
            "error 503?",
            Behaviour::Answers(503, "<html>busy</html>".to_owned()),
        ),
        ("created?", Behaviour::Answers(201, good.clone())),
        ("nothing?", Behaviour::Answers(204, String::new())),
        ("html?", answers("<!DOCTYPE html><html>200</html>")),
        ("empty?", answers("")),
        ("no templates?", answers("[]")),
        ("empty template?", answers("[{}]")),
        ("a text?", answers("\"SELECT\"")),
        ("a query of numbers?", answers("[{\"query\": 42}]")),
        ("several?", answers(&several.to_string())),
        ("bad syntax?", answers(&template("SELECT v1 {"))),
        ("wrong type?", answers(&template("ASK { ?v1 ?v2 ?v3 }"))),
        (
            "no target?",
            answers(&template("SELECT ?v9 { ?v1 ?v2 ?v3 } LIMIT 3")),
        ),
        (
            "wrong range?",
            answers(&template("SELECT ?v1 { ?v1 ?v2 ?v3 } LIMIT 4")),
        ),
        (
            "no connection?",
            answers(&template("SELECT ?v1 { ?v1 ?v2 ?v3 . ?a ?b ?c } LIMIT 3")),
        ),
    ];
    let questions: Vec<&str> = behaviours.iter().map(|(question, _)| *question).collect();
    let folder = tempfile::tempdir().unwrap();
    let gold = gold(folder.path(), &questions);
    let map = behaviours
        .iter()
        .map(|(question, how)| ((*question).to_owned(), how.clone()));
    let module = Module::new(map.collect());
    let record = folder.path().join("record.jsonl").display().to_string();
    let document = system_of(&[
        "--gold",
        &gold,
        "--tgm",
        &module.url,
        "--timeout",
        "2",
        "--jobs",
        "3",
        "--record",
        &record,
    ]);
    let expected: BTreeMap<String, usize> = [
        ("good", 4),
        ("tgm failure: timeout", 2),
        ("tgm failure: connection", 1),
        ("tgm failure: body-cut-off", 1),
        ("tgm failure: http-status", 4),
        ("tgm failure: not-json", 2),
        ("tgm failure: no-template", 1),
        ("tgm failure: no-query", 1),
        ("tgm failure: wrong-type", 2),
        ("syntax", 2),
        ("question type (factoid)", 1),
        ("disconnected target", 1),
        ("wrong range", 1),
        ("disconnected triple", 1),
    ]
    .into_iter()
    .map(|(name, count)| (name.to_owned(), count))
    .collect();
    assert_eq!(tally(&document), expected);

    // Every question was asked once, in the words of the protocol, three at a time at most.
    let requests = module.requests();
    let mut asked: Vec<&str> = requests
        .iter()
        .map(|r| r["string"].as_str().unwrap())
        .collect();
    asked.sort_unstable();
    let mut sorted = questions.clone();
    sorted.sort_unstable();
    assert_eq!(asked, sorted);
    for request in &requests {
        assert_eq!(request["language"], "en");
        let headers = request["headers"].as_array().unwrap();
        assert_eq!(headers[0], "post /templategeneration http/1.1");
        assert!(headers.contains(&"content-type: application/json".into()));
    }
    assert!((1..=3).contains(&module.busiest()), "{}", module.busiest());

    // The cases come in the order of the questions, and the summary counts the same.
    let ids: Vec<&str> = document["cases"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| c["id"].as_str().unwrap())
        .collect();
    let numbers: Vec<String> = (1..=questions.len()).map(|n| n.to_string()).collect();
    assert_eq!(ids, numbers);
    let summary = &document["summary"];
    assert_eq!(summary["criteria"]["tgm failure"]["count"], 14);
    assert_eq!(summary["failures"]["timeout"], 2);
    assert_eq!(summary["levels"]["critical"]["count"], 18);
    let several = &summary["several"];
    assert_eq!(several["questions_with_several"], 1);
    // By score the good one of the two comes first.
    assert_eq!(several["best"]["good"], 5);

    // Replayed, with the gold queries of the record or of the file, the verdicts are the same.
    for arguments in [
        vec!["--replay", &record],
        vec!["--cases", &record],
        vec!["--replay", &record, "--gold", &gold],
    ] {
        assert_eq!(tally(&system_of(&arguments)), expected, "{arguments:?}");
    }
    // The published evaluator would have ended on nine of these answers.
    let reference = system_of(&["--replay", &record, "--rules", "reference"]);
    let crashes = &reference["summary"]["reference_crashes"];
    let expected =
        json!({"ConnectionError": 4, "IndexError": 1, "JSONDecodeError": 2, "TypeError": 2});
    assert_eq!(*crashes, expected);
    assert_eq!(reference["summary"]["criteria"]["syntax"]["count"], 3);
}

#[test]
fn a_service_that_is_not_there_is_out_of_reach() {
    let folder = tempfile::tempdir().unwrap();
    let gold = gold(folder.path(), &["one?", "two?"]);
    let nobody = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        format!("http://{}/", listener.local_addr().unwrap())
    };
    let (code, out, err) = run(&["--gold", &gold, "--tgm", &nobody]);
    assert_eq!(code, 4, "{err}");
    assert!(out.contains("connection"), "{out}");
    assert!(err.contains("could not be reached"), "{err}");
    let (code, _, err) = run(&["--gold", &gold, "--tgm", "localhost:1515"]);
    assert_eq!(code, 2);
    assert!(err.contains("http://"), "{err}");
}

#[test]
fn questions_are_asked_in_the_language_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let gold = gold(folder.path(), &["one?"]);
    let answer = json!({"query": GOOD}).to_string();
    let module = Module::new(HashMap::from([(
        "one? Bitte!".to_owned(),
        Behaviour::Answers(200, answer),
    )]));
    let document = system_of(&["--gold", &gold, "--tgm", &module.url, "--lang", "de"]);
    assert_eq!(document["cases"][0]["criterion"], "good");
    assert_eq!(module.requests()[0]["language"], "de");
}

#[test]
fn the_queries_of_any_system_can_be_judged() {
    let folder = tempfile::tempdir().unwrap();
    let gold = gold(folder.path(), &["one?", "two?", "three?"]);
    let answers = json!([
        {"dataset": "https://x/", "question": "two?", "qname": "x:2-en", "endpoint": "http://e/",
         "query": "SELECT COUNT(?x) WHERE { ?x a dbo:Lake }"},
        {"dataset": "https://x/", "question": "one?", "qname": "x:1-en", "endpoint": "http://e/",
         "query": "PREFIX dbo: <http://dbpedia.org/ontology/> SELECT ?l { ?l a dbo:Lake } LIMIT 3"},
    ]);
    let path = folder.path().join("answers.json").display().to_string();
    std::fs::write(&path, answers.to_string()).unwrap();
    let document = system_of(&["--gold", &gold, "--queries", &path]);
    let expected = [("good", 1), ("syntax", 1), ("tgm failure: no-answer", 1)];
    let expected = expected
        .into_iter()
        .map(|(name, count)| (name.to_owned(), count))
        .collect();
    assert_eq!(tally(&document), expected);

    // In the dialect of Virtuoso the second is a query, only without the range.
    let document = system_of(&["--gold", &gold, "--queries", &path, "--syntax", "dialect"]);
    assert_eq!(document["cases"][1]["criterion"], "wrong range");
    assert_eq!(document["cases"][1]["remarks"][0]["remark"], "repaired");
}

#[test]
fn strictness_is_a_matter_of_choice() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cases.jsonl").display().to_string();
    let case = json!({"id": "1", "question": "?", "gold_sparql": "SELECT ?x { ?x a onto:Lake }",
                      "query": "SELECT ?x (COUNT(?y) AS ?n) { ?x ?p ?y }"});
    std::fs::write(&path, format!("{case}\n")).unwrap();
    let verdict = |syntax: &str| {
        let document = system_of(&["--cases", &path, "--syntax", syntax]);
        document["cases"][0]["criterion"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    assert_eq!(verdict("grammar"), "good");
    assert_eq!(verdict("strict"), "syntax");
    assert_eq!(verdict("dialect"), "good");
}

#[test]
fn bad_records_do_not_sink_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cases.jsonl").display().to_string();
    let good = json!({"id": "a", "question": "?", "gold_sparql": "ASK { ?x ?p ?y }",
                      "tgm": {"status": 200, "body": "[{\"query\": \"ASK { ?x ?p ?y }\"}]"}});
    let lines = [
        "{\"id\": \"broken",
        "[]",
        "",
        "{\"id\": \"b\", \"question\": \"?\"}",
        "{\"id\": \"c\", \"gold_sparql\": \"ASK {}\", \"tgm\": {\"body\": \"\"}}",
        &good.to_string(),
    ];
    std::fs::write(&path, lines.join("\n")).unwrap();
    let (code, out, err) = run(&["--cases", &path, "--format", "json"]);
    assert_eq!(code, 0);
    let document: Value = serde_json::from_str(&out).unwrap();
    let document = &document["systems"][0];
    assert_eq!(document["summary"]["questions"], 1);
    assert_eq!(document["cases"][0]["id"], "a");
    for message in [
        ":1: not JSON at column",
        ":2: not an object",
        ":4: gold_sparql is missing",
        ":5: tgm has no status",
    ] {
        assert!(err.contains(message), "{message}: {err}");
    }
    std::fs::write(&path, "\n\n").unwrap();
    let (code, _, err) = run(&["--cases", &path]);
    assert_eq!(code, 3);
    assert!(err.contains("no record"), "{err}");
    assert_eq!(run(&["--cases", "nowhere.jsonl"]).0, 3);
    assert_eq!(run(&[]).0, 2);
    assert_eq!(run(&["--cases", "a", "--tgm", "b"]).0, 2);
}

#[test]
fn the_other_modules_are_judged_where_a_record_has_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("chain.jsonl").display().to_string();
    let gold = "SELECT ?x { dbr:Japan dbo:capital ?x }";
    let tgm = json!({"status": 200, "body": json!([{"query": "SELECT ?v1 { ?v2 ?v3 ?v1 }"}]).to_string()});
    let dm = |property: &str| {
        json!({"ned": [{"entities": [{"var": "v2", "value": "http://dbpedia.org/resource/Japan", "score": 1}],
                        "properties": [{"var": "v3", "value": property, "score": 0.5}]}]})
    };
    let (capital, city) = (
        "http://dbpedia.org/ontology/capital",
        "http://dbpedia.org/ontology/city",
    );
    let qgm =
        |property: &str| json!([{"query": format!("SELECT ?v1 {{ dbr:Japan <{property}> ?v1 }}")}]);
    let agm = |answer: &str| json!({"answers": [{"answer": answer}]});
    let case = |id: &str, dm: Value, qgm: Value, agm: Value| {
        json!({"id": id, "question": "?", "gold_sparql": gold, "tgm": tgm, "dm": dm,
               "qgm": {"status": 200, "body": qgm.to_string()}, "agm": agm, "gold_answers": ["Tokyo"]})
    };
    let cases = [
        case("right", dm(capital), qgm(capital), agm("Tokyo")),
        case("dm", dm(city), qgm(city), agm("Kyoto")),
        case("qgm", dm(capital), qgm(city), agm("Kyoto")),
        case("agm", dm(capital), qgm(capital), agm("Kyoto")),
    ];
    let lines: Vec<String> = cases.iter().map(ToString::to_string).collect();
    std::fs::write(&path, lines.join("\n")).unwrap();
    let document = system_of(&["--cases", &path]);
    let culprits: Vec<&Value> = document["cases"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| &c["modules"]["culprit"])
        .collect();
    assert_eq!(
        culprits,
        [&Value::Null, &"DM".into(), &"QGM".into(), &"AGM".into()]
    );
    let modules = &document["summary"]["modules"];
    assert_eq!(modules["dm.property.recall@1"]["value"], 0.75);
    assert_eq!(modules["dm.entity.mrr"]["value"], 1.0);
    assert_eq!(modules["dm.slot_coverage"]["value"], 1.0);
    assert_eq!(modules["qgm.equivalent"]["value"], 0.5);
    assert_eq!(modules["culprits"]["none"], 1);
    let (_, out, _) = run(&["--cases", &path]);
    assert!(
        out.contains("impossible: TGM 0, DM 1, QGM 1, AGM 1, none 1"),
        "{out}"
    );
}

#[test]
fn the_paper_s_figures_are_printed_from_the_real_files() {
    if lydite_testing::shared("").is_none() {
        return;
    }
    let (code, out, err) = run(&["--dataset", "tgm-paper"]);
    assert_eq!(code, 0, "{err}");
    let line = |name: &str| {
        let line = out.lines().find(|line| line.contains(name)).unwrap();
        line.split_whitespace().rev().take(4).collect::<Vec<_>>()
    };
    assert_eq!(line("QALD, together"), ["65", "926", "85", "1,011"]);
    assert_eq!(line("LC-QuAD, together"), ["0", "4,609", "368", "4,977"]);
    assert!(
        err.contains("yes/no question \"Is Egypts largest city also its capital?\""),
        "{err}"
    );
    assert!(out.lines().all(|line| line.chars().count() <= 100), "{out}");
    let document = json_of(&["--dataset", "tgm-paper", "--rules", "lydite"]);
    assert_eq!(document["groups"][0]["total"]["range_specified"], 64);
    assert_eq!(document["conflicting_golds"], 584);
    let folded = json_of(&["--dataset", "tgm-paper", "--fold"]);
    assert_eq!(folded["questions"], 5_974);
}

#[test]
fn every_format_shows_the_verdicts() {
    let Some(data) = lydite_testing::shared("") else {
        return;
    };
    let cases = data.join("tgm/micro-public.jsonl").display().to_string();
    for (format, expected) in [
        ("table", "critical  disconnected target"),
        ("csv", "critical,disconnected target,"),
        ("markdown", "| critical | disconnected target"),
        ("latex", "critical & disconnected target &"),
    ] {
        let (code, out, _) = run(&["--cases", &cases, "--format", format]);
        assert_eq!(code, 0);
        assert!(out.contains(expected), "{format}: {out}");
        if format == "table" {
            assert!(out.lines().all(|line| line.chars().count() <= 100), "{out}");
        }
    }
    let (_, out, _) = run(&["--cases", &cases, "--per-question"]);
    assert_eq!(out.lines().count(), 48);
    let (_, out, _) = run(&["--cases", &cases, "--explain", "tgm-m-004"]);
    assert!(out.contains("?v6 ?v7 ?v8"), "{out}");
    assert!(out.contains("^^^^^^^^^^^"), "{out}");
    assert_eq!(run(&["--cases", &cases, "--explain", "none"]).0, 3);
}

#[test]
fn the_chart_is_a_picture_of_the_counts() {
    let Some(data) = lydite_testing::shared("") else {
        return;
    };
    let cases = data.join("tgm/cases-public.jsonl").display().to_string();
    let folder = tempfile::tempdir().unwrap();
    let chart = folder.path().join("chart.svg").display().to_string();
    let (code, _, err) = run(&["--cases", &cases, "--chart", &chart]);
    assert_eq!(code, 0, "{err}");
    let svg = std::fs::read_to_string(&chart).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(
        svg.contains("<title>good (info): 1,235 (35.6 %)</title>"),
        "{svg}"
    );
    // One bar for all, one for QALD, one for LC-QuAD; and the axis.
    assert_eq!(svg.matches(" questions</text>").count(), 4);
}
