//! KMeans++ as commons-math has it.

use lydite_model::random::SplitMix64;
use rayon::prelude::*;

use super::cluster::{Part, representative};
use super::{Bias, Choice, Method};
use crate::vectors::{distance, squared_distance};
use crate::{SampleError, Vectors};

/// KMeans++ (Arthur, Vassilvitskii: k-means++: the advantages of careful seeding, SODA 2007) in the
/// manner of commons-math 3, which QaldGen uses.
///
/// Centres are drawn with a probability that grows with the square of the distance to the nearest one
/// so far; then at most [`rounds`](Self::rounds) times every question joins the nearest centre and
/// centres move to their means. An empty cluster gets a random question of the cluster with the
/// largest variance of distances. The best of [`trials`](Self::trials) has the smallest sum of those
/// variances. Each cluster gives the question closest to its mean.
#[derive(Clone, Copy, Debug)]
pub struct KMeans {
    /// How often centres move at most.
    pub rounds: usize,
    /// How often it is tried.
    pub trials: usize,
}

impl Default for KMeans {
    /// Ten rounds and ten trials, as the authors of QaldGen have it.
    fn default() -> Self {
        Self {
            rounds: 10,
            trials: 10,
        }
    }
}

impl Method for KMeans {
    fn name(&self) -> &'static str {
        "kmeans"
    }

    fn bias(&self) -> Bias {
        Bias::Clusters
    }

    fn choose(&self, vectors: &Vectors, n: usize, seed: u64) -> Result<Choice, SampleError> {
        if self.trials == 0 {
            return Err(SampleError::Parameter(
                "KMeans++ needs at least one trial".to_owned(),
            ));
        }
        let points: Vec<Part> = (0..vectors.points())
            .map(|point| Part::whole(vectors, point))
            .collect();
        Ok(Choice::of(self.cluster(vectors, &points, n, seed)))
    }
}

impl KMeans {
    /// A question for each of `n` clusters of `parts`.
    pub(super) fn cluster(
        &self,
        vectors: &Vectors,
        parts: &[Part],
        n: usize,
        seed: u64,
    ) -> Vec<usize> {
        // As many clusters as vectors: there is nothing to draw.
        if parts.len() <= n {
            return parts.iter().map(|part| part.first).collect();
        }
        let rows: Vec<f64> = parts
            .iter()
            .flat_map(|part| vectors.row(part.point))
            .collect();
        let weights: Vec<f64> = parts.iter().map(|part| part.weight).collect();
        let space = Space {
            width: vectors.width(),
            rows: &rows,
            weights: &weights,
        };
        let random = SplitMix64::new(seed);
        let trials: Vec<(f64, Vec<u32>)> = (0..self.trials as u64)
            .into_par_iter()
            .map(|trial| space.trial(n, self.rounds, random.split(trial)))
            .collect();
        let best = trials.into_iter().min_by(|a, b| a.0.total_cmp(&b.0));
        let Some((_, nearest)) = best else {
            return Vec::new();
        };
        let mut clusters: Vec<Vec<Part>> = vec![Vec::new(); n];
        for (part, cluster) in parts.iter().zip(nearest) {
            clusters[cluster as usize].push(*part);
        }
        clusters
            .iter()
            .filter_map(|cluster| representative(vectors, cluster))
            .collect()
    }
}

/// The points to cluster.
struct Space<'a> {
    width: usize,
    /// Point by point.
    rows: &'a [f64],
    weights: &'a [f64],
}

/// Centres, and for every point its nearest one and the distance to it.
struct Clusters {
    centres: Vec<f64>,
    nearest: Vec<u32>,
    distances: Vec<f64>,
}

