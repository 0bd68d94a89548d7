//! One small interface over two databases, which understand the same statements.

use std::fmt;

use super::StoreError;

/// A database that a store is in. Statements number their parameters `$1`, `$2` …
pub(super) trait Database: Send {
    /// What statements must say differently.
    fn dialect(&self) -> Dialect;

    /// Runs a statement; gives the number of rows that it changed.
    fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64, StoreError>;

    /// Runs a query, row by row.
    fn query(&mut self, sql: &str, values: &[Value], each: &mut Each<'_>)
    -> Result<(), StoreError>;

    /// Runs statements without parameters, separated by semicolons.
    fn script(&mut self, sql: &str) -> Result<(), StoreError>;

    /// Connects again after the connection was lost.
    fn reconnect(&mut self) -> Result<(), StoreError>;

    /// Looks for damage; a line each.
    fn check(&mut self) -> Result<Vec<String>, StoreError>;
}

/// Takes a row.
pub(super) type Each<'e> = dyn FnMut(Row) -> Result<(), StoreError> + 'e;

/// What the two databases say differently.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dialect {
    /// Begins a transaction that will write.
    pub(super) begin: &'static str,
    /// The time in seconds, by the clock that all who share the store share.
    pub(super) now: &'static str,
    /// What makes a subquery skip rows that another process holds, and hold those it finds.
    pub(super) skip_locked: &'static str,
    /// Names this connection, in a query.
    pub(super) owner: &'static str,
    /// The names of the connections that are alive, as a subquery; none if one cannot know.
    pub(super) alive: Option<&'static str>,
}

/// A value in a row or for a parameter.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Null,
    Integer(i64),
    Real(f64),
    Text(String),
    Bytes(Vec<u8>),
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Self::Integer(value)
    }
}

impl From<u64> for Value {
    fn from(value: u64) -> Self {
        Self::Integer(i64::try_from(value).unwrap_or(i64::MAX))
    }
}

impl From<usize> for Value {
    fn from(value: usize) -> Self {
        Self::from(value as u64)
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Self {
        Self::Real(value)
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Self::from(value.to_owned())
    }
}

impl From<String> for Value {
    fn from(value: String) -> Self {
        // PostgreSQL has no text with this character.
        if value.contains('\0') {
            return Self::Text(value.replace('\0', "\u{fffd}"));
        }
        Self::Text(value)
    }
}

impl From<&String> for Value {
    fn from(value: &String) -> Self {
        Self::from(value.as_str())
    }
}

impl From<Vec<u8>> for Value {
    fn from(value: Vec<u8>) -> Self {
        Self::Bytes(value)
    }
}

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// A row of a result, read from the left to the right.
#[derive(Debug)]
pub(super) struct Row(std::vec::IntoIter<Value>);

impl Row {
    pub(super) fn new(values: Vec<Value>) -> Self {
        Self(values.into_iter())
    }

    /// The next value.
    pub(super) fn next<T: FromValue>(&mut self) -> Result<T, StoreError> {
        let value = self.0.next().unwrap_or(Value::Null);
        T::from_value(value).map_err(|found| {
            let wanted = std::any::type_name::<T>();
            StoreError::unreadable("a value", format!("{found} in the place of {wanted}"))
        })
    }
}

/// What a value can be read as.
pub(super) trait FromValue: Sized {
    fn from_value(value: Value) -> Result<Self, Value>;
}

macro_rules! from_value {
    ($($type:ty: $kind:ident,)*) => {$(
        impl FromValue for $type {
            fn from_value(value: Value) -> Result<Self, Value> {
                match value {
                    Value::$kind(value) => Ok(value),
                    other => Err(other),
                }
            }
        }
    )*};
}

from_value! {
    i64: Integer,
    String: Text,
    Vec<u8>: Bytes,
}

impl FromValue for u64 {
    fn from_value(value: Value) -> Result<Self, Value> {
        match value {
            Value::Integer(number) => Self::try_from(number).map_err(|_| Value::Integer(number)),
            other => Err(other),
        }
    }
}

impl FromValue for f64 {
    fn from_value(value: Value) -> Result<Self, Value> {
        match value {
            Value::Real(number) => Ok(number),
            // SQLite keeps whole numbers as such where it can.
            Value::Integer(number) => Ok(number as Self),
            other => Err(other),
        }
    }
}

impl<T: FromValue> FromValue for Option<T> {
    fn from_value(value: Value) -> Result<Self, Value> {
        match value {
            Value::Null => Ok(None),
            other => T::from_value(other).map(Some),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Null => "nothing",
            Self::Integer(_) => "a whole number",
            Self::Real(_) => "a number",
            Self::Text(_) => "a text",
            Self::Bytes(_) => "bytes",
        })
    }
}
