//! `rl-rnliwod` and `rl-spot-property`: NLIWOD's list of phrases, looked up as the originals did.

use std::collections::BTreeMap;
use std::ops::Range;

use super::chunks::{noun_phrases, owned_nouns, verb_phrases};
use crate::annotation::{AnnotatedQuestion, Candidate, Source, Span};
use crate::component::{ComponentError, Described, Description, Link, Need, RelationLinker, Task};
use crate::components::wording::Wording;
use crate::fold::fold;
use crate::resources::Resources;

/// Phrases in the order of the alphabet, as the originals kept them.
struct Sorted(BTreeMap<String, String>);

impl Sorted {
    /// The phrases that lead to properties; without any list, the labels of the properties themselves.
    fn new(resources: &Resources) -> Self {
        let mut sorted = BTreeMap::new();
        for phrase in resources.phrases().phrases() {
            if resources.properties().get(&phrase.iri).is_some() {
                // Later duplicates overwrite earlier ones.
                sorted.insert(fold(phrase.words.trim()), phrase.iri.clone());
            }
        }
        if sorted.is_empty() {
            for term in resources.properties().terms() {
                for label in term.english() {
                    sorted.insert(label, term.iri.clone());
                }
            }
        }
        Self(sorted)
    }

    /// The first phrase from the key on, by the alphabet, that contains the key or has it as a word: the original
    /// scans on to the end of its map, so any later phrase that contains the key will do.
    fn look_up(&self, key: &str) -> Option<(&str, &str)> {
        if key.is_empty() {
            return None;
        }
        self.0
            .range(key.to_owned()..)
            .find(|(phrase, _)| phrase.contains(key))
            .map(|(phrase, iri)| (phrase.as_str(), iri.as_str()))
    }
}

/// The relations of runs of words, as the sorted list has them.
fn linked(
    wording: &Wording<'_>,
    resources: &Resources,
    runs: Vec<Range<usize>>,
    without_stop_words: bool,
) -> Vec<Link> {
    let sorted = resources.derived(Sorted::new);
    let mut links: Vec<Link> = Vec::new();
    for run in runs {
        let whole = wording.lower(run.clone());
        let content: Vec<&str> = run
            .clone()
            .filter(|at| !wording.words[*at].is_empty_word())
            .map(|at| wording.words[at].lower.as_str())
            .collect();
        let found = sorted.look_up(&whole).or_else(|| {
            without_stop_words
                .then(|| sorted.look_up(&content.join(" ")))
                .flatten()
        });
        let Some((phrase, iri)) = found else { continue };
        let known = |link: &Link| link.candidates[0].value == iri;
        if !links.iter().any(known) {
            links.push(Link {
                span: Some(wording.span(run)),
                candidates: vec![Candidate::new(iri, 1.0).because(Source::Lexicon, phrase, 1.0)],
            });
        }
    }
    links
}

/// The properties of phrases that somebody else found in a question, looked up as [`Rnliwod`] does.
pub fn phrases_linked(
    question: &AnnotatedQuestion,
    resources: &Resources,
    phrases: impl IntoIterator<Item = Span>,
) -> Vec<Link> {
    let wording = Wording::of(question);
    let runs = phrases.into_iter().filter_map(|phrase| {
        let within = |at: &usize| phrase.contains(wording.span(*at..at + 1));
        let mut words = (0..wording.words.len()).filter(within);
        let first = words.next()?;
        Some(first..words.next_back().unwrap_or(first) + 1)
    });
    let runs = runs.collect();
    linked(&wording, resources, runs, true)
}

/// RNLIWOD: phrases of relations, looked up in a sorted list.
pub struct Rnliwod;

impl Described for Rnliwod {
    fn description(&self) -> Description {
        Description::new(
            "rl-rnliwod",
            Task::LinkRelations,
            "Verb phrases, or noun phrases where these lead nowhere, looked up in a sorted list of phrases by a scan over the alphabet, as the original did; a chunker stands in the place of the service that cut phrases",
        )
        .needs(&[Need::Lexicon])
        .reference("NLIWOD, dice-group; composing.md §9.1")
        .counterpart_of(&["RNLIWOD"])
    }
}

impl RelationLinker for Rnliwod {
    fn link_relations(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Link>, ComponentError> {
        let wording = Wording::of(question);
        let links = linked(&wording, resources, verb_phrases(&wording), true);
        if !links.is_empty() {
            return Ok(links);
        }
        Ok(linked(&wording, resources, noun_phrases(&wording), true))
    }
}

/// Spot Property: the slots of a query template that are properties, looked up in the same list.
pub struct SpotProperty;

impl Described for SpotProperty {
    fn description(&self) -> Description {
        Description::new(
            "rl-spot-property",
            Task::LinkRelations,
            "Main verbs, nouns that something has and adjectives after “how” (the property slots of a query template), each looked up in a sorted list of phrases by a scan over the alphabet; one property for each slot",
        )
        .needs(&[Need::Lexicon])
        .reference("OKBQA rocknrole templates with NLIWOD's list; composing.md §9.2")
        .counterpart_of(&["Spot Property"])
    }
}

impl RelationLinker for SpotProperty {
    fn link_relations(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Link>, ComponentError> {
        let wording = Wording::of(question);
        // A slot is verbalised by the verb alone.
        let verbs = verb_phrases(&wording)
            .into_iter()
            .map(|run| run.start..run.start + 1);
        let slots = verbs.chain(owned_nouns(&wording)).collect();
        Ok(linked(&wording, resources, slots, false))
    }
}
