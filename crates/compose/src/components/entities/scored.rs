//! `ned-spans`: learned scores for runs of words, and the best set of them that does not overlap.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::features::{FEATURES, Frequencies, Pair, pairs};
use super::spotting::span_of;
use crate::annotation::{AnnotatedQuestion, Candidate, Source};
use crate::component::{
    ComponentError, Cost, Described, Description, EntityLinker, Link, Need, Task, Trainable,
};
use crate::gold::Example;
use crate::learn::{Boosted, BoostedOptions, Matrix};
use crate::resources::{Model, Resources};

const NAME: &str = "ned-spans";

/// Fewer questions teach nothing.
const FEWEST: usize = 20;

/// Of five questions, one is kept to set the threshold.
const KEPT: usize = 5;

/// How the trees are grown.
const TREES: BoostedOptions = BoostedOptions {
    trees: 250,
    leaves: 24,
    rate: 0.08,
    leaf: 20,
    penalty: 2.0,
    features: 0.7,
    sample: 1.0,
    bins: 64,
    seed: 7,
};

/// Links by boosted trees over runs of words and resources, with global decoding.
pub struct ScoredSpans;

/// What was learned.
#[derive(Serialize, Deserialize)]
struct Learned {
    trees: Boosted,
    frequencies: Frequencies,
    /// Log-odds below this are no link.
    threshold: f64,
}

impl Described for ScoredSpans {
    fn description(&self) -> Description {
        Description::new(
            NAME,
            Task::LinkEntities,
            "All runs of words with the resources of that name, or of a similar one by idf-weighted trigrams, scored by boosted trees; of these the set without overlaps that has the largest sum of log-odds",
        )
        .needs(&[Need::Labels, Need::Popularity, Need::Graph, Need::Training])
        .cost(Cost::Milliseconds)
        .reference("Scored spans with weighted interval scheduling; features in the spirit of Sorokin and Gurevych, *SEM 2018")
    }

    fn trainer(&self) -> Option<&dyn Trainable> {
        Some(self)
    }
}

impl EntityLinker for ScoredSpans {
    fn link_entities(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Link>, ComponentError> {
        let learned = resources.model::<Learned>(NAME)?;
        let pairs = pairs(question, resources, &learned.frequencies)?;
        let scores: Vec<f64> = pairs
            .iter()
            .map(|pair| learned.trees.decision(&pair.features))
            .collect();
        let names = resources.names();
        let chosen = decode(&pairs, &scores, learned.threshold);
        let links = chosen.into_iter().map(|best| {
            let run = &pairs[best].run;
            let mut senses: Vec<usize> = (0..pairs.len())
                .filter(|at| pairs[*at].run == *run)
                .collect();
            senses.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]).then(a.cmp(b)));
            let candidates = senses.into_iter().map(|at| {
                let probability = 1.0 / (1.0 + (-scores[at]).exp());
                Candidate::new(names.iri(pairs[at].entity), probability)
                    .because(Source::Model, "log-odds", scores[at])
                    .because(Source::Similarity, "name", pairs[at].similarity)
            });
            Link {
                span: Some(span_of(question, run)),
                candidates: candidates.collect(),
            }
        });
        Ok(links.collect())
    }
}

/// The pairs without overlaps that have the largest sum of log-odds above the threshold, in the order of
/// the question (weighted interval scheduling).
fn decode(pairs: &[Pair], scores: &[f64], threshold: f64) -> Vec<usize> {
    let mut best: FxHashMap<(usize, usize), usize> = FxHashMap::default();
    for (at, pair) in pairs.iter().enumerate() {
        let known = best.entry((pair.run.end, pair.run.start)).or_insert(at);
        if scores[at] > scores[*known] {
            *known = at;
        }
    }
    let mut runs: Vec<((usize, usize), usize)> = best
        .into_iter()
        .filter(|(_, at)| scores[*at] > threshold)
        .collect();
    runs.sort_unstable();
    let last = runs.last().map_or(0, |((end, _), _)| *end);
    // What can be had up to each word, and by which run that ends there.
    let mut sums = vec![0.0; last + 1];
    let mut ends: Vec<Option<usize>> = vec![None; last + 1];
    let mut next = 0;
    for end in 1..=last {
        sums[end] = sums[end - 1];
        while next < runs.len() && runs[next].0.0 == end {
            let ((_, start), at) = runs[next];
            let sum = sums[start] + scores[at] - threshold;
            if sum > sums[end] {
                sums[end] = sum;
                ends[end] = Some(at);
            }
            next += 1;
        }
    }
    let mut chosen = Vec::new();
    let mut end = last;
    while end > 0 {
        match ends[end] {
            Some(at) => {
                chosen.push(at);
                end = pairs[at].run.start;
            }
            None => end -= 1,
        }
    }
    chosen.reverse();
    chosen
}

