//! `qb-search`: queries around the entities, found in the graph without relations being given.

use rustc_hash::{FxHashMap, FxHashSet};

use super::nliwod::given;
use crate::annotation::{AnnotatedQuestion, Candidate, Kind, Source};
use crate::component::{ComponentError, Cost, Described, Description, Need, QueryBuilder, Task};
use crate::components::relations::property_index::PropertyIndex;
use crate::components::wording::{Asks, Wording};
use crate::resources::Resources;

/// How many entities are followed up.
const ENTITIES: usize = 6;

/// How many properties of an entity are gone on from, the best fitting first.
const FIRST_STEPS: usize = 10;

/// How many queries are given.
const MOST: usize = 200;

/// Searches the neighbourhood of the entities.
pub struct Search;

impl Described for Search {
    fn description(&self) -> Description {
        Description::new(
            "qb-search",
            Task::BuildQueries,
            "Every property of the linked entities in both directions, two steps where words fit, what two entities have in common, with the classes that were linked, as list, count or yes or no; ordered by how many words of the question they explain. Needs no relations; best followed by a ranker",
        )
        .needs(&[Need::Labels, Need::Entities, Need::Graph])
        .cost(Cost::Milliseconds)
        .reference("linking.md §5")
    }
}

/// One step from an entity.
struct Step {
    property: String,
    /// Whether the entity is the subject.
    forth: bool,
    fit: f64,
}

/// Properties that say what a node is called or how it is kept, rather than something about it.
fn is_bookkeeping(property: &str) -> bool {
    const SPACES: &[&str] = &[
        "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
        "http://www.w3.org/2000/01/rdf-schema#",
        "http://www.w3.org/2002/07/owl#",
        "http://www.w3.org/ns/prov#",
    ];
    SPACES.iter().any(|space| property.starts_with(space))
}

