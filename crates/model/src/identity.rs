//! What names a question and a language.

use std::borrow::Borrow;
use std::fmt;
use std::hash::{Hash, Hasher};

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The identifier of a question within its dataset.
///
/// Files write it as text or as a number, and the gold standard and a submission often differ in
/// that; so `12` and `"12"` are the same identifier, but each is written back as it came.
///
/// ```
/// use lydite_model::QuestionId;
/// assert_eq!(QuestionId::number(12), QuestionId::from("12"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct QuestionId {
    text: String,
    origin: Origin,
}

/// How a file gives an identifier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Origin {
    #[default]
    Text,
    Number,
    /// Not at all: the position of the entry stands in for it.
    Position,
}

impl QuestionId {
    /// An identifier that the file writes as a number.
    pub fn number(number: i64) -> Self {
        Self {
            text: number.to_string(),
            origin: Origin::Number,
        }
    }

    /// The identifier of an entry that has none: its position in the file, counted from 1.
    pub fn position(position: usize) -> Self {
        Self {
            text: position.to_string(),
            origin: Origin::Position,
        }
    }

    /// The identifier as text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether the file writes it as a number.
    pub fn is_number(&self) -> bool {
        self.origin == Origin::Number
    }

    /// Whether the file gives none, so that the position of the entry stands in for it.
    pub fn is_position(&self) -> bool {
        self.origin == Origin::Position
    }
}

impl<T: Into<String>> From<T> for QuestionId {
    fn from(text: T) -> Self {
        Self {
            text: text.into(),
            origin: Origin::Text,
        }
    }
}

impl PartialEq for QuestionId {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for QuestionId {}

impl PartialOrd for QuestionId {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for QuestionId {
    /// Numbers in numeric order, before everything else in alphabetic order.
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let key = |id: &Self| (id.text.parse::<i64>().unwrap_or(i64::MAX), id.text.clone());
        key(self).cmp(&key(other))
    }
}

impl Hash for QuestionId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

impl Borrow<str> for QuestionId {
    fn borrow(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for QuestionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl Serialize for QuestionId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.text.parse::<i64>() {
            Ok(number) if self.is_number() => serializer.serialize_i64(number),
            _ => serializer.serialize_str(&self.text),
        }
    }
}

impl<'de> Deserialize<'de> for QuestionId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextOrNumber;
        impl Visitor<'_> for TextOrNumber {
            type Value = QuestionId;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string or an integer")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<QuestionId, E> {
                Ok(QuestionId::from(text))
            }
            fn visit_i64<E: de::Error>(self, number: i64) -> Result<QuestionId, E> {
                Ok(QuestionId::number(number))
            }
            fn visit_u64<E: de::Error>(self, number: u64) -> Result<QuestionId, E> {
                i64::try_from(number)
                    .map(QuestionId::number)
                    .map_err(|_| E::custom("an identifier beyond 64 bits"))
            }
        }
        deserializer.deserialize_any(TextOrNumber)
    }
}

/// A language tag as the file writes it: `en`, `pt_BR`, `zh-cn`.
///
/// Tags that differ only in case or in `_` against `-` are [the same language](Self::matches).
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Language(String);

impl Language {
    /// The language with this tag.
    pub fn new(tag: impl Into<String>) -> Self {
        Self(tag.into())
    }

    /// The tag as written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether both tags name the same language, however they are spelled.
    ///
    /// ```
    /// use lydite_model::Language;
    /// assert!(Language::new("pt_BR").matches(&Language::new("pt-br")));
    /// ```
    pub fn matches(&self, other: &Self) -> bool {
        let normal = |byte: u8| match byte {
            b'_' => b'-',
            other => other.to_ascii_lowercase(),
        };
        self.0.bytes().map(normal).eq(other.0.bytes().map(normal))
    }
}

impl From<&str> for Language {
    fn from(tag: &str) -> Self {
        Self::new(tag)
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_keep_their_notation_but_not_for_equality() {
        let number: QuestionId = serde_json::from_str("7").unwrap();
        let text: QuestionId = serde_json::from_str("\"7\"").unwrap();
        assert_eq!(number, text);
        assert_eq!(serde_json::to_string(&number).unwrap(), "7");
        assert_eq!(serde_json::to_string(&text).unwrap(), "\"7\"");
    }

    #[test]
    fn identifiers_sort_as_people_count() {
        let mut ids: Vec<QuestionId> = ["10", "a", "9", "2"].map(QuestionId::from).to_vec();
        ids.sort();
        assert_eq!(ids, ["2", "9", "10", "a"].map(QuestionId::from));
    }
}
