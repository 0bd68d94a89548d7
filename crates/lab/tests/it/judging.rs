//! What a reviewer would ask of an evaluation: rows that tie, damage, and what it was run on.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use lydite_lab::sampling::Measuring;
use lydite_lab::{Config, Evaluation, GraphUse, Lab, Slices, Slicing, System};
use lydite_model::Experiment;
use lydite_sample::Feature;
use serde_json::{Value, json};

fn lab(home: &Path) -> Lab {
    Lab::new(Config {
        home: Some(home.to_owned()),
        ..Config::default()
    })
}

/// A file in which the resources with these names answer a question each.
fn answers(path: &Path, query: &str, answers: &[&[&str]]) -> PathBuf {
    let questions = answers.iter().enumerate().map(|(id, names)| {
        let rows = names
            .iter()
            .map(|name| json!({"x": {"type": "uri", "value": format!("http://x/{name}")}}));
        json!({
            "id": id.to_string(),
            "question": [{"language": "en", "string": format!("Which one is number {id}?")}],
            "query": {"sparql": query},
            "answers": [{
                "head": {"vars": ["x"]},
                "results": {"bindings": rows.collect::<Vec<Value>>()},
            }],
        })
    });
    let questions: Vec<Value> = questions.collect();
    let document = json!({"dataset": {"id": "d"}, "questions": questions});
    fs::write(path, document.to_string()).unwrap();
    path.to_owned()
}

const TWO_LARGEST: &str = "SELECT ?x { ?x <http://p> ?n } ORDER BY DESC(?n) LIMIT 2";

/// On the graph `b`, `c` and `d` tie for the second place.
fn tied(folder: &Path) -> GraphUse {
    let path = folder.join("graph.ttl");
    let triples = "<http://x/a> <http://p> 3 . <http://x/b> <http://p> 2 . \
                   <http://x/c> <http://p> 2 . <http://x/d> <http://p> 2 .";
    fs::write(&path, triples).unwrap();
    GraphUse {
        name: path.display().to_string(),
        time: Duration::from_secs(30),
    }
}

#[test]
fn any_row_that_ties_is_right_though_the_file_has_answers() {
    let folder = tempfile::tempdir().unwrap();
    let lab = lab(folder.path());
    let gold: [&[&str]; 3] = [&["a", "b"], &["a", "b"], &["b", "z"]];
    let gold = answers(&folder.path().join("gold.json"), TWO_LARGEST, &gold);
    // Another row that ties, all of them, and gold answers that are not from this graph.
    let system: [&[&str]; 3] = [&["a", "d"], &["a", "b", "c", "d"], &["c", "z"]];
    let system = answers(&folder.path().join("system.json"), TWO_LARGEST, &system);
    let evaluation = Evaluation::new(&gold, System::of_files(&[&system]));
    let scores = |evaluation: &Evaluation| -> Vec<f64> {
        let evaluated = lab.evaluate(evaluation).unwrap();
        let outcomes = evaluated.reports[0].outcomes.iter();
        outcomes.map(|outcome| outcome.f1).collect()
    };
    let two_thirds = 2.0 * 0.5 / 1.5;
    assert_eq!(scores(&evaluation), [0.5, two_thirds, 0.5]);
    let on_graph = Evaluation {
        graph: Some(tied(folder.path())),
        ..evaluation
    };
    assert_eq!(scores(&on_graph), [1.0, two_thirds, 0.5]);
}

#[test]
fn slices_say_what_they_were_run_on_and_what_was_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let lab = lab(folder.path());
    let right: [&[&str]; 2] = [&["a"], &["b"]];
    let gold = answers(&folder.path().join("gold.json"), TWO_LARGEST, &right);
    let cut = folder.path().join("cut.json");
    let text = fs::read_to_string(&gold).unwrap();
    fs::write(&cut, &text[..text.len() * 2 / 3]).unwrap();
    let slicing = Slicing {
        by: vec![Feature::find("length").unwrap()],
        measuring: Measuring::default(),
        experiment: Experiment::Qa,
        at_least: 1,
    };
    let sliced = |answers: &Path| {
        let evaluation = Evaluation::new(&gold, System::of_files(&[answers]));
        lab.slice(&evaluation, &slicing).unwrap()
    };
    let whole = sliced(&gold);
    assert!(whole.damage.is_empty());
    assert_eq!(whole.record.files.len(), 2);
    assert!(whole.record.files.iter().all(|file| file.sha256.is_some()));
    let damaged = sliced(&cut);
    assert_eq!(damaged.damage.len(), 1);
    assert_eq!(damaged.damage[0].system, "cut");
    assert!(damaged.damage[0].files.gold.is_empty());
    assert!(!damaged.damage[0].files.answers.is_empty());
    let text = serde_json::to_string(&damaged).unwrap();
    assert_eq!(serde_json::from_str::<Slices>(&text).unwrap(), damaged);
}
