//! Turns algebra into a tree, with what does not matter made unordered.

use std::borrow::Cow;
use std::collections::HashMap;

use spargebra::Query;
use spargebra::algebra::{GraphPattern, OrderExpression, QueryDataset};
use spargebra::term::{GroundTerm, NamedNodePattern, TermPattern, TriplePattern, Variable};

use super::tree::{Id, Tree};

pub(super) fn build(query: &Query) -> Tree<'_> {
    let mut build = Build {
        tree: Tree::default(),
        scopes: vec![HashMap::new()],
        blanks: HashMap::new(),
        variables: 0,
        outermost: true,
    };
    let (form, pattern, dataset) = match query {
        Query::Select {
            pattern, dataset, ..
        } => ("select", pattern, dataset),
        Query::Ask {
            pattern, dataset, ..
        } => ("ask", pattern, dataset),
        Query::Construct {
            pattern, dataset, ..
        } => ("construct", pattern, dataset),
        Query::Describe {
            pattern, dataset, ..
        } => ("describe", pattern, dataset),
    };
    let mut parts = Vec::new();
    if let Query::Construct { template, .. } = query {
        let triples: Vec<Id> = template.iter().map(|t| build.triple(t)).collect();
        parts.push(build.tree.unordered("template", &triples));
    }
    parts.extend(dataset.as_ref().map(|dataset| build.dataset(dataset)));
    // The projection of ASK names all variables, which says nothing.
    let pattern = match (query, pattern) {
        (Query::Ask { .. }, GraphPattern::Project { inner, .. }) => {
            build.outermost = false;
            inner
        }
        (_, pattern) => pattern,
    };
    parts.push(build.pattern(pattern));
    build.tree.ordered(form, &parts);
    build.tree
}

pub(super) struct Build<'q> {
    pub(super) tree: Tree<'q>,
    /// The variables by name, innermost scope last.
    scopes: Vec<HashMap<&'q str, usize>>,
    blanks: HashMap<&'q str, usize>,
    variables: usize,
    /// Whether no projection has been met yet.
    outermost: bool,
}

