//! What is known about a system: its name, how it is asked, where it is described.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// What is known about a system. It is stored with every experiment, so it holds no secrets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Descriptor {
    /// What it is called.
    pub name: String,
    /// How it is asked.
    pub kind: Kind,
    /// How it was named by the user, without passwords: `gerbil:http://…`.
    pub spec: String,
    /// One sentence about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The paper or page that describes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
    /// The version, model or file content that answers, as far as it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// A digest of everything that decides what it answers: address, prompt, model, options. Two
    /// systems with the same digest may share answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// Settings that decide what it answers, by name, where it has some: model, temperature, seed,
    /// the digest of the prompt.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settings: BTreeMap<String, String>,
}

impl Descriptor {
    /// A system about which no more is known.
    pub fn new(name: impl Into<String>, kind: Kind, spec: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            kind,
            spec: spec.into(),
            description: None,
            reference: None,
            version: None,
            digest: None,
            settings: BTreeMap::new(),
        }
    }
}

/// How a system is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// It is not: its answers are in a file.
    File,
    /// By the protocol of GERBIL QA.
    Gerbil,
    /// By the protocol of the TEXT2SPARQL challenge.
    Text2sparql,
    /// As a language model, by the chat protocol of OpenAI.
    Chat,
    /// As a program, by lines of JSON.
    Exec,
    /// As a chain of OKBQA modules.
    Okbqa,
    /// As a Qanary pipeline.
    Qanary,
    /// As a pipeline of built-in components.
    Pipeline,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 8] = [
        Self::File,
        Self::Gerbil,
        Self::Text2sparql,
        Self::Chat,
        Self::Exec,
        Self::Okbqa,
        Self::Qanary,
        Self::Pipeline,
    ];

    /// Its name, as in specs: the part before the colon.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Gerbil => "gerbil",
            Self::Text2sparql => "text2sparql",
            Self::Chat => "chat",
            Self::Exec => "exec",
            Self::Okbqa => "okbqa",
            Self::Qanary => "qanary",
            Self::Pipeline => "pipeline",
        }
    }

    /// The kind of this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
