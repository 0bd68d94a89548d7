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
    /// The layout that it was read in, where a benchmark has one of its own: `webqsp`.
    #[serde(skip)]
    pub layout: Option<&'static str>,
    /// The SHA-256 digest of the file's bytes, in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// When and from which graph its answers were computed anew, if they were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refreshed: Option<Refreshed>,
    /// Everything else the file says about itself.
    #[serde(default, skip_serializing_if = "Extras::is_empty")]
    pub extras: Extras,
}

/// Gold answers that are no longer the published ones: queries were run again on a graph.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refreshed {
    /// The graph that gave the answers: a name, a file or an address, with a digest if known.
    pub graph: String,
    /// The day, as `2026-11-16`.
    pub date: String,
    /// Whether a person has checked the answers since.
    #[serde(default)]
    pub checked: bool,
}

/// A benchmark that fits into memory.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Dataset {
    /// What it is.
    pub info: DatasetInfo,
    /// Its questions, in the order of the file.
    pub questions: Vec<Question>,
}
