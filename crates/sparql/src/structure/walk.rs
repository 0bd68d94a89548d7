//! Walks through the algebra and notes what it meets, without recursion.

use lydite_model::QueryForm;
use spargebra::Query;
use spargebra::algebra::{AggregateExpression, Expression, GraphPattern};
use spargebra::term::{GroundTerm, NamedNodePattern, TermPattern, TriplePattern};

use super::expressions::{conjuncts, each_exists};
use super::{
    Aggregate, Alias, Constructs, Duplicates, Filter, Form, Node, Predicate, Range, Scope,
    Structure, Triple, Values, Within,
};
use crate::Parsed;
use crate::lower::{MENTIONS, free_text};

pub(super) fn walk(parsed: &Parsed) -> Structure<'_> {
    let (form, pattern) = match &parsed.query {
        Query::Select { pattern, .. } => (Form::Select, pattern),
        Query::Ask { pattern, .. } => (Form::Ask, pattern),
        Query::Construct { pattern, .. } => (Form::Construct, pattern),
        Query::Describe { pattern, .. } => (Form::Describe, pattern),
    };
    let mut walk = Walk {
        structure: Structure {
            form,
            duplicates: Duplicates::Keep,
            projection: Vec::new(),
            triples: Vec::with_capacity(4),
            aliases: Vec::new(),
            aggregates: Vec::new(),
            filters: Vec::new(),
            values: Vec::new(),
            graph_names: Vec::new(),
            order: &[],
            group_by: &[],
            range: Range::default(),
            constructs: Constructs::default(),
            scopes: vec![Scope {
                parent: 0,
                shared: &[],
                pattern,
            }],
            text: &parsed.text,
        },
        stack: Vec::with_capacity(8),
        texts: parsed.form != QueryForm::Sparql,
        bgp: 0,
    };
    if let Query::Construct { template, .. } = &parsed.query {
        walk.triples(template, 0, Within::TEMPLATE, None);
    }
    walk.stack.push(Visit {
        pattern,
        scope: 0,
        within: Within::NOTHING,
        graph: None,
        level: Level::Top,
    });
    while let Some(visit) = walk.stack.pop() {
        walk.visit(visit);
    }
    let mut structure = walk.structure;
    // An alias of a projected expression and a BIND look alike in the algebra.
    if structure.constructs.binds > 0 && !mentions_bind(&parsed.text) {
        structure.constructs.binds = 0;
    }
    name_aggregates(&mut structure);
    structure
}

fn mentions_bind(text: &str) -> bool {
    text.as_bytes()
        .windows(4)
        .any(|window| window.eq_ignore_ascii_case(b"bind"))
}

/// Gives aggregates the names that `(COUNT(?x) AS ?n)` gives them.
fn name_aggregates(structure: &mut Structure<'_>) {
    for aggregate in &mut structure.aggregates {
        aggregate.alias = structure
            .aliases
            .iter()
            .find_map(|alias| match alias.expression {
                Expression::Variable(variable) if variable.as_str() == aggregate.variable.name => {
                    Some(alias.variable)
                }
                _ => None,
            });
    }
}

/// How a pattern belongs to the query itself.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    /// It is outside of the query's own projection: LIMIT, DISTINCT.
    Top,
    /// It is inside of the query's own projection: ORDER BY, HAVING, GROUP BY.
    Selected,
    /// It is inside of a sub-select's projection.
    Sub,
    /// It is a group.
    Group,
}

#[derive(Clone, Copy)]
struct Visit<'q> {
    pattern: &'q GraphPattern,
    scope: u32,
    within: Within,
    graph: Option<usize>,
    level: Level,
}

struct Walk<'q> {
    structure: Structure<'q>,
    stack: Vec<Visit<'q>>,
    texts: bool,
    bgp: usize,
}

