//! Today's benchmarks as their users meet them: recognised, joined, scored beside their own scorers.

use std::path::Path;

use serde_json::Value;

use crate::program::run;

fn file(folder: &Path, name: &str) -> String {
    folder.join(name).display().to_string()
}

/// The numbers of a note in the order in which they stand there.
fn numbers(text: &str) -> Vec<f64> {
    let parts = text.split(|c: char| !(c.is_ascii_digit() || "+-.".contains(c)));
    parts
        .map(|part| part.trim_end_matches('.'))
        .filter(|part| part.contains('.'))
        .filter_map(|part| part.parse().ok())
        .collect()
}

#[test]
fn the_benchmarks_own_score_stands_beside_ours_with_what_makes_the_difference() {
    let Some(folder) = lydite_testing::shared("datasets-modern") else {
        return;
    };
    for (gold, answers, rules) in [
        (
            "webqsp-train-tiny.json",
            "predictions/synthetic-webqsp-train-tiny.json",
            "webqsp",
        ),
        (
            "wikiwebquestions-dev.json",
            "predictions/wikisp-wikiwebquestions-dev.json",
            "wikiwebquestions",
        ),
        (
            "grailqa-dev-tog-first300.json",
            "predictions/synthetic-grailqa-dev-first300.jsonl",
            "grailqa",
        ),
        (
            "mkqa-testdata.jsonl",
            "predictions/mkqa-testdata-en.jsonl",
            "mkqa",
        ),
    ] {
        let (gold, answers) = (file(&folder, gold), file(&folder, answers));
        let (code, _, notes) = run(&[
            "score",
            "--gold",
            &gold,
            "--answers",
            &answers,
            "--allow-damaged",
        ]);
        assert_eq!(code, 0, "{notes}");
        let note = notes.lines().find(|line| line.contains("'s own scorer: "));
        let note = note.unwrap_or_else(|| panic!("{gold}: {notes}"));
        assert!(note.contains(&format!("(--rules {rules})")), "{note}");
        let found = numbers(note.split(" Mind that ").next().unwrap());
        let (theirs, ours) = (found[0], found[1]);
        if note.contains("no question is scored differently") {
            assert_eq!(theirs, ours, "{note}");
        } else {
            let difference = found[2];
            assert!((theirs - ours - difference).abs() < 0.0016, "{note}");
            // What the precision gains from silence is told apart from the parts.
            let is_apart = note.contains("counted as precise");
            let parts = &found[3..found.len() - usize::from(is_apart)];
            let sum: f64 = parts.iter().sum();
            let rounding = 0.001 * (parts.len() as f64 + 1.0);
            assert!((sum - difference).abs() < rounding, "{note}");
        }

        // And the score alone, as its own rules give it.
        let line = [
            "score",
            "--gold",
            &gold,
            "--answers",
            &answers,
            "--rules",
            rules,
            "--format",
            "json",
            "--allow-damaged",
        ];
        let (code, document, error) = run(&line);
        assert_eq!(code, 0, "{error}");
        let document: Value = serde_json::from_str(&document).unwrap();
        let system = &document["systems"][0];
        let path = &system["headline"][2];
        let figures = system["figures"].as_array().unwrap();
        let figure = figures
            .iter()
            .find(|figure| figure["path"] == *path)
            .unwrap();
        assert!(
            (figure["value"].as_f64().unwrap() - theirs).abs() < 0.0006,
            "{note}"
        );
    }
}

#[test]
fn files_that_come_apart_are_joined() {
    let Some(folder) = lydite_testing::shared("datasets-modern") else {
        return;
    };
    let temporary = tempfile::tempdir().unwrap();
    let joined = file(temporary.path(), "joined.json");
    for (whole, part, format, count) in [
        (
            "dblp-quad-valid-questions.json",
            "dblp-quad-valid-answers-flat.json",
            "qald-json",
            1000,
        ),
        (
            "sciqa-test-questions.json",
            "sciqa-test-answers.json",
            "qald-json",
            513,
        ),
        (
            "nspm-place-300.en",
            "nspm-place-300.sparql",
            "qald-json",
            600,
        ),
    ] {
        let (whole, part) = (file(&folder, whole), file(&folder, part));
        let (code, _, error) = run(&[
            "dataset", "convert", &whole, &joined, "--with", &part, "--to", format, "--force",
        ]);
        assert_eq!(code, 0, "{error}");
        assert!(
            error
                .replace(',', "")
                .contains(&format!("{count} questions completed")),
            "{error}"
        );
        assert!(!error.contains("no counterpart"), "{error}");
        let (_, stats, error) = run(&["dataset", "stats", &joined, "--format", "json"]);
        let stats: Value = serde_json::from_str(&stats).unwrap_or_else(|_| panic!("{error}"));
        let text = stats.to_string();
        assert!(text.contains(&format!("\"questions\":{count}")), "{text}");
        let (code, document, error) = run(&[
            "dataset",
            "show",
            &joined,
            &first_id(&joined),
            "--format",
            "json",
        ]);
        assert_eq!(code, 0, "{error}");
        let document: Value = serde_json::from_str(&document).unwrap();
        let question = &document["questions"][0];
        assert!(question["texts"][0]["string"].is_string(), "{question}");
        assert!(question["queries"][0]["text"].is_string(), "{question}");
        assert_eq!(
            question["answers"].is_null(),
            part.contains("nspm"),
            "{question}"
        );
    }
    // Those of another file, which nobody asked about, are told.
    let (gold, other) = (
        file(&folder, "webqsp-train-tiny.json"),
        file(&folder, "rubq-1-dev.json"),
    );
    let (_, _, error) = run(&[
        "dataset", "convert", &gold, &joined, "--with", &other, "--force",
    ]);
    assert!(
        error.contains("300 questions of the other files have no counterpart"),
        "{error}"
    );
}

fn first_id(path: &str) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    let document: Value = serde_json::from_str(&text).unwrap();
    match &document["questions"][0]["id"] {
        Value::String(id) => id.clone(),
        other => other.to_string(),
    }
}
