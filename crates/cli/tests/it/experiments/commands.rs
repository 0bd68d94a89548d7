//! What the commands print, and that it is the same that `score` prints.

use serde_json::json;

use super::Place;

#[test]
fn a_run_prints_what_score_prints() {
    let place = Place::file();
    let arguments = ["--rules", "lydite,gerbil,qald", "--lang", "en"];
    let files = ["demo-careful", "demo-eager", "demo-encoded"];
    let systems = files.map(|name| format!("{name}=file:{name}"));
    let systems: Vec<&str> = systems.iter().map(String::as_str).collect();
    let run = [
        &["run", "--dataset", "demo", "--system"][..],
        &systems,
        &arguments,
    ]
    .concat();
    let mut ran = place.json(&run);
    let score = [
        &["score", "--gold", "demo", "--answers"][..],
        &files,
        &arguments,
    ]
    .concat();
    let mut scored = place.json(&score);
    let id = ran["record"]["experiment"]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(
        ran["record"]["experiment"]["iri"],
        format!("urn:lydite:experiment:{id}")
    );
    for document in [&mut ran, &mut scored] {
        for report in document["systems"].as_array_mut().unwrap() {
            // What is remarked on an answer file is not said of stored answers.
            report.as_object_mut().unwrap().remove("remarks");
        }
    }
    assert_eq!(ran["systems"], scored["systems"]);
    let shown = place.json(&["experiment", "show", &id]);
    assert_eq!(shown["systems"][0]["figures"], ran["systems"][0]["figures"]);
    let (code, out, _) = place.run(&["experiment", "show", &id]);
    assert_eq!(code, 0);
    for expected in [
        &format!("experiment {id}"),
        "file:demo-eager",
        "151",
        "finished",
    ] {
        assert!(out.contains(expected), "{out}");
    }
}

#[test]
fn several_datasets_and_languages_are_told_apart() {
    let place = Place::file();
    let (gold, other) = (place.gold(30), place.gold(20));
    let answers = place.answers(30, 3);
    let system = format!("file:{answers}");
    let run = [
        "run",
        "--dataset",
        "demo",
        &gold,
        &other,
        "--system",
        &system,
        "file:demo-careful",
    ];
    let (code, out, err) = place.run(&[&run[..], &["--dry-run", "--lang", "en"]].concat());
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("nothing was asked or stored"), "{out}");
    assert!(place.latest().is_none());
    let ran = place.json(&run);
    assert_eq!(ran["systems"].as_array().unwrap().len(), 6);
    assert_eq!(
        ran["comparisons"].as_array().unwrap().len(),
        3,
        "{}",
        ran["comparisons"]
    );
    let (_, out, _) = place.run(&["experiment", "show", &place.latest().unwrap()]);
    assert!(out.contains("gold-30.json"), "{out}");

    let (code, _, err) = place.run(&[
        "run",
        "--dataset",
        &gold,
        "--system",
        &system,
        "--lang",
        "xx",
    ]);
    assert_eq!(code, 3);
    assert!(
        err.contains("no question has a text in xx; the languages are en"),
        "{err}"
    );
}

