//! DBSCAN sets outliers aside, KMeans++ clusters the rest.

use super::cluster::Part;
use super::kmeans::KMeans;
use super::{Bias, Choice, Method};
use crate::vectors::squared_distance;
use crate::{SampleError, Vectors};

/// DBSCAN (Ester, Kriegel, Sander, Xu, KDD 1996), then [`KMeans`] on what is not noise.
///
/// A question is *core* if at least [`neighbours`](Self::neighbours) others lie within
/// [`radius`](Self::radius), the radius included; it is noise if it is neither core nor within the
/// radius of a core question. The rest is normalised again.
#[derive(Clone, Copy, Debug)]
pub struct DbscanKMeans {
    /// How far neighbours are at most.
    pub radius: f64,
    /// How many neighbours a core question has at least (`minPts`).
    pub neighbours: usize,
    /// What clusters the rest.
    pub kmeans: KMeans,
}

impl Default for DbscanKMeans {
    /// Radius 0.1 and one neighbour. With radius 1, which the authors of QaldGen used, no question of
    /// theirs is noise.
    fn default() -> Self {
        Self {
            radius: 0.1,
            neighbours: 1,
            kmeans: KMeans::default(),
        }
    }
}

impl Method for DbscanKMeans {
    fn name(&self) -> &'static str {
        "dbscan-kmeans"
    }

    fn bias(&self) -> Bias {
        Bias::Clusters
    }

    fn choose(&self, vectors: &Vectors, n: usize, seed: u64) -> Result<Choice, SampleError> {
        if self.radius.is_nan() || self.radius < 0.0 {
            return Err(SampleError::Parameter(
                "the radius of DBSCAN must be 0 or more".to_owned(),
            ));
        }
        let noise = self.noise(vectors);
        let kept: Vec<usize> = (0..vectors.points()).filter(|p| !noise[*p]).collect();
        let set_aside = |point: &usize| noise[*point];
        let noisy: usize = (0..vectors.points())
            .filter(set_aside)
            .map(|point| vectors.members(point).len())
            .sum();
        if kept.is_empty() {
            return Err(SampleError::Parameter(format!(
                "with radius {} and {} neighbours, DBSCAN treats every question as noise",
                self.radius, self.neighbours
            )));
        }
        let width = vectors.width();
        let values: Vec<f64> = kept.iter().flat_map(|point| vectors.row(*point)).collect();
        let rows: Vec<u32> = (0..kept.len() as u32).collect();
        let rest = Vectors::new(width, &values, &rows);
        let parts: Vec<Part> = kept
            .iter()
            .enumerate()
            .map(|(number, point)| Part {
                point: number,
                ..Part::whole(vectors, *point)
            })
            .collect();
        let chosen = self.kmeans.cluster(&rest, &parts, n, seed);
        Ok(Choice {
            noise: noisy,
            ..Choice::of(chosen)
        })
    }
}

impl DbscanKMeans {
    /// For every point whether its questions are noise.
    fn noise(&self, vectors: &Vectors) -> Vec<bool> {
        let neighbourhood = Neighbourhood::new(vectors, self.radius);
        let points = vectors.points();
        let core: Vec<bool> = (0..points)
            .map(|point| {
                let mut found = vectors.members(point).len() - 1;
                if found < self.neighbours {
                    neighbourhood.each(point, &mut |other| {
                        found += vectors.members(other).len();
                        found < self.neighbours
                    });
                }
                found >= self.neighbours
            })
            .collect();
        (0..points)
            .map(|point| {
                let mut noise = !core[point];
                if noise {
                    neighbourhood.each(point, &mut |other| {
                        noise &= !core[other];
                        noise
                    });
                }
                noise
            })
            .collect()
    }
}

/// Finds the points within a radius: those in a window of the most spread column.
struct Neighbourhood {
    width: usize,
    rows: Vec<f64>,
    radius: f64,
    column: usize,
    /// The points in the order of that column.
    sorted: Vec<usize>,
    /// Where a point stands in it.
    places: Vec<usize>,
}

impl Neighbourhood {
    fn new(vectors: &Vectors, radius: f64) -> Self {
        let rows = vectors.rows();
        let width = vectors.width();
        let points = vectors.points();
        let different = |column: &usize| {
            let values: rustc_hash::FxHashSet<u64> = (0..points)
                .map(|point| vectors.coordinate(point, *column).to_bits())
                .collect();
            values.len()
        };
        let column = (0..width).max_by_key(different).unwrap_or(0);
        let mut sorted: Vec<usize> = (0..points).collect();
        sorted.sort_by(|a, b| {
            vectors
                .coordinate(*a, column)
                .total_cmp(&vectors.coordinate(*b, column))
        });
        let mut places = vec![0; points];
        for (place, point) in sorted.iter().enumerate() {
            places[*point] = place;
        }
        Self {
            width,
            rows,
            radius,
            column,
            sorted,
            places,
        }
    }

    fn row(&self, point: usize) -> &[f64] {
        &self.rows[point * self.width..][..self.width]
    }

    /// Calls `visit` with the other points within the radius until it says `false`, nearest in the
    /// sorted column first on either side.
    fn each(&self, point: usize, visit: &mut dyn FnMut(usize) -> bool) {
        let place = self.places[point];
        let row = self.row(point);
        // Sums of squares are inexact: a point at the radius itself must not be lost.
        let reach = self.radius + 1e-12;
        let mut walk = |others: &mut dyn Iterator<Item = &usize>| {
            for other in others {
                let there = self.row(*other);
                if (there[self.column] - row[self.column]).abs() > reach {
                    return true;
                }
                if squared_distance(row, there) <= reach * reach && !visit(*other) {
                    return false;
                }
            }
            true
        };
        if walk(&mut self.sorted[place + 1..].iter()) {
            walk(&mut self.sorted[..place].iter().rev());
        }
    }
}
