//! Logistic regression.

use serde::{Deserialize, Serialize};

use super::descent::{Factorised, minimise};
use super::error::{LearnError, check_classes, check_positive, check_sizes};
use super::linear::{Linear, sigmoid, softplus};
use super::matrix::Rows;

/// Logistic regression with an L2 penalty, in the convention of liblinear: minimises
/// ½‖w‖² + C Σ ln(1 + exp(−y (w·x + b))), where the constant b is one more weight and is penalised like the
/// others (Fan et al., LIBLINEAR, 2008).
///
/// Dense problems of up to 512 features are solved by Newton's method to machine precision, larger ones by
/// limited-memory BFGS. A constant feature is harmless: it shares its weight with the constant.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Logistic {
    /// C: how much an example counts against the penalty.
    pub cost: f64,
    /// Whether the constant is penalised, as liblinear does.
    pub penalise_intercept: bool,
}

impl Default for Logistic {
    fn default() -> Self {
        Self {
            cost: 1.0,
            penalise_intercept: true,
        }
    }
}

/// Up to how many features Newton's equations are solved.
const NEWTON: usize = 512;

impl Logistic {
    /// Learns to tell two classes apart.
    ///
    /// # Errors
    /// If examples and classes do not fit, a cell is not finite, all are of one class, or C is not positive.
    pub fn fit(&self, examples: &impl Rows, classes: &[bool]) -> Result<Linear, LearnError> {
        check_sizes(examples.rows(), examples.columns(), classes.len())?;
        check_positive("the cost C", self.cost)?;
        check_classes(classes)?;
        examples.check_finite()?;
        let point = if examples.columns() < NEWTON {
            self.newton(examples, classes)?
        } else {
            self.descend(examples, classes)
        };
        let (weights, intercept) = point.split_at(examples.columns());
        Ok(Linear {
            weights: weights.to_vec(),
            intercept: intercept[0],
        })
    }

    fn penalty(&self, at: usize, columns: usize) -> f64 {
        if at < columns || self.penalise_intercept {
            1.0
        } else {
            0.0
        }
    }

    /// The value of the objective, and its gradient.
    fn value(
        &self,
        examples: &impl Rows,
        classes: &[bool],
        point: &[f64],
        gradient: &mut [f64],
    ) -> f64 {
        let columns = examples.columns();
        let mut value = 0.0;
        for (at, (part, weight)) in gradient.iter_mut().zip(point).enumerate() {
            let penalty = self.penalty(at, columns);
            *part = penalty * weight;
            value += 0.5 * penalty * weight * weight;
        }
        for (row, class) in classes.iter().enumerate() {
            let sum = examples.dot(row, &point[..columns]) + point[columns];
            let sign = if *class { 1.0 } else { -1.0 };
            value += self.cost * softplus(-sign * sum);
            let residual = self.cost * (sigmoid(sum) - f64::from(u8::from(*class)));
            for (column, cell) in examples.cells(row) {
                gradient[column] += residual * cell;
            }
            gradient[columns] += residual;
        }
        value
    }

    fn descend(&self, examples: &impl Rows, classes: &[bool]) -> Vec<f64> {
        let start = vec![0.0; examples.columns() + 1];
        minimise(start, 500, 1e-5 * self.cost.max(1e-3), |point, gradient| {
            self.value(examples, classes, point, gradient)
        })
    }

