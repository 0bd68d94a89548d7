//! `CONSTRUCT` by hand: the solutions of its pattern, and the template filled in.

use std::collections::HashSet;

use lydite_sparql::spargebra::Query;
use lydite_sparql::spargebra::algebra::GraphPattern;
use lydite_sparql::spargebra::term::{NamedNodePattern, TermPattern, TriplePattern, Variable};
use oxrdf::{BlankNode, NamedOrBlankNode, Term, Triple};

use crate::Rows;

/// The query for the solutions behind a `CONSTRUCT`, and its template; `None` for other forms and
/// for templates without variables.
pub(super) fn solutions(query: &Query) -> Option<(Query, &[TriplePattern])> {
    let Query::Construct {
        template,
        dataset,
        pattern,
        ..
    } = query
    else {
        return None;
    };
    let mut variables: Vec<Variable> = Vec::new();
    for triple in template {
        let predicate = match &triple.predicate {
            NamedNodePattern::Variable(variable) => Some(variable),
            NamedNodePattern::NamedNode(_) => None,
        };
        for variable in [
            variable_of(&triple.subject),
            predicate,
            variable_of(&triple.object),
        ] {
            if let Some(variable) = variable.filter(|variable| !variables.contains(variable)) {
                variables.push(variable.clone());
            }
        }
    }
    if variables.is_empty() {
        return None;
    }
    let project = |inner: &GraphPattern| GraphPattern::Project {
        inner: Box::new(inner.clone()),
        variables: variables.clone(),
    };
    // Every solution counts for LIMIT, so equal ones must stay.
    let pattern = match pattern {
        GraphPattern::Slice {
            inner,
            start,
            length,
        } => GraphPattern::Slice {
            inner: Box::new(project(inner)),
            start: *start,
            length: *length,
        },
        whole => project(whole),
    };
    let select = Query::Select {
        dataset: dataset.clone(),
        pattern,
        base_iri: None,
    };
    Some((select, template))
}

fn variable_of(term: &TermPattern) -> Option<&Variable> {
    match term {
        TermPattern::Variable(variable) => Some(variable),
        TermPattern::NamedNode(_) | TermPattern::BlankNode(_) | TermPattern::Literal(_) => None,
    }
}

/// The triples of all solutions, each once. Those that are no triples are left out, as SPARQL says.
pub(super) fn fill(template: &[TriplePattern], rows: &Rows) -> Vec<Triple> {
    let mut seen = HashSet::new();
    let mut triples = Vec::new();
    for (number, row) in rows.rows.iter().enumerate() {
        let value = |variable: &Variable| {
            let column = rows
                .variables
                .iter()
                .position(|name| name == variable.as_str())?;
            row.get(column)?.clone()
        };
        for pattern in template {
            let Some(triple) = filled(pattern, number, &value) else {
                continue;
            };
            if seen.insert(triple.clone()) {
                triples.push(triple);
            }
        }
    }
    triples
}

fn filled(
    pattern: &TriplePattern,
    row: usize,
    value: &impl Fn(&Variable) -> Option<Term>,
) -> Option<Triple> {
    let term = |pattern: &TermPattern| match pattern {
        TermPattern::NamedNode(node) => Some(Term::from(node.clone())),
        TermPattern::Literal(literal) => Some(literal.clone().into()),
        // A blank node of the template is a new one in each solution.
        TermPattern::BlankNode(node) => {
            Some(BlankNode::new_unchecked(format!("t{row}x{}", node.as_str())).into())
        }
        TermPattern::Variable(variable) => value(variable),
    };
    let subject: NamedOrBlankNode = match term(&pattern.subject)? {
        Term::NamedNode(node) => node.into(),
        Term::BlankNode(node) => node.into(),
        Term::Literal(_) => return None,
    };
    let predicate = match &pattern.predicate {
        NamedNodePattern::NamedNode(node) => node.clone(),
        NamedNodePattern::Variable(variable) => match value(variable)? {
            Term::NamedNode(node) => node,
            Term::BlankNode(_) | Term::Literal(_) => return None,
        },
    };
    Some(Triple::new(subject, predicate, term(&pattern.object)?))
}

#[cfg(test)]
mod tests {
    use lydite_sparql::{Dialect, parse};
    use oxrdf::{Literal, NamedNode};

    use super::*;

    #[test]
    fn a_template_is_filled_with_each_solution() {
        let query = parse(
            "CONSTRUCT { ?x <http://e/p> ?y . ?y <http://e/q> _:b } { ?x ?z ?y } LIMIT 2",
            &Dialect::strict(),
        );
        let query = query.unwrap().query;
        let (select, template) = solutions(&query).unwrap();
        assert!(select.to_string().starts_with("SELECT ?x ?y WHERE"));
        assert!(select.to_string().ends_with("LIMIT 2"));
        let node = |iri: &str| Some(Term::from(NamedNode::new_unchecked(iri)));
        let rows = Rows {
            variables: vec!["x".into(), "y".into()],
            rows: vec![
                vec![node("http://e/1"), Some(Literal::from(1).into())],
                vec![node("http://e/1"), Some(Literal::from(1).into())],
                vec![node("http://e/2"), node("http://e/3")],
                vec![None, node("http://e/3")],
            ],
        };
        let triples = fill(template, &rows);
        assert_eq!(triples.len(), 4, "{triples:?}");
    }

    #[test]
    fn other_forms_have_no_template() {
        for text in [
            "ASK { }",
            "DESCRIBE <http://e/x>",
            "CONSTRUCT { <a:a> <a:b> <a:c> } { ?x ?y ?z }",
        ] {
            let query = parse(text, &Dialect::strict()).unwrap().query;
            assert!(solutions(&query).is_none(), "{text}");
        }
    }
}
