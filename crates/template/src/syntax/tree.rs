//! A query as it is written.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use lydite_sparql::Form;

/// A query.
#[derive(Clone, Debug, PartialEq)]
pub struct SyntaxTree<'q> {
    /// The kind of query.
    pub form: Form,
    /// What the query says: its pattern, its projection, its modifiers.
    pub block: Block<'q>,
    /// The prefixes that it uses without declaring them, in the order of their use.
    pub assumed: Vec<&'q str>,
}

/// A SELECT, or another query: what it has in common with a sub-select.
#[derive(Clone, Debug, PartialEq)]
pub struct Block<'q> {
    /// What it asks for. ASK and CONSTRUCT ask for all.
    pub projection: Projection<'q>,
    /// Its pattern; DESCRIBE may have none.
    pub pattern: Option<Group<'q>>,
    /// GROUP BY.
    pub group_by: Vec<Grouping<'q>>,
    /// HAVING.
    pub having: Vec<Expr<'q>>,
    /// ORDER BY.
    pub order_by: Vec<Expr<'q>>,
    /// The digits of LIMIT, without leading zeros.
    pub limit: Option<&'q str>,
    /// The digits of OFFSET, without leading zeros.
    pub offset: Option<&'q str>,
    /// VALUES after the pattern.
    pub values: Option<ValuesBlock<'q>>,
}

impl<'q> Block<'q> {
    pub(super) fn new(projection: Projection<'q>) -> Self {
        Self {
            projection,
            pattern: None,
            group_by: Vec::new(),
            having: Vec::new(),
            order_by: Vec::new(),
            limit: None,
            offset: None,
            values: None,
        }
    }

    /// The triples of its pattern in the order of the text, wherever they stand outside of
    /// expressions.
    pub fn triples(&self) -> Vec<&Triple<'q>> {
        let mut triples = Vec::new();
        if let Some(pattern) = &self.pattern {
            pattern.collect(&mut triples);
        }
        triples
    }
}

/// What a query asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Projection<'q> {
    /// `*`, or no word about it.
    All,
    /// These.
    Items(Vec<Item<'q>>),
}

/// A variable of the projection, or a name for an expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Item<'q> {
    /// The variable; `None` for an IRI of DESCRIBE.
    pub variable: Option<&'q str>,
    /// The expression that it names.
    pub expression: Option<Expr<'q>>,
    /// Where it stands.
    pub place: Range<usize>,
}

/// A condition of GROUP BY.
#[derive(Clone, Debug, PartialEq)]
pub struct Grouping<'q> {
    /// The expression.
    pub expression: Expr<'q>,
    /// Its name.
    pub alias: Option<&'q str>,
}

/// What stands between braces.
#[derive(Clone, Debug, PartialEq)]
pub enum Group<'q> {
    /// A sub-select.
    Select(Box<Block<'q>>),
    /// Parts, one after the other.
    Parts(Vec<Part<'q>>),
}

impl<'q> Group<'q> {
    fn collect<'t>(&'t self, triples: &mut Vec<&'t Triple<'q>>) {
        let parts = match self {
            Self::Select(block) => {
                if let Some(pattern) = &block.pattern {
                    pattern.collect(triples);
                }
                return;
            }
            Self::Parts(parts) => parts,
        };
        for part in parts {
            match part {
                Part::Triples(found) => triples.extend(found),
                Part::Union(groups) => groups.iter().for_each(|group| group.collect(triples)),
                Part::Optional(group)
                | Part::Minus(group)
                | Part::Graph(_, group)
                | Part::Service(_, group) => group.collect(triples),
                Part::Filter(_) | Part::Bind(..) | Part::Values(_) => {}
            }
        }
    }
}

