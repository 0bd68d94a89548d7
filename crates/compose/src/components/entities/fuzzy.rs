//! `ned-fuzzy`: capital runs, by similarity where they are no name as they stand.

use std::ops::Range;

use super::capitals::capital_runs;
use super::longest::{LongestMatch, by_form};
use super::spotting::{is_ordinary, normal_of, span_of};
use crate::annotation::{AnnotatedQuestion, Candidate, Source};
use crate::component::{
    ComponentError, Cost, Described, Description, EntityLinker, Link, Need, Task,
};
use crate::names::Similar;
use crate::resources::Resources;

/// Names that share fewer weighted trigrams are others.
const LEAST: f64 = 0.6;

/// How many names are considered for a run.
const COUNT: usize = 5;

/// Links runs of capitalised words, codes and quotations, whatever the spelling.
pub struct Fuzzy;

impl Described for Fuzzy {
    fn description(&self) -> Description {
        Description::new(
            "ned-fuzzy",
            Task::LinkEntities,
            "Runs of capitalised words, codes and quotations; those that are no name by one or two typing errors, else by shared trigrams (surnames, parts of names, transliterations); the longest names where nothing is capitalised",
        )
        .needs(&[Need::Labels])
        .cost(Cost::Milliseconds)
        .reference("Sakor et al., Old is Gold: Linguistic Driven Approach for Entity and Relation Linking of Short Text, NAACL 2019 (search over labels)")
    }
}

impl EntityLinker for Fuzzy {
    fn link_entities(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Link>, ComponentError> {
        let mut links = Vec::new();
        for run in capital_runs(question) {
            link_run(question, resources, run, &mut links);
        }
        if links.is_empty() {
            return LongestMatch::filtered().link_entities(question, resources);
        }
        Ok(links)
    }
}

fn link_run(
    question: &AnnotatedQuestion,
    resources: &Resources,
    run: Range<usize>,
    links: &mut Vec<Link>,
) {
    let names = resources.names();
    let words = &question.words.words;
    let normal = normal_of(&words[run.clone()]);
    let whole = names.exact(&normal);
    if !whole.is_empty() {
        links.push(Link {
            span: Some(span_of(question, &run)),
            candidates: by_form(resources, whole, &normal),
        });
        return;
    }
    let similar = similar(resources, &normal);
    // A part that is a name and most of the run is better than a whole that is only similar.
    let parts = (run.start..run.end)
        .flat_map(|start| (start + 1..=run.end).map(move |end| start..end))
        .filter(|part| part.len() < run.len());
    let mut best: Option<Range<usize>> = None;
    for part in parts {
        let known = names.exact(&normal_of(&words[part.clone()]));
        let longer = best.as_ref().is_none_or(|best| part.len() > best.len());
        if !known.is_empty() && longer && !is_ordinary(question, resources, &part) {
            best = Some(part);
        }
    }
    let share = best
        .as_ref()
        .map_or(0.0, |part| part.len() as f64 / run.len() as f64);
    let nearest = similar.first().map_or(0.0, |similar| similar.similarity);
    match best {
        Some(part) if share >= nearest || nearest < LEAST => {
            let normal = normal_of(&words[part.clone()]);
            links.push(Link {
                span: Some(span_of(question, &part)),
                candidates: by_form(resources, names.exact(&normal), &normal),
            });
            if part.start > run.start {
                link_run(question, resources, run.start..part.start, links);
            }
            if part.end < run.end {
                link_run(question, resources, part.end..run.end, links);
            }
        }
        _ => {
            let candidates = candidates(resources, &similar);
            if !candidates.is_empty() {
                links.push(Link {
                    span: Some(span_of(question, &run)),
                    candidates,
                });
            }
        }
    }
}

/// Names within typing errors, else those that share trigrams.
pub(super) fn similar(resources: &Resources, normal: &str) -> Vec<Similar> {
    let names = resources.names();
    let length = normal.chars().count();
    let edits = match length {
        0..=4 => 0,
        5..=8 => 1,
        9..=40 => 2,
        _ => 0,
    };
    let mut near = if edits > 0 {
        names.within_edits(normal, edits, COUNT)
    } else {
        Vec::new()
    };
    if near.is_empty() && (5..=40).contains(&length) {
        near = swapped(resources, normal);
    }
    if near.is_empty() {
        names.similar(normal, COUNT, LEAST)
    } else {
        near
    }
}

/// Names that come out when two neighbouring characters are swapped: the commonest typing error, which
/// counts as two edits otherwise.
fn swapped(resources: &Resources, normal: &str) -> Vec<Similar> {
    let mut characters: Vec<char> = normal.chars().collect();
    let mut found: Vec<Similar> = Vec::new();
    for at in 1..characters.len() {
        characters.swap(at - 1, at);
        let swapped: String = characters.iter().collect();
        characters.swap(at - 1, at);
        let key = resources.names().key_of(&swapped);
        if let Some(key) = key.filter(|key| !found.iter().any(|known| known.key == *key)) {
            found.push(Similar {
                key,
                similarity: 1.0 - 1.0 / characters.len() as f64,
            });
        }
    }
    found.truncate(COUNT);
    found
}

fn candidates(resources: &Resources, similar: &[Similar]) -> Vec<Candidate> {
    let names = resources.names();
    let mut found: Vec<Candidate> = similar
        .iter()
        .flat_map(|similar| {
            let postings = names.postings(similar.key).iter();
            postings.map(move |posting| {
                let score = similar.similarity + 0.1 * names.popularity(posting.entity);
                Candidate::new(names.iri(posting.entity), score).because(
                    Source::Similarity,
                    names.name(posting),
                    similar.similarity,
                )
            })
        })
        .collect();
    found.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.value.cmp(&b.value)));
    found.truncate(COUNT);
    found
}
