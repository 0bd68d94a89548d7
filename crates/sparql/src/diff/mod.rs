//! What distinguishes two queries, triple by triple.

use std::collections::HashMap;
use std::fmt;

use serde::Serialize;
use spargebra::algebra::OrderExpression;

use crate::structure::{Duplicates, Form, Node, Predicate, Range, Structure, Triple, Var};

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
    let pairs = matching.exact_pairs(&one.triples, &other.triples);
    leftovers(&one, &other, &mut matching, &pairs, &mut differences);
    targets(&one, &other, &matching, &mut differences);
    parts(&one, &other, &matching, &mut differences);
    if differences.is_empty() {
        differences.push(Difference::Arrangement);
    }
    differences
}

fn head(one: &Structure<'_>, other: &Structure<'_>, differences: &mut Vec<Difference>) {
    if one.form != other.form {
        differences.push(Difference::Form {
            expected: form_name(one.form).to_owned(),
            found: form_name(other.form).to_owned(),
        });
    }
    let mut modifier = |name: &'static str, expected: String, found: String| {
        if expected != found {
            differences.push(Difference::Modifier {
                name,
                expected,
                found,
            });
        }
    };
    let duplicates = |duplicates: Duplicates| match duplicates {
        Duplicates::Keep => String::new(),
        Duplicates::Distinct => "DISTINCT".to_owned(),
        Duplicates::Reduced => "REDUCED".to_owned(),
    };
    modifier(
        "duplicates",
        duplicates(one.duplicates),
        duplicates(other.duplicates),
    );
    modifier("range", range_text(one.range), range_text(other.range));
    modifier(
        "projected variables",
        one.projection.len().to_string(),
        other.projection.len().to_string(),
    );
    let directions = |order: &[OrderExpression]| {
        let names: Vec<&str> = order
            .iter()
            .map(|part| match part {
                OrderExpression::Asc(_) => "ascending",
                OrderExpression::Desc(_) => "descending",
            })
            .collect();
        names.join(", ")
    };
    modifier("order", directions(one.order), directions(other.order));
    let groups = |structure: &Structure<'_>| structure.group_by.len().to_string();
    modifier("grouped variables", groups(one), groups(other));
}

fn form_name(form: Form) -> &'static str {
    match form {
        Form::Select => "SELECT",
        Form::Ask => "ASK",
        Form::Construct => "CONSTRUCT",
        Form::Describe => "DESCRIBE",
    }
}

