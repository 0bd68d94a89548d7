//! What kind of thing answers a question.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The answer type as the file states it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AnswerType {
    /// One or many resources.
    Resource,
    /// A text.
    String,
    /// A number.
    Number,
    /// A date.
    Date,
    /// Yes or no.
    Boolean,
    /// A word that is not one of QALD's five, kept as written.
    Other(String),
}

impl AnswerType {
    /// QALD's five types.
    pub const QALD: [Self; 5] = [
        Self::Resource,
        Self::String,
        Self::Number,
        Self::Date,
        Self::Boolean,
    ];

    /// The type named by this word.
    pub fn parse(word: &str) -> Self {
        match word {
            "resource" => Self::Resource,
            "string" => Self::String,
            "number" => Self::Number,
            "date" => Self::Date,
            "boolean" => Self::Boolean,
            other => Self::Other(other.to_owned()),
        }
    }

    /// The word for it.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Resource => "resource",
            Self::String => "string",
            Self::Number => "number",
            Self::Date => "date",
            Self::Boolean => "boolean",
            Self::Other(word) => word,
        }
    }

    /// The one of QALD's five types that is meant, where a file uses another word for it.
    ///
    /// The words were seen in QALD-2 to QALD-9 (`num`, `uri`, `list`), in system answers
    /// (`resouce`) and in the GERBIL paper (`ListOfResource`, capitals).
    ///
    /// ```
    /// use lydite_model::AnswerType;
    /// assert_eq!(AnswerType::parse("num").meant(), Some(AnswerType::Number));
    /// assert_eq!(AnswerType::parse("colour").meant(), None);
    /// ```
    pub fn meant(&self) -> Option<Self> {
        let Self::Other(word) = self else {
            return Some(self.clone());
        };
        match word.to_ascii_lowercase().as_str() {
            "resource" | "uri" | "iri" | "resouce" | "list" | "listofresource" => {
                Some(Self::Resource)
            }
            "string" | "text" | "literal" => Some(Self::String),
            "number" | "num" => Some(Self::Number),
            "date" => Some(Self::Date),
            "boolean" | "bool" => Some(Self::Boolean),
            _ => None,
        }
    }
}

impl fmt::Display for AnswerType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Serialize for AnswerType {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for AnswerType {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|word| Self::parse(&word))
    }
}
