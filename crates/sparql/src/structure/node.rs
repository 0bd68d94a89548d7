//! The terms and triples of a query.

use std::borrow::Cow;
use std::fmt;

use oxrdf::Literal;
use spargebra::algebra::PropertyPathExpression;

/// A variable with the scope that it belongs to.
///
/// A variable of a sub-select that is not projected is another one than that of the same name
/// outside; so are the variables inside and outside of an aggregation. Scope 0 is that of the
/// query's results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var<'q> {
    /// The name, without its question mark.
    pub name: &'q str,
    /// The number of its scope.
    pub scope: u32,
}

impl fmt::Display for Var<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "?{}", self.name)
    }
}

/// A term of a triple pattern.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node<'q> {
    /// An IRI.
    Iri(&'q str),
    /// A literal.
    Literal(&'q Literal),
    /// A variable.
    Variable(Var<'q>),
    /// A blank node, which matches like a variable that cannot be projected.
    Blank(&'q str),
    /// A free text of a pseudo query, or a word of a schemaless one.
    Text(Cow<'q, str>),
}

impl<'q> Node<'q> {
    /// The IRI, if it is one.
    pub fn as_iri(&self) -> Option<&'q str> {
        match self {
            Self::Iri(iri) => Some(iri),
            _ => None,
        }
    }

    /// The variable, if it is one.
    pub fn as_variable(&self) -> Option<Var<'q>> {
        match self {
            Self::Variable(variable) => Some(*variable),
            _ => None,
        }
    }
}

impl fmt::Display for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Iri(iri) => write!(f, "<{iri}>"),
            Self::Literal(literal) => literal.fmt(f),
            Self::Variable(variable) => variable.fmt(f),
            Self::Blank(label) => write!(f, "_:{label}"),
            Self::Text(text) => write!(f, "text:\"{text}\""),
        }
    }
}

/// The middle of a triple pattern.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Predicate<'q> {
    /// A single term.
    Node(Node<'q>),
    /// A property path that is more than a sequence or an inverse, which the algebra resolves.
    Path(&'q PropertyPathExpression),
    /// None: a pseudo query says only that the subject has to do with a text.
    Mentions,
}

impl<'q> Predicate<'q> {
    /// The term, unless it is a path.
    pub fn as_node(&self) -> Option<&Node<'q>> {
        match self {
            Self::Node(node) => Some(node),
            Self::Path(_) | Self::Mentions => None,
        }
    }

    /// The IRIs in it, in the order of the text.
    pub fn iris(&self) -> Vec<&'q str> {
        match self {
            Self::Node(node) => node.as_iri().into_iter().collect(),
            Self::Mentions => Vec::new(),
            Self::Path(path) => {
                let mut iris = Vec::new();
                let mut stack = vec![*path];
                while let Some(path) = stack.pop() {
                    match path {
                        PropertyPathExpression::NamedNode(iri) => iris.push(iri.as_str()),
                        PropertyPathExpression::NegatedPropertySet(set) => {
                            iris.extend(set.iter().map(oxrdf::NamedNode::as_str));
                        }
                        PropertyPathExpression::Reverse(inner)
                        | PropertyPathExpression::ZeroOrMore(inner)
                        | PropertyPathExpression::OneOrMore(inner)
                        | PropertyPathExpression::ZeroOrOne(inner) => stack.push(inner),
                        PropertyPathExpression::Sequence(left, right)
                        | PropertyPathExpression::Alternative(left, right) => {
                            stack.push(right);
                            stack.push(left);
                        }
                    }
                }
                iris
            }
        }
    }
}

impl fmt::Display for Predicate<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Node(node) => node.fmt(f),
            Self::Path(path) => path.fmt(f),
            Self::Mentions => f.write_str("mentions"),
        }
    }
}

/// A triple pattern.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Triple<'q> {
    /// What it is about.
    pub subject: Node<'q>,
    /// The relation.
    pub predicate: Predicate<'q>,
    /// What it is related to.
    pub object: Node<'q>,
    /// The constructs around it.
    pub within: Within,
    /// The number of its basic graph pattern; paths have one each.
    pub bgp: usize,
    /// The innermost GRAPH or SERVICE around it, by its number in
    /// [`Structure::graph_names`](crate::Structure::graph_names).
    pub graph: Option<usize>,
}

impl fmt::Display for Triple<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.subject, self.predicate, self.object)
    }
}

/// The constructs that surround a part of a query.
///
/// ```
/// use lydite_sparql::{Dialect, Structure, Within, parse};
///
/// let parsed = parse("ASK { ?x ?p ?y MINUS { ?x ?q ?y } }", &Dialect::field())?;
/// let structure = Structure::of(&parsed);
/// assert_eq!(structure.triples[0].within, Within::NOTHING);
/// assert!(structure.triples[1].within.contains(Within::MINUS));
/// # Ok::<(), lydite_sparql::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Within(u8);

impl Within {
    /// The group of the query itself.
    pub const NOTHING: Self = Self(0);
    /// The right side of OPTIONAL.
    pub const OPTIONAL: Self = Self(1);
    /// A branch of UNION.
    pub const UNION: Self = Self(2);
    /// The right side of MINUS.
    pub const MINUS: Self = Self(4);
    /// EXISTS or NOT EXISTS.
    pub const EXISTS: Self = Self(8);
    /// A sub-select.
    pub const SUB_SELECT: Self = Self(16);
    /// GRAPH.
    pub const GRAPH: Self = Self(32);
    /// SERVICE.
    pub const SERVICE: Self = Self(64);
    /// The template of CONSTRUCT.
    pub const TEMPLATE: Self = Self(128);

    /// Whether all of `other` is in it.
    pub fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}
