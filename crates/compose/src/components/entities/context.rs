//! `ned-context`: the sense that fits the other words of the question, as DBpedia Spotlight does it.

use rustc_hash::FxHashMap;

use super::candidates::{context, most_popular, words_around};
use super::spotting::{is_ordinary, longest, spots};
use crate::annotation::{AnnotatedQuestion, Candidate, Source};
use crate::component::{
    ComponentError, Cost, Described, Description, EntityLinker, Link, Need, Task,
};
use crate::resources::Resources;

/// How many senses of a name are considered.
const SENSES: usize = 12;

/// Chooses senses by the words around them in question and graph.
pub struct Context;

impl Described for Context {
    fn description(&self) -> Description {
        Description::new(
            "ned-context",
            Task::LinkEntities,
            "Longest names without ordinary words; of their senses the one whose properties, classes and neighbours share most words with the rest of the question, words that many senses share counting less (inverse candidate frequency), with popularity as prior",
        )
        .needs(&[Need::Labels, Need::Popularity, Need::Graph])
        .cost(Cost::Milliseconds)
        .reference("Mendes et al., DBpedia Spotlight: Shedding Light on the Web of Documents, I-SEMANTICS 2011")
        .counterpart_of(&["DBpedia Spotlight NED"])
    }
}

impl EntityLinker for Context {
    fn link_entities(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Link>, ComponentError> {
        let names = resources.names();
        let mut found = spots(question, resources);
        found.retain(|spot| !is_ordinary(question, resources, &spot.words));
        let mut links = Vec::new();
        for spot in longest(found) {
            let senses = most_popular(resources, spot.postings, SENSES);
            let words = context(question, &spot.words);
            let mut around = Vec::with_capacity(senses.len());
            let mut frequency: FxHashMap<&str, usize> = FxHashMap::default();
            for sense in &senses {
                around.push(words_around(&resources.neighbourhood(names.iri(*sense))?));
            }
            for word in around.iter().flatten() {
                *frequency.entry(word).or_default() += 1;
            }
            // Inverse candidate frequency: what all senses share tells none apart.
            let weight = |word: &str| {
                let shared = frequency.get(word).copied().unwrap_or(1);
                (1.0 + senses.len() as f64 / shared as f64).ln()
            };
            let mut candidates: Vec<Candidate> = senses
                .iter()
                .zip(&around)
                .map(|(sense, around)| {
                    let shared: Vec<&str> = words
                        .iter()
                        .filter(|word| around.contains(*word))
                        .map(String::as_str)
                        .collect();
                    let sum: f64 = shared.iter().map(|word| weight(word)).sum();
                    let norm = (words.len() as f64).sqrt().max(1.0);
                    let fit = sum / norm;
                    let prior = names.popularity(*sense);
                    let whole = spot.postings.iter().any(|posting| {
                        posting.entity == *sense
                            && crate::names::normal(names.name(posting)) == spot.normal
                    });
                    let score = fit + 0.3 * prior + if whole { 0.6 } else { 0.0 };
                    let mut shared = shared;
                    shared.sort_unstable();
                    Candidate::new(names.iri(*sense), score)
                        .because(Source::Context, shared.join(" "), fit)
                        .because(Source::Popularity, "degree", prior)
                })
                .collect();
            candidates.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.value.cmp(&b.value)));
            links.push(Link {
                span: Some(spot.span),
                candidates,
            });
        }
        Ok(links)
    }
}
