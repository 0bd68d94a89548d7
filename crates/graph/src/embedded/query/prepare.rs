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
//! - [Paths](super::paths) are taken apart, [expressions](super::expressions) ask for values where
//!   they need them, and [large](super::large) queries get their order of joins here.

use std::mem;

use lydite_model::QueryForm;
use lydite_sparql::Parsed;
use lydite_sparql::spargebra::Query;
use lydite_sparql::spargebra::algebra::{
    AggregateExpression, Expression, Function, GraphPattern, OrderExpression,
    PropertyPathExpression,
};
use lydite_sparql::spargebra::term::{NamedNodePattern, TermPattern, TriplePattern, Variable};

use oxrdf::{Literal, NamedNode, Term};

use super::counts::{count, count_rows, number};
use super::expressions::{call, take};
use super::functions::{SORT_KEY, SORT_KEY_AMONG_NUMBERS};
use super::lexical::Literals;
use super::{hybrid, large, paths};
use crate::embedded::store::{Sources, Store};

/// A query that the evaluator can run.
pub(super) struct Ready {
    pub(super) query: Query,
    /// The separators of `GROUP_CONCAT`, by their numbers.
    pub(super) separators: Vec<String>,
    /// Whether the order of joins is settled: the optimiser would take too long to find one.
    pub(super) is_planned: bool,
    /// What its expressions see of literals.
    pub(super) literals: Literals,
}

/// Makes a query ready for the evaluator.
///
/// Without an index there are no counts to order by and no texts to search.
pub(super) fn prepare(sources: Sources<'_>, parsed: &Parsed) -> Ready {
    // Most queries look at values only, which is known when all of a query was seen. Searching the
    // texts for a hybrid query is too dear to be done twice.
    let is_hybrid = parsed.form == QueryForm::Pseudo;
    let mut query = parsed.query.clone();
    let mut preparation = Preparation::new(sources, Literals::Values, parsed);
    preparation.pattern(pattern_of(&mut query));
    if preparation.looks_at_forms || is_hybrid {
        query = parsed.query.clone();
        preparation = Preparation::new(sources, Literals::Forms, parsed);
        preparation.hybrid = is_hybrid;
        preparation.pattern(pattern_of(&mut query));
    }
    let Preparation {
        separators,
        literals,
        ..
    } = preparation;
    let pattern = pattern_of(&mut query);
    let is_planned = large::is_large(pattern);
    if is_planned {
        large::plan(sources, pattern);
    }
    Ready {
        query,
        separators,
        is_planned,
        literals,
    }
}

fn pattern_of(query: &mut Query) -> &mut GraphPattern {
    let (Query::Select { pattern, .. }
    | Query::Construct { pattern, .. }
    | Query::Describe { pattern, .. }
    | Query::Ask { pattern, .. }) = query;
    pattern
}

pub(super) struct Preparation<'s> {
    pub(super) sources: Sources<'s>,
    /// What the expressions see of literals.
    pub(super) literals: Literals,
    /// Whether an expression looks at the lexical form or the datatype of a literal.
    pub(super) looks_at_forms: bool,
    /// How many variables have been added.
    variables: usize,
    /// Whether free texts stand for resources.
    hybrid: bool,
    /// Whether patterns are matched elsewhere than in all of the index.
    pub(super) is_named_graph: bool,
    /// The graphs that `GRAPH ?g` goes through.
    graphs: Vec<NamedNode>,
    /// The variable that tells the rows apart for which an expression is evaluated.
    pub(super) row: Option<Variable>,
    /// The separators of `GROUP_CONCAT` so far.
    pub(super) separators: Vec<String>,
}

impl<'s> Preparation<'s> {
    fn new(sources: Sources<'s>, literals: Literals, parsed: &Parsed) -> Self {
        let has_named_graphs = |store: &&Store| store.has_named_graphs();
        let graphs = |store| graphs(store, &parsed.query);
        Self {
            sources,
            literals,
            looks_at_forms: false,
            variables: 0,
            hybrid: false,
            is_named_graph: parsed.query.dataset().is_some()
                || sources.stores().iter().any(has_named_graphs),
            graphs: sources.one().map_or_else(Vec::new, graphs),
            row: None,
            separators: Vec::new(),
        }
    }

