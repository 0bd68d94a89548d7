//! Gaussian naive Bayes.

use serde::{Deserialize, Serialize};

use super::error::{LearnError, check_classes, check_sizes};
use super::linear::sigmoid;
use super::matrix::{Matrix, Rows};

/// Two classes whose features are independent and normally distributed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GaussianBayes {
    classes: [Normal; 2],
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Normal {
    log_prior: f64,
    means: Vec<f64>,
    variances: Vec<f64>,
}

impl GaussianBayes {
    /// Learns means and variances. To every variance 10⁻⁹ of the largest variance of a feature is added, as
    /// scikit-learn does, so that constant features have a density.
    ///
    /// # Errors
    /// If examples and classes do not fit, a cell is not finite, or all are of one class.
    pub fn fit(examples: &Matrix, classes: &[bool]) -> Result<Self, LearnError> {
        check_sizes(examples.rows(), examples.columns(), classes.len())?;
        check_classes(classes)?;
        examples.check_finite()?;
        let all: Vec<usize> = (0..examples.rows()).collect();
        let largest = normal(examples, &all).variances.iter().fold(0.0, largest);
        let smoothing = if largest > 0.0 { 1e-9 * largest } else { 1e-9 };
        let of_class = |class: bool| {
            let rows: Vec<usize> = (0..examples.rows())
                .filter(|row| classes[*row] == class)
                .collect();
            let mut normal = normal(examples, &rows);
            normal
                .variances
                .iter_mut()
                .for_each(|variance| *variance += smoothing);
            normal.log_prior = (rows.len() as f64 / examples.rows() as f64).ln();
            normal
        };
        Ok(Self {
            classes: [of_class(false), of_class(true)],
        })
    }

    /// The probability of the positive class.
    #[must_use]
    pub fn probability(&self, features: &[f64]) -> f64 {
        let [negative, positive] = &self.classes;
        sigmoid(positive.log_likelihood(features) - negative.log_likelihood(features))
    }
}

fn largest(one: f64, other: &f64) -> f64 {
    one.max(*other)
}

fn normal(examples: &Matrix, rows: &[usize]) -> Normal {
    let count = rows.len() as f64;
    let mut means = vec![0.0; examples.columns()];
    for row in rows {
        for (mean, value) in means.iter_mut().zip(examples.row(*row)) {
            *mean += value / count;
        }
    }
    let mut variances = vec![0.0; examples.columns()];
    for row in rows {
        for ((variance, value), mean) in variances.iter_mut().zip(examples.row(*row)).zip(&means) {
            *variance += (value - mean).powi(2) / count;
        }
    }
    Normal {
        log_prior: 0.0,
        means,
        variances,
    }
}

impl Normal {
    fn log_likelihood(&self, features: &[f64]) -> f64 {
        let parts = features.iter().zip(&self.means).zip(&self.variances);
        let parts = parts.map(|((value, mean), variance)| {
            (std::f64::consts::TAU * variance).ln() + (value - mean).powi(2) / variance
        });
        self.log_prior - 0.5 * parts.sum::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_are_those_of_bayes() {
        // Means ±2, variance 1 (+ 5·10⁻⁹), equal priors: P = sigmoid(4x).
        let examples = Matrix::from_rows(&[[-3.0], [-1.0], [1.0], [3.0]]).unwrap();
        let model = GaussianBayes::fit(&examples, &[false, false, true, true]).unwrap();
        let expected = sigmoid(4.0 * 0.3);
        assert!((model.probability(&[0.3]) - expected).abs() < 1e-7);
    }

    #[test]
    fn constant_features_say_nothing() {
        let examples = Matrix::from_rows(&[[1.0], [1.0]]).unwrap();
        let model = GaussianBayes::fit(&examples, &[false, true]).unwrap();
        assert!((model.probability(&[1.0]) - 0.5).abs() < 1e-12);
    }
}
