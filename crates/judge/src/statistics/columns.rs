//! The columns of what questions add to sums: which are equal, which never vary, and what follows
//! from that for scores.

use std::ops::Range;

use crate::measures::{Value, harmonic, share};

/// How many rounds are computed at once.
pub(super) const BLOCK: usize = 64;

/// A number for each of some rounds.
pub(super) type Block = [f64; BLOCK];

/// The columns of a table with a row for each question.
pub(super) struct Columns<'c> {
    cells: &'c [f64],
    width: usize,
    /// For each column the first one that is equal to it.
    first: Vec<usize>,
    constant: Vec<bool>,
}

/// How a score is computed from columns, of equal ones always from the first.
#[derive(Clone, Debug)]
pub(super) struct Source {
    value: Value,
    /// The sums that the value is given.
    sums: Range<usize>,
    /// The columns that it depends on.
    pub(super) reads: Vec<usize>,
    /// The value in every round, if it cannot vary.
    pub(super) fixed: Option<f64>,
}

impl Source {
    /// The score for these sums.
    #[inline]
    pub(super) fn of(&self, sums: &[f64]) -> f64 {
        self.value.of(&sums[self.sums.clone()])
    }

    /// The score for the sums of each round.
    pub(super) fn of_rounds(&self, sums: &[Block]) -> Block {
        let sums = &sums[self.sums.clone()];
        let shares = |one: usize, by: usize| -> Block {
            let (one, by) = (&sums[one], &sums[by]);
            std::array::from_fn(|at| share(one[at], by[at]))
        };
        match self.value {
            Value::Ratio(one, by) => {
                let (one, by) = (&sums[one], &sums[by]);
                std::array::from_fn(|at| one[at] / by[at])
            }
            Value::Share(one, by) => shares(one, by),
            Value::HarmonicShares([one, by], [other, other_by]) => {
                let (one, other) = (shares(one, by), shares(other, other_by));
                std::array::from_fn(|at| harmonic(one[at], other[at]))
            }
            Value::Plain(_) | Value::With(..) => {
                let mut row = vec![0.0; sums.len()];
                std::array::from_fn(|at| {
                    for (cell, sum) in row.iter_mut().zip(sums) {
                        *cell = sum[at];
                    }
                    self.value.of(&row)
                })
            }
        }
    }

    /// Whether both always have the same value.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        match (&self.value, &other.value) {
            (Value::Ratio(..), Value::Ratio(..))
            | (Value::Share(..), Value::Share(..))
            | (Value::HarmonicShares(..), Value::HarmonicShares(..)) => self.reads == other.reads,
            _ => false,
        }
    }
}

