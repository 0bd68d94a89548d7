//! Confidence intervals by the bootstrap.
//!
//! Questions are drawn with replacement, and the figure is computed again from the sums of those
//! drawn; the interval holds the middle 95 % of the results (Efron: Bootstrap methods: another look
//! at the jackknife, Annals of Statistics 7(1), 1979; percentile method after Efron and Tibshirani,
//! An Introduction to the Bootstrap, 1993, chapter 13; for evaluation figures see Sakai: Evaluating
//! evaluation metrics based on the bootstrap, SIGIR 2006).
//!
//! Beyond [`LARGEST`] questions a uniform sample of them (Vitter: Random sampling with a reservoir,
//! TOMS 11(1), 1985) stands for all, and the interval is scaled to the true number (the m out of n
//! bootstrap: Bickel, Götze, van Zwet, Statistica Sinica 7, 1997). Memory and time are bounded.

use lydite_model::random::SplitMix64;
use serde::Serialize;

/// How often questions are drawn again.
const ROUNDS: usize = 1000;

/// The number of questions up to which each is kept.
const LARGEST: usize = 20_000;

/// The share of results that an interval holds.
const LEVEL: f64 = 0.95;

/// Where the true value of a figure probably lies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(into = "[f64; 2]")]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl From<Interval> for [f64; 2] {
    fn from(interval: Interval) -> Self {
        [interval.low, interval.high]
    }
}

impl Interval {
    /// Whether the two intervals have a value in common.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.low <= other.high && other.low <= self.high
    }
}

/// Where the mean of paired differences probably lies: systems that answered the same questions are
/// compared question by question (paired bootstrap: Efron and Tibshirani 1993, chapter 8; for
/// question answering and translation see Koehn: Statistical significance tests, EMNLP 2004).
///
/// `None` without any pair.
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
    if differences.is_empty() {
        return None;
    }
    let mut random = SplitMix64::new(seed);
    let count = differences.len();
    let mut means: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let drawn = (0..count).map(|_| differences[random.below(count)]);
            drawn.sum::<f64>() / count as f64
        })
        .collect();
    Some(middle(&mut means))
}

/// Draws as many numbers below `count` as `count` says, with repetition; two from 64 bits, all
/// alike but for one part in 2³² divided by `count`.
fn draw(random: &mut SplitMix64, count: usize, mut take: impl FnMut(usize)) {
    let scaled = |half: u64| ((half * count as u64) >> 32) as usize;
    for _ in 0..count / 2 {
        let bits = random.next_u64();
        take(scaled(bits >> 32));
        take(scaled(bits & 0xffff_ffff));
    }
    if count % 2 == 1 {
        take(scaled(random.next_u64() >> 32));
    }
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

    /// For each figure the interval around its estimate; `figures` computes them from sums.
    pub(crate) fn intervals(
        &self,
        estimates: &[f64],
        figures: impl Fn(&[f64], &mut Vec<f64>),
    ) -> Vec<Option<Interval>> {
        let kept = self.seen.min(LARGEST);
        if kept < 2 {
            return vec![None; estimates.len()];
        }
        let columns = self.columns();
        let mut random = self.random.clone();
        let mut weights = vec![0.0_f64; kept];
        let mut sums = vec![0.0; self.width];
        let mut drawn = Vec::with_capacity(estimates.len());
        let mut results: Vec<Vec<f64>> = vec![Vec::with_capacity(ROUNDS); estimates.len()];
        for _ in 0..ROUNDS {
            weights.fill(0.0);
            draw(&mut random, kept, |row| weights[row] += 1.0);
            for (at, column) in columns.iter().enumerate() {
                sums[at] = column.weighted(&weights, &sums);
            }
            drawn.clear();
            figures(&sums, &mut drawn);
            for (results, value) in results.iter_mut().zip(&drawn) {
                if value.is_finite() {
                    results.push(*value);
                }
            }
        }
        // Of a sample of m, the spread is that of m questions, not of n.
        let scale = (kept as f64 / self.seen as f64).sqrt();
        let centre = match scale < 1.0 {
            true => {
                let mut centre = Vec::new();
                weights.fill(1.0);
                for (at, column) in columns.iter().enumerate() {
                    sums[at] = column.weighted(&weights, &sums);
                }
                figures(&sums, &mut centre);
                centre
            }
            false => estimates.to_vec(),
        };
        // Figures that came out alike in every round have the same interval.
        let alike = |figure: usize| {
            (0..figure).find(|&other| {
                estimates[other] == estimates[figure]
                    && centre[other] == centre[figure]
                    && results[other] == results[figure]
            })
        };
        let alike: Vec<Option<usize>> = (0..results.len()).map(alike).collect();
        let mut intervals: Vec<Option<Interval>> = Vec::with_capacity(results.len());
        for (figure, results) in results.iter_mut().enumerate() {
            let estimate = estimates[figure];
            intervals.push(match alike[figure] {
                Some(other) => intervals[other],
                _ if !estimate.is_finite() || results.len() < ROUNDS / 2 => None,
                _ => {
                    let middle = middle(results);
                    let shifted = |value: f64| estimate + scale * (value - centre[figure]);
                    Some(Interval {
                        low: shifted(middle.low),
                        high: shifted(middle.high),
                    })
                }
            });
        }
        intervals
    }

    /// The columns of the rows that are kept.
    fn columns(&self) -> Vec<Column> {
        let values = |column: usize| -> Vec<f64> {
            let rows = self.cells.chunks_exact(self.width);
            rows.map(|row| row[column]).collect()
        };
        let mut columns: Vec<Column> = Vec::with_capacity(self.width);
        for column in 0..self.width {
            let new = Column::new(values(column));
            let same = columns.iter().position(|known| *known == new);
            columns.push(same.map_or(new, Column::Same));
        }
        columns
    }
}

