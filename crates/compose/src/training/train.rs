//! Learns a model from questions with their queries and answers.

use std::collections::BTreeMap;

use lydite_model::AnswerSet;
use rustc_hash::FxHashMap;

use super::align::{Pair, conventions, seen, usages};
use super::choice::{Candidate, fit};
use super::model::Model;
use crate::answerer::Answerer;
use crate::gold::Example;

/// More queries of a question than these are not looked at.
const MOST: usize = 40;

/// Weights that are nearer to nothing than this are left out of the model.
const LEAST: f32 = 0.01;

/// Learns a model from questions: which words stand for conditions, classes and properties, and which of the
/// queries that the pipeline writes is the right one. `judge` says how good an answer to the question at a
/// place is, from 0 to 1.
pub fn train(
    answerer: Answerer,
    examples: &[Example],
    judge: impl Fn(usize, &AnswerSet) -> f64,
) -> (Model, Answerer) {
    let pair = |example: &Example| Pair::new(answerer.lexicon(), example);
    let pairs: Vec<Pair> = examples.iter().filter_map(pair).collect();
    let conventions = conventions(&pairs);
    let mut model = Model {
        words: usages(&pairs, &conventions),
        conventions,
        seen: seen(&pairs),
        weights: BTreeMap::new(),
    };
    let answerer = answerer.with_model(&model);
    let mut numbers: FxHashMap<String, u32> = FxHashMap::default();
    let mut questions: Vec<Vec<Candidate>> = Vec::new();
    for (at, example) in examples.iter().enumerate() {
        let described = answerer.described(&example.text, MOST);
        let judged: Vec<f64> = described
            .iter()
            .map(|(answers, ..)| judge(at, answers))
            .collect();
        let best = judged.iter().copied().fold(0.0, f64::max);
        if best < 0.5 || judged.iter().all(|f1| *f1 > best - 1e-9) {
            continue;
        }
        let candidates = described
            .into_iter()
            .zip(judged)
            .map(|((_, score, features), f1)| {
                let mut known: Vec<u32> = features
                    .into_iter()
                    .map(|feature| {
                        let next = numbers.len() as u32;
                        *numbers.entry(feature).or_insert(next)
                    })
                    .collect();
                known.sort_unstable();
                known.dedup();
                Candidate {
                    features: known,
                    score,
                    right: f1 > best - 1e-9,
                }
            });
        questions.push(candidates.collect());
    }
    let weights = fit(&questions, numbers.len());
    model.weights = numbers
        .into_iter()
        .map(|(feature, at)| (feature, weights[at as usize]))
        .filter(|(_, weight)| weight.abs() >= LEAST)
        .collect();
    let answerer = answerer.with_model(&model);
    (model, answerer)
}
