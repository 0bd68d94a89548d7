//! Ridge regression from numbers and texts at once.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::descent::Factorised;
use super::error::{LearnError, check_positive, check_sizes};
use super::matrix::{Matrix, Rows, Scale, Sparse, dot};
use lydite_model::random::SplitMix64;

/// How numbers and texts are brought together.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MixedRidge {
    /// λ, above 0.
    pub penalty: f64,
    /// By how many waves the Gaussian kernel over the numbers is approximated.
    pub waves: usize,
    /// What the waves depend on.
    pub seed: u64,
}

impl Default for MixedRidge {
    fn default() -> Self {
        Self {
            penalty: 6.0,
            waves: 400,
            seed: 0,
        }
    }
}

/// Predicts several quantities from numbers and text features: a ridge regression whose kernel is the sum of a
/// Gaussian kernel over the numbers, brought to one scale, and the products of the text features.
///
/// The Gaussian kernel is approximated by random waves (Rahimi and Recht: Random features for large-scale kernel
/// machines, NIPS 2007), so that a prediction does not depend on the number of examples.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MixedRidgeModel {
    scale: Scale,
    /// A row of weights for each wave.
    waves: Matrix,
    phases: Vec<f64>,
    means: Vec<f32>,
    /// A row of weights for each wave, then for each text feature; a column for each quantity.
    weights: Vec<f32>,
}

impl MixedRidge {
    /// Learns to predict every column of the targets. Constant numbers do no harm.
    ///
    /// # Errors
    /// If the parts differ in their number of examples, there are none, a number or a target is missing or
    /// infinite, or λ is not positive.
    pub fn fit(
        &self,
        numbers: &Matrix,
        texts: &Sparse,
        targets: &Matrix,
    ) -> Result<MixedRidgeModel, LearnError> {
        let rows = numbers.rows();
        check_sizes(rows, numbers.columns(), targets.rows())?;
        check_sizes(rows, numbers.columns(), texts.rows())?;
        check_positive("the penalty", self.penalty)?;
        numbers.check_finite()?;
        targets.check_finite()?;
        let mut model = self.untrained(numbers);
        let waves: Vec<Vec<f64>> = (0..rows)
            .into_par_iter()
            .map(|row| model.wave_features(numbers.row(row)))
            .collect();
        let mut kernel = vec![0.0; rows * rows];
        let postings = texts.postings();
        kernel
            .par_chunks_mut(rows)
            .enumerate()
            .for_each(|(row, line)| {
                // Only the lower triangle is read.
                for (other, cell) in line.iter_mut().enumerate().take(row + 1) {
                    *cell = dot(&waves[row], &waves[other]);
                }
                for (column, value) in texts.cells(row) {
                    for (other, weight) in &postings[column] {
                        line[*other as usize] += value * f64::from(*weight);
                    }
                }
                line[row] += self.penalty;
            });
        let factorised = Factorised::new(rows, kernel)?;
        let outputs = targets.columns();
        let mut means = vec![0.0; outputs];
        for row in 0..rows {
            super::descent::add(&mut means, targets.row(row), 1.0 / rows as f64);
        }
        let mut alphas = vec![0.0; outputs * rows];
        for (at, alphas) in alphas.chunks_mut(rows).enumerate() {
            for (row, alpha) in alphas.iter_mut().enumerate() {
                *alpha = targets.row(row)[at] - means[at];
            }
        }
        factorised.solve_all(&mut alphas);
        let mut weights = vec![0.0; (self.waves + texts.columns()) * outputs];
        for row in 0..rows {
            let alpha: Vec<f64> = (0..outputs).map(|at| alphas[at * rows + row]).collect();
            for (weights, wave) in weights.chunks_mut(outputs).zip(&waves[row]) {
                super::descent::add(weights, &alpha, *wave);
            }
            for (column, value) in texts.cells(row) {
                let weights = &mut weights[(self.waves + column) * outputs..][..outputs];
                super::descent::add(weights, &alpha, value);
            }
        }
        model.means = means.iter().map(|mean| *mean as f32).collect();
        model.weights = weights.iter().map(|weight| *weight as f32).collect();
        Ok(model)
    }

    fn untrained(&self, numbers: &Matrix) -> MixedRidgeModel {
        let mut random = SplitMix64::new(self.seed);
        let columns = numbers.columns();
        // exp(−‖x − y‖² / 2c) over c columns on one scale: frequencies with a variance of 1/c.
        let spread = 1.0 / (columns as f64).sqrt();
        let mut waves = Matrix::new(columns);
        for _ in 0..self.waves {
            let row: Vec<f64> = (0..columns).map(|_| spread * normal(&mut random)).collect();
            // The rows have as many cells as there are columns.
            let _ = waves.push(&row);
        }
        let phases = (0..self.waves).map(|_| std::f64::consts::TAU * random.unit());
        MixedRidgeModel {
            scale: Scale::of(numbers),
            waves,
            phases: phases.collect(),
            means: Vec::new(),
            weights: Vec::new(),
        }
    }
}

