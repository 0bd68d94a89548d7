//! Conditional logit over sparse features: which of the queries of a question is the right one.

use rustc_hash::FxHashMap;

/// A query among those of its question.
pub(super) struct Candidate {
    pub(super) features: Vec<u32>,
    /// Its score without training.
    pub(super) score: f32,
    pub(super) right: bool,
}

/// How often all questions are gone through.
const ROUNDS: usize = 40;
const RATE: f32 = 0.25;

/// How strongly weights are drawn back to what they are without training: nothing.
const PULL: f32 = 0.004;

/// How much a point of the untrained score counts in the odds.
pub(super) const SHARPNESS: f32 = 3.0;

/// Weights, in points of the untrained score, under which right queries win.
pub(super) fn fit(questions: &[Vec<Candidate>], features: usize) -> Vec<f32> {
    let mut weights = vec![0.0f32; features];
    let mut squares = vec![1e-6f32; features];
    for _ in 0..ROUNDS {
        for options in questions {
            let scores: Vec<f32> = options
                .iter()
                .map(|option| {
                    let learned: f32 = option.features.iter().map(|at| weights[*at as usize]).sum();
                    SHARPNESS * (option.score + learned)
                })
                .collect();
            let highest = scores.iter().copied().fold(f32::MIN, f32::max);
            let odds: Vec<f32> = scores.iter().map(|score| (score - highest).exp()).collect();
            let all: f32 = odds.iter().sum();
            let right: f32 = options
                .iter()
                .zip(&odds)
                .filter(|(option, _)| option.right)
                .map(|(_, odds)| odds)
                .sum();
            let mut gradient: FxHashMap<u32, f32> = FxHashMap::default();
            for (option, odds) in options.iter().zip(&odds) {
                let wanted = if option.right {
                    odds / right.max(1e-12)
                } else {
                    0.0
                };
                let change = wanted - odds / all;
                if change.abs() < 1e-5 {
                    continue;
                }
                for feature in &option.features {
                    *gradient.entry(*feature).or_default() += change;
                }
            }
            let mut gradient: Vec<(u32, f32)> = gradient.into_iter().collect();
            gradient.sort_unstable_by_key(|(feature, _)| *feature);
            for (feature, change) in gradient {
                let at = feature as usize;
                let change = change - PULL * SHARPNESS * weights[at];
                squares[at] += change * change;
                weights[at] += RATE * change / squares[at].sqrt() / SHARPNESS;
            }
        }
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tells_right_from_wrong_gets_weight() {
        let option = |features: &[u32], score, right| Candidate {
            features: features.to_vec(),
            score,
            right,
        };
        let questions: Vec<_> = (0..6)
            .map(|_| vec![option(&[0], 0.0, true), option(&[1], 0.4, false)])
            .collect();
        let weights = fit(&questions, 3);
        assert!(weights[0] > weights[1] + 0.4, "{weights:?}");
        assert!(weights[2].abs() < 1e-6);
    }
}
