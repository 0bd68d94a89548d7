//! Makes a query ready for the evaluator.
//!
//! - Triples of a group are put in the order of how many the graph has of each: the optimiser knows
//!   only which places are bound, and takes the first of equals.
//! - Sorting goes by keys that are computed once and have a total order. The evaluator's own order
//!   of literals of different types is none, and a sort that relies on it may give up. Rows that
//!   compare equal are put in the order of what they show, so that `LIMIT` always takes the same.
//! - Constants match by value where the graph has the same number under another type of integer, as
//!   in the engines that gold answers come from.
//! - The free texts of hybrid queries become the resources that they fit.
//! - Functions whose results can grow or whose cost has no bound are replaced by ours.

use std::mem;

use lydite_model::QueryForm;
use lydite_sparql::Parsed;
use lydite_sparql::spargebra::Query;
use lydite_sparql::spargebra::algebra::{
    AggregateExpression, Expression, Function, GraphPattern, OrderExpression,
};
use lydite_sparql::spargebra::term::{NamedNodePattern, TermPattern, TriplePattern, Variable};

use super::functions::{BOUNDED, REGEX, REPLACE, SORT_KEY, SORT_KEY_AMONG_NUMBERS, named};
use super::hybrid;
use crate::embedded::store::Store;
use crate::embedded::term::Key;

/// Makes a query ready for the evaluator.
///
/// Without an index there are no counts to order by and no texts to search.
pub(super) fn prepare(store: Option<&Store>, parsed: &Parsed) -> Query {
    let mut query = parsed.query.clone();
    let (Query::Select { pattern, .. }
    | Query::Construct { pattern, .. }
    | Query::Describe { pattern, .. }
    | Query::Ask { pattern, .. }) = &mut query;
    let mut preparation = Preparation {
        store,
        variables: 0,
        hybrid: parsed.form == QueryForm::Pseudo,
    };
    preparation.pattern(pattern);
    query
}

struct Preparation<'s> {
    store: Option<&'s Store>,
    /// How many variables have been added.
    variables: usize,
    /// Whether free texts stand for resources.
    hybrid: bool,
}

impl Preparation<'_> {
    fn pattern(&mut self, pattern: &mut GraphPattern) {
        match pattern {
            GraphPattern::Bgp { patterns } => {
                let mut choices = Vec::new();
                if let (true, Some(store)) = (self.hybrid, self.store) {
                    choices = hybrid::conditions(store, patterns, &mut self.variables);
                }
                for pattern in patterns.iter_mut() {
                    self.match_by_value(&mut pattern.object, &mut choices);
                }
                self.order(patterns);
                for choice in choices {
                    *pattern = GraphPattern::Join {
                        left: Box::new(choice),
                        right: Box::new(mem::take(pattern)),
                    };
                }
            }
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
            GraphPattern::Project { inner, variables } => {
                if let GraphPattern::OrderBy { expression, .. } = &mut **inner {
                    break_ties(expression, variables);
                }
                self.pattern(inner);
            }
            GraphPattern::Graph { inner, .. }
            | GraphPattern::Distinct { inner }
            | GraphPattern::Reduced { inner }
            | GraphPattern::Slice { inner, .. }
            | GraphPattern::Service { inner, .. } => self.pattern(inner),
        }
    }

    /// Computes what is sorted by once for every row.
    fn key(&mut self, inner: &mut GraphPattern, by: &mut Expression) {
        self.variables += 1;
        let variable = Variable::new_unchecked(format!("lydite_sort_key_{}", self.variables));
        let key = match by {
            Expression::Variable(by) if self.is_mixed(inner, by) => SORT_KEY_AMONG_NUMBERS,
            _ => SORT_KEY,
        };
        let value = mem::replace(by, Expression::Variable(variable.clone()));
        *inner = GraphPattern::Extend {
            inner: Box::new(mem::take(inner)),
            variable,
            expression: Expression::FunctionCall(Function::Custom(named(key)), vec![value]),
        };
    }

    /// Whether a variable stands for values of a property some of which have lost their datatypes.
    fn is_mixed(&self, pattern: &GraphPattern, variable: &Variable) -> bool {
        match pattern {
            GraphPattern::Bgp { patterns } => patterns.iter().any(|pattern| {
                let NamedNodePattern::NamedNode(predicate) = &pattern.predicate else {
                    return false;
                };
                matches!(&pattern.object, TermPattern::Variable(object) if object == variable)
                    && self
                        .store
                        .is_some_and(|store| store.has_untyped_numbers(predicate.as_str()))
            }),
            GraphPattern::Join { left, right }
            | GraphPattern::LeftJoin { left, right, .. }
            | GraphPattern::Union { left, right } => {
                self.is_mixed(left, variable) || self.is_mixed(right, variable)
            }
            GraphPattern::Filter { inner, .. }
            | GraphPattern::Extend { inner, .. }
            | GraphPattern::Minus { left: inner, .. }
            | GraphPattern::Graph { inner, .. }
            | GraphPattern::Project { inner, .. }
            | GraphPattern::Distinct { inner } => self.is_mixed(inner, variable),
            _ => false,
        }
    }

    /// Replaces a constant by the terms of the graph that have the same value, if those are others.
    fn match_by_value(&mut self, object: &mut TermPattern, choices: &mut Vec<GraphPattern>) {
        let TermPattern::Literal(literal) = object else {
            return;
        };
        let found = self.store.map(|store| store.equal_literals(literal));
        let mut found = found.unwrap_or_default();
        match found.len() {
            0 => {}
            1 => *object = found.remove(0).into(),
            _ => {
                self.variables += 1;
                let name = format!("lydite_value_{}", self.variables);
                let variable = Variable::new_unchecked(name);
                *object = variable.clone().into();
                choices.push(GraphPattern::Values {
                    variables: vec![variable],
                    bindings: found
                        .into_iter()
                        .map(|literal| vec![Some(literal.into())])
                        .collect(),
                });
            }
        }
    }

    fn order(&self, patterns: &mut [TriplePattern]) {
        if let (true, Some(store)) = (patterns.len() > 1, self.store) {
            patterns.sort_by_cached_key(|pattern| count(store, pattern));
        }
    }

    fn expression(&mut self, expression: &mut Expression) {
        match expression {
            Expression::NamedNode(_)
            | Expression::Literal(_)
            | Expression::Variable(_)
            | Expression::Bound(_) => {}
            Expression::Or(..) => self.chain(expression, Link::Or),
            Expression::And(..) => self.chain(expression, Link::And),
            Expression::Equal(left, right)
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
                        *expression = bounded(take(expression));
                    }
                    _ => {}
                }
            }
        }
    }

    /// Balances a chain of conditions: the optimiser merges them pair by pair, which takes time in
    /// the square of their number if they lean to one side.
    fn chain(&mut self, chain: &mut Expression, link: Link) {
        let mut open = vec![take(chain)];
        let mut parts = Vec::new();
        while let Some(next) = open.pop() {
            match (next, link) {
                (Expression::Or(left, right), Link::Or)
                | (Expression::And(left, right), Link::And) => open.extend([*right, *left]),
                (part, _) => parts.push(part),
            }
        }
        self.expressions(&mut parts);
        *chain = link.balance(parts);
    }

    fn expressions(&mut self, list: &mut [Expression]) {
        for expression in list {
            self.expression(expression);
        }
    }
}

