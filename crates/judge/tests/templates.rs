//! The template evaluator against the published one, and against what it should have been.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod shared;

use std::collections::BTreeMap;
use std::path::PathBuf;

use lydite_judge::templates::{Criterion, Evaluator, Exchange, Judgement, Rules};
use serde_json::Value;

fn folder() -> Option<PathBuf> {
    shared::folder("tgm")
}

fn cases(name: &str) -> Vec<Value> {
    let Some(folder) = folder() else {
        return Vec::new();
    };
    let text = std::fs::read_to_string(folder.join(name)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn exchange(case: &Value) -> Exchange {
    Exchange::Answered {
        status: u16::try_from(case["tgm"]["status"].as_u64().unwrap()).unwrap(),
        body: case["tgm"]["body"].as_str().unwrap().to_owned(),
    }
}

fn judge(evaluator: &Evaluator, case: &Value) -> Judgement {
    let gold = evaluator.gold(case["gold_sparql"].as_str().unwrap());
    evaluator.judge(case["question"].as_str().unwrap(), &gold, &exchange(case))
}

/// Which verdicts differ from those of `key`, by what the difference is.
fn differences(rules: Rules, file: &str, key: &str) -> (usize, BTreeMap<String, Vec<String>>) {
    let evaluator = Evaluator::new(rules);
    let mut compared = 0;
    let mut differing: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for case in cases(file) {
        let judgement = judge(&evaluator, &case);
        let Some(expected) = case[key]["criterion"].as_str() else {
            let crash = case[key]["crash"].as_str().unwrap();
            let ours = judgement.crash.map(|crash| format!("{crash:?}"));
            assert_eq!(ours.as_deref(), Some(crash), "{case}");
            continue;
        };
        compared += 1;
        let criterion = judgement.criterion();
        assert_eq!(
            Criterion::named(expected).unwrap().level().name(),
            case[key]["level"].as_str().unwrap()
        );
        if criterion.name() != expected || (key == "reference" && judgement.crash.is_some()) {
            let kind = format!(
                "{criterion} for {expected} ({}, {})",
                case["corruption"], case["flag_reason"]
            );
            differing.entry(kind).or_default().push(case.to_string());
        }
    }
    (compared, differing)
}

#[test]
fn the_reference_rules_repeat_the_published_evaluator() {
    if folder().is_none() {
        return;
    }
    for (file, count) in [
        ("cases-public.jsonl", 3_327),
        ("micro-public.jsonl", 45),
        ("rocknrole-qald6-train.jsonl", 335),
    ] {
        let (compared, differing) = differences(Rules::Reference, file, "reference");
        assert!(differing.is_empty(), "{file}: {differing:#?}");
        assert_eq!(compared, count, "{file}");
    }
}

#[test]
fn our_rules_give_the_verdict_that_the_paper_means() {
    if folder().is_none() {
        return;
    }
    for (file, count) in [
        ("cases-public.jsonl", 3_469),
        ("micro-public.jsonl", 47),
        ("rocknrole-qald6-train.jsonl", 335),
    ] {
        let (compared, differing) = differences(Rules::Lydite, file, "ideal");
        assert!(differing.is_empty(), "{file}: {differing:#?}");
        assert_eq!(compared, count, "{file}");
    }
}
