//! Decision trees with one or several outputs.

use lydite_model::random::SplitMix64;
use serde::{Deserialize, Serialize};

use super::error::{LearnError, check_sizes};
use super::folds::shuffle;
use super::matrix::{Matrix, Rows};

/// How the threshold of a split is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Splitter {
    /// The best one of all.
    Best,
    /// One at random for each feature, the best of these (extremely randomised trees, Geurts et al. 2006).
    Random,
}

/// How a tree is grown.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TreeOptions {
    /// How the threshold of a split is found.
    pub splitter: Splitter,
    /// How many features are looked at for each split, drawn at random; all if `None`.
    pub features: Option<usize>,
    /// How many examples a leaf has at least.
    pub leaf: usize,
    /// How deep it may be.
    pub depth: usize,
    /// What the drawn features and thresholds depend on.
    pub seed: u64,
}

impl Default for TreeOptions {
    fn default() -> Self {
        Self {
            splitter: Splitter::Best,
            features: None,
            leaf: 1,
            depth: 64,
            seed: 0,
        }
    }
}

/// A tree of binary decisions that predicts the mean of the targets of similar examples.
///
/// Splits minimise the squared error summed over all outputs, which for classes (0 and 1) is the Gini impurity.
/// A missing value (NaN) goes where the value −∞ would go.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tree {
    outputs: usize,
    nodes: Vec<Node>,
    means: Vec<f32>,
    leaves: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
enum Node {
    /// The number of a leaf.
    Leaf(u32),
    Split {
        feature: u32,
        threshold: f64,
        /// Where values above the threshold go; the others go to the next node.
        above: u32,
    },
}

impl Tree {
    /// Learns to predict every column of the targets.
    ///
    /// # Errors
    /// If examples and targets do not fit, or a target is not finite.
    pub fn fit(
        examples: &Matrix,
        targets: &Matrix,
        options: &TreeOptions,
    ) -> Result<Self, LearnError> {
        let rows: Vec<u32> = (0..examples.rows() as u32).collect();
        Self::fit_rows(examples, &Levels::of(examples), targets, rows, options)
    }

    /// The same from some of the examples, which may come several times.
    pub(super) fn fit_rows(
        examples: &Matrix,
        levels: &Levels,
        targets: &Matrix,
        mut rows: Vec<u32>,
        options: &TreeOptions,
    ) -> Result<Self, LearnError> {
        check_sizes(examples.rows(), examples.columns(), targets.rows())?;
        targets.check_finite()?;
        let mut grower = Grower {
            examples,
            levels,
            targets,
            options,
            random: SplitMix64::new(options.seed),
            features: (0..examples.columns()).collect(),
            tree: Self {
                outputs: targets.columns(),
                nodes: Vec::new(),
                means: Vec::new(),
                leaves: 0,
            },
        };
        grower.grow(&mut rows, 0);
        Ok(grower.tree)
    }

    /// The number of the leaf that an example comes to.
    #[must_use]
    pub fn leaf(&self, features: &[f64]) -> usize {
        let mut at = 0;
        loop {
            match self.nodes[at] {
                Node::Leaf(leaf) => return leaf as usize,
                Node::Split {
                    feature,
                    threshold,
                    above,
                } => {
                    let value = features.get(feature as usize).copied().unwrap_or(f64::NAN);
                    at = if value > threshold {
                        above as usize
                    } else {
                        at + 1
                    };
                }
            }
        }
    }

    /// The same decisions with the means of other targets in the leaves.
    pub(super) fn refilled(&self, examples: &Matrix, targets: &Matrix) -> Self {
        let outputs = targets.columns();
        let mut sums = vec![0.0; self.leaves * outputs];
        let mut counts = vec![0.0; self.leaves];
        for row in 0..examples.rows() {
            let leaf = self.leaf(examples.row(row));
            counts[leaf] += 1.0;
            super::descent::add(
                &mut sums[leaf * outputs..][..outputs],
                targets.row(row),
                1.0,
            );
        }
        let means = sums.iter().enumerate().map(|(at, sum)| {
            let count: f64 = counts[at / outputs.max(1)];
            (sum / count.max(1.0)) as f32
        });
        Self {
            outputs,
            nodes: self.nodes.clone(),
            means: means.collect(),
            leaves: self.leaves,
        }
    }

