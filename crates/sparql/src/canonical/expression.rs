//! Turns expressions and aggregates into trees.

use spargebra::algebra::{AggregateExpression, AggregateFunction, Expression};

use super::build::Build;
use super::tree::Id;

impl<'q> Build<'q> {
    pub(super) fn aggregate(&mut self, aggregate: &'q AggregateExpression) -> Id {
        match aggregate {
            AggregateExpression::CountSolutions { distinct } => self.tree.leaf(if *distinct {
                "count distinct *"
            } else {
                "count *"
            }),
            AggregateExpression::FunctionCall {
                name,
                expr,
                distinct,
            } => {
                let distinct = if *distinct { " distinct" } else { "" };
                let name = match name {
                    AggregateFunction::GroupConcat { separator } => {
                        format!("group_concat{distinct} {separator:?}")
                    }
                    name => format!("{name}{distinct}").to_ascii_lowercase(),
                };
                let parts = [self.tree.leaf(name), self.expression(expr)];
                self.tree.ordered("", &parts)
            }
        }
    }

    pub(super) fn conjunction(&mut self, conditions: &[&'q Expression]) -> Id {
        let parts = self.flat_expressions(conditions, |expression| match expression {
            Expression::And(left, right) => Some((left, right)),
            _ => None,
        });
        self.tree.unordered("and", &parts)
    }

    fn flat_expressions(
        &mut self,
        expressions: &[&'q Expression],
        split: impl Fn(&'q Expression) -> Option<(&'q Expression, &'q Expression)>,
    ) -> Vec<Id> {
        let mut parts = Vec::new();
        let mut stack = expressions.to_vec();
        while let Some(expression) = stack.pop() {
            match split(expression) {
                Some((left, right)) => {
                    stack.push(right);
                    stack.push(left);
                }
                None => parts.push(self.expression(expression)),
            }
        }
        parts
    }

    pub(super) fn expression(&mut self, expression: &'q Expression) -> Id {
        let (label, ordered, parts): (_, _, Vec<&'q Expression>) = match expression {
            Expression::NamedNode(iri) => return self.tree.leaf(iri.to_string()),
            Expression::Literal(literal) => return self.tree.leaf(literal.to_string()),
            Expression::Variable(variable) => return self.variable(variable),
            Expression::Bound(variable) => {
                let variable = self.variable(variable);
                return self.tree.ordered("bound", &[variable]);
            }
            Expression::Exists(pattern) => {
                let pattern = self.pattern(pattern);
                return self.tree.ordered("exists", &[pattern]);
            }
            Expression::And(..) => return self.conjunction(&[expression]),
            Expression::Or(..) => {
                let parts = self.flat_expressions(&[expression], |expression| match expression {
                    Expression::Or(left, right) => Some((left, right)),
                    _ => None,
                });
                return self.tree.unordered("or", &parts);
            }
            Expression::In(inner, list) => {
                let inner = self.expression(inner);
                let list: Vec<Id> = list.iter().map(|item| self.expression(item)).collect();
                let list = self.tree.unordered("", &list);
                return self.tree.ordered("in", &[inner, list]);
            }
            Expression::FunctionCall(function, arguments) => {
                let mut parts = vec![self.tree.leaf(function.to_string())];
                for argument in arguments {
                    parts.push(self.expression(argument));
                }
                return self.tree.ordered("call", &parts);
            }
            Expression::Equal(left, right) => ("=", false, vec![left, right]),
            Expression::SameTerm(left, right) => ("sameTerm", false, vec![left, right]),
            Expression::Less(left, right) | Expression::Greater(right, left) => {
                ("<", true, vec![left, right])
            }
            Expression::LessOrEqual(left, right) | Expression::GreaterOrEqual(right, left) => {
                ("<=", true, vec![left, right])
            }
            Expression::Add(left, right) => ("+", false, vec![left, right]),
            Expression::Multiply(left, right) => ("*", false, vec![left, right]),
            Expression::Subtract(left, right) => ("-", true, vec![left, right]),
            Expression::Divide(left, right) => ("/", true, vec![left, right]),
            Expression::UnaryPlus(inner) => ("unary +", true, vec![inner]),
            Expression::UnaryMinus(inner) => ("unary -", true, vec![inner]),
            Expression::Not(inner) => ("not", true, vec![inner]),
            Expression::If(condition, then, otherwise) => {
                ("if", true, vec![condition, then, otherwise])
            }
            Expression::Coalesce(list) => ("coalesce", true, list.iter().collect()),
        };
        let parts: Vec<Id> = parts
            .into_iter()
            .map(|part| self.expression(part))
            .collect();
        if ordered {
            self.tree.ordered(label, &parts)
        } else {
            self.tree.unordered(label, &parts)
        }
    }
}
