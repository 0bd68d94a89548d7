//! Agglomerative clustering: the two nearest clusters are merged until few enough are left.

use super::cluster::{Part, representative};
use super::{Bias, Choice, Method};
use crate::vectors::TOLERANCE;
use crate::{SampleError, Vectors};

/// Agglomerative clustering with average linkage (UPGMA: Sokal, Michener 1958).
///
/// Equal vectors are merged first, whatever `n`, so the sample has no more questions than there are
/// different vectors. Then the two clusters with the smallest mean distance between their questions
/// are merged, of equally near ones those that come first, until `n` clusters are left. Each gives the
/// question closest to its mean. QaldGen's paper leaves linkage and cut open.
#[derive(Clone, Copy, Debug, Default)]
pub struct Agglomerative {
    /// Clusters further apart than this are not merged, even if that leaves more than `n`.
    pub threshold: Option<f64>,
}

/// The distances of this many points take about a gibibyte.
const LIMIT: usize = 16_000;

impl Method for Agglomerative {
    fn name(&self) -> &'static str {
        "agglomerative"
    }

    fn bias(&self) -> Bias {
        Bias::Clusters
    }

    fn choose(&self, vectors: &Vectors, n: usize, _: u64) -> Result<Choice, SampleError> {
        if vectors.points() > LIMIT {
            return Err(SampleError::TooMany {
                method: self.name(),
                points: vectors.points(),
                limit: LIMIT,
            });
        }
        if self
            .threshold
            .is_some_and(|threshold| threshold.is_nan() || threshold < 0.0)
        {
            return Err(SampleError::Parameter(
                "the threshold of agglomerative clustering must be 0 or more".to_owned(),
            ));
        }
        let mut merging = Merging::new(vectors);
        let enough = |clusters| clusters <= n;
        while !enough(merging.alive.len()) {
            let Some((a, b, distance)) = merging.nearest_pair() else {
                break;
            };
            if self.threshold.is_some_and(|threshold| distance > threshold) {
                break;
            }
            merging.merge(a, b);
        }
        let chosen = merging
            .alive
            .iter()
            .filter_map(|cluster| representative(vectors, &merging.clusters[*cluster]));
        Ok(Choice::of(chosen.collect()))
    }
}

struct Merging {
    /// A merged cluster keeps the number of the one that comes first.
    clusters: Vec<Vec<Part>>,
    weights: Vec<f64>,
    alive: Vec<usize>,
    /// Row `a` has the distances to the clusters `b > a`.
    distances: Vec<Vec<f64>>,
    /// The smallest distance of each row, over clusters that are alive.
    smallest: Vec<f64>,
}

impl Merging {
    fn new(vectors: &Vectors) -> Self {
        let points = vectors.points();
        let distances: Vec<Vec<f64>> = (0..points)
            .map(|point| {
                let mut row = vec![0.0; points - point - 1];
                vectors.distances(&vectors.row(point), point + 1, &mut row);
                row
            })
            .collect();
        Self {
            clusters: (0..points)
                .map(|point| vec![Part::whole(vectors, point)])
                .collect(),
            weights: (0..points).map(|point| vectors.weight(point)).collect(),
            alive: (0..points).collect(),
            smallest: distances
                .iter()
                .map(|row| row.iter().copied().fold(f64::INFINITY, f64::min))
                .collect(),
            distances,
        }
    }

    fn distance(&self, a: usize, b: usize) -> f64 {
        let (a, b) = (a.min(b), a.max(b));
        self.distances[a][b - a - 1]
    }

    fn set_distance(&mut self, a: usize, b: usize, distance: f64) {
        let (a, b) = (a.min(b), a.max(b));
        self.distances[a][b - a - 1] = distance;
    }

    /// The first of the nearest pairs.
    fn nearest_pair(&self) -> Option<(usize, usize, f64)> {
        let alive = || self.alive.iter().copied();
        let smallest = alive()
            .map(|a| self.smallest[a])
            .fold(f64::INFINITY, f64::min);
        let near = |distance: f64| distance <= smallest + TOLERANCE;
        let a = alive().find(|a| near(self.smallest[*a]))?;
        let b = alive().find(|b| *b > a && near(self.distance(a, *b)))?;
        Some((a, b, self.distance(a, b)))
    }

    /// Merges `b` into `a`, which comes before it.
    fn merge(&mut self, a: usize, b: usize) {
        let (weight_a, weight_b) = (self.weights[a], self.weights[b]);
        self.alive.retain(|cluster| *cluster != b);
        let alive = std::mem::take(&mut self.alive);
        for &other in alive.iter().filter(|other| **other != a) {
            let (from_a, from_b) = (self.distance(a, other), self.distance(b, other));
            let mean = (weight_a * from_a + weight_b * from_b) / (weight_a + weight_b);
            self.set_distance(a, other, mean);
            // A row knows the distances to later clusters only.
            if other < a && mean < self.smallest[other] {
                self.smallest[other] = mean;
            } else if other < b {
                let lost_a = other < a && from_a <= self.smallest[other];
                let lost_b = from_b <= self.smallest[other];
                if lost_a || lost_b {
                    self.smallest[other] = self.row_smallest(other, &alive);
                }
            }
        }
        self.smallest[a] = self.row_smallest(a, &alive);
        self.alive = alive;
        self.weights[a] += weight_b;
        let merged = std::mem::take(&mut self.clusters[b]);
        self.clusters[a].extend(merged);
    }

    fn row_smallest(&self, a: usize, alive: &[usize]) -> f64 {
        let later = &alive[alive.partition_point(|b| *b <= a)..];
        later
            .iter()
            .map(|b| self.distances[a][b - a - 1])
            .fold(f64::INFINITY, f64::min)
    }
}
