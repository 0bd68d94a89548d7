//! Training the tagger on a treebank.
//!
//! ```
//! use lydite_language::training::{Options, TaggedSentence, train};
//!
//! let treebank = "1\tDogs\tdog\tNOUN\tNNS\n2\tbark\tbark\tVERB\tVBP\n\n".repeat(4);
//! let sentences = TaggedSentence::read_all(&treebank)?;
//! let model = train(&sentences, &Options::default(), |_| ())?;
//! let tags = model.tagger.tag(&["dogs", "bark"]);
//! assert_eq!(tags, sentences[0].tags);
//! # Ok::<(), lydite_language::training::TrainingError>(())
//! ```

mod counts;
mod perceptron;
mod sentence;

pub use sentence::{Accuracy, TaggedSentence, TrainingError};

use crate::Tagger;
use crate::tagger::Compact;
use counts::Counts;
use perceptron::Perceptron;

/// How to train.
#[derive(Clone, Debug)]
pub struct Options {
    /// How often all sentences are seen, in each of the two rounds.
    pub epochs: usize,
    /// How often a feature must occur in the treebank.
    pub occurrences: u32,
    /// How many features are kept for the second round.
    pub features: usize,
    /// The share of features that is left out at random while learning, so that none is relied on.
    pub dropout: f64,
    /// Also learn from a lower-case copy of each sentence.
    pub lower_case_copies: bool,
    /// What the order of sentences and the features left out depend on.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            epochs: 10,
            occurrences: 2,
            features: 100_000,
            dropout: 0.25,
            lower_case_copies: true,
            seed: 42,
        }
    }
}

/// What a round of training has come to.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// 1 for choosing features, 2 for their weights.
    pub round: usize,
    /// The epoch that has ended, from 1.
    pub epoch: usize,
    /// The features in use.
    pub features: usize,
    /// The share of tokens that were tagged wrongly while learning.
    pub error: f64,
}

/// A trained model.
pub struct TrainedModel {
    /// The tagger.
    pub tagger: Tagger,
    /// The model as a file, for [`Tagger::open`].
    pub bytes: Vec<u8>,
}

/// Trains a tagger: once to find out which features matter, once more with only those.
///
/// The same sentences and options give the same model, byte for byte.
pub fn train(
    sentences: &[TaggedSentence],
    options: &Options,
    mut progress: impl FnMut(Progress),
) -> Result<TrainedModel, TrainingError> {
    if sentences.is_empty() {
        return Err(TrainingError::NoSentences);
    }
    let counts = Counts::new(sentences, options);
    let mut first = Perceptron::new(&counts.lexicon, counts.features(options.occurrences));
    first.learn(&counts.examples, options, |epoch, features, error| {
        progress(Progress {
            round: 1,
            epoch,
            features,
            error,
        });
    });
    let mut second = Perceptron::new(&counts.lexicon, first.strongest(options.features));
    drop(first);
    second.learn(&counts.examples, options, |epoch, features, error| {
        progress(Progress {
            round: 2,
            epoch,
            features,
            error,
        });
    });
    let parts = second.parts();
    let bytes = parts.write().map_err(TrainingError::Unwritable)?;
    let tagger = Tagger::from(Compact::new(parts));
    Ok(TrainedModel { tagger, bytes })
}
