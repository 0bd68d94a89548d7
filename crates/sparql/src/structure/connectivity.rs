//! Whether a query asks for what its triples speak of.

use std::collections::HashMap;

use spargebra::algebra::Expression;

use super::expressions::each_variable;
use super::{Node, Predicate, Structure, Var, Within};

/// How the targets of a query and its triples hang together.
///
/// Two triples are connected by a term that they share as subject or object, or as a variable in
/// any place (GRAPH included), never by a constant predicate. The variables of one condition, of
/// BIND, of an alias, of an aggregate and of VALUES are connected, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connectivity<'q> {
    /// What the query asks for; empty unless it is a SELECT.
    pub targets: Vec<Target<'q>>,
    /// The connected parts of its triples, in the order of their first triple.
    pub components: Vec<Component>,
}

/// A projected variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target<'q> {
    /// Its name.
    pub name: &'q str,
    /// What it is computed from: itself, or the variables of the expression that it names.
    pub sources: Vec<Var<'q>>,
    /// Whether the pattern gives all sources a value (compare SPARQL 1.1 §18.2.1).
    pub bound: bool,
}

/// Triples that hang together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// Their numbers in [`Structure::triples`].
    pub triples: Vec<usize>,
    /// Whether a target is among their terms.
    pub has_target: bool,
}

