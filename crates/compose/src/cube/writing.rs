//! Queries over data cubes.

use std::fmt::Write;

use super::reading::Asked;
use super::{Cube, QB};
use crate::reading::Comparison;

/// Writes what is asked of a cube as a query.
pub(super) fn write(cube: &Cube, asked: &Asked) -> Option<String> {
    let writer = Writer { cube, asked };
    if let Some((comparison, than)) = asked.than {
        return writer.compared(comparison, than);
    }
    let measure = writer.measure(0);
    let aggregate = if asked.average { "AVG" } else { "SUM" };
    let value = format!("{aggregate}(?value)");
    let fixed = writer.fixed(None);
    let measure = measure?;
    if asked.yes_no {
        let (comparison, bound) = asked.threshold?;
        let sign = comparison.symbol();
        return Some(format!(
            "ASK {{ {{ SELECT ({value} AS ?total) WHERE {{ {} }} }} FILTER(?total {sign} {bound}) }}",
            writer.pattern("o", &fixed, &[(measure, "value")], &[])
        ));
    }
    if let Some(sought) = asked.sought {
        let shown = [(sought, "answer".to_owned())];
        let pattern = writer.pattern("o", &fixed, &[(measure, "value")], &shown);
        if asked.counted {
            return Some(match asked.threshold {
                Some((comparison, bound)) => format!(
                    "SELECT (COUNT(DISTINCT ?answer) AS ?result) WHERE {{ {{ SELECT ?answer WHERE {{ {pattern} }} \
                     GROUP BY ?answer HAVING({value} {} {bound}) }} }}",
                    comparison.symbol()
                ),
                None => {
                    format!("SELECT (COUNT(DISTINCT ?answer) AS ?result) WHERE {{ {pattern} }}")
                }
            });
        }
        if let Some((comparison, bound)) = asked.threshold {
            return Some(format!(
                "SELECT ?answer WHERE {{ {pattern} }} GROUP BY ?answer HAVING({value} {} {bound})",
                comparison.symbol()
            ));
        }
        if let Some((descending, limit)) = asked.extreme {
            let order = if descending { "DESC" } else { "ASC" };
            return Some(format!(
                "SELECT ?answer WHERE {{ {pattern} }} GROUP BY ?answer ORDER BY {order}({value}) LIMIT {limit}"
            ));
        }
        return Some(format!("SELECT DISTINCT ?answer WHERE {{ {pattern} }}"));
    }
    let groups: Vec<(usize, String)> = asked
        .groups
        .iter()
        .enumerate()
        .map(|(at, dimension)| (*dimension, format!("group{at}")))
        .collect();
    let pattern = writer.pattern("o", &fixed, &[(measure, "value")], &groups);
    if groups.is_empty() {
        let value = match asked.extreme {
            Some((true, _)) => "MAX(?value)",
            Some((false, _)) => "MIN(?value)",
            None => &value,
        };
        return Some(format!("SELECT ({value} AS ?result) WHERE {{ {pattern} }}"));
    }
    let names: Vec<String> = groups.iter().map(|(_, name)| format!("?{name}")).collect();
    let names = names.join(" ");
    Some(format!(
        "SELECT {names} ({value} AS ?result) WHERE {{ {pattern} }} GROUP BY {names} ORDER BY {names}"
    ))
}

struct Writer<'c> {
    cube: &'c Cube,
    asked: &'c Asked,
}

/// A dimension with the terms that it may have.
type Fixed = (usize, Vec<String>);

