//! Gradient-boosted trees over histograms.

use lydite_model::random::SplitMix64;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::bins::{Bins, MISSING};
use super::error::{LearnError, check_classes, check_positive, check_sizes};
use super::folds::shuffle;
use super::linear::sigmoid;
use super::matrix::{Matrix, Rows};

/// How trees are boosted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoostedOptions {
    /// How many trees.
    pub trees: usize,
    /// How many leaves a tree has at most; the leaf that gains most is split first.
    pub leaves: usize,
    /// How much of each tree counts.
    pub rate: f64,
    /// How many examples a leaf has at least.
    pub leaf: usize,
    /// λ: keeps the values of leaves small.
    pub penalty: f64,
    /// The share of features that a tree may use.
    pub features: f64,
    /// The share of examples that a tree sees.
    pub sample: f64,
    /// Into how many ranges a feature is cut, up to 254.
    pub bins: usize,
    /// What the drawn features and examples depend on.
    pub seed: u64,
}

impl Default for BoostedOptions {
    fn default() -> Self {
        Self {
            trees: 200,
            leaves: 31,
            rate: 0.05,
            leaf: 20,
            penalty: 1.0,
            features: 0.8,
            sample: 1.0,
            bins: 128,
            seed: 0,
        }
    }
}

/// Boosted trees for two classes: log-loss, second-order leaves (as XGBoost), grown leaf by leaf over histograms
/// (as LightGBM). A missing value (NaN) goes to the side where it fits better.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Boosted {
    base: f64,
    columns: usize,
    trees: Vec<Vec<Node>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
enum Node {
    Leaf(f32),
    Split {
        feature: u32,
        threshold: f64,
        missing_below: bool,
        below: u32,
        above: u32,
    },
}

/// Sums of gradients and curvatures, and how many examples.
#[derive(Clone, Copy, Default)]
struct Sums {
    gradient: f64,
    curvature: f64,
    count: u32,
}

impl Sums {
    fn add(&mut self, other: Self) {
        self.gradient += other.gradient;
        self.curvature += other.curvature;
        self.count += other.count;
    }

    fn minus(self, other: Self) -> Self {
        Self {
            gradient: self.gradient - other.gradient,
            curvature: self.curvature - other.curvature,
            count: self.count - other.count,
        }
    }

    fn score(self, penalty: f64) -> f64 {
        self.gradient * self.gradient / (self.curvature + penalty)
    }
}

#[derive(Clone, Copy)]
struct Split {
    gain: f64,
    feature: usize,
    /// The last range that goes below.
    code: u8,
    missing_below: bool,
}

/// A leaf that may still be split.
struct Leaf {
    node: usize,
    rows: Vec<u32>,
    sums: Sums,
    histogram: Vec<Sums>,
    split: Option<Split>,
}

impl Boosted {
    /// Learns to tell two classes apart.
    ///
    /// # Errors
    /// If examples and classes do not fit, all are of one class, or an option makes no sense.
    pub fn fit(
        examples: &Matrix,
        classes: &[bool],
        options: &BoostedOptions,
    ) -> Result<Self, LearnError> {
        check_sizes(examples.rows(), examples.columns(), classes.len())?;
        check_classes(classes)?;
        check_positive("the rate", options.rate)?;
        check_positive("the share of features", options.features)?;
        check_positive("the share of examples", options.sample)?;
        let positive = classes.iter().filter(|class| **class).count() as f64;
        let base = (positive / (classes.len() as f64 - positive)).ln();
        let bins = Bins::new(examples, options.bins);
        let random = SplitMix64::new(options.seed);
        let mut scores = vec![base; classes.len()];
        let mut trees = Vec::with_capacity(options.trees);
        for at in 0..options.trees {
            let gradients: Vec<(f32, f32)> = scores
                .iter()
                .zip(classes)
                .map(|(score, class)| {
                    let probability = sigmoid(*score);
                    let gradient = probability - f64::from(u8::from(*class));
                    (gradient as f32, (probability * (1.0 - probability)) as f32)
                })
                .collect();
            let mut random = random.split(at as u64 + 1);
            let grower = Grower {
                bins: &bins,
                gradients: &gradients,
                options,
                features: drawn(examples.columns(), options.features, &mut random),
            };
            let rows = drawn(examples.rows(), options.sample, &mut random);
            let rows = rows.into_iter().map(|row| row as u32).collect();
            let tree = grower.grow(rows);
            if let [Node::Leaf(_)] = tree[..]
                && options.sample >= 1.0
                && options.features >= 1.0
            {
                break;
            }
            let updates: Vec<f64> = (0..examples.rows())
                .into_par_iter()
                .with_min_len(4096)
                .map(|row| value(&tree, examples.row(row)))
                .collect();
            for (score, update) in scores.iter_mut().zip(updates) {
                *score += update;
            }
            trees.push(tree);
        }
        Ok(Self {
            base,
            columns: examples.columns(),
            trees,
        })
    }

