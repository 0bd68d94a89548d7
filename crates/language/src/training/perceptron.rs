//! The averaged perceptron that learns the weights.

use lydite_model::random::SplitMix64;

use super::Options;
use super::counts::{Example, Lexicon};
use crate::Tag;
use crate::tagger::beam::{Beam, Sums, Weights, search};
use crate::tagger::features::START;
use crate::tagger::{Index, Parts, WIDTH};

/// A weight of one becomes this many steps of a byte.
const STEPS: f32 = 3.0;
/// Smaller weights are dropped: six of ten, without loss on the development part of the treebank.
const LEAST: f32 = 1.0;

/// Weights of features for each tag, with what is needed to average them.
pub(super) struct Perceptron<'a> {
    lexicon: &'a Lexicon,
    features: Vec<u32>,
    index: Index,
    weights: Vec<Sums>,
    /// Each change times the number of the example that caused it.
    changes: Vec<Sums>,
    examples: f32,
}

/// The weights as one example sees them: some features are left out.
struct Thinned<'a> {
    perceptron: &'a Perceptron<'a>,
    salt: u32,
    /// Features whose hash is below are left out.
    below: u32,
}

impl Thinned<'_> {
    fn row(&self, feature: u32) -> Option<usize> {
        let draw = (feature ^ self.salt).wrapping_mul(0x9e37_79b1);
        let draw = (draw ^ (draw >> 15)).wrapping_mul(0x85eb_ca77);
        if draw ^ (draw >> 13) < self.below {
            return None;
        }
        self.perceptron.index.get(feature)
    }
}

impl Weights for Thinned<'_> {
    fn add(&self, features: &[u32], sums: &mut Sums) {
        for row in features.iter().filter_map(|&feature| self.row(feature)) {
            let weights = &self.perceptron.weights[row];
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += weight;
            }
        }
    }
}

impl<'a> Perceptron<'a> {
    /// Weights of zero for these features, which are ascending.
    pub(super) fn new(lexicon: &'a Lexicon, features: Vec<u32>) -> Self {
        let zero = vec![[0.0; Tag::ALL.len()]; features.len()];
        Self {
            lexicon,
            index: Index::new(&features),
            weights: zero.clone(),
            changes: zero,
            features,
            examples: 1.0,
        }
    }

    /// Sees the examples again and again, and ends with the average of all weights on the way.
    pub(super) fn learn(
        &mut self,
        examples: &[Example],
        options: &Options,
        seed: u64,
        mut progress: impl FnMut(usize, usize, f64),
    ) {
        let mut random = SplitMix64::new(seed);
        let mut order: Vec<usize> = (0..examples.len()).collect();
        for epoch in 1..=options.epochs {
            for last in (1..order.len()).rev() {
                // The remainder, not `below`: the shipped model was trained in this order.
                let other = (random.next_u64() % (last as u64 + 1)) as usize;
                order.swap(last, other);
            }
            let (mut wrong, mut tokens) = (0, 0);
            for &at in &order {
                let (errors, length) = self.see(&examples[at], options, random.next_u64() as u32);
                wrong += errors;
                tokens += length;
                self.examples += 1.0;
            }
            progress(
                epoch,
                self.features.len(),
                wrong as f64 / tokens.max(1) as f64,
            );
        }
        for (weights, changes) in self.weights.iter_mut().zip(&self.changes) {
            for (weight, change) in weights.iter_mut().zip(changes) {
                *weight -= change / self.examples;
            }
        }
    }

    /// Tags an example and learns from the errors. Gives the errors and the tokens seen.
    fn see(&mut self, example: &Example, options: &Options, salt: u32) -> (usize, usize) {
        let thinned = Thinned {
            perceptron: self,
            salt,
            below: (options.dropout.clamp(0.0, 1.0) * f64::from(u32::MAX)) as u32,
        };
        let Example {
            sentence,
            tags: gold,
        } = example;
        let tags = &self.lexicon.tags;
        let beam = Beam {
            width: WIDTH,
            margin: f32::INFINITY,
        };
        let found = search(&thinned, tags, sentence, beam, Some(gold));
        let mut errors = 0;
        let mut steps: Vec<(usize, Tag, f32)> = Vec::new();
        for at in 0..found.len() {
            let (ours, right) = (found[at], gold[at]);
            if ours != right {
                errors += 1;
                let features = sentence.fixed(at);
                for row in features.iter().filter_map(|&feature| thinned.row(feature)) {
                    steps.extend([(row, right, 1.0), (row, ours, -1.0)]);
                }
            }
            let [last, earlier] = [1, 2].map(|back| {
                let before = |tags: &[Tag]| at.checked_sub(back).map_or(START, |at| tags[at] as u8);
                (before(&found), before(gold))
            });
            if (ours, last.0, earlier.0) != (right, last.1, earlier.1) {
                for (tag, last, earlier, step) in [
                    (right, last.1, earlier.1, 1.0),
                    (ours, last.0, earlier.0, -1.0),
                ] {
                    let features = sentence.dynamic(at, last, earlier);
                    let rows = features.iter().filter_map(|&feature| thinned.row(feature));
                    steps.extend(rows.map(|row| (row, tag, step)));
                }
            }
        }
        for (row, tag, step) in steps {
            self.weights[row][tag as usize] += step;
            self.changes[row][tag as usize] += step * self.examples;
        }
        (errors, found.len())
    }

    /// The mean of several perceptrons with the same features.
    pub(super) fn mean(perceptrons: Vec<Self>) -> Option<Self> {
        let share = 1.0 / perceptrons.len() as f32;
        let mut perceptrons = perceptrons.into_iter();
        let mut mean = perceptrons.next()?;
        for other in perceptrons {
            for (sums, weights) in mean.weights.iter_mut().zip(&other.weights) {
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum += weight;
                }
            }
        }
        for weight in mean.weights.iter_mut().flatten() {
            *weight *= share;
        }
        Some(mean)
    }

    /// The features with the largest weights, ascending by key.
    pub(super) fn strongest(&self, many: usize) -> Vec<u32> {
        let strength = |row: &Sums| {
            row.iter()
                .fold(0.0f32, |most, weight| most.max(weight.abs()))
        };
        let mut ranked: Vec<(f32, u32)> = (self.weights.iter().zip(&self.features))
            .map(|(row, &feature)| (strength(row), feature))
            .filter(|&(strength, _)| strength > 0.0)
            .collect();
        ranked.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        ranked.truncate(many);
        let mut features: Vec<u32> = ranked.into_iter().map(|(_, feature)| feature).collect();
        features.sort_unstable();
        features
    }

    /// The model with weights rounded to bytes.
    pub(super) fn parts(&self) -> Parts {
        let mut parts = Parts {
            tags: self.lexicon.tags.clone(),
            words: self.lexicon.words.iter().map(|&(key, _)| key).collect(),
            classes: self.lexicon.words.iter().map(|&(_, class)| class).collect(),
            ..Parts::default()
        };
        for (&feature, row) in self.features.iter().zip(&self.weights) {
            let large = Tag::ALL
                .iter()
                .zip(row)
                .filter(|(_, weight)| weight.abs() >= LEAST);
            let rounded = large.map(|(&tag, weight)| {
                let steps = (weight * STEPS).round().clamp(-127.0, 127.0);
                (tag, steps as i8)
            });
            let before = parts.entries.len();
            parts.entries.extend(rounded);
            let length = parts.entries.len() - before;
            if length > 0 {
                parts.features.push(feature);
                parts.rows.push(length as u8);
            }
        }
        parts
    }
}
