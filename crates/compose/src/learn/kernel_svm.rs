//! A support vector machine with a Gaussian kernel.

use rayon::prelude::*;

use super::error::{LearnError, check_classes, check_positive, check_sizes};
use super::matrix::{Matrix, Rows};

/// The similarities exp(−γ‖x − y‖²) of all pairs of examples, computed once for any number of machines.
#[derive(Clone, Debug)]
pub struct Kernel {
    examples: Matrix,
    gamma: f64,
    cells: Vec<f32>,
}

impl Kernel {
    /// The kernel of these examples with γ = 1 / (features · variance of all cells), as scikit-learn's
    /// `gamma="scale"`; 1 where all cells are equal.
    ///
    /// # Errors
    /// If there are no examples, or a cell is not finite.
    pub fn scaled(examples: Matrix) -> Result<Self, LearnError> {
        check_sizes(examples.rows(), examples.columns(), examples.rows())?;
        examples.check_finite()?;
        let count = (examples.rows() * examples.columns()) as f64;
        let all = |part: &dyn Fn(f64) -> f64| -> f64 {
            let rows = (0..examples.rows()).map(|row| examples.row(row));
            rows.flatten().map(|value| part(*value)).sum::<f64>() / count
        };
        let mean = all(&|value| value);
        let variance = all(&|value| (value - mean).powi(2));
        let gamma = if variance > 0.0 {
            1.0 / (examples.columns() as f64 * variance)
        } else {
            1.0
        };
        let rows = examples.rows();
        let mut cells = vec![0.0f32; rows * rows];
        cells
            .par_chunks_mut(rows)
            .enumerate()
            .for_each(|(at, line)| {
                for (other, cell) in line.iter_mut().enumerate() {
                    *cell = similarity(examples.row(at), examples.row(other), gamma);
                }
            });
        Ok(Self {
            examples,
            gamma,
            cells,
        })
    }

    /// The similarities of an example to those of the kernel.
    #[must_use]
    pub fn similarities(&self, features: &[f64]) -> Vec<f32> {
        (0..self.examples.rows())
            .map(|row| similarity(self.examples.row(row), features, self.gamma))
            .collect()
    }

    fn line(&self, row: usize) -> &[f32] {
        let rows = self.examples.rows();
        &self.cells[row * rows..][..rows]
    }
}

fn similarity(one: &[f64], other: &[f64], gamma: f64) -> f32 {
    let squares = one.iter().zip(other).map(|(a, b)| (a - b) * (a - b));
    (-gamma * squares.sum::<f64>()).exp() as f32
}

/// A support vector machine with hinge loss: sequential minimal optimisation with the working sets of
/// Fan, Chen and Lin (JMLR 2005), as in LIBSVM.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KernelSvm {
    /// C: how much an example counts against the width of the margin.
    pub cost: f64,
    /// How far the conditions of the optimum may be violated.
    pub tolerance: f64,
}

impl Default for KernelSvm {
    fn default() -> Self {
        Self {
            cost: 1.0,
            tolerance: 1e-3,
        }
    }
}

/// What tells two classes apart by their similarity to examples.
#[derive(Clone, Debug, PartialEq)]
pub struct KernelModel {
    coefficients: Vec<f64>,
    intercept: f64,
}

impl KernelModel {
    /// The decision for an example with these similarities: positive for the positive class.
    #[must_use]
    pub fn decision(&self, similarities: &[f32]) -> f64 {
        let parts = self.coefficients.iter().zip(similarities);
        self.intercept
            + parts
                .map(|(weight, near)| weight * f64::from(*near))
                .sum::<f64>()
    }
}

impl KernelSvm {
    /// Learns to tell two classes apart.
    ///
    /// # Errors
    /// If examples and classes do not fit, all are of one class, or C is not positive.
    pub fn fit(&self, kernel: &Kernel, classes: &[bool]) -> Result<KernelModel, LearnError> {
        check_sizes(kernel.examples.rows(), 1, classes.len())?;
        check_positive("the cost C", self.cost)?;
        check_classes(classes)?;
        let count = classes.len();
        let signs: Vec<f64> = classes
            .iter()
            .map(|class| if *class { 1.0 } else { -1.0 })
            .collect();
        let mut alphas = vec![0.0; count];
        // y times the negative gradient of the dual.
        let mut pull: Vec<f64> = signs.clone();
        for _ in 0..100 * count.max(1000) {
            let Some((one, other)) = self.pair(kernel, &signs, &alphas, &pull) else {
                break;
            };
            let (line_one, line_other) = (kernel.line(one), kernel.line(other));
            let curvature = f64::from(line_one[one]) + f64::from(line_other[other])
                - 2.0 * f64::from(line_one[other]);
            let wanted = (pull[one] - pull[other]) / curvature.max(1e-12);
            // Along y·α one grows and the other shrinks by the same step, both within 0 and C.
            let room = |at: usize, grows: bool| {
                if (signs[at] > 0.0) == grows {
                    self.cost - alphas[at]
                } else {
                    alphas[at]
                }
            };
            let step = wanted.min(room(one, true)).min(room(other, false));
            alphas[one] = (alphas[one] + signs[one] * step).clamp(0.0, self.cost);
            alphas[other] = (alphas[other] - signs[other] * step).clamp(0.0, self.cost);
            for ((pull, near_one), near_other) in pull.iter_mut().zip(line_one).zip(line_other) {
                *pull -= step * (f64::from(*near_one) - f64::from(*near_other));
            }
        }
        let intercept = self.intercept(&signs, &alphas, &pull);
        let coefficients = alphas.iter().zip(&signs).map(|(alpha, sign)| alpha * sign);
        Ok(KernelModel {
            coefficients: coefficients.collect(),
            intercept,
        })
    }