/// A part of a group.
#[derive(Clone, Debug, PartialEq)]
pub enum Part<'q> {
    /// Triples.
    Triples(Vec<Triple<'q>>),
    /// A group of its own, or several with UNION between them.
    Union(Vec<Group<'q>>),
    /// OPTIONAL.
    Optional(Group<'q>),
    /// MINUS.
    Minus(Group<'q>),
    /// GRAPH.
    Graph(Term<'q>, Group<'q>),
    /// SERVICE.
    Service(Term<'q>, Group<'q>),
    /// FILTER.
    Filter(Expr<'q>),
    /// BIND.
    Bind(Expr<'q>, &'q str),
    /// VALUES.
    Values(ValuesBlock<'q>),
}

/// The columns of VALUES.
#[derive(Clone, Debug, PartialEq)]
pub struct ValuesBlock<'q> {
    /// The variables.
    pub variables: Vec<&'q str>,
}

/// A triple pattern.
#[derive(Clone, Debug, PartialEq)]
pub struct Triple<'q> {
    /// What it is about.
    pub subject: Term<'q>,
    /// The relation.
    pub verb: Verb<'q>,
    /// What it is related to.
    pub object: Term<'q>,
    /// Where it stands: from its subject to its object, or from its predicate if an earlier triple
    /// has the subject.
    pub place: Range<usize>,
}

/// The middle of a triple.
#[derive(Clone, Debug, PartialEq)]
pub enum Verb<'q> {
    /// A variable or an IRI.
    Term(Term<'q>),
    /// A property path of more than an IRI.
    Path(Path<'q>),
}

/// A property path.
#[derive(Clone, Debug, PartialEq)]
pub enum Path<'q> {
    /// A predicate.
    Iri(Cow<'q, str>),
    /// `^`.
    Inverse(Box<Path<'q>>),
    /// `/`.
    Sequence(Vec<Path<'q>>),
    /// `|`.
    Alternative(Vec<Path<'q>>),
    /// `?`, `*` or `+`.
    Repeated(Box<Path<'q>>, char),
    /// `!`: predicates, and whether they are inverse.
    Negated(Vec<(Cow<'q, str>, bool)>),
}

/// A term.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Term<'q> {
    /// A variable, without its question mark.
    Variable(&'q str),
    /// An IRI.
    Iri(Cow<'q, str>),
    /// A literal.
    Literal(Literal<'q>),
    /// A blank node with a label.
    Blank(&'q str),
    /// A blank node without one: `[]`, or a link of a list.
    Anonymous(usize),
    /// The end of a list, or an empty one.
    Nil,
}

/// A literal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal<'q> {
    /// Its text.
    pub lexical: Cow<'q, str>,
    /// Its language tag in lower case, or its datatype.
    pub suffix: Option<Cow<'q, str>>,
}

impl fmt::Display for Triple<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.verb {
            Verb::Term(verb) => write!(f, "{} {verb} {}", self.subject, self.object),
            Verb::Path(path) => write!(f, "{} {path} {}", self.subject, self.object),
        }
    }
}

impl fmt::Display for Term<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variable(name) => write!(f, "?{name}"),
            Self::Iri(iri) => write!(f, "<{iri}>"),
            Self::Literal(literal) => write!(f, "{:?}", literal.lexical),
            Self::Blank(label) => write!(f, "_:{label}"),
            Self::Anonymous(_) => f.write_str("[]"),
            Self::Nil => f.write_str("()"),
        }
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, parts: &[Path<'_>], between: &str| {
            f.write_str("(")?;
            for (index, part) in parts.iter().enumerate() {
                let between = if index == 0 { "" } else { between };
                write!(f, "{between}{part}")?;
            }
            f.write_str(")")
        };
        match self {
            Self::Iri(iri) => write!(f, "<{iri}>"),
            Self::Inverse(path) => write!(f, "^{path}"),
            Self::Sequence(parts) => list(f, parts, "/"),
            Self::Alternative(parts) => list(f, parts, "|"),
            Self::Repeated(path, modifier) => write!(f, "{path}{modifier}"),
            Self::Negated(set) => {
                f.write_str("!(")?;
                for (index, (iri, inverse)) in set.iter().enumerate() {
                    let between = if index == 0 { "" } else { "|" };
                    let inverse = if *inverse { "^" } else { "" };
                    write!(f, "{between}{inverse}<{iri}>")?;
                }
                f.write_str(")")
            }
        }
    }
}

/// An expression: what it computes from, not what it computes.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr<'q> {
    /// A variable.
    Variable(&'q str),
    /// A constant.
    Constant(Term<'q>),
    /// An aggregate; `COUNT(*)` has no argument.
    Aggregate(Option<Box<Expr<'q>>>),
    /// EXISTS or NOT EXISTS.
    Exists(Group<'q>),
    /// `&&`.
    And(Vec<Expr<'q>>),
    /// Any other operator or function.
    Call(Vec<Expr<'q>>),
}

impl<'q> Expr<'q> {
    /// Calls `f` on its variables, those inside of aggregates included, of EXISTS excluded.
    pub fn each_variable(&self, f: &mut impl FnMut(&'q str)) {
        match self {
            Self::Variable(name) => f(name),
            Self::Aggregate(Some(inner)) => inner.each_variable(f),
            Self::And(inner) | Self::Call(inner) => {
                inner.iter().for_each(|inner| inner.each_variable(f));
            }
            Self::Aggregate(None) | Self::Constant(_) | Self::Exists(_) => {}
        }
    }

    /// Calls `f` on the patterns of EXISTS in it.
    pub fn each_exists<'t>(&'t self, f: &mut impl FnMut(&'t Group<'q>)) {
        match self {
            Self::Exists(group) => f(group),
            Self::Aggregate(Some(inner)) => inner.each_exists(f),
            Self::And(inner) | Self::Call(inner) => {
                inner.iter().for_each(|inner| inner.each_exists(f));
            }
            Self::Variable(_) | Self::Aggregate(None) | Self::Constant(_) => {}
        }
    }

    /// Whether an aggregate is in it.
    pub fn has_aggregate(&self) -> bool {
        match self {
            Self::Aggregate(_) => true,
            Self::And(inner) | Self::Call(inner) => inner.iter().any(Self::has_aggregate),
            Self::Variable(_) | Self::Constant(_) | Self::Exists(_) => false,
        }
    }

    /// Whether `COUNT(*)` is in it.
    pub fn counts_all(&self) -> bool {
        match self {
            Self::Aggregate(argument) => argument.as_ref().is_none_or(|inner| inner.counts_all()),
            Self::And(inner) | Self::Call(inner) => inner.iter().any(Self::counts_all),
            Self::Variable(_) | Self::Constant(_) | Self::Exists(_) => false,
        }
    }

    /// The parts of a conjunction.
    pub fn conjuncts(&self) -> Vec<&Self> {
        match self {
            Self::And(inner) => inner.iter().flat_map(Self::conjuncts).collect(),
            _ => vec![self],
        }
    }
}
