//! Turns scores into probabilities.

use serde::{Deserialize, Serialize};

use super::error::{LearnError, check_classes, check_sizes};
use super::linear::sigmoid;
use super::logistic::Logistic;
use super::matrix::Matrix;

/// Isotonic regression: the best non-decreasing function from scores to shares of positive examples, found by
/// pooling neighbours that violate the order; linear between the scores that were seen, constant outside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Isotonic {
    scores: Vec<f64>,
    shares: Vec<f64>,
}

impl Isotonic {
    /// Fits scores to classes.
    ///
    /// # Errors
    /// If they differ in number, there are none, or a score is not finite.
    pub fn fit(scores: &[f64], classes: &[bool]) -> Result<Self, LearnError> {
        check_sizes(scores.len(), 1, classes.len())?;
        if let Some(row) = scores.iter().position(|score| !score.is_finite()) {
            return Err(LearnError::NotFinite { row, column: 0 });
        }
        let mut order: Vec<usize> = (0..scores.len()).collect();
        order.sort_by(|a, b| scores[*a].total_cmp(&scores[*b]));
        struct Pool {
            positive: f64,
            count: f64,
            first: f64,
            last: f64,
        }
        let mut pools: Vec<Pool> = Vec::new();
        for at in order {
            let (score, positive) = (scores[at], f64::from(u8::from(classes[at])));
            match pools.last_mut() {
                // Equal scores have one share.
                Some(pool) if pool.first == score && pool.last == score => {
                    pool.positive += positive;
                    pool.count += 1.0;
                }
                _ => pools.push(Pool {
                    positive,
                    count: 1.0,
                    first: score,
                    last: score,
                }),
            }
        }
        let mut merged: Vec<Pool> = Vec::new();
        for pool in pools {
            merged.push(pool);
            while let [.., before, last] = &merged[..] {
                if before.positive * last.count < last.positive * before.count {
                    break;
                }
                let Some(last) = merged.pop() else { break };
                if let Some(before) = merged.last_mut() {
                    before.positive += last.positive;
                    before.count += last.count;
                    before.last = last.last;
                }
            }
        }
        let mut calibration = Self {
            scores: Vec::new(),
            shares: Vec::new(),
        };
        for pool in merged {
            let share = pool.positive / pool.count;
            for score in [pool.first, pool.last] {
                if calibration.scores.last() != Some(&score) {
                    calibration.scores.push(score);
                    calibration.shares.push(share);
                }
            }
        }
        Ok(calibration)
    }

    /// The probability that belongs to a score (0 for a score that is not a number).
    #[must_use]
    pub fn probability(&self, score: f64) -> f64 {
        if score.is_nan() {
            return 0.0;
        }
        let after = self.scores.partition_point(|known| *known <= score);
        match (after.checked_sub(1), self.scores.get(after)) {
            (None, _) => self.shares.first().copied().unwrap_or_default(),
            (Some(before), None) => self.shares[before],
            (Some(before), Some(next)) => {
                let share = (score - self.scores[before]) / (next - self.scores[before]);
                self.shares[before] + share * (self.shares[after] - self.shares[before])
            }
        }
    }
}

/// Platt's sigmoid: probability = 1 / (1 + exp(−(a·score + b))), fitted by logistic regression almost without
/// a penalty.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Platt {
    slope: f64,
    intercept: f64,
}

impl Platt {
    /// Fits scores to classes.
    ///
    /// # Errors
    /// If they differ in number, a score is not finite, or all are of one class.
    pub fn fit(scores: &[f64], classes: &[bool]) -> Result<Self, LearnError> {
        check_sizes(scores.len(), 1, classes.len())?;
        check_classes(classes)?;
        let rows: Vec<[f64; 1]> = scores.iter().map(|score| [*score]).collect();
        let logistic = Logistic {
            cost: 1e4,
            penalise_intercept: false,
        };
        let line = logistic.fit(&Matrix::from_rows(&rows)?, classes)?;
        Ok(Self {
            slope: line.weights[0],
            intercept: line.intercept,
        })
    }

    /// The probability that belongs to a score.
    #[must_use]
    pub fn probability(&self, score: f64) -> f64 {
        sigmoid(self.slope * score + self.intercept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_out_of_order_are_pooled() {
        // IsotonicRegression().fit([1,2,3,4,5,6], [0,1,0,1,1,1]) gives 0, .5, .5, 1, 1, 1.
        let classes = [false, true, false, true, true, true];
        let scores = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        let calibration = Isotonic::fit(&scores, &classes).unwrap();
        let shares = scores.map(|score| calibration.probability(score));
        assert_eq!(shares, [0.0, 0.5, 0.5, 1.0, 1.0, 1.0]);
        assert_eq!(calibration.probability(1.5), 0.25);
        assert_eq!(calibration.probability(-9.0), 0.0);
        assert_eq!(calibration.probability(9.0), 1.0);
        assert_eq!(calibration.probability(f64::NAN), 0.0);
        assert!(Isotonic::fit(&[f64::NAN], &[true]).is_err());
    }

    #[test]
    fn equal_scores_share() {
        let calibration = Isotonic::fit(&[1.0, 1.0, 1.0, 1.0], &[true, false, false, false]);
        assert_eq!(calibration.unwrap().probability(1.0), 0.25);
    }

    #[test]
    fn a_sigmoid_keeps_the_mean() {
        // At the optimum of an unpenalised logistic regression the mean probability is the share.
        let scores = [-2.0, -1.0, 0.0, 1.0, 2.0];
        let classes = [false, true, false, true, true];
        let platt = Platt::fit(&scores, &classes).unwrap();
        let mean: f64 = scores
            .iter()
            .map(|score| platt.probability(*score) / 5.0)
            .sum();
        assert!((mean - 0.6).abs() < 1e-6);
    }
}