    pub(super) fn pattern(&mut self, pattern: &mut GraphPattern) {
        match pattern {
            GraphPattern::Bgp { patterns } => {
                let mut choices = Vec::new();
                if self.hybrid && !self.sources.stores().is_empty() {
                    let stores = self.sources.stores();
                    choices = hybrid::conditions(stores, patterns, &mut self.variables);
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
            GraphPattern::Path { .. } => {
                let GraphPattern::Path {
                    subject,
                    path,
                    object,
                } = mem::take(pattern)
                else {
                    return;
                };
                let stores = self.sources.stores();
                let stores = if self.is_named_graph { &[] } else { stores };
                let is_node = |term: &TermPattern| {
                    stores.iter().any(|store| {
                        number(store, term).flatten().is_some_and(|number| {
                            store.count(Some(number), None, None) > 0
                                || store.count(None, None, Some(number)) > 0
                        })
                    })
                };
                *pattern = paths::take_apart(subject, path, object, &mut self.variables, &is_node);
            }
            GraphPattern::Values { .. } => {}
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
                    self.condition(expression, &[left, right]);
                }
            }
            GraphPattern::Filter { expr, inner } => {
                self.pattern(inner);
                self.condition(expr, &[inner]);
            }
            GraphPattern::Extend { .. } => self.bindings(pattern),
            GraphPattern::OrderBy { inner, expression } => {
                self.pattern(inner);
                for order in expression {
                    let (OrderExpression::Asc(by) | OrderExpression::Desc(by)) = order;
                    self.form(by);
                    self.key(inner, by);
                }
            }
            GraphPattern::Group {
                inner, aggregates, ..
            } => {
                let counts_rows = aggregates.iter().any(|(_, aggregate)| {
                    *aggregate == AggregateExpression::CountSolutions { distinct: true }
                });
                if counts_rows {
                    // Rows differ in what can be seen of them: not in blank nodes of the query, nor
                    // in variables that are added here.
                    let mut variables = Vec::new();
                    inner.on_in_scope_variable(|variable| {
                        if !variables.contains(variable) {
                            variables.push(variable.clone());
                        }
                    });
                    **inner = GraphPattern::Project {
                        inner: Box::new(mem::take(&mut **inner)),
                        variables,
                    };
                }
                self.pattern(inner);
                if let Some(counted) = self.counted(pattern) {
                    *pattern = counted;
                } else if let GraphPattern::Group {
                    inner, aggregates, ..
                } = pattern
                {
                    count_rows(inner, aggregates);
                    for (_, aggregate) in aggregates {
                        self.aggregate(aggregate);
                    }
                }
            }
            GraphPattern::Project { inner, variables } => {
                if let GraphPattern::OrderBy { expression, .. } = &mut **inner {
                    break_ties(expression, variables);
                }
                self.pattern(inner);
            }
            GraphPattern::Graph {
                name: NamedNodePattern::Variable(name),
                inner,
            } if self.graphs.len() <= MAX_GRAPHS && !binds_graph(inner) && !is_empty(inner) => {
                *pattern = in_each(&self.graphs, name, inner);
                self.pattern(pattern);
            }
            GraphPattern::Graph { inner, .. } => {
                let outer = mem::replace(&mut self.is_named_graph, true);
                self.pattern(inner);
                self.is_named_graph = outer;
            }
            GraphPattern::Distinct { inner }
            | GraphPattern::Reduced { inner }
            | GraphPattern::Slice { inner, .. }
            | GraphPattern::Service { inner, .. } => self.pattern(inner),
        }
    }

