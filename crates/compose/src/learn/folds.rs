//! Divides examples into parts that are left out in turn.

use super::error::LearnError;
use lydite_model::random::SplitMix64;

/// A division of examples into folds of almost equal size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folds {
    count: usize,
    fold_of: Vec<usize>,
}

impl Folds {
    /// Folds of consecutive examples, the first ones larger by one where needed (as `KFold` of scikit-learn).
    ///
    /// # Errors
    /// If there are fewer than two folds, or fewer examples than folds.
    pub fn in_order(examples: usize, count: usize) -> Result<Self, LearnError> {
        Self::of_order((0..examples).collect(), count)
    }

    /// The same over the examples in a random order.
    ///
    /// # Errors
    /// As [`in_order`](Self::in_order).
    pub fn shuffled(examples: usize, count: usize, seed: u64) -> Result<Self, LearnError> {
        let mut order: Vec<usize> = (0..examples).collect();
        shuffle(&mut order, &mut SplitMix64::new(seed));
        Self::of_order(order, count)
    }

    fn of_order(order: Vec<usize>, count: usize) -> Result<Self, LearnError> {
        if count < 2 || count > order.len() {
            return Err(LearnError::Option {
                option: "the number of folds",
                expected: "at least 2 and at most the number of examples",
            });
        }
        let mut fold_of = vec![0; order.len()];
        let (size, larger) = (order.len() / count, order.len() % count);
        let mut rest = order.into_iter();
        for fold in 0..count {
            let size = size + usize::from(fold < larger);
            for example in rest.by_ref().take(size) {
                fold_of[example] = fold;
            }
        }
        Ok(Self { count, fold_of })
    }

    /// How many folds.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The fold of an example.
    #[must_use]
    pub fn of(&self, example: usize) -> usize {
        self.fold_of[example]
    }

    /// The examples of a fold, ascending.
    #[must_use]
    pub fn tested(&self, fold: usize) -> Vec<usize> {
        self.where_fold(|of| of == fold)
    }

    /// The examples of all other folds, ascending.
    #[must_use]
    pub fn trained(&self, fold: usize) -> Vec<usize> {
        self.where_fold(|of| of != fold)
    }

    fn where_fold(&self, holds: impl Fn(usize) -> bool) -> Vec<usize> {
        let examples = self.fold_of.iter().enumerate();
        examples
            .filter(|(_, fold)| holds(**fold))
            .map(|(example, _)| example)
            .collect()
    }
}

/// Brings items into a random order.
pub(super) fn shuffle<T>(items: &mut [T], random: &mut SplitMix64) {
    for last in (1..items.len()).rev() {
        items.swap(last, random.below(last + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_in_order_are_those_of_scikit_learn() {
        let folds = Folds::in_order(11, 3).unwrap();
        assert_eq!(folds.tested(0), [0, 1, 2, 3]);
        assert_eq!(folds.tested(2), [8, 9, 10]);
        assert_eq!(folds.trained(1), [0, 1, 2, 3, 8, 9, 10]);
    }

    #[test]
    fn every_example_is_tested_once() {
        let folds = Folds::shuffled(50, 7, 3).unwrap();
        let mut all: Vec<usize> = (0..7).flat_map(|fold| folds.tested(fold)).collect();
        all.sort_unstable();
        assert_eq!(all, (0..50).collect::<Vec<_>>());
        assert!(Folds::in_order(3, 4).is_err() && Folds::in_order(3, 1).is_err());
    }
}
