//! The value of a feature.

use std::fmt;

use serde::{Serialize, Serializer};

/// The value of a feature.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A count.
    Integer(i64),
    /// A mean.
    Double(f64),
    /// A fact that holds or not.
    Boolean(bool),
    /// A text.
    Text(String),
    /// Names of the LSQ vocabulary without its namespace, tags, languages; sorted.
    Names(Vec<String>),
}

impl Value {
    /// The value as a coordinate: booleans are 0 and 1, and texts count if they are numbers
    /// (QaldGen writes some booleans as `"0"` and `"1"`).
    ///
    /// ```
    /// use lydite_sample::Value;
    /// assert_eq!(Value::Boolean(true).as_number(), Some(1.0));
    /// assert_eq!(Value::Text("What, ".into()).as_number(), None);
    /// ```
    pub fn as_number(&self) -> Option<f64> {
        match self {
            Self::Integer(value) => Some(*value as f64),
            Self::Double(value) => Some(*value),
            Self::Boolean(value) => Some(f64::from(u8::from(*value))),
            Self::Text(text) => text.trim().parse().ok(),
            Self::Names(_) => None,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(value) => value.fmt(f),
            Self::Double(value) => write!(f, "{value:?}"),
            Self::Boolean(value) => value.fmt(f),
            Self::Text(text) => f.pad(text),
            Self::Names(names) => f.pad(&names.join(" ")),
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Integer(value) => serializer.serialize_i64(*value),
            Self::Double(value) => serializer.serialize_f64(*value),
            Self::Boolean(value) => serializer.serialize_bool(*value),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Names(names) => names.serialize(serializer),
        }
    }
}
