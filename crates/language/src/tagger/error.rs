//! What can be wrong with the model of a tagger.

use std::path::PathBuf;

/// Why a tagger cannot be had from a folder.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// A file is missing.
    #[error("{} has no {name}; expected a folder with weights.json, tagdict.json and classes.txt", folder.display())]
    Missing {
        /// The folder.
        folder: PathBuf,
        /// The file that was looked for.
        name: &'static str,
    },
    /// A file cannot be read.
    #[error("{}: {error}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// What the system said.
        #[source]
        error: std::io::Error,
    },
    /// A file is not the JSON that it should be. The message says line and column.
    #[error("{}: {error}", file.display())]
    Malformed {
        /// The file.
        file: PathBuf,
        /// What is wrong, and where.
        #[source]
        error: serde_json::Error,
    },
    /// A file uses a tag that is none of the Penn Treebank.
    #[error("{}: {name:?} is not a Penn Treebank tag", file.display())]
    UnknownTag {
        /// The file.
        file: PathBuf,
        /// The tag.
        name: String,
    },
    /// A file is not a model of this program.
    #[error("{}: not a tagger model of this version; expected a trained model, or a folder with NLTK's weights", file.display())]
    NoModel {
        /// The file.
        file: PathBuf,
    },
}
