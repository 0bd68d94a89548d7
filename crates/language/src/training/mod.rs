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
    /// How often all sentences are seen, in each round.
    pub epochs: usize,
    /// How often a feature must occur in the treebank.
    pub occurrences: u32,
    /// How many features are kept for the second round.
    pub features: usize,
    /// The share of features that is left out at random while learning, so that none is relied on.
    pub dropout: f64,
    /// How many models are trained with those features, in different orders; their mean is better than
    /// each of them.
    pub runs: usize,
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
            features: 80_000,
            dropout: 0.3,
            runs: 4,
            lower_case_copies: true,
            seed: 42,
        }
    }
}

/// What a round of training has come to.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// 1 for choosing features, from 2 on for their weights.
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
    let mut round = |round: usize, seed: u64, features: Vec<u32>| {
        let mut perceptron = Perceptron::new(&counts.lexicon, features);
        perceptron.learn(&counts.examples, options, seed, |epoch, features, error| {
            progress(Progress {
                round,
                epoch,
                features,
                error,
            });
        });
        perceptron
    };
    let first = round(1, options.seed, counts.features(options.occurrences));
    let features = first.strongest(options.features);
    drop(first);
    let runs = (1..=options.runs.max(1)).map(|run| {
        let seed = options.seed.wrapping_add(run as u64);
        round(1 + run, seed, features.clone())
    });
    let second = Perceptron::mean(runs.collect()).ok_or(TrainingError::NoSentences)?;
    let parts = second.parts();
    let bytes = parts.write();
    let tagger = Tagger::from(Compact::new(parts));
    Ok(TrainedModel { tagger, bytes })
}
