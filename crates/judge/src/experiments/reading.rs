//! What a query says about its question: entities, properties, classes, triples.

use std::borrow::Cow;

use lydite_model::{Query, QueryForm};
use lydite_sparql::{Dialect, Node, Predicate, Structure, Triple, Within, parse};

const TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

/// What one side says about a question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Whether there is a query, and whether it can be read.
    pub state: State,
    /// The entities; for GERBIL all resources, classes among them, as often as they occur.
    pub resources: Vec<String>,
    /// The properties; for GERBIL `rdf:type` too, as often as they occur.
    pub properties: Vec<String>,
    /// The triple patterns.
    pub triples: Vec<Relation>,
    /// The classes that the answers belong to.
    pub item_types: Vec<String>,
}

/// Whether there is something, and whether it can be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// There is nothing.
    #[default]
    Absent,
    /// There is something that nobody understands.
    Unreadable,
    /// There is something.
    Present,
}

impl State {
    /// Present if there is any of it.
    pub(super) fn of<T>(items: &[T]) -> Self {
        if items.is_empty() {
            Self::Absent
        } else {
            Self::Present
        }
    }
}

/// A triple pattern without the names of its variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Relation {
    /// The IRI of the subject; `None` for a variable.
    pub subject: Option<String>,
    /// The IRI or the path between them; `None` for a variable.
    pub predicate: Option<String>,
    /// The object.
    pub object: Object,
}

/// The object of a triple pattern.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Object {
    /// A variable or a blank node.
    Nothing,
    /// An IRI.
    Iri(String),
    /// The text of a literal.
    Text(String),
}

impl Object {
    fn of(node: &Node<'_>) -> Self {
        match node {
            Node::Iri(iri) => Self::Iri((*iri).to_owned()),
            Node::Literal(literal) => Self::Text(literal.value().to_owned()),
            Node::Text(text) => Self::Text(text.clone().into_owned()),
            Node::Variable(_) | Node::Blank(_) => Self::Nothing,
        }
    }
}

impl std::fmt::Display for Relation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let iri = |iri: &Option<String>| iri.clone().unwrap_or_else(|| "?".to_owned());
        write!(f, "{} {} ", iri(&self.subject), iri(&self.predicate))?;
        match &self.object {
            Object::Nothing => f.write_str("?"),
            Object::Iri(iri) => f.write_str(iri),
            Object::Text(text) => write!(f, "\"{text}\""),
        }
    }
}

/// The query as GERBIL parses it: each `text:"…"` is a variable that a triple of its own binds, if
/// the query has the words `where {` for the triples to stand behind.
fn with_text_triples(query: &str) -> Cow<'_, str> {
    const OPEN: &str = "text:\"";
    const GROUP: &str = "where {";
    let group = query.to_ascii_lowercase().find(GROUP);
    let (Some(group), true) = (group, query.contains(OPEN)) else {
        return Cow::Borrowed(query);
    };
    let (head, mut rest) = query.split_at(group + GROUP.len());
    let (mut triples, mut body) = (String::new(), String::new());
    let mut number = 0;
    while let Some((before, after)) = rest.split_once(OPEN)
        && let Some((text, after)) = after.split_once('"')
    {
        body.push_str(&format!("{before}?text{number}"));
        triples.push_str(&format!(
            " ?text{number} <http://okbqa.org/text#query> \"{text}\" ."
        ));
        number += 1;
        rest = after;
    }
    Cow::Owned(format!("{head}{triples}{body}{rest}"))
}

