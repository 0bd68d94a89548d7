//! The difference between two systems on the questions that both were judged on.

use serde::{Deserialize, Serialize};

use super::Randomisation;
use super::sign_flip::{ROUNDS, Whole};
use crate::statistics::{Interval, paired_difference};

/// How the scores of two systems differ, question by question; positive where the first is better.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// The questions that both were judged on.
    pub n: usize,
    /// The mean of the first minus the mean of the second.
    pub difference: f64,
    /// Where the true difference probably lies; see [`paired_difference`].
    pub interval: Option<Interval>,
    /// The test of whether chance alone could have made it; see
    /// [`randomisation_test`](crate::randomisation_test).
    #[serde(flatten)]
    pub test: Randomisation,
    /// The questions on which the first scored higher.
    pub wins: usize,
    /// The questions on which both scored the same.
    pub ties: usize,
    /// The questions on which the second scored higher.
    pub losses: usize,
    /// The standardised difference, Cohen's d for pairs: the mean of the differences by their
    /// standard deviation; `None` where they do not vary.
    pub cohens_dz: Option<f64>,
    /// The probability of superiority: the share of questions on which the first scored higher, a
    /// tie counting half.
    pub superiority: f64,
    /// Cliff's delta for pairs: the share of wins minus the share of losses.
    pub cliffs_delta: f64,
}

impl Difference {
    /// Compares two systems by the differences between their scores, first minus second, for the
    /// questions that both were judged on.
    ///
    /// Use this for one pair; [`compare`](crate::compare) does all pairs of several systems, and
    /// corrects for their number. `None` without any question.
    ///
    /// ```
    /// use lydite_judge::Difference;
    /// let differences: Vec<f64> = (0..100).map(|at| f64::from(at % 3 == 0)).collect();
    /// let difference = Difference::of(&differences, 1).unwrap();
    /// assert_eq!((difference.wins, difference.ties, difference.losses), (34, 66, 0));
    /// assert!(difference.test.p < 0.001);
    /// assert!(difference.interval.unwrap().low > 0.2);
    /// ```
    pub fn of(differences: &[f64], seed: u64) -> Option<Self> {
        Self::with_rounds(differences, seed, &ROUNDS)
    }

    pub(super) fn with_rounds(differences: &[f64], seed: u64, rounds: &[u64]) -> Option<Self> {
        if differences.is_empty() {
            return None;
        }
        let whole = Whole::of(differences);
        if whole.sum() < 0 {
            // From the side of the better system, so that both sides see the same.
            let turned: Vec<f64> = differences.iter().map(|difference| -difference).collect();
            return Self::with_rounds(&turned, seed, rounds).map(Self::reversed);
        }
        let [wins, ties, losses] = whole.wins_ties_losses();
        let n = differences.len();
        let (difference, deviation) = moments(differences);
        Some(Self {
            n,
            difference,
            interval: paired_difference(differences, seed),
            test: whole.test(seed, rounds),
            wins,
            ties,
            losses,
            cohens_dz: (deviation > 0.0).then(|| difference / deviation),
            superiority: (wins as f64 + ties as f64 / 2.0) / n as f64,
            cliffs_delta: (wins as f64 - losses as f64) / n as f64,
        })
    }

    /// The same seen from the other system.
    #[must_use]
    pub fn reversed(self) -> Self {
        // Subtracted, so that nothing becomes minus nothing.
        Self {
            difference: 0.0 - self.difference,
            interval: self.interval.map(Interval::negated),
            wins: self.losses,
            losses: self.wins,
            cohens_dz: self.cohens_dz.map(|d| 0.0 - d),
            // Without a question in common nothing is known, seen from either side.
            superiority: if self.n == 0 {
                self.superiority
            } else {
                (self.losses as f64 + self.ties as f64 / 2.0) / self.n as f64
            },
            cliffs_delta: 0.0 - self.cliffs_delta,
            ..self
        }
    }
}

/// The mean and the standard deviation, whatever the order.
fn moments(values: &[f64]) -> (f64, f64) {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let n = sorted.len() as f64;
    let mean = sorted.iter().sum::<f64>() / n;
    if sorted.first() == sorted.last() {
        return (mean, 0.0);
    }
    let squares: f64 = sorted.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (n - 1.0)).sqrt())
}
