//! The `gerbil` rule sets against figures that GERBIL's own classes gave.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::shared;
use crate::shared::Comparison;
use lydite_judge::gerbil::{Answers, Era, Resource, pair};
use lydite_judge::{Case, NoKnowledge, Report, measure, rule_set};
use lydite_model::{AnswerSet, Counts, Language, Outcome, Question, Response, Status, Term};
use serde_json::Value;

const ERAS: [(&str, &str); 3] = [
    ("gerbil", "gerbil_head"),
    ("gerbil-2019", "gerbil_2019-07-16_to_2023-05-10"),
    ("gerbil-2023", "gerbil_2023-05-10_to_2024-09-05"),
];

/// Compares the figures of a report with those of the reference.
fn figures(comparison: &mut Comparison, name: &str, report: &Report, stated: &Value) {
    for (path, key) in [
        ("micro.precision", "micro_p"),
        ("micro.recall", "micro_r"),
        ("micro.f1", "micro_f1"),
        ("macro.precision", "macro_p"),
        ("macro.recall", "macro_r"),
        ("macro.f1", "macro_f1"),
        ("macro_f1_qald", "macro_f1_qald"),
        ("n", "n"),
    ] {
        let stated = stated[key].as_f64().unwrap();
        comparison.number(|| format!("{name} {key}"), report.value(path), stated, 1e-9);
    }
    let sum = |count: fn(&Counts) -> u64| {
        let counts = report.outcomes.iter().map(|outcome| count(&outcome.counts));
        counts.sum::<u64>() as f64
    };
    for (ours, key) in [
        (sum(|counts| counts.tp), "sum_tp"),
        (sum(|counts| counts.fp), "sum_fp"),
        (sum(|counts| counts.fn_), "sum_fn"),
    ] {
        let stated = stated[key].as_f64().unwrap();
        comparison.number(|| format!("{name} {key}"), Some(ours), stated, 0.0);
    }
}

#[test]
fn system_answers_score_as_in_gerbil() {
    let (Some(gerbil), Some(answers), Some(datasets)) = (
        lydite_testing::shared("gerbil"),
        lydite_testing::shared("answers"),
        lydite_testing::shared("datasets"),
    ) else {
        return;
    };
    let reference = shared::json(&gerbil.join("reference_scores.json"));
    let mut comparison = Comparison::default();
    let systems = reference["nliwod_answer_files"]["systems"]
        .as_array()
        .unwrap();
    for system in systems {
        let dataset = system["dataset"].as_str().unwrap();
        let name = system["system"].as_str().unwrap();
        let file = answers.join(format!("{dataset}-{}.json", name.to_lowercase()));
        if system.get("scores").is_none() || !file.exists() {
            continue;
        }
        let gold = shared::file(&datasets.join(format!("{dataset}.json")));
        let submission = shared::file(&file);
        for (rules, key) in ERAS {
            let report = shared::score(rules, &gold, &submission);
            let name = format!("{dataset} {name} {rules}");
            figures(&mut comparison, &name, &report, &system["scores"][key]);
        }
        let (head, past) = (
            shared::score("gerbil", &gold, &submission),
            shared::score("gerbil-2019", &gold, &submission),
        );
        let stated = system["questions_where_2019_2023_rules_differ_from_head"]
            .as_array()
            .unwrap();
        let differ = head
            .outcomes
            .iter()
            .zip(&past.outcomes)
            .filter(|(a, b)| a.counts != b.counts);
        comparison.number(
            || format!("{dataset} {name} differing"),
            Some(differ.count() as f64),
            stated.len() as f64,
            0.0,
        );
        for question in stated {
            for (report, key) in [(&head, "head"), (&past, "2019")] {
                let id = question["id"].as_str().unwrap();
                let outcome = report
                    .outcomes
                    .iter()
                    .find(|outcome| outcome.question.as_str() == id);
                let counts = outcome.map(|outcome| outcome.counts);
                comparison.holds(
                    || format!("{dataset} {name} {id} {key}: {counts:?}"),
                    counts == Some(triple(&question[key])),
                );
            }
        }
    }
    comparison.finish("reference scores", 7 * 33);
}

/// `[tp, fp, fn]`.
fn triple(value: &Value) -> Counts {
    let at = |index: usize| value[index].as_u64().unwrap();
    Counts {
        tp: at(0),
        fp: at(1),
        fn_: at(2),
    }
}

