//! One known fault in a gold query: what the algebra of a query with that fault looks like.

use lydite_lab::attribution::FailureClass;
use lydite_sparql::spargebra::Query;
use lydite_sparql::spargebra::algebra::{
    AggregateExpression, AggregateFunction, Expression, GraphPattern, OrderExpression,
};
use lydite_sparql::spargebra::term::{
    NamedNode, NamedNodePattern, TermPattern, TriplePattern, Variable,
};
use lydite_sparql::written;

const TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

/// The mutations of a query, with the class that each belongs to.
pub(super) fn mutations(query: &Query) -> Vec<(FailureClass, Query)> {
    let mut found = Vec::new();
    let mut add = |class: FailureClass, change: &mut dyn FnMut(&mut Query) -> bool| {
        let mut changed = query.clone();
        if change(&mut changed) {
            found.push((class, changed));
        }
    };
    add(FailureClass::WrongProperty, &mut |query| {
        first_triple(query, |triple| match &mut triple.predicate {
            NamedNodePattern::NamedNode(iri) if iri.as_str() != TYPE => {
                *iri = other();
                true
            }
            _ => false,
        })
    });
    add(FailureClass::WrongEntity, &mut |query| {
        first_triple(query, |triple| {
            if is_type(triple) {
                return false;
            }
            let ends = [&mut triple.subject, &mut triple.object];
            let entity = ends
                .into_iter()
                .find(|end| matches!(end, TermPattern::NamedNode(_)));
            entity.map(|end| *end = other().into()).is_some()
        })
    });
    add(FailureClass::WrongClass, &mut |query| {
        first_triple(query, |triple| {
            let is = is_type(triple) && matches!(triple.object, TermPattern::NamedNode(_));
            if is {
                triple.object = other().into();
            }
            is
        })
    });
    add(FailureClass::WrongDirection, &mut |query| {
        first_triple(query, |triple| {
            let is = !is_type(triple)
                && !matches!(triple.object, TermPattern::Literal(_))
                && triple.subject != triple.object;
            if is {
                std::mem::swap(&mut triple.subject, &mut triple.object);
            }
            is
        })
    });
    add(FailureClass::MissingTriple, &mut |query| {
        first_bgp(query, |triples| {
            let several = triples.len() > 1;
            if several {
                triples.pop();
            }
            several
        })
    });
    add(FailureClass::ExtraTriple, &mut |query| {
        first_bgp(query, |triples| {
            let mut ends = triples
                .iter()
                .flat_map(|triple| [&triple.subject, &triple.object]);
            let variable = ends
                .find(|end| matches!(end, TermPattern::Variable(_)))
                .cloned();
            drop(ends);
            let Some(subject) = variable else {
                return false;
            };
            triples.push(TriplePattern {
                subject,
                predicate: other().into(),
                object: other().into(),
            });
            true
        })
    });
    add(FailureClass::WrongForm, &mut |query| {
        *query = match std::mem::replace(query, empty()) {
            Query::Select {
                dataset,
                pattern,
                base_iri,
            } => Query::Ask {
                dataset,
                pattern,
                base_iri,
            },
            Query::Ask {
                dataset,
                pattern,
                base_iri,
            } => Query::Select {
                dataset,
                pattern,
                base_iri,
            },
            other => other,
        };
        true
    });
    add(FailureClass::WrongCondition, &mut |query| {
        descend(pattern_of(query), &mut |pattern| match pattern {
            GraphPattern::Filter { inner, .. }
                if !matches!(**inner, GraphPattern::Group { .. }) =>
            {
                *pattern = std::mem::take(&mut **inner);
                true
            }
            _ => false,
        })
    });
    add(FailureClass::WrongOrder, &mut |query| {
        descend(pattern_of(query), &mut |pattern| match pattern {
            GraphPattern::OrderBy { expression, .. } => {
                for order in expression {
                    *order = match order.clone() {
                        OrderExpression::Asc(by) => OrderExpression::Desc(by),
                        OrderExpression::Desc(by) => OrderExpression::Asc(by),
                    };
                }
                true
            }
            _ => false,
        })
    });
    add(FailureClass::WrongRange, &mut |query| {
        let Query::Select { pattern, .. } = query else {
            return false;
        };
        if let GraphPattern::Slice { inner, .. } = pattern {
            *pattern = std::mem::take(&mut **inner);
        } else {
            let inner = Box::new(std::mem::take(pattern));
            *pattern = GraphPattern::Slice {
                inner,
                start: 0,
                length: Some(7),
            };
        }
        true
    });
    add(FailureClass::WrongAggregation, &mut |query| {
        if !matches!(query, Query::Select { .. }) {
            return false;
        }
        descend(pattern_of(query), &mut |pattern| match pattern {
            GraphPattern::Group { aggregates, .. } => {
                let Some((_, aggregate)) = aggregates.first_mut() else {
                    return false;
                };
                *aggregate = match aggregate.clone() {
                    AggregateExpression::FunctionCall { expr, distinct, .. } => {
                        AggregateExpression::FunctionCall {
                            name: AggregateFunction::Avg,
                            expr,
                            distinct: !distinct,
                        }
                    }
                    AggregateExpression::CountSolutions { distinct } => {
                        AggregateExpression::CountSolutions {
                            distinct: !distinct,
                        }
                    }
                };
                true
            }
            // A single column that is counted.
            GraphPattern::Project { inner, variables }
                if variables.len() == 1 && is_plain(inner) =>
            {
                let counted = Variable::new("lydite_counted").unwrap();
                let expr = Expression::Variable(variables[0].clone());
                let inside = GraphPattern::Group {
                    inner: Box::new(std::mem::take(&mut **inner)),
                    variables: Vec::new(),
                    aggregates: vec![(
                        Variable::new("0123456789abcdef0123456789abcdef").unwrap(),
                        AggregateExpression::FunctionCall {
                            name: AggregateFunction::Count,
                            expr,
                            distinct: false,
                        },
                    )],
                };
                **inner = GraphPattern::Extend {
                    inner: Box::new(inside),
                    variable: counted.clone(),
                    expression: Expression::Variable(
                        Variable::new("0123456789abcdef0123456789abcdef").unwrap(),
                    ),
                };
                *variables = vec![counted];
                true
            }
            _ => false,
        })
    });
    add(FailureClass::WrongTarget, &mut |query| {
        if !matches!(query, Query::Select { .. }) {
            return false;
        }
        let mut others: Vec<Variable> = Vec::new();
        descend(pattern_of(query), &mut |pattern| {
            if let GraphPattern::Bgp { patterns } = pattern {
                for triple in patterns {
                    for end in [&triple.subject, &triple.object] {
                        if let TermPattern::Variable(variable) = end {
                            others.push(variable.clone());
                        }
                    }
                }
            }
            false
        });
        descend(pattern_of(query), &mut |pattern| match pattern {
            GraphPattern::Project { inner, variables }
                if variables.len() == 1 && is_plain(inner) =>
            {
                let other = others.iter().find(|variable| **variable != variables[0]);
                other.map(|other| variables[0] = other.clone()).is_some()
            }
            _ => false,
        })
    });
    add(FailureClass::WrongDuplicates, &mut |query| {
        let Query::Select { pattern, .. } = query else {
            return false;
        };
        // Without a cut, DISTINCT does not change which answers there are.
        let GraphPattern::Slice { inner: place, .. } = pattern else {
            return false;
        };
        match &mut **place {
            GraphPattern::Distinct { inner } => **place = std::mem::take(&mut **inner),
            other => {
                let inner = Box::new(std::mem::take(other));
                **place = GraphPattern::Distinct { inner };
            }
        }
        true
    });
    found
}

