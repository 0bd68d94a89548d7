//! What each question adds to the sums behind a report, and the intervals that follow from it.

use std::ops::Range;

use lydite_model::random::SplitMix64;

use super::columns::{Columns, Source};
use super::rows::Rows;
use super::spread::Spread;
use super::{Interval, LARGEST, edges};
use crate::measures::Value;

/// A score whose interval is wanted.
#[derive(Clone, Debug)]
pub(crate) struct Estimate {
    /// Its value; there is no interval if it is not a number.
    pub(crate) value: f64,
    /// The sums that it is computed from.
    pub(crate) sums: Range<usize>,
    /// How it is computed from them.
    pub(crate) of: Value,
    /// The number of questions behind it.
    pub(crate) n: f64,
    /// Whether it lies between 0 and 1.
    pub(crate) share: bool,
}

/// What each question adds to the sums, or a uniform sample of it.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    width: usize,
    /// Row by row.
    cells: Vec<f64>,
    seen: usize,
    random: SplitMix64,
}

impl Sample {
    pub(crate) fn new(width: usize, seed: u64) -> Self {
        Self {
            width,
            cells: Vec::new(),
            seen: 0,
            random: SplitMix64::new(seed),
        }
    }

    /// Adds a row, of which the first cells are kept.
    pub(crate) fn add(&mut self, row: &[f64]) {
        let row = &row[..self.width];
        self.seen += 1;
        if self.seen <= LARGEST {
            self.cells.extend_from_slice(row);
            return;
        }
        let place = self.random.below(self.seen);
        if place < LARGEST {
            self.cells[place * self.width..][..self.width].copy_from_slice(row);
        }
    }

    /// The interval around each estimate; none where its sums are not kept.
    pub(crate) fn intervals(&self, estimates: &[Estimate]) -> Vec<Option<Interval>> {
        let mut intervals = vec![None; estimates.len()];
        if self.seen == 0 || self.width == 0 {
            return intervals;
        }
        let kept =
            |estimate: &Estimate| estimate.value.is_finite() && estimate.sums.end <= self.width;
        let columns = Columns::of(&self.cells, self.width);
        // Estimates that are computed alike from equal columns are drawn once.
        let mut sources: Vec<Source> = Vec::new();
        let source_of: Vec<Option<usize>> = estimates
            .iter()
            .map(|estimate| {
                let source =
                    kept(estimate).then(|| columns.source(estimate.of, estimate.sums.clone()))?;
                let known = sources.iter().position(|known| known.is_same(&source));
                Some(known.unwrap_or_else(|| {
                    sources.push(source);
                    sources.len() - 1
                }))
            })
            .collect();
        let rows = Rows::of(&columns, &sources);
        let mut spreads = rows.spreads(&sources, &self.random);
        let middles: Vec<_> = spreads.iter_mut().map(Spread::middle).collect();
        for (at, estimate) in estimates.iter().enumerate() {
            let Some(source) = source_of[at] else {
                continue;
            };
            let found = Found {
                estimate,
                spread: &spreads[source],
                middle: middles[source],
                centre: spreads[source].centre(),
                part: columns.questions() as f64 / self.seen as f64,
                rounds: rows.rounds(),
            };
            intervals[at] = found.interval(|| self.alike(estimate));
        }
        intervals
    }

    /// How many questions have the value of an estimate each for itself.
    fn alike(&self, estimate: &Estimate) -> f64 {
        let rows = self.cells.chunks_exact(self.width);
        let values = rows.map(|row| estimate.of.of(&row[estimate.sums.clone()]));
        let alike = values.filter(|value| (value - estimate.value).abs() < 1e-9);
        alike.count() as f64
    }
}

/// What many rounds came to for one estimate.
struct Found<'r> {
    estimate: &'r Estimate,
    spread: &'r Spread,
    /// The interval that holds the middle of the results, if there are any.
    middle: Option<Interval>,
    /// The value for the questions that were kept.
    centre: f64,
    /// The share of questions that were kept.
    part: f64,
    rounds: usize,
}

