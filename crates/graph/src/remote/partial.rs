//! Whether a part of a result says something true about the whole.

use lydite_sparql::spargebra::Query;
use lydite_sparql::spargebra::algebra::GraphPattern;

/// Whether every row of an evaluation that was broken off is a row of the whole result.
///
/// It is not where rows depend on all others: aggregates, negation, `OPTIONAL`, the first of a
/// sorted list. A count that was broken off is a wrong number.
pub(super) fn is_monotone(query: &Query) -> bool {
    match query {
        Query::Select { pattern, .. } => monotone(pattern),
        Query::Ask { .. } | Query::Construct { .. } | Query::Describe { .. } => false,
    }
}

fn monotone(pattern: &GraphPattern) -> bool {
    match pattern {
        GraphPattern::Bgp { .. } | GraphPattern::Path { .. } | GraphPattern::Values { .. } => true,
        GraphPattern::Join { left, right } | GraphPattern::Union { left, right } => {
            monotone(left) && monotone(right)
        }
        GraphPattern::Filter { expr, inner } => {
            // An expression is walked by its printed form; a literal that reads `Exists(` costs
            // nothing but an answer that is known to be incomplete.
            monotone(inner) && !format!("{expr:?}").contains("Exists(")
        }
        GraphPattern::Slice { inner, .. } => monotone(inner) && !is_sorted(inner),
        GraphPattern::Graph { inner, .. }
        | GraphPattern::Extend { inner, .. }
        | GraphPattern::OrderBy { inner, .. }
        | GraphPattern::Project { inner, .. }
        | GraphPattern::Distinct { inner }
        | GraphPattern::Reduced { inner } => monotone(inner),
        _ => false,
    }
}

fn is_sorted(pattern: &GraphPattern) -> bool {
    match pattern {
        GraphPattern::OrderBy { .. } => true,
        GraphPattern::Project { inner, .. }
        | GraphPattern::Distinct { inner }
        | GraphPattern::Reduced { inner } => is_sorted(inner),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use lydite_sparql::{Dialect, parse};

    use super::*;

    #[test]
    fn a_part_is_right_only_where_rows_stand_alone() {
        for (text, expected) in [
            ("SELECT DISTINCT ?x { ?x a ?y . FILTER(?y != ?x) }", true),
            ("SELECT ?x { { ?x a ?y } UNION { ?y a ?x } } LIMIT 3", true),
            ("SELECT ?x { ?x a ?y } ORDER BY ?x", true),
            ("SELECT ?x { ?x a ?y } ORDER BY ?x LIMIT 1", false),
            ("SELECT (COUNT(?x) AS ?n) { ?x a ?y }", false),
            ("SELECT ?x { ?x a ?y FILTER NOT EXISTS { ?x a ?x } }", false),
            ("SELECT ?x { ?x a ?y MINUS { ?x a ?x } }", false),
            ("SELECT ?x { ?x a ?y OPTIONAL { ?x ?z ?x } }", false),
            ("ASK { ?x a ?y }", false),
        ] {
            let query = parse(text, &Dialect::field()).unwrap().query;
            assert_eq!(is_monotone(&query), expected, "{text}");
        }
    }
}
