//! The queries behind labels, classes, other names and text search.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use lydite_model::{NAMING_PROPERTIES, NAMING_WORDS, naming_rank};
use oxrdf::{Literal, NamedNode, Term};

use super::Remote;
use crate::links::Links;
use crate::{GraphError, Hit, Rows};

/// The properties that say that two names are of one thing.
const SAME: [&str; 2] = [
    "http://www.w3.org/2002/07/owl#sameAs",
    "http://dbpedia.org/ontology/wikiPageRedirects",
];

const TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
const SUB_CLASS: &str = "http://www.w3.org/2000/01/rdf-schema#subClassOf";

/// The languages in which an exact label is looked for when none is named: asking for a literal is
/// quick on every engine, comparing all labels is not.
const LANGUAGES: [&str; 26] = [
    "en", "de", "es", "fr", "it", "nl", "pt", "ru", "ja", "zh", "pl", "ro", "fa", "hi", "ar", "sv",
    "uk", "cs", "hu", "ca", "ko", "tr", "be", "lt", "hy", "el",
];

/// As many names go into one query.
const BATCH: usize = 100;

impl Remote {
    pub(super) fn find_labels(
        &self,
        iri: &str,
        language: Option<&str>,
    ) -> Result<Vec<String>, GraphError> {
        let filter = in_language(language);
        let query = format!(
            "SELECT DISTINCT ?p ?l WHERE {{ {} ?p ?l . FILTER(isLiteral(?l)) {}{filter} }}",
            named(iri)?,
            is_naming("p"),
        );
        let rows = self.look_up(&query)?;
        let mut found: Vec<(u8, String)> = pairs(&rows)
            .filter_map(|(property, label)| {
                let Term::NamedNode(property) = property else {
                    return None;
                };
                let rank = naming_rank(property.as_str())?;
                Some((rank, literal(label)?.to_owned()))
            })
            .collect();
        found.sort();
        let mut seen = HashSet::new();
        Ok(found
            .into_iter()
            .map(|(_, label)| label)
            .filter(|label| seen.insert(label.clone()))
            .collect())
    }

    pub(super) fn find_types(&self, iri: &str) -> Result<Vec<NamedNode>, GraphError> {
        let query = format!("SELECT DISTINCT ?x WHERE {{ {} <{TYPE}> ?x }}", named(iri)?);
        Ok(nodes(&self.look_up(&query)?))
    }

    pub(super) fn find_types_all(&self, iris: &[&str]) -> Result<Vec<Vec<NamedNode>>, GraphError> {
        let links = Links::one_step(iris, |names| {
            self.linked(names, &|names| {
                format!(
                    "SELECT DISTINCT ?n ?x WHERE {{ {} ?n <{TYPE}> ?x }}",
                    values("n", names)
                )
            })
        })?;
        Ok(iris.iter().map(|iri| links.of(iri)).collect())
    }

    pub(super) fn find_super_classes(&self, class: &str) -> Result<Vec<NamedNode>, GraphError> {
        named(class)?;
        Ok(self.find_super_classes_all(&[class])?.swap_remove(0))
    }

    pub(super) fn find_super_classes_all(
        &self,
        classes: &[&str],
    ) -> Result<Vec<Vec<NamedNode>>, GraphError> {
        let links = self.follow(classes, |names| {
            format!(
                "SELECT DISTINCT ?n ?x WHERE {{ {} ?n <{SUB_CLASS}> ?x }}",
                values("n", names)
            )
        })?;
        Ok(classes.iter().map(|class| links.from(class)).collect())
    }

    pub(super) fn find_same_as(&self, iri: &str) -> Result<Vec<NamedNode>, GraphError> {
        named(iri)?;
        Ok(self.find_same_as_all(&[iri])?.swap_remove(0))
    }

    pub(super) fn find_same_as_all(
        &self,
        iris: &[&str],
    ) -> Result<Vec<Vec<NamedNode>>, GraphError> {
        let links = self.follow(iris, |names| {
            let (names, same) = (values("n", names), values("p", &SAME));
            format!(
                "SELECT DISTINCT ?n ?x WHERE {{ \
                 {{ {names} {same} ?n ?p ?x }} UNION {{ {names} {same} ?x ?p ?n }} }}"
            )
        })?;
        Ok(iris.iter().map(|iri| links.from(iri)).collect())
    }

