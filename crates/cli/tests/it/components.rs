//! Components from the command line.

use std::path::Path;
use std::process::{Command, Output};

fn lydite(home: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lydite"))
        .args(arguments)
        .env("LYDITE_HOME", home)
        .output()
        .unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn components_are_listed_shown_and_judged() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let listed = lydite(home, &["component", "list", "--format", "json"]);
    let listed: serde_json::Value = serde_json::from_slice(&listed.stdout).unwrap();
    let components = listed["components"].as_array().unwrap();
    let of = |task: &str| components.iter().filter(|one| one["task"] == task).count();
    assert!(of("link-entities") >= 6);
    assert!(of("link-classes") >= 3);

    let published = lydite(
        home,
        &["component", "list", "--published", "--format", "csv"],
    );
    assert_eq!(out(&published).lines().count(), 30);
    assert!(
        out(&published).contains("AGDISTIS,NED,open,native counterpart,ned-hits,ned-rest-agdistis")
    );
    assert!(
        out(&published).contains("Ontotext NED,NED,closed,\"REST client, off\",,ned-rest-ontotext")
    );

    let shown = lydite(home, &["component", "show", "ned-hits"]);
    assert!(out(&shown).contains("AGDISTIS"), "{}", out(&shown));
    let unknown = lydite(home, &["component", "show", "ned-hit"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(
        err(&unknown).contains("did you mean `ned-hits`"),
        "{}",
        err(&unknown)
    );

    let run = [
        "component",
        "run",
        "ned-longest",
        "cl-labels",
        "--dataset",
        "demo",
        "--kg",
        "demo",
    ];
    let judged = lydite(home, &[&run[..], &["--format", "json"]].concat());
    let judged: serde_json::Value = serde_json::from_slice(&judged.stdout).unwrap();
    let scores = judged["components"].as_array().unwrap();
    assert_eq!(scores.len(), 2);
    let f1 = scores[0]["f1"].as_f64().unwrap();
    assert!(f1 > 0.5 && f1 <= 1.0, "{f1}");
    let questions = judged["questions"].as_array().unwrap();
    let asked = scores[0]["questions"].as_u64().unwrap() + scores[0]["skipped"].as_u64().unwrap();
    assert_eq!(questions.len() as u64, 2 * asked);
    let csv = lydite(home, &[&run[..], &["--format", "csv"]].concat());
    assert_eq!(out(&csv).lines().count(), questions.len() + 1);
}

#[test]
fn the_360_pipelines_are_listed_and_run_where_something_answers() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let list = ["pipeline", "published", "--format", "json"];
    let all: serde_json::Value = serde_json::from_slice(&lydite(home, &list).stdout).unwrap();
    let all = all["pipelines"].as_array().unwrap();
    assert_eq!(all.len(), 360);
    let runnable: Vec<&str> = all
        .iter()
        .filter_map(|one| one["pipeline"].as_str())
        .collect();
    assert_eq!(runnable.len(), 100);
    let missing = all.iter().filter(|one| one["pipeline"].is_null());
    for one in missing {
        assert!(!one["missing"].as_array().unwrap().is_empty(), "{one}");
    }
    // Every component that stands for one takes part in one of these.
    let mut chosen: Vec<&str> = Vec::new();
    let mut known: Vec<&str> = Vec::new();
    for pipeline in runnable {
        let new: Vec<&str> = pipeline
            .split('+')
            .filter(|name| !known.contains(name))
            .collect();
        if !new.is_empty() {
            known.extend(new);
            chosen.push(pipeline);
        }
    }
    assert!(known.len() >= 12 && chosen.len() < 20, "{known:?}");
    let systems: Vec<String> = chosen
        .iter()
        .enumerate()
        .map(|(at, pipeline)| format!("p{at}=pipeline:{pipeline}"))
        .collect();
    let entry = |id: &str, text: &str, query: &str| serde_json::json!({"id": id, "question": [{"language": "en", "string": text}], "query": {"sparql": query}, "answers": []});
    let rhine =
        "SELECT ?x { <http://dbpedia.org/resource/Rhine> <http://dbpedia.org/ontology/length> ?x }";
    let border = "SELECT ?x { <http://dbpedia.org/resource/Germany> <http://dbpedia.org/ontology/border> ?x }";
    let few = serde_json::json!({"dataset": {"id": "few"}, "questions": [
        entry("1", "What is the length of the Rhine?", rhine), entry("2", "Which countries border Germany?", border)]});
    let few_path = home.join("few.json");
    std::fs::write(&few_path, few.to_string()).unwrap();
    let mut run = vec![
        "run",
        "--dataset",
        few_path.to_str().unwrap(),
        "--kg",
        "demo",
    ];
    for system in &systems {
        run.extend(["--system", system]);
    }
    let ran = lydite(home, &run);
    assert!(ran.status.success(), "{}", err(&ran));
    let shown = out(&ran);
    for at in 0..systems.len() {
        assert!(shown.contains(&format!("p{at}")), "{shown}");
    }
}

#[test]
fn who_has_to_learn_says_so_and_then_works() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let run = [
        "component",
        "run",
        "ned-spans",
        "--dataset",
        "demo",
        "--kg",
        "demo",
    ];
    let refused = lydite(home, &run);
    assert_eq!(refused.status.code(), Some(3));
    assert!(
        err(&refused).contains("component train ned-spans"),
        "{}",
        err(&refused)
    );
    let useless = lydite(
        home,
        &["component", "train", "ned-longest", "--dataset", "demo"],
    );
    assert_eq!(useless.status.code(), Some(2), "{}", err(&useless));
    let trained = lydite(
        home,
        &[
            "component",
            "train",
            "ned-spans",
            "--dataset",
            "demo",
            "--kg",
            "demo",
        ],
    );
    assert!(trained.status.success(), "{}", err(&trained));
    let judged = lydite(home, &run);
    assert!(judged.status.success(), "{}", err(&judged));
    let terms = lydite(home, &["component", "terms", "demo"]);
    let list = home.join("terms.tsv");
    std::fs::write(&list, &terms.stdout).unwrap();
    let listed = lydite(
        home,
        &[&run[..], &["--terms", list.to_str().unwrap()]].concat(),
    );
    assert!(listed.status.success(), "{}", err(&listed));
    std::fs::write(&list, "nonsense").unwrap();
    let bad = lydite(
        home,
        &[&run[..], &["--terms", list.to_str().unwrap()]].concat(),
    );
    assert_eq!(bad.status.code(), Some(3));
    assert!(err(&bad).contains("line 1"), "{}", err(&bad));
}
