//! The words of a question beside those that name its entities.

use std::ops::Range;

use crate::annotation::{AnnotatedQuestion, Kind, Span};
use crate::fold::{fold_name, local_name, words_of};
use crate::question::Word;

/// A question whose entities were found, as the linkers of relations and the builders of queries see it.
pub(crate) struct Wording<'q> {
    pub(crate) words: &'q [Word],
    /// The entities, in the order of the words that name them.
    pub(crate) entities: Vec<Named>,
    /// By word, the place in `entities` of what it belongs to.
    owner: Vec<Option<usize>>,
}

/// An entity, and the words that name it.
#[derive(Clone)]
pub(crate) struct Named {
    pub(crate) iri: String,
    pub(crate) words: Option<Range<usize>>,
}

impl<'q> Wording<'q> {
    pub(crate) fn of(question: &'q AnnotatedQuestion) -> Self {
        let words = &question.words.words[..];
        let mut owner = vec![None; words.len()];
        let mut entities: Vec<Named> = Vec::new();
        for annotation in question.of(Kind::Entity) {
            let Some(best) = annotation.best() else {
                continue;
            };
            if entities.iter().any(|known| known.iri == best.value) {
                continue;
            }
            let named = match annotation.span {
                Some(span) => covered(words, span),
                None => named_by(words, &owner, &best.value),
            };
            for at in named.clone().into_iter().flatten() {
                owner[at] = Some(entities.len());
            }
            entities.push(Named {
                iri: best.value.clone(),
                words: named,
            });
        }
        Self {
            words,
            entities,
            owner,
        }
    }

    /// Whether a word belongs to no entity, and is no punctuation mark.
    pub(crate) fn is_free(&self, at: usize) -> bool {
        self.owner[at].is_none() && !self.words[at].is_punctuation()
    }

    /// Whether a free word may say something about what is asked.
    pub(crate) fn is_content(&self, at: usize) -> bool {
        self.is_free(at) && !self.words[at].is_empty_word()
    }

    /// The places of the words that may say something about what is asked.
    pub(crate) fn content(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.words.len()).filter(|at| self.is_content(*at))
    }

    /// The words in lower case, with a mark in the place of each entity.
    pub(crate) fn masked(&self) -> String {
        let mut text = String::new();
        let mut before = None;
        for (at, word) in self.words.iter().enumerate() {
            if word.is_punctuation() && self.owner[at].is_none() {
                continue;
            }
            match self.owner[at] {
                Some(entity) if before == Some(entity) => {}
                Some(_) => text.push_str("ent_ "),
                None => {
                    text.push_str(&word.lower);
                    text.push(' ');
                }
            }
            before = self.owner[at];
        }
        text
    }

    /// All runs of up to `longest` free words, longer ones first, then from left to right.
    pub(crate) fn runs(&self, longest: usize) -> Vec<Range<usize>> {
        let mut runs = Vec::new();
        for length in (1..=longest).rev() {
            for start in 0..(self.words.len() + 1).saturating_sub(length) {
                let run = start..start + length;
                if run.clone().all(|at| self.is_free(at))
                    && run.clone().any(|at| !self.words[at].is_empty_word())
                {
                    runs.push(run);
                }
            }
        }
        runs
    }

    /// The words of a run in lower case.
    pub(crate) fn lower(&self, run: Range<usize>) -> String {
        let words: Vec<&str> = self.words[run]
            .iter()
            .map(|word| word.lower.as_str())
            .collect();
        words.join(" ")
    }

    /// The words of a run in dictionary form.
    pub(crate) fn lemmas(&self, run: Range<usize>) -> String {
        let words: Vec<&str> = self.words[run]
            .iter()
            .map(|word| word.lemma.as_str())
            .collect();
        words.join(" ")
    }

    /// Where a run stands in the question.
    pub(crate) fn span(&self, run: Range<usize>) -> Span {
        Span {
            start: self.words[run.start].start,
            end: self.words[run.end - 1].end,
        }
    }

    /// Whether the question asks for a number of things, or for yes or no.
    pub(crate) fn asks(&self) -> Asks {
        let lower = |at: usize| self.words.get(at).map_or("", |word| word.lower.as_str());
        let first = (0..self.words.len())
            .find(|at| !self.words[*at].is_punctuation())
            .unwrap_or_default();
        const YES_NO: &[&str] = &[
            "is", "was", "were", "are", "do", "does", "did", "has", "have", "had", "can", "will",
            "could",
        ];
        if YES_NO.contains(&lower(first)) {
            return Asks::YesNo;
        }
        let counts = (0..self.words.len()).any(|at| {
            (lower(at) == "how" && lower(at + 1) == "many")
                || (lower(at) == "number"
                    && lower(at + 1) == "of"
                    && at
                        .checked_sub(1)
                        .is_some_and(|at| lower(at) == "the" || lower(at) == "total"))
        });
        if counts || lower(first) == "count" {
            Asks::Number
        } else {
            Asks::Things
        }
    }
}

