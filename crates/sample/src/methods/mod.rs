//! The ways to choose a sample, a file each.

mod agglomerative;
mod bias;
mod cluster;
mod dbscan_kmeans;
mod feasible;
mod feasible_exemplars;
mod kmeans;
mod random;

use serde::Serialize;

pub use agglomerative::Agglomerative;
pub use bias::Bias;
pub use dbscan_kmeans::DbscanKMeans;
pub use feasible::Feasible;
pub use feasible_exemplars::FeasibleExemplars;
pub use kmeans::KMeans;
pub use random::RandomChoice;

use crate::{SampleError, Vectors};

/// A way to choose `n` questions.
pub trait Method: Sync {
    /// Its name on the command line and in output.
    fn name(&self) -> &'static str;

    /// How its samples differ from the whole.
    fn bias(&self) -> Bias;

    /// Chooses from more than `n` questions, `n` being at least 1.
    ///
    /// The same vectors and the same seed give the same questions; methods without chance ignore
    /// the seed.
    ///
    /// # Errors
    /// If the method cannot deal with so many questions, or with its parameters.
    fn choose(&self, vectors: &Vectors, n: usize, seed: u64) -> Result<Choice, SampleError>;
}

/// The questions that a method has chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// Their numbers, ascending.
    pub questions: Vec<usize>,
    /// Their numbers in the order of choice, if the method has an order.
    pub order: Option<Vec<usize>>,
    /// How many questions were set aside as noise.
    pub noise: usize,
    /// How they differ from the whole, as far as the method decides that.
    pub bias: Bias,
}

impl Choice {
    /// Questions without an order.
    pub(crate) fn of(mut questions: Vec<usize>) -> Self {
        questions.sort_unstable();
        Self {
            questions,
            order: None,
            noise: 0,
            bias: Bias::None,
        }
    }
}

/// A sample of `n` questions, or all of them if there are not more.
///
/// ```
/// use lydite_sample::{FeasibleExemplars, Pool, choose};
///
/// let mut pool = Pool::new(["length"]);
/// for (id, length) in [("1", 4.0), ("2", 5.0), ("3", 12.0), ("4", 6.0)] {
///     pool.push(id, &[length])?;
/// }
/// let choice = choose(&FeasibleExemplars, &pool.vectors()?, 2, 0)?;
/// assert_eq!(choice.questions, [0, 2]); // the shortest and the longest
/// # Ok::<(), lydite_sample::SampleError>(())
/// ```
///
/// # Errors
/// If `n` is 0, or if the method fails.
pub fn choose(
    method: &dyn Method,
    vectors: &Vectors,
    n: usize,
    seed: u64,
) -> Result<Choice, SampleError> {
    if n == 0 {
        return Err(SampleError::NoQuestions);
    }
    if n >= vectors.questions() {
        return Ok(Choice::of((0..vectors.questions()).collect()));
    }
    let choice = method.choose(vectors, n, seed)?;
    Ok(Choice {
        bias: method.bias(),
        ..choice
    })
}

/// All methods with the parameters of the QaldGen paper, in the order in which they are compared.
///
/// The radius of DBSCAN is 0.1: with the authors' 1 no question is noise, and the method is KMeans++.
pub fn methods() -> Vec<Box<dyn Method>> {
    vec![
        Box::new(FeasibleExemplars),
        Box::new(Feasible),
        Box::new(KMeans::default()),
        Box::new(DbscanKMeans::default()),
        Box::new(Agglomerative::default()),
        Box::new(RandomChoice),
    ]
}