    /// The log-odds of the positive class.
    #[must_use]
    pub fn decision(&self, features: &[f64]) -> f64 {
        let trees = self.trees.iter();
        self.base + trees.map(|tree| value(tree, features)).sum::<f64>()
    }

    /// The probability of the positive class.
    #[must_use]
    pub fn probability(&self, features: &[f64]) -> f64 {
        sigmoid(self.decision(features))
    }

    /// How often each feature decides.
    #[must_use]
    pub fn uses(&self) -> Vec<usize> {
        let mut uses = vec![0; self.columns];
        for node in self.trees.iter().flatten() {
            if let Node::Split { feature, .. } = node
                && let Some(count) = uses.get_mut(*feature as usize)
            {
                *count += 1;
            }
        }
        uses
    }
}

/// A share of the numbers below `all`, ascending; at least one.
fn drawn(all: usize, share: f64, random: &mut SplitMix64) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..all).collect();
    if share < 1.0 {
        shuffle(&mut numbers, random);
        numbers.truncate(((all as f64 * share).round() as usize).max(1));
        numbers.sort_unstable();
    }
    numbers
}

/// What a tree adds for an example. A tree from a damaged file adds nothing, rather than to loop.
fn value(tree: &[Node], features: &[f64]) -> f64 {
    let mut at = 0;
    while let Some(node) = tree.get(at) {
        match *node {
            Node::Leaf(value) => return f64::from(value),
            Node::Split {
                feature,
                threshold,
                missing_below,
                below,
                above,
            } => {
                let cell = features.get(feature as usize).copied().unwrap_or(f64::NAN);
                let goes_below = if cell.is_nan() {
                    missing_below
                } else {
                    cell <= threshold
                };
                let next = if goes_below { below } else { above } as usize;
                if next <= at {
                    return 0.0;
                }
                at = next;
            }
        }
    }
    0.0
}

struct Grower<'a> {
    bins: &'a Bins,
    gradients: &'a [(f32, f32)],
    options: &'a BoostedOptions,
    features: Vec<usize>,
}

/// How many ranges a histogram has for each feature.
const WIDTH: usize = 256;

