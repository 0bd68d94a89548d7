//! `rl-lexicon`: words that lists of phrases, or words of similar meaning, lead to properties.

use std::ops::Range;

use super::labels::meets;
use super::property_index::PropertyIndex;
use crate::annotation::{AnnotatedQuestion, Candidate, Source};
use crate::component::{ComponentError, Described, Description, Link, Need, RelationLinker, Task};
use crate::components::wording::Wording;
use crate::resources::Resources;

/// Below this share of a label, words of similar meaning do not lead to it.
const LEAST: f64 = 0.7;

/// Links runs of words by lists of phrases and by words of similar meaning.
pub struct Lexicon;

impl Described for Lexicon {
    fn description(&self) -> Description {
        Description::new(
            "rl-lexicon",
            Task::LinkRelations,
            "Longest runs of words that a list of phrases leads to a property (lemon, 3Eng and the like, given when it runs); then labels whose words, or words of similar meaning in WordNet, stand in the question",
        )
        .needs(&[Need::Labels, Need::Lexicon])
        .reference("WordNet 3.0; Unger et al., A Lemon Lexicon for DBpedia, 2013")
    }
}

impl RelationLinker for Lexicon {
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
            let mut candidates: Vec<(usize, Candidate)> = Vec::new();
            for text in [wording.lower(run.clone()), wording.lemmas(run.clone())] {
                for phrase in resources.phrases().meaning(&text) {
                    let Some(property) = resources.properties().get(&phrase.iri) else {
                        continue;
                    };
                    if !candidates
                        .iter()
                        .any(|(_, known)| known.value == phrase.iri)
                    {
                        let detail = format!("{}: {}", phrase.list, phrase.words);
                        let candidate =
                            Candidate::new(&phrase.iri, 1.0).because(Source::Lexicon, detail, 1.0);
                        candidates.push((property.uses, candidate));
                    }
                }
            }
            if candidates.is_empty() {
                continue;
            }
            candidates.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.value.cmp(&b.1.value)));
            let link = Link {
                span: Some(wording.span(run.clone())),
                candidates: candidates.into_iter().map(|(_, one)| one).collect(),
            };
            links.push((run, link));
        }
        let index = resources.derived(PropertyIndex::new);
        let mut fits = index.fits(&wording);
        fits.retain(|fit| fit.related >= LEAST);
        index.sort(&mut fits);
        for fit in fits {
            let run = fit.first..fit.end;
            if links.iter().any(|(taken, _)| meets(taken, &run)) {
                continue;
            }
            let property = &resources.properties().terms()[fit.property as usize];
            let candidate = Candidate::new(&property.iri, fit.score()).because(
                Source::Synonyms,
                wording.lower(run.clone()),
                fit.related,
            );
            let link = Link {
                span: Some(wording.span(run.clone())),
                candidates: vec![candidate],
            };
            links.push((run, link));
        }
        links.sort_by_key(|(run, _)| run.start);
        Ok(links.into_iter().map(|(_, link)| link).collect())
    }
}
