//! The words of a question, as the readers of this crate see them.

mod weak;

use std::ops::Range;

use lydite_language::{Lang, Tag, Tagger, lemma, stem};

use crate::fold::{fold, fold_name, singular, word_end};
use crate::knowledge::numbers;
use crate::translate::Translation;
use weak::{EMPTY, LIGHT};

/// Longer questions are cut: what follows is not understood.
pub(crate) const MOST_WORDS: usize = 90;

/// A word or a punctuation mark.
#[derive(Clone, Debug)]
pub(crate) struct Word {
    /// As it stands in the question.
    pub(crate) text: String,
    /// Folded.
    pub(crate) lower: String,
    /// Folded as names are.
    pub(crate) name: String,
    /// In dictionary form.
    pub(crate) lemma: String,
    /// In the singular.
    pub(crate) root: String,
    pub(crate) stem: String,
    pub(crate) tag: Tag,
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) capital: bool,
    pub(crate) number: Option<f64>,
    /// Where it comes from in the question as it was asked: the same place, unless that was translated.
    pub(crate) origin: Range<usize>,
}

impl Word {
    pub(crate) fn is_punctuation(&self) -> bool {
        !self.text.contains(char::is_alphanumeric)
    }

    /// Whether it says nothing about what is asked.
    pub(crate) fn is_empty_word(&self) -> bool {
        EMPTY.contains(&self.lower.as_str())
    }

    /// Whether it says little about what is asked.
    pub(crate) fn is_light(&self) -> bool {
        LIGHT.contains(&self.lower.as_str()) || LIGHT.contains(&self.lemma.as_str())
    }
}

/// The words of a question.
#[derive(Clone, Debug)]
pub(crate) struct Words {
    pub(crate) words: Vec<Word>,
    /// Whether there were more than [`MOST_WORDS`].
    pub(crate) cut: bool,
    /// Runs of words that stand for something that could be said in other words.
    pub(crate) alternatives: Vec<Alternative>,
}

/// Other words for a run of words.
#[derive(Clone, Debug)]
pub(crate) struct Alternative {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) phrases: Vec<String>,
}

impl Words {
    /// Cuts a question into words and tags them.
    pub(crate) fn of(text: &str) -> Self {
        let (pieces, cut) = pieces(text);
        let forms: Vec<&str> = pieces.iter().map(|piece| piece.form).collect();
        let tags = Tagger::shipped().tag(&forms);
        let words = pieces.iter().zip(tags).map(|(piece, tag)| {
            let lower = fold(piece.form);
            let capital = piece.form.starts_with(char::is_uppercase);
            let dictionary = match tag {
                Tag::NNP | Tag::NNPS | Tag::NN => singular(&lower),
                tag => lemma(&lower, tag),
            };
            Word {
                text: piece.form.to_owned(),
                name: fold_name(piece.form),
                root: singular(&lower),
                stem: stem(&lower, Lang::En),
                number: numbers::number(&lower),
                lemma: dictionary,
                lower,
                tag,
                start: piece.start,
                end: piece.end,
                origin: piece.start..piece.end,
                capital,
            }
        });
        Self {
            words: words.collect(),
            cut,
            alternatives: Vec::new(),
        }
    }

    /// The words of a question that was brought into English.
    pub(crate) fn translated(translation: &Translation) -> Self {
        let mut words = Self::of(&translation.text);
        for piece in &translation.pieces {
            let inside =
                |word: &Word| word.start >= piece.english.start && word.end <= piece.english.end;
            let Some(start) = words.words.iter().position(inside) else {
                continue;
            };
            let count = words.words[start..]
                .iter()
                .take_while(|word| inside(word))
                .count();
            for word in &mut words.words[start..start + count] {
                // Names stay as they are, so that their words keep their places.
                let whole = piece.source.len() == piece.english.len() && count > 1;
                word.origin = if whole {
                    let shift = piece.source.start;
                    word.start - piece.english.start + shift..word.end - piece.english.start + shift
                } else {
                    piece.source.clone()
                };
            }
            if !piece.also.is_empty() {
                words.alternatives.push(Alternative {
                    start,
                    end: start + count,
                    phrases: piece.also.clone(),
                });
            }
        }
        words
    }