impl Trainable for ScoredSpans {
    fn train(&self, examples: &[Example], resources: &Resources) -> Result<Model, ComponentError> {
        if examples.len() < FEWEST {
            return Err(ComponentError::TooFewExamples(format!(
                "{} questions, {FEWEST} are needed",
                examples.len()
            )));
        }
        let frequencies = frequencies(examples);
        let mut questions = Vec::with_capacity(examples.len());
        for example in examples {
            let question = AnnotatedQuestion::in_language(&example.text, example.lang);
            questions.push(pairs(&question, resources, &frequencies)?);
        }
        let kept = |at: usize| at % KEPT == KEPT - 1;
        let first = fit(examples, &questions, resources, |at| !kept(at))?;
        let threshold = threshold(examples, &questions, resources, &first, kept);
        let trees = fit(examples, &questions, resources, |_| true)?;
        Model::new(
            NAME,
            examples.len(),
            &Learned {
                trees,
                frequencies,
                threshold,
            },
        )
    }
}

/// How often words occur in lower case, inside questions.
fn frequencies(examples: &[Example]) -> Frequencies {
    let mut frequencies = Frequencies::default();
    for example in examples {
        let question = AnnotatedQuestion::in_language(&example.text, example.lang);
        for word in &question.words.words {
            if !word.capital || word.start == 0 {
                *frequencies.entry(word.lower.clone()).or_default() += 1;
            }
        }
    }
    frequencies.retain(|_, count| *count > 1);
    frequencies
}

fn is_gold(example: &Example, resources: &Resources, pair: &Pair) -> bool {
    let iri = resources.names().iri(pair.entity);
    example.gold.entities.iter().any(|gold| gold == iri)
}

fn fit(
    examples: &[Example],
    questions: &[Vec<Pair>],
    resources: &Resources,
    used: impl Fn(usize) -> bool,
) -> Result<Boosted, ComponentError> {
    let mut matrix = Matrix::new(FEATURES);
    let mut classes = Vec::new();
    let bad = |error: crate::learn::LearnError| ComponentError::TooFewExamples(error.to_string());
    for (at, pairs) in questions.iter().enumerate().filter(|(at, _)| used(*at)) {
        for pair in pairs {
            matrix.push(&pair.features).map_err(bad)?;
            classes.push(is_gold(&examples[at], resources, pair));
        }
    }
    Boosted::fit(&matrix, &classes, &TREES).map_err(bad)
}

/// The threshold with the best mean F1 on the questions that were kept.
fn threshold(
    examples: &[Example],
    questions: &[Vec<Pair>],
    resources: &Resources,
    trees: &Boosted,
    kept: impl Fn(usize) -> bool,
) -> f64 {
    let scored: Vec<(usize, Vec<f64>)> = (0..examples.len())
        .filter(|at| kept(*at) && !examples[*at].gold.entities.is_empty())
        .map(|at| {
            let scores = questions[at].iter();
            (
                at,
                scores.map(|pair| trees.decision(&pair.features)).collect(),
            )
        })
        .collect();
    let mut best = (f64::MIN, 0.0);
    for step in -10..=10 {
        let threshold = f64::from(step) * 0.2;
        let mut sum = 0.0;
        for (at, scores) in &scored {
            let chosen = decode(&questions[*at], scores, threshold);
            let gold = &examples[*at].gold.entities;
            let right = chosen
                .iter()
                .filter(|pair| is_gold(&examples[*at], resources, &questions[*at][**pair]))
                .count();
            sum += 2.0 * right as f64 / (chosen.len() + gold.len()).max(1) as f64;
        }
        if sum > best.0 {
            best = (sum, threshold);
        }
    }
    best.1
}
