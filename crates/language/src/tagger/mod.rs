//! Giving each token its part of speech.

mod compact;
mod error;
mod nltk;

use std::path::Path;
use std::sync::OnceLock;

pub(crate) use compact::{Compact, Parts};
#[cfg(feature = "training")]
pub(crate) use compact::{Index, WIDTH, beam, features};
pub use error::ModelError;

use crate::Tag;

/// A part-of-speech tagger for English.
///
/// ```
/// use lydite_language::{Tag, Tagger, treebank_tokens};
///
/// let tags = Tagger::shipped().tag(&treebank_tokens("who wrote dubliners?"));
/// assert_eq!(tags, [Tag::WP, Tag::VBD, Tag::NNS, Tag::Period]);
/// ```
pub struct Tagger {
    model: Model,
}

enum Model {
    Compact(Box<Compact>),
    Nltk(Box<nltk::Perceptron>),
}

impl Tagger {
    /// The tagger of this crate: small, and not dependent on capitals. It is unpacked when first used.
    ///
    /// It was trained on the English Web Treebank; `model/README.md` beside its source says how.
    pub fn shipped() -> &'static Self {
        static SHIPPED: OnceLock<Tagger> = OnceLock::new();
        SHIPPED.get_or_init(|| {
            let bytes = include_bytes!("../../model/english.tagger");
            // A test reads the same bytes: they cannot be broken in a program that was built.
            let parts = Parts::read(bytes).unwrap_or_default();
            Compact::new(parts).into()
        })
    }

    /// A model from elsewhere.
    ///
    /// A file is read as one that training made (the cargo feature `training`). In a folder, NLTK's averaged
    /// perceptron is expected: its weights (`weights.json`), words with one tag only (`tagdict.json`) and
    /// tags (`classes.txt`). Each may be compressed (`.gz`), and may have the name that NLTK gives it
    /// (`averaged_perceptron_tagger_eng.weights.json` and so on). Tags then equal NLTK's.
    pub fn open(path: &Path) -> Result<Self, ModelError> {
        if path.is_dir() {
            let model = nltk::Perceptron::open(path)?;
            return Ok(Self {
                model: Model::Nltk(Box::new(model)),
            });
        }
        let bytes = std::fs::read(path).map_err(|error| ModelError::Unreadable {
            file: path.to_owned(),
            error,
        })?;
        let parts = Parts::read(&bytes).ok_or_else(|| ModelError::NoModel {
            file: path.to_owned(),
        })?;
        Ok(Compact::new(parts).into())
    }

    /// A tag for each token of a sentence.
    pub fn tag<T: AsRef<str>>(&self, tokens: &[T]) -> Vec<Tag> {
        match &self.model {
            Model::Compact(model) => model.tag(tokens),
            Model::Nltk(model) => model.tag(tokens),
        }
    }
}

impl From<Compact> for Tagger {
    fn from(model: Compact) -> Self {
        Self {
            model: Model::Compact(Box::new(model)),
        }
    }
}
