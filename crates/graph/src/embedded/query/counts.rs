//! How many triples fit a pattern, without a look at them.

use lydite_sparql::spargebra::algebra::{
    AggregateExpression, AggregateFunction, Expression, GraphPattern,
};
use lydite_sparql::spargebra::term::{NamedNodePattern, TermPattern, TriplePattern, Variable};
use oxrdf::Literal;
use oxrdf::vocab::xsd;
use rustc_hash::FxHashSet;

use super::prepare::Preparation;
use crate::embedded::store::{Sources, Store};
use crate::embedded::term::Key;

impl Preparation<'_> {
    /// The counts of a group that is all triples of one pattern: they are known without a look at
    /// the triples.
    pub(super) fn counted(&self, pattern: &GraphPattern) -> Option<GraphPattern> {
        let GraphPattern::Group {
            inner,
            variables,
            aggregates,
        } = pattern
        else {
            return None;
        };
        let GraphPattern::Bgp { patterns } = &**inner else {
            return None;
        };
        let ([triple], true, false) = (&patterns[..], variables.is_empty(), self.is_named_graph)
        else {
            return None;
        };
        let mut open = FxHashSet::default();
        let is_open_once = [
            term_variable(&triple.subject),
            match &triple.predicate {
                NamedNodePattern::Variable(variable) => Some(variable.as_str()),
                NamedNodePattern::NamedNode(_) => None,
            },
            term_variable(&triple.object),
        ]
        .into_iter()
        .flatten()
        .all(|name| open.insert(name));
        let counts_rows = |aggregate: &AggregateExpression| match aggregate {
            AggregateExpression::CountSolutions { distinct } => !distinct,
            AggregateExpression::FunctionCall {
                name: AggregateFunction::Count,
                expr: Expression::Variable(variable),
                distinct: false,
            } => open.contains(variable.as_str()),
            AggregateExpression::FunctionCall { .. } => false,
        };
        if !is_open_once || !aggregates.iter().all(|(_, count)| counts_rows(count)) {
            return None;
        }
        let count = Literal::from(self.count_exactly(triple)? as u64);
        let count = Literal::new_typed_literal(count.value(), xsd::INTEGER);
        Some(GraphPattern::Values {
            variables: aggregates.iter().map(|(name, _)| name.clone()).collect(),
            bindings: vec![vec![Some(count.into()); aggregates.len()]],
        })
    }

    fn count_exactly(&self, triple: &TriplePattern) -> Option<usize> {
        match self.sources {
            Sources::None => None,
            Sources::One(_) => Some(count(self.sources, triple)),
            Sources::Several(several) => {
                let number = |key: Option<Key<'_>>| match key {
                    Some(key) => Some(Some(several.number(key)?)),
                    None => Some(None),
                };
                let predicate = match &triple.predicate {
                    NamedNodePattern::NamedNode(node) => Some(Key::Iri(node.as_str())),
                    NamedNodePattern::Variable(_) => None,
                };
                let wanted = [
                    number(constant(&triple.subject)),
                    number(predicate),
                    number(constant(&triple.object)),
                ];
                Some(match wanted {
                    [Some(s), Some(p), Some(o)] => several.count([s, p, o]),
                    // A term that no graph has fits nothing.
                    _ => 0,
                })
            }
        }
    }
}

/// Where a variable that has a value in every row is counted, rows are counted: their terms need not
/// be looked at.
pub(super) fn count_rows(
    pattern: &GraphPattern,
    aggregates: &mut [(Variable, AggregateExpression)],
) {
    for (_, aggregate) in aggregates {
        if let AggregateExpression::FunctionCall {
            name: AggregateFunction::Count,
            expr: Expression::Variable(variable),
            distinct: false,
        } = aggregate
            && is_always_bound(pattern, variable)
        {
            *aggregate = AggregateExpression::CountSolutions { distinct: false };
        }
    }
}

/// Whether a variable surely has a value in every row of a pattern.
fn is_always_bound(pattern: &GraphPattern, variable: &Variable) -> bool {
    let is_it =
        |term: &TermPattern| matches!(term, TermPattern::Variable(name) if name == variable);
    match pattern {
        GraphPattern::Bgp { patterns } => patterns.iter().any(|triple| {
            let is_predicate = matches!(
                &triple.predicate,
                NamedNodePattern::Variable(name) if name == variable
            );
            is_it(&triple.subject) || is_predicate || is_it(&triple.object)
        }),
        GraphPattern::Path {
            subject, object, ..
        } => is_it(subject) || is_it(object),
        GraphPattern::Join { left, right } => {
            is_always_bound(left, variable) || is_always_bound(right, variable)
        }
        GraphPattern::Union { left, right } => {
            is_always_bound(left, variable) && is_always_bound(right, variable)
        }
        GraphPattern::LeftJoin { left: inner, .. }
        | GraphPattern::Minus { left: inner, .. }
        | GraphPattern::Filter { inner, .. }
        | GraphPattern::Distinct { inner }
        | GraphPattern::Graph { inner, .. } => is_always_bound(inner, variable),
        GraphPattern::Project { inner, variables } => {
            variables.contains(variable) && is_always_bound(inner, variable)
        }
        _ => false,
    }
}

/// How many triples fit a pattern by itself.
pub(super) fn count(sources: Sources<'_>, pattern: &TriplePattern) -> usize {
    let stores = sources.stores().iter();
    stores.map(|store| count_in(store, pattern)).sum()
}

fn count_in(store: &Store, pattern: &TriplePattern) -> usize {
    let predicate = match &pattern.predicate {
        NamedNodePattern::NamedNode(node) => Some(store.iri(node.as_str())),
        NamedNodePattern::Variable(_) => None,
    };
    // A term that the graph does not have fits nothing.
    match (
        number(store, &pattern.subject),
        predicate,
        number(store, &pattern.object),
    ) {
        (Some(None), _, _) | (_, Some(None), _) | (_, _, Some(None)) => 0,
        (s, p, o) => store.count(s.flatten(), p.flatten(), o.flatten()),
    }
}

/// The number of a constant, if the graph has it.
pub(super) fn number(store: &Store, term: &TermPattern) -> Option<Option<u32>> {
    constant(term).map(|key| store.number(key))
}

/// What a constant is looked up by.
fn constant(term: &TermPattern) -> Option<Key<'_>> {
    match term {
        TermPattern::NamedNode(node) => Some(Key::Iri(node.as_str())),
        TermPattern::Literal(literal) => Some(Key::from_literal(literal.as_ref())),
        TermPattern::BlankNode(_) | TermPattern::Variable(_) => None,
    }
}

/// The name of what a place of a triple leaves open. Blank nodes are variables of their own.
fn term_variable(term: &TermPattern) -> Option<&str> {
    match term {
        TermPattern::Variable(variable) => Some(variable.as_str()),
        TermPattern::BlankNode(node) => Some(node.as_str()),
        TermPattern::NamedNode(_) | TermPattern::Literal(_) => None,
    }
}