impl<'q> Structure<'q> {
    /// How the targets and triples hang together.
    ///
    /// ```
    /// use lydite_sparql::{Dialect, Structure, parse};
    ///
    /// let text = "SELECT (COUNT(?y) AS ?n) ?z { ?x ?p ?y . ?a ?q ?b }";
    /// let parsed = parse(text, &Dialect::field())?;
    /// let connectivity = Structure::of(&parsed).connectivity();
    /// assert!(!connectivity.targets[1].bound);
    /// assert_eq!(connectivity.components.len(), 2);
    /// assert!(!connectivity.components[1].has_target);
    /// # Ok::<(), lydite_sparql::ParseError>(())
    /// ```
    pub fn connectivity(&self) -> Connectivity<'q> {
        let mut links = Links::default();
        self.link_triples(&mut links);
        self.link_expressions(&mut links);
        let targets: Vec<Target<'q>> = self.projection.iter().map(|v| self.target(*v)).collect();
        let mut roots: Vec<usize> = Vec::new();
        for target in &self.projection {
            let number = links.number(Node::Variable(*target));
            roots.push(links.root(number));
        }
        let mut components: Vec<(usize, Component)> = Vec::new();
        for (index, triple) in self.triples.iter().enumerate() {
            if triple.within.contains(Within::TEMPLATE) {
                continue;
            }
            let number = links.number(triple.subject.clone());
            let root = links.root(number);
            match components.iter_mut().find(|(known, _)| *known == root) {
                Some((_, component)) => component.triples.push(index),
                None => components.push((
                    root,
                    Component {
                        triples: vec![index],
                        has_target: roots.contains(&root),
                    },
                )),
            }
        }
        Connectivity {
            targets,
            components: components.into_iter().map(|(_, c)| c).collect(),
        }
    }

    fn link_triples(&self, links: &mut Links<'q>) {
        for triple in &self.triples {
            let subject = links.number(triple.subject.clone());
            let object = links.number(triple.object.clone());
            links.join(subject, object);
            if let Predicate::Node(node @ Node::Variable(_)) = &triple.predicate {
                let predicate = links.number(node.clone());
                links.join(subject, predicate);
            }
            let graph = triple.graph.and_then(|graph| self.graph_names.get(graph));
            if let Some(node @ Node::Variable(_)) = graph {
                let graph = links.number(node.clone());
                links.join(subject, graph);
            }
        }
        for values in &self.values {
            links.join_variables(values.variables.iter().copied());
        }
    }

    fn link_expressions(&self, links: &mut Links<'q>) {
        for filter in &self.filters {
            links.join_variables(self.variables(filter.expression, filter.scope));
        }
        for alias in &self.aliases {
            let inner = self.variables(alias.expression, alias.scope);
            links.join_variables(std::iter::once(alias.variable).chain(inner));
        }
        for aggregate in &self.aggregates {
            let inner = match aggregate.argument {
                Some(argument) => self.variables(argument, aggregate.scope),
                None => self.in_scope(aggregate.scope),
            };
            links.join_variables(std::iter::once(aggregate.variable).chain(inner));
        }
    }

    fn variables(&self, expression: &'q Expression, scope: u32) -> Vec<Var<'q>> {
        let mut variables = Vec::new();
        each_variable(expression, &mut |name| {
            let variable = self.resolve(name, scope);
            if !variables.contains(&variable) {
                variables.push(variable);
            }
        });
        variables
    }

    /// The variables that the pattern of a scope binds.
    fn in_scope(&self, scope: u32) -> Vec<Var<'q>> {
        let mut variables = Vec::new();
        if let Some(region) = self.scopes.get(scope as usize) {
            let pattern = region.pattern;
            pattern.on_in_scope_variable(|variable| {
                let variable = self.resolve(variable.as_str(), scope);
                if !variables.contains(&variable) {
                    variables.push(variable);
                }
            });
        }
        variables
    }

    fn target(&self, target: Var<'q>) -> Target<'q> {
        let mut sources: Vec<Var<'q>> = Vec::new();
        let mut seen = vec![target];
        let mut stack = vec![target];
        while let Some(variable) = stack.pop() {
            // What the pattern binds needs no expression: `BIND(STR(?y) AS ?x) ?x ?p ?z`.
            let inner = if self.is_bound(variable) {
                None
            } else {
                self.needed_for(variable)
            };
            match inner {
                None => sources.push(variable),
                Some(inner) => {
                    for source in inner.into_iter().rev() {
                        if source == variable {
                            // `BIND(STR(?x) AS ?x)`: it would have to be there already.
                            sources.push(source);
                        } else if !seen.contains(&source) {
                            seen.push(source);
                            stack.push(source);
                        }
                    }
                }
            }
        }
        let bound = sources.iter().all(|source| self.is_bound(*source));
        Target {
            name: target.name,
            sources,
            bound,
        }
    }

    /// The variables of the expression that a variable names, if it names one.
    fn needed_for(&self, variable: Var<'q>) -> Option<Vec<Var<'q>>> {
        if let Some(alias) = self.aliases.iter().find(|a| a.variable == variable) {
            return Some(self.variables(alias.expression, alias.scope));
        }
        let aggregate = self.aggregates.iter().find(|a| a.variable == variable)?;
        Some(match aggregate.argument {
            Some(argument) => self.variables(argument, aggregate.scope),
            None => self.in_scope(aggregate.scope),
        })
    }

    /// Whether a part that gives values to its variables contains it: MINUS and EXISTS do not.
    fn is_bound(&self, variable: Var<'q>) -> bool {
        let node = Node::Variable(variable);
        let triples = self.triples.iter().filter(|triple| {
            [Within::MINUS, Within::EXISTS, Within::TEMPLATE]
                .iter()
                .all(|around| !triple.within.contains(*around))
        });
        let mut nodes = triples.flat_map(|triple| {
            let predicate = triple.predicate.as_node();
            [Some(&triple.subject), predicate, Some(&triple.object)]
        });
        nodes.any(|found| found == Some(&node))
            || self.graph_names.contains(&node)
            || self
                .values
                .iter()
                .any(|values| values.variables.contains(&variable))
    }
}

/// Which terms are connected (union-find).
#[derive(Default)]
struct Links<'q> {
    numbers: HashMap<Node<'q>, usize>,
    parents: Vec<usize>,
}

impl<'q> Links<'q> {
    fn number(&mut self, node: Node<'q>) -> usize {
        let next = self.parents.len();
        let number = *self.numbers.entry(node).or_insert(next);
        if number == next {
            self.parents.push(next);
        }
        number
    }

    fn root(&mut self, mut number: usize) -> usize {
        while self.parents[number] != number {
            self.parents[number] = self.parents[self.parents[number]];
            number = self.parents[number];
        }
        number
    }

    fn join(&mut self, left: usize, right: usize) {
        let (left, right) = (self.root(left), self.root(right));
        self.parents[left.max(right)] = left.min(right);
    }

    fn join_variables(&mut self, variables: impl IntoIterator<Item = Var<'q>>) {
        let mut first = None;
        for variable in variables {
            let number = self.number(Node::Variable(variable));
            let first = *first.get_or_insert(number);
            self.join(first, number);
        }
    }
}
