//! Features of questions, and micro-benchmarks chosen by them.

mod candidates;
mod measurer;
mod source;

use std::fmt;
use std::time::Instant;

use lydite_sample::{
    Agglomerative, Choice, DbscanKMeans, Feasible, FeasibleExemplars, KMeans, Method, Quality,
    RandomChoice, SampleError, Vectors, choose,
};

pub use candidates::{Candidates, Selecting};
pub use measurer::{Measurer, Measuring};
pub use source::Source;

/// Something worth knowing about a sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// Questions were left out since not all of the features are known.
    Incomplete {
        /// How many.
        count: u64,
        /// The features that are not known of all questions, with the number of those questions.
        missing: Vec<(&'static str, u64)>,
    },
    /// Questions were left out since an earlier dataset has them, too.
    Repeated {
        /// How many.
        count: u64,
    },
    /// There are fewer questions than were wanted, so all of them are in the sample.
    AllTaken {
        /// How many there are.
        questions: usize,
        /// How many were wanted.
        wanted: usize,
    },
    /// Features without effect, since they are the same for all questions.
    Constant {
        /// Their names.
        features: Vec<String>,
    },
    /// The method chooses one question for each different vector at most.
    OnePerVector {
        /// How many were chosen.
        questions: usize,
        /// How many were wanted.
        wanted: usize,
        /// The method.
        method: &'static str,
    },
    /// What must be said beside a score on the sample.
    Caveat(&'static str),
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let questions = |count: u64| {
            let noun = if count == 1 { "question" } else { "questions" };
            format!("{count} {noun}")
        };
        match self {
            Self::Incomplete { count, missing } => {
                let missing = missing
                    .iter()
                    .map(|(feature, count)| format!("{feature} ({})", questions(*count)));
                let missing = missing.collect::<Vec<_>>().join(", ");
                let left = questions(*count);
                write!(f, "{left} left out because a feature is missing: {missing}")
            }
            Self::Repeated { count } => {
                let left = questions(*count);
                write!(f, "{left} left out as duplicates of an earlier dataset")
            }
            Self::AllTaken {
                questions: there,
                wanted,
            } => {
                let there = questions(*there as u64);
                write!(
                    f,
                    "only {there} available, not {wanted}; the sample has all of them"
                )
            }
            Self::Constant { features } => write!(
                f,
                "no effect, because the value is the same for all questions: {}",
                features.join(", ")
            ),
            Self::OnePerVector {
                questions: taken,
                wanted,
                method,
            } => {
                let taken = questions(*taken as u64);
                write!(
                    f,
                    "{taken} instead of {wanted}: {method} samples at most one question per \
                     distinct vector"
                )
            }
            Self::Caveat(caveat) => f.write_str(caveat),
        }
    }
}

/// Every method with its usual parameters, the one that is recommended first.
pub fn methods() -> Vec<Box<dyn Method>> {
    let kmeans = KMeans {
        rounds: 10,
        trials: 10,
    };
    vec![
        Box::new(FeasibleExemplars),
        Box::new(Feasible),
        Box::new(kmeans),
        Box::new(DbscanKMeans {
            radius: 0.1,
            neighbours: 1,
            kmeans,
        }),
        Box::new(Agglomerative { threshold: None }),
        Box::new(RandomChoice),
    ]
}

/// What a method came to.
#[derive(Debug)]
pub struct Sampled {
    /// The method.
    pub method: &'static str,
    /// The questions that were chosen.
    pub choice: Choice,
    /// How good the choice is.
    pub quality: Quality,
    /// How long it took.
    pub seconds: f64,
}

impl Sampled {
    /// Chooses questions.
    ///
    /// # Errors
    /// The method cannot be applied.
    pub fn choose(
        method: &dyn Method,
        vectors: &Vectors,
        n: usize,
        seed: u64,
    ) -> Result<Self, SampleError> {
        let begin = Instant::now();
        let choice = choose(method, vectors, n, seed)?;
        let seconds = begin.elapsed().as_secs_f64();
        Ok(Self {
            method: method.name(),
            quality: Quality::of(vectors, &choice.questions),
            choice,
            seconds,
        })
    }
}

impl Candidates {
    /// The values of the features, normalised, and what is worth knowing about choosing `n`
    /// questions by them.
    ///
    /// # Errors
    /// A value is no number.
    pub fn vectors(&self, n: usize) -> Result<(Vectors, Vec<Note>), SampleError> {
        let pool = &self.pool;
        let vectors = pool.vectors()?;
        let mut notes = Vec::new();
        if n > pool.len() {
            notes.push(Note::AllTaken {
                questions: pool.len(),
                wanted: n,
            });
        }
        let constant = pool.constant_features();
        if !constant.is_empty() && pool.len() > 1 {
            notes.push(Note::Constant {
                features: constant.into_iter().map(Into::into).collect(),
            });
        }
        Ok((vectors, notes))
    }

    /// What is worth knowing about a choice of `n` questions.
    pub fn notes_on(&self, sampled: &Sampled, n: usize) -> Vec<Note> {
        let mut notes = Vec::new();
        let questions = sampled.choice.questions.len();
        if questions < n.min(self.pool.len()) {
            notes.push(Note::OnePerVector {
                questions,
                wanted: n,
                method: sampled.method,
            });
        }
        if questions < self.pool.len() {
            notes.extend(sampled.choice.bias.caveat().map(Note::Caveat));
        }
        notes
    }
}