    /// Follows links from many resources; `query` asks for those of some, as `?n` and `?x`.
    fn follow(
        &self,
        starts: &[&str],
        query: impl Fn(&[&str]) -> String,
    ) -> Result<Links, GraphError> {
        Links::follow(starts, |names| self.linked(names, &query))
    }

    /// The links of some resources, as pairs, in as few requests as can be.
    fn linked(
        &self,
        names: &[&str],
        query: &dyn Fn(&[&str]) -> String,
    ) -> Result<Vec<(String, NamedNode)>, GraphError> {
        // What cannot be written down cannot be asked about.
        let names = names.iter().copied();
        let names: Vec<&str> = names.filter(|name| named(name).is_ok()).collect();
        let mut found = Vec::new();
        for names in names.chunks(BATCH) {
            let rows = self.look_up(&query(names))?;
            found.extend(pairs(&rows).filter_map(|pair| match pair {
                (Term::NamedNode(from), Term::NamedNode(to)) => {
                    Some((from.as_str().to_owned(), to.clone()))
                }
                _ => None,
            }));
        }
        Ok(found)
    }

    pub(super) fn find_labelled(
        &self,
        label: &str,
        language: Option<&str>,
    ) -> Result<Vec<NamedNode>, GraphError> {
        Ok(self.find_labelled_all(&[(label, language)])?.swap_remove(0))
    }

    pub(super) fn find_labelled_all(
        &self,
        labels: &[(&str, Option<&str>)],
    ) -> Result<Vec<Vec<NamedNode>>, GraphError> {
        let mut all = Vec::new();
        for labels in labels.chunks(BATCH) {
            let literals: BTreeSet<String> = labels.iter().flat_map(literals).collect();
            let literals: Vec<String> = literals.into_iter().collect();
            let query = format!(
                "SELECT DISTINCT ?l ?x WHERE {{ VALUES ?l {{ {} }} ?x ?p ?l . {} }}",
                literals.join(" "),
                is_naming("p"),
            );
            let rows = self.look_up(&query)?;
            all.extend(labels.iter().map(|label| carrying(&rows, label)));
        }
        Ok(all)
    }

    pub(super) fn find_text(
        &self,
        text: &str,
        language: Option<&str>,
        count: usize,
    ) -> Result<Vec<Hit>, GraphError> {
        let words = words(text);
        if words.is_empty() || count == 0 {
            return Ok(Vec::new());
        }
        // Enough to find the best among them.
        let fetched = count.saturating_mul(10).clamp(100, 10_000);
        // Looking at every text of a large graph for what its property is called takes too long.
        let names = values("p", &NAMING_PROPERTIES);
        let filter = in_language(language);
        let indexed = words
            .iter()
            .map(|word| format!("'{word}'"))
            .collect::<Vec<_>>()
            .join(" AND ");
        let quick = format!(
            "SELECT DISTINCT ?x ?l WHERE {{ ?x ?p ?l . ?l <bif:contains> {} . {names}{filter} }} \
             LIMIT {fetched}",
            plain(&indexed),
        );
        let contains = words
            .iter()
            .map(|word| format!("CONTAINS(LCASE(STR(?l)), {})", plain(word)))
            .collect::<Vec<_>>()
            .join(" && ");
        let slow = format!(
            "SELECT DISTINCT ?x ?l WHERE {{ {names} ?x ?p ?l . FILTER({contains}){filter} }} \
             LIMIT {fetched}"
        );
        // Virtuoso has a text index where somebody has switched it on. Where not, it finds nothing
        // and does not say why.
        let mut rows = Rows::default();
        if self.is_virtuoso() {
            rows = self.look_up(&quick).unwrap_or_default();
        }
        if rows.rows.is_empty() {
            rows = self.look_up(&slow)?;
        }
        Ok(best(&rows, &words, count))
    }
}

/// How a label may be written: in its language or in every usual one, and without.
fn literals((label, language): &(&str, Option<&str>)) -> Vec<String> {
    let languages = match language {
        Some(language) => std::slice::from_ref(language),
        None => &LANGUAGES,
    };
    let tagged = languages.iter().filter_map(|language| {
        let literal = Literal::new_language_tagged_literal(*label, *language);
        Some(literal.ok()?.to_string())
    });
    std::iter::once(plain(label)).chain(tagged).collect()
}

