//! What a reviewer would ask of an evaluation: rows that tie, damage, and what it was run on.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use lydite_formats::Reader;
use lydite_judge::{RemarkKind, Report, rule_set, rules};
use lydite_lab::datasets::Refresh;
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

#[test]
fn of_several_answers_the_last_counts_and_is_explained_at_any_size() {
    let folder = tempfile::tempdir().unwrap();
    let lab = lab(folder.path());
    let right: [&[&str]; 3] = [&["a"], &["b"], &["c"]];
    let gold = answers(&folder.path().join("gold.json"), TWO_LARGEST, &right);
    // The first question is answered again at the end, and wrong.
    let mut document: Value = serde_json::from_str(&fs::read_to_string(&gold).unwrap()).unwrap();
    let entries = document["questions"].as_array_mut().unwrap();
    let mut again = entries[0].clone();
    again["answers"] = entries[1]["answers"].clone();
    entries.push(again);
    let twice = folder.path().join("twice.json");
    fs::write(&twice, document.to_string()).unwrap();
    for rules in rules() {
        let judged = |large: u64| {
            let evaluation = Evaluation {
                rules: vec![rules],
                explain: vec!["0".to_owned()],
                large,
                ..Evaluation::new(&gold, System::of_files(&[&twice]))
            };
            lab.evaluate(&evaluation).unwrap().reports.remove(0)
        };
        let (held, streamed) = (judged(u64::MAX), judged(0));
        assert_eq!(streamed.figures, held.figures, "{}", rules.name);
        let explained = |report: &Report| {
            let outcomes = report.outcomes.iter();
            outcomes
                .filter(|outcome| outcome.question.as_str() == "0")
                .cloned()
                .collect::<Vec<_>>()
        };
        assert_eq!(explained(&streamed), explained(&held), "{}", rules.name);
        assert_eq!(explained(&streamed).len(), 1, "{}", rules.name);
        assert!(explained(&streamed)[0].evidence.is_some(), "{}", rules.name);
        if rules.name == "lydite" {
            assert_eq!(streamed.value("macro.f1"), Some(2.0 / 3.0));
        }
    }
}

#[test]
fn answers_without_an_identifier_are_matched_by_text_at_any_size() {
    let folder = tempfile::tempdir().unwrap();
    let lab = lab(folder.path());
    let right: [&[&str]; 3] = [&["a"], &["b"], &["c"]];
    let gold = answers(&folder.path().join("gold.json"), TWO_LARGEST, &right);
    let mut document: Value = serde_json::from_str(&fs::read_to_string(&gold).unwrap()).unwrap();
    let entries = document["questions"].as_array_mut().unwrap();
    entries.reverse();
    for entry in entries {
        entry.as_object_mut().unwrap().remove("id");
    }
    let nameless = folder.path().join("nameless.json");
    fs::write(&nameless, document.to_string()).unwrap();
    let judged = |large: u64| {
        let evaluation = Evaluation {
            large,
            ..Evaluation::new(&gold, System::of_files(&[&nameless]))
        };
        lab.evaluate(&evaluation).unwrap().reports.remove(0)
    };
    let (held, streamed) = (judged(u64::MAX), judged(0));
    assert_eq!(held.value("macro.f1"), Some(1.0));
    assert_eq!(streamed.figures, held.figures);
    assert!(held.damage.is_empty() && streamed.damage.is_empty());
}

/// A question whose answers come in an order, four things by size, and a graph that has them.
fn by_size(folder: &Path, query: &str) -> Evaluation {
    let gold = folder.join("gold.yml");
    fs::write(
        &gold,
        "dataset: {id: 'http://x/d', prefix: d}\nquestions:\n  - id: 1\n    \
         question: {en: List them by size.}\n    \
         query: {sparql: 'SELECT ?x { ?x <http://p> ?n } ORDER BY ?n'}\n    \
         features: [RESULT_ORDER_MATTERS]\n",
    )
    .unwrap();
    let system = folder.join("system.json");
    let answer = json!([{
        "dataset": "http://x/d", "question": "List them by size.", "query": query,
        "endpoint": "http://x", "qname": "d:1-en", "uri": "http://x/d1-en",
    }]);
    fs::write(&system, answer.to_string()).unwrap();
    let graph = folder.join("graph.ttl");
    fs::write(
        &graph,
        "<http://x/a> <http://p> 1 . <http://x/b> <http://p> 2 . \
         <http://x/c> <http://p> 3 . <http://x/d> <http://p> 4 .",
    )
    .unwrap();
    Evaluation {
        graph: Some(GraphUse {
            name: graph.display().to_string(),
            time: Duration::from_secs(30),
        }),
        ..Evaluation::new(&gold, System::of_files(&[&system]))
    }
}

