//! `cl-lexicon`: labels of classes, and phrases of lists.

use super::labels::link_longest;
use crate::annotation::{AnnotatedQuestion, Candidate, Source};
use crate::component::{ClassLinker, ComponentError, Described, Description, Link, Need, Task};
use crate::resources::Resources;

/// Links the longest runs of words that are labels of classes or phrases for them.
pub struct Lexicon;

impl Described for Lexicon {
    fn description(&self) -> Description {
        Description::new(
            "cl-lexicon",
            Task::LinkClasses,
            "Longest runs of words outside of entities that are the label of a class or a phrase for one in the lists that were given (lemon.dbpedia, NLIWOD and others)",
        )
        .needs(&[Need::Labels, Need::Lexicon])
        .reference("Unger et al., A lemon lexicon for DBpedia, NLP & DBpedia 2013 (lists)")
        .counterpart_of(&["OKBQA DM CLS"])
    }
}

impl ClassLinker for Lexicon {
    fn link_classes(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Link>, ComponentError> {
        Ok(link_longest(question, |words| called(resources, words)))
    }
}

/// The classes that are called like this, by label or phrase: the most used first.
pub(super) fn called(resources: &Resources, words: &str) -> Vec<Candidate> {
    let classes = resources.classes();
    let mut found: Vec<(usize, Candidate)> = classes
        .called(words)
        .map(|class| {
            let candidate = Candidate::new(&class.iri, 1.0).because(Source::Label, words, 1.0);
            (class.uses, candidate)
        })
        .collect();
    for phrase in resources.phrases().meaning(words) {
        let Some(class) = classes.get(&phrase.iri) else {
            continue;
        };
        if found.iter().any(|(_, known)| known.value == phrase.iri) {
            continue;
        }
        let candidate =
            Candidate::new(&phrase.iri, 0.9).because(Source::Lexicon, &phrase.list, 0.9);
        found.push((class.uses, candidate));
    }
    found.sort_by(|(uses, a), (others, b)| {
        b.score
            .total_cmp(&a.score)
            .then(others.cmp(uses))
            .then(a.value.cmp(&b.value))
    });
    found.into_iter().map(|(_, candidate)| candidate).collect()
}