/// The resources of rows of labels and resources whose label is this one.
fn carrying(rows: &Rows, (label, language): &(&str, Option<&str>)) -> Vec<NamedNode> {
    let is_it = |term: &Term| match term {
        Term::Literal(literal) if literal.value() == *label => {
            // A label without a language counts for all.
            literal
                .language()
                .is_none_or(|of| language.is_none_or(|language| of.eq_ignore_ascii_case(language)))
        }
        _ => false,
    };
    let mut seen = HashSet::new();
    pairs(rows)
        .filter(|(term, _)| is_it(term))
        .filter_map(|(_, resource)| match resource {
            Term::NamedNode(node) => Some(node.clone()),
            _ => None,
        })
        .filter(|node| seen.insert(node.clone()))
        .collect()
}

/// The best hit of each resource, best first.
fn best(rows: &Rows, wanted: &[String], count: usize) -> Vec<Hit> {
    let mut hits: BTreeMap<&str, Hit> = BTreeMap::new();
    for (node, label) in pairs(rows) {
        let (Term::NamedNode(iri), Some(text)) = (node, literal(label)) else {
            continue;
        };
        let hit = Hit {
            iri: iri.clone(),
            text: text.to_owned(),
            score: fit(&words(text), wanted),
        };
        let known = hits.entry(iri.as_str()).or_insert_with(|| hit.clone());
        if hit.score > known.score {
            *known = hit;
        }
    }
    let mut hits: Vec<Hit> = hits.into_values().collect();
    hits.sort_by(|a, b| b.score.total_cmp(&a.score));
    hits.truncate(count);
    hits
}

/// The share of words that two texts have in common (Dice's coefficient): 1 is all of them.
#[allow(clippy::cast_precision_loss, reason = "nobody searches for 2⁵² words")]
fn fit(found: &[String], wanted: &[String]) -> f64 {
    let common = wanted.iter().filter(|word| found.contains(word)).count();
    2.0 * common as f64 / (found.len() + wanted.len()).max(1) as f64
}

/// The words of a text in small letters: letters and digits only, safe inside any quotes.
fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// What is said in no language counts in all.
fn in_language(language: Option<&str>) -> String {
    language.map_or(String::new(), |language| {
        let language = plain(&language.to_lowercase());
        format!(" FILTER(LCASE(LANG(?l)) IN (\"\", {language}))")
    })
}

/// A resource as it is written in a query.
fn named(iri: &str) -> Result<String, GraphError> {
    match NamedNode::new(iri) {
        Ok(node) => Ok(node.to_string()),
        Err(error) => Err(GraphError::Query(format!(
            "`{iri}` is not a valid IRI: {error}"
        ))),
    }
}

fn values(variable: &str, iris: &[&str]) -> String {
    let iris: Vec<String> = iris.iter().map(|iri| format!("<{iri}>")).collect();
    format!("VALUES ?{variable} {{ {} }}", iris.join(" "))
}

/// The condition that a property names things ([`naming_rank`]): its last part says so.
fn is_naming(variable: &str) -> String {
    let words = NAMING_WORDS.concat().join("|");
    format!("FILTER(REGEX(STR(?{variable}), \"[/#]({words})$\", \"i\"))")
}

fn plain(text: &str) -> String {
    Literal::new_simple_literal(text).to_string()
}

/// The resources of the first column.
fn nodes(rows: &Rows) -> Vec<NamedNode> {
    let first = rows.rows.iter().filter_map(|row| row.first()?.as_ref());
    first
        .filter_map(|term| match term {
            Term::NamedNode(node) => Some(node.clone()),
            _ => None,
        })
        .collect()
}

fn pairs(rows: &Rows) -> impl Iterator<Item = (&Term, &Term)> {
    rows.rows.iter().filter_map(|row| match row.as_slice() {
        [Some(first), Some(second)] => Some((first, second)),
        _ => None,
    })
}

fn literal(term: &Term) -> Option<&str> {
    match term {
        Term::Literal(literal) => Some(literal.value()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exact_label_fits_best() {
        let wanted = words("New York");
        let score = |label| fit(&words(label), &wanted);
        assert!((score("new york!") - 1.0).abs() < f64::EPSILON);
        assert!(score("New York City") > score("The New York Times Building"));
    }

    #[test]
    fn words_cannot_leave_their_quotes() {
        assert_eq!(words("O'Hara\" } DROP"), ["o", "hara", "drop"]);
        assert!(words("'\"\\").is_empty());
    }
}