impl<'c> Columns<'c> {
    /// The columns of these rows, of which there is at least one.
    pub(super) fn of(cells: &'c [f64], width: usize) -> Self {
        let rows = || cells.chunks_exact(width);
        let first = (0..width)
            .map(|column| {
                let equal = |before: &usize| rows().all(|row| row[*before] == row[column]);
                (0..column).find(equal).unwrap_or(column)
            })
            .collect();
        let constant = (0..width)
            .map(|column| rows().all(|row| row[column] == cells[column]))
            .collect();
        Self {
            cells,
            width,
            first,
            constant,
        }
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// How many questions there are.
    pub(super) fn questions(&self) -> usize {
        self.cells.len() / self.width
    }

    /// The first column that is equal to this one.
    pub(super) fn first(&self, column: usize) -> usize {
        self.first[column]
    }

    /// Whether all questions add the same to this column.
    pub(super) fn is_constant(&self, column: usize) -> bool {
        self.constant[column]
    }

    /// The rows one after the other, of these columns only.
    pub(super) fn cells(&self, columns: &[usize]) -> Vec<f64> {
        let rows = self.cells.chunks_exact(self.width);
        rows.flat_map(|row| columns.iter().map(|column| row[*column]))
            .collect()
    }

    /// The sum of a constant column.
    pub(super) fn constant_sum(&self, column: usize) -> f64 {
        self.cells[column] * self.questions() as f64
    }

    /// How a score is computed from the columns of these sums.
    pub(super) fn source(&self, of: Value, sums: Range<usize>) -> Source {
        let first = |sum: usize| self.first[sums.start + sum];
        let all = 0..self.width;
        let (value, sums, reads) = match of {
            Value::Ratio(one, by) => {
                let (one, by) = (first(one), first(by));
                (Value::Ratio(one, by), all, vec![one, by])
            }
            Value::Share(one, by) => {
                let (one, by) = (first(one), first(by));
                (Value::Share(one, by), all, vec![one, by])
            }
            Value::HarmonicShares(one, other) => {
                let (one, other) = (one.map(first), other.map(first));
                let value = Value::HarmonicShares(one, other);
                (value, all, [one, other].as_flattened().to_vec())
            }
            other => (other, sums.clone(), sums.collect()),
        };
        let fixed = self.fixed(&value, sums.clone(), &reads);
        Source {
            value,
            sums,
            reads,
            fixed,
        }
    }

    /// The value that rounds cannot change, if there is one.
    fn fixed(&self, value: &Value, sums: Range<usize>, reads: &[usize]) -> Option<f64> {
        if reads.iter().all(|column| self.constant[*column]) {
            let sums: Vec<f64> = sums.map(|column| self.constant_sum(column)).collect();
            return Some(value.of(&sums));
        }
        // A sum by itself is 1, unless it is 0.
        let itself = |one: usize, by: usize| one == by && self.has_sum(one);
        let fixed = match *value {
            Value::Ratio(one, by) | Value::Share(one, by) => itself(one, by),
            Value::HarmonicShares([one, by], [other, other_by]) => {
                itself(one, by) && itself(other, other_by)
            }
            Value::Plain(_) | Value::With(..) => false,
        };
        fixed.then_some(1.0)
    }

    /// Whether hardly any round, in all that anybody will ever draw, adds up to 0.
    fn has_sum(&self, column: usize) -> bool {
        const NEVER: f64 = 1e-20;
        let cells = || self.cells.chunks_exact(self.width).map(|row| row[column]);
        let n = self.questions();
        let zeros = cells().filter(|cell| *cell == 0.0).count() as f64 / n as f64;
        let draws = i32::try_from(n).unwrap_or(i32::MAX);
        cells().all(|cell| cell >= 0.0) && zeros.powi(draws) < NEVER
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(cells: &[f64], of: Value) -> Source {
        Columns::of(cells, 4).source(of, 1..4)
    }

    #[test]
    fn scores_are_the_same_if_their_columns_are() {
        // The last two columns are equal.
        let cells = [9.0, 1.0, 2.0, 2.0, 9.0, 0.0, 1.0, 1.0];
        let (one, other) = (Value::Share(0, 1), Value::Share(0, 2));
        let (one, other) = (source(&cells, one), source(&cells, other));
        assert!(one.is_same(&other) && one.fixed.is_none());
        assert_eq!(one.of(&[9.0, 1.0, 4.0, 0.0]), 0.25);
        let turned = source(&cells, Value::Share(1, 0));
        assert!(!one.is_same(&turned));
        assert!(!one.is_same(&source(&cells, Value::Ratio(0, 1))));
    }

    #[test]
    fn a_sum_by_itself_never_varies() {
        let cells = [9.0, 1.0, 2.0, 2.0, 9.0, 0.0, 1.0, 1.0];
        let fixed = |cells: &[f64], of: Value| source(cells, of).fixed;
        assert_eq!(fixed(&cells, Value::Share(1, 2)), Some(1.0));
        assert_eq!(fixed(&cells, Value::Ratio(2, 1)), Some(1.0));
        let both = Value::HarmonicShares([1, 2], [2, 2]);
        assert_eq!(fixed(&cells, both), Some(1.0));
        assert_eq!(fixed(&cells, Value::HarmonicShares([1, 2], [0, 2])), None);
        // A round may draw nothing but zeros.
        assert_eq!(fixed(&cells, Value::Share(0, 0)), None);
        // What is the same for all questions never varies, whatever is made of it.
        let equal = [9.0, 1.0, 2.0, 4.0, 8.0, 1.0, 2.0, 4.0];
        let plain = Value::Plain(|sums| sums[0] + sums[2]);
        assert_eq!(fixed(&equal, plain), Some(10.0));
        assert_eq!(fixed(&cells, plain), None);
    }

    #[test]
    fn many_rounds_at_once_come_to_what_each_does() {
        let cells = [9.0, 1.0, 2.0, 3.0, 9.0, 0.0, 1.0, 0.0];
        let mut sums = vec![[0.0; BLOCK]; 4];
        for at in 0..BLOCK {
            for (column, sum) in sums.iter_mut().enumerate() {
                // Nothing to divide by now and then.
                sum[at] = ((at * (column + 3)) % 5) as f64;
            }
        }
        let values = [
            Value::Ratio(0, 1),
            Value::Share(0, 1),
            Value::HarmonicShares([0, 1], [2, 1]),
            Value::Plain(|sums| sums[0] - sums[2]),
            Value::With(2.0, |by, sums| by * sums[1]),
        ];
        for value in values {
            let source = source(&cells, value);
            let found = source.of_rounds(&sums);
            for at in 0..BLOCK {
                let row: Vec<f64> = sums.iter().map(|sum| sum[at]).collect();
                let expected = source.of(&row);
                assert!(found[at].to_bits() == expected.to_bits(), "{value:?}");
            }
        }
    }
}
