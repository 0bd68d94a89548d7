//! The order of joins in large queries.
//!
//! The optimiser finds a good order for what people write, but in time that grows with the fourth
//! power of the triples in a group, and doubles with every aggregate within an aggregate. Above
//! [some size](is_large) it is left out, and the order is found here in time that grows with the
//! square: triples and paths by how many of their ends are known, then by how many the graph has,
//! each looked up for the rows of those before it (*lateral*).

use std::mem;

use lydite_sparql::spargebra::algebra::{Expression, GraphPattern, OrderExpression};
use lydite_sparql::spargebra::term::{NamedNodePattern, TermPattern, TriplePattern, Variable};
use rustc_hash::FxHashSet;

use super::counts::count;
use crate::embedded::stop::tick;
use crate::embedded::store::Sources;

/// How many parts a join, and how many parts the whole query may have for the optimiser.
const MAX_PARTS: usize = 20;
const MAX_PATTERNS: usize = 100;
/// How many aggregates may stand within each other.
const MAX_GROUPS: usize = 6;

/// Whether a query is too large for the optimiser.
pub(super) fn is_large(pattern: &GraphPattern) -> bool {
    let mut size = Size::default();
    size.measure(pattern, 0, 0);
    size.is_large
}

#[derive(Default)]
struct Size {
    patterns: usize,
    is_large: bool,
}

impl Size {
    /// `parts` is how many parts the join has that a pattern belongs to, `groups` in how many
    /// aggregates it stands. Gives how many parts the join has with it.
    fn measure(&mut self, pattern: &GraphPattern, parts: usize, groups: usize) -> usize {
        self.patterns += 1;
        let with_it = match pattern {
            GraphPattern::Bgp { patterns } => {
                self.patterns += patterns.len();
                parts + patterns.len()
            }
            GraphPattern::Join { left, right } | GraphPattern::Lateral { left, right } => {
                let parts = self.measure(left, parts, groups);
                self.measure(right, parts, groups)
            }
            GraphPattern::LeftJoin {
                left,
                right,
                expression,
            } => {
                self.measure(right, 0, groups);
                if let Some(expression) = expression {
                    self.measure_expression(expression, groups);
                }
                self.measure(left, parts, groups) + 1
            }
            GraphPattern::Union { left, right } | GraphPattern::Minus { left, right } => {
                self.measure(left, 0, groups);
                self.measure(right, 0, groups);
                parts + 1
            }
            GraphPattern::Filter { expr, inner } => {
                self.measure_expression(expr, groups);
                self.measure(inner, 0, groups);
                parts + 1
            }
            GraphPattern::Extend {
                inner, expression, ..
            } => {
                self.measure_expression(expression, groups);
                self.measure(inner, parts, groups) + 1
            }
            GraphPattern::Group { inner, .. } => {
                self.measure(inner, 0, groups + 1);
                parts + 1
            }
            GraphPattern::Path { .. } | GraphPattern::Values { .. } => parts + 1,
            GraphPattern::Graph { inner, .. } => self.measure(inner, parts, groups),
            GraphPattern::OrderBy { inner, .. }
            | GraphPattern::Project { inner, .. }
            | GraphPattern::Distinct { inner }
            | GraphPattern::Reduced { inner }
            | GraphPattern::Slice { inner, .. }
            | GraphPattern::Service { inner, .. } => {
                self.measure(inner, 0, groups);
                parts + 1
            }
        };
        self.is_large |= with_it > MAX_PARTS || self.patterns > MAX_PATTERNS || groups > MAX_GROUPS;
        with_it
    }

    fn measure_expression(&mut self, expression: &Expression, groups: usize) {
        each_pattern(expression, &mut |pattern| {
            self.measure(pattern, 0, groups);
        });
    }
}

