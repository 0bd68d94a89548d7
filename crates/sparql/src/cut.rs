//! Finds where a query cuts its result, and gives the query for the rows on both sides of the cut.

use lydite_model::QueryForm;
use spargebra::Query;
use spargebra::algebra::{
    AggregateExpression, Expression, GraphPattern, OrderExpression, QueryDataset,
};
use spargebra::term::Variable;

use crate::Parsed;
use crate::bounds::Bounds;
use crate::structure::each_exists;

/// A LIMIT or OFFSET, and by what the rows are sorted that it cuts.
///
/// Whether the rows on both sides of the cut tie, so that the answer depends on the engine, shows
/// only on a graph: [`rows`](Self::rows) is the query to run there.
#[derive(Clone, Debug)]
pub struct Cut {
    /// What is cut.
    pub scope: CutScope,
    /// How many rows are left out: OFFSET.
    pub start: usize,
    /// How many rows are taken: LIMIT.
    pub length: Option<usize>,
    /// Whether equal rows count once: DISTINCT.
    pub distinct: bool,
    /// How many of the columns of [`rows`](Self::rows) the query shows: the first ones.
    pub shown: usize,
    /// The columns of [`rows`](Self::rows) that ORDER BY sorts by, in its order. Without any, all rows
    /// tie.
    pub keys: Vec<usize>,
    whole: GraphPattern,
    dataset: Option<QueryDataset>,
    form: QueryForm,
    bounds: Bounds,
}

/// What is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutScope {
    /// The rows of the answer.
    Answer,
    /// The solutions from which the answer is made: those of a sub-select, or those for which
    /// CONSTRUCT and DESCRIBE give triples.
    Solutions,
    /// The solutions of a sub-select that depend on where it stands, in EXISTS, GRAPH, SERVICE or
    /// LATERAL. It cannot be run by itself.
    Correlated,
}

impl Cut {
    /// The first row after the cut, if there is a LIMIT.
    pub fn end(&self) -> Option<usize> {
        Some(self.start.saturating_add(self.length?))
    }

    /// The query for the first `most` of the rows that are cut, in their order: the same as is cut,
    /// without its own LIMIT and OFFSET, and with what it is sorted by as further columns. With
    /// DISTINCT, a row of shown columns may come several times, with different keys.
    ///
    /// ```
    /// use lydite_sparql::{Dialect, cuts, parse};
    ///
    /// let text = "SELECT ?lake { ?lake <http://a/area> ?area } ORDER BY DESC(ABS(?area)) LIMIT 3";
    /// let parsed = parse(text, &Dialect::field())?;
    /// let [cut] = cuts(&parsed).try_into().unwrap();
    /// assert_eq!((cut.end(), cut.shown, &cut.keys[..]), (Some(3), 1, &[1][..]));
    /// assert_eq!(
    ///     cut.rows(4).unwrap().text,
    ///     "SELECT ?lake (ABS(?area) AS ?lydite_key_1) WHERE { ?lake <http://a/area> ?area . } \
    ///      ORDER BY DESC(?lydite_key_1) LIMIT 4"
    /// );
    /// # Ok::<(), lydite_sparql::ParseError>(())
    /// ```
    ///
    /// `None` if the query is nested so deeply that there is no stack for it.
    pub fn rows(&self, most: usize) -> Option<Parsed> {
        let make = || {
            let query = Query::Select {
                dataset: self.dataset.clone(),
                pattern: GraphPattern::Slice {
                    inner: Box::new(self.whole.clone()),
                    start: 0,
                    length: Some(most),
                },
                base_iri: None,
            };
            (query.to_string(), query)
        };
        let (text, query) = self.bounds.run(make)?;
        Some(Parsed {
            query,
            form: self.form,
            text,
            repairs: Vec::new(),
            prefixes_assumed: Vec::new(),
            base_assumed: None,
            bounds: self.bounds,
        })
    }
}

/// Where a query cuts: the answer first, then its sub-selects.
///
/// LIMIT and OFFSET that leave nothing out, or nothing over, are no cuts.
pub fn cuts(parsed: &Parsed) -> Vec<Cut> {
    parsed.with_stack(|| find(parsed)).unwrap_or_default()
}

