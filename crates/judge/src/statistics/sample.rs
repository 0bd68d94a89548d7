//! What each question adds to the sums behind a report, and the intervals that follow from it.

use std::cmp::Ordering;
use std::ops::Range;

use lydite_model::random::SplitMix64;

use super::draws::{Draws, Round};
use super::quantile::middle;
use super::{Interval, LARGEST, edges, rounds};
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
        let rows = Rows::of(self);
        let all = rows.sums();
        let numbered = estimates.iter().enumerate();
        let (places, wanted): (Vec<usize>, Vec<&Estimate>) = numbered
            .filter(|(_, estimate)| estimate.value.is_finite() && estimate.sums.end <= self.width)
            .unzip();
        let results = rows.results(&wanted, self.random.clone());
        for ((place, estimate), results) in places.into_iter().zip(wanted).zip(&results) {
            let value = |sums: &[f64]| estimate.of.of(&sums[estimate.sums.clone()]);
            intervals[place] = Results {
                estimate,
                results,
                centre: value(&all),
                part: rows.questions as f64 / self.seen as f64,
                rounds: rows.rounds(),
            }
            .interval(|| rows.alike(estimate.value, value));
        }
        intervals
    }
}

/// The results of many rounds for one estimate.
struct Results<'r> {
    estimate: &'r Estimate,
    /// Those that are numbers.
    results: &'r [f64],
    /// The value for the questions that were kept.
    centre: f64,
    /// The share of questions that were kept.
    part: f64,
    rounds: usize,
}

