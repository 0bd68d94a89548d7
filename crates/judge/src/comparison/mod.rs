//! Several systems on the same questions: which of them can be told apart?
//!
//! Every two systems are compared by a paired randomisation test on their scores question by
//! question, and the p-values are corrected for the number of pairs, so that among equally good
//! systems one is called better than another in at most one comparison of twenty. docs/statistics.md
//! says what the numbers mean.

mod difference;
mod holm;
mod leaderboard;
#[cfg(test)]
mod reference;
mod sign_flip;
#[cfg(test)]
mod simulation;

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::statistics::{Interval, mean_interval};
use crate::tally::Figure;

pub use difference::Difference;
pub use holm::holm;
pub use leaderboard::{Leaderboard, Standing};
pub use sign_flip::{Randomisation, randomisation_test};

/// The probability of calling a difference significant where there is none, over all pairs.
pub const ALPHA: f64 = 0.05;

/// A system and its scores, question by question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contender {
    /// Its name.
    pub name: String,
    /// Its score for each question, in the order that all contenders share; `None` where it was not
    /// judged. An answer that is missing is usually judged, with 0.
    pub scores: Vec<Option<f64>>,
    /// The score that stands for the whole; if there is none, the mean of the scores.
    pub headline: Option<Headline>,
    /// The score on questions without an answer, to be shown beside the headline.
    pub empty_gold: Option<f64>,
}

/// The score that stands for the whole.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Headline {
    /// Its value; `None` where it is undefined.
    pub score: Option<f64>,
    /// Where the true value probably lies.
    pub interval: Option<Interval>,
    /// The number of questions behind it.
    pub n: u64,
}

impl From<&Figure> for Headline {
    fn from(figure: &Figure) -> Self {
        Self {
            score: figure.value,
            interval: figure.interval,
            n: figure.n,
        }
    }
}

impl Contender {
    /// A system whose headline is the mean of its scores.
    pub fn new(name: impl Into<String>, scores: Vec<Option<f64>>) -> Self {
        Self {
            name: name.into(),
            scores,
            headline: None,
            empty_gold: None,
        }
    }

    /// Systems with their scores by the key of the question, brought into one order.
    ///
    /// ```
    /// use lydite_judge::Contender;
    /// let contenders = Contender::aligned([
    ///     ("one", vec![("q1", 1.0), ("q2", 0.5)]),
    ///     ("other", vec![("q2", 0.0), ("q3", 1.0)]),
    /// ]);
    /// assert_eq!(contenders[0].scores, [Some(1.0), Some(0.5), None]);
    /// assert_eq!(contenders[1].scores, [None, Some(0.0), Some(1.0)]);
    /// ```
    pub fn aligned<N: Into<String>, K: Ord>(
        systems: impl IntoIterator<Item = (N, impl IntoIterator<Item = (K, f64)>)>,
    ) -> Vec<Self> {
        let mut questions: BTreeMap<K, Vec<(usize, f64)>> = BTreeMap::new();
        let mut contenders = Vec::new();
        for (number, (name, scores)) in systems.into_iter().enumerate() {
            contenders.push(Self::new(name, Vec::new()));
            for (key, score) in scores {
                questions.entry(key).or_default().push((number, score));
            }
        }
        for contender in &mut contenders {
            contender.scores = vec![None; questions.len()];
        }
        for (question, scores) in questions.into_values().enumerate() {
            for (number, score) in scores {
                contenders[number].scores[question] = Some(score);
            }
        }
        contenders
    }

    /// The same with this score for the whole.
    #[must_use]
    pub fn with_headline(mut self, headline: impl Into<Headline>) -> Self {
        self.headline = Some(headline.into());
        self
    }

    /// The same with this score on questions without an answer.
    #[must_use]
    pub fn with_empty_gold(mut self, score: Option<f64>) -> Self {
        self.empty_gold = score;
        self
    }

    /// The score for a question, if it was judged.
    fn score(&self, question: usize) -> Option<f64> {
        let score = self.scores.get(question).copied().flatten();
        score.filter(|score| score.is_finite())
    }

    /// The mean of the scores, with its interval.
    fn mean(&self, seed: u64) -> Headline {
        let mut scores: Vec<f64> = (0..self.scores.len())
            .filter_map(|question| self.score(question))
            .collect();
        // Rounding is the same whatever the order of the questions.
        scores.sort_unstable_by(f64::total_cmp);
        let sum: f64 = scores.iter().sum();
        Headline {
            score: (!scores.is_empty()).then(|| sum / scores.len() as f64),
            interval: mean_interval(&scores, seed),
            n: scores.len() as u64,
        }
    }
}