impl<'q> Walk<'q> {
    fn visit(&mut self, visit: Visit<'q>) {
        let Visit {
            scope,
            within,
            graph,
            level,
            ..
        } = visit;
        let down = |pattern: &'q GraphPattern, within: Within| Visit {
            pattern,
            scope,
            within,
            graph,
            level: Level::Group,
        };
        let same = |pattern: &'q GraphPattern| Visit { pattern, ..visit };
        let counts = &mut self.structure.constructs;
        match visit.pattern {
            GraphPattern::Bgp { patterns } => {
                counts.bgps += usize::from(!patterns.is_empty());
                self.triples(patterns, scope, within, graph);
            }
            GraphPattern::Path {
                subject,
                path,
                object,
            } => {
                let triple = Triple {
                    subject: self.term(subject, scope),
                    predicate: Predicate::Path(path),
                    object: self.term(object, scope),
                    within,
                    bgp: self.bgp,
                    graph,
                };
                self.bgp += 1;
                self.structure.triples.push(triple);
            }
            GraphPattern::Join { left, right } | GraphPattern::Lateral { left, right } => {
                self.stack.push(down(right, within));
                self.stack.push(down(left, within));
            }
            GraphPattern::Union { left, right } => {
                counts.unions += 1;
                let within = within.and(Within::UNION);
                self.stack.push(down(right, within));
                self.stack.push(down(left, within));
            }
            GraphPattern::LeftJoin {
                left,
                right,
                expression,
            } => {
                counts.optionals += 1;
                let inside = within.and(Within::OPTIONAL);
                if let Some(expression) = expression {
                    self.filter(
                        expression,
                        Visit {
                            within: inside,
                            ..visit
                        },
                        false,
                    );
                }
                self.stack.push(down(right, inside));
                self.stack.push(down(left, within));
            }
            GraphPattern::Minus { left, right } => {
                counts.minuses += 1;
                self.stack.push(down(right, within.and(Within::MINUS)));
                self.stack.push(down(left, within));
            }
            GraphPattern::Filter { expr, inner } => {
                let selected = matches!(level, Level::Selected | Level::Sub);
                let having = selected && matches!(**inner, GraphPattern::Group { .. });
                self.filter(expr, visit, having);
                self.stack.push(same(inner));
            }
            GraphPattern::Graph { name, inner } => {
                counts.graphs += 1;
                self.named(name, down(inner, within.and(Within::GRAPH)));
            }
            GraphPattern::Service { name, inner, .. } => {
                counts.services += 1;
                self.named(name, down(inner, within.and(Within::SERVICE)));
            }
            GraphPattern::Extend {
                inner,
                variable,
                expression,
            } => {
                counts.binds += 1;
                self.exists(expression, visit);
                let variable = self.structure.resolve(variable.as_str(), scope);
                self.structure.aliases.push(Alias {
                    variable,
                    expression,
                    scope,
                    within,
                });
                self.stack.push(same(inner));
            }
            GraphPattern::Values {
                variables,
                bindings,
            } => {
                let variables = variables
                    .iter()
                    .map(|variable| self.structure.resolve(variable.as_str(), scope))
                    .collect();
                let cells = bindings.iter().flatten().flatten();
                let iris = cells.filter_map(|term| match term {
                    GroundTerm::NamedNode(iri) => Some(iri.as_str()),
                    _ => None,
                });
                self.structure.values.push(Values {
                    variables,
                    iris: iris.collect(),
                    rows: bindings.len(),
                });
            }
            GraphPattern::OrderBy { inner, expression } => {
                counts.orders += 1;
                if level == Level::Selected {
                    self.structure.order = expression;
                }
                self.stack.push(same(inner));
            }
            GraphPattern::Project { inner, variables } => self.project(visit, inner, variables),
            GraphPattern::Distinct { inner } => {
                if level == Level::Top {
                    self.structure.duplicates = Duplicates::Distinct;
                }
                self.stack.push(same(inner));
            }
            GraphPattern::Reduced { inner } => {
                if level == Level::Top {
                    self.structure.duplicates = Duplicates::Reduced;
                }
                self.stack.push(same(inner));
            }
            GraphPattern::Slice {
                inner,
                start,
                length,
            } => {
                counts.limits += usize::from(length.is_some());
                counts.offsets += usize::from(*start > 0);
                if level == Level::Top {
                    self.structure.range = Range {
                        limit: *length,
                        offset: (*start > 0).then_some(*start),
                    };
                }
                self.stack.push(same(inner));
            }
            GraphPattern::Group {
                inner,
                variables,
                aggregates,
            } => {
                counts.groups += 1;
                if level == Level::Selected {
                    self.structure.group_by = variables;
                }
                let inside = self.scope(scope, variables, inner);
                for (variable, aggregate) in aggregates {
                    self.aggregate(variable.as_str(), aggregate, visit, inside);
                }
                self.stack.push(Visit {
                    pattern: inner,
                    scope: inside,
                    within,
                    graph,
                    level: Level::Group,
                });
            }
        }
    }

    /// Goes into a GRAPH or SERVICE of this name.
    fn named(&mut self, name: &'q NamedNodePattern, inside: Visit<'q>) {
        let graph = Some(self.structure.graph_names.len());
        let name = self.name(name, inside.scope);
        self.structure.graph_names.push(name);
        self.stack.push(Visit { graph, ..inside });
    }

    fn project(
        &mut self,
        visit: Visit<'q>,
        inner: &'q GraphPattern,
        variables: &'q [spargebra::term::Variable],
    ) {
        if visit.level == Level::Top {
            // The algebra has a projection of all variables for ASK, too.
            if matches!(self.structure.form, Form::Select | Form::Describe) {
                self.structure.projection = variables
                    .iter()
                    .map(|variable| self.structure.resolve(variable.as_str(), 0))
                    .collect();
            }
            self.structure.scopes[0].pattern = inner;
            self.stack.push(Visit {
                pattern: inner,
                level: Level::Selected,
                ..visit
            });
            return;
        }
        self.structure.constructs.sub_selects += 1;
        let scope = self.scope(visit.scope, variables, inner);
        self.stack.push(Visit {
            pattern: inner,
            scope,
            within: visit.within.and(Within::SUB_SELECT),
            graph: visit.graph,
            level: Level::Sub,
        });
    }

    fn scope(
        &mut self,
        parent: u32,
        shared: &'q [spargebra::term::Variable],
        pattern: &'q GraphPattern,
    ) -> u32 {
        let number = u32::try_from(self.structure.scopes.len()).unwrap_or(u32::MAX);
        self.structure.scopes.push(Scope {
            parent,
            shared,
            pattern,
        });
        number
    }

    fn aggregate(
        &mut self,
        variable: &'q str,
        aggregate: &'q AggregateExpression,
        visit: Visit<'q>,
        inside: u32,
    ) {
        let (function, distinct, argument) = match aggregate {
            AggregateExpression::CountSolutions { distinct } => (None, *distinct, None),
            AggregateExpression::FunctionCall {
                name,
                expr,
                distinct,
            } => (Some(name), *distinct, Some(expr)),
        };
        if let Some(argument) = argument {
            self.exists(
                argument,
                Visit {
                    scope: inside,
                    ..visit
                },
            );
        }
        let variable = self.structure.resolve(variable, visit.scope);
        self.structure.aggregates.push(Aggregate {
            function,
            distinct,
            argument,
            variable,
            alias: None,
            scope: inside,
            within: visit.within,
        });
    }

    fn filter(&mut self, expression: &'q Expression, visit: Visit<'q>, having: bool) {
        for conjunct in conjuncts(expression) {
            self.exists(conjunct, visit);
            self.structure.filters.push(Filter {
                expression: conjunct,
                having,
                scope: visit.scope,
                within: visit.within,
            });
        }
    }

    fn exists(&mut self, expression: &'q Expression, visit: Visit<'q>) {
        each_exists(expression, &mut |pattern| {
            self.structure.constructs.exists += 1;
            self.stack.push(Visit {
                pattern,
                within: visit.within.and(Within::EXISTS),
                level: Level::Group,
                ..visit
            });
        });
    }

    fn triples(
        &mut self,
        patterns: &'q [TriplePattern],
        scope: u32,
        within: Within,
        graph: Option<usize>,
    ) {
        for pattern in patterns {
            let predicate = match &pattern.predicate {
                NamedNodePattern::NamedNode(iri) if self.texts && iri.as_str() == MENTIONS => {
                    Predicate::Mentions
                }
                predicate => Predicate::Node(self.name(predicate, scope)),
            };
            let triple = Triple {
                subject: self.term(&pattern.subject, scope),
                predicate,
                object: self.term(&pattern.object, scope),
                within,
                bgp: self.bgp,
                graph,
            };
            self.structure.triples.push(triple);
        }
        self.bgp += 1;
    }

    fn name(&self, name: &'q NamedNodePattern, scope: u32) -> Node<'q> {
        match name {
            NamedNodePattern::NamedNode(iri) => self.iri(iri.as_str()),
            NamedNodePattern::Variable(variable) => {
                Node::Variable(self.structure.resolve(variable.as_str(), scope))
            }
        }
    }

    fn term(&self, term: &'q TermPattern, scope: u32) -> Node<'q> {
        match term {
            TermPattern::NamedNode(iri) => self.iri(iri.as_str()),
            TermPattern::Literal(literal) => Node::Literal(literal),
            TermPattern::BlankNode(blank) => Node::Blank(blank.as_str()),
            TermPattern::Variable(variable) => {
                Node::Variable(self.structure.resolve(variable.as_str(), scope))
            }
        }
    }

    fn iri(&self, iri: &'q str) -> Node<'q> {
        match free_text(iri).filter(|_| self.texts) {
            Some(text) => Node::Text(text),
            None => Node::Iri(iri),
        }
    }
}