    /// The part of the question as it was asked that some words come from.
    pub(crate) fn origin(&self, start: usize, end: usize) -> Range<usize> {
        let origins = self.words[start..end].iter().map(|word| &word.origin);
        let first = origins.clone().map(|origin| origin.start).min();
        let last = origins.map(|origin| origin.end).max();
        first.unwrap_or(0)..last.unwrap_or(0)
    }

    /// Drops the first words.
    pub(crate) fn drop_first(&mut self, count: usize) {
        self.words.drain(..count);
        self.alternatives.retain(|other| other.start >= count);
        for other in &mut self.alternatives {
            other.start -= count;
            other.end -= count;
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    /// The word at a place, in lower case; empty beyond the end.
    pub(crate) fn at(&self, place: usize) -> &str {
        self.words.get(place).map_or("", |word| word.lower.as_str())
    }

    /// The bytes of the sentence that asks: the first with a question word or mark, or the last.
    pub(crate) fn main_sentence(&self) -> Range<usize> {
        const ASKING: &[&str] = &[
            "?", "which", "who", "what", "whom", "whose", "when", "where", "how", "list", "show",
            "give", "name", "tell", "find",
        ];
        let mut sentences = Vec::new();
        let mut start = 0;
        for (at, word) in self.words.iter().enumerate() {
            if [".", "?", "!", ";"].contains(&word.text.as_str()) || at + 1 == self.words.len() {
                sentences.push(start..at + 1);
                start = at + 1;
            }
        }
        let asks = |sentence: &Range<usize>| {
            self.words[sentence.clone()]
                .iter()
                .any(|word| ASKING.contains(&word.lower.as_str()))
        };
        let main = sentences.iter().find(|sentence| asks(sentence));
        let main = main.or(sentences.last()).cloned().unwrap_or(0..0);
        match (
            self.words.get(main.start),
            self.words.get(main.end.wrapping_sub(1)),
        ) {
            (Some(first), Some(last)) => first.start..last.end,
            _ => 0..usize::MAX,
        }
    }

    /// Whether these words stand at a place.
    pub(crate) fn are(&self, place: usize, words: &[&str]) -> bool {
        words
            .iter()
            .enumerate()
            .all(|(at, word)| self.at(place + at) == *word)
    }
}

struct Piece<'t> {
    form: &'t str,
    start: usize,
    end: usize,
}

fn pieces(text: &str) -> (Vec<Piece<'_>>, bool) {
    let mut pieces: Vec<Piece<'_>> = Vec::new();
    let mut at = 0;
    while let Some(character) = text[at..].chars().next() {
        let rest = &text[at..];
        if pieces.len() >= MOST_WORDS {
            return (pieces, true);
        }
        let mut push = |form, length: usize| {
            pieces.push(Piece {
                form,
                start: at,
                end: at + length,
            });
            at += length;
        };
        if character.is_alphanumeric() {
            let end = word_end(rest);
            let word = &rest[..end];
            let negated = rest[end..].strip_prefix(['\'', '’']).is_some_and(|tail| {
                tail.starts_with('t') && !tail[1..].starts_with(char::is_alphanumeric)
            });
            if negated && word.ends_with('n') {
                let mark = rest[end..].chars().next().map_or(1, char::len_utf8);
                if word.len() > 1 {
                    push(&word[..word.len() - 1], word.len() - 1);
                }
                push("not", 2 + mark);
            } else {
                push(word, end);
            }
        } else if character == '\'' || character == '’' {
            let tail = &rest[character.len_utf8()..];
            if tail.starts_with('s') && !tail[1..].starts_with(char::is_alphanumeric) {
                push("'s", character.len_utf8() + 1);
            } else {
                push("'", character.len_utf8());
            }
        } else if character.is_whitespace() || character.is_control() {
            at += character.len_utf8();
        } else {
            push(&rest[..character.len_utf8()], character.len_utf8());
        }
    }
    (pieces, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(question: &str) -> Vec<String> {
        Words::of(question)
            .words
            .into_iter()
            .map(|word| word.text)
            .collect()
    }

    #[test]
    fn questions_are_cut_as_names_are() {
        assert_eq!(
            texts("Isn't T291-41 Davolio's, at 1,200 €?"),
            [
                "Is", "not", "T291", "-", "41", "Davolio", "'s", ",", "at", "1,200", "€", "?"
            ]
        );
        assert!(Words::of(&"word ".repeat(30_000)).cut);
        assert_eq!(Words::of("\u{0}\u{7}").len(), 0);
    }
}