fn find(parsed: &Parsed) -> Vec<Cut> {
    let (top, dataset, pattern) = match &parsed.query {
        Query::Select {
            dataset, pattern, ..
        } => (Some(CutScope::Answer), dataset, pattern),
        Query::Construct {
            dataset, pattern, ..
        }
        | Query::Describe {
            dataset, pattern, ..
        } => (Some(CutScope::Solutions), dataset, pattern),
        // Whether there is a solution does not depend on which one.
        Query::Ask {
            dataset, pattern, ..
        } => (None, dataset, pattern),
    };
    let mut found = Vec::new();
    let mut open: Vec<(&GraphPattern, Option<CutScope>)> = vec![(pattern, top)];
    while let Some((pattern, scope)) = open.pop() {
        if let (
            GraphPattern::Slice {
                inner,
                start,
                length,
            },
            Some(scope),
        ) = (pattern, scope)
            && (*start > 0 || length.is_some())
            && *length != Some(0)
            && let Some(whole) = Whole::of(inner)
        {
            found.push(Cut {
                scope,
                start: *start,
                length: *length,
                distinct: whole.distinct,
                shown: whole.shown,
                keys: whole.keys,
                whole: whole.pattern,
                dataset: dataset.clone(),
                form: parsed.form,
                bounds: parsed.bounds,
            });
        }
        let below = match scope {
            Some(CutScope::Correlated) => CutScope::Correlated,
            _ => CutScope::Solutions,
        };
        descend(pattern, below, &mut open);
    }
    found
}

/// Notes the patterns within one, the first on top.
fn descend<'q>(
    pattern: &'q GraphPattern,
    scope: CutScope,
    open: &mut Vec<(&'q GraphPattern, Option<CutScope>)>,
) {
    let mut expressions: Vec<&Expression> = Vec::new();
    let mut inside = |pattern, scope| open.push((pattern, Some(scope)));
    match pattern {
        GraphPattern::Bgp { .. } | GraphPattern::Path { .. } | GraphPattern::Values { .. } => {}
        GraphPattern::Join { left, right }
        | GraphPattern::Union { left, right }
        | GraphPattern::Minus { left, right } => {
            inside(right, scope);
            inside(left, scope);
        }
        GraphPattern::LeftJoin {
            left,
            right,
            expression,
        } => {
            inside(right, scope);
            inside(left, scope);
            expressions.extend(expression);
        }
        GraphPattern::Lateral { left, right } => {
            inside(right, CutScope::Correlated);
            inside(left, scope);
        }
        GraphPattern::Graph { inner, .. } | GraphPattern::Service { inner, .. } => {
            inside(inner, CutScope::Correlated);
        }
        GraphPattern::Filter { expr, inner } => {
            inside(inner, scope);
            expressions.push(expr);
        }
        GraphPattern::Extend {
            inner, expression, ..
        } => {
            inside(inner, scope);
            expressions.push(expression);
        }
        GraphPattern::OrderBy { inner, expression } => {
            inside(inner, scope);
            expressions.extend(expression.iter().map(key));
        }
        GraphPattern::Group {
            inner, aggregates, ..
        } => {
            inside(inner, scope);
            for (_, aggregate) in aggregates {
                if let AggregateExpression::FunctionCall { expr, .. } = aggregate {
                    expressions.push(expr);
                }
            }
        }
        GraphPattern::Project { inner, .. }
        | GraphPattern::Distinct { inner }
        | GraphPattern::Reduced { inner }
        | GraphPattern::Slice { inner, .. } => inside(inner, scope),
    }
    for expression in expressions {
        each_exists(expression, &mut |pattern| {
            inside(pattern, CutScope::Correlated)
        });
    }
}

fn key(order: &OrderExpression) -> &Expression {
    let (OrderExpression::Asc(by) | OrderExpression::Desc(by)) = order;
    by
}

/// What is cut, with its keys as columns.
struct Whole {
    pattern: GraphPattern,
    distinct: bool,
    shown: usize,
    keys: Vec<usize>,
}