impl Found<'_> {
    /// `supported` says how many of the kept questions have the value of the estimate themselves.
    fn interval(&self, supported: impl Fn() -> f64) -> Option<Interval> {
        let &Estimate {
            value, n, share, ..
        } = self.estimate;
        if let Some(agreed) = self.spread.agreed() {
            if (agreed - value).abs() > 1e-9 {
                // What little differs is not among the questions that were kept.
                return share.then(|| edges::wilson(value, n));
            }
            // A ratio of sums may rest on few of the questions: those without any answers have no
            // say in micro precision.
            let n = match supported() {
                0.0 => n,
                some => some / self.part,
            };
            return share.then(|| edges::unanimous(value, n, [0.0, 1.0]));
        }
        if self.spread.count() < self.rounds / 2 {
            return None;
        }
        let middle = self.middle?;
        if share && (middle.low <= 0.0 || middle.high >= 1.0) {
            return Some(edges::wilson(value, self.effective(n)));
        }
        // Of a sample of m, the spread is that of m questions, not of n.
        let shifted = |end: f64| value + self.part.sqrt() * (end - self.centre);
        Some(Interval {
            low: shifted(middle.low),
            high: shifted(middle.high),
        })
    }

    /// The number of questions that, each right or wrong, vary as much as these; at most as many as
    /// there are, for scores between 0 and 1 are never more telling than that.
    fn effective(&self, n: f64) -> f64 {
        let variance = self.spread.variance();
        (self.centre * (1.0 - self.centre) / variance / self.part).clamp(1.0, n.max(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The interval of the mean of some scores.
    fn interval(scores: &[f64], seed: u64) -> Option<Interval> {
        let mut sample = Sample::new(2, seed);
        scores.iter().for_each(|score| sample.add(&[*score, 1.0]));
        let estimate = Estimate {
            value: scores.iter().sum::<f64>() / scores.len() as f64,
            sums: 0..2,
            of: Value::Ratio(0, 1),
            n: scores.len() as f64,
            share: true,
        };
        sample.intervals(&[estimate])[0]
    }

    /// Scores as they are in practice: many 0, many 1, some between; the true mean is 0.45.
    fn score(random: &mut SplitMix64) -> f64 {
        match random.below(10) {
            0..=4 => 0.0,
            5..=8 => 1.0,
            _ => random.unit(),
        }
    }

    /// How often the intervals of many samples hold the true mean.
    fn coverage(n: usize, truth: f64, mut score: impl FnMut(&mut SplitMix64) -> f64) -> f64 {
        let trials = 200;
        let mut random = SplitMix64::new(7);
        let covered = (0..trials).filter(|&trial| {
            let scores: Vec<f64> = (0..n).map(|_| score(&mut random)).collect();
            interval(&scores, trial).unwrap().contains(truth)
        });
        covered.count() as f64 / trials as f64
    }

    #[test]
    fn intervals_cover_the_truth_as_often_as_they_say() {
        let share = coverage(120, 0.45, score);
        assert!((0.91..=0.98).contains(&share), "{share}");
    }

    #[test]
    fn intervals_cover_the_truth_where_nearly_all_is_wrong_or_right() {
        // The bootstrap alone covers the first in 33 %, the second in 63 % of the samples.
        for (n, hit) in [(40, 0.01), (100, 0.99)] {
            let share = coverage(n, hit, |random| f64::from(u8::from(random.unit() < hit)));
            assert!(share >= 0.9, "{n} {hit}: {share}");
        }
    }

    #[test]
    fn nothing_right_and_all_right_are_not_certain() {
        let at = |score: f64, n: usize| interval(&vec![score; n], 1).unwrap();
        assert_eq!(at(0.0, 100), edges::wilson(0.0, 100.0));
        assert_eq!(at(1.0, 100).high, 1.0);
        assert!((at(1.0, 100).low - edges::wilson(1.0, 100.0).low).abs() < 1e-12);
        // The fewer the questions, the less is known.
        assert!(at(1.0, 5).low < at(1.0, 50).low);
        assert!(at(1.0, 1).low < 0.21);
        // A score that is the same everywhere is not certain either.
        assert!(at(0.5, 100).low < 0.5 && at(0.5, 100).high > 0.5);
        assert_eq!(interval(&[], 1), None);
    }

    #[test]
    fn a_ratio_that_rests_on_few_questions_is_uncertain() {
        // Three of a hundred questions have answers, all right: micro precision is 1.
        let mut sample = Sample::new(2, 1);
        (0..100).for_each(|at| {
            if at < 3 {
                sample.add(&[1.0, 1.0]);
            } else {
                sample.add(&[0.0, 0.0]);
            }
        });
        let precision = |value: f64, n: f64| Estimate {
            value,
            sums: 0..2,
            of: Value::Ratio(0, 1),
            n,
            share: true,
        };
        let three = sample.intervals(&[precision(1.0, 100.0)])[0].unwrap();
        assert!((three.low - edges::wilson(1.0, 3.0).low).abs() < 1e-12);
        // One of four is wrong: about as sure as four questions make it.
        sample.add(&[0.0, 1.0]);
        let four = sample.intervals(&[precision(0.75, 101.0)])[0].unwrap();
        let expected = edges::wilson(0.75, 4.0);
        assert!(
            (four.low - expected.low).abs() < 0.1,
            "{four:?} {expected:?}"
        );
    }

    #[test]
    fn means_of_durations_have_no_edges() {
        let mut sample = Sample::new(2, 1);
        let estimate = |value: f64| Estimate {
            value,
            sums: 0..2,
            of: Value::Ratio(0, 1),
            n: 10.0,
            share: false,
        };
        (0..10).for_each(|_| sample.add(&[0.0, 1.0]));
        assert_eq!(sample.intervals(&[estimate(0.0)]), [None]);
        (0..10).for_each(|_| sample.add(&[100.0, 1.0]));
        let interval = sample.intervals(&[estimate(50.0)])[0].unwrap();
        assert!(interval.low > 20.0 && interval.high < 80.0, "{interval:?}");
    }

    #[test]
    fn the_ends_move_little_with_the_seed() {
        let mut random = SplitMix64::new(3);
        let scores: Vec<f64> = (0..100).map(|_| score(&mut random)).collect();
        let ends: Vec<Interval> = (0..8)
            .map(|seed| interval(&scores, seed).unwrap())
            .collect();
        for end in [|i: &Interval| i.low, |i: &Interval| i.high] {
            let most = ends.iter().map(end).fold(f64::MIN, f64::max);
            let least = ends.iter().map(end).fold(f64::MAX, f64::min);
            assert!(most - least < 0.006, "{least} {most}");
        }
    }

    #[test]
    fn a_sample_of_many_has_the_interval_of_all() {
        let mut random = SplitMix64::new(1);
        let n = 4 * LARGEST;
        let scores: Vec<f64> = (0..n)
            .map(|_| f64::from(u8::from(random.below(4) == 0)))
            .collect();
        let estimate = scores.iter().sum::<f64>() / n as f64;
        let found = interval(&scores, 3).unwrap();
        // The normal approximation is exact enough at this size.
        let expected = 2.0 * 1.96 * (0.25 * 0.75 / n as f64).sqrt();
        let width = found.high - found.low;
        assert!((width / expected - 1.0).abs() < 0.1, "{width} {expected}");
        assert!(found.low < estimate && estimate < found.high);
        // One hit in eighty thousand is probably not among those that were kept.
        let mut rare = vec![0.0; n];
        rare[7] = 1.0;
        assert_eq!(
            interval(&rare, 3).unwrap().low,
            edges::wilson(1.0 / n as f64, n as f64).low
        );
    }

    #[test]
    fn the_interval_depends_on_the_seed_but_not_on_the_order() {
        let mut scores: Vec<f64> = (0..50_u8).map(|at| f64::from(at) / 60.0).collect();
        let first = interval(&scores, 1);
        assert_eq!(interval(&scores, 1), first);
        assert_ne!(interval(&scores, 2), first);
        scores.reverse();
        assert_eq!(interval(&scores, 1), first);
    }
}
