//! How good a sample is: diverse, similar to the whole, covering it.

use serde::Serialize;

use crate::Vectors;

/// How good a sample is.
///
/// All figures are about vectors normalised over the whole pool.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Quality {
    /// The number of questions in the sample.
    pub n: usize,
    /// The mean over the features of the standard deviation (n − 1) within the sample: Definition 2
    /// of the QaldGen paper.
    pub diversity: f64,
    /// How far sample and pool are apart: the harmonic mean of [`mean_error`](Self::mean_error) and
    /// [`sd_error`](Self::sd_error), as FEASIBLE defines it. Smaller is closer.
    pub similarity_error: f64,
    /// The mean over the features of the squared difference of the means.
    pub mean_error: f64,
    /// The mean over the features of the squared difference of the standard deviations.
    pub sd_error: f64,
    /// How many different vectors the sample has.
    pub distinct_vectors: usize,
    /// The mean over the features of the share of the pool's different values that the sample has.
    pub coverage: f64,
    /// The mean distance between a question of the pool and the nearest one of the sample.
    pub mean_distance: f64,
    /// The largest of these distances.
    pub radius: f64,
}

impl Quality {
    /// The quality of a sample, given by the numbers of its questions.
    pub fn of(vectors: &Vectors, questions: &[usize]) -> Self {
        let mut weights = vec![0.0; vectors.points()];
        for question in questions {
            weights[vectors.point_of(*question)] += 1.0;
        }
        let whole: Vec<f64> = (0..vectors.points()).map(|p| vectors.weight(p)).collect();
        let width = vectors.width() as f64;
        let (mut diversity, mut mean_error, mut sd_error, mut coverage) = (0.0, 0.0, 0.0, 0.0);
        for column in 0..vectors.width() {
            let sample = Moments::of(vectors, column, &weights);
            let pool = Moments::of(vectors, column, &whole);
            diversity += sample.deviation / width;
            mean_error += (pool.mean - sample.mean).powi(2) / width;
            sd_error += (pool.deviation - sample.deviation).powi(2) / width;
            coverage += sample.values as f64 / pool.values as f64 / width;
        }
        let errors = mean_error + sd_error;
        let (mean_distance, radius) = distances(vectors, &weights);
        Self {
            n: questions.len(),
            diversity,
            similarity_error: if errors > 0.0 {
                2.0 * mean_error * sd_error / errors
            } else {
                0.0
            },
            mean_error,
            sd_error,
            distinct_vectors: weights.iter().filter(|weight| **weight > 0.0).count(),
            coverage,
            mean_distance,
            radius,
        }
    }
}

struct Moments {
    mean: f64,
    /// With n − 1; 0 for a single question.
    deviation: f64,
    /// How many different values there are.
    values: usize,
}

impl Moments {
    fn of(vectors: &Vectors, column: usize, weights: &[f64]) -> Self {
        let values = || {
            weights
                .iter()
                .enumerate()
                .filter(|(_, weight)| **weight > 0.0)
                .map(|(point, weight)| (vectors.coordinate(point, column), *weight))
        };
        let count: f64 = values().map(|(_, weight)| weight).sum();
        let mean = values().map(|(value, weight)| value * weight).sum::<f64>() / count;
        let squares: f64 = values()
            .map(|(value, weight)| weight * (value - mean).powi(2))
            .sum();
        let different: rustc_hash::FxHashSet<u64> =
            values().map(|(value, _)| value.to_bits()).collect();
        Self {
            mean,
            deviation: if count > 1.0 {
                (squares / (count - 1.0)).sqrt()
            } else {
                0.0
            },
            values: different.len(),
        }
    }
}

/// The mean and the largest distance between questions and the nearest one of the sample.
fn distances(vectors: &Vectors, sample: &[f64]) -> (f64, f64) {
    let mut nearest = vec![f64::INFINITY; vectors.points()];
    for (point, weight) in sample.iter().enumerate() {
        if *weight > 0.0 {
            let row = vectors.row(point);
            vectors.sweep(&row, &mut nearest, |_, distances, nearest| {
                for (nearest, distance) in nearest.iter_mut().zip(distances) {
                    *nearest = nearest.min(*distance);
                }
            });
        }
    }
    let sum: f64 = nearest
        .iter()
        .enumerate()
        .map(|(point, distance)| distance * vectors.weight(point))
        .sum();
    let largest = nearest.into_iter().fold(0.0, f64::max);
    (sum / vectors.questions() as f64, largest)
}
