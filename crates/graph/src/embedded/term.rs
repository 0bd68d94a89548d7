//! Terms as the index sees them: borrowed, and with a hash that never changes.

use oxrdf::vocab::xsd;
use oxrdf::{BlankNode, BlankNodeRef, Literal, LiteralRef, NamedNode, NamedNodeRef, Term, TermRef};
use twox_hash::XxHash3_64;

/// A term, borrowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key<'t> {
    Iri(&'t str),
    Blank(&'t str),
    /// A literal without language or datatype.
    Text(&'t str),
    /// A literal in a language.
    Tagged {
        value: &'t str,
        language: &'t str,
    },
    /// A literal with a datatype other than `xsd:string`.
    Typed {
        value: &'t str,
        datatype: &'t str,
    },
}

/// The kind of a term, as written in index files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Kind {
    Iri = 1,
    Blank,
    Text,
    Tagged,
    Typed,
}

impl Kind {
    pub(super) fn from_byte(byte: u8) -> Option<Self> {
        [
            Self::Iri,
            Self::Blank,
            Self::Text,
            Self::Tagged,
            Self::Typed,
        ]
        .into_iter()
        .find(|kind| *kind as u8 == byte)
    }
}

impl<'t> Key<'t> {
    pub(super) fn kind(self) -> Kind {
        match self {
            Self::Iri(_) => Kind::Iri,
            Self::Blank(_) => Kind::Blank,
            Self::Text(_) => Kind::Text,
            Self::Tagged { .. } => Kind::Tagged,
            Self::Typed { .. } => Kind::Typed,
        }
    }

    /// The text of the term, and its language or datatype.
    pub(super) fn parts(self) -> (&'t str, &'t str) {
        match self {
            Self::Iri(value) | Self::Blank(value) | Self::Text(value) => (value, ""),
            Self::Tagged { value, language } => (value, language),
            Self::Typed { value, datatype } => (value, datatype),
        }
    }

    pub(super) fn from_parts(kind: Kind, value: &'t str, second: &'t str) -> Self {
        match kind {
            Kind::Iri => Self::Iri(value),
            Kind::Blank => Self::Blank(value),
            Kind::Text => Self::Text(value),
            Kind::Tagged => Self::Tagged {
                value,
                language: second,
            },
            Kind::Typed => Self::Typed {
                value,
                datatype: second,
            },
        }
    }

    /// A hash that is part of the file format.
    pub(super) fn hash(self) -> u32 {
        let (value, second) = self.parts();
        let mut seed = self.kind() as u64;
        if !second.is_empty() {
            seed ^= XxHash3_64::oneshot(second.as_bytes());
        }
        (XxHash3_64::oneshot_with_seed(seed, value.as_bytes()) >> 32) as u32
    }

    pub(super) fn from_literal(literal: LiteralRef<'t>) -> Self {
        let value = literal.value();
        match literal.language() {
            Some(language) => Self::Tagged { value, language },
            None if literal.datatype() == xsd::STRING => Self::Text(value),
            None => Self::Typed {
                value,
                datatype: literal.datatype().as_str(),
            },
        }
    }
}

impl<'t> From<TermRef<'t>> for Key<'t> {
    fn from(term: TermRef<'t>) -> Self {
        match term {
            TermRef::NamedNode(node) => Self::Iri(node.as_str()),
            TermRef::BlankNode(node) => Self::Blank(node.as_str()),
            TermRef::Literal(literal) => Self::from_literal(literal),
        }
    }
}

impl<'t> From<NamedNodeRef<'t>> for Key<'t> {
    fn from(node: NamedNodeRef<'t>) -> Self {
        Self::Iri(node.as_str())
    }
}

impl<'t> From<BlankNodeRef<'t>> for Key<'t> {
    fn from(node: BlankNodeRef<'t>) -> Self {
        Self::Blank(node.as_str())
    }
}

/// Builds a term from its parts, which were checked when they were loaded.
pub(super) fn to_term(kind: Kind, value: String, second: &str) -> Term {
    match kind {
        Kind::Iri => NamedNode::new_unchecked(value).into(),
        Kind::Blank => BlankNode::new_unchecked(value).into(),
        Kind::Text => Literal::new_simple_literal(value).into(),
        Kind::Tagged => Literal::new_language_tagged_literal_unchecked(value, second).into(),
        Kind::Typed => {
            Literal::new_typed_literal(value, NamedNodeRef::new_unchecked(second)).into()
        }
    }
}
