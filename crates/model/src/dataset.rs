//! A benchmark as a whole.

use serde::{Deserialize, Serialize};

use crate::{Extras, Question};

/// What a file says about itself, and what identifies it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DatasetInfo {
    /// The identifier in the file, neither unique nor reliable over editions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The knowledge base it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub knowledge_base: Option<String>,
    /// The version of that knowledge base.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub knowledge_base_version: Option<String>,
    /// The prefix of question identifiers (TEXT2SPARQL: `db25` in `db25:1-en`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prefix: Option<String>,
    /// The SHA-256 digest of the file's bytes, in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// Everything else the file says about itself.
    #[serde(default, skip_serializing_if = "Extras::is_empty")]
    pub extras: Extras,
}

/// A benchmark that fits into memory.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Dataset {
    /// What it is.
    pub info: DatasetInfo,
    /// Its questions, in the order of the file.
    pub questions: Vec<Question>,
}