#[test]
fn dataset_baselines_are_those_of_gerbil() {
    let (Some(gerbil), Some(datasets)) = (
        lydite_testing::shared("gerbil"),
        lydite_testing::shared("datasets"),
    ) else {
        return;
    };
    let reference = shared::json(&gerbil.join("reference_scores.json"));
    let mut comparison = Comparison::default();
    for baseline in reference["dataset_baselines"].as_array().unwrap() {
        let name = baseline["dataset"].as_str().unwrap();
        let path = datasets.join(name.replace('_', "-"));
        let gold = shared::file(&path);
        let itself = shared::score("gerbil", &gold, &gold);
        let stated = &baseline["gold_used_as_system_answer"];
        comparison.number(
            || format!("{name} gold"),
            itself.value("macro.f1"),
            stated["qa_macro_f1"].as_f64().unwrap(),
            1e-9,
        );
        let imperfect = stated["questions_not_perfect_id_tp_fp_fn"]
            .as_array()
            .unwrap();
        let ours = itself
            .outcomes
            .iter()
            .filter(|outcome| outcome.f1 != 1.0)
            .count();
        comparison.number(
            || format!("{name} imperfect"),
            Some(ours as f64),
            imperfect.len() as f64,
            0.0,
        );
        for row in imperfect {
            let id = row[0].as_str().unwrap();
            let counts = Counts {
                tp: row[1].as_u64().unwrap(),
                fp: row[2].as_u64().unwrap(),
                fn_: row[3].as_u64().unwrap(),
            };
            let ours = itself
                .outcomes
                .iter()
                .find(|outcome| outcome.question.as_str() == id)
                .map(|outcome| outcome.counts);
            comparison.holds(
                || format!("{name} {id}: {ours:?} {counts:?}"),
                ours == Some(counts),
            );
        }
        let nothing = (Vec::new(), Default::default());
        figures(
            &mut comparison,
            &format!("{name} nothing"),
            &shared::score("gerbil", &gold, &nothing),
            &baseline["system_that_answers_nothing"],
        );
        let truth = |question: &Question| {
            let mut answer = Question::new(question.id.clone());
            answer.answers = Some(AnswerSet::boolean(true));
            answer
        };
        let always_true = (gold.0.iter().map(truth).collect(), Default::default());
        for (rules, key) in [
            ("gerbil", "head"),
            ("gerbil-2019", "rules_2019-07_to_2023-05"),
            ("gerbil-2023", "rules_2023-05_to_2024-09"),
        ] {
            let report = shared::score(rules, &gold, &always_true);
            figures(
                &mut comparison,
                &format!("{name} true {rules}"),
                &report,
                &baseline["system_that_always_answers_true"][key],
            );
        }
    }
    comparison.finish("dataset baselines", 5 * 46);
}

/// A typed value of a golden case.
fn typed(values: &Value) -> Answers<'static> {
    let mut answers = Answers::default();
    for value in values.as_array().unwrap() {
        if let Some(text) = value["str"].as_str() {
            answers.texts.push(text.to_owned().into());
        }
        if let Some(iris) = value["iri"].as_array() {
            let iris = iris.iter().map(|iri| iri.as_str().unwrap().to_owned());
            answers.resources.push(Resource::new(iris));
        }
    }
    answers
}

fn counts(value: &Value) -> Counts {
    serde_json::from_value(value.clone()).unwrap()
}

fn set(values: &Value) -> AnswerSet {
    let terms = values
        .as_array()
        .unwrap()
        .iter()
        .map(|value| Term::literal(value.as_str().unwrap()));
    AnswerSet::column("x", terms)
}

