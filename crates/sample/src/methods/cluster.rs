//! Clusters of questions, and the question that stands for one.

use crate::Vectors;
use crate::vectors::{TOLERANCE, distance};

/// Some questions of a cluster that lie at the same point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub point: usize,
    /// How many they are.
    pub weight: f64,
    /// The first of them.
    pub first: usize,
}

impl Part {
    /// All questions at a point.
    pub(super) fn whole(vectors: &Vectors, point: usize) -> Self {
        Self {
            point,
            weight: vectors.weight(point),
            first: vectors.members(point)[0] as usize,
        }
    }
}

/// The question closest to the mean of the cluster; the first one of several.
pub(super) fn representative(vectors: &Vectors, cluster: &[Part]) -> Option<usize> {
    if let [only] = cluster {
        return Some(only.first);
    }
    let mut mean = vec![0.0; vectors.width()];
    let mut weight = 0.0;
    for part in cluster {
        for (column, sum) in mean.iter_mut().enumerate() {
            *sum += part.weight * vectors.coordinate(part.point, column);
        }
        weight += part.weight;
    }
    for sum in &mut mean {
        *sum /= weight;
    }
    let distances: Vec<f64> = cluster
        .iter()
        .map(|part| distance(&vectors.row(part.point), &mean))
        .collect();
    let smallest = distances.iter().copied().fold(f64::INFINITY, f64::min);
    cluster
        .iter()
        .zip(distances)
        .filter(|(_, distance)| *distance <= smallest + TOLERANCE)
        .map(|(part, _)| part.first)
        .min()
}
