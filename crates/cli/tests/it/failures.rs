//! Why questions are lost, on the demo.

use serde_json::Value;

use crate::program::run;

const DEMO: [&str; 8] = [
    "score",
    "--gold",
    "demo",
    "--answers",
    "demo-careful",
    "demo-eager",
    "--experiment",
    "QA",
];

#[test]
fn the_demo_systems_lose_questions_for_different_reasons() {
    let (code, out, _) = run(&[
        &DEMO[..],
        &["--failures", "--kg", "demo", "--format", "json"],
    ]
    .concat());
    assert_eq!(code, 0);
    let document: Value = serde_json::from_str(&out).unwrap();
    let systems = document["failures"].as_array().unwrap();
    assert_eq!(systems.len(), 2);
    for system in systems {
        let questions = system["questions"].as_array().unwrap();
        assert_eq!(system["lost"], questions.len());
        let classes = system["classes"].as_array().unwrap();
        let sum = |key: &str| {
            classes
                .iter()
                .map(|one| one[key].as_f64().unwrap())
                .sum::<f64>()
        };
        assert_eq!(sum("questions") as usize, questions.len());
        assert!((sum("share") - 1.0).abs() < 1e-9);
        assert!((sum("lost_f1") - system["lost_f1"].as_f64().unwrap()).abs() < 1e-9);
    }
    let most = |system: &Value| system["classes"][0]["class"].as_str().unwrap().to_owned();
    assert_eq!(most(&systems[0]), "no-answer");
    // One question, one change, seen to be right on the graph.
    let questions = systems[1]["questions"].as_array().unwrap();
    let capital = questions
        .iter()
        .find(|question| question["id"] == "1")
        .unwrap();
    assert_eq!(capital["class"], "missing-triple");
    assert_eq!(capital["edit"]["verified"], "answers");
    assert_eq!(capital["edit"]["steps"].as_array().unwrap().len(), 1);
    assert!(
        capital["edit"]["query"]
            .as_str()
            .unwrap()
            .contains("dbo:capital")
    );
}

#[test]
fn failures_have_a_table_a_chart_and_csv() {
    let folder = tempfile::tempdir().unwrap();
    let chart = folder.path().join("failures.svg").display().to_string();
    let (code, out, _) = run(&[&DEMO[..], &["--failures", "--chart", &chart]].concat());
    assert_eq!(code, 0);
    assert!(
        out.contains("wrong-property") && out.contains("lost "),
        "{out}"
    );
    let chart = std::fs::read_to_string(chart).unwrap();
    assert!(chart.contains("Why questions are lost") && chart.contains("no-answer"));
    let (code, out, _) = run(&[&DEMO[..], &["--failures", "--format", "csv"]].concat());
    assert_eq!(code, 0);
    assert!(
        out.starts_with(
            "system,rules,class,questions,with_fault,lost_f1,share,example,edit,query\n"
        )
    );
    let (code, _, said) = run(&[&DEMO[..], &["--failures", "--per-question"]].concat());
    assert_eq!(code, 2, "{said}");
}
