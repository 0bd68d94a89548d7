//! `qb-nliwod` and `qb-frankenstein`: patterns by the number of classes, properties and entities, as they were.

use crate::annotation::{AnnotatedQuestion, Candidate, Kind, Source};
use crate::component::{ComponentError, Described, Description, Need, QueryBuilder, Task};
use crate::resources::Resources;

fn described(name: &str, about: &str, reference: &str) -> Description {
    Description::new(name, Task::BuildQueries, about)
        .needs(&[Need::Links])
        .reference(reference)
}

/// The values of a kind, in the order in which they stand in the question.
pub(in crate::components) fn given(question: &AnnotatedQuestion, kind: Kind) -> Vec<String> {
    question
        .values(kind)
        .into_iter()
        // What is no IRI would end the query early.
        .filter(|iri| {
            !iri.contains(|c: char| c == '<' || c == '>' || c == '"' || c.is_whitespace())
        })
        .map(str::to_owned)
        .collect()
}

fn written(query: Option<String>, pattern: [usize; 3]) -> Vec<Candidate> {
    let [classes, properties, entities] = pattern;
    let detail = format!("{classes} classes, {properties} properties, {entities} entities");
    query
        .map(|query| Candidate::new(query, 1.0).because(Source::Rule, detail, 1.0))
        .into_iter()
        .collect()
}

/// NLIWOD's PatternSparqlGenerator.
pub struct Nliwod;

impl Described for Nliwod {
    fn description(&self) -> Description {
        described(
            "qb-nliwod",
            "One pattern for each number (0 to 2) of classes, properties and entities, always from the entity to what is asked; of more, the ones used most. No counts",
            "NLIWOD qa.annotation, PatternSparqlGenerator; composing.md §9.7",
        )
    }
}