    fn grows(&self, sign: f64, alpha: f64) -> bool {
        if sign > 0.0 {
            alpha < self.cost
        } else {
            alpha > 0.0
        }
    }

    fn shrinks(&self, sign: f64, alpha: f64) -> bool {
        self.grows(-sign, alpha)
    }

    /// The two examples whose change helps most, if one is worth it.
    fn pair(
        &self,
        kernel: &Kernel,
        signs: &[f64],
        alphas: &[f64],
        pull: &[f64],
    ) -> Option<(usize, usize)> {
        let mut one = None;
        let mut most = f64::NEG_INFINITY;
        for at in 0..pull.len() {
            if pull[at] > most && self.grows(signs[at], alphas[at]) {
                (one, most) = (Some(at), pull[at]);
            }
        }
        let one = one?;
        let line = kernel.line(one);
        let mut other = None;
        let (mut gain, mut least) = (0.0, f64::INFINITY);
        for at in 0..pull.len() {
            if !self.shrinks(signs[at], alphas[at]) {
                continue;
            }
            least = least.min(pull[at]);
            let apart = most - pull[at];
            if apart > 0.0 {
                let curvature = (2.0 - 2.0 * f64::from(line[at])).max(1e-12);
                if apart * apart / curvature > gain {
                    (other, gain) = (Some(at), apart * apart / curvature);
                }
            }
        }
        (most - least > self.tolerance).then_some(())?;
        Some((one, other?))
    }

    /// The mean pull of the examples on the margin; without any, the middle of what the others allow.
    fn intercept(&self, signs: &[f64], alphas: &[f64], pull: &[f64]) -> f64 {
        let (mut sum, mut free) = (0.0, 0usize);
        let (mut most, mut least) = (f64::NEG_INFINITY, f64::INFINITY);
        for ((sign, alpha), pull) in signs.iter().zip(alphas).zip(pull) {
            let (grows, shrinks) = (self.grows(*sign, *alpha), self.shrinks(*sign, *alpha));
            if grows && shrinks {
                sum += pull;
                free += 1;
            } else if grows {
                most = most.max(*pull);
            } else {
                least = least.min(*pull);
            }
        }
        if free > 0 {
            sum / free as f64
        } else {
            f64::midpoint(most, least)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_examples_lie_on_the_margin() {
        // With K = [[1, k], [k, 1]] both α are 1 / (1 − k), and the decisions 1 and −1, if C allows it.
        let examples = Matrix::from_rows(&[[1.0], [-1.0]]).unwrap();
        let kernel = Kernel::scaled(examples).unwrap();
        for (cost, expected) in [(10.0, 1.0), (1.0, 1.0 - (-4.0f64).exp())] {
            let svm = KernelSvm {
                cost,
                tolerance: 1e-9,
            };
            let model = svm.fit(&kernel, &[true, false]).unwrap();
            let found = model.decision(&kernel.similarities(&[1.0]));
            assert!((found - expected).abs() < 1e-6, "{found} {expected}");
        }
        let all = KernelSvm::default().fit(&kernel, &[true, true]);
        assert!(matches!(all, Err(LearnError::OneClass { .. })));
    }

    #[test]
    fn a_disc_is_told_from_what_surrounds_it() {
        let rows: Vec<[f64; 2]> = (0..121)
            .map(|at| [f64::from(at % 11) - 5.0, f64::from(at / 11) - 5.0])
            .collect();
        let classes: Vec<bool> = rows.iter().map(|[x, y]| x.hypot(*y) < 2.6).collect();
        let kernel = Kernel::scaled(Matrix::from_rows(&rows).unwrap()).unwrap();
        let svm = KernelSvm {
            cost: 100.0,
            ..KernelSvm::default()
        };
        let model = svm.fit(&kernel, &classes).unwrap();
        for (row, class) in rows.iter().zip(classes) {
            assert_eq!(model.decision(&kernel.similarities(row)) > 0.0, class);
        }
    }
}
