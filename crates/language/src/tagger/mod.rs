//! Giving each token its part of speech.

mod error;
mod nltk;

use std::path::Path;

pub use error::ModelError;

use crate::Tag;

/// A part-of-speech tagger for English.
///
/// ```no_run
/// use lydite_language::{Tagger, treebank_tokens};
///
/// let tagger = Tagger::open("averaged_perceptron_tagger".as_ref())?;
/// let tags = tagger.tag(&treebank_tokens("Who wrote Dubliners?"));
/// # Ok::<(), lydite_language::ModelError>(())
/// ```
pub struct Tagger {
    model: Model,
}

enum Model {
    Nltk(Box<nltk::Perceptron>),
}

impl Tagger {
    /// The averaged perceptron of NLTK, from a folder with its weights (`weights.json`), words with one
    /// tag only (`tagdict.json`) and tags (`classes.txt`).
    ///
    /// Each file may be compressed (`.gz`), and may have the name that NLTK gives it
    /// (`averaged_perceptron_tagger_eng.weights.json` and so on). Tags equal NLTK's.
    pub fn open(folder: &Path) -> Result<Self, ModelError> {
        let model = nltk::Perceptron::open(folder)?;
        Ok(Self {
            model: Model::Nltk(Box::new(model)),
        })
    }

    /// A tag for each token of a sentence.
    pub fn tag<T: AsRef<str>>(&self, tokens: &[T]) -> Vec<Tag> {
        match &self.model {
            Model::Nltk(model) => model.tag(tokens),
        }
    }
}