impl Writer<'_> {
    /// The IRI of the measure that is named at a place; of the only one, if none is.
    fn measure(&self, place: usize) -> Option<&str> {
        let number = match self.asked.measures.get(place) {
            Some((_, number)) => *number,
            None if self.cube.measures.len() == 1 => 0,
            None => return None,
        };
        Some(&self.cube.measures[number].iri)
    }

    /// The values that hold everywhere, but for those of one dimension.
    fn fixed(&self, but: Option<usize>) -> Vec<Fixed> {
        let mut fixed: Vec<Fixed> = Vec::new();
        for (_, dimension, terms) in &self.asked.values {
            if Some(*dimension) == but {
                continue;
            }
            match fixed.iter_mut().find(|(known, _)| known == dimension) {
                Some((_, known)) => known.extend(terms.iter().cloned()),
                None => fixed.push((*dimension, terms.clone())),
            }
        }
        fixed
    }

    fn pattern(
        &self,
        node: &str,
        fixed: &[Fixed],
        measures: &[(&str, &str)],
        shown: &[(usize, String)],
    ) -> String {
        let mut text = format!("?{node} a <{QB}Observation> .");
        if let Some(dataset) = &self.cube.dataset {
            let _ = write!(text, " ?{node} <{QB}dataSet> {dataset} .");
        }
        for (dimension, terms) in fixed {
            let iri = &self.cube.dimensions[*dimension].iri;
            if let [term] = &terms[..] {
                let _ = write!(text, " ?{node} <{iri}> {term} .");
            } else {
                let name = format!("{node}{dimension}");
                let _ = write!(
                    text,
                    " VALUES ?{name} {{ {} }} ?{node} <{iri}> ?{name} .",
                    terms.join(" ")
                );
            }
        }
        for (dimension, comparison, bound) in &self.asked.bounds {
            let iri = &self.cube.dimensions[*dimension].iri;
            let sign = comparison.symbol();
            let name = format!("{node}time{dimension}");
            let _ = write!(
                text,
                " ?{node} <{iri}> ?{name} . FILTER(SUBSTR(STR(?{name}), 1, {}) {sign} \"{bound}\")",
                bound.len()
            );
        }
        for (dimension, name) in shown {
            let iri = &self.cube.dimensions[*dimension].iri;
            let _ = write!(text, " ?{node} <{iri}> ?{name} .");
        }
        for (measure, name) in measures {
            let _ = write!(text, " ?{node} <{measure}> ?{name} .");
        }
        text
    }

    /// One measure against another, or the same for two values of a dimension.
    fn compared(&self, comparison: Comparison, than: usize) -> Option<String> {
        let sign = comparison.symbol();
        let beyond = |place: usize| place > than;
        let measures = &self.asked.measures;
        let two = measures.len() > 1
            && measures.iter().any(|(place, _)| beyond(*place))
            && !beyond(measures[0].0);
        if two {
            let (one, other) = (self.measure(0)?, self.measure(1)?);
            let fixed = self.fixed(None);
            let both = [(one, "one"), (other, "other")];
            if let Some(sought) = self.asked.sought {
                let shown = [(sought, "answer".to_owned())];
                return Some(format!(
                    "SELECT ?answer WHERE {{ {} }} GROUP BY ?answer HAVING(SUM(?one) {sign} SUM(?other))",
                    self.pattern("o", &fixed, &both, &shown)
                ));
            }
            return self.asked.yes_no.then(|| {
                format!(
                    "ASK {{ {{ SELECT (SUM(?one) AS ?a) (SUM(?other) AS ?b) WHERE {{ {} }} }} FILTER(?a {sign} ?b) }}",
                    self.pattern("o", &fixed, &both, &[])
                )
            });
        }
        let measure = self.measure(0)?;
        // The dimension of which a value follows *than*, and one comes before.
        let (_, dimension, after) = self.asked.values.iter().find(|(place, dimension, _)| {
            beyond(*place)
                && self
                    .asked
                    .values
                    .iter()
                    .any(|(other, same, _)| !beyond(*other) && same == dimension)
        })?;
        let before = self
            .asked
            .values
            .iter()
            .find(|(place, same, _)| !beyond(*place) && same == dimension)
            .map(|(_, _, terms)| terms)?;
        let shared = self.fixed(Some(*dimension));
        let side = |node: &str, value: &str, terms: &[String], shown: &[(usize, String)]| {
            let mut fixed = shared.clone();
            fixed.push((*dimension, terms.to_vec()));
            self.pattern(node, &fixed, &[(measure, value)], shown)
        };
        if let Some(sought) = self.asked.sought.filter(|sought| sought != dimension) {
            let shown = [(sought, "answer".to_owned())];
            return Some(format!(
                "SELECT ?answer WHERE {{ {{ SELECT ?answer (SUM(?one) AS ?a) WHERE {{ {} }} GROUP BY ?answer }} \
                 {{ SELECT ?answer (SUM(?other) AS ?b) WHERE {{ {} }} GROUP BY ?answer }} FILTER(?a {sign} ?b) }}",
                side("o", "one", before, &shown),
                side("p", "other", after, &shown)
            ));
        }
        self.asked.yes_no.then(|| {
            format!(
                "ASK {{ {{ SELECT (SUM(?one) AS ?a) WHERE {{ {} }} }} {{ SELECT (SUM(?other) AS ?b) WHERE {{ {} }} }} \
                 FILTER(?a {sign} ?b) }}",
                side("o", "one", before, &[]),
                side("p", "other", after, &[])
            )
        })
    }
}
