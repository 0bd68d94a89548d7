//! Minimises smooth functions: limited-memory BFGS, and the solution of symmetric equations.

use rayon::prelude::*;

use super::error::LearnError;
use super::matrix::dot;

/// Minimises a function by limited-memory BFGS (Nocedal 1980) with backtracking, from `point` on.
///
/// `function` gives the value at a point and writes the gradient. It ends when the largest part of the gradient is
/// below `tolerance`, when no step makes progress, or after `steps`.
pub(super) fn minimise(
    mut point: Vec<f64>,
    steps: usize,
    tolerance: f64,
    mut function: impl FnMut(&[f64], &mut [f64]) -> f64,
) -> Vec<f64> {
    const MEMORY: usize = 10;
    let size = point.len();
    let mut gradient = vec![0.0; size];
    let mut value = function(&point, &mut gradient);
    let mut history: Vec<(Vec<f64>, Vec<f64>, f64)> = Vec::new();
    for _ in 0..steps {
        if gradient.iter().all(|part| part.abs() < tolerance) {
            break;
        }
        let mut direction: Vec<f64> = gradient.iter().map(|part| -part).collect();
        let mut alphas = Vec::with_capacity(history.len());
        for (step, change, curvature) in history.iter().rev() {
            let alpha = dot(step, &direction) / curvature;
            add(&mut direction, change, -alpha);
            alphas.push(alpha);
        }
        if let Some((_, change, curvature)) = history.last() {
            let scale = curvature / dot(change, change);
            direction.iter_mut().for_each(|part| *part *= scale);
        }
        for ((step, change, curvature), alpha) in history.iter().zip(alphas.iter().rev()) {
            let beta = dot(change, &direction) / curvature;
            add(&mut direction, step, alpha - beta);
        }
        let mut slope = dot(&direction, &gradient);
        if slope >= 0.0 {
            history.clear();
            direction = gradient.iter().map(|part| -part).collect();
            slope = dot(&direction, &gradient);
        }
        let mut length = if history.is_empty() {
            1.0 / dot(&gradient, &gradient).sqrt().max(1.0)
        } else {
            1.0
        };
        let mut next_gradient = vec![0.0; size];
        let mut moved = None;
        for _ in 0..40 {
            let mut next = point.clone();
            add(&mut next, &direction, length);
            let next_value = function(&next, &mut next_gradient);
            if next_value.is_finite() && next_value <= value + 1e-4 * length * slope {
                moved = Some((next, next_value));
                break;
            }
            length *= 0.5;
        }
        let Some((next, next_value)) = moved else {
            break;
        };
        let step: Vec<f64> = next.iter().zip(&point).map(|(a, b)| a - b).collect();
        let change: Vec<f64> = next_gradient
            .iter()
            .zip(&gradient)
            .map(|(a, b)| a - b)
            .collect();
        let curvature = dot(&step, &change);
        if curvature > 1e-12 * dot(&change, &change) {
            if history.len() == MEMORY {
                history.remove(0);
            }
            history.push((step, change, curvature));
        }
        point = next;
        value = next_value;
        gradient = next_gradient;
    }
    point
}

/// Adds a multiple of a vector to another.
pub(super) fn add(target: &mut [f64], vector: &[f64], factor: f64) {
    for (target, part) in target.iter_mut().zip(vector) {
        *target += factor * part;
    }
}

/// The lower triangle of a symmetric positive definite matrix, factorised (Cholesky).
pub(super) struct Factorised {
    size: usize,
    lower: Vec<f64>,
}

impl Factorised {
    /// Factorises a matrix, given row by row; only its lower triangle is read.
    ///
    /// Works on blocks of columns, so that a block stays in the cache while the rows below pass, which
    /// the threads share.
    pub(super) fn new(size: usize, mut lower: Vec<f64>) -> Result<Self, LearnError> {
        const BLOCK: usize = 48;
        for start in (0..size).step_by(BLOCK) {
            let end = (start + BLOCK).min(size);
            let below = &mut lower[start * size..];
            let (block, rest) = below.split_at_mut((end - start) * size);
            for row in start..end {
                for column in start..=row {
                    let (before, after) = block.split_at_mut((row - start) * size);
                    let this = &mut after[..size];
                    let sum = if column == row {
                        this[row] - dot(&this[..row], &this[..row])
                    } else {
                        let other = &before[(column - start) * size..][..size];
                        (this[column] - dot(&this[..column], &other[..column])) / other[column]
                    };
                    if column == row {
                        if !sum.is_finite() || sum <= 0.0 {
                            return Err(LearnError::Singular);
                        }
                        this[row] = sum.sqrt();
                    } else {
                        this[column] = sum;
                    }
                }
            }
            let block = &*block;
            rest.par_chunks_mut(size).for_each(|this| {
                for column in start..end {
                    let other = &block[(column - start) * size..][..size];
                    this[column] =
                        (this[column] - dot(&this[..column], &other[..column])) / other[column];
                }
            });
        }
        Ok(Self { size, lower })
    }

