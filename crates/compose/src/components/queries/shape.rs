//! Small queries around one or two entities: one or two triples, in every direction.

use lydite_sparql::spargebra::algebra::Expression;
use lydite_sparql::{Dialect, Form as QueryForm, Node, Structure, parse};
use serde::{Deserialize, Serialize};

use crate::components::wording::Asks;

const TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

/// An end of a triple.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum End {
    /// What is asked for.
    Asked,
    /// What stands between.
    Between,
    /// An entity, by its place among those that were given.
    Entity(usize),
}

/// A triple of a small query.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Fact {
    pub(crate) subject: End,
    /// The property, by its place among those that were given.
    pub(crate) property: usize,
    pub(crate) object: End,
}

/// What a small query gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) enum Form {
    Select,
    Count,
    Ask,
}

impl From<Asks> for Form {
    fn from(asks: Asks) -> Self {
        match asks {
            Asks::Things => Self::Select,
            Asks::Number => Self::Count,
            Asks::YesNo => Self::Ask,
        }
    }
}

/// A small query over given entities, properties and classes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Shape {
    pub(crate) form: Form,
    pub(crate) facts: Vec<Fact>,
    /// The class, by its place among those that were given, and what belongs to it.
    pub(crate) class: Option<(End, usize)>,
}

/// The IRIs from which queries are built.
#[derive(Clone, Debug, Default)]
pub(crate) struct Given {
    pub(crate) entities: Vec<String>,
    pub(crate) properties: Vec<String>,
    pub(crate) classes: Vec<String>,
}

impl Shape {
    /// As a query.
    pub(crate) fn sparql(&self, given: &Given) -> String {
        let mut body = String::new();
        for fact in &self.facts {
            let property = &given.properties[fact.property];
            body.push_str(&format!(
                "{} <{property}> {} . ",
                end(&fact.subject, given),
                end(&fact.object, given)
            ));
        }
        if let Some((on, class)) = &self.class {
            body.push_str(&format!(
                "{} a <{}> . ",
                end(on, given),
                given.classes[*class]
            ));
        }
        match self.form {
            Form::Select => format!("SELECT DISTINCT ?uri WHERE {{ {body}}}"),
            Form::Count => format!("SELECT (COUNT(DISTINCT ?uri) AS ?count) WHERE {{ {body}}}"),
            Form::Ask => format!("ASK {{ {body}}}"),
        }
    }

    /// As a query that says whether there is anything.
    pub(crate) fn probe(&self, given: &Given) -> String {
        Self {
            form: Form::Ask,
            ..self.clone()
        }
        .sparql(given)
    }

    /// By what its queries are the same: form, triples and class, whatever their order and the names of variables.
    pub(crate) fn key(&self, given: &Given) -> String {
        let mut lines: Vec<String> = self
            .facts
            .iter()
            .map(|fact| {
                let property = &given.properties[fact.property];
                format!(
                    "{} {property} {}",
                    end(&fact.subject, given),
                    end(&fact.object, given)
                )
            })
            .collect();
        if let Some((on, class)) = &self.class {
            lines.push(format!(
                "{} {TYPE} {}",
                end(on, given),
                given.classes[*class]
            ));
        }
        key(self.form, lines)
    }

    /// What kind of query it is, whatever its IRIs.
    pub(crate) fn signature(&self) -> String {
        let name = |end: &End| match end {
            End::Asked => "u",
            End::Between => "x",
            End::Entity(_) => "e",
        };
        let mut facts: Vec<String> = self
            .facts
            .iter()
            .map(|fact| format!("{}>{}", name(&fact.subject), name(&fact.object)))
            .collect();
        facts.sort_unstable();
        let same = match &self.facts[..] {
            [one, other] if one.property == other.property => " same",
            _ => "",
        };
        let class = self
            .class
            .as_ref()
            .map_or(String::new(), |(on, _)| format!(" a {}", name(on)));
        format!("{:?} {}{same}{class}", self.form, facts.join(","))
    }
}

fn end(end: &End, given: &Given) -> String {
    match end {
        End::Asked => "?uri".to_owned(),
        End::Between => "?x".to_owned(),
        End::Entity(at) => format!("<{}>", given.entities[*at]),
    }
}