/// What a question asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asks {
    Things,
    Number,
    YesNo,
}

/// The words within a stretch.
fn covered(words: &[Word], span: Span) -> Option<Range<usize>> {
    let within = |word: &Word| word.start < span.end && span.start < word.end;
    let start = words.iter().position(within)?;
    let end = words.iter().rposition(within)? + 1;
    Some(start..end)
}

/// The words that name a resource best, by what its IRI says; for entities of which only the IRI is given.
fn named_by(words: &[Word], owner: &[Option<usize>], iri: &str) -> Option<Range<usize>> {
    let name = local_name(iri).replace('_', " ");
    let bare = name.find(" (").map_or(name.as_str(), |open| &name[..open]);
    let label: Vec<String> = words_of(bare).map(fold_name).collect();
    let similar = |word: &Word| {
        label.iter().any(|part| {
            *part == word.name
                || (part.len() >= 5
                    && word.name.len() >= 5
                    && part
                        .chars()
                        .zip(word.name.chars())
                        .take_while(|(a, b)| a == b)
                        .count()
                        >= 5)
        })
    };
    let matches: Vec<bool> = words
        .iter()
        .enumerate()
        .map(|(at, word)| owner[at].is_none() && !word.is_punctuation() && similar(word))
        .collect();
    let mut best: Option<(usize, Range<usize>)> = None;
    for start in 0..words.len() {
        if !matches[start] {
            continue;
        }
        let (mut end, mut weight, mut gap) = (start, 0, 0);
        for at in start..words.len().min(start + 2 * label.len() + 2) {
            if owner[at].is_some() {
                break;
            }
            if matches[at] {
                weight += if words[at].is_empty_word() { 1 } else { 3 };
                end = at + 1;
                gap = 0;
            } else {
                gap += 1;
                if gap > 2 {
                    break;
                }
            }
        }
        let named = words[start..end].iter().any(|word| !word.is_empty_word()) || label.len() == 1;
        if named && best.as_ref().is_none_or(|(known, _)| weight > *known) {
            best = Some((weight, start..end));
        }
    }
    best.map(|(_, run)| run)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::annotation::{Annotation, Candidate};

    fn question(text: &str, entities: &[&str]) -> AnnotatedQuestion {
        let mut question = AnnotatedQuestion::new(text);
        for entity in entities {
            question.add(Annotation {
                kind: Kind::Entity,
                span: None,
                candidates: vec![Candidate::new(*entity, 1.0)],
                component: "gold".to_owned(),
            });
        }
        question
    }

    #[test]
    fn entities_are_masked_where_they_are_named() {
        for (text, entities, masked) in [
            (
                "Who is the mayor of New York City?",
                &["http://ex/New_York_City"][..],
                "who is the mayor of ent_ ",
            ),
            (
                "Did Gödel know Einstein?",
                &["http://ex/Kurt_G%C3%B6del", "http://ex/Albert_Einstein"],
                "did ent_ know ent_ ",
            ),
            ("How deep is it?", &["http://ex/Nowhere"], "how deep is it "),
        ] {
            let question = question(text, entities);
            assert_eq!(Wording::of(&question).masked(), masked);
        }
    }

    #[test]
    fn forms_are_told_by_first_words() {
        for (text, asks) in [
            ("How many lakes are there?", Asks::Number),
            ("Count the lakes.", Asks::Number),
            ("Is Saimaa a lake?", Asks::YesNo),
            ("Which lake is deep?", Asks::Things),
            ("", Asks::Things),
        ] {
            let question = question(text, &[]);
            assert_eq!(Wording::of(&question).asks(), asks, "{text}");
        }
    }
}
