//! The middle of many results.

use super::{Interval, LEVEL};

/// The interval that holds the middle of some results, of which there is at least one.
pub(super) fn middle(results: &[f64]) -> Interval {
    let last = results.len() - 1;
    let tail = (((1.0 - LEVEL) / 2.0) * last as f64).round() as usize;
    let mut lowest = Lowest::of(results);
    Interval {
        low: lowest.place(tail, |value| value),
        high: -lowest.place(tail, |value| -value),
    }
}

/// Finds the values near one end of many: a look at a few says which may be among them.
struct Lowest<'r> {
    results: &'r [f64],
    candidates: Vec<f64>,
}

impl<'r> Lowest<'r> {
    fn of(results: &'r [f64]) -> Self {
        Self {
            results,
            candidates: Vec::with_capacity(results.len() / 8),
        }
    }

    /// The value at this place when all are in order, after `key` has turned each.
    fn place(&mut self, place: usize, key: impl Fn(f64) -> f64) -> f64 {
        let bound = self.bound(place, &key);
        self.candidates.clear();
        let turned = self.results.iter().map(|&value| key(value));
        self.candidates
            .extend(turned.clone().filter(|value| *value <= bound));
        if self.candidates.len() <= place {
            self.candidates.clear();
            self.candidates.extend(turned);
        }
        *self
            .candidates
            .select_nth_unstable_by(place, f64::total_cmp)
            .1
    }

    /// A value that is probably above the one at the place, but not by much: of every sixteenth
    /// result, the one at about twice the place.
    fn bound(&mut self, place: usize, key: &impl Fn(f64) -> f64) -> f64 {
        const STEP: usize = 16;
        let few = self.results.iter().step_by(STEP).map(|&value| key(value));
        self.candidates.clear();
        self.candidates.extend(few);
        let twice = (2 * place / STEP + 4).min(self.candidates.len() - 1);
        *self
            .candidates
            .select_nth_unstable_by(twice, f64::total_cmp)
            .1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lydite_model::random::SplitMix64;

    #[test]
    fn the_ends_are_those_of_all_results_in_order() {
        let mut random = SplitMix64::new(4);
        for count in [1, 2, 3, 10, 39, 1000, 9999, 10_000] {
            for steps in [2, 50, 1_000_000] {
                let results: Vec<f64> = (0..count)
                    .map(|_| random.below(steps) as f64 / steps as f64)
                    .collect();
                // Sorted results are the worst case for a look at a few of the first.
                let mut sorted = results.clone();
                sorted.sort_by(f64::total_cmp);
                let tail = (0.025 * (count - 1) as f64).round() as usize;
                let expected = Interval {
                    low: sorted[tail],
                    high: sorted[count - 1 - tail],
                };
                assert_eq!(middle(&results), expected, "{count} {steps}");
                assert_eq!(middle(&sorted), expected, "{count} {steps}");
            }
        }
    }
}
