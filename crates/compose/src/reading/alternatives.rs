//! Elements of the graph that are called by other words for a span: a translator knows several.

use crate::knowledge::relations;
use crate::lexicon::phrase::roots;
use crate::lexicon::{Lexicon, Match};
use crate::question::Words;

/// The elements that other words for a span call.
pub(super) fn matches(words: &Words, lexicon: &Lexicon, start: usize, end: usize) -> Vec<Match> {
    let spoken = words
        .alternatives
        .iter()
        .filter(|other| other.start == start && other.end == end);
    let mut found = Vec::new();
    for phrase in spoken.flat_map(|other| &other.phrases) {
        look_up(lexicon, phrase, 0.97, &mut found);
        for (rank, noun) in relations::asked_by(phrase).iter().enumerate() {
            let closeness = 0.85 - 0.02 * rank.min(6) as f32;
            if let Some(noun) = noun.strip_prefix('^') {
                let before = found.len();
                look_up(lexicon, noun, closeness, &mut found);
                for other_end in &mut found[before..] {
                    other_end.side = other_end.side.other();
                }
            } else {
                look_up(lexicon, noun, closeness, &mut found);
            }
        }
    }
    found
}

fn look_up(lexicon: &Lexicon, phrase: &str, closeness: f32, found: &mut Vec<Match>) {
    let expansions: Vec<Vec<(String, f32)>> = roots(phrase)
        .into_iter()
        .filter(|root| root != "of")
        .map(|root| vec![(root, closeness)])
        .collect();
    let lookup: Vec<_> = expansions.iter().map(|expansion| (expansion, "")).collect();
    if !lookup.is_empty() {
        found.extend(lexicon.vocabulary.matches(&lookup));
    }
}
