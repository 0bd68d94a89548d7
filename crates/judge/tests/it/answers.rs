//! Real system answers against the scores that the scripts and NLIWOD published for them.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::shared;
use crate::shared::Comparison;

#[test]
fn scores_of_the_official_scripts() {
    let (Some(answers), Some(datasets)) = (
        lydite_testing::shared("answers"),
        lydite_testing::shared("datasets"),
    ) else {
        return;
    };
    let expected = shared::json(&answers.join("expected.json"));
    let mut comparison = Comparison::default();
    for (file, entry) in expected["files"].as_object().unwrap() {
        let submission = shared::file(&answers.join(file));
        for (key, printed) in entry.as_object().unwrap() {
            let Some(rest) = key.strip_prefix("qald_") else {
                continue;
            };
            let rules = if rest.starts_with('6') {
                "qald"
            } else {
                "qald-5"
            };
            let gold = match key.split_once("_against_") {
                Some((_, gold)) => gold,
                None => entry["gold"].as_str().unwrap(),
            };
            let gold = shared::file(&datasets.join(gold));
            let report = shared::score(rules, &gold, &submission);
            let name = format!("{file} {key}");
            if printed.get("crash").is_some() {
                comparison.holds(|| format!("{name} should stop"), report.stops().is_some());
                continue;
            }
            comparison.holds(
                || format!("{name} should not stop: {:?}", report.stops()),
                report.stops().is_none(),
            );
            let parts = if rules == "qald" {
                vec![("", printed)]
            } else {
                vec![
                    ("multilingual.", &printed["multilingual"]),
                    ("hybrid.", &printed["hybrid"]),
                ]
            };
            for (part, printed) in parts {
                for (path, pointer) in [
                    ("global.micro.precision", "/all/micro/precision"),
                    ("global.micro.recall", "/all/micro/recall"),
                    ("global.micro.f1", "/all/micro/f1"),
                    ("global.macro.precision", "/all/macro/precision"),
                    ("global.macro.recall", "/all/macro/recall"),
                    ("global.macro.f1", "/all/macro/f1"),
                    ("local.micro.precision", "/processed/micro/precision"),
                    ("local.micro.recall", "/processed/micro/recall"),
                    ("local.micro.f1", "/processed/micro/f1"),
                    ("local.macro.precision", "/processed/macro/precision"),
                    ("local.macro.recall", "/processed/macro/recall"),
                    ("local.macro.f1", "/processed/macro/f1"),
                    ("global.macro.precision", "/global_precision"),
                    ("global.macro.recall", "/global_recall"),
                    ("global.macro.f1", "/global_f1"),
                ] {
                    if let Some(stated) = printed.pointer(pointer) {
                        let path = format!("{part}{path}");
                        comparison.number(
                            || format!("{name} {path}"),
                            report.value(&path),
                            stated.as_f64().unwrap(),
                            1e-12,
                        );
                    }
                }
                for row in printed["breakdown"].as_array().into_iter().flatten() {
                    let id = row["id"].to_string();
                    let outcome = report
                        .outcomes
                        .iter()
                        .find(|outcome| outcome.question.as_str() == id);
                    for (key, ours) in [
                        ("precision", outcome.map(|outcome| outcome.precision)),
                        ("recall", outcome.map(|outcome| outcome.recall)),
                        ("f1", outcome.map(|outcome| outcome.f1)),
                    ] {
                        comparison.number(
                            || format!("{name} {id} {key}"),
                            ours,
                            row[key].as_f64().unwrap(),
                            1e-12,
                        );
                    }
                }
            }
        }
    }
    comparison.finish("system answers", 6000);
}

#[test]
fn scores_of_nliwod() {
    let (Some(answers), Some(datasets)) = (
        lydite_testing::shared("answers"),
        lydite_testing::shared("datasets"),
    ) else {
        return;
    };
    let mut comparison = Comparison::default();
    for entry in std::fs::read_dir(&answers).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let Some(stem) = name.strip_suffix(".scores.tsv") else {
            continue;
        };
        let (dataset, _) = stem.rsplit_once('-').unwrap();
        let gold = shared::file(&datasets.join(format!("{dataset}.json")));
        let submission = shared::file(&answers.join(format!("{stem}.json")));
        let report = shared::score("nliwod", &gold, &submission);
        let table = std::fs::read_to_string(&path).unwrap();
        let rows: Vec<Vec<&str>> = table
            .lines()
            .skip(1)
            .map(|line| line.split('\t').collect())
            .collect();
        comparison.number(
            || format!("{name} rows"),
            Some(report.outcomes.len() as f64),
            rows.len() as f64,
            0.0,
        );
        for (row, outcome) in rows.iter().zip(&report.outcomes) {
            comparison.holds(
                || format!("{name} {}", row[0]),
                row[0] == outcome.question.as_str(),
            );
            for (key, stated, ours) in [
                ("P", row[1], outcome.precision),
                ("R", row[2], outcome.recall),
                ("F", row[3], outcome.f1),
            ] {
                // Published in single precision, so compared in it.
                let stated: f32 = stated.parse().unwrap();
                comparison.number(
                    || format!("{name} {} {key}", row[0]),
                    Some(ours),
                    f64::from(stated),
                    1e-9,
                );
            }
        }
    }
    comparison.finish("NLIWOD scores", 8000);
}
