//! FEASIBLE-Exemplars: questions as far from each other as possible.

use super::{Bias, Choice, Method};
use crate::vectors::TOLERANCE;
use crate::{SampleError, Vectors};

/// FEASIBLE-Exemplars (Saleem, Mehmood, Ngonga Ngomo: FEASIBLE, ISWC 2015, and its code).
///
/// The first exemplar is the question furthest from the mean. Then the question with the largest
/// *sum* of distances to the exemplars so far is added, again and again. (A max-min rule would choose
/// other questions.) Of equally far questions the first is taken.
#[derive(Clone, Copy, Debug, Default)]
pub struct FeasibleExemplars;

impl Method for FeasibleExemplars {
    fn name(&self) -> &'static str {
        "feasible-exemplars"
    }

    fn bias(&self) -> Bias {
        Bias::Outliers
    }

    fn choose(&self, vectors: &Vectors, n: usize, _: u64) -> Result<Choice, SampleError> {
        let order = exemplars(vectors, n);
        Ok(Choice {
            order: Some(order.clone()),
            ..Choice::of(order)
        })
    }
}

/// `n` questions in the order of choice.
pub(super) fn exemplars(vectors: &Vectors, n: usize) -> Vec<usize> {
    let mut taken = vec![0_u32; vectors.points()];
    // The sums are kept from round to round; a point without questions left has none.
    let mut sums = vec![0.0_f64; vectors.points()];
    let mut order = Vec::with_capacity(n);
    let mut target = vectors.mean();
    while order.len() < n {
        let from_mean = order.is_empty();
        vectors.sweep(&target, &mut sums, |_, distances, sums| {
            for (sum, distance) in sums.iter_mut().zip(distances) {
                *sum += distance;
            }
        });
        let Some((point, question)) = furthest(vectors, &sums, &taken) else {
            break;
        };
        order.push(question);
        taken[point] += 1;
        if from_mean {
            sums.fill(0.0);
        }
        if taken[point] as usize == vectors.members(point).len() {
            sums[point] = f64::NEG_INFINITY;
        }
        target = vectors.row(point);
    }
    order
}

/// The first of the questions with the largest sum, and its point.
fn furthest(vectors: &Vectors, sums: &[f64], taken: &[u32]) -> Option<(usize, usize)> {
    let largest = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if largest == f64::NEG_INFINITY {
        return None;
    }
    sums.iter()
        .enumerate()
        .filter(|(_, sum)| **sum >= largest - TOLERANCE)
        .map(|(point, _)| {
            let next = vectors.members(point)[taken[point] as usize];
            (point, next as usize)
        })
        .min_by_key(|(_, question)| *question)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pool;

    #[test]
    fn equal_questions_are_taken_one_after_another() {
        let mut pool = Pool::new(["x"]);
        for (id, x) in [("1", 0.0), ("2", 1.0), ("3", 1.0), ("4", 0.5), ("5", 1.0)] {
            pool.push(id, &[x]).unwrap();
        }
        let vectors = pool.vectors().unwrap();
        // The mean is 0.7. After 0 the ones are furthest; from {0, 1} all are equally far.
        assert_eq!(exemplars(&vectors, 5), [0, 1, 2, 3, 4]);
    }
}
