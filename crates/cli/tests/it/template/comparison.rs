//! Several systems in one run, and the charts.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::module::{Behaviour, Module};
use super::{GOOD, gold, json_of, run};

/// A service that answers every question with the same template.
fn service(questions: &[&str], query: &str) -> Module {
    let answer = json!([{"query": query}]).to_string();
    let behaviour = |question: &&str| {
        let answer = Behaviour::Answers(200, answer.clone());
        ((*question).to_owned(), answer)
    };
    Module::new(questions.iter().map(behaviour).collect::<HashMap<_, _>>())
}

/// A line of stored exchanges.
fn case(source: &str, question: &str, query: &str) -> String {
    let body = json!([{"query": query}]).to_string();
    let gold = "SELECT ?x { ?x a onto:Lake } LIMIT 3";
    let record = json!({"id": question, "source": source, "question": question,
                        "gold_sparql": gold, "tgm": {"status": 200, "body": body}});
    format!("{record}\n")
}

fn criteria(system: &Value) -> Vec<&str> {
    let cases = system["cases"].as_array().unwrap().iter();
    cases.map(|c| c["criterion"].as_str().unwrap()).collect()
}

#[test]
fn two_services_are_asked_the_same_questions_and_recorded_apart() {
    let questions = ["one?", "two?"];
    let folder = tempfile::tempdir().unwrap();
    let gold = gold(folder.path(), &questions);
    let good = service(&questions, GOOD);
    let bad = service(&questions, "SELECT ?v9 { ?v1 ?v2 ?v3 } LIMIT 3");
    let named = format!("Rocknrole={}", good.url);
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (one, other) = (path("one.jsonl"), path("other.jsonl"));
    let arguments = ["--gold", &gold, "--tgm", &named, &bad.url];
    let recorded = ["--record", &one, &other];
    let document = json_of(&[arguments.as_slice(), &recorded].concat());
    let systems = document["systems"].as_array().unwrap();
    assert_eq!(systems[0]["system"], "Rocknrole");
    assert_eq!(systems[0]["templates"], good.url);
    assert_eq!(systems[1]["system"], bad.url["http://".len()..]);
    assert_eq!(criteria(&systems[0]), ["good", "good"]);
    assert_eq!(criteria(&systems[1]), ["disconnected target"; 2]);
    assert_eq!(
        (good.requests().len(), bad.requests().len()),
        (questions.len(), questions.len())
    );

    // A live service stands beside recorded ones and an answer file.
    let answers = path("answers.json");
    let entries = json!([{"dataset": "https://x/", "question": "two?", "qname": "x:2-en",
                          "endpoint": "http://e/", "query": "ASK { ?v1 ?v2 ?v3 }"}]);
    std::fs::write(&answers, entries.to_string()).unwrap();
    let document = json_of(&[
        "--gold",
        &gold,
        "--tgm",
        &good.url,
        "--replay",
        &one,
        &other,
        "--queries",
        &answers,
    ]);
    let systems = document["systems"].as_array().unwrap();
    let names: Vec<_> = systems.iter().map(|system| &system["system"]).collect();
    assert_eq!(names[1..], ["one", "other", "answers"]);
    assert_eq!(criteria(&systems[2]), ["disconnected target"; 2]);
    let expected = ["tgm failure", "question type (factoid)"];
    assert_eq!(criteria(&systems[3]), expected);

    let (code, _, err) = run(&[arguments.as_slice(), &["--record", &one]].concat());
    assert_eq!(code, 2);
    assert!(
        err.contains("--record names 1 file for 2 services"),
        "{err}"
    );
}

#[test]
fn a_dead_service_leaves_the_figures_of_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let gold = gold(folder.path(), &["one?"]);
    let good = service(&["one?"], GOOD);
    let nobody = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        format!("http://{}/", listener.local_addr().unwrap())
    };
    let (code, out, err) = run(&[
        "--gold",
        &gold,
        "--tgm",
        &format!("dead={nobody}"),
        &format!("alive={}", good.url),
        "--format",
        "json",
    ]);
    assert_eq!(code, 4, "{err}");
    assert!(
        err.contains(&format!("{nobody} could not be reached")),
        "{err}"
    );
    let document: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(criteria(&document["systems"][1]), ["good"]);
    // A file that is not there is found out before anybody is asked.
    let asked = good.requests().len();
    let (code, out, _) = run(&[
        "--gold",
        &gold,
        "--tgm",
        &good.url,
        "--replay",
        "nowhere.jsonl",
        "--format",
        "json",
    ]);
    assert_eq!((code, out.as_str()), (3, ""));
    assert_eq!(good.requests().len(), asked);
}

/// Two systems on two datasets: on `qald` both are asked, `lcquad` only one.
fn two_systems(folder: &std::path::Path) -> [String; 2] {
    let untied = "SELECT ?v1 { ?v1 ?v2 ?v3 . ?a ?b ?c } LIMIT 3";
    let one = [
        case("qald-1.json", "a", GOOD),
        case("qald-2.json", "b", untied),
        case("lcquad-1.json", "c", "SELECT ?v1 {"),
        case("lcquad-1.json", "d", "ASK { ?x ?y ?z }"),
    ];
    let other = [
        case("qald-1.json", "a", GOOD),
        case("qald-2.json", "b", GOOD),
    ];
    [("one.jsonl", one.concat()), ("other.jsonl", other.concat())].map(|(name, lines)| {
        let path = folder.join(name);
        std::fs::write(&path, lines).unwrap();
        path.display().to_string()
    })
}

