//! Examples as rows of numbers, dense or sparse.

use serde::{Deserialize, Serialize};

use super::error::LearnError;

/// Examples that linear models can be learned from.
pub trait Rows: Sync {
    /// How many examples.
    fn rows(&self) -> usize;

    /// How many features.
    fn columns(&self) -> usize;

    /// The features of an example that are not zero, by column.
    fn cells(&self, row: usize) -> impl Iterator<Item = (usize, f64)>;

    /// The weighted sum of the features of an example.
    fn dot(&self, row: usize, weights: &[f64]) -> f64 {
        self.cells(row)
            .map(|(column, value)| value * weights[column])
            .sum()
    }

    /// The first cell that is missing or infinite.
    ///
    /// # Errors
    /// [`LearnError::NotFinite`] with that cell.
    fn check_finite(&self) -> Result<(), LearnError> {
        for row in 0..self.rows() {
            for (column, value) in self.cells(row) {
                if !value.is_finite() {
                    return Err(LearnError::NotFinite { row, column });
                }
            }
        }
        Ok(())
    }
}

/// A dense matrix, row by row; NaN is a missing cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Matrix {
    columns: usize,
    cells: Vec<f64>,
}

impl Matrix {
    /// A matrix without rows.
    #[must_use]
    pub fn new(columns: usize) -> Self {
        Self {
            columns,
            cells: Vec::new(),
        }
    }

    /// A matrix of these rows.
    ///
    /// # Errors
    /// If the rows differ in length.
    pub fn from_rows<R: AsRef<[f64]>>(rows: &[R]) -> Result<Self, LearnError> {
        let mut matrix = Self::new(rows.first().map_or(0, |row| row.as_ref().len()));
        for row in rows {
            matrix.push(row.as_ref())?;
        }
        Ok(matrix)
    }

    /// Adds a row.
    ///
    /// # Errors
    /// If it has another length than the rows before it.
    pub fn push(&mut self, row: &[f64]) -> Result<(), LearnError> {
        if row.len() != self.columns {
            return Err(LearnError::Shape {
                what: "features of an example",
                expected: self.columns,
                found: row.len(),
            });
        }
        self.cells.extend_from_slice(row);
        Ok(())
    }

    /// A row.
    #[must_use]
    pub fn row(&self, row: usize) -> &[f64] {
        &self.cells[row * self.columns..(row + 1) * self.columns]
    }

    /// A row, to be changed.
    pub fn row_mut(&mut self, row: usize) -> &mut [f64] {
        &mut self.cells[row * self.columns..(row + 1) * self.columns]
    }

    /// Some rows, in this order; rows may come twice.
    #[must_use]
    pub fn select(&self, rows: &[usize]) -> Self {
        let mut cells = Vec::with_capacity(rows.len() * self.columns);
        for row in rows {
            cells.extend_from_slice(self.row(*row));
        }
        Self {
            columns: self.columns,
            cells,
        }
    }

    /// The columns of this matrix followed by those of another.
    ///
    /// # Errors
    /// If the matrices differ in their number of rows.
    pub fn beside(&self, other: &Self) -> Result<Self, LearnError> {
        if other.rows() != self.rows() {
            return Err(LearnError::Shape {
                what: "rows of the second matrix",
                expected: self.rows(),
                found: other.rows(),
            });
        }
        let mut cells = Vec::with_capacity(self.cells.len() + other.cells.len());
        for row in 0..self.rows() {
            cells.extend_from_slice(self.row(row));
            cells.extend_from_slice(other.row(row));
        }
        Ok(Self {
            columns: self.columns + other.columns,
            cells,
        })
    }

    /// The matrix with cells that are missing or infinite replaced by the mean of their column (0 where a
    /// column has no other cells).
    #[must_use]
    pub fn filled(&self) -> Self {
        let mut sums = vec![(0.0, 0usize); self.columns];
        for row in 0..self.rows() {
            for (sum, value) in sums.iter_mut().zip(self.row(row)) {
                if value.is_finite() {
                    sum.0 += value;
                    sum.1 += 1;
                }
            }
        }
        let mut filled = self.clone();
        for row in 0..filled.rows() {
            for (value, (sum, count)) in filled.row_mut(row).iter_mut().zip(&sums) {
                if !value.is_finite() {
                    *value = sum / (*count).max(1) as f64;
                }
            }
        }
        filled
    }
}

impl Rows for Matrix {
    fn rows(&self) -> usize {
        self.cells.len().checked_div(self.columns).unwrap_or(0)
    }

    fn columns(&self) -> usize {
        self.columns
    }

    fn cells(&self, row: usize) -> impl Iterator<Item = (usize, f64)> {
        self.row(row).iter().copied().enumerate()
    }

    fn dot(&self, row: usize, weights: &[f64]) -> f64 {
        dot(self.row(row), weights)
    }
}

/// A sparse matrix, row by row.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sparse {
    columns: usize,
    starts: Vec<usize>,
    at: Vec<u32>,
    values: Vec<f32>,
}

