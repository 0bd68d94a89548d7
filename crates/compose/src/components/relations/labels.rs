//! `rl-labels`: words that are the label of a property.

use std::ops::Range;

use crate::annotation::{AnnotatedQuestion, Candidate, Source};
use crate::component::{ComponentError, Described, Description, Link, Need, RelationLinker, Task};
use crate::components::wording::Wording;
use crate::resources::Resources;

/// Links the longest runs of words that are labels of properties.
pub struct Labels;

impl Described for Labels {
    fn description(&self) -> Description {
        Description::new(
            "rl-labels",
            Task::LinkRelations,
            "Longest runs of words outside of entities that are the label of a property, in any inflection; of several properties the one that is used most",
        )
        .needs(&[Need::Labels])
    }
}

impl RelationLinker for Labels {
    fn link_relations(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Link>, ComponentError> {
        let wording = Wording::of(question);
        let mut links: Vec<(Range<usize>, Link)> = Vec::new();
        for run in wording.runs(5) {
            if links.iter().any(|(taken, _)| meets(taken, &run)) {
                continue;
            }
            let text = wording.lower(run.clone());
            let mut called: Vec<_> = resources.properties().called(&text).collect();
            if called.is_empty() {
                called.extend(resources.properties().called(&wording.lemmas(run.clone())));
            }
            called.sort_by(|a, b| b.uses.cmp(&a.uses).then(a.iri.cmp(&b.iri)));
            if called.is_empty() {
                continue;
            }
            let candidates = called.into_iter().map(|property| {
                Candidate::new(&property.iri, 1.0).because(Source::Label, &text, 1.0)
            });
            let link = Link {
                span: Some(wording.span(run.clone())),
                candidates: candidates.collect(),
            };
            links.push((run, link));
        }
        links.sort_by_key(|(run, _)| run.start);
        Ok(links.into_iter().map(|(_, link)| link).collect())
    }
}

/// Whether two runs have a word in common.
pub(super) fn meets(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start < other.end && other.start < one.end
}