    /// How many leaves it has.
    #[must_use]
    pub fn leaves(&self) -> usize {
        self.leaves
    }

    /// The predicted outputs.
    #[must_use]
    pub fn predict(&self, features: &[f64]) -> &[f32] {
        &self.means[self.leaf(features) * self.outputs..][..self.outputs]
    }
}

/// The different values of features that have few, as counts and flags have.
///
/// Examples of a value can then be counted together instead of being sorted: the same splits in less time.
pub(super) struct Levels {
    /// By feature: its values, ascending, and the number of its value for each example; nothing if it has many.
    features: Vec<Option<(Vec<f64>, Vec<u8>)>>,
}

impl Levels {
    pub(super) fn of(examples: &Matrix) -> Self {
        let features = (0..examples.columns()).map(|feature| {
            let values: Vec<f64> = (0..examples.rows())
                .map(|row| level(examples.row(row)[feature]))
                .collect();
            let mut levels = Vec::new();
            for value in &values {
                if let Err(at) = levels.binary_search_by(|known: &f64| known.total_cmp(value)) {
                    if levels.len() == 256 {
                        return None;
                    }
                    levels.insert(at, *value);
                }
            }
            let number = |value: &f64| {
                let at = levels.binary_search_by(|known| known.total_cmp(value));
                at.unwrap_or_default() as u8
            };
            let numbers = values.iter().map(number).collect();
            Some((levels, numbers))
        });
        Self {
            features: features.collect(),
        }
    }
}

/// A value as splits see it: −∞ if it is missing, one zero only.
fn level(value: f64) -> f64 {
    if value.is_nan() {
        f64::NEG_INFINITY
    } else {
        value + 0.0
    }
}

struct Grower<'a> {
    examples: &'a Matrix,
    levels: &'a Levels,
    targets: &'a Matrix,
    options: &'a TreeOptions,
    random: SplitMix64,
    features: Vec<usize>,
    tree: Tree,
}

/// A split, and how much it gains.
struct Found {
    feature: usize,
    threshold: f64,
    gain: f64,
}

