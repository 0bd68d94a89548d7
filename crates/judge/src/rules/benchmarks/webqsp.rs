//! WebQSP's eval.py.

use serde_json::Value;

use super::figures::{F1_OF_AVERAGES, PERFECT};
use super::plain::{Plain, SKIPPED, scored};
use super::values;
use crate::measures::{
    ANSWERED, EMPTY, ERRORS, MACRO_F1, MACRO_PRECISION, MACRO_RECALL, MISSING, QUESTIONS, harmonic,
};
use crate::rules::{Case, Conventions, Example, Listed, RuleSet, Verdict};

pub(crate) static WEBQSP: RuleSet = RuleSet {
    name: "webqsp",
    version: "2016",
    title: "the evaluation script of WebQSP",
    rationale: "The script of Yih et al. (ACL 2016), exactly: a question counts only if some parse is good and complete, and is then compared with every parse, of which the best counts. It gives precision 1 to an empty answer, so that saying nothing has an average precision near 1; repeated right answers are free, repeated wrong ones are not.",
    conventions: Conventions {
        values: "exact strings, with repetitions",
        empty: "P = 1, R = F = 0",
        missing: "P = R = F = 0",
        empty_gold: "1/1/1 for an empty answer, else P = 0, R = 1, F = 0",
        average: "means over the questions that count; F1 is the mean of F1",
    },
    examples: &[
        Example {
            gold: &["m.1", "m.2"],
            system: Some(&["m.1"]),
            scores: [1.0, 0.5, 2.0 / 3.0],
            shows: "lists of names",
        },
        Example {
            gold: &["m.1"],
            system: Some(&[]),
            scores: [1.0, 0.0, 0.0],
            shows: "silence is precise",
        },
        Example {
            gold: &["m.1"],
            system: Some(&["m.1", "m.1"]),
            scores: [1.0, 1.0, 1.0],
            shows: "repeated right answers are free",
        },
    ],
    rules: &Plain::new(judge, &FIGURES),
};

static FIGURES: [Listed; 10] = [
    ("macro.precision", &MACRO_PRECISION),
    ("macro.recall", &MACRO_RECALL),
    ("macro.f1", &MACRO_F1),
    ("f1_of_averages", &F1_OF_AVERAGES),
    ("accuracy", &PERFECT),
    ("n", &QUESTIONS),
    ("answered", &ANSWERED),
    ("empty", &EMPTY),
    ("missing", &MISSING),
    ("errors", &ERRORS),
];

/// Precision, recall and F1 against one parse.
pub(super) fn scores(gold: &[String], system: &[String]) -> [f64; 3] {
    match (gold.is_empty(), system.is_empty()) {
        (true, true) => return [1.0; 3],
        (true, false) => return [0.0, 1.0, 0.0],
        (false, true) => return [1.0, 0.0, 0.0],
        (false, false) => {}
    }
    let found = gold.iter().filter(|one| system.contains(one)).count() as f64;
    let right = 1e-40 + found;
    let missed = gold.len() as f64 - found;
    let surplus = system.iter().filter(|one| !gold.contains(one)).count() as f64;
    let (precision, recall) = (right / (right + surplus), right / (right + missed));
    [precision, recall, harmonic(precision, recall)]
}

fn judge(case: &Case<'_>) -> Verdict {
    let system = values::system(case);
    let record = case.gold_entry().record();
    let parses = record
        .as_ref()
        .and_then(|record| record["Parses"].as_array());
    let golds: Vec<Vec<String>> = match parses {
        Some(parses) => parses.iter().map(answers).collect(),
        None => vec![values::gold(case)],
    };
    let mut best = [0.0; 3];
    let mut chosen = 0;
    if let Some(system) = &system {
        for (at, gold) in golds.iter().enumerate() {
            let scores = scores(gold, system);
            if at == 0 || scores[2] > best[2] {
                (best, chosen) = (scores, at);
            }
        }
    }
    let gold = golds.get(chosen).map_or(&[][..], |gold| gold);
    let mut verdict = scored(best, gold, system.as_ref());
    if parses.is_some_and(|parses| !parses.iter().any(is_complete)) {
        verdict.part = Some(SKIPPED);
    }
    verdict
}

/// The answers of a parse.
fn answers(parse: &Value) -> Vec<String> {
    let list = parse["Answers"].as_array().into_iter().flatten();
    list.filter_map(|answer| answer["AnswerArgument"].as_str().map(str::to_owned))
        .collect()
}

/// Whether an annotator found question and parse sound.
fn is_complete(parse: &Value) -> bool {
    let comment = &parse["AnnotatorComment"];
    comment["QuestionQuality"] == "Good" && comment["ParseQuality"] == "Complete"
}