impl Results<'_> {
    /// `supported` says how many of the kept questions have the value of the estimate themselves.
    fn interval(&self, supported: impl Fn() -> f64) -> Option<Interval> {
        let &Estimate {
            value, n, share, ..
        } = self.estimate;
        let first = self.results.first().copied().unwrap_or(self.centre);
        if self.results.iter().all(|result| *result == first) {
            if (first - value).abs() > 1e-9 {
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
        if self.results.len() < self.rounds / 2 {
            return None;
        }
        let middle = middle(self.results);
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
        let count = self.results.len() as f64;
        let mean = self.results.iter().sum::<f64>() / count;
        let squares = self.results.iter().map(|result| (result - mean).powi(2));
        let variance = squares.sum::<f64>() / count;
        (self.centre * (1.0 - self.centre) / variance / self.part).clamp(1.0, n.max(1.0))
    }
}

/// The rows of a sample, equal ones together: most questions are all right or all wrong.
struct Rows {
    width: usize,
    questions: usize,
    /// How often each of the different rows occurs, the most frequent one first.
    counts: Vec<f64>,
    /// The different rows, one after the other.
    cells: Vec<f64>,
    /// The columns to which questions add differently, with their numbers among those that differ.
    varied: Vec<(usize, usize)>,
    /// Those that differ, eight side by side, for each question in the order of the counts.
    eights: Vec<Vec<[f64; 8]>>,
}

impl Rows {
    fn of(sample: &Sample) -> Self {
        let width = sample.width;
        let mut rows: Vec<&[f64]> = sample.cells.chunks_exact(width).collect();
        let order = |a: &&[f64], b: &&[f64]| {
            let mut cells = a.iter().zip(*b).map(|(a, b)| a.total_cmp(b));
            cells.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
        };
        rows.sort_unstable_by(order);
        let mut kinds: Vec<&[&[f64]]> = rows.chunk_by(|a, b| a == b).collect();
        kinds.sort_by_key(|kind| std::cmp::Reverse(kind.len()));
        let counts: Vec<f64> = kinds.iter().map(|kind| kind.len() as f64).collect();
        let cells: Vec<f64> = kinds.iter().flat_map(|kind| kind[0]).copied().collect();
        let mut rows = Self {
            width,
            questions: rows.len(),
            counts,
            cells,
            varied: Vec::new(),
            eights: Vec::new(),
        };
        rows.arrange();
        rows
    }

    /// Sorts out the columns that have to be summed up in each round, each once.
    fn arrange(&mut self) {
        let mut different: Vec<Vec<f64>> = Vec::new();
        for column in 0..self.width {
            let rows = self.cells.chunks_exact(self.width);
            let values: Vec<f64> = rows.map(|row| row[column]).collect();
            if values.iter().all(|value| *value == values[0]) {
                continue;
            }
            let known = different.iter().position(|known| *known == values);
            let number = known.unwrap_or_else(|| {
                different.push(values);
                different.len() - 1
            });
            self.varied.push((column, number));
        }
        let of_question = self.counts.iter().enumerate();
        let of_question: Vec<usize> = of_question
            .flat_map(|(row, count)| std::iter::repeat_n(row, *count as usize))
            .collect();
        self.eights = different
            .chunks(8)
            .map(|eight| {
                let cell = |row: usize, at: usize| eight.get(at).map_or(0.0, |values| values[row]);
                let row = |row: usize| std::array::from_fn(|at| cell(row, at));
                of_question.iter().map(|&question| row(question)).collect()
            })
            .collect();
    }

    fn rounds(&self) -> usize {
        match self.counts.len() {
            1 => 0,
            _ => rounds(self.questions),
        }
    }

    /// The sums of all questions.
    fn sums(&self) -> Vec<f64> {
        let mut sums = vec![0.0; self.width];
        for (row, count) in self.cells.chunks_exact(self.width).zip(&self.counts) {
            for (sum, cell) in sums.iter_mut().zip(row) {
                *sum += cell * count;
            }
        }
        sums
    }

    /// The values in each round of those that are wanted, where they are numbers.
    fn results(&self, wanted: &[&Estimate], random: SplitMix64) -> Vec<Vec<f64>> {
        let rounds = self.rounds();
        let mut results = vec![Vec::with_capacity(rounds); wanted.len()];
        let mut draws = Draws::new(self.questions, self.counts[0] as usize, random);
        let first = draws.first();
        let mut eights = vec![[0.0; 8]; self.eights.len()];
        let mut sums = self.sums();
        for _ in 0..rounds {
            let Round { equal, places } = draws.round();
            for (rows, sum) in self.eights.iter().zip(&mut eights) {
                let equal = equal as f64;
                *sum = add_up(&rows[first..], places);
                for (sum, cell) in sum.iter_mut().zip(rows[0]) {
                    *sum += cell * equal;
                }
            }
            let different = eights.as_flattened();
            for &(column, number) in &self.varied {
                sums[column] = different[number];
            }
            for (results, estimate) in results.iter_mut().zip(wanted) {
                let value = estimate.of.of(&sums[estimate.sums.clone()]);
                if value.is_finite() {
                    results.push(value);
                }
            }
        }
        results
    }

    /// How many questions have this value each for itself.
    fn alike(&self, value: f64, of: impl Fn(&[f64]) -> f64) -> f64 {
        let rows = self.cells.chunks_exact(self.width).zip(&self.counts);
        rows.filter(|(row, _)| (of(row) - value).abs() < 1e-9)
            .map(|(_, count)| count)
            .sum()
    }
}

/// The sum of the rows at these places.
fn add_up(rows: &[[f64; 8]], places: &[u32]) -> [f64; 8] {
    // Even and odd ones apart, so that none has to wait for the one before.
    let (mut even, mut odd) = ([0.0; 8], [0.0; 8]);
    let pairs = places.chunks_exact(2);
    for &place in pairs.remainder() {
        even = rows[place as usize];
    }
    for pair in pairs {
        let (one, other) = (&rows[pair[0] as usize], &rows[pair[1] as usize]);
        for at in 0..8 {
            even[at] += one[at];
            odd[at] += other[at];
        }
    }
    std::array::from_fn(|at| even[at] + odd[at])
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
            of: Value::Plain(|sums| sums[0] / sums[1]),
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
            of: Value::Plain(|sums| sums[0] / sums[1]),
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
            of: Value::Plain(|sums| sums[0] / sums[1]),
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