impl QueryBuilder for Search {
    fn build(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Candidate>, ComponentError> {
        let wording = Wording::of(question);
        let index = resources.derived(PropertyIndex::new);
        let fits: FxHashMap<u32, f64> = index
            .fits(&wording)
            .into_iter()
            .map(|fit| (fit.property, fit.score()))
            .collect();
        let fit = |iri: &str| -> f64 {
            let number = resources.properties().number(iri);
            number
                .and_then(|number| fits.get(&(number as u32)).copied())
                .unwrap_or_default()
        };
        let entities: Vec<String> = given(question, Kind::Entity)
            .into_iter()
            .take(ENTITIES)
            .collect();
        let classes = given(question, Kind::Class);
        let asks = wording.asks();
        let mut bodies: Vec<(f64, String)> = Vec::new();
        let mut steps_of: Vec<Vec<Step>> = Vec::new();
        for entity in &entities {
            let near = resources.neighbourhood(entity)?;
            let mut seen: FxHashSet<(&str, bool)> = FxHashSet::default();
            let outgoing = near
                .outgoing
                .iter()
                .map(|(property, _)| (property.as_str(), true));
            let incoming = near
                .incoming
                .iter()
                .map(|(property, _)| (property.as_str(), false));
            let mut steps: Vec<Step> = outgoing
                .chain(incoming)
                .filter(|(property, _)| !is_bookkeeping(property))
                .filter(|step| seen.insert(*step))
                .map(|(property, forth)| Step {
                    property: property.to_owned(),
                    forth,
                    fit: fit(property),
                })
                .collect();
            steps.sort_by(|a, b| b.fit.total_cmp(&a.fit).then(a.property.cmp(&b.property)));
            steps_of.push(steps);
        }
        let triple = |one: &str, property: &str, other: &str, forth: bool| {
            if forth {
                format!("{one} <{property}> {other} . ")
            } else {
                format!("{other} <{property}> {one} . ")
            }
        };
        for (entity, steps) in entities.iter().zip(&steps_of) {
            let node = format!("<{entity}>");
            for step in steps {
                let body = triple(&node, &step.property, "?uri", step.forth);
                bodies.push((step.fit, body));
            }
            for step in steps.iter().take(FIRST_STEPS) {
                let first = triple(&node, &step.property, "?x", step.forth);
                for (property, forth) in next_steps(resources, &first) {
                    let next = fit(&property);
                    if next > 0.45 {
                        let body = first.clone() + &triple("?x", &property, "?uri", forth);
                        bodies.push(((step.fit + next) / 2.0 - 0.1, body));
                    }
                }
            }
        }
        for one in 0..entities.len() {
            for other in one + 1..entities.len() {
                for (step, next) in pairs(&steps_of[one], &steps_of[other]) {
                    let body = triple(
                        &format!("<{}>", entities[one]),
                        &step.property,
                        "?uri",
                        step.forth,
                    ) + &triple(
                        &format!("<{}>", entities[other]),
                        &next.property,
                        "?uri",
                        next.forth,
                    );
                    bodies.push(((step.fit + next.fit) / 2.0 + 0.05, body));
                }
            }
        }
        let mut queries: Vec<(f64, String)> = Vec::new();
        if asks == Asks::YesNo {
            for (entity, steps) in entities.iter().zip(&steps_of) {
                for other in entities.iter().filter(|other| *other != entity) {
                    for step in steps.iter().filter(|step| step.forth) {
                        let body = triple(
                            &format!("<{entity}>"),
                            &step.property,
                            &format!("<{other}>"),
                            true,
                        );
                        queries.push((step.fit, format!("ASK {{ {body}}}")));
                    }
                }
                for class in &classes {
                    queries.push((0.5, format!("ASK {{ <{entity}> a <{class}> }}")));
                }
            }
        }
        for class in &classes {
            queries.push((0.1, list(asks, &format!("?uri a <{class}> . "))));
        }
        bodies.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        bodies.truncate(MOST);
        for (score, body) in bodies {
            for class in &classes {
                let narrowed = format!("{body}?uri a <{class}> . ");
                queries.push((score + 0.15, list(asks, &narrowed)));
            }
            if asks == Asks::Number {
                // The number may be there, or have to be counted.
                queries.push((score, list(Asks::Things, &body)));
            }
            queries.push((score, list(asks, &body)));
        }
        queries.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        queries.dedup_by(|a, b| a.1 == b.1);
        queries.truncate(MOST);
        Ok(queries
            .into_iter()
            .map(|(score, query)| {
                Candidate::new(query, score).because(Source::Graph, "around a linked entity", score)
            })
            .collect())
    }
}

fn list(asks: Asks, body: &str) -> String {
    match asks {
        Asks::Number => format!("SELECT (COUNT(DISTINCT ?uri) AS ?count) WHERE {{ {body}}}"),
        _ => format!("SELECT DISTINCT ?uri WHERE {{ {body}}}"),
    }
}

/// The properties one step on, in both directions.
fn next_steps(resources: &Resources, first: &str) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    for (pattern, forth) in [("?x ?p ?u", true), ("?u ?p ?x", false)] {
        let query = format!("SELECT DISTINCT ?p WHERE {{ {first}{pattern} }}");
        let properties = resources.column(&query, 400);
        found.extend(
            properties
                .into_iter()
                .filter(|property| !is_bookkeeping(property))
                .map(|property| (property, forth)),
        );
    }
    found
}

/// The best pairs of steps that may meet.
fn pairs<'s>(one: &'s [Step], other: &'s [Step]) -> Vec<(&'s Step, &'s Step)> {
    let mut pairs = Vec::new();
    for step in one.iter().take(8) {
        for next in other.iter().take(8) {
            pairs.push((step, next));
        }
    }
    // What is said of both in the same way.
    for step in one.iter().skip(8) {
        if let Some(next) = other
            .iter()
            .find(|next| next.property == step.property && next.forth == step.forth)
        {
            pairs.push((step, next));
        }
    }
    pairs
}