impl Space<'_> {
    fn row(&self, point: usize) -> &[f64] {
        &self.rows[point * self.width..][..self.width]
    }

    /// The sum of the variances, and the cluster of each point.
    fn trial(&self, n: usize, rounds: usize, mut random: SplitMix64) -> (f64, Vec<u32>) {
        let mut clusters = self.seed(n, &mut random);
        for _ in 0..rounds {
            let refilled = self.move_centres(&mut clusters, n, &mut random);
            let changes = self.assign(&mut clusters);
            if changes == 0 && !refilled {
                break;
            }
        }
        let variances = self.variances(&clusters, n);
        (variances.iter().sum(), clusters.nearest)
    }

    fn seed(&self, n: usize, random: &mut SplitMix64) -> Clusters {
        let points = self.weights.len();
        let first = self.draw(self.weights, random);
        let mut centres: Vec<f64> = self.row(first).to_vec();
        let mut nearest = vec![0_u32; points];
        let mut distances: Vec<f64> = (0..points)
            .map(|point| distance(self.row(point), self.row(first)))
            .collect();
        let mut chances: Vec<f64> = Vec::with_capacity(points);
        while centres.len() < n * self.width {
            chances.clear();
            let squares = distances.iter().zip(self.weights);
            chances.extend(squares.map(|(distance, weight)| distance * distance * weight));
            let drawn = self.draw(&chances, random);
            let number = centres.len() / self.width;
            // A centre twice as far from a point's centre as the point itself cannot be nearer
            // (Elkan: Using the triangle inequality to accelerate k-means, ICML 2003).
            let reach: Vec<f64> = centres
                .chunks_exact(self.width)
                .map(|centre| distance(centre, self.row(drawn)) / 2.0)
                .collect();
            centres.extend_from_slice(self.row(drawn));
            let new = &centres[number * self.width..];
            for (point, known) in distances.iter_mut().enumerate() {
                if reach[nearest[point] as usize] >= *known {
                    continue;
                }
                let distance = distance(self.row(point), new);
                if distance < *known {
                    *known = distance;
                    nearest[point] = number as u32;
                }
            }
        }
        Clusters {
            centres,
            nearest,
            distances,
        }
    }

    /// A point, drawn with these chances.
    fn draw(&self, chances: &[f64], random: &mut SplitMix64) -> usize {
        let mut left = random.unit() * chances.iter().sum::<f64>();
        let mut last = 0;
        for (point, chance) in chances.iter().enumerate() {
            if *chance > 0.0 {
                last = point;
                if left < *chance {
                    break;
                }
                left -= chance;
            }
        }
        last
    }

    /// Moves every centre to the mean of its cluster. Says whether one was empty.
    fn move_centres(&self, clusters: &mut Clusters, n: usize, random: &mut SplitMix64) -> bool {
        let mut sums = vec![0.0; n * self.width];
        let mut weights = vec![0.0; n];
        for (point, cluster) in clusters.nearest.iter().enumerate() {
            let weight = self.weights[point];
            let sum = &mut sums[*cluster as usize * self.width..][..self.width];
            for (sum, value) in sum.iter_mut().zip(self.row(point)) {
                *sum += weight * value;
            }
            weights[*cluster as usize] += weight;
        }
        let mut refilled = false;
        let mut variances = None;
        for cluster in 0..n {
            let centre = &mut sums[cluster * self.width..][..self.width];
            if weights[cluster] > 0.0 {
                for value in centre {
                    *value /= weights[cluster];
                }
                continue;
            }
            refilled = true;
            let variances = variances.get_or_insert_with(|| self.variances(clusters, n));
            let widest = (0..n).max_by(|a, b| variances[*a].total_cmp(&variances[*b]));
            let chances: Vec<f64> = clusters
                .nearest
                .iter()
                .zip(self.weights)
                .map(|(nearest, weight)| {
                    let inside = Some(*nearest as usize) == widest;
                    if inside { *weight } else { 0.0 }
                })
                .collect();
            let drawn = self.draw(&chances, random);
            centre.copy_from_slice(self.row(drawn));
        }
        clusters.centres = sums;
        refilled
    }

    /// Finds the nearest centre of every point; how many points have another one than before.
    fn assign(&self, clusters: &mut Clusters) -> usize {
        let n = clusters.centres.len() / self.width;
        let centre = |cluster: usize| &clusters.centres[cluster * self.width..][..self.width];
        // From each centre, the others by distance: the nearest centre of a point is not further from
        // its old one than twice the point's own distance.
        let mut occupied = vec![false; n];
        for cluster in &clusters.nearest {
            occupied[*cluster as usize] = true;
        }
        let neighbours: Vec<Vec<(f64, u32)>> = (0..n)
            .map(|a| {
                if !occupied[a] {
                    return Vec::new();
                }
                let mut others: Vec<(f64, u32)> = (0..n)
                    .map(|b| (distance(centre(a), centre(b)), b as u32))
                    .collect();
                others.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
                others
            })
            .collect();
        let mut changes = 0;
        for (point, nearest) in clusters.nearest.iter_mut().enumerate() {
            let row = self.row(point);
            let old = distance(row, centre(*nearest as usize));
            let mut best = (old * old, *nearest);
            for (apart, other) in &neighbours[*nearest as usize] {
                if *apart > 2.0 * old {
                    break;
                }
                let square = squared_distance(row, centre(*other as usize));
                if square < best.0 {
                    best = (square, *other);
                }
            }
            changes += usize::from(best.1 != *nearest);
            *nearest = best.1;
            clusters.distances[point] = best.0.sqrt();
        }
        changes
    }

    /// For every cluster the variance (n − 1) of the distances between its questions and its centre.
    fn variances(&self, clusters: &Clusters, n: usize) -> Vec<f64> {
        let mut moments = vec![(0.0, 0.0, 0.0); n];
        let distances = clusters.distances.iter().zip(self.weights);
        for (cluster, (distance, weight)) in clusters.nearest.iter().zip(distances) {
            let (count, sum, squares) = &mut moments[*cluster as usize];
            *count += weight;
            *sum += weight * distance;
            *squares += weight * distance * distance;
        }
        moments
            .into_iter()
            .map(|(count, sum, squares)| {
                if count > 1.0 {
                    ((squares - sum * sum / count) / (count - 1.0)).max(0.0)
                } else {
                    0.0
                }
            })
            .collect()
    }
}