#[test]
fn systems_are_compared_by_dataset_and_criterion() {
    let folder = tempfile::tempdir().unwrap();
    let [one, other] = two_systems(folder.path());
    let named = format!("LODQA={other}");
    let (code, out, err) = run(&["--cases", &one, &named]);
    assert_eq!(code, 0, "{err}");
    let line = |begin: &str| {
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut lines = out.lines().map(words);
        lines.find(|line| line.starts_with(begin)).unwrap()
    };
    assert!(out.starts_with("2 systems, rules lydite"), "{out}");
    assert_eq!(line("dataset"), "dataset level criterion one LODQA");
    assert_eq!(line("all questions"), "all questions 4 2");
    let expected = "all critical question type 1 (25.0 %) 0 (0.0 %)";
    assert_eq!(line("all critical question"), expected);
    let expected = "qald notice disconnected triple 1 (50.0 %) 0 (0.0 %)";
    assert_eq!(line("qald notice disconnected"), expected);
    assert_eq!(line("lcquad info good"), "lcquad info good 0 (0.0 %) –");
    assert!(out.lines().all(|line| line.chars().count() <= 100), "{out}");

    let (_, out, _) = run(&["--cases", &one, &named, "--format", "csv"]);
    assert!(
        out.starts_with("dataset,system,level,criterion,count,checked,share_of_checked,share\n"),
        "{out}"
    );
    assert!(out.contains("all,LODQA,info,good,2,2,1.0,1.0\n"), "{out}");
    assert!(
        out.contains("all,one,critical,syntax,1,4,0.25,0.25\n"),
        "{out}"
    );

    let (_, out, _) = run(&["--cases", &one, &named, "--format", "latex"]);
    assert!(
        out.contains("all & notice & disconnected triple & 1 (25.0 \\%)"),
        "{out}"
    );

    let (_, out, _) = run(&["--cases", &one, &named, "--per-question"]);
    assert_eq!(out.lines().count(), 7);
    assert!(out.lines().last().unwrap().contains("LODQA"), "{out}");
    let (_, out, _) = run(&["--cases", &one, &named, "--explain", "b"]);
    assert_eq!(out.matches("  system    ").count(), 2, "{out}");
}

#[test]
fn bars_stand_in_groups_for_each_dataset() {
    let folder = tempfile::tempdir().unwrap();
    let [one, other] = two_systems(folder.path());
    let chart = folder.path().join("chart.svg").display().to_string();
    let (code, _, err) = run(&["--cases", &one, &other, "--chart", &chart]);
    assert_eq!(code, 0, "{err}");
    let svg = std::fs::read_to_string(&chart).unwrap();
    // All questions of both systems, both datasets of the first, one of the second; and the axis.
    assert_eq!(svg.matches(" questions</text>").count(), 6, "{svg}");
    for (text, times) in [
        (">one</text>", 3),
        (">other</text>", 2),
        (">lcquad</text>", 1),
    ] {
        assert_eq!(svg.matches(text).count(), times, "{text}: {svg}");
    }
    assert!(
        svg.contains("<title>good (info): 2 (100.0 %)</title>"),
        "{svg}"
    );
}

#[test]
fn names_are_distinct_and_one_question_needs_one_gold() {
    let folder = tempfile::tempdir().unwrap();
    let [one, _] = two_systems(folder.path());
    let document = json_of(&["--cases", &one, &one]);
    let names: Vec<&Value> = document["systems"]
        .as_array()
        .unwrap()
        .iter()
        .map(|system| &system["system"])
        .collect();
    assert_eq!(
        names,
        [&Value::from(one.as_str()), &format!("{one} (2)").into()]
    );
    assert_eq!(run(&["--queries", &one]).0, 2);
    assert_eq!(run(&["--cases", &one, "--gold", &one]).0, 2);
}

#[test]
fn the_sizes_of_the_datasets_are_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let chart = folder.path().join("sizes.svg").display().to_string();
    let gold = gold(folder.path(), &["one?", "two?"]);
    assert_eq!(run(&["--gold", &gold, "--chart", &chart]).0, 0);
    let svg = std::fs::read_to_string(&chart).unwrap();
    assert!(svg.contains("<title>factoid: 2 (100.0 %)</title>"), "{svg}");
    let range = "<title>with a range (LIMIT or OFFSET): 2 (100.0 %)</title>";
    assert!(svg.contains(range), "{svg}");
    if lydite_testing::shared("").is_none() {
        return;
    }
    // Figure 5 of the paper.
    assert_eq!(run(&["--dataset", "tgm-paper", "--chart", &chart]).0, 0);
    let svg = std::fs::read_to_string(&chart).unwrap();
    for text in [
        "<title>yes/no: 85 (8.4 %)</title>",
        "<title>factoid: 926 (91.6 %)</title>",
        "<title>with a range (LIMIT or OFFSET): 65 (6.4 %)</title>",
        "<title>factoid: 4,609 (92.6 %)</title>",
        ">5,988 questions, rules reference</text>",
    ] {
        assert!(svg.contains(text), "{text}: {svg}");
    }
}