impl Grower<'_> {
    fn grow(&self, rows: Vec<u32>) -> Vec<Node> {
        let mut nodes = vec![Node::Leaf(0.0)];
        let histogram = self.histogram(&rows);
        let mut leaves = vec![self.leaf(0, rows, histogram)];
        while leaves.len() < self.options.leaves {
            let best = leaves
                .iter()
                .enumerate()
                .filter_map(|(at, leaf)| Some((at, leaf.split?)))
                .max_by(|a, b| a.1.gain.total_cmp(&b.1.gain).then(b.0.cmp(&a.0)));
            let Some((at, split)) = best else { break };
            let leaf = leaves.swap_remove(at);
            let (below, above) = self.divide(&leaf.rows, split);
            let (small, large) = if below.len() <= above.len() {
                (&below, &above)
            } else {
                (&above, &below)
            };
            // The larger side is what the smaller one leaves of the whole.
            let of_small = self.histogram(small);
            let mut of_large = leaf.histogram;
            for (large, small) in of_large.iter_mut().zip(&of_small) {
                *large = large.minus(*small);
            }
            let small_is_below = std::ptr::eq(small, &below);
            debug_assert_eq!(small.len() + large.len(), leaf.rows.len());
            let (of_below, of_above) = if small_is_below {
                (of_small, of_large)
            } else {
                (of_large, of_small)
            };
            let next = nodes.len();
            nodes[leaf.node] = Node::Split {
                feature: split.feature as u32,
                threshold: self.threshold(split),
                missing_below: split.missing_below,
                below: next as u32,
                above: next as u32 + 1,
            };
            nodes.extend([Node::Leaf(0.0); 2]);
            leaves.push(self.leaf(next, below, of_below));
            leaves.push(self.leaf(next + 1, above, of_above));
        }
        for leaf in leaves {
            let sums = leaf.sums;
            let value = -sums.gradient / (sums.curvature + self.options.penalty).max(1e-9);
            nodes[leaf.node] = Node::Leaf((value * self.options.rate) as f32);
        }
        nodes
    }

    /// The upper end of the last range that goes below; the last range of all has none. Always finite, for JSON
    /// has no infinity.
    fn threshold(&self, split: Split) -> f64 {
        let ends = &self.bins.ends[split.feature];
        match split.code.checked_sub(1) {
            None => f64::MIN,
            Some(at) => ends.get(at as usize).copied().unwrap_or(f64::MAX),
        }
    }

    fn leaf(&self, node: usize, rows: Vec<u32>, histogram: Vec<Sums>) -> Leaf {
        let mut sums = Sums::default();
        for row in &rows {
            sums.add(self.sums(*row));
        }
        let split = self.best(&histogram, sums);
        Leaf {
            node,
            rows,
            sums,
            histogram,
            split,
        }
    }

    fn sums(&self, row: u32) -> Sums {
        let (gradient, curvature) = self.gradients[row as usize];
        Sums {
            gradient: f64::from(gradient),
            curvature: f64::from(curvature),
            count: 1,
        }
    }

    fn histogram(&self, rows: &[u32]) -> Vec<Sums> {
        let mut histogram = vec![Sums::default(); self.features.len() * WIDTH];
        let fill = |(at, part): (usize, &mut [Sums])| {
            let codes = &self.bins.codes[self.features[at]];
            for row in rows {
                part[codes[*row as usize] as usize].add(self.sums(*row));
            }
        };
        // Threads pay for themselves only where there is much to add up.
        if rows.len() * self.features.len() > 100_000 {
            histogram
                .par_chunks_mut(WIDTH)
                .enumerate()
                .with_min_len(4)
                .for_each(fill);
        } else {
            histogram.chunks_mut(WIDTH).enumerate().for_each(fill);
        }
        histogram
    }

    fn best(&self, histogram: &[Sums], all: Sums) -> Option<Split> {
        let least = self.options.leaf.max(1) as u32;
        if all.count < 2 * least {
            return None;
        }
        let penalty = self.options.penalty;
        let whole = all.score(penalty);
        let mut best: Option<Split> = None;
        for (at, feature) in self.features.iter().enumerate() {
            let part = &histogram[at * WIDTH..][..WIDTH];
            let missing = part[MISSING as usize];
            let ranges = self.bins.ends[*feature].len() + 1;
            let mut below = Sums::default();
            for (code, sums) in part.iter().enumerate().take(ranges + 1) {
                if code > 0 {
                    below.add(*sums);
                }
                let sides: &[bool] = match (missing.count, code) {
                    (0, 0) => &[],
                    (0, _) => &[false],
                    (_, 0) => &[true],
                    _ => &[false, true],
                };
                for missing_below in sides {
                    let mut left = below;
                    if *missing_below {
                        left.add(missing);
                    }
                    if left.count < least || all.count - left.count < least {
                        continue;
                    }
                    let gain = left.score(penalty) + all.minus(left).score(penalty) - whole;
                    if gain > 1e-9 && best.is_none_or(|best| gain > best.gain) {
                        best = Some(Split {
                            gain,
                            feature: *feature,
                            code: code as u8,
                            missing_below: *missing_below,
                        });
                    }
                }
            }
        }
        best
    }

    fn divide(&self, rows: &[u32], split: Split) -> (Vec<u32>, Vec<u32>) {
        let codes = &self.bins.codes[split.feature];
        rows.iter().partition(|row| match codes[**row as usize] {
            MISSING => split.missing_below,
            code => code <= split.code,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_leaf_is_newtons_step() {
        // Two examples a side: the first tree moves each side by rate · Σg / (Σh + λ).
        let examples = Matrix::from_rows(&[[0.0], [0.0], [1.0], [1.0]]).unwrap();
        let classes = [false, false, true, true];
        let options = BoostedOptions {
            trees: 1,
            leaf: 1,
            features: 1.0,
            rate: 0.5,
            ..BoostedOptions::default()
        };
        let model = Boosted::fit(&examples, &classes, &options).unwrap();
        // g = ±½, h = ¼: (2·½) / (2·¼ + 1) · ½ = ⅓.
        assert!((model.decision(&[1.0]) - 1.0 / 3.0).abs() < 1e-6);
        assert!((model.decision(&[0.0]) + 1.0 / 3.0).abs() < 1e-6);
        assert_eq!(model.uses(), [1]);
    }

    #[test]
    fn a_chequerboard_is_learned() {
        let mut random = SplitMix64::new(9);
        let mut examples = Matrix::new(3);
        let mut classes = Vec::new();
        for _ in 0..2000 {
            let row = [random.unit(), random.unit(), random.unit()];
            classes.push((row[0] > 0.5) != (row[1] > 0.5));
            examples.push(&row).unwrap();
        }
        let options = BoostedOptions {
            sample: 0.7,
            ..BoostedOptions::default()
        };
        let model = Boosted::fit(&examples, &classes, &options).unwrap();
        assert!(model.probability(&[0.2, 0.8, 0.5]) > 0.95);
        assert!(model.probability(&[0.2, 0.2, 0.5]) < 0.05);
        assert!(model == Boosted::fit(&examples, &classes, &options).unwrap());
    }

    #[test]
    fn missing_values_have_a_side_of_their_own() {
        let rows: Vec<[f64; 1]> = (0..90)
            .map(|at| {
                [if at % 3 == 0 {
                    f64::NAN
                } else {
                    f64::from(at % 3)
                }]
            })
            .collect();
        let classes: Vec<bool> = (0..90).map(|at| at % 3 != 1).collect();
        let examples = Matrix::from_rows(&rows).unwrap();
        let model = Boosted::fit(&examples, &classes, &BoostedOptions::default()).unwrap();
        assert!(model.probability(&[f64::NAN]) > 0.9);
        assert!(model.probability(&[1.0]) < 0.1 && model.probability(&[2.0]) > 0.9);
        // Also where all that is known goes to one side.
        let rows: Vec<[f64; 1]> = rows.iter().map(|row| [row[0] * 0.0]).collect();
        let classes: Vec<bool> = rows.iter().map(|row| row[0].is_nan()).collect();
        let examples = Matrix::from_rows(&rows).unwrap();
        let model = Boosted::fit(&examples, &classes, &BoostedOptions::default()).unwrap();
        let text = serde_json::to_string(&model).unwrap();
        let again: Boosted = serde_json::from_str(&text).unwrap();
        assert!(again == model && again.probability(&[f64::NAN]) > 0.9);
    }

    #[test]
    fn constant_features_teach_the_share() {
        let examples = Matrix::from_rows(&[[1.0]; 50]).unwrap();
        let classes: Vec<bool> = (0..50).map(|at| at < 10).collect();
        let model = Boosted::fit(&examples, &classes, &BoostedOptions::default()).unwrap();
        assert!((model.probability(&[1.0]) - 0.2).abs() < 1e-6);
        assert!(Boosted::fit(&examples, &[true; 50], &BoostedOptions::default()).is_err());
    }
}