    /// Newton's method, with steps halved until they help.
    fn newton(&self, examples: &impl Rows, classes: &[bool]) -> Result<Vec<f64>, LearnError> {
        let columns = examples.columns();
        let size = columns + 1;
        let mut point = vec![0.0; size];
        let mut gradient = vec![0.0; size];
        let mut value = self.value(examples, classes, &point, &mut gradient);
        let mut cells: Vec<(usize, f64)> = Vec::with_capacity(size);
        for _ in 0..100 {
            let mut curvature = vec![0.0; size * size];
            for row in 0..examples.rows() {
                let sum = examples.dot(row, &point[..columns]) + point[columns];
                let probability = sigmoid(sum);
                let weight = self.cost * probability * (1.0 - probability);
                cells.clear();
                cells.extend(examples.cells(row).filter(|(_, cell)| *cell != 0.0));
                cells.push((columns, 1.0));
                for (at, (one, first)) in cells.iter().enumerate() {
                    let factor = weight * first;
                    let line = &mut curvature[one * size..][..size];
                    for (other, second) in &cells[..=at] {
                        line[*other] += factor * second;
                    }
                }
            }
            for at in 0..size {
                // A trace of a penalty keeps an unpenalised constant solvable.
                curvature[at * size + at] += self.penalty(at, columns).max(1e-12);
            }
            let mut step = gradient.clone();
            Factorised::new(size, curvature)?.solve(&mut step);
            let mut length = 1.0;
            let mut next_gradient = vec![0.0; size];
            let (next, next_value) = loop {
                let next: Vec<f64> = point
                    .iter()
                    .zip(&step)
                    .map(|(at, step)| at - length * step)
                    .collect();
                let next_value = self.value(examples, classes, &next, &mut next_gradient);
                if next_value <= value || length < 1e-10 {
                    break (next, next_value);
                }
                length *= 0.5;
            };
            let gained = value - next_value;
            (point, value, gradient) = (next, next_value, next_gradient);
            if gained <= 1e-12 * value.abs() {
                break;
            }
        }
        Ok(point)
    }
}

#[cfg(test)]
mod tests {
    use super::super::matrix::{Matrix, Sparse};
    use super::*;

    fn example() -> (Matrix, Vec<bool>) {
        let rows = [
            [0.5, 2.0],
            [1.5, 0.3],
            [2.5, 1.1],
            [3.0, 0.0],
            [0.1, 1.7],
            [2.2, 2.2],
        ];
        let classes = vec![false, true, true, true, false, false];
        (Matrix::from_rows(&rows).unwrap(), classes)
    }

    #[test]
    fn weights_are_those_of_liblinear() {
        // LogisticRegression(solver="liblinear", C=…, tol=1e-10) of scikit-learn 1.9.
        let (examples, classes) = example();
        for (cost, expected) in [
            (1.0, [0.703052, -0.979545, 0.036614]),
            (1000.0, [4.672986, -7.653612, 1.649746]),
        ] {
            let logistic = Logistic {
                cost,
                ..Logistic::default()
            };
            let model = logistic.fit(&examples, &classes).unwrap();
            let found = [model.weights[0], model.weights[1], model.intercept];
            for (found, expected) in found.iter().zip(expected) {
                assert!((found - expected).abs() < 1e-4, "{found} {expected}");
            }
        }
    }

    #[test]
    fn both_solvers_agree() {
        let (examples, classes) = example();
        let logistic = Logistic::default();
        let newton = logistic.newton(&examples, &classes).unwrap();
        let descended = logistic.descend(&examples, &classes);
        for (one, other) in newton.iter().zip(descended) {
            assert!((one - other).abs() < 1e-5);
        }
    }

    #[test]
    fn what_cannot_be_learned_is_an_error() {
        let logistic = Logistic::default();
        let one = Matrix::from_rows(&[[1.0], [2.0]]).unwrap();
        assert!(matches!(
            logistic.fit(&one, &[true, true]),
            Err(LearnError::OneClass { class: true, .. })
        ));
        assert!(matches!(
            logistic.fit(&one, &[true]),
            Err(LearnError::Shape { .. })
        ));
        let missing = Matrix::from_rows(&[[1.0], [f64::NAN]]).unwrap();
        assert_eq!(
            logistic.fit(&missing, &[true, false]),
            Err(LearnError::NotFinite { row: 1, column: 0 })
        );
        assert!(logistic.fit(&Sparse::new(3), &[]).is_err());
        let constant = Matrix::from_rows(&[[1.0], [1.0]]).unwrap();
        let even = logistic.fit(&constant, &[true, false]).unwrap();
        assert!((even.probability(&[1.0]) - 0.5).abs() < 1e-9);
    }
}
