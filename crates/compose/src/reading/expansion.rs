//! The words of a graph that a word of a question may stand for.

use super::elements::is_glue;
use crate::knowledge::{relations, synonyms};
use crate::lexicon::Lexicon;
use crate::question::{Word, Words};

/// A word with the words that may stand for it in the vocabulary.
pub(super) struct Expanded {
    pub(super) words: Vec<(String, f32)>,
    pub(super) stem: String,
}

impl Expanded {
    pub(super) fn of(word: &Word, words: &Words, lexicon: &Lexicon) -> Self {
        let mut expanded: Vec<(String, f32)> = vec![(word.root.clone(), 1.0)];
        let mut note = |other: &str, closeness: f32| match expanded
            .iter_mut()
            .find(|(known, _)| known == other)
        {
            Some(known) => known.1 = known.1.max(closeness),
            None => expanded.push((other.to_owned(), closeness)),
        };
        note(&word.lemma, 1.0);
        let at = words
            .words
            .iter()
            .position(|other| other.start == word.start)
            .unwrap_or(0);
        let named = word.capital
            && at > 0
            && words
                .words
                .get(at.wrapping_sub(1))
                .is_some_and(|before| before.text != ".");
        if ["called", "named", "titled"].contains(&word.lower.as_str())
            && words.words.get(at + 1).is_none_or(Word::is_punctuation)
        {
            note("name", 1.0);
        }
        let fuzzy = !named && word.number.is_none() && !is_glue(word);
        if fuzzy {
            for lookup in [&word.lemma, &word.root, &word.lower] {
                for (rank, noun) in relations::asked_by(lookup).iter().enumerate() {
                    if !noun.contains(' ') && !noun.starts_with('^') {
                        note(
                            &crate::fold::singular(noun),
                            0.87 - 0.02 * rank.min(6) as f32,
                        );
                    }
                }
            }
            if !word.is_light() {
                for lookup in [&word.lemma, &word.root] {
                    for (other, closeness) in synonyms::related(lookup) {
                        note(other, closeness);
                    }
                }
            }
            if word.root.len() >= 3 && !word.is_light() && !word.is_empty_word() {
                let prefixes: Vec<String> = lexicon
                    .vocabulary
                    .beginning(&word.root)
                    .filter(|other| {
                        *other != word.root
                            && other.len().min(word.root.len()) >= 3
                            && other.len().min(word.root.len()) * 4
                                >= other.len().max(word.root.len())
                    })
                    .map(str::to_owned)
                    .collect();
                for other in prefixes {
                    let shorter = other.len().min(word.root.len());
                    note(&other, if shorter >= 4 { 0.78 } else { 0.72 });
                }
            }
        }
        let stem = if fuzzy {
            word.stem.clone()
        } else {
            String::new()
        };
        Self {
            words: expanded,
            stem,
        }
    }
}
