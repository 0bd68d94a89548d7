//! Stretches of a question that may speak of a relation, in the place of the parsers and services of the originals.

use std::ops::Range;

use lydite_language::Tag;

use crate::components::wording::Wording;

/// Verbs that carry no relation by themselves.
const AUXILIARY: &[&str] = &[
    "be", "do", "have", "can", "will", "may", "could", "would", "give", "list", "show", "name",
    "count", "tell",
];

fn is_verb(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::VB | Tag::VBD | Tag::VBG | Tag::VBN | Tag::VBP | Tag::VBZ
    )
}

fn is_noun(tag: Tag) -> bool {
    matches!(tag, Tag::NN | Tag::NNS | Tag::NNP | Tag::NNPS)
}

/// Main verbs, with the preposition that follows.
pub(super) fn verb_phrases(wording: &Wording<'_>) -> Vec<Range<usize>> {
    let mut phrases = Vec::new();
    for at in 0..wording.words.len() {
        let word = &wording.words[at];
        if wording.is_free(at) && is_verb(word.tag) && !AUXILIARY.contains(&word.lemma.as_str()) {
            let follows = wording.words.get(at + 1);
            let particle = follows
                .is_some_and(|word| matches!(word.tag, Tag::IN | Tag::TO | Tag::RP))
                && wording.is_free(at + 1);
            phrases.push(at..at + 1 + usize::from(particle));
        }
    }
    phrases
}

/// Runs of nouns with the adjectives before them.
pub(super) fn noun_phrases(wording: &Wording<'_>) -> Vec<Range<usize>> {
    let mut phrases: Vec<Range<usize>> = Vec::new();
    let mut start = None;
    for at in 0..=wording.words.len() {
        let inside = at < wording.words.len() && wording.is_content(at) && {
            let tag = wording.words[at].tag;
            is_noun(tag) || matches!(tag, Tag::JJ | Tag::VBG | Tag::VBN)
        };
        match (inside, start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                let run = from..at;
                if wording.words[run.clone()]
                    .iter()
                    .any(|word| is_noun(word.tag))
                {
                    phrases.push(run);
                }
                start = None;
            }
            _ => {}
        }
    }
    phrases
}

/// Nouns that something is said to have: before *of*, or after *'s*; and adjectives after *how*.
pub(super) fn owned_nouns(wording: &Wording<'_>) -> Vec<Range<usize>> {
    let lower = |at: usize| wording.words.get(at).map_or("", |word| word.lower.as_str());
    let mut owned: Vec<Range<usize>> = noun_phrases(wording)
        .into_iter()
        .filter(|run| {
            let before = run.start.checked_sub(1).map_or("", lower);
            lower(run.end) == "of" || before == "'s" || before == "s" || before == "'"
        })
        .collect();
    for at in 1..wording.words.len() {
        if lower(at - 1) == "how"
            && wording.is_free(at)
            && matches!(wording.words[at].tag, Tag::JJ | Tag::RB)
            && !["many", "much"].contains(&lower(at))
        {
            owned.push(at..at + 1);
        }
    }
    owned
}
