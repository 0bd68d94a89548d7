//! Features cut into few ranges, for the histograms of boosted trees.

use super::matrix::{Matrix, Rows};

/// The range of a missing value.
pub(super) const MISSING: u8 = 0;

/// The ranges of every feature: upper ends, ascending; range 1 ends at the first of them.
pub(super) struct Bins {
    /// By feature.
    pub(super) ends: Vec<Vec<f64>>,
    /// The ranges of all examples, feature by feature.
    pub(super) codes: Vec<Vec<u8>>,
}

impl Bins {
    /// Cuts every feature into at most `most` ranges with about equally many examples.
    pub(super) fn new(examples: &Matrix, most: usize) -> Self {
        let most = most.clamp(2, 254);
        let mut ends = Vec::with_capacity(examples.columns());
        let mut codes = Vec::with_capacity(examples.columns());
        for column in 0..examples.columns() {
            let values: Vec<f64> = (0..examples.rows())
                .map(|row| examples.row(row)[column])
                .collect();
            let of_column = ends_of(&values, most);
            codes.push(
                values
                    .iter()
                    .map(|value| code(&of_column, *value))
                    .collect(),
            );
            ends.push(of_column);
        }
        Self { ends, codes }
    }
}

fn code(ends: &[f64], value: f64) -> u8 {
    if value.is_nan() {
        MISSING
    } else {
        1 + ends.partition_point(|end| *end < value) as u8
    }
}

fn ends_of(values: &[f64], most: usize) -> Vec<f64> {
    let mut sorted: Vec<f64> = values.iter().copied().filter(|v| !v.is_nan()).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    let mut distinct: Vec<(f64, usize)> = Vec::new();
    for value in &sorted {
        match distinct.last_mut() {
            Some((last, count)) if last == value => *count += 1,
            _ => distinct.push((*value, 1)),
        }
    }
    let few = distinct.len() <= most;
    let share = sorted.len() as f64 / most as f64;
    let mut ends = Vec::new();
    let mut taken = 0.0;
    for pair in distinct.windows(2) {
        taken += pair[0].1 as f64;
        if few || taken >= share * (ends.len() + 1) as f64 {
            let middle = pair[0].0 + (pair[1].0 - pair[0].0) / 2.0;
            ends.push(if middle < pair[1].0 && middle.is_finite() {
                middle
            } else {
                pair[0].0
            });
        }
    }
    ends.truncate(most - 1);
    ends
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_fall_into_their_ranges() {
        let examples = Matrix::from_rows(&[[1.0], [2.0], [f64::NAN], [4.0]]).unwrap();
        let bins = Bins::new(&examples, 16);
        assert_eq!(bins.ends[0], [1.5, 3.0]);
        assert_eq!(bins.codes[0], [1, 2, MISSING, 3]);
        let many: Vec<[f64; 1]> = (0..1000).map(|at| [f64::from(at)]).collect();
        let bins = Bins::new(&Matrix::from_rows(&many).unwrap(), 10);
        assert_eq!(bins.ends[0].len(), 9);
    }
}
