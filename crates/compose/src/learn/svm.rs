//! A linear support vector machine.

use lydite_model::random::SplitMix64;
use serde::{Deserialize, Serialize};

use super::error::{LearnError, check_classes, check_positive, check_sizes};
use super::folds::shuffle;
use super::linear::Linear;
use super::matrix::Rows;

/// A linear support vector machine with squared hinge loss: minimises ½‖w‖² + C Σ max(0, 1 − y (w·x + b))²
/// by dual coordinate descent (Hsieh et al., ICML 2008). The constant is penalised, as in liblinear.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LinearSvm {
    /// C: how much an example counts against the penalty.
    pub cost: f64,
    /// How often all examples are passed at most.
    pub passes: usize,
    /// When the largest change of a pass is below this, it is done.
    pub tolerance: f64,
}

impl Default for LinearSvm {
    fn default() -> Self {
        Self {
            cost: 1.0,
            passes: 1000,
            tolerance: 1e-4,
        }
    }
}

impl LinearSvm {
    /// Learns to tell two classes apart.
    ///
    /// # Errors
    /// If examples and classes do not fit, a cell is not finite, all are of one class, or C is not positive.
    pub fn fit(&self, examples: &impl Rows, classes: &[bool]) -> Result<Linear, LearnError> {
        check_sizes(examples.rows(), examples.columns(), classes.len())?;
        check_positive("the cost C", self.cost)?;
        check_classes(classes)?;
        examples.check_finite()?;
        let diagonal = 0.5 / self.cost;
        let norms: Vec<f64> = (0..examples.rows())
            .map(|row| {
                let squares = examples.cells(row).map(|(_, value)| value * value);
                diagonal + 1.0 + squares.sum::<f64>()
            })
            .collect();
        let mut weights = vec![0.0; examples.columns()];
        let mut intercept = 0.0;
        let mut alphas = vec![0.0; examples.rows()];
        let mut order: Vec<usize> = (0..examples.rows()).collect();
        let mut random = SplitMix64::new(0);
        for _ in 0..self.passes {
            shuffle(&mut order, &mut random);
            let mut largest: f64 = 0.0;
            for row in &order {
                let sign = if classes[*row] { 1.0 } else { -1.0 };
                let alpha = alphas[*row];
                let gradient =
                    sign * (examples.dot(*row, &weights) + intercept) - 1.0 + diagonal * alpha;
                let projected = if alpha == 0.0 {
                    gradient.min(0.0)
                } else {
                    gradient
                };
                largest = largest.max(projected.abs());
                if projected != 0.0 {
                    let next = (alpha - gradient / norms[*row]).max(0.0);
                    let step = (next - alpha) * sign;
                    alphas[*row] = next;
                    for (column, value) in examples.cells(*row) {
                        weights[column] += step * value;
                    }
                    intercept += step;
                }
            }
            if largest < self.tolerance {
                break;
            }
        }
        Ok(Linear { weights, intercept })
    }
}

#[cfg(test)]
mod tests {
    use super::super::matrix::Matrix;
    use super::*;

    #[test]
    fn weights_are_those_of_liblinear() {
        // LinearSVC(C=1, tol=1e-10, max_iter=10**6) of scikit-learn 1.9.
        let rows = [
            [0.5, 2.0],
            [1.5, 0.3],
            [2.5, 1.1],
            [3.0, 0.0],
            [0.1, 1.7],
            [2.2, 2.2],
        ];
        let classes = [false, true, true, true, false, false];
        let svm = LinearSvm {
            tolerance: 1e-10,
            passes: 100_000,
            ..LinearSvm::default()
        };
        let model = svm
            .fit(&Matrix::from_rows(&rows).unwrap(), &classes)
            .unwrap();
        let found = [model.weights[0], model.weights[1], model.intercept];
        for (found, expected) in found.iter().zip([0.555307, -0.936954, 0.265751]) {
            assert!((found - expected).abs() < 1e-4, "{found} {expected}");
        }
    }
}