impl Whole {
    /// As the parser puts it: DISTINCT, in it the projection, in it the order.
    fn of(cut: &GraphPattern) -> Option<Self> {
        let (distinct, projection) = match cut {
            GraphPattern::Distinct { inner } => (true, &**inner),
            // Whether REDUCED leaves something out is for the engine to say.
            GraphPattern::Reduced { inner } => (false, &**inner),
            other => (false, other),
        };
        let GraphPattern::Project { inner, variables } = projection else {
            return None;
        };
        let (mut body, order) = match &**inner {
            GraphPattern::OrderBy { inner, expression } => {
                ((**inner).clone(), expression.as_slice())
            }
            other => (other.clone(), &[][..]),
        };
        let shown = variables.len();
        let mut variables = variables.clone();
        let mut keys = Vec::with_capacity(order.len());
        let mut sorted = Vec::with_capacity(order.len());
        for order in order {
            let by = match key(order) {
                // The parser has named aggregates already.
                Expression::Variable(variable) => variable.clone(),
                expression => {
                    let number = variables.len() - shown + 1;
                    let variable = Variable::new_unchecked(format!("lydite_key_{number}"));
                    body = GraphPattern::Extend {
                        inner: Box::new(body),
                        variable: variable.clone(),
                        expression: expression.clone(),
                    };
                    variable
                }
            };
            let known = variables.iter().position(|variable| *variable == by);
            keys.push(known.unwrap_or(variables.len()));
            if known.is_none() {
                variables.push(by.clone());
            }
            sorted.push(match order {
                OrderExpression::Asc(_) => OrderExpression::Asc(Expression::Variable(by)),
                OrderExpression::Desc(_) => OrderExpression::Desc(Expression::Variable(by)),
            });
        }
        if !sorted.is_empty() {
            body = GraphPattern::OrderBy {
                inner: Box::new(body),
                expression: sorted,
            };
        }
        let mut pattern = GraphPattern::Project {
            inner: Box::new(body),
            variables,
        };
        if distinct {
            pattern = GraphPattern::Distinct {
                inner: Box::new(pattern),
            };
        }
        Some(Self {
            pattern,
            distinct,
            shown,
            keys,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dialect, parse};

    fn found(text: &str) -> Vec<Cut> {
        cuts(&parse(text, &Dialect::field()).unwrap_or_else(|e| panic!("{}", e.render(text))))
    }

    #[test]
    fn only_what_leaves_something_out_cuts() {
        for (text, scopes) in [
            ("SELECT ?x { ?x ?p ?y } ORDER BY ?y", &[][..]),
            ("SELECT ?x { ?x ?p ?y } LIMIT 0", &[]),
            ("SELECT ?x { ?x ?p ?y } OFFSET 0", &[]),
            ("ASK { ?x ?p ?y } LIMIT 1", &[]),
            ("SELECT ?x { ?x ?p ?y } LIMIT 5", &[CutScope::Answer]),
            ("SELECT ?x { ?x ?p ?y } OFFSET 5", &[CutScope::Answer]),
            (
                "CONSTRUCT { ?x a ?y } { ?x ?p ?y } LIMIT 5",
                &[CutScope::Solutions],
            ),
            (
                "SELECT ?x { { SELECT ?y { ?x ?p ?y } LIMIT 1 } ?x ?p ?y } LIMIT 2",
                &[CutScope::Answer, CutScope::Solutions],
            ),
            (
                "ASK { { SELECT ?y { ?x ?p ?y } LIMIT 1 } ?y a ?z }",
                &[CutScope::Solutions],
            ),
            (
                "ASK { ?x ?p ?y FILTER NOT EXISTS { SELECT ?y { ?y ?q ?z } LIMIT 1 } }",
                &[CutScope::Correlated],
            ),
            (
                "ASK { GRAPH ?g { { SELECT ?y { ?y ?q ?z } LIMIT 1 } OPTIONAL { SELECT ?y { ?y ?r ?z } OFFSET 1 } } }",
                &[CutScope::Correlated, CutScope::Correlated],
            ),
        ] {
            let found: Vec<CutScope> = found(text).iter().map(|cut| cut.scope).collect();
            assert_eq!(found, scopes, "{text}");
        }
    }

    #[test]
    fn what_is_sorted_by_becomes_a_column() {
        for (text, shown, keys) in [
            ("SELECT ?x { ?x ?p ?y } LIMIT 5", 1, &[][..]),
            (
                "SELECT ?x ?y { ?x ?p ?y } ORDER BY ?y ?x LIMIT 5",
                2,
                &[1, 0],
            ),
            ("SELECT ?x { ?x ?p ?y } ORDER BY DESC(?y) LIMIT 5", 1, &[1]),
            (
                "SELECT ?x { ?x ?p ?y } ORDER BY STR(?y) ?y STRLEN(?y) LIMIT 5",
                1,
                &[1, 2, 3],
            ),
            (
                "SELECT DISTINCT ?x { ?x ?p ?y } ORDER BY ?y ?y LIMIT 5",
                1,
                &[1, 1],
            ),
            (
                "SELECT ?x { ?x ?p ?y } GROUP BY ?x ORDER BY DESC(COUNT(?y)) LIMIT 5",
                1,
                &[1],
            ),
            (
                "SELECT ?x (COUNT(?y) AS ?n) { ?x ?p ?y } GROUP BY ?x HAVING (COUNT(?y) > 1) \
                 ORDER BY DESC(?n) ASC(MIN(?y) + 1) LIMIT 5",
                2,
                &[1, 2],
            ),
            ("SELECT * { ?x ?p ?y } ORDER BY ?y LIMIT 5", 3, &[2]),
        ] {
            let [cut] = found(text).try_into().unwrap();
            assert_eq!((cut.shown, cut.keys.as_slice()), (shown, keys), "{text}");
            // What is to be run can be said in SPARQL, and is cut where we say.
            let rows = cut.rows(7).unwrap();
            let again = parse(&rows.text, &Dialect::strict())
                .unwrap_or_else(|e| panic!("{}", e.render(&rows.text)));
            let [again] = cuts(&again).try_into().unwrap();
            assert_eq!((again.start, again.length), (0, Some(7)), "{}", rows.text);
            assert_eq!(again.distinct, text.contains("DISTINCT"));
        }
    }
}
