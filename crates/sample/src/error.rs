//! Why there is no sample.

/// Why there is no sample.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SampleError {
    /// The selection has no question.
    #[error("no questions selected")]
    EmptySelection,
    /// A sample of no question was asked for.
    #[error("a sample needs at least one question")]
    NoQuestions,
    /// Without a feature all questions are alike.
    #[error("no features given; without them all questions are alike")]
    NoFeatures,
    /// A value of a question is not a number that can be compared.
    #[error("`{feature}` of question {question} is {value}, which cannot be compared")]
    NotFinite {
        /// The question.
        question: String,
        /// The feature.
        feature: String,
        /// The value: NaN or infinite.
        value: f64,
    },
    /// A row has more or fewer values than there are features.
    #[error("question {question} has {found} values for {expected} features")]
    Ragged {
        /// The question.
        question: String,
        /// How many values it has.
        found: usize,
        /// How many features there are.
        expected: usize,
    },
    /// The method compares all pairs, and there are too many.
    #[error(
        "{method} compares every pair of questions, and {points} distinct ones exceed its limit \
         of {limit}"
    )]
    TooMany {
        /// The method.
        method: &'static str,
        /// How many different vectors there are.
        points: usize,
        /// How many there may be.
        limit: usize,
    },
    /// A parameter of a method makes no sense.
    #[error("{0}")]
    Parameter(String),
}
