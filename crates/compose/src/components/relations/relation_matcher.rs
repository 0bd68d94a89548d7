//! `rl-relation-matcher`: pieces of the question vote for the relations whose phrases they resemble.

use lydite_language::{Lang, Tag, stem};
use rustc_hash::{FxHashMap, FxHashSet};

use super::property_index::PropertyIndex;
use crate::annotation::{AnnotatedQuestion, Candidate, Source};
use crate::component::{
    ComponentError, Cost, Described, Description, Link, Need, RelationLinker, Task,
};
use crate::components::wording::Wording;
use crate::fold::{fold, words_of};
use crate::knowledge::synonyms::related;
use crate::resources::Resources;

/// How similar a phrase must be to a piece of the question for a vote.
const LEAST: f64 = 0.5;

/// How many of the most similar phrases of a piece vote.
const VOTERS: usize = 35;

/// What the property whose label is nearest to a piece gets on top.
const NEAREST: f64 = 40.0;

/// How many properties are given.
const MOST: usize = 5;

/// The phrases of properties, by the stems in them.
struct Patterns {
    properties: Vec<u32>,
    stems: Vec<Vec<String>>,
    by_stem: FxHashMap<String, Vec<u32>>,
    /// By property: 1 − its share of the phrases.
    weights: FxHashMap<u32, f64>,
}

impl Patterns {
    fn new(resources: &Resources) -> Self {
        let mut patterns = Self {
            properties: Vec::new(),
            stems: Vec::new(),
            by_stem: FxHashMap::default(),
            weights: FxHashMap::default(),
        };
        let phrases = resources.phrases().phrases().iter().filter_map(|phrase| {
            let property = resources.properties().number(&phrase.iri)?;
            Some((property as u32, phrase.words.clone()))
        });
        let labels = resources.properties().terms().iter().enumerate();
        let labels =
            labels.flat_map(|(at, term)| term.english().map(move |label| (at as u32, label)));
        let mut counts: FxHashMap<u32, usize> = FxHashMap::default();
        for (property, words) in phrases.chain(labels) {
            let mut stems: Vec<String> = words_of(&fold(&words))
                .map(|word| stem(word, Lang::En))
                .collect();
            stems.sort_unstable();
            stems.dedup();
            let number = patterns.properties.len() as u32;
            for stem in &stems {
                patterns
                    .by_stem
                    .entry(stem.clone())
                    .or_default()
                    .push(number);
            }
            patterns.properties.push(property);
            patterns.stems.push(stems);
            *counts.entry(property).or_default() += 1;
        }
        let all = patterns.properties.len().max(1) as f64;
        patterns.weights = counts
            .into_iter()
            .map(|(property, count)| (property, 1.0 - count as f64 / all))
            .collect();
        patterns
    }
}

/// RelationMatcher (SIBKB): votes of phrases.
pub struct RelationMatcher;

impl Described for RelationMatcher {
    fn description(&self) -> Description {
        Description::new(
            "rl-relation-matcher",
            Task::LinkRelations,
            "Pieces of two and three words vote for the properties whose phrases (PATTY, given when it runs, and labels) they resemble; the property whose label is nearest to a piece gets 40 votes more; the best five. Words in common and of similar meaning stand in the place of the original's word vectors",
        )
        .needs(&[Need::Labels, Need::Lexicon])
        .cost(Cost::Milliseconds)
        .reference("Singh et al., Capturing knowledge in semantically-typed relational patterns to enhance relation linking, K-CAP 2017; composing.md §9.5")
        .counterpart_of(&["RelationMatcher", "RelMatch"])
    }
}

impl RelationLinker for RelationMatcher {
    fn link_relations(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Link>, ComponentError> {
        let wording = Wording::of(question);
        let patterns = resources.derived(Patterns::new);
        let index = resources.derived(PropertyIndex::new);
        // The original takes proper nouns out before it cuts the question into pieces.
        let kept: Vec<usize> = (0..wording.words.len())
            .filter(|at| {
                wording.is_free(*at) && !matches!(wording.words[*at].tag, Tag::NNP | Tag::NNPS)
            })
            .collect();
        let mut votes: FxHashMap<u32, f64> = FxHashMap::default();
        for length in [2, 3] {
            for piece in kept.windows(length) {
                if piece.iter().all(|at| wording.words[*at].is_empty_word()) {
                    continue;
                }
                for property in similar(&wording, piece, &patterns) {
                    *votes.entry(property).or_default() += 1.0;
                }
                let nearest = index
                    .fits_within(&wording, piece)
                    .into_iter()
                    .filter(|fit| fit.related > 0.5)
                    .max_by(|a, b| {
                        a.score()
                            .total_cmp(&b.score())
                            .then(b.property.cmp(&a.property))
                    });
                if let Some(nearest) = nearest {
                    *votes.entry(nearest.property).or_default() += NEAREST;
                }
            }
        }
        let mut ranked: Vec<(f64, u32)> = votes
            .into_iter()
            .map(|(property, votes)| {
                let weight = patterns.weights.get(&property).copied().unwrap_or(1.0);
                (votes * weight, property)
            })
            .collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        ranked.truncate(MOST);
        let links = ranked.into_iter().map(|(votes, property)| {
            let iri = &resources.properties().terms()[property as usize].iri;
            let detail = format!("{votes:.0} votes");
            Link {
                span: None,
                candidates: vec![Candidate::new(iri, votes).because(
                    Source::Lexicon,
                    detail,
                    votes,
                )],
            }
        });
        Ok(links.collect())
    }
}

/// The properties of the phrases that resemble a piece most: the share of stems in common, with half a point for
/// a word of similar meaning.
fn similar(wording: &Wording<'_>, piece: &[usize], patterns: &Patterns) -> Vec<u32> {
    let mut exact: FxHashSet<String> = FxHashSet::default();
    let mut near: FxHashSet<String> = FxHashSet::default();
    for at in piece {
        let word = &wording.words[*at];
        exact.insert(word.stem.clone());
        if !word.is_empty_word() {
            near.extend(related(&word.lemma).map(|(other, _)| stem(other, Lang::En)));
        }
    }
    let mut touched: Vec<u32> = exact
        .iter()
        .chain(&near)
        .filter_map(|stem| patterns.by_stem.get(stem))
        // What half of all phrases have says nothing.
        .filter(|numbers| numbers.len() * 20 < patterns.properties.len().max(2000))
        .flatten()
        .copied()
        .collect();
    touched.sort_unstable();
    touched.dedup();
    let mut scored: Vec<(f64, u32)> = Vec::new();
    for number in touched {
        let stems = &patterns.stems[number as usize];
        let common: f64 = stems
            .iter()
            .map(|stem| match (exact.contains(stem), near.contains(stem)) {
                (true, _) => 1.0,
                (false, true) => 0.5,
                _ => 0.0,
            })
            .sum();
        let similarity = common / (stems.len() as f64 * exact.len() as f64).sqrt();
        if similarity >= LEAST {
            scored.push((similarity, patterns.properties[number as usize]));
        }
    }
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    scored.truncate(VOTERS);
    scored.into_iter().map(|(_, property)| property).collect()
}