fn range_text(range: Range) -> String {
    let part = |name: &str, value: Option<usize>| value.map(|value| format!("{name} {value}"));
    let parts = [part("OFFSET", range.offset), part("LIMIT", range.limit)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Pairs what is left of the triples by their similarity, best first.
fn leftovers<'q>(
    one: &Structure<'q>,
    other: &Structure<'q>,
    matching: &mut Matching<'q>,
    pairs: &[(usize, usize)],
    differences: &mut Vec<Difference>,
) {
    let mut missing: Vec<usize> = (0..one.triples.len())
        .filter(|index| pairs.iter().all(|(left, _)| left != index))
        .collect();
    let mut extra: Vec<usize> = (0..other.triples.len())
        .filter(|index| pairs.iter().all(|(_, right)| right != index))
        .collect();
    loop {
        let mut best: Option<(usize, usize, usize)> = None;
        for &left in &missing {
            for &right in &extra {
                let score = matching.score(&one.triples[left], &other.triples[right]);
                if score > best.map_or(1, |(score, ..)| score) {
                    best = Some((score, left, right));
                }
            }
        }
        let Some((_, left, right)) = best else { break };
        let (expected, found) = (&one.triples[left], &other.triples[right]);
        let places = matching.adopt(expected, found);
        differences.push(Difference::Changed {
            index: left,
            found_index: right,
            places,
            expected: expected.to_string(),
            found: matching.triple_text(found),
        });
        missing.retain(|index| *index != left);
        extra.retain(|index| *index != right);
    }
    differences.extend(missing.into_iter().map(|index| Difference::Missing {
        index,
        triple: one.triples[index].to_string(),
    }));
    differences.extend(extra.into_iter().map(|index| Difference::Extra {
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

/// Compares conditions, aliases and aggregates as texts with matched variables.
fn parts(
    one: &Structure<'_>,
    other: &Structure<'_>,
    matching: &Matching<'_>,
    differences: &mut Vec<Difference>,
) {
    let expected = part_texts(one, &|name| name.to_owned());
    let mut found = part_texts(other, &|name| matching.name_of(name));
    for (kind, part) in expected {
        match found
            .iter()
            .position(|known| *known == (kind, part.clone()))
        {
            Some(index) => {
                found.swap_remove(index);
            }
            None => differences.push(Difference::MissingPart { kind, part }),
        }
    }
    differences.extend(
        found
            .into_iter()
            .map(|(kind, part)| Difference::ExtraPart { kind, part }),
    );
}

fn part_texts(
    structure: &Structure<'_>,
    rename: &dyn Fn(&str) -> String,
) -> Vec<(&'static str, String)> {
    let mut parts = Vec::new();
    for filter in &structure.filters {
        parts.push(("filter", renamed(&filter.expression.to_string(), rename)));
    }
    for alias in &structure.aliases {
        // An alias of an aggregate shows as the aggregate.
        let direct = structure
            .aggregates
            .iter()
            .any(|a| a.alias == Some(alias.variable));
        if !direct {
            parts.push(("alias", renamed(&alias.expression.to_string(), rename)));
        }
    }
    for aggregate in &structure.aggregates {
        let function = aggregate
            .function
            .map_or("COUNT".to_owned(), ToString::to_string);
        let distinct = if aggregate.distinct { "DISTINCT " } else { "" };
        let argument = aggregate
            .argument
            .map_or("*".to_owned(), ToString::to_string);
        let text = format!("{function}({distinct}{argument})");
        parts.push(("aggregate", renamed(&text, rename)));
    }
    for values in &structure.values {
        parts.push(("values", values.iris.join(" ")));
    }
    parts
}

/// A text with its variables renamed. Those that stand for aggregates, which have no names of
/// their own, become `?_`.
fn renamed(text: &str, rename: &dyn Fn(&str) -> String) -> String {
    let mut out = String::with_capacity(text.len());
    for token in crate::token::tokens(text) {
        if token.kind == crate::token::Kind::Variable {
            let name = &token.text[1..];
            let internal = name.len() == 32 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
            out.push('?');
            out.push_str(&if internal {
                "_".to_owned()
            } else {
                rename(name)
            });
        } else {
            out.push_str(&token.text);
        }
    }
    out
}

/// Which variable of the other query stands for which of the expected one.
#[derive(Default)]
struct Matching<'q> {
    forward: HashMap<Var<'q>, Var<'q>>,
    backward: HashMap<Var<'q>, Var<'q>>,
}

impl<'q> Matching<'q> {
    /// Takes two variables to be the same unless one of them is taken already.
    fn propose(&mut self, left: Var<'q>, right: Var<'q>) -> bool {
        if self.forward.contains_key(&left) || self.backward.contains_key(&right) {
            return self.forward.get(&left) == Some(&right);
        }
        self.forward.insert(left, right);
        self.backward.insert(right, left);
        true
    }

    /// Pairs triples that are equal under the matching, extending it, the most certain first.
    fn exact_pairs(&mut self, one: &[Triple<'q>], other: &[Triple<'q>]) -> Vec<(usize, usize)> {
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        let mut used = (vec![false; one.len()], vec![false; other.len()]);
        loop {
            let mut best: Option<(usize, usize, usize)> = None;
            for (left, expected) in one.iter().enumerate().filter(|(i, _)| !used.0[*i]) {
                for (right, found) in other.iter().enumerate().filter(|(i, _)| !used.1[*i]) {
                    let places = self.places(expected, found);
                    if places.contains(&0) {
                        continue;
                    }
                    let score = places.iter().sum();
                    if score > best.map_or(0, |(score, ..)| score) {
                        best = Some((score, left, right));
                    }
                }
            }
            let Some((_, left, right)) = best else {
                return pairs;
            };
            self.adopt(&one[left], &other[right]);
            used.0[left] = true;
            used.1[right] = true;
            pairs.push((left, right));
        }
    }

    /// For each place 0 if the terms differ, 1 if two variables may be the same, 3 if the terms are.
    fn places(&self, expected: &Triple<'q>, found: &Triple<'q>) -> [usize; 3] {
        let predicate = match (&expected.predicate, &found.predicate) {
            (Predicate::Node(left), Predicate::Node(right)) => self.place(left, right),
            (left, right) => 3 * usize::from(left == right),
        };
        [
            self.place(&expected.subject, &found.subject),
            predicate,
            self.place(&expected.object, &found.object),
        ]
    }

    fn place(&self, expected: &Node<'q>, found: &Node<'q>) -> usize {
        match (expected, found) {
            (Node::Variable(left), Node::Variable(right)) => {
                match (self.forward.get(left), self.backward.get(right)) {
                    (None, None) => 1,
                    (Some(matched), _) if matched == right => 3,
                    _ => 0,
                }
            }
            (Node::Blank(_), Node::Blank(_)) => 1,
            (left, right) => 3 * usize::from(left == right),
        }
    }

    fn score(&self, expected: &Triple<'q>, found: &Triple<'q>) -> usize {
        self.places(expected, found).iter().sum()
    }

    /// Matches the variables of two triples as far as possible; returns where they differ.
    fn adopt(&mut self, expected: &Triple<'q>, found: &Triple<'q>) -> Vec<Place> {
        let all = [Place::Subject, Place::Predicate, Place::Object];
        let places = self.places(expected, found);
        let variable = |predicate: &Predicate<'q>| predicate.as_node().and_then(Node::as_variable);
        for (left, right) in [
            (expected.subject.as_variable(), found.subject.as_variable()),
            (variable(&expected.predicate), variable(&found.predicate)),
            (expected.object.as_variable(), found.object.as_variable()),
        ] {
            if let (Some(left), Some(right)) = (left, right) {
                self.propose(left, right);
            }
        }
        let differing = all.into_iter().zip(places).filter(|(_, score)| *score == 0);
        differing.map(|(place, _)| place).collect()
    }

    fn name(&self, found: Var<'q>) -> String {
        self.backward
            .get(&found)
            .map_or_else(|| found.to_string(), ToString::to_string)
    }

    /// The expected name for a name of the other query, whatever its scope.
    fn name_of(&self, found: &str) -> String {
        self.backward
            .iter()
            .filter(|(right, _)| right.name == found)
            .min()
            .map_or_else(|| found.to_owned(), |(_, left)| left.name.to_owned())
    }

    fn triple_text(&self, found: &Triple<'q>) -> String {
        let node = |node: &Node<'q>| match node {
            Node::Variable(variable) => self.name(*variable),
            node => node.to_string(),
        };
        let predicate = match &found.predicate {
            Predicate::Node(predicate) => node(predicate),
            predicate => predicate.to_string(),
        };
        format!(
            "{} {predicate} {}",
            node(&found.subject),
            node(&found.object)
        )
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
            Self::Arrangement => f.write_str("the same parts are put together differently"),
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
                vec!["the same parts are put together differently"],
            ),
        ] {
            assert_eq!(differences(gold, found), expected, "{found}");
        }
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
