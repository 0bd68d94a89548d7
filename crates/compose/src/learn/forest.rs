//! Forests: many trees, each a little different.

use lydite_model::random::SplitMix64;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::error::{LearnError, check_sizes};
use super::matrix::{Matrix, Rows};
use super::tree::{Levels, Splitter, Tree, TreeOptions};

/// How a forest is grown.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ForestOptions {
    /// How many trees.
    pub trees: usize,
    /// Whether each tree sees a sample of the examples, drawn with replacement, rather than all.
    pub bootstrap: bool,
    /// How each tree is grown; without a number of features, the square root of all.
    pub tree: TreeOptions,
}

impl Default for ForestOptions {
    /// A random forest (Breiman 2001) of a hundred trees.
    fn default() -> Self {
        Self {
            trees: 100,
            bootstrap: true,
            tree: TreeOptions::default(),
        }
    }
}

impl ForestOptions {
    /// Extremely randomised trees (Geurts et al. 2006): random thresholds, all examples.
    #[must_use]
    pub fn extremely_random(trees: usize, leaf: usize, seed: u64) -> Self {
        Self {
            trees,
            bootstrap: false,
            tree: TreeOptions {
                splitter: Splitter::Random,
                leaf,
                seed,
                ..TreeOptions::default()
            },
        }
    }
}

/// Many trees that predict together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Forest {
    outputs: usize,
    trees: Vec<Tree>,
}

impl Forest {
    /// Learns to predict every column of the targets.
    ///
    /// # Errors
    /// If examples and targets do not fit, a target is not finite, or there should be no trees.
    pub fn fit(
        examples: &Matrix,
        targets: &Matrix,
        options: &ForestOptions,
    ) -> Result<Self, LearnError> {
        if options.trees == 0 {
            return Err(LearnError::Option {
                option: "the number of trees",
                expected: "at least 1",
            });
        }
        let root = (examples.columns() as f64).sqrt() as usize;
        let random = SplitMix64::new(options.tree.seed);
        let levels = Levels::of(examples);
        let trees: Result<Vec<Tree>, LearnError> = (0..options.trees)
            .into_par_iter()
            .map(|at| {
                let mut random = random.split(at as u64 + 1);
                let rows = examples.rows();
                let drawn: Vec<u32> = (0..rows)
                    .map(|row| {
                        let row = if options.bootstrap {
                            random.below(rows)
                        } else {
                            row
                        };
                        row as u32
                    })
                    .collect();
                let tree = TreeOptions {
                    features: Some(options.tree.features.unwrap_or(root.max(1))),
                    seed: random.next_u64(),
                    ..options.tree
                };
                Tree::fit_rows(examples, &levels, targets, drawn, &tree)
            })
            .collect();
        Ok(Self {
            outputs: targets.columns(),
            trees: trees?,
        })
    }

    /// The same trees with the means of other targets in their leaves: examples that come to a leaf together
    /// are alike, whatever is asked about them (each tree looks at all examples, drawn or not).
    ///
    /// # Errors
    /// If examples and targets do not fit, or a target is not finite.
    pub fn refilled(&self, examples: &Matrix, targets: &Matrix) -> Result<Self, LearnError> {
        check_sizes(examples.rows(), examples.columns(), targets.rows())?;
        targets.check_finite()?;
        let trees = self.trees.par_iter();
        Ok(Self {
            outputs: targets.columns(),
            trees: trees.map(|tree| tree.refilled(examples, targets)).collect(),
        })
    }

    /// The predicted outputs: the mean of what the trees say.
    #[must_use]
    pub fn predict(&self, features: &[f64]) -> Vec<f64> {
        let mut outputs = vec![0.0; self.outputs];
        for tree in &self.trees {
            for (output, mean) in outputs.iter_mut().zip(tree.predict(features)) {
                *output += f64::from(*mean) / self.trees.len() as f64;
            }
        }
        outputs
    }

    /// The trees.
    #[must_use]
    pub fn trees(&self) -> &[Tree] {
        &self.trees
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring() -> (Matrix, Matrix) {
        let mut random = SplitMix64::new(5);
        let mut examples = Matrix::new(3);
        let mut targets = Matrix::new(1);
        for _ in 0..400 {
            let row = [random.unit() - 0.5, random.unit() - 0.5, random.unit()];
            let inside = row[0].hypot(row[1]) < 0.35;
            examples.push(&row).unwrap();
            targets.push(&[f64::from(u8::from(inside))]).unwrap();
        }
        (examples, targets)
    }

    #[test]
    fn forests_find_a_disc() {
        let (examples, targets) = ring();
        let options = ForestOptions::extremely_random(60, 2, 1);
        for mut options in [ForestOptions::default(), options] {
            options.tree.features = Some(3);
            let forest = Forest::fit(&examples, &targets, &options).unwrap();
            assert!(forest.predict(&[0.0, 0.0, 0.5])[0] > 0.8);
            assert!(forest.predict(&[0.45, 0.45, 0.5])[0] < 0.2);
            let again = Forest::fit(&examples, &targets, &options).unwrap();
            assert!(forest == again);
        }
    }

    #[test]
    fn leaves_can_hold_other_targets() {
        let (examples, targets) = ring();
        let options = ForestOptions::extremely_random(20, 5, 1);
        let forest = Forest::fit(&examples, &targets, &options).unwrap();
        let again = forest.refilled(&examples, &targets).unwrap();
        let at = [0.1, -0.2, 0.5];
        assert!((again.predict(&at)[0] - forest.predict(&at)[0]).abs() < 1e-6);
        let mut turned = Matrix::new(2);
        for row in 0..targets.rows() {
            let value = targets.row(row)[0];
            turned.push(&[1.0 - value, 3.0]).unwrap();
        }
        let turned = forest.refilled(&examples, &turned).unwrap().predict(&at);
        assert!((turned[0] + forest.predict(&at)[0] - 1.0).abs() < 1e-6);
        assert!((turned[1] - 3.0).abs() < 1e-6);
    }

    #[test]
    fn no_trees_are_an_error() {
        let (examples, targets) = ring();
        let none = ForestOptions {
            trees: 0,
            ..ForestOptions::default()
        };
        assert!(Forest::fit(&examples, &targets, &none).is_err());
    }
}