impl QueryBuilder for Nliwod {
    fn build(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Candidate>, ComponentError> {
        let entities = given(question, Kind::Entity);
        let mut properties = given(question, Kind::Relation);
        let mut classes = given(question, Kind::Class);
        // "Ranked by number of triples, highest wins".
        let uses = |iri: &String, of: &crate::resources::Vocabulary| {
            std::cmp::Reverse(of.get(iri).map_or(0, |term| term.uses))
        };
        if properties.len() > 2 {
            properties.sort_by_key(|iri| uses(iri, resources.properties()));
            properties.truncate(2);
        }
        if classes.len() > 2 {
            classes.sort_by_key(|iri| uses(iri, resources.classes()));
            classes.truncate(2);
        }
        let pattern = [classes.len(), properties.len(), entities.len()];
        Ok(written(nliwod(&classes, &properties, &entities), pattern))
    }
}

fn nliwod(classes: &[String], properties: &[String], entities: &[String]) -> Option<String> {
    if entities.len() > 2 || classes.len() + properties.len() + entities.len() == 0 {
        return None;
    }
    let facts = match (properties, entities) {
        ([], []) => Some(String::new()),
        ([], [_]) if classes.is_empty() => {
            return Some(format!("SELECT (<{}> AS ?proj) WHERE {{}}", entities[0]));
        }
        ([], [one, other]) if classes.is_empty() => Some(format!("<{one}> ?proj <{other}> . ")),
        // Whether entities are of the classes.
        ([], entities) => {
            let of = |entity: &String, class: &String| format!("<{entity}> a <{class}> . ");
            let facts: String = match (entities, classes) {
                ([one], classes) => classes.iter().map(|class| of(one, class)).collect(),
                ([one, other], [class]) => of(one, class) + &of(other, class),
                ([one, other], [first, second]) => of(one, first) + &of(other, second),
                _ => return None,
            };
            return Some(format!("ASK {{ {facts}}}"));
        }
        ([p], []) => Some(format!("?proj <{p}> ?proj2 . ")),
        ([p], [e]) => Some(format!("<{e}> <{p}> ?proj . ")),
        ([p], [e, f]) => Some(format!("<{e}> <{p}> ?proj . <{f}> <{p}> ?proj . ")),
        ([p, q], []) => Some(format!("?proj <{p}> ?proj2 . ?proj <{q}> ?proj2 . ")),
        ([p, q], [e]) => Some(format!("<{e}> <{p}> ?proj . <{e}> <{q}> ?proj . ")),
        ([p, q], [e, f]) => Some(format!("<{e}> <{p}> ?proj . <{f}> <{q}> ?proj . ")),
        _ => None,
    }?;
    let of_classes: String = classes
        .iter()
        .map(|class| format!("?proj a <{class}> . "))
        .collect();
    Some(format!("SELECT * WHERE {{ {of_classes}{facts}}}"))
}

/// The version that Frankenstein ran as NLIWOD QB.
pub struct Frankenstein;

impl Described for Frankenstein {
    fn description(&self) -> Description {
        described(
            "qb-frankenstein",
            "Frankenstein's seven patterns: 0 or 1 class, 1 or 2 properties, 1 or 2 entities, each with one fixed direction; no counts, nothing else",
            "Singh et al., WWW 2018, component NLIWOD QB; composing.md §9.7",
        )
        .counterpart_of(&["NLIWOD QB"])
    }
}

impl QueryBuilder for Frankenstein {
    fn build(
        &self,
        question: &AnnotatedQuestion,
        _: &Resources,
    ) -> Result<Vec<Candidate>, ComponentError> {
        let entities = given(question, Kind::Entity);
        let properties = given(question, Kind::Relation);
        let classes = given(question, Kind::Class);
        let pattern = [classes.len(), properties.len(), entities.len()];
        let select = |body: String| format!("SELECT DISTINCT ?uri WHERE {{ {body} }}");
        let query = match (&classes[..], &properties[..], &entities[..]) {
            ([], [p], [e]) => Some(select(format!("<{e}> <{p}> ?uri"))),
            ([], [p], [e, f]) => Some(format!("ASK {{ <{e}> <{p}> <{f}> }}")),
            ([], [p, q], [e]) => Some(select(format!(
                "?x <{p}> <{e}> . ?x <{q}> ?uri OPTIONAL {{ <{e}> <{p}> ?x }}"
            ))),
            ([], [p, q], [e, f]) => Some(select(format!("?uri <{p}> <{e}> . ?uri <{q}> <{f}>"))),
            ([c], [p], [e]) => Some(select(format!("?uri <{p}> <{e}> . ?uri a <{c}>"))),
            ([c], [p, q], [e]) => Some(select(format!(
                "?x <{p}> <{e}> . ?x <{q}> ?uri . ?x a <{c}>"
            ))),
            ([c], [p, q], [e, f]) => Some(select(format!(
                "?uri <{p}> <{e}> . ?uri <{q}> <{f}> . ?uri a <{c}>"
            ))),
            _ => None,
        };
        Ok(written(query, pattern))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_those_of_nliwod() {
        let iris =
            |names: &[&str]| -> Vec<String> { names.iter().map(|n| (*n).to_owned()).collect() };
        let (c, p, e) = (iris(&["c", "d"]), iris(&["p", "q"]), iris(&["e", "f"]));
        for (counts, expected) in [
            ([0, 1, 1], Some("SELECT * WHERE { <e> <p> ?proj . }")),
            (
                [0, 2, 1],
                Some("SELECT * WHERE { <e> <p> ?proj . <e> <q> ?proj . }"),
            ),
            (
                [1, 1, 1],
                Some("SELECT * WHERE { ?proj a <c> . <e> <p> ?proj . }"),
            ),
            ([1, 0, 1], Some("ASK { <e> a <c> . }")),
            ([2, 0, 2], Some("ASK { <e> a <c> . <f> a <d> . }")),
            ([1, 0, 0], Some("SELECT * WHERE { ?proj a <c> . }")),
            ([0, 0, 0], None),
        ] {
            let [classes, properties, entities] = counts;
            let query = nliwod(&c[..classes], &p[..properties], &e[..entities]);
            assert_eq!(query.as_deref(), expected, "{counts:?}");
        }
    }
}
