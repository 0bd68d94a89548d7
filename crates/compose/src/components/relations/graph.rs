//! `rl-graph`: what the graph says about the linked entities, ranked by the words of the question.

use rustc_hash::FxHashSet;

use super::labels::meets;
use super::property_index::{Fit, PropertyIndex};
use crate::annotation::{AnnotatedQuestion, Candidate, Source};
use crate::component::{
    ComponentError, Cost, Described, Description, Link, Need, RelationLinker, Task,
};
use crate::components::wording::Wording;
use crate::resources::Resources;

/// Below this, words do not speak of a property.
const LEAST: f64 = 0.4;

/// Links properties of the neighbourhood of the entities.
pub struct Graph;

impl Described for Graph {
    fn description(&self) -> Description {
        Description::new(
            "rl-graph",
            Task::LinkRelations,
            "Properties that the linked entities have, or are values of, whose labels, phrases or words of similar meaning stand in the question; the best for each stretch of words",
        )
        .needs(&[Need::Labels, Need::Entities, Need::Graph])
        .cost(Cost::Milliseconds)
        .reference("linking.md §2, GraphRanked")
    }
}

/// The properties that a question's entities have, or are values of.
pub(super) fn around(
    wording: &Wording<'_>,
    resources: &Resources,
) -> Result<FxHashSet<u32>, ComponentError> {
    let mut around = FxHashSet::default();
    for entity in &wording.entities {
        let near = resources.neighbourhood(&entity.iri)?;
        let outgoing = near.outgoing.iter().map(|(property, _)| property);
        let incoming = near.incoming.iter().map(|(property, _)| property);
        for property in outgoing.chain(incoming) {
            if let Some(number) = resources.properties().number(property.as_str()) {
                around.insert(number as u32);
            }
        }
    }
    Ok(around)
}

impl RelationLinker for Graph {
    fn link_relations(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Link>, ComponentError> {
        let wording = Wording::of(question);
        let around = around(&wording, resources)?;
        let index = resources.derived(PropertyIndex::new);
        let mut fits: Vec<Fit> = index.fits(&wording);
        fits.retain(|fit| around.contains(&fit.property) && fit.related >= LEAST);
        index.sort(&mut fits);
        let mut links: Vec<(std::ops::Range<usize>, Link)> = Vec::new();
        for fit in fits {
            let run = fit.first..fit.end;
            let property = &resources.properties().terms()[fit.property as usize];
            let candidate = Candidate::new(&property.iri, fit.score())
                .because(Source::Graph, "about a linked entity", 1.0)
                .because(Source::Label, wording.lower(run.clone()), fit.related);
            match links.iter_mut().find(|(taken, _)| meets(taken, &run)) {
                Some((_, link)) => link.candidates.push(candidate),
                None => {
                    let link = Link {
                        span: Some(wording.span(run.clone())),
                        candidates: vec![candidate],
                    };
                    links.push((run, link));
                }
            }
        }
        links.sort_by_key(|(run, _)| run.start);
        Ok(links.into_iter().map(|(_, link)| link).collect())
    }
}
