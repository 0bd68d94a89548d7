//! The campaign rule sets against what the official scripts printed.

mod shared;

use lydite_formats::Reader;
use lydite_judge::Report;
use lydite_model::{DatasetInfo, Question, Status};
use serde_json::Value;
use shared::Comparison;

/// A file in memory.
fn read(name: &str, text: &str) -> (Vec<Question>, DatasetInfo) {
    match Reader::from_bytes(name, text.as_bytes()) {
        Ok(reader) => shared::entries(reader),
        Err(error) => panic!("{name}: {error}\n{text}"),
    }
}

/// P, R and F of each question.
fn breakdown(comparison: &mut Comparison, name: &str, report: &Report, rows: &Value, within: f64) {
    let rows = rows.as_array().unwrap();
    for row in rows {
        let id = row["id"].to_string();
        let found = report.outcomes.iter().find(|outcome| outcome.question.as_str() == id.trim_matches('"'));
        let f1 = row.get("f1").unwrap_or(&row["f"]);
        for (key, ours, stated) in [
            ("P", found.map(|outcome| outcome.precision), &row["precision"]),
            ("R", found.map(|outcome| outcome.recall), &row["recall"]),
            ("F", found.map(|outcome| outcome.f1), f1),
        ] {
            comparison.number(|| format!("{name} {id} {key}"), ours, stated.as_f64().unwrap(), within);
        }
    }
}

/// The totals and questions of QALD-6.
fn qald_6(comparison: &mut Comparison, name: &str, report: &Report, printed: &Value) {
    comparison.holds(|| format!("{name} should not stop: {:?}", report.stops()), report.stops().is_none());
    for (ours, theirs) in [("global", "all"), ("local", "processed")] {
        for kind in ["micro", "macro"] {
            for figure in ["precision", "recall", "f1"] {
                let path = format!("{ours}.{kind}.{figure}");
                let stated = printed[theirs][kind][figure].as_f64().unwrap();
                comparison.number(|| format!("{name} {path}"), report.value(&path), stated, 1e-12);
            }
        }
    }
    if let Some(rows) = printed.get("breakdown") {
        comparison.number(|| format!("{name} rows"), Some(report.outcomes.len() as f64), rows.as_array().unwrap().len() as f64, 0.0);
        breakdown(comparison, name, report, rows, 1e-12);
    }
}

/// The totals and questions of QALD-5.
fn qald_5(comparison: &mut Comparison, name: &str, report: &Report, printed: &Value) {
    comparison.holds(|| format!("{name} should not stop: {:?}", report.stops()), report.stops().is_none());
    for part in ["multilingual", "hybrid"] {
        let printed = &printed[part];
        let of_part = |outcome: &&lydite_model::Outcome| {
            outcome.part.as_deref() == Some(part) && outcome.status != Status::Missing
        };
        let processed = report.outcomes.iter().filter(of_part).count();
        if printed["empty"] == true {
            comparison.number(|| format!("{name} {part} is empty"), Some(processed as f64), 0.0, 0.0);
            let value = report.value(&format!("{part}.global.macro.f1"));
            comparison.holds(|| format!("{name} {part} has no total"), value.is_none());
            continue;
        }
        for (figure, key) in [("precision", "global_precision"), ("recall", "global_recall"), ("f1", "global_f1")] {
            let value = report.value(&format!("{part}.global.macro.{figure}"));
            comparison.number(|| format!("{name} {part} {key}"), value, printed[key].as_f64().unwrap(), 1e-12);
        }
        let rows = printed["breakdown"].as_array().unwrap().len();
        comparison.number(|| format!("{name} {part} rows"), Some(processed as f64), rows as f64, 0.0);
        breakdown(comparison, name, report, &printed["breakdown"], 1e-12);
    }
}

/// The totals and questions of QALD-4.
fn qald_4(comparison: &mut Comparison, name: &str, report: &Report, printed: &Value) {
    comparison.holds(|| format!("{name} should not stop: {:?}", report.stops()), report.stops().is_none());
    for (path, key) in [
        ("global.macro.precision", "global_precision"),
        ("global.macro.recall", "global_recall"),
        ("global.macro.f1", "global_f"),
        ("processed", "processed"),
        ("correct", "correct"),
        ("wrong", "wrong"),
    ] {
        comparison.number(|| format!("{name} {key}"), report.value(path), printed[key].as_f64().unwrap(), 1e-11);
    }
    breakdown(comparison, name, report, &printed["breakdown"], 1e-12);
}

#[test]
fn submissions_score_as_the_scripts_say() {
    let (Some(campaign), Some(datasets)) = (shared::folder("campaign"), shared::folder("datasets")) else {
        return;
    };
    let expected = shared::json(&campaign.join("expected.json"));
    let mut comparison = Comparison::default();
    let mut submissions = 0;
    for (file, entry) in expected["submissions"].as_object().unwrap() {
        let gold = shared::file(&datasets.join(entry["gold"].as_str().unwrap()));
        let answers = shared::file(&campaign.join(file));
        let evaluator = entry["evaluator"].as_str().unwrap();
        let report = shared::score(evaluator, &gold, &answers);
        let check = match evaluator {
            "qald-6" => qald_6,
            "qald-5" => qald_5,
            _ => qald_4,
        };
        check(&mut comparison, file, &report, &entry["printed"]);
        submissions += 1;
    }
    println!("{submissions} submissions");
    comparison.finish("submissions", 4000);
}

#[test]
fn probes_of_qald_6_hold() {
    let Some(campaign) = shared::folder("campaign") else {
        return;
    };
    let mut comparison = Comparison::default();
    for probe in shared::json(&campaign.join("probes-qald-6.json")).as_array().unwrap() {
        let name = probe["name"].as_str().unwrap();
        let gold = read("gold.json", &probe["gold"].to_string());
        let answers = read("answers.json", &probe["submission"].to_string());
        let report = shared::score("qald", &gold, &answers);
        let expected = &probe["expected"];
        if expected.get("crash").is_some() {
            comparison.holds(|| format!("{name} should stop"), report.stops().is_some());
            continue;
        }
        qald_6(&mut comparison, name, &report, expected);
        let outcome = &report.outcomes[0];
        for (key, ours) in [("precision", outcome.precision), ("recall", outcome.recall), ("f1", outcome.f1)] {
            comparison.number(|| format!("{name} {key}"), Some(ours), expected[key].as_f64().unwrap(), 1e-12);
        }
    }
    comparison.finish("probes of QALD-6", 57);
}

#[test]
fn probes_of_qald_5_and_4_hold() {
    let Some(campaign) = shared::folder("campaign") else {
        return;
    };
    let mut comparison = Comparison::default();
    for (file, rules) in [("probes-qald-5.json", "qald-5"), ("probes-qald-4.json", "qald-4")] {
        for probe in shared::json(&campaign.join(file)).as_array().unwrap() {
            let name = format!("{rules} {}", probe["name"].as_str().unwrap());
            let gold = read("gold.xml", probe["gold"].as_str().unwrap());
            let answers = read("answers.xml", probe["submission"].as_str().unwrap());
            let report = shared::score(rules, &gold, &answers);
            let expected = &probe["expected"];
            if expected.get("crash").is_some() {
                comparison.holds(|| format!("{name} should stop"), report.stops().is_some());
                continue;
            }
            let check = if rules == "qald-5" { qald_5 } else { qald_4 };
            check(&mut comparison, &name, &report, expected);
        }
    }
    comparison.finish("probes of QALD-5 and QALD-4", 100);
}
