//! `qb-chat`: a model writes the query, with the IRIs that were linked and no others.

use std::fmt::Write;

use lydite_sparql::{Dialect, Structure, parse};

use super::linking::called;
use super::{Message, Role, Speaker};
use crate::annotation::{AnnotatedQuestion, Candidate, Kind, Source};
use crate::component::{ComponentError, Cost, Described, Description, Need, QueryBuilder, Task};
use crate::components::queries::given;
use crate::resources::Resources;

const NAME: &str = "qb-chat";

/// How often a query that cannot be used goes back to the model.
const REPAIRS: usize = 1;

/// What any query may speak of.
const COMMON: [&str; 2] = [
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#type",
    "http://www.w3.org/2000/01/rdf-schema#label",
];

/// Asks a model for a query.
pub(super) struct Builder {
    speaker: Speaker,
}

impl Builder {
    pub(super) fn new(speaker: Speaker) -> Self {
        Self { speaker }
    }
}

impl Described for Builder {
    fn description(&self) -> Description {
        Description::new(
            NAME,
            Task::BuildQueries,
            "A language model writes a query with the entities, relations and classes that were linked; one with other IRIs goes back to it once, and is dropped then",
        )
        .needs(&[Need::Links, Need::Network])
        .cost(Cost::Seconds)
    }
}

/// The IRIs of a query that it may not speak of; nothing if it cannot be read or calls services.
fn foreign(query: &str, allowed: &[String]) -> Option<Vec<String>> {
    let parsed = parse(query, &Dialect::field()).ok()?;
    let structure = Structure::of(&parsed);
    if structure.constructs.services > 0 {
        return None;
    }
    let spoken = [
        structure.entities(),
        structure.properties(),
        structure.classes(),
    ];
    let others = spoken
        .into_iter()
        .flatten()
        .filter(|iri| !COMMON.contains(iri) && !allowed.iter().any(|known| known == iri));
    Some(others.map(str::to_owned).collect())
}

impl QueryBuilder for Builder {
    fn build(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Candidate>, ComponentError> {
        let mut told = format!("Question: {}\n", question.text());
        let mut allowed = Vec::new();
        for (heading, kind) in [
            ("Entities", Kind::Entity),
            ("Properties", Kind::Relation),
            ("Classes", Kind::Class),
        ] {
            let iris = given(question, kind);
            if !iris.is_empty() {
                let _ = writeln!(told, "{heading}:");
            }
            for iri in iris {
                let _ = writeln!(told, "<{iri}> {}", called(&iri, resources));
                allowed.push(iri);
            }
        }
        if allowed.is_empty() {
            return Ok(Vec::new());
        }
        let mut messages = vec![
            Message::new(
                Role::System,
                "You write SPARQL queries over a knowledge graph. Use the IRIs that are given, in angle brackets, and no others. Reply with one query and nothing else.",
            ),
            Message::new(Role::User, told),
        ];
        for _ in 0..=REPAIRS {
            let Some(reply) = self.speaker.reply(NAME, &messages)? else {
                return Ok(Vec::new());
            };
            let others = reply.query.as_ref().map(|query| foreign(query, &allowed));
            let complaint = match (reply.query, others) {
                (Some(query), Some(Some(others))) if others.is_empty() => {
                    let model = self.speaker.name().unwrap_or_default();
                    return Ok(vec![
                        Candidate::new(query, 1.0).because(Source::Model, model, 1.0),
                    ]);
                }
                (Some(_), Some(Some(others))) => format!(
                    "These IRIs were not given: <{}>. Reply with a query that has only those that were.",
                    others.join(">, <")
                ),
                _ => "That is no SPARQL query that can be run. Reply with one query and nothing else."
                    .to_owned(),
            };
            messages.push(Message::new(Role::Assistant, reply.text));
            messages.push(Message::new(Role::User, complaint));
        }
        Ok(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_speaks_of_what_was_given() {
        let allowed = ["http://ex/e".to_owned(), "http://ex/p".to_owned()];
        let foreign = |query: &str| foreign(query, &allowed);
        let own = "SELECT ?x { <http://ex/e> <http://ex/p> ?x ; a ?class }";
        assert_eq!(foreign(own), Some(Vec::new()));
        let other = "SELECT ?x { <http://ex/f> <http://ex/p> ?x . ?x a <http://ex/C> }";
        assert_eq!(
            foreign(other),
            Some(vec!["http://ex/f".to_owned(), "http://ex/C".to_owned()])
        );
        assert_eq!(foreign("this is no query"), None);
        assert_eq!(
            foreign("SELECT ?x { SERVICE <http://ex/s> { <http://ex/e> <http://ex/p> ?x } }"),
            None
        );
    }
}
