//! A form of a query that does not depend on the names of variables and the order of triples.

mod build;
mod refine;
mod tree;

use crate::Parsed;
use build::build;
use refine::{Labelling, label};

/// A query up to the names of its variables and the order of its triples.
///
/// Also immaterial are the order of groups that are joined, of UNION's branches, of conditions and
/// of projected variables (a solution is a mapping from names, not a row), the direction of `<`,
/// the sides of `=`, and whether a variable that is not projected is written as a blank node.
/// Everything else counts, each character of each term included.
///
/// ```
/// use lydite_sparql::{Canonical, Dialect, parse};
///
/// let dialect = Dialect::field();
/// let one = parse("SELECT ?uri { ?uri dbo:author ?x . ?x a dbo:Writer }", &dialect)?;
/// let two = parse("SELECT ?s { ?a a dbo:Writer . ?s dbo:author ?a }", &dialect)?;
/// assert_eq!(Canonical::of(&one), Canonical::of(&two));
/// # Ok::<(), lydite_sparql::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Canonical {
    text: String,
    exact: bool,
}

impl Canonical {
    /// The canonical form of a query.
    pub fn of(parsed: &Parsed) -> Self {
        let tree = parsed.bounds.run(|| build(&parsed.query));
        // Without memory for a stack there is nothing better than the text.
        let Some(tree) = tree else {
            return Self {
                text: parsed.text.clone(),
                exact: true,
            };
        };
        match label(&tree) {
            Labelling::Exact(numbers) => Self {
                text: tree.to_text(&numbers),
                exact: true,
            },
            Labelling::Classes(numbers) => Self {
                text: tree.to_text(&numbers),
                exact: false,
            },
        }
    }

    /// The form as text, for people and for hashing. Variables are numbered.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether equal forms mean equal queries. It is so unless a query is so symmetric, beyond
    /// anything a benchmark contains, that the search for the form was cut short: then variables
    /// that look alike share a number, and different queries may share a form.
    pub fn is_exact(&self) -> bool {
        self.exact
    }
}

/// Whether two queries are the same up to the names of variables and the order of triples.
///
/// ```
/// use lydite_sparql::{Dialect, equivalent, parse};
///
/// let dialect = Dialect::field();
/// let bare = parse("SELECT COUNT(?x) { ?x a dbo:Lake }", &dialect)?;
/// let full = parse("SELECT (COUNT(?l) AS ?n) WHERE { ?l a dbo:Lake . }", &dialect)?;
/// assert!(equivalent(&bare, &full));
/// # Ok::<(), lydite_sparql::ParseError>(())
/// ```
pub fn equivalent(one: &Parsed, other: &Parsed) -> bool {
    Canonical::of(one) == Canonical::of(other)
}