fn key(form: Form, mut lines: Vec<String>) -> String {
    lines.sort_unstable();
    lines.dedup();
    format!("{form:?} {}", lines.join(" . "))
}

/// The key of a query, if it is a small one; also when it is written another way.
pub(crate) fn key_of_query(query: &str) -> Option<String> {
    let parsed = parse(query, &Dialect::field()).ok()?;
    let structure = Structure::of(&parsed);
    let counted = structure
        .aggregates
        .first()
        .and_then(|aggregate| match aggregate.argument {
            Some(Expression::Variable(variable)) => Some(variable.as_str().to_owned()),
            _ => None,
        });
    let (form, asked) = match structure.form {
        QueryForm::Ask => (Form::Ask, None),
        QueryForm::Select => match counted {
            Some(counted) => (Form::Count, Some(counted)),
            None => (
                Form::Select,
                Some(structure.projection.first()?.name.to_owned()),
            ),
        },
        _ => return None,
    };
    let mut between: Option<&str> = None;
    let mut lines = Vec::new();
    for triple in &structure.triples {
        let side = |node: &Node<'_>| -> Option<String> {
            match node {
                Node::Iri(iri) => Some(format!("<{iri}>")),
                Node::Variable(variable) if asked.as_deref() == Some(variable.name) => {
                    Some("?uri".to_owned())
                }
                Node::Variable(_) => Some("?x".to_owned()),
                _ => None,
            }
        };
        let subject = side(&triple.subject)?;
        let object = side(&triple.object)?;
        for node in [&triple.subject, &triple.object] {
            if let Node::Variable(variable) = node
                && asked.as_deref() != Some(variable.name)
            {
                if between.is_some_and(|known| known != variable.name) {
                    return None;
                }
                between = Some(variable.name);
            }
        }
        let property = triple.predicate.as_node()?.as_iri()?;
        let object = if property == TYPE {
            object.trim_matches(['<', '>']).to_owned()
        } else {
            object
        };
        lines.push(format!("{subject} {property} {object}"));
    }
    Some(key(form, lines))
}

/// All small queries of a form that use the given IRIs: one or two triples around one or two entities, each
/// direction, each order of properties, a property twice, a class on either variable.
pub(crate) fn shapes(form: Form, given: &Given) -> Vec<Shape> {
    let mut bodies: Vec<Vec<Fact>> = Vec::new();
    let fact = |subject: End, property: usize, object: End| Fact {
        subject,
        property,
        object,
    };
    let directed = |one: End, property: usize, other: End| {
        [
            fact(one.clone(), property, other.clone()),
            fact(other, property, one),
        ]
    };
    let entities = given.entities.len().min(3);
    let properties = given.properties.len().min(4);
    for first in 0..properties {
        for second in first..properties {
            let twice = first == second;
            for e in 0..entities {
                if twice && (given.entities.len() == 1 || entities > 2) {
                    for one in directed(End::Entity(e), first, End::Asked) {
                        bodies.push(vec![one]);
                    }
                }
                if given.entities.len() == 1 || entities > 2 {
                    let orders: &[(usize, usize)] = if twice {
                        &[(first, first)]
                    } else {
                        &[(first, second), (second, first)]
                    };
                    for (near, far) in orders {
                        for one in directed(End::Entity(e), *near, End::Between) {
                            for other in directed(End::Between, *far, End::Asked) {
                                bodies.push(vec![one.clone(), other]);
                            }
                        }
                    }
                }
                for f in e + 1..entities {
                    if form == Form::Ask {
                        if twice {
                            for one in directed(End::Entity(e), first, End::Entity(f)) {
                                bodies.push(vec![one]);
                            }
                        }
                        continue;
                    }
                    let orders: &[(usize, usize)] = if twice {
                        &[(first, first)]
                    } else {
                        &[(first, second), (second, first)]
                    };
                    for (of_e, of_f) in orders {
                        for one in directed(End::Entity(e), *of_e, End::Asked) {
                            for other in directed(End::Entity(f), *of_f, End::Asked) {
                                bodies.push(vec![one.clone(), other]);
                            }
                        }
                    }
                }
            }
        }
    }
    // Two properties are there to be used, unless nothing can be built with both.
    if properties == 2 && bodies.iter().any(|body| uses_both(body)) {
        bodies.retain(|body| uses_both(body));
    }
    let mut shapes = Vec::new();
    for body in bodies {
        let has = |end: &End| {
            body.iter()
                .any(|fact| fact.subject == *end || fact.object == *end)
        };
        if given.classes.is_empty() {
            shapes.push(Shape {
                form,
                facts: body,
                class: None,
            });
            continue;
        }
        for class in 0..given.classes.len().min(2) {
            for on in [End::Asked, End::Between] {
                if has(&on) {
                    shapes.push(Shape {
                        form,
                        facts: body.clone(),
                        class: Some((on, class)),
                    });
                }
            }
        }
        if form == Form::Ask && !has(&End::Asked) {
            shapes.push(Shape {
                form,
                facts: body,
                class: None,
            });
        }
    }
    // Only a class: its members; an entity and a class: whether it belongs there.
    if shapes.is_empty() && !given.classes.is_empty() {
        let on = match (form, given.entities.is_empty()) {
            (Form::Ask, false) => End::Entity(0),
            _ => End::Asked,
        };
        shapes.push(Shape {
            form,
            facts: Vec::new(),
            class: Some((on, 0)),
        });
    }
    shapes
}

