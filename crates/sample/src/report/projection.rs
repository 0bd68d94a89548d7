//! Two dimensions out of many: principal components.

use crate::Vectors;

/// The plane in which questions differ most (Pearson: On lines and planes of closest fit to systems of
/// points in space, 1901).
///
/// ```
/// use lydite_sample::{Pool, Projection};
///
/// let mut pool = Pool::new(["x", "y"]);
/// for at in 0..5 {
///     pool.push(at.to_string(), &[f64::from(at), f64::from(at)])?;
/// }
/// let projection = Projection::of(&pool.vectors()?);
/// assert!(projection.explained[0] > 0.999); // they lie on a line
/// # Ok::<(), lydite_sample::SampleError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Projection {
    /// The place of each point.
    pub places: Vec<[f64; 2]>,
    /// Which share of the variance each direction holds.
    pub explained: [f64; 2],
    /// The directions.
    pub axes: [Vec<f64>; 2],
}

impl Projection {
    /// The projection of all points; those with more questions weigh more.
    pub fn of(vectors: &Vectors) -> Self {
        let width = vectors.width();
        let mean = vectors.mean();
        let mut covariance = vec![vec![0.0; width]; width];
        for point in 0..vectors.points() {
            let weight = vectors.weight(point);
            let row = vectors.row(point);
            let from_mean: Vec<f64> = row
                .iter()
                .zip(&mean)
                .map(|(value, mean)| value - mean)
                .collect();
            for (sums, a) in covariance.iter_mut().zip(&from_mean) {
                for (sum, b) in sums.iter_mut().zip(&from_mean) {
                    *sum += weight * a * b;
                }
            }
        }
        let mut directions = eigenvectors(covariance);
        directions.sort_by(|a, b| b.0.total_cmp(&a.0));
        let total: f64 = directions.iter().map(|(value, _)| value.max(0.0)).sum();
        let share = |value: f64| {
            if total > 0.0 {
                value.max(0.0) / total
            } else {
                0.0
            }
        };
        let mut directions = directions.into_iter();
        let mut next = || match directions.next() {
            Some((value, axis)) => (share(value), upright(axis)),
            None => (0.0, vec![0.0; width]),
        };
        let (first, second) = (next(), next());
        let along = |point: usize, axis: &[f64]| -> f64 {
            let columns = axis.iter().enumerate();
            columns
                .map(|(column, weight)| weight * (vectors.coordinate(point, column) - mean[column]))
                .sum()
        };
        Self {
            places: (0..vectors.points())
                .map(|point| [along(point, &first.1), along(point, &second.1)])
                .collect(),
            explained: [first.0, second.0],
            axes: [first.1, second.1],
        }
    }
}

/// A direction and its opposite are the same: the one whose largest part is positive.
fn upright(mut axis: Vec<f64>) -> Vec<f64> {
    let largest = axis
        .iter()
        .copied()
        .max_by(|a, b| a.abs().total_cmp(&b.abs()));
    if largest.is_some_and(|part| part < 0.0) {
        for part in &mut axis {
            *part = -*part;
        }
    }
    axis
}

/// The eigenvalues of a symmetric matrix with their vectors, by Jacobi's rotations (Golub, Van Loan:
/// Matrix Computations, section 8.5).
fn eigenvectors(mut matrix: Vec<Vec<f64>>) -> Vec<(f64, Vec<f64>)> {
    const ROUNDS: usize = 60;
    let size = matrix.len();
    let mut vectors: Vec<Vec<f64>> = (0..size)
        .map(|row| (0..size).map(|column| f64::from(row == column)).collect())
        .collect();
    for _ in 0..ROUNDS {
        let off: f64 = (0..size)
            .flat_map(|a| (0..a).map(move |b| (a, b)))
            .map(|(a, b)| matrix[a][b] * matrix[a][b])
            .sum();
        if off < 1e-24 {
            break;
        }
        for p in 0..size {
            for q in p + 1..size {
                rotate(&mut matrix, &mut vectors, p, q);
            }
        }
    }
    (0..size)
        .map(|at| (matrix[at][at], vectors.iter().map(|row| row[at]).collect()))
        .collect()
}

/// Turns the plane of two axes so that their common entry vanishes.
fn rotate(matrix: &mut [Vec<f64>], vectors: &mut [Vec<f64>], p: usize, q: usize) {
    if matrix[p][q] == 0.0 {
        return;
    }
    let theta = (matrix[q][q] - matrix[p][p]) / (2.0 * matrix[p][q]);
    let tangent = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    let sine = tangent * cosine;
    let turn =
        |a: &mut f64, b: &mut f64| (*a, *b) = (cosine * *a - sine * *b, sine * *a + cosine * *b);
    for row in matrix.iter_mut().chain(vectors.iter_mut()) {
        let (left, right) = row.split_at_mut(q);
        turn(&mut left[p], &mut right[0]);
    }
    let (above, below) = matrix.split_at_mut(q);
    for (a, b) in above[p].iter_mut().zip(&mut below[0]) {
        turn(a, b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotations_find_known_directions() {
        let matrix = vec![
            vec![2.0, 1.0, 0.0],
            vec![1.0, 2.0, 0.0],
            vec![0.0, 0.0, 5.0],
        ];
        let mut found = eigenvectors(matrix);
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        let values: Vec<i64> = found
            .iter()
            .map(|(value, _)| value.round() as i64)
            .collect();
        assert_eq!(values, [5, 3, 1]);
        let second = upright(found[1].1.clone());
        assert!((second[0] - second[1]).abs() < 1e-9 && second[2].abs() < 1e-9);
    }
}