/// What every question adds to one sum.
#[derive(PartialEq)]
enum Column {
    /// The same from each question, this much from all.
    Constant(f64),
    /// As much as to this sum before it.
    Same(usize),
    Varied(Vec<f64>),
}

impl Column {
    fn new(values: Vec<f64>) -> Self {
        match values.first() {
            Some(&first) if values.iter().all(|value| *value == first) => {
                Self::Constant(first * values.len() as f64)
            }
            _ => Self::Varied(values),
        }
    }

    /// The sum if each question counts as often as its weight says; the weights add up to the
    /// number of questions.
    fn weighted(&self, weights: &[f64], sums: &[f64]) -> f64 {
        match self {
            Self::Constant(sum) => *sum,
            Self::Same(before) => sums[*before],
            Self::Varied(values) => dot(values, weights),
        }
    }
}

/// The interval that holds the middle of some results; their order changes.
fn middle(results: &mut [f64]) -> Interval {
    let last = results.len() - 1;
    let mut quantile = |share: f64| {
        let place = (share * last as f64).round() as usize;
        *results.select_nth_unstable_by(place, f64::total_cmp).1
    };
    let tail = (1.0 - LEVEL) / 2.0;
    Interval {
        low: quantile(tail),
        high: quantile(1.0 - tail),
    }
}

/// The sum of products, in eight lanes so that it is fast.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut lanes = [0.0; 8];
    let (chunks, rest) = (a.chunks_exact(8), a.chunks_exact(8).remainder());
    let done = a.len() - rest.len();
    for (x, y) in chunks.zip(b.chunks_exact(8)) {
        for lane in 0..8 {
            lanes[lane] += x[lane] * y[lane];
        }
    }
    let tail: f64 = rest.iter().zip(&b[done..]).map(|(x, y)| x * y).sum();
    lanes.iter().sum::<f64>() + tail
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(sums: &[f64], out: &mut Vec<f64>) {
        out.push(sums[0] / sums[1]);
    }

    #[test]
    fn intervals_cover_the_truth_as_often_as_they_say() {
        // Scores as they are in practice: many 0, many 1, some between; their mean is 0.45.
        let mut random = SplitMix64::new(7);
        let mut covered = 0;
        let trials = 400;
        for trial in 0..trials {
            let mut sample = Sample::new(2, trial);
            let mut sum = 0.0;
            let n = 120;
            for _ in 0..n {
                let score = match random.below(10) {
                    0..=4 => 0.0,
                    5..=8 => 1.0,
                    _ => random.unit(),
                };
                sum += score;
                sample.add(&[score, 1.0]);
            }
            let interval = sample.intervals(&[sum / f64::from(n)], mean)[0].unwrap();
            covered += u32::from(interval.low <= 0.45 && 0.45 <= interval.high);
        }
        let share = f64::from(covered) / trials as f64;
        assert!((0.91..=0.98).contains(&share), "{share}");
    }

    #[test]
    fn a_sample_of_many_has_the_interval_of_all() {
        let mut random = SplitMix64::new(1);
        let n = 4 * LARGEST;
        let mut sample = Sample::new(2, 3);
        let mut sum = 0.0;
        for _ in 0..n {
            let score = f64::from(u8::from(random.below(4) == 0));
            sum += score;
            sample.add(&[score, 1.0]);
        }
        let estimate = sum / n as f64;
        let interval = sample.intervals(&[estimate], mean)[0].unwrap();
        // The normal approximation is exact enough at this size.
        let expected = 2.0 * 1.96 * (0.25 * 0.75 / n as f64).sqrt();
        let width = interval.high - interval.low;
        assert!((width / expected - 1.0).abs() < 0.1, "{width} {expected}");
        assert!(interval.low < estimate && estimate < interval.high);
    }

    #[test]
    fn the_same_seed_gives_the_same_interval() {
        let interval = |seed| {
            let mut sample = Sample::new(2, seed);
            (0..50).for_each(|at| sample.add(&[f64::from(at).sqrt(), 1.0]));
            sample.intervals(&[4.6], mean)[0]
        };
        assert_eq!(interval(1), interval(1));
        assert_ne!(interval(1), interval(2));
    }
}
