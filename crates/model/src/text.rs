//! The wording of a question in one language, with what is marked in it.

use serde::{Deserialize, Serialize};

use crate::Language;

/// One wording of a question. Several in one language are paraphrases.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Text {
    /// The language of the wording.
    pub language: Language,
    /// The wording; some files announce a language without giving it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub string: Option<String>,
    /// The question as keywords.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keywords: Vec<String>,
    /// What the wording mentions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub annotations: Vec<Annotation>,
}

impl Text {
    /// A plain wording.
    pub fn new(language: impl Into<Language>, string: impl Into<String>) -> Self {
        Self {
            string: Some(string.into()),
            ..Self::announced(language)
        }
    }

    /// A language that is announced without a wording.
    pub fn announced(language: impl Into<Language>) -> Self {
        Self {
            language: language.into(),
            string: None,
            keywords: Vec::new(),
            annotations: Vec::new(),
        }
    }
}

/// The letters and digits of a text, in lower case: the same for texts that differ only in case,
/// spacing and punctuation.
///
/// ```
/// use lydite_model::letters;
/// assert_eq!(letters("Who wrote *Dune*?"), letters("who  wrote Dune"));
/// ```
pub fn letters(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// A resource mentioned in a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Annotation {
    /// Where, if the file says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
    /// The resource.
    pub iri: String,
    /// What it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<AnnotationKind>,
}

/// Characters (Unicode scalar values) `begin..end` of a wording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    /// The first character.
    pub begin: u32,
    /// The character after the last one.
    pub end: u32,
}

/// The kinds of resource that eQALD-JSON tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AnnotationKind {
    /// A class, such as `dbo:City`.
    Class,
    /// A property, such as `dbo:mayor`.
    Property,
    /// An individual, such as `dbr:Berlin`.
    Entity,
}
