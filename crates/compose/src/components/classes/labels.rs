//! `cl-labels`: words that are the label of a class.

use super::spans::stretches;
use crate::annotation::{AnnotatedQuestion, Candidate, Source, Span};
use crate::component::{ClassLinker, ComponentError, Described, Description, Link, Need, Task};
use crate::resources::Resources;

/// Links the longest runs of words that are labels of classes, in the singular or the plural.
pub struct Labels;

impl Described for Labels {
    fn description(&self) -> Description {
        Description::new(
            "cl-labels",
            Task::LinkClasses,
            "Longest runs of words outside of entities that are the label of a class, in the singular or the plural; of several classes the one that is used most",
        )
        .needs(&[Need::Labels])
    }
}

impl ClassLinker for Labels {
    fn link_classes(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Link>, ComponentError> {
        Ok(link_longest(question, |words| {
            let mut called: Vec<_> = resources.classes().called(words).collect();
            called.sort_by(|a, b| b.uses.cmp(&a.uses).then(a.iri.cmp(&b.iri)));
            let called = called.into_iter();
            called
                .map(|class| Candidate::new(&class.iri, 1.0).because(Source::Label, words, 1.0))
                .collect()
        }))
    }
}

/// Links the longest runs of words for which there is a class, from left to right.
pub(super) fn link_longest(
    question: &AnnotatedQuestion,
    called: impl Fn(&str) -> Vec<Candidate>,
) -> Vec<Link> {
    let mut links: Vec<(Span, Link)> = Vec::new();
    for stretch in stretches(question) {
        if links.iter().any(|(span, _)| span.overlaps(stretch.span)) {
            continue;
        }
        let candidates = called(&stretch.text);
        if !candidates.is_empty() {
            let link = Link {
                span: Some(stretch.span),
                candidates,
            };
            links.push((stretch.span, link));
        }
    }
    links.sort_by_key(|(span, _)| *span);
    links.into_iter().map(|(_, link)| link).collect()
}
