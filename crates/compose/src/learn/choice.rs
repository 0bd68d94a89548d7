//! Conditional logit: learns to choose within groups.

use serde::{Deserialize, Serialize};

use super::descent::{add, minimise};
use super::error::{LearnError, check_positive};
use super::matrix::{Matrix, Rows, Scale, dot};

/// The candidates of a question: their features, and how good each is (0 to 1).
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// A row for each candidate.
    pub candidates: Matrix,
    /// How good each candidate is.
    pub gains: Vec<f64>,
}

/// How a choice is learned.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChoiceOptions {
    /// λ of the L2 penalty, on features brought to one scale.
    pub penalty: f64,
}

impl Default for ChoiceOptions {
    fn default() -> Self {
        Self { penalty: 1.0 }
    }
}

/// A conditional logit (McFadden 1974): the probability of a candidate is proportional to exp(w·x) within its
/// group. It maximises Σ ln Σ gain·P(candidate), the likelihood that the candidate drawn is a good one, minus
/// ½λ‖w‖². With few groups it beats trees (linking.md §5), for it has one weight per feature.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    scale: Scale,
    weights: Vec<f64>,
}

impl Choice {
    /// Learns from groups; those whose candidates are all equally good teach nothing and are passed over.
    ///
    /// # Errors
    /// If candidates and gains do not fit, groups differ in their features, a cell is not finite, or no group is
    /// left.
    pub fn fit(groups: &[Group], options: ChoiceOptions) -> Result<Self, LearnError> {
        check_positive("the penalty", options.penalty)?;
        let columns = groups.first().map_or(0, |group| group.candidates.columns());
        let mut all = Matrix::new(columns);
        for group in groups {
            if group.gains.len() != group.candidates.rows() {
                return Err(LearnError::Shape {
                    what: "gains of a group",
                    expected: group.candidates.rows(),
                    found: group.gains.len(),
                });
            }
            for row in 0..group.candidates.rows() {
                all.push(group.candidates.row(row))?;
            }
        }
        all.check_finite()?;
        let teaches = |group: &&Group| {
            let spread = |gain: &f64| (gain - group.gains[0]).abs() > 1e-9;
            group.gains.iter().any(spread)
        };
        let useful: Vec<&Group> = groups.iter().filter(teaches).collect();
        if useful.is_empty() || columns == 0 {
            return Err(LearnError::NoChoice {
                groups: groups.len(),
            });
        }
        let scale = Scale::of(&all);
        let scaled: Vec<(Matrix, &[f64])> = useful
            .iter()
            .map(|group| (scale.scaled(&group.candidates), group.gains.as_slice()))
            .collect();
        let weights = minimise(vec![0.0; columns], 300, 1e-6, |weights, gradient| {
            value(&scaled, options.penalty, weights, gradient)
        });
        Ok(Self { scale, weights })
    }

    /// The score of a candidate: comparable within a group.
    #[must_use]
    pub fn score(&self, features: &[f64]) -> f64 {
        let mut row = features.to_vec();
        self.scale.apply(&mut row);
        dot(&row, &self.weights)
    }

    /// The probabilities of the candidates of a group.
    #[must_use]
    pub fn probabilities(&self, candidates: &Matrix) -> Vec<f64> {
        let mut scores: Vec<f64> = (0..candidates.rows())
            .map(|row| self.score(candidates.row(row)))
            .collect();
        softmax(&mut scores);
        scores
    }

    /// The weight of each feature, on the common scale.
    #[must_use]
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }
}

/// The negative objective, and its gradient.
fn value(groups: &[(Matrix, &[f64])], penalty: f64, weights: &[f64], gradient: &mut [f64]) -> f64 {
    let mut value = 0.5 * penalty * dot(weights, weights);
    for (part, weight) in gradient.iter_mut().zip(weights) {
        *part = penalty * weight;
    }
    for (candidates, gains) in groups {
        let mut chances: Vec<f64> = (0..candidates.rows())
            .map(|row| dot(candidates.row(row), weights))
            .collect();
        softmax(&mut chances);
        let expected = dot(&chances, gains).max(1e-300);
        value -= expected.ln();
        for (row, (chance, gain)) in chances.iter().zip(*gains).enumerate() {
            let factor = chance * (1.0 - gain / expected);
            add(gradient, candidates.row(row), factor);
        }
    }
    value
}

fn softmax(scores: &mut [f64]) {
    let greatest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    scores
        .iter_mut()
        .for_each(|score| *score = (*score - greatest).exp());
    let sum: f64 = scores.iter().sum();
    scores.iter_mut().for_each(|score| *score /= sum);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(rows: &[[f64; 2]], gains: &[f64]) -> Group {
        Group {
            candidates: Matrix::from_rows(rows).unwrap(),
            gains: gains.to_vec(),
        }
    }

    #[test]
    fn pairs_are_a_logistic_regression_of_differences() {
        // Two candidates: P(first) = sigmoid(w·(x₁ − x₂)); with +1, +1, −1 as differences, and almost no penalty, the
        // maximum is at sigmoid(w) = ⅔.
        let groups = [
            group(&[[1.0, 5.0], [0.0, 5.0]], &[1.0, 0.0]),
            group(&[[3.0, 5.0], [2.0, 5.0]], &[1.0, 0.0]),
            group(&[[1.0, 5.0], [0.0, 5.0]], &[0.0, 1.0]),
        ];
        let choice = Choice::fit(&groups, ChoiceOptions { penalty: 1e-9 }).unwrap();
        let chances = choice.probabilities(&groups[0].candidates);
        assert!((chances[0] - 2.0 / 3.0).abs() < 1e-5, "{chances:?}");
        // The constant feature counts nothing.
        assert!(choice.weights()[1].abs() < 1e-6);
    }

    #[test]
    fn groups_without_a_choice_are_an_error() {
        let even = group(&[[1.0, 2.0], [2.0, 1.0]], &[1.0, 1.0]);
        assert!(matches!(
            Choice::fit(&[even], ChoiceOptions::default()),
            Err(LearnError::NoChoice { groups: 1 })
        ));
        assert!(Choice::fit(&[], ChoiceOptions::default()).is_err());
        let missing = group(&[[1.0, f64::NAN], [2.0, 1.0]], &[1.0, 0.0]);
        assert!(Choice::fit(&[missing], ChoiceOptions::default()).is_err());
    }
}
