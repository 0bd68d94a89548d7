//! Property paths as SPARQL 1.1 defines them (18.4, 9.3).
//!
//! The evaluator takes all that a path leads to once. But only `*`, `+` and `?` are sets: an
//! alternative is a union and a sequence a join, and both keep their duplicates. So paths are taken
//! apart down to the closures. A closure also leads from every constant to itself, be it in the
//! graph or not.

use lydite_sparql::spargebra::algebra::{Expression, GraphPattern, PropertyPathExpression};
use lydite_sparql::spargebra::term::{
    GroundTerm, NamedNodePattern, TermPattern, TriplePattern, Variable,
};

/// Takes a path apart. `is_node` says whether a constant is surely a node of the graph.
pub(super) fn take_apart(
    subject: TermPattern,
    path: PropertyPathExpression,
    object: TermPattern,
    variables: &mut usize,
    is_node: &dyn Fn(&TermPattern) -> bool,
) -> GraphPattern {
    match path {
        PropertyPathExpression::NamedNode(predicate) => GraphPattern::Bgp {
            patterns: vec![TriplePattern {
                subject,
                predicate: NamedNodePattern::NamedNode(predicate),
                object,
            }],
        },
        PropertyPathExpression::Reverse(inner) => {
            take_apart(object, *inner, subject, variables, is_node)
        }
        // Between two known ends the evaluator would count all properties as one way.
        PropertyPathExpression::NegatedPropertySet(excluded) => {
            *variables += 1;
            let property = Variable::new_unchecked(format!("lydite_path_{variables}"));
            let others = excluded.into_iter().map(|excluded| {
                Expression::Not(Box::new(Expression::SameTerm(
                    Box::new(Expression::Variable(property.clone())),
                    Box::new(Expression::NamedNode(excluded)),
                )))
            });
            let all = others.reduce(|one, other| Expression::And(Box::new(one), Box::new(other)));
            let triple = GraphPattern::Bgp {
                patterns: vec![TriplePattern {
                    subject,
                    predicate: NamedNodePattern::Variable(property),
                    object,
                }],
            };
            match all {
                Some(expr) => GraphPattern::Filter {
                    expr,
                    inner: Box::new(triple),
                },
                None => triple,
            }
        }
        PropertyPathExpression::Sequence(first, then) => {
            *variables += 1;
            let between = Variable::new_unchecked(format!("lydite_path_{variables}"));
            let left = take_apart(subject, *first, between.clone().into(), variables, is_node);
            let right = take_apart(between.into(), *then, object, variables, is_node);
            join(left, right)
        }
        PropertyPathExpression::Alternative(one, other) => GraphPattern::Union {
            left: Box::new(take_apart(
                subject.clone(),
                *one,
                object.clone(),
                variables,
                is_node,
            )),
            right: Box::new(take_apart(subject, *other, object, variables, is_node)),
        },
        path @ (PropertyPathExpression::ZeroOrMore(_) | PropertyPathExpression::ZeroOrOne(_)) => {
            with_start(subject, path, object, is_node)
        }
        path => GraphPattern::Path {
            subject,
            path,
            object,
        },
    }
}

/// A path that may be of no length. From a constant that is no node of the graph the evaluator finds
/// nothing, so the constant itself is added.
fn with_start(
    subject: TermPattern,
    path: PropertyPathExpression,
    object: TermPattern,
    is_node: &dyn Fn(&TermPattern) -> bool,
) -> GraphPattern {
    let addition = match (&subject, &object) {
        // Nothing needs to be in the graph for a thing to be itself.
        (start, end) if constant(start).is_some() && start == end => {
            return GraphPattern::default();
        }
        (start, TermPattern::Variable(open)) | (TermPattern::Variable(open), start)
            if !is_node(start) =>
        {
            constant(start).map(|start| (start, open.clone()))
        }
        _ => None,
    };
    let path = GraphPattern::Path {
        subject,
        path,
        object,
    };
    let Some((start, open)) = addition else {
        return path;
    };
    let itself = GraphPattern::Values {
        variables: vec![open.clone()],
        bindings: vec![vec![Some(start.clone())]],
    };
    let elsewhere = Expression::Not(Box::new(Expression::SameTerm(
        Box::new(Expression::Variable(open)),
        Box::new(match start {
            GroundTerm::NamedNode(node) => Expression::NamedNode(node),
            GroundTerm::Literal(literal) => Expression::Literal(literal),
        }),
    )));
    GraphPattern::Union {
        // An empty group is there once in each of the graphs that are asked.
        left: Box::new(join(GraphPattern::default(), itself)),
        right: Box::new(GraphPattern::Filter {
            expr: elsewhere,
            inner: Box::new(path),
        }),
    }
}

fn constant(term: &TermPattern) -> Option<GroundTerm> {
    match term {
        TermPattern::NamedNode(node) => Some(node.clone().into()),
        TermPattern::Literal(literal) => Some(literal.clone().into()),
        TermPattern::BlankNode(_) | TermPattern::Variable(_) => None,
    }
}

/// Both together; triples side by side become one group.
pub(super) fn join(left: GraphPattern, right: GraphPattern) -> GraphPattern {
    match (left, right) {
        (GraphPattern::Bgp { patterns: mut all }, GraphPattern::Bgp { patterns }) => {
            all.extend(patterns);
            GraphPattern::Bgp { patterns: all }
        }
        (left, right) => GraphPattern::Join {
            left: Box::new(left),
            right: Box::new(right),
        },
    }
}
