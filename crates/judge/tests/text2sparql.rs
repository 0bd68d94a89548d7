//! The `text2sparql` rules against the official evaluation of every system with genuine result sets.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod shared;

use lydite_judge::{Scorer, rule_set};
use lydite_model::{Dataset, Response};
use shared::Comparison;

#[test]
fn evaluations_are_the_official_ones() {
    let Some(folder) = lydite_testing::shared("text2sparql") else {
        return;
    };
    let read = |path: &std::path::Path| {
        let (questions, info) = shared::file(path);
        Dataset { info, questions }
    };
    let mut gold = read(&folder.join("db25_true_result_set.json"));
    let questions = read(&folder.join("questions_db25.yaml"));
    // Which questions need their answers in order, only the file with the questions says.
    for question in &mut gold.questions {
        let asked = questions
            .questions
            .iter()
            .find(|asked| asked.id == question.id);
        question.order_matters = asked.is_some_and(|asked| asked.order_matters);
        let answers = question.answers.take();
        answers
            .into_iter()
            .for_each(|answers| question.fill(answers));
    }
    let mut comparison = Comparison::default();
    let mut systems = 0;
    for entry in std::fs::read_dir(folder.join("results")).unwrap() {
        let system = entry.unwrap().path();
        let results = system.join("db25_system_result_set.json");
        if !results.exists() {
            continue;
        }
        systems += 1;
        let name = system.file_name().unwrap().to_str().unwrap();
        let official = shared::json(&system.join("db25_eval.json"));
        let responses = read(&results).questions.into_iter().map(Response::from);
        let report = Scorer::new(rule_set("text2sparql").unwrap())
            .seed(None)
            .score(gold.questions.clone(), responses);
        comparison.number(
            || format!("{name} n"),
            report.value("n"),
            (official.as_object().unwrap().len() - 1) as f64,
            0.0,
        );
        for outcome in &report.outcomes {
            let language = outcome.language.as_ref().unwrap();
            let key = format!("db25:{}-{language}", outcome.question);
            let stated = &official[&key];
            for (figure, ours) in [
                ("set_P", Some(outcome.precision)),
                ("set_recall", Some(outcome.recall)),
                ("set_F", Some(outcome.f1)),
                ("ndcg", outcome.ndcg),
            ] {
                match stated[figure].as_f64() {
                    Some(stated) => {
                        comparison.number(|| format!("{name} {key} {figure}"), ours, stated, 1e-12);
                    }
                    None => comparison.holds(|| format!("{name} {key} {figure}"), ours.is_none()),
                }
            }
        }
        for (key, stated) in official["average"].as_object().unwrap() {
            let path = match key.split_once('-') {
                Some((figure, language)) => format!("by_language.{language}.{figure}"),
                None => key.clone(),
            };
            comparison.number(
                || format!("{name} {key}"),
                report.value(&path),
                stated.as_f64().unwrap(),
                1e-12,
            );
        }
    }
    println!("{systems} systems");
    comparison.finish("TEXT2SPARQL", 4 * 815);
}