/// Puts the parts of all joins in an order in which they can be run as they stand.
pub(super) fn plan(sources: Sources<'_>, pattern: &mut GraphPattern) {
    match pattern {
        GraphPattern::Bgp { .. }
        | GraphPattern::Path { .. }
        | GraphPattern::Join { .. }
        | GraphPattern::LeftJoin { .. } => {
            let mut parts = Vec::new();
            flatten(sources, mem::take(pattern), &mut parts);
            *pattern = ordered(sources, parts);
        }
        GraphPattern::Lateral { left, right }
        | GraphPattern::Union { left, right }
        | GraphPattern::Minus { left, right } => {
            plan(sources, left);
            plan(sources, right);
        }
        GraphPattern::Filter { expr, inner } => {
            plan(sources, inner);
            plan_expression(sources, expr);
        }
        GraphPattern::Extend {
            inner, expression, ..
        } => {
            plan(sources, inner);
            plan_expression(sources, expression);
        }
        GraphPattern::OrderBy { inner, expression } => {
            plan(sources, inner);
            for order in expression {
                let (OrderExpression::Asc(by) | OrderExpression::Desc(by)) = order;
                plan_expression(sources, by);
            }
        }
        GraphPattern::Graph { inner, .. }
        | GraphPattern::Project { inner, .. }
        | GraphPattern::Distinct { inner }
        | GraphPattern::Reduced { inner }
        | GraphPattern::Slice { inner, .. }
        | GraphPattern::Group { inner, .. }
        | GraphPattern::Service { inner, .. } => plan(sources, inner),
        GraphPattern::Values { .. } => {}
    }
}

fn plan_expression(sources: Sources<'_>, expression: &mut Expression) {
    each_pattern_mut(expression, &mut |pattern| plan(sources, pattern));
}

/// Calls back for each `EXISTS` of an expression.
fn each_pattern(expression: &Expression, on: &mut dyn FnMut(&GraphPattern)) {
    match expression {
        Expression::Exists(pattern) => on(pattern),
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
            each_pattern(left, on);
            each_pattern(right, on);
        }
        Expression::UnaryPlus(inner) | Expression::UnaryMinus(inner) | Expression::Not(inner) => {
            each_pattern(inner, on);
        }
        Expression::In(value, list) => {
            each_pattern(value, on);
            list.iter().for_each(|item| each_pattern(item, on));
        }
        Expression::If(condition, yes, no) => {
            each_pattern(condition, on);
            each_pattern(yes, on);
            each_pattern(no, on);
        }
        Expression::Coalesce(list) | Expression::FunctionCall(_, list) => {
            list.iter().for_each(|item| each_pattern(item, on));
        }
    }
}

fn each_pattern_mut(expression: &mut Expression, on: &mut dyn FnMut(&mut GraphPattern)) {
    match expression {
        Expression::Exists(pattern) => on(pattern),
        Expression::Or(left, right) | Expression::And(left, right) => {
            each_pattern_mut(left, on);
            each_pattern_mut(right, on);
        }
        Expression::Not(inner) => each_pattern_mut(inner, on),
        // Elsewhere `EXISTS` is run as it stands: nobody writes a large one there.
        _ => {}
    }
}

/// One part of a join.
enum Part {
    Triple(TriplePattern),
    /// A path, or what else can be run for the rows of what stands before it.
    Dependent(GraphPattern),
    /// What may be missing: it stays behind what it stood behind.
    Optional(GraphPattern),
    /// What is run by itself.
    Independent(GraphPattern),
}

fn flatten(sources: Sources<'_>, pattern: GraphPattern, parts: &mut Vec<Part>) {
    let mut open = vec![pattern];
    let mut optional = Vec::new();
    while let Some(next) = open.pop() {
        match next {
            GraphPattern::Bgp { patterns } => {
                parts.extend(patterns.into_iter().map(Part::Triple));
            }
            GraphPattern::Join { left, right } => open.extend([*right, *left]),
            GraphPattern::LeftJoin {
                left,
                mut right,
                mut expression,
            } => {
                plan(sources, &mut right);
                if let Some(expression) = &mut expression {
                    plan_expression(sources, expression);
                }
                // Beside other parts it is one of them; below all others its chain is followed.
                if open.is_empty() && parts.is_empty() && is_dependent(&right) {
                    optional.push(Part::Optional(GraphPattern::LeftJoin {
                        left: Box::default(),
                        right,
                        expression,
                    }));
                    open.push(*left);
                } else {
                    let mut left = left;
                    plan(sources, &mut left);
                    parts.push(Part::Independent(GraphPattern::LeftJoin {
                        left,
                        right,
                        expression,
                    }));
                }
            }
            mut other => {
                plan(sources, &mut other);
                parts.push(if is_dependent(&other) {
                    Part::Dependent(other)
                } else {
                    Part::Independent(other)
                });
            }
        }
    }
    parts.extend(optional.into_iter().rev());
}