    /// Prepares what variables are bound to, one after the other. If blank nodes are made by label,
    /// all of them learn which row they are made for.
    fn bindings(&mut self, pattern: &mut GraphPattern) {
        let mut makes_blank_nodes = false;
        let mut inner = &*pattern;
        while let GraphPattern::Extend {
            inner: within,
            expression,
            ..
        } = inner
        {
            makes_blank_nodes |= makes_blank_node(expression);
            inner = within;
        }
        let outer = self.row.take();
        if makes_blank_nodes {
            self.variables += 1;
            let row = Variable::new_unchecked(format!("lydite_row_{}", self.variables));
            self.row = Some(row);
        }
        let row = self.row.clone();
        let mut next = pattern;
        while let GraphPattern::Extend {
            inner, expression, ..
        } = next
        {
            self.binding(expression);
            next = inner;
        }
        self.row = outer;
        self.pattern(next);
        if let Some(variable) = row {
            *next = GraphPattern::Extend {
                inner: Box::new(mem::take(next)),
                variable,
                expression: Expression::FunctionCall(Function::BNode, Vec::new()),
            };
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
        let value = take(by);
        *by = Expression::Variable(variable.clone());
        *inner = GraphPattern::Extend {
            inner: Box::new(mem::take(inner)),
            variable,
            expression: call(key, vec![value]),
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
                        .sources
                        .stores()
                        .iter()
                        .any(|store| store.has_untyped_numbers(predicate.as_str()))
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
        let mut found: Vec<Literal> = Vec::new();
        for store in self.sources.stores() {
            for equal in store.equal_literals(literal) {
                if !found.contains(&equal) {
                    found.push(equal);
                }
            }
        }
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
        if patterns.len() > 1 {
            patterns.sort_by_cached_key(|pattern| count(self.sources, pattern));
        }
    }
}

/// In how many graphs a pattern may be evaluated one after the other.
const MAX_GRAPHS: usize = 1000;

/// The named graphs that a query sees.
fn graphs(store: &Store, query: &Query) -> Vec<NamedNode> {
    let name = |number: &u32| match store.stored(*number).to_term() {
        Term::NamedNode(node) => Some(node),
        _ => None,
    };
    let all = store.graph_names().iter().filter_map(name);
    let unnamed = store.facts.graph_name.clone().map(NamedNode::new_unchecked);
    let unnamed = unnamed.filter(|name| {
        let number = store.iri(name.as_str());
        !number.is_some_and(|number| store.has_graph(number))
    });
    let all = all.chain(unnamed);
    match query.dataset() {
        None => all.collect(),
        Some(dataset) => {
            let seen = dataset.named.as_deref().unwrap_or_default();
            all.filter(|name| seen.contains(name)).collect()
        }
    }
}

/// Whether every part of a pattern matches triples, and so says in which graph. The evaluator puts
/// the variable of `GRAPH ?g` into the triples; what has none of them, or counts rows or leaves some
/// out, would not know the graph that it is about.
fn binds_graph(pattern: &GraphPattern) -> bool {
    match pattern {
        GraphPattern::Bgp { patterns } => !patterns.is_empty(),
        GraphPattern::Path { path, .. } => !matches!(
            path,
            PropertyPathExpression::ZeroOrMore(_) | PropertyPathExpression::ZeroOrOne(_)
        ),
        GraphPattern::Join { left, right } | GraphPattern::Union { left, right } => {
            binds_graph(left) && binds_graph(right)
        }
        GraphPattern::LeftJoin {
            left,
            right,
            expression,
        } => binds_graph(left) && binds_graph(right) && expression.is_none(),
        _ => false,
    }
}

/// Whether a pattern asks for nothing: `GRAPH ?g {}` gives all graphs, also those whose names are
/// blank nodes, which no query can write.
fn is_empty(pattern: &GraphPattern) -> bool {
    matches!(pattern, GraphPattern::Bgp { patterns } if patterns.is_empty())
}

/// `GRAPH ?g` as it is defined (SPARQL 1.1, 18.6): the union of what each graph gives.
fn in_each(graphs: &[NamedNode], name: &Variable, inner: &GraphPattern) -> GraphPattern {
    let one = |graph: &NamedNode| GraphPattern::Join {
        left: Box::new(GraphPattern::Values {
            variables: vec![name.clone()],
            bindings: vec![vec![Some(graph.clone().into())]],
        }),
        right: Box::new(GraphPattern::Graph {
            name: graph.clone().into(),
            inner: Box::new(inner.clone()),
        }),
    };
    let parts = graphs.iter().map(one);
    let whole = parts.reduce(|left, right| GraphPattern::Union {
        left: Box::new(left),
        right: Box::new(right),
    });
    whole.unwrap_or_else(|| GraphPattern::Values {
        variables: vec![name.clone()],
        bindings: Vec::new(),
    })
}

fn makes_blank_node(expression: &Expression) -> bool {
    match expression {
        Expression::FunctionCall(Function::BNode, arguments) => !arguments.is_empty(),
        Expression::FunctionCall(_, arguments) | Expression::Coalesce(arguments) => {
            arguments.iter().any(makes_blank_node)
        }
        Expression::If(condition, yes, no) => [condition, yes, no]
            .into_iter()
            .any(|part| makes_blank_node(part)),
        _ => false,
    }
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