impl Grower<'_> {
    fn value(&self, row: u32, feature: usize) -> f64 {
        level(self.examples.row(row as usize)[feature])
    }

    fn sums(&self, rows: &[u32]) -> Vec<f64> {
        let mut sums = vec![0.0; self.tree.outputs];
        for row in rows {
            super::descent::add(&mut sums, self.targets.row(*row as usize), 1.0);
        }
        sums
    }

    fn grow(&mut self, rows: &mut [u32], depth: usize) {
        let sums = self.sums(rows);
        let found = (depth < self.options.depth && rows.len() >= 2 * self.options.leaf.max(1))
            .then(|| self.split(rows, &sums))
            .flatten();
        let Some(found) = found else {
            let count = rows.len().max(1) as f64;
            let means = sums.iter().map(|sum| (sum / count) as f32);
            self.tree.means.extend(means);
            self.tree.nodes.push(Node::Leaf(self.tree.leaves as u32));
            self.tree.leaves += 1;
            return;
        };
        let mut middle = 0;
        for at in 0..rows.len() {
            if self.value(rows[at], found.feature) <= found.threshold {
                rows.swap(at, middle);
                middle += 1;
            }
        }
        let node = self.tree.nodes.len();
        self.tree.nodes.push(Node::Leaf(0));
        let (below, above) = rows.split_at_mut(middle);
        self.grow(below, depth + 1);
        let next = self.tree.nodes.len();
        self.tree.nodes[node] = Node::Split {
            feature: found.feature as u32,
            threshold: found.threshold,
            above: next as u32,
        };
        self.grow(above, depth + 1);
    }

    /// The best split among the features looked at; features that are constant here are passed over.
    fn split(&mut self, rows: &[u32], sums: &[f64]) -> Option<Found> {
        let wanted = self.options.features.unwrap_or(self.features.len()).max(1);
        let mut features = self.features.clone();
        shuffle(&mut features, &mut self.random);
        let total: f64 = sums.iter().map(|sum| sum * sum).sum::<f64>() / rows.len() as f64;
        let mut best: Option<Found> = None;
        let mut looked_at = 0;
        for feature in features {
            if looked_at >= wanted {
                break;
            }
            let (least, greatest) = self.range(rows, feature);
            if least >= greatest {
                continue;
            }
            looked_at += 1;
            let found = match self.options.splitter {
                Splitter::Best => self.best(rows, sums, feature),
                Splitter::Random => self.random(rows, sums, feature, least, greatest),
            };
            if let Some((threshold, score)) = found {
                let gain = score - total;
                if gain > 1e-12 && best.as_ref().is_none_or(|best| gain > best.gain) {
                    best = Some(Found {
                        feature,
                        threshold,
                        gain,
                    });
                }
            }
        }
        best
    }

    /// The least and the greatest value of a feature.
    fn range(&self, rows: &[u32], feature: usize) -> (f64, f64) {
        if let Some((levels, numbers)) = &self.levels.features[feature] {
            let (mut least, mut greatest) = (u8::MAX, 0);
            for row in rows {
                let number = numbers[*row as usize];
                least = least.min(number);
                greatest = greatest.max(number);
            }
            return (levels[least as usize], levels[greatest as usize]);
        }
        let values = rows.iter().map(|row| self.value(*row, feature));
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |range, value| {
            (range.0.min(value), range.1.max(value))
        })
    }

    /// The threshold of a feature with the largest Σ(sum²/count) over both sides, and that value.
    fn best(&self, rows: &[u32], sums: &[f64], feature: usize) -> Option<(f64, f64)> {
        match &self.levels.features[feature] {
            Some((levels, numbers)) if rows.len() >= levels.len() => {
                self.best_of_levels(rows, sums, levels, numbers)
            }
            _ => self.best_of_sorted(rows, sums, feature),
        }
    }

    fn best_of_levels(
        &self,
        rows: &[u32],
        sums: &[f64],
        levels: &[f64],
        numbers: &[u8],
    ) -> Option<(f64, f64)> {
        let outputs = sums.len();
        let mut counts = [0usize; 256];
        let mut parts = vec![0.0; levels.len() * outputs];
        for row in rows {
            let number = numbers[*row as usize] as usize;
            counts[number] += 1;
            let part = &mut parts[number * outputs..][..outputs];
            super::descent::add(part, self.targets.row(*row as usize), 1.0);
        }
        let least = self.options.leaf.max(1);
        let mut below = vec![0.0; outputs];
        let mut count = 0;
        let mut before: Option<f64> = None;
        let mut best: Option<(f64, f64)> = None;
        for (number, value) in levels.iter().enumerate() {
            if counts[number] == 0 {
                continue;
            }
            let rest = rows.len() - count;
            if let Some(before) = before
                && count >= least
                && rest >= least
            {
                let score = score(&below, sums, count, rest);
                if best.is_none_or(|(_, best)| score > best) {
                    best = Some((between(before, *value), score));
                }
            }
            super::descent::add(&mut below, &parts[number * outputs..][..outputs], 1.0);
            count += counts[number];
            before = Some(*value);
        }
        best
    }

    fn best_of_sorted(&self, rows: &[u32], sums: &[f64], feature: usize) -> Option<(f64, f64)> {
        let mut order: Vec<(f64, u32)> = rows
            .iter()
            .map(|row| (self.value(*row, feature), *row))
            .collect();
        order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let leaf = self.options.leaf.max(1);
        let mut below = vec![0.0; sums.len()];
        let mut best: Option<(f64, f64)> = None;
        for at in 0..order.len() - 1 {
            super::descent::add(&mut below, self.targets.row(order[at].1 as usize), 1.0);
            let (count, rest) = (at + 1, order.len() - at - 1);
            let (value, next) = (order[at].0, order[at + 1].0);
            if value == next || count < leaf || rest < leaf {
                continue;
            }
            let score = score(&below, sums, count, rest);
            if best.is_none_or(|(_, best)| score > best) {
                best = Some((between(value, next), score));
            }
        }
        best
    }

    /// A threshold drawn between the least and the greatest value.
    fn random(
        &mut self,
        rows: &[u32],
        sums: &[f64],
        feature: usize,
        least: f64,
        greatest: f64,
    ) -> Option<(f64, f64)> {
        let threshold = if least.is_finite() && greatest.is_finite() {
            least + (greatest - least) * self.random.unit()
        } else {
            f64::MIN
        };
        let threshold = if threshold < greatest {
            threshold
        } else {
            least
        };
        let mut below = vec![0.0; sums.len()];
        let mut count = 0;
        for row in rows {
            if self.value(*row, feature) <= threshold {
                super::descent::add(&mut below, self.targets.row(*row as usize), 1.0);
                count += 1;
            }
        }
        let rest = rows.len() - count;
        let leaf = self.options.leaf.max(1);
        (count >= leaf && rest >= leaf).then(|| (threshold, score(&below, sums, count, rest)))
    }
}

