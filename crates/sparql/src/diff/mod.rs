//! What distinguishes two queries, triple by triple.

pub(crate) mod matching;
pub(crate) mod parts;

use std::fmt;

use serde::Serialize;

use crate::structure::{Structure, Var};
use matching::Matching;
use parts::{head, parts};

/// A place in a triple.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// The first term.
    Subject,
    /// The second.
    Predicate,
    /// The third.
    Object,
}

/// A difference between an expected query and another one.
///
/// Terms are written as in the query they come from; variables of the other query that have been
/// matched appear under their expected names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "difference", rename_all = "kebab-case")]
pub enum Difference {
    /// One is a SELECT, the other an ASK, for example.
    Form {
        /// What was expected.
        expected: String,
        /// What is there.
        found: String,
    },
    /// DISTINCT, LIMIT, OFFSET, ORDER BY or the number of projected variables differ.
    Modifier {
        /// Which.
        name: &'static str,
        /// What was expected.
        expected: String,
        /// What is there.
        found: String,
    },
    /// Another variable is projected.
    Target {
        /// The expected variable.
        expected: String,
        /// What stands for it.
        found: String,
    },
    /// A triple is not there.
    Missing {
        /// Its number in the expected query's [`Structure::triples`].
        index: usize,
        /// The triple.
        triple: String,
    },
    /// A triple is there that was not expected.
    Extra {
        /// Its number in the other query's [`Structure::triples`].
        index: usize,
        /// The triple.
        triple: String,
    },
    /// A triple differs in some places.
    Changed {
        /// Its number in the expected query.
        index: usize,
        /// Its number in the other query.
        found_index: usize,
        /// The places.
        places: Vec<Place>,
        /// The expected triple.
        expected: String,
        /// The triple found.
        found: String,
    },
    /// A condition, alias or aggregate is not there.
    MissingPart {
        /// What it is: `filter`, `alias`, `aggregate` or `values`.
        kind: &'static str,
        /// The part.
        part: String,
    },
    /// A condition, alias or aggregate is there that was not expected.
    ExtraPart {
        /// What it is: `filter`, `alias`, `aggregate` or `values`.
        kind: &'static str,
        /// The part.
        part: String,
    },
    /// The same triples, conditions and modifiers are put together in another way: other groups,
    /// or variables joined elsewhere.
    Arrangement,
}

/// What distinguishes `found` from `expected`; empty if and only if they are
/// [`equivalent`](crate::equivalent).
///
/// ```
/// use lydite_sparql::{Dialect, Difference, Place, diff, parse};
///
/// let dialect = Dialect::field();
/// let gold = parse("SELECT ?x { ?x dbo:author ?a . ?a dbo:birthPlace dbr:Ulm }", &dialect)?;
/// let ours = parse("SELECT ?b { ?w dbo:birthPlace dbr:Bern . ?b dbo:author ?w }", &dialect)?;
/// let differences = diff(&gold, &ours);
/// let [Difference::Changed { index: 1, places, .. }] = differences.as_slice() else {
///     panic!("{differences:?}");
/// };
/// assert_eq!(places, &[Place::Object]);
/// # Ok::<(), lydite_sparql::ParseError>(())
/// ```
pub fn diff(expected: &crate::Parsed, found: &crate::Parsed) -> Vec<Difference> {
    if crate::equivalent(expected, found) {
        return Vec::new();
    }
    let (one, other) = (Structure::of(expected), Structure::of(found));
    let mut matching = Matching::default();
    let mut differences = Vec::new();
    head(&one, &other, &mut differences);
    for (left, right) in one.projection.iter().zip(&other.projection) {
        // Columns are comparable if there are equally many, and a name is not set against a value.
        let computed = |structure: &Structure<'_>, variable: Var<'_>| {
            structure
                .aliases
                .iter()
                .any(|alias| alias.variable == variable)
        };
        let alike = computed(&one, *left) == computed(&other, *right);
        if alike && one.projection.len() == other.projection.len() {
            matching.propose(*left, *right);
        }
    }
    triples(&one, &other, &mut matching, &mut differences);
    targets(&one, &other, &matching, &mut differences);
    parts(&one, &other, &matching, &mut differences);
    if differences.is_empty() {
        differences.push(Difference::Arrangement);
    }
    differences
}