impl Sparse {
    /// A matrix without rows.
    #[must_use]
    pub fn new(columns: usize) -> Self {
        Self {
            columns,
            starts: vec![0],
            at: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Adds a row: columns, ascending, with their values.
    ///
    /// # Errors
    /// If a column is out of range.
    pub fn push(&mut self, row: &[(u32, f32)]) -> Result<(), LearnError> {
        if let Some((column, _)) = row.iter().find(|(at, _)| *at as usize >= self.columns) {
            return Err(LearnError::Shape {
                what: "columns of the matrix",
                expected: self.columns,
                found: *column as usize + 1,
            });
        }
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        self.at.extend(row.iter().map(|(at, _)| *at));
        self.values.extend(row.iter().map(|(_, value)| *value));
        self.starts.push(self.at.len());
        Ok(())
    }

    /// The columns and values of a row.
    #[must_use]
    pub fn row(&self, row: usize) -> (&[u32], &[f32]) {
        let range = self.starts[row]..self.starts[row + 1];
        (&self.at[range.clone()], &self.values[range])
    }

    /// Some rows, in this order.
    #[must_use]
    pub fn select(&self, rows: &[usize]) -> Self {
        let mut selected = Self::new(self.columns);
        for row in rows {
            let (at, values) = self.row(*row);
            selected.at.extend_from_slice(at);
            selected.values.extend_from_slice(values);
            selected.starts.push(selected.at.len());
        }
        selected
    }

    /// For each column the rows that have it, with their values.
    pub(super) fn postings(&self) -> Vec<Vec<(u32, f32)>> {
        let mut postings = vec![Vec::new(); self.columns];
        for row in 0..self.rows() {
            let (at, values) = self.row(row);
            for (column, value) in at.iter().zip(values) {
                postings[*column as usize].push((row as u32, *value));
            }
        }
        postings
    }

    /// Whether the parts fit together; a matrix that was read from a file may be damaged.
    pub(super) fn is_sound(&self) -> bool {
        self.starts.first() == Some(&0)
            && self.starts.is_sorted()
            && self.starts.last() == Some(&self.at.len())
            && self.at.len() == self.values.len()
            && self.at.iter().all(|at| (*at as usize) < self.columns)
    }
}

impl Rows for Sparse {
    fn rows(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    fn columns(&self) -> usize {
        self.columns
    }

    fn cells(&self, row: usize) -> impl Iterator<Item = (usize, f64)> {
        let (at, values) = self.row(row);
        at.iter()
            .zip(values)
            .map(|(at, value)| (*at as usize, f64::from(*value)))
    }
}

/// Mean and spread of every column, to bring features to one scale.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scale {
    means: Vec<f64>,
    spreads: Vec<f64>,
}

impl Scale {
    /// Means and standard deviations of the columns; a constant column keeps its unit.
    #[must_use]
    pub fn of(matrix: &Matrix) -> Self {
        let rows = matrix.rows().max(1) as f64;
        let mut means = vec![0.0; matrix.columns()];
        for row in 0..matrix.rows() {
            for (mean, value) in means.iter_mut().zip(matrix.row(row)) {
                *mean += value / rows;
            }
        }
        let mut spreads = vec![0.0; matrix.columns()];
        for row in 0..matrix.rows() {
            for ((spread, value), mean) in spreads.iter_mut().zip(matrix.row(row)).zip(&means) {
                *spread += (value - mean).powi(2) / rows;
            }
        }
        for spread in &mut spreads {
            *spread = if *spread > 1e-18 { spread.sqrt() } else { 1.0 };
        }
        Self { means, spreads }
    }

    /// A row on the common scale.
    pub fn apply(&self, row: &mut [f64]) {
        for ((value, mean), spread) in row.iter_mut().zip(&self.means).zip(&self.spreads) {
            *value = (*value - mean) / spread;
        }
    }

    /// A matrix on the common scale.
    #[must_use]
    pub fn scaled(&self, matrix: &Matrix) -> Matrix {
        let mut scaled = matrix.clone();
        for row in 0..scaled.rows() {
            self.apply(scaled.row_mut(row));
        }
        scaled
    }
}

/// The sum of products of two rows, in an order that processors can share out.
pub(super) fn dot(one: &[f64], other: &[f64]) -> f64 {
    let mut sums = [0.0; 8];
    let (ones, others) = (one.chunks_exact(8), other.chunks_exact(8));
    let rest: f64 = ones
        .remainder()
        .iter()
        .zip(others.remainder())
        .map(|(a, b)| a * b)
        .sum();
    for (one, other) in ones.zip(others) {
        for lane in 0..8 {
            sums[lane] += one[lane] * other[lane];
        }
    }
    sums.iter().sum::<f64>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_another_length_are_refused() {
        let mut matrix = Matrix::new(2);
        assert!(matrix.push(&[1.0]).is_err());
        assert!(Sparse::new(2).push(&[(2, 1.0)]).is_err());
        assert_eq!(Matrix::new(0).rows(), 0);
    }

    #[test]
    fn missing_cells_are_found_and_filled() {
        let matrix = Matrix::from_rows(&[[1.0, f64::NAN], [3.0, f64::NAN], [f64::NAN, f64::NAN]]);
        let matrix = matrix.unwrap();
        let missing = matrix.check_finite().unwrap_err();
        assert_eq!(missing, LearnError::NotFinite { row: 0, column: 1 });
        assert_eq!(matrix.filled().row(2), [2.0, 0.0]);
    }

    #[test]
    fn columns_come_to_one_scale() {
        let matrix = Matrix::from_rows(&[[1.0, 5.0], [3.0, 5.0]]).unwrap();
        let scaled = Scale::of(&matrix).scaled(&matrix);
        assert_eq!(scaled.row(0), [-1.0, 0.0]);
        assert_eq!(scaled.row(1), [1.0, 0.0]);
    }

    #[test]
    fn long_products_are_sums_of_products() {
        let row: Vec<f64> = (0..21).map(f64::from).collect();
        assert_eq!(dot(&row, &row), 2870.0);
    }
}