/// A query as text, with other names for its variables.
pub(super) fn text(query: &Query) -> String {
    let text = written(query).unwrap_or_else(|| query.to_string());
    let mut out = String::with_capacity(text.len());
    let (mut in_iri, mut in_text, mut before) = (false, false, ' ');
    for c in text.chars() {
        match c {
            '<' if !in_text => in_iri = true,
            '>' | ' ' if in_iri => in_iri = false,
            '"' if !in_iri && before != '\\' => in_text = !in_text,
            _ => {}
        }
        out.push(c);
        if c == '?' && !in_iri && !in_text && before != ')' {
            out.push_str("zz");
        }
        before = c;
    }
    out
}

fn empty() -> Query {
    Query::Ask {
        dataset: None,
        pattern: GraphPattern::default(),
        base_iri: None,
    }
}

fn other() -> NamedNode {
    NamedNode::new("http://example.org/other").unwrap()
}

fn is_type(triple: &TriplePattern) -> bool {
    matches!(&triple.predicate, NamedNodePattern::NamedNode(iri) if iri.as_str() == TYPE)
}

/// Whether a column of the projection is a variable of the pattern.
fn is_plain(pattern: &GraphPattern) -> bool {
    matches!(
        pattern,
        GraphPattern::Bgp { .. } | GraphPattern::Join { .. } | GraphPattern::Filter { .. }
    ) && !matches!(pattern, GraphPattern::Filter { inner, .. } if matches!(**inner, GraphPattern::Group { .. }))
}

fn pattern_of(query: &mut Query) -> &mut GraphPattern {
    match query {
        Query::Select { pattern, .. }
        | Query::Ask { pattern, .. }
        | Query::Construct { pattern, .. }
        | Query::Describe { pattern, .. } => pattern,
    }
}

fn first_bgp(query: &mut Query, mut change: impl FnMut(&mut Vec<TriplePattern>) -> bool) -> bool {
    descend(pattern_of(query), &mut |pattern| match pattern {
        GraphPattern::Bgp { patterns } => change(patterns),
        _ => false,
    })
}

fn first_triple(query: &mut Query, mut change: impl FnMut(&mut TriplePattern) -> bool) -> bool {
    first_bgp(query, |triples| triples.iter_mut().any(&mut change))
}

/// Calls `change` on patterns from the outside in until one has changed.
fn descend(pattern: &mut GraphPattern, change: &mut dyn FnMut(&mut GraphPattern) -> bool) -> bool {
    if change(pattern) {
        return true;
    }
    match pattern {
        GraphPattern::Join { left, right }
        | GraphPattern::Union { left, right }
        | GraphPattern::LeftJoin { left, right, .. }
        | GraphPattern::Minus { left, right } => descend(left, change) || descend(right, change),
        GraphPattern::Filter { inner, .. }
        | GraphPattern::Graph { inner, .. }
        | GraphPattern::Extend { inner, .. }
        | GraphPattern::OrderBy { inner, .. }
        | GraphPattern::Project { inner, .. }
        | GraphPattern::Distinct { inner }
        | GraphPattern::Reduced { inner }
        | GraphPattern::Slice { inner, .. }
        | GraphPattern::Group { inner, .. } => descend(inner, change),
        _ => false,
    }
}
