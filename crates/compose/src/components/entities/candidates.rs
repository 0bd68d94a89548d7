//! What linkers ask of candidates: neighbours, relatedness, words around them.

use std::sync::Arc;

use lydite_language::{Lang, is_stop_word, stem};
use rustc_hash::FxHashSet;

use crate::annotation::AnnotatedQuestion;
use crate::component::ComponentError;
use crate::fold::{fold, identifier_words, local_name};
use crate::names::{EntityId, Posting};
use crate::resources::{Neighbourhood, Resources};

/// Of hubs, only so many neighbours are compared.
const NEIGHBOURS: usize = 1000;

/// The candidates of some postings: each resource once, the most popular first.
pub(super) fn most_popular(
    resources: &Resources,
    postings: &[Posting],
    count: usize,
) -> Vec<EntityId> {
    let names = resources.names();
    let mut entities: Vec<EntityId> = postings.iter().map(|posting| posting.entity).collect();
    entities.sort_unstable();
    entities.dedup();
    entities.sort_by_key(|entity| (std::cmp::Reverse(names.degree(*entity)), *entity));
    entities.truncate(count);
    entities
}

/// A resource and those next to it.
pub(super) fn neighbours(
    resources: &Resources,
    iri: &str,
) -> Result<FxHashSet<String>, ComponentError> {
    let around = resources.neighbourhood(iri)?;
    let mut found: FxHashSet<String> = around
        .resources()
        .take(NEIGHBOURS)
        .map(str::to_owned)
        .collect();
    found.insert(iri.to_owned());
    Ok(found)
}

/// How much two resources have to do with each other, by the neighbours they share, from 0 to 1
/// (Milne and Witten, *An Effective, Low-Cost Measure of Semantic Relatedness*, 2008).
pub(super) fn relatedness(one: &FxHashSet<String>, other: &FxHashSet<String>, all: usize) -> f64 {
    let (small, large) = if one.len() < other.len() {
        (one, other)
    } else {
        (other, one)
    };
    let shared = small.iter().filter(|iri| large.contains(*iri)).count();
    if shared == 0 {
        return 0.0;
    }
    let ln = |count: usize| (count as f64).ln();
    let distance =
        (ln(large.len()) - ln(shared)) / (ln(all.max(large.len() + 1)) - ln(small.len()));
    (1.0 - distance).clamp(0.0, 1.0)
}

/// The stems of the words of a question that say something, without some of them.
pub(super) fn context(
    question: &AnnotatedQuestion,
    without: &std::ops::Range<usize>,
) -> FxHashSet<String> {
    let words = question.words.words.iter().enumerate();
    words
        .filter(|(at, word)| !without.contains(at) && !word.is_punctuation())
        .filter(|(_, word)| !is_stop_word(&word.lower, Lang::En))
        .map(|(_, word)| word.stem.clone())
        .collect()
}

/// The stems of the words around a resource: of its properties, classes and neighbours.
pub(super) fn words_around(neighbourhood: &Arc<Neighbourhood>) -> FxHashSet<String> {
    let properties = neighbourhood
        .outgoing
        .iter()
        .map(|(property, _)| property.as_str())
        .chain(
            neighbourhood
                .incoming
                .iter()
                .map(|(property, _)| property.as_str()),
        );
    let mut iris: Vec<&str> = properties.collect();
    iris.sort_unstable();
    iris.dedup();
    iris.extend(neighbourhood.resources().take(100));
    iris.extend(
        neighbourhood
            .outgoing
            .iter()
            .filter_map(|(_, value)| match value {
                lydite_graph::oxrdf::Term::NamedNode(node) => Some(node.as_str()),
                _ => None,
            })
            .take(100),
    );
    iris.into_iter()
        .flat_map(|iri| identifier_words(&local_name(iri)))
        .map(|word| stem(&fold(&word), Lang::En))
        .collect()
}