impl Reading {
    /// What GERBIL reads: the triples of SPARQL 1.1 in text order, up to the first one whose
    /// predicate is a variable or a path; nothing of sub-selects, EXISTS, FILTER, BIND and VALUES.
    ///
    /// ```
    /// use lydite_judge::experiments::Reading;
    /// use lydite_model::Query;
    /// let reading = Reading::gerbil(&Query::sparql("ASK { <a:s> a <a:C> . <a:t> ?p <a:u> }"));
    /// // The class is a resource, and the second triple is lost but for its subject.
    /// assert_eq!(reading.resources, ["a:s", "a:C", "a:t"]);
    /// ```
    pub fn gerbil(query: &Query) -> Self {
        let mut reading = Self::default();
        if query.form != QueryForm::Sparql {
            return reading;
        }
        reading.state = State::Unreadable;
        let Ok(parsed) = parse(&with_text_triples(&query.text), &Dialect::strict()) else {
            return reading;
        };
        if parsed.form != QueryForm::Sparql {
            return reading;
        }
        reading.state = State::Present;
        let structure = Structure::of(&parsed);
        let is_seen = |triple: &Triple<'_>| {
            let unseen = [Within::SUB_SELECT, Within::EXISTS, Within::TEMPLATE];
            !unseen.iter().any(|around| triple.within.contains(*around))
        };
        // The algebra resolves sequences into triples. Where parts of the query are passed over, the
        // place of the first path in the text does not help, but the nodes between its steps do.
        let whole = structure.triples.iter().all(is_seen);
        let readable = if whole {
            parsed.triples_before_path().unwrap_or(usize::MAX)
        } else {
            usize::MAX
        };
        let is_step = |triple: &Triple<'_>| {
            matches!(triple.object, Node::Blank(label)
                if !whole && !parsed.text.contains('[') && !parsed.text.contains(&format!("_:{label}")))
        };
        for (at, triple) in structure.triples.iter().enumerate() {
            if !is_seen(triple) {
                continue;
            }
            // The subject is noted before the predicate raises an error.
            let subject = triple.subject.as_iri().map(str::to_owned);
            reading.resources.extend(subject.clone());
            let Predicate::Node(Node::Iri(predicate)) = triple.predicate else {
                break;
            };
            if at >= readable || is_step(triple) {
                break;
            }
            let object = Object::of(&triple.object);
            reading.properties.push(predicate.to_owned());
            if let Object::Iri(iri) = &object {
                reading.resources.push(iri.clone());
            }
            reading.triples.push(Relation {
                subject,
                predicate: Some(predicate.to_owned()),
                object,
            });
        }
        reading
    }

    /// What the query says, repaired if need be: every part of it, each identifier once and by its
    /// role.
    ///
    /// ```
    /// use lydite_judge::experiments::Reading;
    /// use lydite_model::Query;
    /// let query = Query::sparql("SELECT COUNT(?x) { ?x a dbo:Lake ; dbo:country dbr:Finland }");
    /// let reading = Reading::lydite(&query);
    /// assert_eq!(reading.resources, ["http://dbpedia.org/resource/Finland"]);
    /// assert_eq!(reading.properties, ["http://dbpedia.org/ontology/country"]);
    /// ```
    pub fn lydite(query: &Query) -> Self {
        let Ok(parsed) = parse(&query.text, &Dialect::field()) else {
            return Self {
                state: State::Unreadable,
                ..Self::default()
            };
        };
        let structure = Structure::of(&parsed);
        let owned = |iris: Vec<&str>| iris.into_iter().map(str::to_owned).collect::<Vec<_>>();
        let mut properties = owned(structure.properties());
        // That something belongs to a class is said by the class.
        properties.retain(|iri| iri != TYPE);
        let triples = structure
            .triples
            .iter()
            .filter(|triple| !triple.within.contains(Within::TEMPLATE))
            .map(|triple| Relation {
                subject: triple.subject.as_iri().map(str::to_owned),
                predicate: match &triple.predicate {
                    Predicate::Node(node) => node.as_iri().map(str::to_owned),
                    path => Some(path.to_string()),
                },
                object: Object::of(&triple.object),
            });
        Self {
            state: State::Present,
            resources: owned(structure.entities()),
            properties,
            triples: triples.collect(),
            item_types: owned(structure.answer_item_types()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gerbil(text: &str) -> Reading {
        Reading::gerbil(&Query::sparql(text))
    }

    #[test]
    fn texts_of_hybrid_queries_are_triples_to_gerbil() {
        let reading =
            gerbil("SELECT ?x WHERE { ?x <a:p> text:\"first man\" . ?x <a:q> text:\"b\" }");
        assert_eq!(
            reading
                .triples
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>(),
            [
                "? http://okbqa.org/text#query \"first man\"",
                "? http://okbqa.org/text#query \"b\"",
                "? a:p ?",
                "? a:q ?",
            ]
        );
        // Without a blank before the bracket GERBIL does not find the place.
        assert_eq!(
            gerbil("SELECT ?x WHERE{ ?x <a:p> text:\"b\" }").state,
            State::Unreadable
        );
        // Two terms are no triple.
        assert_eq!(
            gerbil("SELECT ?x WHERE { ?x text:\"b\" }").state,
            State::Unreadable
        );
    }

    #[test]
    fn gerbil_stops_at_a_path_or_variable_but_notes_its_subject() {
        for (text, resources, triples) in [
            (
                "ASK { <a:s> <a:p> <a:o> . <a:t> ?p <a:u> . <a:v> <a:q> ?y }",
                3,
                1,
            ),
            ("ASK { <a:s> <a:p> <a:o> . <a:t> <a:p>/<a:q> <a:u> }", 3, 1),
            (
                "ASK { <a:s> <a:p> <a:o> . <a:t> <a:p>* <a:u> . <a:v> <a:q> ?y }",
                3,
                1,
            ),
        ] {
            let reading = gerbil(text);
            assert_eq!(reading.resources.len(), resources, "{text}");
            assert_eq!(reading.triples.len(), triples, "{text}");
        }
    }
}