/// What the triples differ in: those that changed, best match first, then what has no counterpart.
fn triples<'q>(
    one: &Structure<'q>,
    other: &Structure<'q>,
    matching: &mut Matching<'q>,
    differences: &mut Vec<Difference>,
) {
    let pairs = matching.align(&one.triples, &other.triples);
    let changed = pairs.iter().filter(|pair| !pair.places.is_empty());
    differences.extend(changed.map(|pair| Difference::Changed {
        index: pair.expected,
        found_index: pair.found,
        places: pair.places.clone(),
        expected: one.triples[pair.expected].to_string(),
        found: matching.triple_text(&other.triples[pair.found]),
    }));
    let mut is_paired = (
        vec![false; one.triples.len()],
        vec![false; other.triples.len()],
    );
    for pair in &pairs {
        is_paired.0[pair.expected] = true;
        is_paired.1[pair.found] = true;
    }
    let missing = (0..one.triples.len()).filter(|index| !is_paired.0[*index]);
    differences.extend(missing.map(|index| Difference::Missing {
        index,
        triple: one.triples[index].to_string(),
    }));
    let extra = (0..other.triples.len()).filter(|index| !is_paired.1[*index]);
    differences.extend(extra.map(|index| Difference::Extra {
        index,
        triple: matching.triple_text(&other.triples[index]),
    }));
}