#[test]
fn what_got_worse_since_the_last_run_is_told() {
    let place = Place::file();
    let gold = place.gold(60);
    let (good, bad) = (place.answers(60, 7), place.answers(60, 3));
    for answers in [&good, &bad] {
        let system = format!("mine=file:{answers}");
        let (code, _, err) = place.run(&["run", "--dataset", &gold, "--system", &system]);
        assert_eq!(code, 0, "{err}");
    }
    let id = place.latest().unwrap();
    let compared = place.json(&["compare", &id]);
    let change = &compared["changes"][0];
    assert_eq!(change["system"], "mine");
    // Every third is wrong now, every seventh was: 3, 6, … but for 21, 42 and 0.
    assert_eq!(change["worse"].as_array().unwrap().len(), 17);
    assert_eq!(change["better"], 6);
    // There are no queries to look into.
    assert_eq!(
        change["classes"],
        serde_json::json!([["not-analysable", 17]])
    );
    let before = change["before"].as_str().unwrap();
    let (code, out, _) = place.run(&["compare", &id, before]);
    assert_eq!(code, 0);
    for expected in [&format!("mine ({id})"), "differ most", "What is number"] {
        assert!(out.contains(expected), "{out}");
    }
    let (code, out, err) = place.run(&["slice", &id, "--by", "length"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("mine"), "{out}");
}

#[test]
fn why_questions_were_lost_is_known_of_stored_experiments() {
    let place = Place::file();
    let run = |answers: &str| {
        let system = format!("mine=file:{answers}");
        let arguments = [
            "run",
            "--dataset",
            "demo",
            "--experiment",
            "QA",
            "--kg",
            "demo",
        ];
        let (code, _, err) = place.run(&[&arguments[..], &["--system", &system]].concat());
        assert_eq!(code, 0, "{err}");
        place.latest().unwrap()
    };
    run("demo-careful");
    let id = run("demo-eager");
    // What is said of stored answers is what is said of the files.
    let stored = place.json(&["experiment", "show", &id, "--failures"]);
    let scored = place.json(&[
        "score",
        "--gold",
        "demo",
        "--answers",
        "demo-eager",
        "--experiment",
        "QA",
        "--kg",
        "demo",
        "--failures",
    ]);
    let (stored, scored) = (&stored["failures"][0], &scored["failures"][0]);
    assert!(stored["lost"].as_u64().unwrap() > 20);
    for key in ["judged", "lost", "lost_f1", "classes", "questions"] {
        assert_eq!(stored[key], scored[key], "{key}");
    }
    let (code, out, err) = place.run(&["experiment", "show", &id, "--failures"]);
    assert_eq!(code, 0, "{err}");
    for part in ["wrong-property", "lost", "then it gives the gold answers"] {
        assert!(out.contains(part), "{part}: {out}");
    }
    // The same faults explain what got worse.
    let compared = place.json(&["compare", &id]);
    let worse = compared["changes"][0]["worse"].as_array().unwrap();
    assert!(!worse.is_empty());
    let known = stored["questions"].as_array().unwrap();
    for one in worse {
        let same = known.iter().find(|known| known["id"] == one["question"]);
        assert_eq!(one["class"], same.unwrap()["class"], "{one}");
    }
    let (_, out, _) = place.run(&["compare", &id]);
    assert!(out.contains("why: "), "{out}");
}

#[test]
fn a_live_failure_keeps_its_class() {
    let place = Place::file();
    let gold = place.gold(12);
    let system = "dead=gerbil:http://127.0.0.1:1/";
    let (code, _, err) = place.run(&["run", "--dataset", &gold, "--system", system]);
    assert_eq!(code, 4, "{err}");
    let id = place.latest().unwrap();
    let shown = place.json(&["experiment", "show", &id, "--failures"]);
    let classes = &shown["failures"][0]["classes"];
    assert_eq!(classes[0]["class"], "error", "{classes}");
    assert_eq!(classes[0]["questions"], 12);
}

#[test]
fn experiments_are_judged_again_published_and_deleted() {
    for place in Place::all() {
        let gold = place.gold(30);
        let system = format!("mine=file:{}", place.answers(30, 3));
        let run = [
            "run",
            "--dataset",
            &gold,
            "--system",
            &system,
            "--name",
            "a first try",
        ];
        assert_eq!(place.run(&run).0, 0);
        let id = place.latest().unwrap();
        let (code, out, err) = place.run(&["experiment", "rejudge", &id, "--rules", "gerbil"]);
        assert_eq!(code, 0, "{err}");
        assert!(err.contains("judging 2"), "{err}");
        assert!(out.contains("gerbil"), "{out}");
        let (_, out, _) = place.run(&["experiment", "show", &id, "--question", "3"]);
        assert!(out.contains("What is number 3?"), "{out}");
        assert_eq!(place.run(&["experiment", "publish", &id]).0, 0);
        let (code, _, err) = place.run(&["experiment", "delete", &id]);
        assert_eq!(code, 2);
        assert!(err.contains("--force"), "{err}");
        assert_eq!(place.run(&["experiment", "delete", &id, "--force"]).0, 0);
        assert!(place.latest().is_none());
        let (_, out, _) = place.run(&["experiment", "list"]);
        assert!(out.contains("no experiments yet"), "{out}");
    }
}

#[test]
fn continuous_integration_gets_an_exit_code_and_a_file() {
    let place = Place::file();
    let gold = place.gold(30);
    let system = format!("mine=file:{}", place.answers(30, 3));
    let junit = place.folder.path().join("junit.xml");
    let junit = junit.to_str().unwrap();
    let run = [
        "run",
        "--dataset",
        &gold,
        "--system",
        &system,
        "--junit",
        junit,
    ];
    let (code, _, err) = place.run(&[&run[..], &["--fail-under", "0.9"]].concat());
    assert_eq!(code, 1);
    assert!(err.contains("below --fail-under 0.9"), "{err}");
    let text = std::fs::read_to_string(junit).unwrap();
    assert!(
        text.contains(r#"name="mine, numbers, lydite" tests="30" failures="10" errors="0""#),
        "{text}"
    );
    assert_eq!(text.matches("<testcase").count(), 30);
    assert_eq!(
        place.run(&[&run[..], &["--fail-under", "0.5"]].concat()).0,
        0
    );
}

#[test]
fn a_copy_of_the_store_is_a_store() {
    let place = Place::file();
    let gold = place.gold(10);
    let system = format!("mine=file:{}", place.answers(10, 3));
    assert_eq!(
        place
            .run(&["run", "--dataset", &gold, "--system", &system])
            .0,
        0
    );
    let copy = place.folder.path().join("copy.sqlite");
    let copy = copy.to_str().unwrap();
    assert_eq!(place.run(&["store", "backup", copy]).0, 0);
    let listed = place.json(&["experiment", "list", "--store", copy]);
    assert_eq!(listed["experiments"][0]["systems"], json!(["mine"]));
    let (code, out, _) = place.run(&["store", "check", "--store", copy]);
    assert_eq!(code, 0);
    assert!(out.contains("1 experiment, 1 dataset, 10 answers"), "{out}");
}
