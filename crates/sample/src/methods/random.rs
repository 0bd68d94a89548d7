//! Random choice, the baseline.

use lydite_model::random::SplitMix64;

use super::{Bias, Choice, Method};
use crate::{SampleError, Vectors};

/// `n` questions without replacement, all equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomChoice;

impl Method for RandomChoice {
    fn name(&self) -> &'static str {
        "random"
    }

    fn bias(&self) -> Bias {
        Bias::None
    }

    fn choose(&self, vectors: &Vectors, n: usize, seed: u64) -> Result<Choice, SampleError> {
        let mut random = SplitMix64::new(seed);
        // Floyd's algorithm (Bentley: Programming pearls, CACM 30(9), 1987).
        let mut chosen = rustc_hash::FxHashSet::default();
        for last in vectors.questions() - n..vectors.questions() {
            let drawn = random.below(last + 1);
            if !chosen.insert(drawn) {
                chosen.insert(last);
            }
        }
        Ok(Choice::of(chosen.into_iter().collect()))
    }
}
