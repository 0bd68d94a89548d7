//! A form of a query that does not depend on the names of variables and the order of triples.

mod build;
mod expression;
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

#[cfg(test)]
mod tests {
    use super::{Canonical, equivalent};
    use crate::{Dialect, Parsed, parse};

    fn parsed(text: &str) -> Parsed {
        parse(text, &Dialect::field()).unwrap_or_else(|error| panic!("{}", error.render(text)))
    }

    #[test]
    fn what_does_not_matter_is_not_seen() {
        for (one, other) in [
            ("ASK { ?a ?b ?c }", "ASK WHERE { ?x ?y ?z . }"),
            ("SELECT ?a ?b { ?a ?p ?b }", "SELECT ?y ?x { ?y ?z ?x }"),
            ("SELECT ?a { ?a ?p [] }", "SELECT ?a { ?a ?p ?b }"),
            (
                "SELECT ?a { ?a <a:p>/<a:q> ?b }",
                "SELECT ?a { ?x <a:q> ?b . ?a <a:p> ?x }",
            ),
            (
                "SELECT ?a { ?a <a:p> ?b } OFFSET 0",
                "SELECT ?a { ?a <a:p> ?b }",
            ),
            (
                "ASK { { ?a <a:p> 1 } UNION { ?a <a:q> 1 } FILTER (?a < 2 && ?a = ?b) }",
                "ASK { { ?x <a:q> 1 } UNION { ?x <a:p> 1 } FILTER (?y = ?x) FILTER (2 > ?x) }",
            ),
            // The inner ?y is not the outer one, whatever its name.
            (
                "SELECT ?x { ?x <a:p> ?y { SELECT ?x { ?x <a:q> ?y } } }",
                "SELECT ?x { ?x <a:p> ?y { SELECT ?x { ?x <a:q> ?z } } }",
            ),
            (
                "SELECT ?x { { SELECT ?x { ?x <a:q> ?y } } ?x <a:p> ?y }",
                "SELECT ?x { { SELECT ?x { ?x <a:q> ?z } } ?x <a:p> ?y }",
            ),
        ] {
            let (one, other) = (parsed(one), parsed(other));
            assert_eq!(Canonical::of(&one), Canonical::of(&other));
        }
    }

    #[test]
    fn what_matters_is_seen() {
        for (one, other) in [
            ("ASK { ?a ?b ?c }", "ASK { ?a ?b ?b }"),
            ("ASK { ?a ?b ?c }", "SELECT * { ?a ?b ?c }"),
            ("SELECT ?a { ?a <a:p> ?b }", "SELECT ?b { ?a <a:p> ?b }"),
            (
                "SELECT ?a { ?a <a:p> ?b }",
                "SELECT DISTINCT ?a { ?a <a:p> ?b }",
            ),
            (
                "SELECT ?a { ?a <a:p> 'x'@en }",
                "SELECT ?a { ?a <a:p> 'x' }",
            ),
            (
                "ASK { ?a <a:p> ?b FILTER (?a < ?b) }",
                "ASK { ?a <a:p> ?b FILTER (?b < ?a) }",
            ),
            (
                "ASK { ?a <a:p> ?b OPTIONAL { ?b <a:q> 1 } }",
                "ASK { ?a <a:p> ?b . ?b <a:q> 1 }",
            ),
            (
                "SELECT ?x { ?x <a:p> ?y { SELECT ?x ?y { ?x <a:q> ?y } } }",
                "SELECT ?x { ?x <a:p> ?y { SELECT ?x { ?x <a:q> ?y } } }",
            ),
        ] {
            assert!(!equivalent(&parsed(one), &parsed(other)), "{one}\n{other}");
        }
        // Six variables that all look alike, joined in one ring or in two.
        let ring = |links: [[usize; 2]; 6]| {
            let triples = links.map(|[from, to]| format!("?v{from} <a:p> ?v{to}"));
            parsed(&format!("ASK {{ {} }}", triples.join(" . ")))
        };
        let one = ring([[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0]]);
        let two = ring([[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3]]);
        assert!(!equivalent(&one, &two));
    }

    #[test]
    fn symmetry_does_not_blow_up() {
        for shape in ["star", "cycle", "pairs", "grid", "cliques"] {
            let mut triples: Vec<String> = Vec::new();
            for n in 0..30 {
                triples.push(match shape {
                    "star" => format!("?c <a:p> ?v{n}"),
                    "cycle" => format!("?v{n} <a:p> ?v{}", (n + 1) % 30),
                    "pairs" => format!("?v{n} <a:p> ?w{n}"),
                    "grid" => format!("?v{} <a:p> ?w{}", n / 6, n % 6),
                    _ => format!(
                        "?v{} <a:p> ?v{}",
                        n / 10 * 5 + n % 5,
                        n / 10 * 5 + (n / 5 + n) % 5
                    ),
                });
            }
            let text = |triples: &[String]| format!("ASK {{ {} }}", triples.join(" . "));
            let before = Canonical::of(&parsed(&text(&triples)));
            triples.reverse();
            triples.rotate_left(7);
            let after = text(&triples).replace("?v1", "?z1").replace("?w", "?b");
            assert!(before.is_exact(), "{shape}");
            assert_eq!(before, Canonical::of(&parsed(&after)), "{shape}");
        }
    }
}
