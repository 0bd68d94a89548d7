//! `ned-coherence`: link probability and votes of the other names, as TagMe does it.

use lydite_language::{Lang, is_stop_word};
use rustc_hash::FxHashSet;

use super::candidates::{most_popular, neighbours, relatedness};
use super::spotting::{Spot, is_ordinary, longest, spots};
use crate::annotation::{AnnotatedQuestion, Candidate, Source};
use crate::component::{
    ComponentError, Cost, Described, Description, EntityLinker, Link, Need, Task,
};
use crate::names::{EntityId, Form};
use crate::resources::Resources;

/// How many senses of a name are considered.
const SENSES: usize = 8;

/// ρ below which a name is dropped.
const LEAST: f64 = 0.2;

/// Senses within this share of the best vote are told apart by how common they are (TagMe's ε).
const EPSILON: f64 = 0.3;

/// Weighs names by how likely they are links, and lets them vote for each other's senses.
pub struct Coherence;

impl Described for Coherence {
    fn description(&self) -> Description {
        Description::new(
            "ned-coherence",
            Task::LinkEntities,
            "Names with how likely they are meant as names (capitals, length, ordinary words); their senses get votes from the senses of the other names by shared neighbours, weighted with how common they are; names whose link probability and coherence are low on average are dropped",
        )
        .needs(&[Need::Labels, Need::Popularity, Need::Graph])
        .cost(Cost::Milliseconds)
        .reference("Ferragina and Scaiella, TAGME: On-the-fly Annotation of Short Text Fragments, CIKM 2010")
        .counterpart_of(&["TagMe NED"])
    }
}

struct Sense {
    entity: EntityId,
    commonness: f64,
    around: FxHashSet<String>,
    vote: f64,
}

impl EntityLinker for Coherence {
    fn link_entities(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Link>, ComponentError> {
        let mut found = spots(question, resources);
        found.retain(|spot| !is_ordinary(question, resources, &spot.words));
        let spots = longest(found);
        let mut senses = Vec::with_capacity(spots.len());
        for spot in &spots {
            senses.push(senses_of(spot, resources)?);
        }
        vote(&mut senses, resources.names().len());
        let names = resources.names();
        let mut links = Vec::new();
        for (spot, mut senses) in spots.into_iter().zip(senses) {
            let most = senses.iter().map(|sense| sense.vote).fold(0.0, f64::max);
            // Among senses with nearly the best vote the most common wins.
            senses.sort_by(|a, b| {
                let near = |sense: &Sense| sense.vote >= most * (1.0 - EPSILON);
                near(b)
                    .cmp(&near(a))
                    .then(b.commonness.total_cmp(&a.commonness))
                    .then(a.entity.cmp(&b.entity))
            });
            let probability = link_probability(question, &spot);
            let candidates: Vec<Candidate> = senses
                .iter()
                .map(|sense| {
                    let rho = (probability + sense.vote.max(sense.commonness * 0.5)) / 2.0;
                    Candidate::new(names.iri(sense.entity), rho)
                        .because(Source::Label, &spot.normal, probability)
                        .because(Source::Popularity, "commonness", sense.commonness)
                        .because(Source::Coherence, "votes", sense.vote)
                })
                .collect();
            if candidates.first().is_some_and(|best| best.score >= LEAST) {
                links.push(Link {
                    span: Some(spot.span),
                    candidates,
                });
            }
        }
        Ok(links)
    }
}

fn senses_of(spot: &Spot<'_>, resources: &Resources) -> Result<Vec<Sense>, ComponentError> {
    let names = resources.names();
    let entities = most_popular(resources, spot.postings, SENSES);
    let weight = |entity: EntityId| {
        let forms = spot.postings.iter().filter(|p| p.entity == entity);
        let whole = forms
            .map(|posting| match posting.form {
                Form::Label | Form::Iri => 1.0,
                Form::Alternative => 0.7,
                Form::WithoutParenthesis => 0.3,
                Form::BeforeComma => 0.2,
            })
            .fold(0.0, f64::max);
        whole * f64::from(names.degree(entity) + 1)
    };
    let all: f64 = entities.iter().map(|entity| weight(*entity)).sum();
    let mut senses = Vec::with_capacity(entities.len());
    for entity in entities {
        senses.push(Sense {
            entity,
            commonness: weight(entity) / all.max(f64::MIN_POSITIVE),
            around: neighbours(resources, names.iri(entity))?,
            vote: 0.0,
        });
    }
    Ok(senses)
}

/// Every name votes for the senses of the others: relatedness to its senses, weighted with how common
/// these are, on average over its senses (equation 2 of TAGME).
fn vote(names: &mut [Vec<Sense>], all: usize) {
    let votes: Vec<Vec<f64>> = names
        .iter()
        .enumerate()
        .map(|(at, senses)| {
            let of = |sense: &Sense| {
                let others = names.iter().enumerate().filter(|(other, _)| *other != at);
                let votes = others.map(|(_, voters)| {
                    let sum: f64 = voters
                        .iter()
                        .map(|voter| {
                            relatedness(&sense.around, &voter.around, all) * voter.commonness
                        })
                        .sum();
                    sum / voters.len().max(1) as f64
                });
                votes.sum::<f64>() / (names.len().max(2) - 1) as f64
            };
            senses.iter().map(of).collect()
        })
        .collect();
    for (senses, votes) in names.iter_mut().zip(votes) {
        for (sense, vote) in senses.iter_mut().zip(votes) {
            sense.vote = vote;
        }
    }
}

/// How likely a run of words is meant as a name. TagMe counts links in Wikipedia; without such counts
/// capitals, length and ordinary words have to tell.
fn link_probability(question: &AnnotatedQuestion, spot: &Spot<'_>) -> f64 {
    let words = &question.words.words[spot.words.clone()];
    let content: Vec<_> = words
        .iter()
        .filter(|word| !word.is_punctuation() && !is_stop_word(&word.lower, Lang::En))
        .collect();
    if content.is_empty() {
        return 0.0;
    }
    let capital = content
        .iter()
        .filter(|word| word.capital || word.number.is_some())
        .count();
    let share = capital as f64 / content.len() as f64;
    let length = 1.0 - 0.5f64.powi(content.len() as i32);
    0.6 * share + 0.4 * length
}
