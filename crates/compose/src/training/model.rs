//! What was learned, as it is kept.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::learn::{ModelFile, ModelFileError, Provenance};

/// What files of these models are called inside.
const KIND: &str = "pipeline";

/// What was learned from questions with their queries.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Model {
    /// Words that stand for a condition on a value, which only convention knows: *major cities*.
    pub conventions: Vec<Convention>,
    /// Words that call a class or a property whose names they do not share.
    pub words: Vec<Usage>,
    /// Words that were seen often enough for nothing to be missed where they are not linked to anything.
    pub seen: std::collections::BTreeSet<String>,
    /// What features of a query say for it, beside the score that it has without training.
    pub weights: BTreeMap<String, f32>,
}

/// A word that stands for a condition on a value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Convention {
    /// The word, in dictionary form.
    pub word: String,
    /// The word that must follow, in dictionary form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The property whose value is bounded.
    pub property: String,
    /// `>`, `>=`, `<`, `<=` or `=`.
    pub comparison: String,
    /// The bound.
    pub value: f64,
    /// In how many questions it was seen.
    pub seen: usize,
}

/// A word that calls a class or a property.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    /// The word, in dictionary form.
    pub word: String,
    /// The class or property.
    pub element: String,
    /// From 0 to 1.
    pub strength: f32,
}

impl Model {
    /// Reads a model, with what it was learned from.
    ///
    /// # Errors
    /// If the file cannot be read, is no model of a pipeline, has another version or was changed.
    pub fn read(path: &Path) -> Result<(Self, Provenance), ModelFileError> {
        let file = ModelFile::read(path, KIND)?;
        Ok((file.model, file.provenance))
    }

    /// Writes a model, with what it was learned from.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: &Path, provenance: Provenance) -> Result<(), ModelFileError> {
        ModelFile::new(KIND, provenance, self.clone()).write(path)
    }
}
