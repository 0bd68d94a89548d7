//! Words that may stand in longer texts.

use super::Span;
use crate::lexicon::relation::RelationId;
use crate::reading::{Meaning, Reading, Search, Within};

impl Span<'_> {
    /// Words that may stand in longer texts, after a preposition.
    pub(super) fn texts(&self, content: usize) -> Vec<Reading> {
        let span = self.span();
        let before = self.words.at(self.start.wrapping_sub(1));
        let edges = !span[0].is_empty_word() && !span[span.len() - 1].is_empty_word();
        let plain = span.iter().all(|word| !word.is_punctuation());
        let short = span.len() == 1 && span[0].text.chars().count() < 3;
        if !edges
            || !plain
            || short
            || content > 4
            || span[0].is_light()
            || span[0].number.is_some()
        {
            return Vec::new();
        }
        let after_preposition =
            ["in", "on", "at", "with", "near", "a", "the", "an"].contains(&before);
        let whole = self.end >= self.words.len()
            || self.words.words[self.end].is_punctuation()
            || self.words.words[self.end].is_empty_word();
        let adjective = content == 1
            && span[0].tag.is_adjective()
            && !self.lexicon.vocabulary.knows(&span[0].root);
        if !(adjective || after_preposition && whole) {
            return Vec::new();
        }
        let text: Vec<&str> = span.iter().map(|word| word.text.as_str()).collect();
        let telling = span.iter().filter(|word| !word.is_empty_word()).count() as f32;
        let relations = self.relations_with_text(&text.join(" "));
        if relations.is_empty() {
            return Vec::new();
        }
        vec![Reading {
            start: self.start,
            end: self.end,
            score: 0.55 * telling + 0.1 * (telling - 1.0),
            closeness: 0.55,
            meaning: Meaning::Text(
                Search {
                    text: text.join(" "),
                    within: Within::Anywhere,
                },
                relations,
            ),
        }]
    }

    /// The relations that have a text with these words in it.
    fn relations_with_text(&self, text: &str) -> Vec<RelationId> {
        const LOOKED_AT: usize = 400;
        let content = self.content();
        let wanted = text.to_lowercase();
        let mut found: Vec<RelationId> = Vec::new();
        for (relation, value) in self
            .lexicon
            .names
            .texts_with(&content)
            .iter()
            .take(LOOKED_AT)
        {
            let literal = self.lexicon.facts.literal(*value);
            if !found.contains(relation)
                && literal.is_some_and(|literal| literal.value().to_lowercase().contains(&wanted))
            {
                found.push(*relation);
            }
        }
        found
    }
}
