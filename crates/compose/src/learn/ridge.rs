//! Ridge regression with any number of right-hand sides.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::descent::{Factorised, add};
use super::error::{LearnError, check_positive, check_sizes};
use super::matrix::{Matrix, Rows};

/// Ridge regression: minimises ‖Xw + b − y‖² + λ‖w‖² for every column y of the targets, with one
/// factorisation for all of them; the constant is not penalised.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ridge {
    /// λ, above 0.
    pub penalty: f64,
}

impl Default for Ridge {
    fn default() -> Self {
        Self { penalty: 1.0 }
    }
}

impl Ridge {
    /// Learns to predict every column of the targets.
    ///
    /// Missing cells are an error; constant features get the weight 0.
    ///
    /// # Errors
    /// If examples and targets do not fit, a cell of them is not finite, or λ is not positive.
    pub fn fit(&self, examples: &Matrix, targets: &Matrix) -> Result<RidgeModel, LearnError> {
        check_sizes(examples.rows(), examples.columns(), targets.rows())?;
        check_positive("the penalty", self.penalty)?;
        examples.check_finite()?;
        targets.check_finite()?;
        let (rows, columns) = (examples.rows(), examples.columns());
        let means = means(examples);
        let target_means = self::means(targets);
        let mut gram = vec![0.0; columns * columns];
        let mut centred = vec![0.0; columns];
        let mut products = vec![vec![0.0; columns]; targets.columns()];
        for row in 0..rows {
            for ((cell, value), mean) in centred.iter_mut().zip(examples.row(row)).zip(&means) {
                *cell = value - mean;
            }
            for at in 0..columns {
                let value = centred[at];
                if value != 0.0 {
                    add(&mut gram[at * columns..][..=at], &centred[..=at], value);
                }
            }
            for ((product, target), mean) in
                products.iter_mut().zip(targets.row(row)).zip(&target_means)
            {
                add(product, &centred, target - mean);
            }
        }
        for at in 0..columns {
            gram[at * columns + at] += self.penalty;
        }
        let factorised = Factorised::new(columns, gram)?;
        products
            .par_iter_mut()
            .for_each(|product| factorised.solve(product));
        let intercepts = products
            .iter()
            .zip(&target_means)
            .map(|(weights, mean)| mean - super::matrix::dot(weights, &means))
            .collect();
        Ok(RidgeModel {
            weights: Matrix::from_rows(&products)?,
            intercepts,
        })
    }
}

fn means(matrix: &Matrix) -> Vec<f64> {
    let mut means = vec![0.0; matrix.columns()];
    for row in 0..matrix.rows() {
        add(&mut means, matrix.row(row), 1.0 / matrix.rows() as f64);
    }
    means
}

/// A linear prediction of several quantities.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RidgeModel {
    /// A row of weights for each quantity.
    pub weights: Matrix,
    /// What is added to each quantity.
    pub intercepts: Vec<f64>,
}

impl RidgeModel {
    /// The quantities predicted for an example.
    #[must_use]
    pub fn predict(&self, features: &[f64]) -> Vec<f64> {
        let quantities = self.intercepts.iter().enumerate();
        quantities
            .map(|(at, intercept)| intercept + super::matrix::dot(self.weights.row(at), features))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_those_of_the_closed_form() {
        // With one centred feature the weight is Σxy / (Σx² + λ).
        let examples = Matrix::from_rows(&[[1.0], [2.0], [3.0]]).unwrap();
        let targets = Matrix::from_rows(&[[2.0, 1.0], [4.0, 1.0], [6.0, 1.0]]).unwrap();
        let model = Ridge { penalty: 2.0 }.fit(&examples, &targets).unwrap();
        assert!((model.weights.row(0)[0] - 1.0).abs() < 1e-12);
        assert!((model.intercepts[0] - 2.0).abs() < 1e-12);
        let predicted = model.predict(&[4.0]);
        assert!((predicted[0] - 6.0).abs() < 1e-12 && (predicted[1] - 1.0).abs() < 1e-12);
    }

    #[test]
    fn constant_features_do_no_harm() {
        let examples = Matrix::from_rows(&[[1.0, 7.0], [2.0, 7.0]]).unwrap();
        let targets = Matrix::from_rows(&[[0.0], [1.0]]).unwrap();
        let model = Ridge::default().fit(&examples, &targets).unwrap();
        assert_eq!(model.weights.row(0)[1], 0.0);
        assert!(Ridge { penalty: 0.0 }.fit(&examples, &targets).is_err());
    }
}
