//! Results beyond the number of rows that an endpoint gives at once.
//!
//! Virtuoso cuts results off at `ResultSetMaxRows` and tells so in a header only; others cut them
//! off and say nothing. What was cut off is counted and fetched page by page, in an order that makes
//! pages fit together.

use lydite_sparql::spargebra::Query;
use lydite_sparql::spargebra::algebra::{Expression, GraphPattern, OrderExpression};
use lydite_sparql::spargebra::term::Variable;

/// A `SELECT` query that can be fetched in pages.
#[derive(Clone, Debug)]
pub(super) struct Paged {
    /// The query without `LIMIT` and `OFFSET`.
    whole: String,
    /// The same in a total order up to equal rows.
    sorted: String,
    variables: String,
    start: usize,
    length: Option<usize>,
}

impl Paged {
    /// How to page through a query; `None` if it cannot stand inside another one.
    pub(super) fn of(query: &Query) -> Option<Self> {
        let Query::Select {
            dataset: None,
            pattern,
            ..
        } = query
        else {
            return None;
        };
        let (pattern, start, length) = match pattern {
            GraphPattern::Slice {
                inner,
                start,
                length,
            } => (&**inner, *start, *length),
            whole => (whole, 0, None),
        };
        let variables = projected(pattern)?;
        if variables.is_empty() {
            return None;
        }
        let text = |pattern| {
            let (dataset, base_iri) = (None, None);
            Query::Select {
                dataset,
                pattern,
                base_iri,
            }
            .to_string()
        };
        Some(Self {
            whole: text(pattern.clone()),
            sorted: text(in_order(pattern)?),
            variables: variables
                .iter()
                .map(Variable::to_string)
                .collect::<Vec<_>>()
                .join(" "),
            start,
            length,
        })
    }

    /// The query for the number of rows.
    pub(super) fn count(&self) -> String {
        format!(
            "SELECT (COUNT(*) AS ?rows) WHERE {{ {{ {} }} }}",
            self.whole
        )
    }

    /// How many rows there are after `LIMIT` and `OFFSET`, of so many without them.
    pub(super) fn expected(&self, count: usize) -> usize {
        let rest = count.saturating_sub(self.start);
        self.length.map_or(rest, |length| rest.min(length))
    }

    /// The query for the rows from `from` on.
    ///
    /// The order stands in a sub-select: Virtuoso refuses to sort more rows than it returns, but
    /// not inside.
    pub(super) fn page(&self, from: usize, rows: usize) -> String {
        format!(
            "SELECT {} WHERE {{ {{ {} }} }} LIMIT {rows} OFFSET {}",
            self.variables,
            self.sorted,
            self.start + from
        )
    }
}

/// How many rows a query asks for itself.
pub(super) fn limit(query: &Query) -> Option<usize> {
    match query {
        Query::Select { pattern, .. }
        | Query::Construct { pattern, .. }
        | Query::Describe { pattern, .. } => match pattern {
            GraphPattern::Slice { length, .. } => *length,
            _ => None,
        },
        Query::Ask { .. } => None,
    }
}

/// The columns of a query.
pub(super) fn projected(pattern: &GraphPattern) -> Option<&[Variable]> {
    match pattern {
        GraphPattern::Project { variables, .. } => Some(variables),
        GraphPattern::Distinct { inner }
        | GraphPattern::Reduced { inner }
        | GraphPattern::Slice { inner, .. } => projected(inner),
        _ => None,
    }
}

fn in_order(pattern: &GraphPattern) -> Option<GraphPattern> {
    match pattern {
        GraphPattern::Distinct { inner } => Some(GraphPattern::Distinct {
            inner: Box::new(in_order(inner)?),
        }),
        // How many equal rows REDUCED leaves is open, so pages would not fit.
        GraphPattern::Project { inner, variables } => {
            let (inner, mut expression) = match &**inner {
                GraphPattern::OrderBy { inner, expression } => (inner, expression.clone()),
                _ => (inner, Vec::new()),
            };
            for variable in variables {
                let key = OrderExpression::Asc(Expression::Variable(variable.clone()));
                if !expression.contains(&key) {
                    expression.push(key);
                }
            }
            Some(GraphPattern::Project {
                inner: Box::new(GraphPattern::OrderBy {
                    inner: inner.clone(),
                    expression,
                }),
                variables: variables.clone(),
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use lydite_sparql::{Dialect, parse};

    use super::*;

    fn paged(text: &str) -> Option<Paged> {
        Paged::of(&parse(text, &Dialect::field()).unwrap().query)
    }

    #[test]
    fn pages_are_queries_in_a_total_order() {
        let query =
            paged("SELECT DISTINCT ?x ?l { ?x rdfs:label ?l } ORDER BY DESC(?l) LIMIT 50 OFFSET 7");
        let query = query.unwrap();
        let page = query.page(20, 10);
        assert!(
            page.starts_with("SELECT ?x ?l WHERE { { SELECT DISTINCT ?x ?l "),
            "{page}"
        );
        assert!(
            page.ends_with("ORDER BY DESC(?l) ASC(?x) ASC(?l) } } LIMIT 10 OFFSET 27"),
            "{page}"
        );
        for text in [page, query.count()] {
            assert!(parse(&text, &Dialect::strict()).is_ok(), "{text}");
        }
        assert_eq!(query.expected(1000), 50);
        assert_eq!(query.expected(30), 23);
        assert_eq!(query.expected(5), 0);
    }

    #[test]
    fn aggregates_can_be_paged() {
        let query = paged("SELECT ?c (COUNT(?x) AS ?n) { ?x a ?c } GROUP BY ?c").unwrap();
        assert!(parse(&query.page(0, 10), &Dialect::strict()).is_ok());
    }

    #[test]
    fn what_cannot_stand_inside_is_not_paged() {
        for text in [
            "ASK { ?x ?y ?z }",
            "SELECT ?x FROM <http://g> { ?x ?y ?z }",
            "SELECT REDUCED ?x { ?x ?y ?z }",
        ] {
            assert!(paged(text).is_none(), "{text}");
        }
    }
}
