//! Intervals of the mean of scores, and of the differences between the scores of two systems.

use lydite_model::random::SplitMix64;

use super::columns::Columns;
use super::rows::Rows;
use super::{Interval, LARGEST, edges};
use crate::measures::Value;

/// Where the mean of scores between 0 and 1 probably lies; `None` without any score.
///
/// ```
/// use lydite_judge::mean_interval;
/// // All of ten right: the next one might still be wrong.
/// let interval = mean_interval(&[1.0; 10], 1).unwrap();
/// assert!(interval.low < 0.75 && interval.high == 1.0);
/// ```
pub fn mean_interval(scores: &[f64], seed: u64) -> Option<Interval> {
    let means = Means::of(scores, seed)?;
    let n = scores.len() as f64;
    let within = scores.iter().all(|score| (0.0..=1.0).contains(score));
    let Some(interval) = means.interval else {
        return within.then(|| edges::unanimous(means.mean, n, [0.0, 1.0]));
    };
    // An end that is 0 or 1 means that three questions or fewer are not.
    if within && (interval.low <= 0.0 || interval.high >= 1.0) {
        Some(edges::wilson(means.mean, n))
    } else {
        Some(interval)
    }
}

/// Where the mean of paired differences probably lies: systems that answered the same questions are
/// compared question by question (paired bootstrap: Efron and Tibshirani 1993, chapter 8; for
/// question answering and translation see Koehn: Statistical significance tests, EMNLP 2004).
///
/// The differences are those of scores between 0 and 1. `None` without any pair.
///
/// ```
/// use lydite_judge::paired_difference;
/// let better = vec![0.5; 100];
/// let interval = paired_difference(&better, 1).unwrap();
/// assert!(interval.low > 0.0);
/// let mixed: Vec<f64> = (0..100).map(|i| if i % 2 == 0 { 1.0 } else { -1.0 }).collect();
/// let interval = paired_difference(&mixed, 1).unwrap();
/// assert!(interval.low < 0.0 && interval.high > 0.0);
/// ```
pub fn paired_difference(differences: &[f64], seed: u64) -> Option<Interval> {
    let means = Means::of(differences, seed)?;
    let n = differences.len() as f64;
    means.interval.or_else(|| {
        let within = (-1.0..=1.0).contains(&means.mean);
        within.then(|| edges::unanimous(means.mean, n, [-1.0, 1.0]))
    })
}

/// What drawing some values again comes to.
struct Means {
    mean: f64,
    /// `None` if all values are the same.
    interval: Option<Interval>,
}