/// A threshold between a value and the next one; always finite, for JSON has no infinity.
fn between(value: f64, next: f64) -> f64 {
    let middle = if value.is_finite() {
        value + (next - value) / 2.0
    } else {
        f64::MIN
    };
    // Rounding may bring the middle up to the next value.
    if middle < next { middle } else { value }
}

fn score(below: &[f64], sums: &[f64], count: usize, rest: usize) -> f64 {
    let parts = below.iter().zip(sums);
    let parts = parts.map(|(below, sum)| {
        below * below / count as f64 + (sum - below) * (sum - below) / rest as f64
    });
    parts.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_learns_what_no_line_can() {
        let rows = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.1]];
        let examples = Matrix::from_rows(&rows).unwrap();
        let targets = Matrix::from_rows(&[[0.0, 2.0], [1.0, 2.0], [1.0, 2.0], [0.0, 2.0]]).unwrap();
        let tree = Tree::fit(&examples, &targets, &TreeOptions::default()).unwrap();
        for (row, expected) in rows.iter().zip([0.0, 1.0, 1.0, 0.0]) {
            assert_eq!(tree.predict(row), [expected, 2.0]);
        }
        let stump = TreeOptions {
            leaf: 3,
            ..TreeOptions::default()
        };
        let stump = Tree::fit(&examples, &targets, &stump).unwrap();
        assert_eq!((stump.leaves(), stump.predict(&[0.0, 0.0])[0]), (1, 0.5));
    }

    #[test]
    fn counting_values_finds_the_splits_that_sorting_finds() {
        let mut random = SplitMix64::new(3);
        let (mut examples, mut targets) = (Matrix::new(3), Matrix::new(2));
        for _ in 0..400 {
            let row = [random.below(5), random.below(9), random.below(2)].map(|one| one as f64);
            examples.push(&row).unwrap();
            let noise = f64::from(u8::from(random.below(4) == 0));
            targets
                .push(&[f64::from(u8::from(row[0] > row[1])), noise])
                .unwrap();
        }
        let options = TreeOptions {
            leaf: 3,
            ..TreeOptions::default()
        };
        let counted = Tree::fit(&examples, &targets, &options).unwrap();
        assert!(counted.leaves() > 10);
        let none = Levels {
            features: vec![None, None, None],
        };
        let rows = (0..400).collect();
        let sorted = Tree::fit_rows(&examples, &none, &targets, rows, &options).unwrap();
        assert!(sorted == counted);
    }

    #[test]
    fn missing_values_are_the_least() {
        let examples = Matrix::from_rows(&[[f64::NAN], [f64::NAN], [1.0], [2.0]]).unwrap();
        let targets = Matrix::from_rows(&[[1.0], [1.0], [0.0], [0.0]]).unwrap();
        for splitter in [Splitter::Best, Splitter::Random] {
            let options = TreeOptions {
                splitter,
                ..TreeOptions::default()
            };
            let tree = Tree::fit(&examples, &targets, &options).unwrap();
            assert_eq!(tree.predict(&[f64::NAN]), [1.0]);
            assert_eq!(tree.predict(&[1.5]), [0.0]);
            assert_eq!(tree.predict(&[]), [1.0]);
        }
    }
}
