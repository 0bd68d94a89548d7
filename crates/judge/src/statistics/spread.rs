//! What many results come to: how far they spread, and where their middle ends.

use super::{Interval, LEVEL};

/// So many results are kept before those in the middle are dropped.
const KEPT: usize = 2048;

/// The results of many rounds, of which only those near the ends are kept.
#[derive(Clone, Debug)]
pub(super) struct Spread {
    /// Near which the results are expected; sums of what differs from it lose no digits.
    centre: f64,
    count: usize,
    sum: f64,
    squares: f64,
    /// How many of the lowest and of the highest results the ends can depend on.
    tail: usize,
    /// No result between these is needed.
    inner: Interval,
    kept: Vec<f64>,
}

impl Spread {
    /// Of no results yet, of which there will be `rounds` at most.
    pub(super) fn new(centre: f64, rounds: usize) -> Self {
        let tail = tail(rounds) + 1;
        Self {
            centre,
            count: 0,
            sum: 0.0,
            squares: 0.0,
            tail,
            inner: Interval {
                low: f64::INFINITY,
                high: f64::NEG_INFINITY,
            },
            kept: Vec::with_capacity(rounds.min(KEPT.max(4 * tail))),
        }
    }

    /// Takes in the results that are numbers.
    pub(super) fn add(&mut self, results: &[f64]) {
        let centre = self.centre;
        // In four sums each, so that none has to wait for the one before.
        let (mut sums, mut squares) = ([0.0; 4], [0.0; 4]);
        let fours = results.chunks_exact(4);
        for (at, result) in fours.remainder().iter().enumerate() {
            sums[at] = result - centre;
            squares[at] = sums[at] * sums[at];
        }
        for four in fours {
            for at in 0..4 {
                let difference = four[at] - centre;
                sums[at] += difference;
                squares[at] += difference * difference;
            }
        }
        let (sum, square) = (sums.iter().sum::<f64>(), squares.iter().sum::<f64>());
        if !square.is_finite() {
            // Probably one of them is no number.
            match results {
                [one] if one.is_finite() => {}
                [_] => return,
                _ => return results.chunks(1).for_each(|one| self.add(one)),
            }
        }
        self.count += results.len();
        self.sum += sum;
        self.squares += square;
        for &result in results {
            if result < self.inner.low || result > self.inner.high {
                self.keep(result);
            }
        }
    }

    fn keep(&mut self, result: f64) {
        if self.kept.len() == self.kept.capacity() {
            self.drop_middle();
        }
        self.kept.push(result);
    }

    /// Drops the results that are neither among the lowest nor among the highest.
    #[cold]
    fn drop_middle(&mut self) {
        let tail = self.tail;
        let bounds = bounds(&self.kept, tail);
        let low = |kept: &&f64| **kept <= bounds.low;
        let high = |kept: &&f64| **kept >= bounds.high;
        let kept = self.kept.iter();
        let are_bounds =
            kept.clone().filter(low).count() >= tail && kept.clone().filter(high).count() >= tail;
        if are_bounds {
            self.inner = bounds;
            self.kept
                .retain(|kept| *kept <= bounds.low || *kept >= bounds.high);
        }
        if self.kept.len() > self.kept.capacity() / 2 {
            self.drop_all_between();
        }
    }

    /// Keeps exactly as many of the lowest and of the highest as are needed.
    fn drop_all_between(&mut self) {
        let (tail, kept) = (self.tail, &mut self.kept);
        kept.sort_unstable_by(f64::total_cmp);
        let from = kept.len() - tail;
        self.inner = Interval {
            low: kept[tail - 1],
            high: kept[from],
        };
        kept.copy_within(from.., tail);
        kept.truncate(2 * tail);
    }

    /// Near which the results were expected.
    pub(super) fn centre(&self) -> f64 {
        self.centre
    }

    /// How many results there are.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The result of all rounds, if they agree; the centre without any.
    pub(super) fn agreed(&self) -> Option<f64> {
        let first = self.kept.first().copied().unwrap_or(self.centre);
        // The lowest and the highest are always kept.
        self.kept.iter().all(|kept| *kept == first).then_some(first)
    }

    /// The variance of the results.
    pub(super) fn variance(&self) -> f64 {
        let count = self.count as f64;
        let mean = self.sum / count;
        (self.squares / count - mean * mean).max(0.0)
    }

    /// The interval that holds the middle of the results, if there are any.
    pub(super) fn middle(&mut self) -> Option<Interval> {
        let (place, kept) = (tail(self.count), &mut self.kept);
        let last = kept.len().checked_sub(1)?;
        let low = *kept.select_nth_unstable_by(place, f64::total_cmp).1;
        let high = *kept.select_nth_unstable_by(last - place, f64::total_cmp).1;
        Some(Interval { low, high })
    }
}

/// What probably lies a little inside of so many results at each end: a look at a few of them says.
fn bounds(kept: &[f64], tail: usize) -> Interval {
    const STEP: usize = 16;
    let mut few: Vec<f64> = kept.iter().step_by(STEP).copied().collect();
    few.sort_unstable_by(f64::total_cmp);
    let last = few.len() - 1;
    let place = (tail / STEP + tail / (2 * STEP)).min(last);
    Interval {
        low: few[place],
        high: few[last - place],
    }
}

/// How many of so many results lie below the middle, and above it.
fn tail(count: usize) -> usize {
    (((1.0 - LEVEL) / 2.0) * count.saturating_sub(1) as f64).round() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use lydite_model::random::SplitMix64;

    fn spread(results: &[f64], rounds: usize) -> Spread {
        let mut spread = Spread::new(0.5, rounds);
        results.chunks(64).for_each(|some| spread.add(some));
        spread
    }

    #[test]
    fn the_ends_are_those_of_all_results_in_order() {
        let mut random = SplitMix64::new(4);
        for count in [1, 2, 3, 10, 39, 1000, 2049, 9999, 10_000] {
            for steps in [1, 2, 50, 1_000_000] {
                let mut results: Vec<f64> = (0..count)
                    .map(|_| random.below(steps) as f64 / steps as f64)
                    .collect();
                let mut sorted = results.clone();
                sorted.sort_by(f64::total_cmp);
                let tail = (0.025 * (count - 1) as f64).round() as usize;
                let expected = Interval {
                    low: sorted[tail],
                    high: sorted[count - 1 - tail],
                };
                // Results in order drop nothing at one end until the last has come.
                let falling: Vec<f64> = sorted.iter().rev().copied().collect();
                results.push(f64::NAN);
                for results in [&results, &sorted, &falling] {
                    let mut spread = spread(results, 10_000);
                    assert_eq!(spread.middle(), Some(expected), "{count} {steps}");
                    assert_eq!(spread.count(), count);
                    let agreed = (sorted[0] == sorted[count - 1]).then_some(sorted[0]);
                    assert_eq!(spread.agreed(), agreed);
                    assert!(spread.kept.len() <= KEPT);
                }
            }
        }
    }

    #[test]
    fn the_variance_is_that_of_all_results() {
        let mut random = SplitMix64::new(5);
        let results: Vec<f64> = (0..10_000).map(|_| random.unit()).collect();
        let mean = results.iter().sum::<f64>() / 10_000.0;
        let squares = results.iter().map(|result| (result - mean).powi(2));
        let expected = squares.sum::<f64>() / 10_000.0;
        let found = spread(&results, 10_000).variance();
        assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    }

    #[test]
    fn without_results_the_centre_stands_for_them() {
        let mut nothing = spread(&[f64::NAN], 10);
        assert_eq!((nothing.agreed(), nothing.middle()), (Some(0.5), None));
    }
}