impl<'q> Build<'q> {
    fn number(&mut self, name: &'q str) -> usize {
        if let Some(number) = self.scopes.last().and_then(|scope| scope.get(name)) {
            return *number;
        }
        let number = self.variables;
        self.variables += 1;
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name, number);
        }
        number
    }

    pub(super) fn variable(&mut self, variable: &'q Variable) -> Id {
        let number = self.number(variable.as_str());
        self.tree.variable(number)
    }

    fn variables(&mut self, variables: &'q [Variable]) -> Vec<Id> {
        variables.iter().map(|v| self.variable(v)).collect()
    }

    /// Runs `inside` where only the variables of `shared` mean the same as outside.
    fn scoped<T>(&mut self, shared: &'q [Variable], inside: impl FnOnce(&mut Self) -> T) -> T {
        let scope = shared
            .iter()
            .map(|variable| (variable.as_str(), self.number(variable.as_str())))
            .collect();
        self.scopes.push(scope);
        let result = inside(self);
        self.scopes.pop();
        result
    }

    fn dataset(&mut self, dataset: &'q QueryDataset) -> Id {
        let mut parts: Vec<Id> = Vec::new();
        for iri in &dataset.default {
            parts.push(self.tree.leaf(iri.to_string()));
        }
        for iri in dataset.named.iter().flatten() {
            parts.push(self.tree.leaf(format!("named {iri}")));
        }
        self.tree.unordered("from", &parts)
    }

    pub(super) fn pattern(&mut self, pattern: &'q GraphPattern) -> Id {
        match pattern {
            GraphPattern::Bgp { .. } | GraphPattern::Path { .. } | GraphPattern::Join { .. } => {
                let parts = self.joined(pattern);
                self.tree.unordered("join", &parts)
            }
            GraphPattern::Union { .. } => {
                let parts = self.flat(pattern, |pattern| match pattern {
                    GraphPattern::Union { left, right } => Some((left, right)),
                    _ => None,
                });
                self.tree.unordered("union", &parts)
            }
            GraphPattern::LeftJoin {
                left,
                right,
                expression,
            } => {
                let mut parts = vec![self.pattern(left), self.pattern(right)];
                if let Some(expression) = expression {
                    parts.push(self.conjunction(&[expression]));
                }
                self.tree.ordered("optional", &parts)
            }
            GraphPattern::Lateral { left, right } => {
                let parts = [self.pattern(left), self.pattern(right)];
                self.tree.ordered("lateral", &parts)
            }
            GraphPattern::Minus { left, right } => {
                let parts = [self.pattern(left), self.pattern(right)];
                self.tree.ordered("minus", &parts)
            }
            GraphPattern::Filter { .. } => {
                let mut conditions = Vec::new();
                let mut inner = pattern;
                while let GraphPattern::Filter { expr, inner: next } = inner {
                    conditions.push(expr);
                    inner = next;
                }
                let parts = [self.pattern(inner), self.conjunction(&conditions)];
                self.tree.ordered("filter", &parts)
            }
            GraphPattern::Graph { name, inner } => {
                let parts = [self.name(name), self.pattern(inner)];
                self.tree.ordered("graph", &parts)
            }
            GraphPattern::Service {
                name,
                inner,
                silent,
            } => {
                let parts = [self.name(name), self.pattern(inner)];
                let label = if *silent { "service silent" } else { "service" };
                self.tree.ordered(label, &parts)
            }
            GraphPattern::Extend { .. } => {
                let mut names = Vec::new();
                let mut inner = pattern;
                while let GraphPattern::Extend {
                    inner: next,
                    variable,
                    expression,
                } = inner
                {
                    let pair = [self.variable(variable), self.expression(expression)];
                    names.push(self.tree.ordered("as", &pair));
                    inner = next;
                }
                let parts = [self.pattern(inner), self.tree.unordered("", &names)];
                self.tree.ordered("bind", &parts)
            }
            GraphPattern::Values {
                variables,
                bindings,
            } => {
                let rows: Vec<Id> = bindings
                    .iter()
                    .map(|row| self.row(variables, row))
                    .collect();
                self.tree.unordered("values", &rows)
            }
            GraphPattern::OrderBy { inner, expression } => {
                let mut parts = vec![self.pattern(inner)];
                for part in expression {
                    let (label, expression) = match part {
                        OrderExpression::Asc(expression) => ("asc", expression),
                        OrderExpression::Desc(expression) => ("desc", expression),
                    };
                    let inner = self.expression(expression);
                    parts.push(self.tree.ordered(label, &[inner]));
                }
                self.tree.ordered("order", &parts)
            }
            GraphPattern::Project { inner, variables } => {
                let names = self.variables(variables);
                let names = self.tree.unordered("", &names);
                // The outermost projection hides nothing from anyone.
                let inner = if std::mem::take(&mut self.outermost) {
                    self.pattern(inner)
                } else {
                    self.scoped(variables, |build| build.pattern(inner))
                };
                self.tree.ordered("project", &[names, inner])
            }
            GraphPattern::Distinct { inner } => {
                let inner = self.pattern(inner);
                self.tree.ordered("distinct", &[inner])
            }
            GraphPattern::Reduced { inner } => {
                let inner = self.pattern(inner);
                self.tree.ordered("reduced", &[inner])
            }
            GraphPattern::Slice {
                inner,
                start,
                length,
            } => {
                let inner = self.pattern(inner);
                if *start == 0 && length.is_none() {
                    return inner;
                }
                let limit = length.map_or(Cow::Borrowed("all"), |n| Cow::Owned(n.to_string()));
                let parts = [
                    inner,
                    self.tree.leaf(start.to_string()),
                    self.tree.leaf(limit),
                ];
                self.tree.ordered("slice", &parts)
            }
            GraphPattern::Group {
                inner,
                variables,
                aggregates,
            } => {
                let names = self.variables(variables);
                let by = self.tree.unordered("", &names);
                let results: Vec<Id> = aggregates.iter().map(|(v, _)| self.variable(v)).collect();
                let (mut parts, inner) = self.scoped(variables, |build| {
                    let inner = build.pattern(inner);
                    let computed: Vec<Id> = aggregates
                        .iter()
                        .map(|(_, aggregate)| build.aggregate(aggregate))
                        .collect();
                    (computed, inner)
                });
                for (part, result) in parts.iter_mut().zip(results) {
                    *part = self.tree.ordered("as", &[result, *part]);
                }
                let computed = self.tree.unordered("", &parts);
                self.tree.ordered("group", &[by, computed, inner])
            }
        }
    }

    /// The parts of a join, nested joins flattened.
    fn joined(&mut self, pattern: &'q GraphPattern) -> Vec<Id> {
        let mut parts = Vec::new();
        let mut stack = vec![pattern];
        while let Some(pattern) = stack.pop() {
            match pattern {
                GraphPattern::Join { left, right } => {
                    stack.push(right);
                    stack.push(left);
                }
                GraphPattern::Bgp { patterns } => {
                    parts.extend(patterns.iter().map(|triple| self.triple(triple)));
                }
                GraphPattern::Path {
                    subject,
                    path,
                    object,
                } => {
                    let triple = [
                        self.term(subject),
                        self.tree.leaf(path.to_string()),
                        self.term(object),
                    ];
                    parts.push(self.tree.ordered("", &triple));
                }
                _ => parts.push(self.pattern(pattern)),
            }
        }
        parts
    }

    fn flat(
        &mut self,
        pattern: &'q GraphPattern,
        split: impl Fn(&'q GraphPattern) -> Option<(&'q GraphPattern, &'q GraphPattern)>,
    ) -> Vec<Id> {
        let mut parts = Vec::new();
        let mut stack = vec![pattern];
        while let Some(pattern) = stack.pop() {
            match split(pattern) {
                Some((left, right)) => {
                    stack.push(right);
                    stack.push(left);
                }
                None => parts.push(self.pattern(pattern)),
            }
        }
        parts
    }

    fn triple(&mut self, triple: &'q TriplePattern) -> Id {
        let parts = [
            self.term(&triple.subject),
            self.name(&triple.predicate),
            self.term(&triple.object),
        ];
        self.tree.ordered("", &parts)
    }

    fn term(&mut self, term: &'q TermPattern) -> Id {
        match term {
            TermPattern::NamedNode(iri) => self.tree.leaf(iri.to_string()),
            TermPattern::Literal(literal) => self.tree.leaf(literal.to_string()),
            TermPattern::Variable(variable) => self.variable(variable),
            TermPattern::BlankNode(blank) => {
                let next = self.variables;
                let number = *self.blanks.entry(blank.as_str()).or_insert(next);
                if number == next {
                    self.variables += 1;
                }
                self.tree.variable(number)
            }
        }
    }

    fn name(&mut self, name: &'q NamedNodePattern) -> Id {
        match name {
            NamedNodePattern::NamedNode(iri) => self.tree.leaf(iri.to_string()),
            NamedNodePattern::Variable(variable) => self.variable(variable),
        }
    }

    fn row(&mut self, variables: &'q [Variable], row: &'q [Option<GroundTerm>]) -> Id {
        let mut cells = Vec::new();
        for (variable, value) in variables.iter().zip(row) {
            let value = match value {
                Some(value) => Cow::Owned(value.to_string()),
                None => Cow::Borrowed("UNDEF"),
            };
            let pair = [self.variable(variable), self.tree.leaf(value)];
            cells.push(self.tree.ordered("", &pair));
        }
        self.tree.unordered("row", &cells)
    }
}