/// Several systems, compared pair by pair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// What the intervals and estimates were drawn from.
    pub seed: u64,
    /// The probability of calling a difference significant where there is none, over all pairs.
    pub alpha: f64,
    /// The systems, in the order in which they were given.
    pub systems: Vec<Compared>,
    /// All pairs: the first system with each after it, then the second, and so on.
    pub pairs: Vec<Pair>,
}

/// A system of a comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Compared {
    /// Its name.
    pub name: String,
    /// The score that stands for the whole.
    #[serde(flatten)]
    pub headline: Headline,
    /// The score on questions without an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub empty_gold: Option<f64>,
}

/// Two systems of a comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pair {
    /// The name of the first system.
    pub first: String,
    /// The name of the second system.
    pub second: String,
    /// How they differ, positive where the first is better.
    #[serde(flatten)]
    pub difference: Difference,
    /// The p-value, corrected for the number of pairs by Holm's method.
    pub p_holm: f64,
    /// Whether one of them is better, and not by chance: the corrected p-value is below 0.05.
    pub significant: bool,
}

impl Pair {
    /// The same seen from the other system.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self {
            first: self.second,
            second: self.first,
            difference: self.difference.reversed(),
            ..self
        }
    }
}

/// Compares systems that were judged on the same questions, every one with every other.
///
/// ```
/// use lydite_judge::{Contender, compare};
/// let scores = |right: usize| (0..100).map(|at| Some(f64::from(at < right))).collect();
/// let comparison = compare(
///     &[
///         Contender::new("good", scores(80)),
///         Contender::new("as good", scores(78)),
///         Contender::new("poor", scores(40)),
///     ],
///     1,
/// );
/// let pair = comparison.between(0, 2).unwrap();
/// assert!(pair.significant && pair.difference.difference > 0.3);
/// let ranks: Vec<usize> = comparison.leaderboard().standings.iter().map(|s| s.rank).collect();
/// assert_eq!(ranks, [1, 1, 3]);
/// ```
pub fn compare(contenders: &[Contender], seed: u64) -> Comparison {
    let count = contenders.len();
    let numbers: Vec<(usize, usize)> = (0..count)
        .flat_map(|first| (first + 1..count).map(move |second| (first, second)))
        .collect();
    let differences: Vec<Difference> = numbers
        .par_iter()
        .map(|&(first, second)| between(&contenders[first], &contenders[second], seed))
        .collect();
    let p_values: Vec<f64> = differences.iter().map(|pair| pair.test.p).collect();
    let pairs = numbers
        .iter()
        .zip(differences)
        .zip(holm(&p_values))
        .map(|((&(first, second), difference), p_holm)| Pair {
            first: contenders[first].name.clone(),
            second: contenders[second].name.clone(),
            difference,
            p_holm,
            significant: p_holm < ALPHA,
        })
        .collect();
    let systems = contenders
        .par_iter()
        .map(|contender| Compared {
            name: contender.name.clone(),
            headline: contender.headline.unwrap_or_else(|| contender.mean(seed)),
            empty_gold: contender.empty_gold,
        })
        .collect();
    Comparison {
        seed,
        alpha: ALPHA,
        systems,
        pairs,
    }
}

/// How two systems differ on the questions that both were judged on.
fn between(first: &Contender, second: &Contender, seed: u64) -> Difference {
    let differences: Vec<f64> = (0..first.scores.len())
        .filter_map(|question| Some(first.score(question)? - second.score(question)?))
        .collect();
    Difference::of(&differences, seed).unwrap_or(NOTHING)
}

/// Without a question in common nothing can be said.
const NOTHING: Difference = Difference {
    n: 0,
    difference: 0.0,
    interval: None,
    test: Randomisation {
        p: 1.0,
        rounds: None,
    },
    wins: 0,
    ties: 0,
    losses: 0,
    cohens_dz: None,
    superiority: 0.5,
    cliffs_delta: 0.0,
};

impl Comparison {
    /// All pairs: the first system with each after it, then the second, and so on.
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// Two systems by their numbers, seen from the first; `None` if they are the same one or there
    /// are not so many.
    pub fn between(&self, first: usize, second: usize) -> Option<Pair> {
        let (one, other) = (first.min(second), first.max(second));
        let count = self.systems.len();
        if one == other || other >= count {
            return None;
        }
        // The systems before the first one have count − 1, count − 2, … pairs.
        let before = one * (2 * count - one - 1) / 2;
        let pair = self.pairs.get(before + other - one - 1)?.clone();
        Some(if first < second {
            pair
        } else {
            pair.reversed()
        })
    }

    /// The systems in the order of their headline scores, with ranks.
    pub fn leaderboard(&self) -> Leaderboard {
        Leaderboard::of(self)
    }
}