    /// Solves the equations for one right-hand side, in place.
    pub(super) fn solve(&self, right: &mut [f64]) {
        for row in 0..self.size {
            let lower = &self.lower[row * self.size..][..self.size];
            right[row] = (right[row] - dot(&lower[..row], &right[..row])) / lower[row];
        }
        for row in (0..self.size).rev() {
            let lower = &self.lower[row * self.size..][..self.size];
            right[row] /= lower[row];
            let value = right[row];
            add(&mut right[..row], &lower[..row], -value);
        }
    }

    /// Solves the equations for any number of right-hand sides, one after another in `rights`, in place.
    ///
    /// Some are solved side by side, so that the triangle passes the memory once for all of them.
    pub(super) fn solve_all(&self, rights: &mut [f64]) {
        const SIDE: usize = 8;
        rights
            .par_chunks_mut(SIDE * self.size.max(1))
            .for_each(|block| {
                let count = block.len() / self.size;
                let mut sides = vec![[0.0; SIDE]; self.size];
                for (at, right) in block.chunks(self.size).enumerate() {
                    for (side, value) in sides.iter_mut().zip(right) {
                        side[at] = *value;
                    }
                }
                for row in 0..self.size {
                    let lower = &self.lower[row * self.size..][..=row];
                    let mut sums = sides[row];
                    for (weight, side) in lower.iter().zip(&sides[..row]) {
                        for lane in 0..SIDE {
                            sums[lane] -= weight * side[lane];
                        }
                    }
                    sides[row] = sums.map(|sum| sum / lower[row]);
                }
                for row in (0..self.size).rev() {
                    let lower = &self.lower[row * self.size..][..=row];
                    let solved = sides[row].map(|value| value / lower[row]);
                    sides[row] = solved;
                    for (weight, side) in lower.iter().zip(&mut sides[..row]) {
                        for lane in 0..SIDE {
                            side[lane] -= weight * solved[lane];
                        }
                    }
                }
                for (at, right) in block.chunks_mut(self.size).enumerate().take(count) {
                    for (side, value) in sides.iter().zip(right) {
                        *value = side[at];
                    }
                }
            });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_valley_is_found() {
        // Rosenbrock's function, with its minimum at (1, 1).
        let found = minimise(vec![-1.2, 1.0], 500, 1e-10, |at, gradient| {
            let (x, y) = (at[0], at[1]);
            gradient[0] = -2.0 * (1.0 - x) - 400.0 * x * (y - x * x);
            gradient[1] = 200.0 * (y - x * x);
            (1.0 - x).powi(2) + 100.0 * (y - x * x).powi(2)
        });
        assert!((found[0] - 1.0).abs() < 1e-6 && (found[1] - 1.0).abs() < 1e-6);
    }

    #[test]
    fn equations_are_solved() {
        // More than one block: (A + A^T)/2 dominated by its diagonal.
        let size = 130;
        let cell = |row: usize, column: usize| {
            let near = 1.0 / (1.0 + row.abs_diff(column) as f64);
            if row == column { 10.0 } else { near }
        };
        let matrix: Vec<f64> = (0..size * size)
            .map(|at| cell(at / size, at % size))
            .collect();
        let expected: Vec<f64> = (0..size).map(|at| (at % 7) as f64 - 3.0).collect();
        let mut right: Vec<f64> = matrix.chunks(size).map(|row| dot(row, &expected)).collect();
        let factorised = Factorised::new(size, matrix).unwrap();
        let mut rights = right.repeat(11);
        factorised.solve_all(&mut rights);
        factorised.solve(&mut right);
        for (one, other) in rights.iter().zip(right.iter().cycle()) {
            assert!((one - other).abs() < 1e-12);
        }
        for (found, expected) in right.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-9);
        }
        assert!(Factorised::new(2, vec![1.0, 1.0, 1.0, 1.0]).is_err());
    }
}