fn uses_both(body: &[Fact]) -> bool {
    matches!(body, [one, other] if one.property != other.property)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(entities: &[&str], properties: &[&str], classes: &[&str]) -> Given {
        let owned = |iris: &[&str]| iris.iter().map(|iri| format!("http://ex/{iri}")).collect();
        Given {
            entities: owned(entities),
            properties: owned(properties),
            classes: owned(classes),
        }
    }

    #[test]
    fn gold_queries_are_among_the_shapes() {
        let one = given(&["E"], &["p"], &[]);
        let chain = given(&["E"], &["p", "q"], &[]);
        let chain_of_class = given(&["E"], &["p", "q"], &["C"]);
        let two = given(&["E", "F"], &["p", "q"], &["C"]);
        let pair = given(&["E", "F"], &["p"], &[]);
        for (given, form, query) in [
            (
                &one,
                Form::Select,
                "SELECT ?u { <http://ex/E> <http://ex/p> ?u }",
            ),
            (
                &one,
                Form::Count,
                "SELECT COUNT(?u) { ?u <http://ex/p> <http://ex/E> }",
            ),
            (
                &one,
                Form::Select,
                "SELECT ?u { ?z <http://ex/p> <http://ex/E> . ?z <http://ex/p> ?u }",
            ),
            (
                &chain,
                Form::Select,
                "SELECT DISTINCT ?u { <http://ex/E> <http://ex/q> ?z . ?u <http://ex/p> ?z }",
            ),
            (
                &chain_of_class,
                Form::Select,
                "SELECT DISTINCT ?u { ?z a <http://ex/C> . ?z <http://ex/q> <http://ex/E> . ?z <http://ex/p> ?u }",
            ),
            (
                &two,
                Form::Select,
                "SELECT ?u { ?u <http://ex/q> <http://ex/E> . ?u <http://ex/p> <http://ex/F> . ?u a <http://ex/C> }",
            ),
            (
                &pair,
                Form::Ask,
                "ASK { <http://ex/F> <http://ex/p> <http://ex/E> }",
            ),
            (
                &pair,
                Form::Select,
                "SELECT ?u { <http://ex/F> <http://ex/p> ?u . <http://ex/E> <http://ex/p> ?u }",
            ),
        ] {
            let gold = key_of_query(query).unwrap();
            let keys: Vec<String> = shapes(form, given)
                .iter()
                .map(|one| one.key(given))
                .collect();
            assert!(keys.contains(&gold), "{query}: {gold} not in {keys:#?}");
            // What is written has the key that it was written from.
            for shape in shapes(form, given) {
                assert_eq!(key_of_query(&shape.sparql(given)), Some(shape.key(given)));
            }
        }
    }

    #[test]
    fn nothing_given_gives_nothing() {
        assert!(shapes(Form::Select, &Given::default()).is_empty());
        assert_eq!(key_of_query("no query"), None);
    }
}
