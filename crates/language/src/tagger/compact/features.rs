//! The features of a token: what they look at, as keys of 32 bits.
//!
//! Capitals count only where the sentence has some and is not made of them; everything else looks at
//! lower-case forms. So the model learns both to use capitals and to do without.

use super::word::{Casing, Word};
use crate::Tag;

/// A tag, or the beginning of the sentence.
pub(crate) type History = u8;

/// The tag before the first token.
pub(crate) const START: History = Tag::ALL.len() as u8;

/// The features that do not depend on tags.
pub(crate) const FIXED: usize = 41;

/// The features that depend on the tags before.
pub(crate) const DYNAMIC: usize = 9;

/// The words of a sentence, ready for the features.
pub(crate) struct Sentence {
    words: Vec<Word>,
    /// The tags that each word is known to take, as a number; 0 for unknown words.
    classes: Vec<u64>,
    casing: Casing,
}

/// A key from the number of a template and what it looks at.
fn key(template: u64, first: u64, second: u64) -> u32 {
    let mixed = (first ^ template.wrapping_mul(0xd6e8_feb8_6659_fd93)).rotate_left(23)
        ^ second.wrapping_mul(0xa076_1d64_78bd_642f);
    (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32
}

/// Two things as one.
fn pair(first: u64, second: u64) -> u64 {
    first.rotate_left(17) ^ second.wrapping_mul(0xe703_7ed1_a0b4_28db)
}

/// The key under which the lexicon knows a word.
fn lexicon_key(word: &Word) -> u32 {
    key(99, word.form, 0)
}

/// The same for a word that training has seen.
#[cfg(feature = "training")]
pub(crate) fn lexicon_key_of(form: &str) -> u32 {
    lexicon_key(&Word::new(form))
}

impl Sentence {
    /// The sentence, with the class that the lexicon gives to each word.
    pub(crate) fn new<T: AsRef<str>>(tokens: &[T], class: impl Fn(u32) -> u8) -> Self {
        let casing = Casing::of(tokens);
        let words: Vec<_> = tokens
            .iter()
            .map(|token| Word::new(token.as_ref()))
            .collect();
        let classes = words.iter().map(|word| u64::from(class(lexicon_key(word))));
        Self {
            classes: classes.collect(),
            words,
            casing,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    fn word(&self, at: Option<usize>) -> &Word {
        at.and_then(|at| self.words.get(at))
            .unwrap_or(&Word::OUTSIDE)
    }

    fn class(&self, at: Option<usize>) -> u64 {
        let outside = 0x100;
        at.and_then(|at| self.classes.get(at))
            .copied()
            .unwrap_or(outside)
    }

    /// The features that do not depend on tags.
    pub(crate) fn fixed(&self, at: usize) -> [u32; FIXED] {
        let (before, behind) = (at.checked_sub(1), Some(at + 1));
        let word = &self.words[at];
        let (previous, next) = (self.word(before), self.word(behind));
        let (earlier, later) = (self.word(at.checked_sub(2)), self.word(Some(at + 2)));
        let class = self.class(Some(at));
        let (class_before, class_behind) = (self.class(before), self.class(behind));
        let class_later = self.class(Some(at + 2));
        let case = |word: &Word| {
            if self.casing.tells() {
                word.case as u64
            } else {
                7
            }
        };
        let casing = self.casing as u64 | u64::from(at == 0) << 3;
        let own = case(word) | casing << 3;
        let three = word.suffixes[2];

        [
            key(0, 0, 0),
            key(1, word.form, 0),
            key(2, word.suffixes[0], 0),
            key(3, word.suffixes[1], 0),
            key(4, word.suffixes[2], 0),
            key(5, word.suffixes[3], 0),
            key(6, word.suffixes[4], 0),
            key(8, word.prefixes[0], 0),
            key(9, word.prefixes[1], 0),
            key(10, word.prefixes[2], 0),
            key(11, word.prefixes[3], 0),
            key(12, previous.form, 0),
            key(13, earlier.form, 0),
            key(14, next.form, 0),
            key(15, later.form, 0),
            key(16, previous.form, word.form),
            key(17, word.form, next.form),
            key(18, previous.form, next.form),
            key(19, previous.suffixes[2], 0),
            key(20, previous.suffixes[1], 0),
            key(21, next.suffixes[2], 0),
            key(22, next.suffixes[1], 0),
            key(23, own, u64::from(word.kind)),
            key(24, own, case(previous)),
            key(25, own, case(next)),
            key(26, own, case(previous) | case(next) << 3),
            key(27, own, word.form),
            key(28, own, three),
            key(29, pair(case(word), word.suffixes[1]), u64::from(word.kind)),
            key(30, class, 0),
            key(31, class_behind, 0),
            key(32, class_later, 0),
            key(33, class, class_behind),
            key(34, three, class_behind),
            key(35, class_behind, class_later),
            key(36, class_before, class),
            key(37, class_before | class << 9, class_behind),
            key(38, word.form, class_behind),
            key(39, class_before, word.form),
            key(40, own, case(previous) | case(earlier) << 3),
            key(41, own, class),
        ]
    }

    /// The features that depend on the tag before and the one before that.
    pub(crate) fn dynamic(&self, at: usize, last: History, earlier: History) -> [u32; DYNAMIC] {
        let word = &self.words[at];
        let behind = Some(at + 1);
        let (last, both) = (u64::from(last), u64::from(last) | u64::from(earlier) << 8);
        [
            key(50, last, 0),
            key(51, u64::from(earlier), 0),
            key(52, both, 0),
            key(53, last, word.form),
            key(54, last, self.word(behind).form),
            key(55, last, word.suffixes[2]),
            key(56, last, self.class(Some(at))),
            key(57, last, self.class(behind)),
            key(58, both, self.class(Some(at))),
        ]
    }
}