/// How many triples fit a pattern by itself.
fn count(store: &Store, pattern: &TriplePattern) -> usize {
    let term = |term: &TermPattern| match term {
        TermPattern::NamedNode(node) => Some(store.iri(node.as_str())),
        TermPattern::Literal(literal) => Some(store.number(Key::from_literal(literal.as_ref()))),
        TermPattern::BlankNode(_) | TermPattern::Variable(_) => None,
    };
    let predicate = match &pattern.predicate {
        NamedNodePattern::NamedNode(node) => Some(store.iri(node.as_str())),
        NamedNodePattern::Variable(_) => None,
    };
    // A term that the graph does not have fits nothing.
    match (term(&pattern.subject), predicate, term(&pattern.object)) {
        (Some(None), _, _) | (_, Some(None), _) | (_, _, Some(None)) => 0,
        (s, p, o) => store.count(s.flatten(), p.flatten(), o.flatten()),
    }
}

/// What holds a chain of conditions together.
#[derive(Clone, Copy)]
enum Link {
    Or,
    And,
}

impl Link {
    fn balance(self, mut parts: Vec<Expression>) -> Expression {
        while parts.len() > 1 {
            let mut pairs = Vec::with_capacity(parts.len().div_ceil(2));
            let mut rest = parts.into_iter();
            while let Some(left) = rest.next() {
                pairs.push(match rest.next() {
                    Some(right) => self.join(left, right),
                    None => left,
                });
            }
            parts = pairs;
        }
        parts.pop().unwrap_or_else(nothing)
    }

    fn join(self, left: Expression, right: Expression) -> Expression {
        let (left, right) = (Box::new(left), Box::new(right));
        match self {
            Self::Or => Expression::Or(left, right),
            Self::And => Expression::And(left, right),
        }
    }
}

/// An expression without a value, to stand where one is being rebuilt.
fn nothing() -> Expression {
    Expression::Coalesce(Vec::new())
}

fn take(expression: &mut Expression) -> Expression {
    mem::replace(expression, nothing())
}

/// Sorts rows that compare equal by what they show, in the direction of the first key.
fn break_ties(order: &mut Vec<OrderExpression>, shown: &[Variable]) {
    let descending = matches!(order.first(), Some(OrderExpression::Desc(_)));
    for variable in shown {
        let by = Expression::Variable(variable.clone());
        order.push(if descending {
            OrderExpression::Desc(by)
        } else {
            OrderExpression::Asc(by)
        });
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