impl Means {
    /// `None` without any values, or with one that is not a number.
    fn of(values: &[f64], seed: u64) -> Option<Self> {
        if values.is_empty() || !values.iter().all(|value| value.is_finite()) {
            return None;
        }
        let mut values = values.to_vec();
        values.sort_unstable_by(f64::total_cmp);
        let mean = mean(&values);
        let random = SplitMix64::new(seed);
        let scale = (LARGEST as f64 / values.len() as f64).sqrt().min(1.0);
        let kept = kept(values, random.split(1));
        if kept.first() == kept.last() {
            return Some(Self {
                mean,
                interval: None,
            });
        }
        // Around their own mean, which stands for that of all values.
        let centre = self::mean(&kept);
        let interval = resampled(&kept, &random)?;
        Some(Self {
            mean,
            interval: Some(Interval {
                low: mean + scale * (interval.low - centre),
                high: mean + scale * (interval.high - centre),
            }),
        })
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// All values, or a uniform sample if they are too many.
fn kept(mut values: Vec<f64>, mut random: SplitMix64) -> Vec<f64> {
    if values.len() > LARGEST {
        for at in 0..LARGEST {
            let other = at + random.below(values.len() - at);
            values.swap(at, other);
        }
        values.truncate(LARGEST);
        values.sort_unstable_by(f64::total_cmp);
    }
    values
}

/// The middle of the means of rounds of draws.
fn resampled(values: &[f64], random: &SplitMix64) -> Option<Interval> {
    let cells: Vec<f64> = values.iter().flat_map(|value| [*value, 1.0]).collect();
    let columns = Columns::of(&cells, 2);
    let mean = [columns.source(Value::Ratio(0, 1), 0..2)];
    let rows = Rows::of(&columns, &mean);
    rows.spreads(&mean, random).pop()?.middle()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(interval: Option<Interval>, low: f64, high: f64, tolerance: f64) {
        let Interval { low: l, high: h } = interval.unwrap();
        let close = (l - low).abs() < tolerance && (h - high).abs() < tolerance;
        assert!(close, "[{l}, {h}], not [{low}, {high}]");
    }

    #[test]
    fn intervals_are_those_of_scipy() {
        // scipy 1.17.1, rng = numpy.random.default_rng(1):
        // bootstrap((x,), numpy.mean, method='percentile', n_resamples=1_000_000, rng=rng)
        let repeated = |parts: &[(f64, usize)]| -> Vec<f64> {
            let parts = parts.iter();
            parts
                .flat_map(|&(value, times)| vec![value; times])
                .collect()
        };
        let scores = repeated(&[(0.0, 50), (1.0, 35), (0.5, 10), (2.0 / 3.0, 5)]);
        near(
            mean_interval(&scores, 1),
            0.3449999999999999,
            0.5233333333333333,
            0.004,
        );
        let differences = repeated(&[
            (1.0, 40),
            (-1.0, 25),
            (0.0, 120),
            (0.5, 10),
            (-1.0 / 3.0, 5),
        ]);
        near(
            paired_difference(&differences, 1),
            0.011666666666666669,
            0.17166666666666663,
            0.004,
        );
        let few = [0.0, 0.1, 0.25, 0.25, 0.4, 0.55, 0.7, 0.9, 0.95, 1.0];
        near(mean_interval(&few, 1), 0.3, 0.725, 0.01);
    }

    #[test]
    fn the_mean_of_scores_is_never_certain() {
        near(
            mean_interval(&[1.0; 10], 1),
            0.722_467_200_137_110_9,
            1.0,
            1e-12,
        );
        near(
            mean_interval(&[0.0], 1),
            0.0,
            0.793_450_685_622_762_6,
            1e-12,
        );
        // One of a hundred: the bootstrap would begin at 0, though one was right.
        let mut one = [0.0; 100];
        one[3] = 1.0;
        near(
            mean_interval(&one, 1),
            0.001_767_432_064_140_647,
            0.054_486_196_178_705_315,
            1e-12,
        );
        assert_eq!(mean_interval(&[], 1), None);
        assert_eq!(mean_interval(&[f64::NAN, 1.0], 1), None);
        // What is no score has no edges.
        assert_eq!(mean_interval(&[250.0; 4], 1), None);
    }

    #[test]
    fn systems_that_agreed_may_differ_elsewhere() {
        near(
            paired_difference(&[0.0; 100], 1),
            -0.036_993,
            0.036_993,
            1e-6,
        );
        // All differences are 1: the systems could hardly be further apart.
        let apart = paired_difference(&[1.0; 100], 1).unwrap();
        assert!(apart.low > 0.9 && apart.high == 1.0);
    }

    #[test]
    fn the_same_as_the_interval_of_a_report() {
        use crate::statistics::{Estimate, Sample};
        let scores: Vec<f64> = (0..200_u8).map(|at| f64::from(at % 7) / 6.0).collect();
        let mut sample = Sample::new(2, 5);
        scores.iter().for_each(|score| sample.add(&[*score, 1.0]));
        let estimate = Estimate {
            value: mean(&scores),
            sums: 0..2,
            of: Value::Ratio(0, 1),
            n: 200.0,
            share: true,
        };
        let report = sample.intervals(&[estimate])[0].unwrap();
        near(mean_interval(&scores, 5), report.low, report.high, 0.005);
    }

    #[test]
    fn many_values_are_sampled_and_few_are_not() {
        let mut random = SplitMix64::new(8);
        let many: Vec<f64> = (0..3 * LARGEST).map(|_| random.unit()).collect();
        let centre = mean(&many);
        // Uniform: the standard deviation is the root of 1/12.
        let half = 1.96 * (1.0 / 12.0 / many.len() as f64).sqrt();
        near(
            mean_interval(&many, 1),
            centre - half,
            centre + half,
            half / 5.0,
        );
    }

    #[test]
    fn the_order_plays_no_role() {
        let mut values: Vec<f64> = (0..90_u8).map(|at| f64::from(at) / 90.0 - 0.3).collect();
        let first = paired_difference(&values, 3);
        values.reverse();
        assert_eq!(paired_difference(&values, 3), first);
    }
}
