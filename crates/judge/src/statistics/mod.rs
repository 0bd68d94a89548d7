//! How sure a score is: confidence intervals by the bootstrap, and by Wilson's method at the edges.
//!
//! Questions are drawn with replacement, and the score is computed again from the sums of those
//! drawn; the interval holds the middle 95 % of the results (Efron: Bootstrap methods: another look
//! at the jackknife, Annals of Statistics 7(1), 1979; percentile method after Efron and Tibshirani,
//! An Introduction to the Bootstrap, 1993, chapter 13; for evaluation measures see Sakai: Evaluating
//! evaluation metrics based on the bootstrap, SIGIR 2006).
//!
//! Where all questions agree, drawing them again says nothing, and the interval is that of
//! [`edges`]. Beyond [`LARGEST`] questions a uniform sample of them (Vitter: Random sampling with a
//! reservoir, TOMS 11(1), 1985) stands for all, and the interval is scaled to the true number (the m
//! out of n bootstrap: Bickel, Götze, van Zwet, Statistica Sinica 7, 1997). Memory and time are
//! bounded.
//!
//! Ten thousand rounds cost little: [`columns`] finds scores that cannot vary or that are the same,
//! [`rows`] puts equal questions together, [`draws`] draws how many of each kind come up instead of
//! one after the other, the rest in pairs, and [`spread`] keeps of the results only the ends.
//!
//! Nothing here depends on the order of the questions (but for which of too many are sampled), nor
//! on the machine.

mod binomial;
mod columns;
mod draws;
pub(crate) mod edges;
mod interval;
mod mean;
mod rows;
mod sample;
mod spread;

pub use interval::Interval;
pub use mean::{mean_interval, paired_difference};

pub(crate) use binomial::fair_coins;
pub(crate) use sample::{Estimate, Sample};

/// The number of questions up to which each is kept.
const LARGEST: usize = 20_000;

/// The share of results that an interval holds.
pub(crate) const LEVEL: f64 = 0.95;

/// How often questions are drawn again.
///
/// 10,000 times up to 2,000 questions, by which the ends move with the seed by about 0.001 at 100
/// questions. With n questions in R rounds they move in proportion to 1/√(nR), so that beyond, fewer
/// rounds are as good: the number of draws stays the same.
fn rounds(questions: usize) -> usize {
    (20_000_000 / questions.max(1)).clamp(1_000, 10_000)
}
