//! `cl-nliwod`: NLIWOD's class linker as it was.

use std::collections::BTreeMap;

use lydite_language::Tag;

use crate::annotation::{AnnotatedQuestion, Candidate, Kind, Source, Span};
use crate::component::{ClassLinker, ComponentError, Described, Description, Link, Need, Task};
use crate::question::Word;
use crate::resources::Resources;

/// Looks the nouns of a question up in a sorted list of labels, as NLIWOD CLS did.
pub struct Nliwod;

impl Described for Nliwod {
    fn description(&self) -> Description {
        Description::new(
            "cl-nliwod",
            Task::LinkClasses,
            "Noun phrases outside of entities (the class slots of the template) looked up in the sorted list of labels by NLIWOD's scan: from the first label at or after the phrase, the first that contains it or has it as a word; labels from the lists that were given, else those of the graph",
        )
        .needs(&[Need::Labels, Need::Lexicon])
        .reference("Singh et al., WWW 2018 (NLIWOD CLS); the template generator is replaced by a chunker of nouns")
        .counterpart_of(&["NLIWOD CLS"])
    }
}

impl ClassLinker for Nliwod {
    fn link_classes(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Link>, ComponentError> {
        let list = list(resources);
        let links = phrases(question).into_iter().filter_map(|(span, phrase)| {
            let (label, iri) = look_up(&list, &phrase)?;
            Some(Link {
                span: Some(span),
                candidates: vec![Candidate::new(*iri, 1.0).because(Source::Lexicon, label, 1.0)],
            })
        });
        Ok(links.collect())
    }
}

/// Labels of classes in order; of several classes with the same label the last one stays.
fn list(resources: &Resources) -> BTreeMap<String, &str> {
    let classes = resources.classes();
    let listed = resources.phrases().phrases().iter();
    let given: BTreeMap<String, &str> = listed
        .filter(|phrase| classes.get(&phrase.iri).is_some())
        .map(|phrase| (phrase.words.to_lowercase(), phrase.iri.as_str()))
        .collect();
    if !given.is_empty() {
        return given;
    }
    let terms = classes.terms().iter();
    terms
        .flat_map(|class| class.english().map(|label| (label, class.iri.as_str())))
        .collect()
}

/// NLIWOD's lookup: a scan through the alphabet from the first label that is not before the phrase.
fn look_up<'l, 'i>(
    list: &'l BTreeMap<String, &'i str>,
    phrase: &str,
) -> Option<(&'l str, &'l &'i str)> {
    list.range(phrase.to_owned()..)
        .find(|(label, _)| {
            label.contains(phrase) || label.split_whitespace().any(|word| word == phrase)
        })
        .map(|(label, iri)| (label.as_str(), iri))
}

/// Runs of common nouns, with adjectives before them, in the singular.
fn phrases(question: &AnnotatedQuestion) -> Vec<(Span, String)> {
    let words = &question.words.words;
    let taken: Vec<Span> = question.of(Kind::Entity).filter_map(|a| a.span).collect();
    let is_noun = |word: &Word| {
        let span = Span {
            start: word.start,
            end: word.end,
        };
        matches!(word.tag, Tag::NN | Tag::NNS) && !taken.iter().any(|entity| entity.overlaps(span))
    };
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        if !is_noun(&words[at]) {
            at += 1;
            continue;
        }
        let start = at;
        while at < words.len() && is_noun(&words[at]) {
            at += 1;
        }
        let phrase: Vec<&str> = words[start..at]
            .iter()
            .map(|word| word.root.as_str())
            .collect();
        let span = Span {
            start: words[start].start,
            end: words[at - 1].end,
        };
        found.push((span, phrase.join(" ")));
    }
    found
}
