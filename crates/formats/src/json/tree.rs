//! A JSON (or YAML) value in memory: a flat list of tokens with their places, reused from record to record.

use std::borrow::Cow;
use std::fmt::Write;

use crate::context::Spot;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Null,
    Bool(bool),
    /// A number in whatever notation; its text is in the source.
    Number,
    /// A string without escapes.
    Plain,
    /// A string with escapes.
    Escaped,
    /// A scalar whose text differs from the source (YAML), by its index.
    Owned(u32),
    Array,
    Object,
}

/// A value, or the key of a member; members are a key token followed by the value's tokens.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub kind: Kind,
    /// The first byte; of a string, the quote.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
    /// The token after this value and all it contains.
    pub next: u32,
}

/// The tokens of one record over its source text.
#[derive(Clone, Copy)]
pub(crate) struct Tree<'s> {
    pub text: &'s str,
    pub tokens: &'s [Token],
    pub owned: &'s [String],
}

impl<'s> Tree<'s> {
    /// The whole record.
    pub(crate) fn root(&'s self) -> Value<'s> {
        Value {
            tree: self,
            index: 0,
        }
    }
}

/// A value within a tree.
#[derive(Clone, Copy)]
pub(crate) struct Value<'t> {
    tree: &'t Tree<'t>,
    index: u32,
}

impl<'t> Value<'t> {
    fn token(self) -> &'t Token {
        &self.tree.tokens[self.index as usize]
    }

    pub(crate) fn kind(self) -> Kind {
        self.token().kind
    }

    pub(crate) fn is_null(self) -> bool {
        self.kind() == Kind::Null
    }

    pub(crate) fn is_object(self) -> bool {
        self.kind() == Kind::Object
    }

    pub(crate) fn is_array(self) -> bool {
        self.kind() == Kind::Array
    }

    /// What users call this kind of value.
    pub(crate) fn kind_name(self) -> &'static str {
        match self.kind() {
            Kind::Null => "null",
            Kind::Bool(_) => "a boolean",
            Kind::Number => "a number",
            Kind::Plain | Kind::Escaped | Kind::Owned(_) => "a string",
            Kind::Array => "a list",
            Kind::Object => "an object",
        }
    }

    /// The source text of the value.
    pub(crate) fn source(self) -> &'t str {
        let token = self.token();
        &self.tree.text[token.start as usize..token.end as usize]
    }

    /// What stands between the quotes of a string.
    fn quoted(self) -> &'t str {
        let token = self.token();
        &self.tree.text[token.start as usize + 1..token.end as usize - 1]
    }

    /// Whether it is this string.
    fn is_str(self, text: &str) -> bool {
        match self.kind() {
            Kind::Plain => self.quoted() == text,
            _ => self.as_str().is_some_and(|string| string == text),
        }
    }

    /// Whether it is a string.
    pub(crate) fn is_string(self) -> bool {
        matches!(self.kind(), Kind::Plain | Kind::Escaped | Kind::Owned(_))
    }

    /// The string, if it is one.
    #[inline]
    pub(crate) fn as_str(self) -> Option<Cow<'t, str>> {
        match self.kind() {
            Kind::Plain => Some(Cow::Borrowed(self.quoted())),
            Kind::Escaped => Some(Cow::Owned(super::syntax::unescape(self.quoted()))),
            Kind::Owned(index) => Some(Cow::Borrowed(&self.tree.owned[index as usize])),
            _ => None,
        }
    }

    /// The text of any scalar but null.
    pub(crate) fn as_text(self) -> Option<Cow<'t, str>> {
        match self.kind() {
            Kind::Bool(_) | Kind::Number => Some(Cow::Borrowed(self.source())),
            _ => self.as_str(),
        }
    }

    pub(crate) fn as_bool(self) -> Option<bool> {
        match self.kind() {
            Kind::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// The elements of a list; none if it is not a list.
    pub(crate) fn items(self) -> impl Iterator<Item = Value<'t>> {
        let token = self.token();
        let end = if token.kind == Kind::Array {
            token.next
        } else {
            0
        };
        let mut index = self.index + 1;
        std::iter::from_fn(move || {
            if index >= end {
                return None;
            }
            let value = Value {
                tree: self.tree,
                index,
            };
            index = value.token().next;
            Some(value)
        })
    }

    /// The members of an object with their keys; none if it is not an object.
    pub(crate) fn members(self) -> impl Iterator<Item = (Cow<'t, str>, Value<'t>)> {
        self.pairs()
            .map(|(key, value)| (key.as_str().unwrap_or_default(), value))
    }

    /// The members with the tokens of their keys.
    pub(crate) fn pairs(self) -> impl Iterator<Item = (Value<'t>, Value<'t>)> {
        let token = self.token();
        let end = if token.kind == Kind::Object {
            token.next
        } else {
            0
        };
        let mut index = self.index + 1;
        std::iter::from_fn(move || {
            if index >= end {
                return None;
            }
            let key = Value {
                tree: self.tree,
                index,
            };
            let value = Value {
                tree: self.tree,
                index: index + 1,
            };
            index = value.token().next;
            Some((key, value))
        })
    }

    /// The member with this key; the last one if there are several.
    pub(crate) fn get(self, key: &str) -> Option<Value<'t>> {
        self.pairs()
            .filter(|(name, _)| name.is_str(key))
            .map(|(_, value)| value)
            .last()
    }

    /// The value of the only member, if that is its key.
    pub(crate) fn only_member(self, key: &str) -> Option<Value<'t>> {
        let mut pairs = self.pairs();
        match (pairs.next(), pairs.next()) {
            (Some((name, value)), None) if name.is_str(key) => Some(value),
            _ => None,
        }
    }

    /// The value as a document of its own, for fields that are kept without being understood.
    pub(crate) fn to_json(self) -> serde_json::Value {
        match self.kind() {
            Kind::Null => serde_json::Value::Null,
            Kind::Bool(value) => value.into(),
            Kind::Number => serde_json::from_str(self.source())
                .unwrap_or_else(|_| self.source().to_owned().into()),
            Kind::Plain | Kind::Escaped | Kind::Owned(_) => {
                self.as_str().unwrap_or_default().into_owned().into()
            }
            Kind::Array => self.items().map(Value::to_json).collect(),
            Kind::Object => serde_json::Value::Object(
                self.members()
                    .map(|(key, value)| (key.into_owned(), value.to_json()))
                    .collect(),
            ),
        }
    }
}

impl Spot for Value<'_> {
    fn span(&self) -> (usize, usize) {
        let token = self.token();
        (token.start as usize, token.end as usize)
    }

    /// Found by descending from the root: paths are needed only where something is wrong.
    fn path(&self) -> String {
        let mut path = String::new();
        let mut here = self.tree.root();
        while here.index != self.index {
            let holds = |child: Value<'_>| child.token().next > self.index;
            if here.is_array() {
                let Some((at, child)) = here.items().enumerate().find(|(_, child)| holds(*child))
                else {
                    break;
                };
                let _ = write!(path, "[{at}]");
                here = child;
            } else {
                let Some((key, child)) = here.members().find(|(_, child)| holds(*child)) else {
                    break;
                };
                let plain = key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
                let _ = if plain {
                    write!(path, ".{key}")
                } else {
                    write!(path, "[{:?}]", &*key)
                };
                here = child;
            }
        }
        path
    }
}