/// A number drawn from the normal distribution (Box and Muller 1958).
fn normal(random: &mut SplitMix64) -> f64 {
    let radius = (-2.0 * (1.0 - random.unit()).ln()).sqrt();
    radius * (std::f64::consts::TAU * random.unit()).cos()
}

impl MixedRidgeModel {
    /// How many quantities it predicts.
    #[must_use]
    pub fn outputs(&self) -> usize {
        self.means.len()
    }

    fn wave_features(&self, numbers: &[f64]) -> Vec<f64> {
        let mut scaled = numbers.to_vec();
        self.scale.apply(&mut scaled);
        // What is missing counts as usual.
        for value in &mut scaled {
            if !value.is_finite() {
                *value = 0.0;
            }
        }
        let size = (2.0 / self.phases.len().max(1) as f64).sqrt();
        let waves = self.phases.iter().enumerate();
        waves
            .map(|(at, phase)| size * (dot(self.waves.row(at), &scaled) + phase).cos())
            .collect()
    }

    /// The quantities predicted for an example: its numbers, where a missing one counts as the mean, and its
    /// text features by column.
    #[must_use]
    pub fn predict(&self, numbers: &[f64], text: &[(u32, f32)]) -> Vec<f32> {
        let outputs = self.outputs();
        let mut predicted = self.means.clone();
        let mut count = |at: usize, value: f32| {
            let Some(weights) = self.weights.get(at * outputs..(at + 1) * outputs) else {
                return;
            };
            for (predicted, weight) in predicted.iter_mut().zip(weights) {
                *predicted += value * weight;
            }
        };
        for (at, wave) in self.wave_features(numbers).into_iter().enumerate() {
            count(at, wave as f32);
        }
        for (column, value) in text {
            count(self.phases.len() + *column as usize, *value);
        }
        predicted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(rows: &[&[(u32, f32)]]) -> Sparse {
        let mut texts = Sparse::new(2);
        for row in rows {
            texts.push(row).unwrap();
        }
        texts
    }

    #[test]
    fn both_numbers_and_words_count() {
        let one: &[(u32, f32)] = &[(0, 1.0)];
        let other: &[(u32, f32)] = &[(1, 1.0)];
        let numbers = Matrix::from_rows(&[[0.0, 7.0], [1.0, 7.0], [0.0, 7.0], [1.0, 7.0]]).unwrap();
        let words = texts(&[one, one, other, other]);
        // The first quantity hangs on the number, the second on the word, the third on nothing.
        let targets = Matrix::from_rows(&[
            [0.0, 0.0, 1.0],
            [1.0, 0.0, 1.0],
            [0.0, 1.0, 1.0],
            [1.0, 1.0, 1.0],
        ]);
        let ridge = MixedRidge {
            penalty: 0.01,
            ..MixedRidge::default()
        };
        let model = ridge.fit(&numbers, &words, &targets.unwrap()).unwrap();
        let predicted = model.predict(&[1.0, 7.0], one);
        assert!(predicted[0] > 0.9 && predicted[1] < 0.1, "{predicted:?}");
        assert!((predicted[2] - 1.0).abs() < 1e-6);
        let unknown = model.predict(&[f64::NAN, 7.0], &[]);
        assert!((unknown[0] - 0.5).abs() < 0.1, "{unknown:?}");
    }

    #[test]
    fn many_waves_are_the_gaussian_kernel() {
        let rows: Vec<[f64; 2]> = (0..20)
            .map(|at| [f64::from(at % 5), f64::from(at % 7)])
            .collect();
        let numbers = Matrix::from_rows(&rows).unwrap();
        let ridge = MixedRidge {
            waves: 20_000,
            ..MixedRidge::default()
        };
        let model = ridge.untrained(&numbers);
        let scaled = model.scale.scaled(&numbers);
        let wave = |row: usize| model.wave_features(numbers.row(row));
        for other in 0..20 {
            let apart: f64 = scaled
                .row(0)
                .iter()
                .zip(scaled.row(other))
                .map(|(a, b)| (a - b) * (a - b))
                .sum();
            let expected = (-apart / 4.0).exp();
            assert!((dot(&wave(0), &wave(other)) - expected).abs() < 0.03);
        }
    }

    #[test]
    fn missing_cells_and_sizes_that_differ_are_refused() {
        let numbers = Matrix::from_rows(&[[f64::NAN], [1.0]]).unwrap();
        let words = texts(&[&[], &[]]);
        let targets = Matrix::from_rows(&[[0.0], [1.0]]).unwrap();
        let failed = MixedRidge::default().fit(&numbers, &words, &targets);
        assert_eq!(failed, Err(LearnError::NotFinite { row: 0, column: 0 }));
        assert!(
            MixedRidge::default()
                .fit(&numbers, &texts(&[&[]]), &targets)
                .is_err()
        );
    }
}
