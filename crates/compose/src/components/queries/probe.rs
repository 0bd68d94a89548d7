//! `qb-probe`: all small queries around the entities, the ones that hold in the graph first.

use super::nliwod::given;
use super::shape::{End, Form, Given, Shape, shapes};
use crate::annotation::{AnnotatedQuestion, Candidate, Kind, Source};
use crate::component::{ComponentError, Cost, Described, Description, Need, QueryBuilder, Task};
use crate::components::wording::Wording;
use crate::resources::Resources;

/// How many queries are given.
const MOST: usize = 10;

/// Searches small queries that hold.
pub struct Probe;

impl Described for Probe {
    fn description(&self) -> Description {
        Description::new(
            "qb-probe",
            Task::BuildQueries,
            "All queries of one or two triples around one or two entities, in every direction, with counts and yes or no by the first words; those that hold in the graph first, then the simpler ones",
        )
        .needs(&[Need::Links, Need::Graph])
        .cost(Cost::Milliseconds)
        .reference("Qanary's rule-based query builder; linking.md §4, RuleProbe")
    }
}

/// The IRIs that a question's annotations give: entities in the order of the words that name them, all else by
/// the alphabet, so that the order in which they were given says nothing.
pub(super) fn given_of(question: &AnnotatedQuestion, wording: &Wording<'_>) -> Given {
    let mut entities = given(question, Kind::Entity);
    let place = |iri: &str| {
        let named = wording.entities.iter().find(|named| named.iri == iri);
        named
            .and_then(|named| named.words.as_ref())
            .map_or(usize::MAX, |words| words.start)
    };
    entities.sort_by(|a, b| place(a).cmp(&place(b)).then(a.cmp(b)));
    let mut properties = given(question, Kind::Relation);
    properties.sort_unstable();
    let mut classes = given(question, Kind::Class);
    classes.sort_unstable();
    Given {
        entities,
        properties,
        classes,
    }
}

/// How usual a query is, by rules: fewer triples, the entity as subject, the class on what is asked.
fn usual(shape: &Shape) -> f64 {
    let mut score = -(shape.facts.len() as f64);
    for fact in &shape.facts {
        if matches!(fact.subject, End::Entity(_)) {
            score += 0.3;
        }
        if fact.subject == End::Between {
            score += 0.1;
        }
    }
    if matches!(shape.class, Some((End::Asked, _))) {
        score += 0.2;
    }
    score
}

impl QueryBuilder for Probe {
    fn build(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Candidate>, ComponentError> {
        let wording = Wording::of(question);
        let given = given_of(question, &wording);
        let form = Form::from(wording.asks());
        let mut found = shapes(form, &given);
        if found.is_empty() && form == Form::Ask {
            found = shapes(Form::Select, &given);
        }
        let mut ranked: Vec<(bool, f64, Shape)> = found
            .into_iter()
            .map(|shape| (resources.holds(&shape.probe(&given)), usual(&shape), shape))
            .collect();
        ranked.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)));
        ranked.truncate(MOST);
        Ok(ranked
            .into_iter()
            .map(|(holds, usual, shape)| {
                let detail = if holds {
                    "holds in the graph"
                } else {
                    "holds nowhere"
                };
                Candidate::new(shape.sparql(&given), usual + if holds { 10.0 } else { 0.0 })
                    .because(Source::Graph, detail, if holds { 1.0 } else { 0.0 })
            })
            .collect())
    }
}
