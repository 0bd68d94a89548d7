//! `ned-chat`, `rl-chat`, `cl-chat`: a model says which of our candidates a question means.

use super::choice::{chosen, numbered};
use super::{Message, Role, Speaker};
use crate::annotation::{AnnotatedQuestion, Candidate, Source, Span};
use crate::component::{
    ClassLinker, ComponentError, Cost, Described, Description, EntityLinker, Link, Need,
    RelationLinker, Task,
};
use crate::components::relations::property_index::PropertyIndex;
use crate::components::wording::Wording;
use crate::components::{classes, entities, relations};
use crate::fold::{identifier_words, local_name};
use crate::resources::Resources;

/// So many candidates for the same words are shown,
const FOR_A_SPAN: usize = 5;

/// and so many in all.
const IN_ALL: usize = 24;

/// Below this, words do not speak of a property.
const LEAST: f64 = 0.4;

/// Asks a model which candidates are meant.
pub(super) struct Linker {
    task: Task,
    speaker: Speaker,
}

/// A candidate, and the words that led to it.
struct Shown {
    span: Option<Span>,
    candidate: Candidate,
}

impl Linker {
    pub(super) fn entities(speaker: Speaker) -> Self {
        Self {
            task: Task::LinkEntities,
            speaker,
        }
    }

    pub(super) fn relations(speaker: Speaker) -> Self {
        Self {
            task: Task::LinkRelations,
            speaker,
        }
    }

    pub(super) fn classes(speaker: Speaker) -> Self {
        Self {
            task: Task::LinkClasses,
            speaker,
        }
    }

    /// Its name, and what it calls the candidates.
    fn words(&self) -> (&'static str, &'static str) {
        match self.task {
            Task::LinkRelations => ("rl-chat", "properties"),
            Task::LinkClasses => ("cl-chat", "classes"),
            _ => ("ned-chat", "things"),
        }
    }

    fn link(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
        mut shown: Vec<Shown>,
    ) -> Result<Vec<Link>, ComponentError> {
        shown.truncate(IN_ALL);
        if shown.is_empty() {
            return Ok(Vec::new());
        }
        let (name, things) = self.words();
        let options: Vec<String> = shown
            .iter()
            .map(|one| described(&one.candidate.value, resources))
            .collect();
        let messages = [
            Message::new(
                Role::System,
                format!(
                    "You get a question and numbered {things} of a knowledge graph. Reply with the numbers of the {things} that the question means, separated by commas, or with 0 if it means none of them. Write nothing else."
                ),
            ),
            Message::new(
                Role::User,
                format!(
                    "Question: {}\n\n{}\nNumbers:",
                    question.text(),
                    numbered(&options)
                ),
            ),
        ];
        let Some(reply) = self.speaker.reply(name, &messages)? else {
            return Ok(Vec::new());
        };
        let meant = chosen(&reply.text, &options).unwrap_or_default();
        let model = self.speaker.name().unwrap_or_default();
        Ok(meant
            .iter()
            .map(|at| {
                let best = &shown[*at];
                let considered = shown
                    .iter()
                    .enumerate()
                    .filter(|(other, one)| one.span == best.span && !meant.contains(other));
                let chosen = best.candidate.clone().because(Source::Model, model, 1.0);
                Link {
                    span: best.span,
                    candidates: std::iter::once(chosen)
                        .chain(considered.map(|(_, one)| one.candidate.clone()))
                        .collect(),
                }
            })
            .collect())
    }
}

/// What something is called, and what it is.
fn described(iri: &str, resources: &Resources) -> String {
    let label = called(iri, resources);
    let types = resources.graph().types(iri).unwrap_or_default();
    let kinds: Vec<String> = types
        .iter()
        .take(2)
        .map(|class| identifier_words(&local_name(class.as_str())).join(" "))
        .filter(|kind| !kind.is_empty())
        .collect();
    if kinds.is_empty() {
        label
    } else {
        format!("{label} ({})", kinds.join(", "))
    }
}

/// What something is called in English, or by its IRI.
pub(super) fn called(iri: &str, resources: &Resources) -> String {
    let labels = |lang| resources.graph().labels(iri, lang).unwrap_or_default();
    let label = labels(Some("en")).into_iter().chain(labels(None)).next();
    label.unwrap_or_else(|| identifier_words(&local_name(iri)).join(" "))
}

/// The candidates of some links, each once, the first of each link before the others of any.
fn candidates(links: impl IntoIterator<Item = Link>) -> Vec<Shown> {
    let mut ranked: Vec<(usize, Shown)> = Vec::new();
    for link in links {
        for (rank, candidate) in link.candidates.into_iter().take(FOR_A_SPAN).enumerate() {
            match ranked
                .iter_mut()
                .find(|(_, one)| one.candidate.value == candidate.value)
            {
                Some((known, _)) => *known = rank.min(*known),
                None => ranked.push((
                    rank,
                    Shown {
                        span: link.span,
                        candidate,
                    },
                )),
            }
        }
    }
    ranked.sort_by_key(|(rank, one)| (*rank, one.span.map_or(usize::MAX, |span| span.start)));
    ranked.into_iter().map(|(_, one)| one).collect()
}

impl Described for Linker {
    fn description(&self) -> Description {
        let (name, _) = self.words();
        let about = match self.task {
            Task::LinkRelations => {
                "A language model chooses among the properties whose labels, phrases or words of similar meaning stand in the question, those of the linked entities first"
            }
            Task::LinkClasses => {
                "A language model chooses among the classes whose labels or phrases stand in the question"
            }
            _ => {
                "A language model chooses among the resources whose names stand in the question, as they are or nearly"
            }
        };
        Description::new(name, self.task, about)
            .needs(&[Need::Labels, Need::Network])
            .cost(Cost::Seconds)
    }
}

impl EntityLinker for Linker {
    fn link_entities(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Link>, ComponentError> {
        let exact = entities::LongestMatch::filtered().link_entities(question, resources)?;
        let near = entities::Fuzzy.link_entities(question, resources)?;
        self.link(
            question,
            resources,
            candidates(exact.into_iter().chain(near)),
        )
    }
}

impl RelationLinker for Linker {
    fn link_relations(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Link>, ComponentError> {
        let around = relations::Graph.link_relations(question, resources)?;
        let listed = relations::Lexicon.link_relations(question, resources)?;
        let mut shown = candidates(around.into_iter().chain(listed));
        let wording = Wording::of(question);
        let index = resources.derived(PropertyIndex::new);
        let mut fits = index.fits(&wording);
        fits.retain(|fit| fit.related >= LEAST);
        index.sort(&mut fits);
        for fit in fits.into_iter().take(IN_ALL) {
            let property = &resources.properties().terms()[fit.property as usize];
            if shown.iter().all(|one| one.candidate.value != property.iri) {
                let run = fit.first..fit.end;
                let words = wording.lower(run.clone());
                shown.push(Shown {
                    span: Some(wording.span(run)),
                    candidate: Candidate::new(&property.iri, fit.score()).because(
                        Source::Label,
                        words,
                        fit.related,
                    ),
                });
            }
        }
        self.link(question, resources, shown)
    }
}

impl ClassLinker for Linker {
    fn link_classes(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Link>, ComponentError> {
        let called = classes::Labels.link_classes(question, resources)?;
        let listed = classes::Lexicon.link_classes(question, resources)?;
        self.link(
            question,
            resources,
            candidates(called.into_iter().chain(listed)),
        )
    }
}
