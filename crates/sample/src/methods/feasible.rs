//! FEASIBLE: clusters around exemplars.

use rayon::prelude::*;

use super::cluster::{Part, representative};
use super::feasible_exemplars::exemplars;
use super::{Bias, Choice, Method};
use crate::vectors::TOLERANCE;
use crate::{SampleError, Vectors};

/// FEASIBLE (Saleem, Mehmood, Ngonga Ngomo, ISWC 2015, and its code).
///
/// Every question joins the nearest of the exemplars that
/// [`FeasibleExemplars`](super::FeasibleExemplars) finds; of each cluster the question closest to the
/// mean is taken. Ties go to the exemplar, and to the question, that comes first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Feasible;

impl Method for Feasible {
    fn name(&self) -> &'static str {
        "feasible"
    }

    fn bias(&self) -> Bias {
        Bias::Clusters
    }

    fn choose(&self, vectors: &Vectors, n: usize, _: u64) -> Result<Choice, SampleError> {
        let mut exemplars = exemplars(vectors, n);
        exemplars.sort_unstable();
        let mut taken = vec![0_u32; vectors.points()];
        // Of several exemplars at one point the first gathers the others' cluster.
        let mut centres = Vec::new();
        let mut clusters: Vec<Vec<Part>> = Vec::with_capacity(n);
        for question in exemplars {
            let point = vectors.point_of(question);
            if taken[point] == 0 {
                centres.push((clusters.len(), vectors.row(point)));
            }
            taken[point] += 1;
            clusters.push(vec![Part {
                point,
                weight: 1.0,
                first: question,
            }]);
        }
        let nearest = nearest(vectors, &centres);
        for (point, cluster) in nearest.into_iter().enumerate() {
            let rest = &vectors.members(point)[taken[point] as usize..];
            if let Some(first) = rest.first() {
                clusters[cluster].push(Part {
                    point,
                    weight: rest.len() as f64,
                    first: *first as usize,
                });
            }
        }
        let chosen = clusters
            .par_iter()
            .filter_map(|cluster| representative(vectors, cluster));
        Ok(Choice::of(chosen.collect()))
    }
}

/// For every point the cluster with the nearest centre. Centres are in the order of their questions.
fn nearest(vectors: &Vectors, centres: &[(usize, Vec<f64>)]) -> Vec<usize> {
    #[derive(Clone, Copy)]
    struct Nearest {
        smallest: f64,
        cluster: usize,
        distance: f64,
    }
    const BLOCK: usize = 512;
    let mut found = vec![0; vectors.points()];
    let block = |(number, clusters): (usize, &mut [usize])| {
        let mut distances = [0.0; BLOCK];
        let distances = &mut distances[..clusters.len()];
        let mut nearest = [Nearest {
            smallest: f64::INFINITY,
            cluster: 0,
            distance: f64::INFINITY,
        }; BLOCK];
        for (cluster, centre) in centres {
            vectors.distances(centre, number * BLOCK, distances);
            for (nearest, distance) in nearest.iter_mut().zip(&*distances) {
                // The common case first: this centre is out of the question.
                if *distance >= nearest.smallest {
                    continue;
                }
                nearest.smallest = *distance;
                if nearest.distance > distance + TOLERANCE {
                    nearest.cluster = *cluster;
                    nearest.distance = *distance;
                }
            }
        }
        for (cluster, nearest) in clusters.iter_mut().zip(&nearest) {
            *cluster = nearest.cluster;
        }
    };
    if found.len() > 16 * BLOCK {
        found.par_chunks_mut(BLOCK).enumerate().for_each(block);
    } else {
        found.chunks_mut(BLOCK).enumerate().for_each(block);
    }
    found
}