#[test]
fn golden_cases_hold() {
    let Some(folder) = lydite_testing::shared("gerbil") else {
        return;
    };
    let golden = shared::json(&folder.join("golden_cases.json"));
    let mut comparison = Comparison::default();
    let english = Language::new("en");
    for case in golden["cases"].as_array().unwrap() {
        let id = case["id"].as_str().unwrap();
        let (input, expected) = (&case["input"], &case["expected"]);
        match case["kind"].as_str().unwrap() {
            "qa_match" => {
                let (gold, system) = (typed(&input["gold"]), typed(&input["system"]));
                let mut check = |era: Era, stated: Counts| {
                    let ours = pair(&gold, &system, era, &NoKnowledge, &english, false).counts;
                    comparison.holds(
                        || format!("{id} {era:?}: {ours:?}, stated {stated:?}"),
                        ours == stated,
                    );
                };
                let executed = case["head"].get("executed").unwrap_or(expected);
                check(Era::Y2024, counts(executed));
                if let Some(past) = case.get("rules_of_2022") {
                    check(Era::Y2019, counts(past));
                }
                if id.starts_with("log-row") {
                    check(Era::Y2017, counts(expected));
                }
            }
            "qa_pipeline" => {
                let mut gold = Question::new("1");
                gold.answers = Some(set(&input["gold_values"]));
                let mut response = Response::from(Question::new("1"));
                response.answers = Some(set(&input["system_values"]));
                for (rules, stated) in [
                    ("gerbil", expected),
                    ("gerbil-2019", &case["rules_2019_to_2023"]),
                ] {
                    let outcome = rule_set(rules)
                        .unwrap()
                        .judge(&Case::new(&gold, Some(&response)));
                    comparison.holds(
                        || format!("{id} {rules}: {:?}", outcome.counts),
                        outcome.counts == counts(stated),
                    );
                }
            }
            "qa_experiment" => {
                let mut answers = Vec::new();
                let mut gold = Vec::new();
                for entry in input["questions"].as_array().unwrap() {
                    let mut question = Question::new(entry["id"].as_str().unwrap());
                    question.answers = Some(set(&entry["gold"]));
                    let mut answer = question.clone();
                    gold.push(question);
                    answer.answers = entry["system"].is_array().then(|| set(&entry["system"]));
                    answers.push(answer);
                }
                let report = shared::score(
                    "gerbil",
                    &(gold, Default::default()),
                    &(answers, Default::default()),
                );
                figures(&mut comparison, id, &report, &case["head"]["executed"]);
            }
            "aggregate" => {
                let outcome = |counts: &Value| {
                    let mut outcome = Outcome::new("1", Status::Answered);
                    outcome.counts = triple(counts);
                    let single = [outcome.clone()];
                    let of = |name: &str| measure(name).unwrap().of(&single);
                    (outcome.precision, outcome.recall, outcome.f1) =
                        (of("micro_precision"), of("micro_recall"), of("micro_f1"));
                    outcome
                };
                let outcomes: Vec<_> = input["counts"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(outcome)
                    .collect();
                for (key, name) in [
                    ("micro_p", "micro_precision"),
                    ("micro_r", "micro_recall"),
                    ("micro_f1", "micro_f1"),
                    ("macro_p", "macro_precision"),
                    ("macro_r", "macro_recall"),
                    ("macro_f1", "macro_f1"),
                    ("macro_f1_qald", "macro_f1_qald"),
                    ("macro_f1_qald_computed", "macro_f1_qald"),
                ] {
                    let Some(stated) = expected.get(key) else {
                        continue;
                    };
                    let ours = measure(name).unwrap().of(&outcomes);
                    match stated.as_f64() {
                        Some(stated) => {
                            comparison.number(|| format!("{id} {key}"), Some(ours), stated, 1e-12);
                        }
                        None => comparison.holds(|| format!("{id} {key} {ours}"), ours.is_nan()),
                    }
                }
            }
            "nliwod_answer_eval" => {
                let mut gold = Question::new("1");
                gold.answers = Some(set(&input["gold"]));
                let mut response = Response::from(Question::new("1"));
                response.answers = Some(set(&input["system"]));
                let outcome = rule_set("nliwod")
                    .unwrap()
                    .judge(&Case::new(&gold, Some(&response)));
                for (key, ours) in [
                    ("p", outcome.precision),
                    ("r", outcome.recall),
                    ("f1", outcome.f1),
                ] {
                    comparison.number(
                        || format!("{id} {key}"),
                        Some(ours),
                        expected[key].as_f64().unwrap(),
                        1e-6,
                    );
                }
            }
            // Loading, sub-experiments and the web application are not the judge's.
            _ => {}
        }
    }
    comparison.finish("golden cases", 250);
}

#[test]
fn what_gerbils_loader_does_to_values_is_done() {
    let Some(folder) = lydite_testing::shared("gerbil") else {
        return;
    };
    let golden = shared::json(&folder.join("golden_cases.json"));
    let case = golden["cases"]
        .as_array()
        .unwrap()
        .iter()
        .find(|case| case["id"] == "loader-1")
        .unwrap();
    let document = case["input"]["document"].to_string();
    let (questions, _) =
        shared::entries(lydite_formats::Reader::from_bytes("x.json", document.as_bytes()).unwrap());
    let mut comparison = Comparison::default();
    for (question, stated) in questions
        .iter()
        .zip(case["expected"]["questions"].as_array().unwrap())
    {
        // Everything is surplus against an empty gold set, so the evidence shows what was read.
        let gold = Question::new(question.id.clone());
        let response = Response::from(question.clone());
        let mut asked = Case::new(&gold, Some(&response));
        asked.explain = true;
        let outcome = rule_set("nliwod").unwrap().judge(&asked);
        let mut read = outcome.evidence.unwrap().surplus;
        read.sort();
        let stated: Vec<String> = stated["answers"]
            .as_array()
            .unwrap()
            .iter()
            .map(|text| {
                // The case was executed with 1.50, but its document has lost the zero.
                text.as_str().unwrap().replace("1.50", "1.5")
            })
            .collect();
        comparison.holds(
            || format!("{}: {read:?} {stated:?}", question.id),
            read == stated,
        );
    }
    comparison.finish("loader", 8);
}
