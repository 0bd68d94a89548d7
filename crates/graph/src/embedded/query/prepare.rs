//! Makes a query ready for the evaluator.
//!
//! - Triples of a group are put in the order of how many the graph has of each: the optimiser knows
//!   only which places are bound, and takes the first of equals.
//! - Sorting goes by keys that are computed once and have a total order. The evaluator's own order
//!   of literals of different types is none, and a sort that relies on it may give up.
//! - Functions whose results can grow or whose cost has no bound are replaced by ours.

use std::mem;

use lydite_sparql::spargebra::Query;
use lydite_sparql::spargebra::algebra::{
    AggregateExpression, Expression, Function, GraphPattern, OrderExpression,
};
use lydite_sparql::spargebra::term::{NamedNodePattern, TermPattern, TriplePattern, Variable};

use super::functions::{BOUNDED, REGEX, REPLACE, SORT_KEY, named};
use crate::embedded::store::Store;
use crate::embedded::term::Key;

/// Makes a query ready for the evaluator.
pub(super) fn prepare(store: &Store, query: &Query) -> Query {
    let mut query = query.clone();
    let (Query::Select { pattern, .. }
    | Query::Construct { pattern, .. }
    | Query::Describe { pattern, .. }
    | Query::Ask { pattern, .. }) = &mut query;
    let mut preparation = Preparation { store, keys: 0 };
    preparation.pattern(pattern);
    query
}

struct Preparation<'s> {
    store: &'s Store,
    /// How many keys for sorting have been made.
    keys: usize,
}

impl Preparation<'_> {
    fn pattern(&mut self, pattern: &mut GraphPattern) {
        match pattern {
            GraphPattern::Bgp { patterns } => self.order(patterns),
            GraphPattern::Path { .. } | GraphPattern::Values { .. } => {}
            GraphPattern::Join { left, right }
            | GraphPattern::Lateral { left, right }
            | GraphPattern::Union { left, right }
            | GraphPattern::Minus { left, right } => {
                self.pattern(left);
                self.pattern(right);
            }
            GraphPattern::LeftJoin {
                left,
                right,
                expression,
            } => {
                self.pattern(left);
                self.pattern(right);
                if let Some(expression) = expression {
                    self.expression(expression);
                }
            }
            GraphPattern::Filter { expr, inner } => {
                self.expression(expr);
                self.pattern(inner);
            }
            GraphPattern::Extend {
                inner, expression, ..
            } => {
                self.pattern(inner);
                self.expression(expression);
            }
            GraphPattern::OrderBy { inner, expression } => {
                self.pattern(inner);
                for order in expression {
                    let (OrderExpression::Asc(by) | OrderExpression::Desc(by)) = order;
                    self.expression(by);
                    self.key(inner, by);
                }
            }
            GraphPattern::Group {
                inner, aggregates, ..
            } => {
                self.pattern(inner);
                for (_, aggregate) in aggregates {
                    if let AggregateExpression::FunctionCall { expr, .. } = aggregate {
                        self.expression(expr);
                    }
                }
            }
            GraphPattern::Graph { inner, .. }
            | GraphPattern::Project { inner, .. }
            | GraphPattern::Distinct { inner }
            | GraphPattern::Reduced { inner }
            | GraphPattern::Slice { inner, .. }
            | GraphPattern::Service { inner, .. } => self.pattern(inner),
        }
    }

    /// Computes what is sorted by once for every row.
    fn key(&mut self, inner: &mut GraphPattern, by: &mut Expression) {
        self.keys += 1;
        let variable = Variable::new_unchecked(format!("lydite_sort_key_{}", self.keys));
        let value = mem::replace(by, Expression::Variable(variable.clone()));
        *inner = GraphPattern::Extend {
            inner: Box::new(mem::take(inner)),
            variable,
            expression: Expression::FunctionCall(Function::Custom(named(SORT_KEY)), vec![value]),
        };
    }

    fn order(&self, patterns: &mut [TriplePattern]) {
        if patterns.len() > 1 {
            patterns.sort_by_cached_key(|pattern| self.count(pattern));
        }
    }

    /// How many triples fit a pattern by itself.
    fn count(&self, pattern: &TriplePattern) -> usize {
        let term = |term: &TermPattern| match term {
            TermPattern::NamedNode(node) => Some(self.store.iri(node.as_str())),
            TermPattern::Literal(literal) => {
                Some(self.store.number(Key::from_literal(literal.as_ref())))
            }
            TermPattern::BlankNode(_) | TermPattern::Variable(_) => None,
        };
        let predicate = match &pattern.predicate {
            NamedNodePattern::NamedNode(node) => Some(self.store.iri(node.as_str())),
            NamedNodePattern::Variable(_) => None,
        };
        // A term that the graph does not have fits nothing.
        match (term(&pattern.subject), predicate, term(&pattern.object)) {
            (Some(None), _, _) | (_, Some(None), _) | (_, _, Some(None)) => 0,
            (s, p, o) => self.store.count(s.flatten(), p.flatten(), o.flatten()),
        }
    }

    fn expression(&mut self, expression: &mut Expression) {
        match expression {
            Expression::NamedNode(_)
            | Expression::Literal(_)
            | Expression::Variable(_)
            | Expression::Bound(_) => {}
            Expression::Or(left, right)
            | Expression::And(left, right)
            | Expression::Equal(left, right)
            | Expression::SameTerm(left, right)
            | Expression::Greater(left, right)
            | Expression::GreaterOrEqual(left, right)
            | Expression::Less(left, right)
            | Expression::LessOrEqual(left, right)
            | Expression::Add(left, right)
            | Expression::Subtract(left, right)
            | Expression::Multiply(left, right)
            | Expression::Divide(left, right) => {
                self.expression(left);
                self.expression(right);
            }
            Expression::UnaryPlus(inner)
            | Expression::UnaryMinus(inner)
            | Expression::Not(inner) => self.expression(inner),
            Expression::In(value, list) => {
                self.expression(value);
                self.expressions(list);
            }
            Expression::If(condition, yes, no) => {
                self.expression(condition);
                self.expression(yes);
                self.expression(no);
            }
            Expression::Coalesce(list) => self.expressions(list),
            Expression::Exists(pattern) => self.pattern(pattern),
            Expression::FunctionCall(function, arguments) => {
                self.expressions(arguments);
                match function {
                    Function::Regex => *function = Function::Custom(named(REGEX)),
                    Function::Replace => *function = Function::Custom(named(REPLACE)),
                    Function::Concat => {
                        *expression = concatenate(mem::take(arguments));
                    }
                    Function::EncodeForUri => {
                        let call = mem::replace(expression, Expression::Coalesce(Vec::new()));
                        *expression = bounded(call);
                    }
                    _ => {}
                }
            }
        }
    }

    fn expressions(&mut self, list: &mut [Expression]) {
        for expression in list {
            self.expression(expression);
        }
    }
}

/// `CONCAT` two at a time, each result within bounds.
fn concatenate(arguments: Vec<Expression>) -> Expression {
    let call = |parts| Expression::FunctionCall(Function::Concat, parts);
    if arguments.len() < 2 {
        return call(arguments);
    }
    let mut arguments = arguments.into_iter();
    let first = arguments.next();
    first
        .map(|first| arguments.fold(first, |so_far, next| bounded(call(vec![so_far, next]))))
        .unwrap_or_else(|| call(Vec::new()))
}

fn bounded(inner: Expression) -> Expression {
    Expression::FunctionCall(Function::Custom(named(BOUNDED)), vec![inner])
}
