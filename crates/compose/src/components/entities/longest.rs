//! `ned-longest`, `ned-longest-cased`: the longest names, left to right.

use super::spotting::{Spot, is_ordinary, longest, spots};
use crate::annotation::{AnnotatedQuestion, Candidate, Source};
use crate::component::{ComponentError, Described, Description, EntityLinker, Link, Need, Task};
use crate::names::{Form, Posting};
use crate::resources::Resources;

/// Links the longest runs of words that are names.
pub struct LongestMatch {
    cased: bool,
}

impl LongestMatch {
    /// Names have to be written as in the graph.
    pub fn case_sensitive() -> Self {
        Self { cased: true }
    }

    /// Case does not matter, but ordinary words are left out.
    pub fn filtered() -> Self {
        Self { cased: false }
    }

    fn is_written(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
        spot: &Spot<'_>,
    ) -> bool {
        let text = question.slice(spot.span);
        spot.postings
            .iter()
            .any(|posting| resources.names().name(posting).starts_with(text))
    }
}

impl Described for LongestMatch {
    fn description(&self) -> Description {
        if self.cased {
            Description::new(
                "ned-longest-cased",
                Task::LinkEntities,
                "Longest runs of words that are a name, written as in the graph; of several resources the most popular",
            )
        } else {
            Description::new(
                "ned-longest",
                Task::LinkEntities,
                "Longest runs of words that are a name, whatever their case, without single common words and labels of classes and properties in lower case; of several resources the one whose label it is",
            )
        }
        .needs(&[Need::Labels])
    }
}

impl EntityLinker for LongestMatch {
    fn link_entities(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Link>, ComponentError> {
        let mut found = spots(question, resources);
        if self.cased {
            found.retain(|spot| {
                let sentence_start = spot.words == (0..1);
                !sentence_start
                    && self.is_written(question, resources, spot)
                    && !is_ordinary(question, resources, &spot.words)
            });
        } else {
            found.retain(|spot| !is_ordinary(question, resources, &spot.words));
        }
        let links = longest(found).into_iter().map(|spot| Link {
            span: Some(spot.span),
            candidates: by_form(resources, spot.postings, &spot.normal),
        });
        Ok(links.collect())
    }
}

/// Whole labels before parts of them, popular resources before others.
pub(super) fn by_form(resources: &Resources, postings: &[Posting], normal: &str) -> Vec<Candidate> {
    let names = resources.names();
    let mut postings: Vec<&Posting> = postings.iter().collect();
    postings.sort_by_key(|posting| {
        (
            posting.form,
            std::cmp::Reverse(names.degree(posting.entity)),
            posting.entity,
        )
    });
    let candidates = postings.into_iter().map(|posting| {
        let base = match posting.form {
            Form::Label | Form::Iri => 1.0,
            Form::Alternative => 0.9,
            Form::WithoutParenthesis => 0.7,
            Form::BeforeComma => 0.6,
        };
        Candidate::new(
            names.iri(posting.entity),
            base + 0.05 * names.popularity(posting.entity),
        )
        .because(Source::Label, names.name(posting), base)
        .because(Source::Label, normal, 0.0)
    });
    candidates.collect()
}