/// Whether running a pattern for each row of others gives the same as joining it with them.
fn is_dependent(pattern: &GraphPattern) -> bool {
    match pattern {
        GraphPattern::Bgp { .. } | GraphPattern::Path { .. } | GraphPattern::Values { .. } => true,
        GraphPattern::Union { left, right } | GraphPattern::Lateral { left, right } => {
            is_dependent(left) && is_dependent(right)
        }
        _ => false,
    }
}

/// Joins parts in a good order.
fn ordered(sources: Sources<'_>, parts: Vec<Part>) -> GraphPattern {
    let mut triples = Vec::new();
    let mut dependent = Vec::new();
    let mut optional = Vec::new();
    let mut independent = Vec::new();
    for part in parts {
        match part {
            Part::Triple(triple) => {
                let count = count(sources, &triple);
                triples.push(Some((count, triple)));
            }
            Part::Dependent(pattern) => dependent.push(pattern),
            Part::Optional(pattern) => optional.push(pattern),
            Part::Independent(pattern) => independent.push(pattern),
        }
    }
    // Lists of values come first: they are small, and say what to look for.
    let (values, dependent): (Vec<_>, Vec<_>) = dependent
        .into_iter()
        .partition(|pattern| matches!(pattern, GraphPattern::Values { .. }));
    let mut known = FxHashSet::default();
    for pattern in &values {
        pattern.on_in_scope_variable(|variable| {
            known.insert(Name::Variable(variable.clone()));
        });
    }
    let mut steps = values;
    for _ in 0..triples.len() {
        tick(triples.len() as u32);
        let best = triples
            .iter()
            .enumerate()
            .filter_map(|(at, triple)| Some((at, triple.as_ref()?)))
            .min_by_key(|(_, (count, triple))| (open_ends(triple, &known), *count))
            .map(|(at, _)| at);
        if let Some((_, triple)) = best.and_then(|at| triples[at].take()) {
            known.extend(names(&triple));
            steps.push(GraphPattern::Bgp {
                patterns: vec![triple],
            });
        }
    }
    steps.extend(dependent);
    let mut whole = (!steps.is_empty()).then(|| one_after_another(mem::take(&mut steps)));
    for pattern in independent {
        whole = Some(match whole {
            Some(left) => GraphPattern::Join {
                left: Box::new(left),
                right: Box::new(pattern),
            },
            None => pattern,
        });
    }
    steps.extend(whole);
    steps.extend(optional);
    one_after_another(steps)
}

/// How far a triple is from being known: nothing, a term or its only open end next to a known one.
/// What shares nothing with the rest comes last.
fn open_ends(triple: &TriplePattern, known: &FxHashSet<Name>) -> usize {
    let mut open = 0;
    let mut is_connected = known.is_empty();
    let mut has_names = false;
    for name in names(triple) {
        has_names = true;
        if known.contains(&name) {
            is_connected = true;
        } else {
            open += 1;
        }
    }
    if is_connected || !has_names {
        open
    } else {
        3 + open
    }
}

/// What stands for a term in a triple.
#[derive(PartialEq, Eq, Hash)]
enum Name {
    Variable(Variable),
    Blank(String),
}

fn names(triple: &TriplePattern) -> impl Iterator<Item = Name> {
    let end = |term: &TermPattern| match term {
        TermPattern::Variable(variable) => Some(Name::Variable(variable.clone())),
        TermPattern::BlankNode(node) => Some(Name::Blank(node.as_str().to_owned())),
        TermPattern::NamedNode(_) | TermPattern::Literal(_) => None,
    };
    let predicate = match &triple.predicate {
        NamedNodePattern::Variable(variable) => Some(Name::Variable(variable.clone())),
        NamedNodePattern::NamedNode(_) => None,
    };
    let names = [end(&triple.subject), predicate, end(&triple.object)];
    names.into_iter().flatten()
}

/// A balanced tree of lateral joins, which are associative: what walks through it stays shallow.
fn one_after_another(mut steps: Vec<GraphPattern>) -> GraphPattern {
    if steps.len() > 1 {
        let right = one_after_another(steps.split_off(steps.len() / 2));
        return GraphPattern::Lateral {
            left: Box::new(one_after_another(steps)),
            right: Box::new(right),
        };
    }
    steps.pop().unwrap_or_default()
}