#[test]
fn an_order_that_is_asked_for_counts_also_when_queries_are_run() {
    for (order, score) in [("?n", 1.0), ("DESC(?n)", 0.25)] {
        let folder = tempfile::tempdir().unwrap();
        let query = format!("SELECT ?x {{ ?x <http://p> ?n }} ORDER BY {order}");
        let evaluated = lab(folder.path()).evaluate(&by_size(folder.path(), &query));
        let report = evaluated.unwrap().reports.remove(0);
        assert_eq!(report.value("macro.f1"), Some(score), "{order}");
    }
}

#[test]
fn official_rules_run_queries_as_they_stand_and_ours_say_what_was_repaired() {
    let folder = tempfile::tempdir().unwrap();
    let lab = lab(folder.path());
    // A bracket is missing.
    let evaluation = Evaluation {
        rules: ["lydite", "text2sparql"]
            .map(|name| rule_set(name).unwrap())
            .to_vec(),
        ..by_size(
            folder.path(),
            "SELECT ?x WHERE { ?x <http://p> ?n ORDER BY ?n",
        )
    };
    let evaluated = lab.evaluate(&evaluation).unwrap();
    let [ours, official] = &evaluated.reports[..] else {
        panic!("{:?}", evaluated.reports)
    };
    assert_eq!(ours.value("macro.f1"), Some(1.0));
    assert_eq!(ours.remark(RemarkKind::Repaired).unwrap().count, 1);
    let [unrepaired] = &evaluated.unrepaired[..] else {
        panic!("{:?}", evaluated.unrepaired)
    };
    let both = (unrepaired.repaired, unrepaired.as_given);
    assert_eq!(both, (Some(1.0), Some(0.0)));
    assert_eq!(official.value("set_F"), Some(0.0));
    assert_eq!(official.value("errors"), Some(1.0));
    assert!(official.remark(RemarkKind::Repaired).is_none());
    let strict = Evaluation {
        strict: true,
        ..evaluation
    };
    let strict = lab.evaluate(&strict).unwrap();
    assert_eq!(strict.reports[0].value("macro.f1"), Some(0.0));
}

#[test]
fn the_classes_of_answers_are_those_of_the_graph() {
    let folder = tempfile::tempdir().unwrap();
    let gold = answers(&folder.path().join("gold.json"), TWO_LARGEST, &[&["a"]]);
    let system = answers(&folder.path().join("system.json"), TWO_LARGEST, &[&["b"]]);
    let graph = folder.path().join("graph.ttl");
    fs::write(
        &graph,
        "<http://x/a> a <http://c/City>, <http://c/Place> . <http://x/b> a <http://c/City> .",
    )
    .unwrap();
    let mut evaluation = Evaluation::new(&gold, System::of_files(&[&system]));
    let classes = |evaluation: &Evaluation| {
        let report = lab(folder.path())
            .evaluate(evaluation)
            .unwrap()
            .reports
            .remove(0);
        let classes = report.experiment(Experiment::ItemTypes)?;
        Some(["macro.precision", "macro.recall"].map(|path| classes.value(path).unwrap()))
    };
    // The queries say nothing about classes.
    assert_eq!(classes(&evaluation), None);
    evaluation.graph = Some(GraphUse {
        name: graph.display().to_string(),
        time: Duration::from_secs(30),
    });
    assert_eq!(classes(&evaluation), Some([1.0, 0.5]));
}

#[test]
fn a_refreshed_benchmark_says_from_where_its_answers_are_and_that_nobody_checked_them() {
    let folder = tempfile::tempdir().unwrap();
    let gold = answers(&folder.path().join("gold.json"), TWO_LARGEST, &[&["z"]]);
    for (name, target, unchecked) in [
        ("new.json", "qald-json", "unchecked"),
        ("new.jsonl", "json-lines", "\"checked\":false"),
    ] {
        let output = folder.path().join(name);
        let refresh = Refresh {
            input: gold.clone(),
            output: Some(output.clone()),
            to: Some(target.to_owned()),
            graph: tied(folder.path()),
            force: false,
        };
        lab(folder.path()).refresh(&refresh).unwrap();
        let written = fs::read_to_string(&output).unwrap();
        for said in ["refreshed", "graph.ttl", unchecked] {
            assert!(written.contains(said), "{target}: {written}");
        }
        let mut reader = Reader::open(&output).unwrap();
        let (_, diagnostics) = reader.read_to_end();
        let mut codes = diagnostics.iter().map(|found| found.code.id);
        assert!(codes.any(|code| code == "F031"), "{target}");
    }
}
