//! Fits the confidence of answers on the development sets, and shows how far it can be trusted.
//!
//! `cargo run --release -p lydite-compose --example calibrate -- [SET…]`
//!
//! Every question of the tuned halves (even positions) is answered by the pipeline `guess`, and right is
//! what has F1 = 1 under the rules `lydite`. The tables come from cross-validation by whole sets where
//! there are several: each set is predicted by a model of the others, and all sets weigh the same. The
//! last lines go into `src/confidence.rs`. The slice of DBpedia is used only if it is named: most of its
//! questions ask for what it does not hold.

#[path = "evaluate/sets.rs"]
mod sets;

use std::error::Error;
use std::sync::Arc;

use lydite_compose::learn::{Logistic, Matrix};
use lydite_compose::{Answerer, Pipeline};
use lydite_judge::{Case, rule_set};
use lydite_model::Language;

/// A question that was answered.
struct Example {
    set: usize,
    features: Vec<f64>,
    now: f64,
    f1: f64,
    right: bool,
    /// Whether the pipeline `auto` gives no answer, for words that it does not know.
    silent: bool,
}

/// Below these, no answer might be given.
const THRESHOLDS: [f64; 8] = [0.0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 0.7];

/// A large set counts for no more than so many questions.
const WEIGHT: usize = 100;

/// Into how many parts the confidences are divided.
const BINS: usize = 10;

fn main() -> Result<(), Box<dyn Error>> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let rules = rule_set("lydite").ok_or("no rules")?;
    let pipeline: Pipeline = "guess".parse()?;
    let english = Language::new("en");
    let mut examples: Vec<Example> = Vec::new();
    for (at, set) in sets::SETS.iter().enumerate() {
        let named = wanted.iter().any(|name| name == set.name);
        if !named && (!wanted.is_empty() || set.name == "slice") {
            continue;
        }
        let graph = Arc::new(sets::load(set)?);
        let questions = sets::questions(set, graph.as_ref())?;
        let answerer = Answerer::new(graph)?;
        for question in questions.iter().step_by(2) {
            let text = question.text(&english).or(question.any_text());
            let (Some(text), true) = (text, question.answers.is_some()) else {
                continue;
            };
            let answered = answerer.ask(text, &pipeline);
            if !answered.evidence.found {
                continue;
            }
            let silent = answerer.ask(text, &Pipeline::default()).abstained.is_some();
            let response = sets::response(question, &answered);
            let f1 = rules.judge(&Case::new(question, Some(&response))).f1;
            examples.push(Example {
                set: at,
                features: answered.evidence.features().to_vec(),
                now: answered.confidence,
                f1,
                right: f1 > 0.999,
                silent,
            });
        }
        let own: Vec<&Example> = examples.iter().filter(|one| one.set == at).collect();
        let right = own.iter().filter(|one| one.right).count();
        println!("{:<11} {:>4} {:>4} right", set.name, own.len(), right);
    }
    let all: Vec<&Example> = examples.iter().collect();
    let now: Vec<(f64, bool)> = all.iter().map(|one| (one.now, one.right)).collect();
    table("as it is", &now);
    let mut crossed = Vec::new();
    let mut given = Vec::new();
    for at in 0..sets::SETS.len() {
        let (tested, trained): (Vec<&Example>, Vec<&Example>) =
            all.iter().partition(|one| one.set == at);
        if tested.is_empty() || trained.is_empty() {
            continue;
        }
        let model = fit(&trained)?;
        for one in tested {
            let confidence = model.probability(&one.features);
            crossed.push((confidence, one.right));
            if !one.silent {
                given.push((confidence, one.f1));
            }
        }
    }
    table("each set by a model of the others", &crossed);
    let right: Vec<(f64, bool)> = given.iter().map(|(p, f1)| (*p, *f1 > 0.999)).collect();
    table("the same, of the answers that `auto` gives", &right);
    thresholds(&given, crossed.len());
    let model = fit(&all)?;
    let fitted = all
        .iter()
        .map(|one| (model.probability(&one.features), one.right));
    table("fitted on all of them", &fitted.collect::<Vec<_>>());
    let weights: Vec<String> = model.weights.iter().map(|w| format!("{w:.3}")).collect();
    println!("const WEIGHTS: [f64; FEATURES] = [{}];", weights.join(", "));
    println!("const INTERCEPT: f64 = {:.3};", model.intercept);
    Ok(())
}

fn fit(examples: &[&Example]) -> Result<lydite_compose::learn::Linear, Box<dyn Error>> {
    let own = |set: usize| examples.iter().filter(move |one| one.set == set);
    // So that a large set does not outweigh the others: every so-manieth question of it.
    let chosen: Vec<&&Example> = (0..sets::SETS.len())
        .flat_map(|set| own(set).step_by(own(set).count().div_ceil(WEIGHT).max(1)))
        .collect();
    let rows: Vec<&[f64]> = chosen.iter().map(|one| &one.features[..]).collect();
    let right: Vec<bool> = chosen.iter().map(|one| one.right).collect();
    Ok(Logistic::default().fit(&Matrix::from_rows(&rows)?, &right)?)
}

/// How often answers of some confidence are right, and the expected calibration error.
fn table(name: &str, predicted: &[(f64, bool)]) {
    println!("\n{name}\n| confidence | n | mean | right |\n| --- | --- | --- | --- |");
    let mut error = 0.0;
    let mut brier = 0.0;
    for bin in 0..BINS {
        let place = |p: f64| ((p * BINS as f64) as usize).min(BINS - 1);
        let inside: Vec<&(f64, bool)> =
            predicted.iter().filter(|(p, _)| place(*p) == bin).collect();
        if inside.is_empty() {
            continue;
        }
        let n = inside.len() as f64;
        let mean = inside.iter().map(|(p, _)| p).sum::<f64>() / n;
        let right = inside.iter().filter(|(_, right)| *right).count() as f64 / n;
        error += (mean - right).abs() * n / predicted.len() as f64;
        let from = bin as f64 / BINS as f64;
        println!(
            "| {from:.1}–{:.1} | {n} | {mean:.2} | {right:.2} |",
            from + 0.1
        );
    }
    for (p, right) in predicted {
        brier += (p - f64::from(u8::from(*right))).powi(2) / predicted.len() as f64;
    }
    println!("expected calibration error {error:.3}, Brier score {brier:.3}\n");
}

/// What becomes of the answers that `auto` gives if those below a confidence were kept back.
fn thresholds(given: &[(f64, f64)], questions: usize) {
    println!("| threshold | answered | right of these | F1 of all |\n| --- | --- | --- | --- |");
    for threshold in THRESHOLDS {
        let kept = given
            .iter()
            .filter(|(confidence, _)| *confidence >= threshold);
        let kept: Vec<f64> = kept.map(|(_, f1)| *f1).collect();
        let right = kept.iter().filter(|f1| **f1 > 0.999).count() as f64;
        println!(
            "| {threshold:.2} | {:.3} | {:.3} | {:.3} |",
            kept.len() as f64 / questions as f64,
            right / kept.len().max(1) as f64,
            kept.iter().sum::<f64>() / questions as f64
        );
    }
    println!();
}