fn targets(
    one: &Structure<'_>,
    other: &Structure<'_>,
    matching: &Matching<'_>,
    differences: &mut Vec<Difference>,
) {
    if one.projection.len() != other.projection.len() {
        return;
    }
    for (left, right) in one.projection.iter().zip(&other.projection) {
        if matching
            .forward
            .get(left)
            .is_some_and(|matched| matched != right)
        {
            differences.push(Difference::Target {
                expected: left.to_string(),
                found: matching.name(*right),
            });
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let or_none = |text: &str| {
            if text.is_empty() {
                "none".to_owned()
            } else {
                text.to_owned()
            }
        };
        match self {
            Self::Form { expected, found } => write!(f, "{found} instead of {expected}"),
            Self::Modifier {
                name,
                expected,
                found,
            } => write!(
                f,
                "{name}: {} instead of {}",
                or_none(found),
                or_none(expected)
            ),
            Self::Target { expected, found } => {
                write!(f, "asks for {found} instead of {expected}")
            }
            Self::Missing { triple, .. } => write!(f, "missing: {triple}"),
            Self::Extra { triple, .. } => write!(f, "extra: {triple}"),
            Self::Changed {
                places,
                expected,
                found,
                ..
            } => {
                let names: Vec<String> = places
                    .iter()
                    .map(|place| format!("{place:?}").to_ascii_lowercase())
                    .collect();
                write!(
                    f,
                    "changed {}: {found} instead of {expected}",
                    names.join(" and ")
                )
            }
            Self::MissingPart { kind, part } => write!(f, "missing {kind}: {part}"),
            Self::ExtraPart { kind, part } => write!(f, "extra {kind}: {part}"),
            Self::Arrangement => f.write_str("the same parts are combined differently"),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Dialect, diff, parse};

    fn differences(expected: &str, found: &str) -> Vec<String> {
        let read = |text| parse(text, &Dialect::field()).unwrap();
        diff(&read(expected), &read(found))
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn each_kind_of_difference_is_named() {
        let gold = "SELECT DISTINCT ?x { ?x <a:p> ?y . ?y <a:q> <a:e> FILTER (?y > 2) } LIMIT 1";
        for (found, expected) in [
            (
                "SELECT DISTINCT ?b { ?b <a:p> ?c . ?c <a:q> <a:e> FILTER (?c > 2) } LIMIT 1",
                vec![],
            ),
            (
                "SELECT ?b { ?b <a:p> ?c . ?c <a:q> <a:e> FILTER (?c > 2) } LIMIT 2",
                vec![
                    "duplicates: none instead of DISTINCT",
                    "range: LIMIT 2 instead of LIMIT 1",
                ],
            ),
            (
                "SELECT DISTINCT ?b { ?b <a:p> ?c FILTER (?c > 2) } LIMIT 1",
                vec!["missing: ?y <a:q> <a:e>"],
            ),
            (
                "SELECT DISTINCT ?b { ?b <a:p> ?c . ?c <a:q> <a:e> . ?c <a:r> ?d FILTER (?c > 2) } LIMIT 1",
                vec!["extra: ?y <a:r> ?d"],
            ),
            (
                "SELECT DISTINCT ?b { ?b <a:o> ?c . ?c <a:q> <a:e> FILTER (?c > 2) } LIMIT 1",
                vec!["changed predicate: ?x <a:o> ?y instead of ?x <a:p> ?y"],
            ),
            (
                "SELECT DISTINCT ?b { ?c <a:p> ?b . ?c <a:q> <a:e> FILTER (?c > 2) } LIMIT 1",
                vec!["changed subject and object: ?y <a:p> ?x instead of ?x <a:p> ?y"],
            ),
            (
                "SELECT DISTINCT ?b { { ?b <a:p> ?c FILTER (?c > 2) } UNION { ?c <a:q> <a:e> } } LIMIT 1",
                vec!["the same parts are combined differently"],
            ),
        ] {
            assert_eq!(differences(gold, found), expected, "{found}");
        }
    }

    /// A chain of triples, the last of which differs.
    fn chain(length: usize, name: &str, last: &str) -> String {
        let triples: Vec<String> = (0..length)
            .map(|at| format!("?{name}{at} <a:p> ?{name}{}", at + 1))
            .collect();
        let triples = triples.join(" . ");
        format!("SELECT ?{name}0 {{ {triples} . ?{name}{length} <a:q> <a:{last}> }}")
    }

    #[test]
    fn hundreds_of_triples_are_aligned() {
        assert_eq!(
            differences(&chain(200, "x", "e"), &chain(200, "y", "f")),
            ["changed object: ?x200 <a:q> <a:f> instead of ?x200 <a:q> <a:e>"]
        );
    }

    #[test]
    fn thousands_of_triples_end_in_time() {
        let began = std::time::Instant::now();
        let found = differences(&chain(3000, "x", "e"), &chain(3000, "y", "f"));
        assert_eq!(
            found,
            ["missing: ?x3000 <a:q> <a:e>", "extra: ?x3000 <a:q> <a:f>"]
        );
        // Triples that all fit each other.
        let star = |name: &str| {
            let triples: Vec<String> = (0..400)
                .map(|at| format!("?{name}{at} ?{name} ?o"))
                .collect();
            format!("ASK {{ {} }}", triples.join(" . "))
        };
        let more = format!("{} LIMIT 1", star("y").replace("ASK", "SELECT *"));
        assert!(!differences(&star("x"), &more).is_empty());
        assert!(began.elapsed().as_secs() < 60, "{:?}", began.elapsed());
    }

    #[test]
    fn aggregates_and_forms_are_compared() {
        assert_eq!(
            differences(
                "SELECT (COUNT(?x) AS ?n) { ?x a <a:C> }",
                "SELECT ?x { ?x a <a:C> }"
            ),
            ["missing aggregate: COUNT(?x)"]
        );
        assert_eq!(
            differences("ASK { ?x a <a:C> }", "SELECT ?x { ?x a <a:C> }"),
            [
                "SELECT instead of ASK",
                "projected variables: 1 instead of 0"
            ]
        );
    }
}
