//! The averaged perceptron with NLTK's weights, equal to NLTK tag for tag.
//!
//! A feature is a name with values, `i suffix ing`; its weights are added up for each tag, and the best
//! tag wins. The strings are never built: a feature is known by the hash of its bytes.

mod files;

use super::ModelError;
use crate::Tag;
use std::collections::HashMap;
use std::path::Path;

/// What stands before a sentence, the nearest last, and behind it.
const START: [&str; 2] = ["-START-", "-START2-"];
const END: [&str; 2] = ["-END-", "-END2-"];

/// The names of the features, in the order in which NLTK adds their weights; sums of floating-point
/// numbers depend on it.
const NAMES: [&str; 14] = [
    "bias",
    "i suffix",
    "i pref1",
    "i-1 tag",
    "i-2 tag",
    "i tag+i-2 tag",
    "i word",
    "i-1 tag+i word",
    "i-1 word",
    "i-1 suffix",
    "i-2 word",
    "i+1 word",
    "i+1 suffix",
    "i+2 word",
];

/// FNV-1a, which reads byte by byte: the hash of a name is where the hashes of its features begin.
#[derive(Clone, Copy)]
struct Key(u64);

impl Key {
    const EMPTY: Self = Self(0xcbf2_9ce4_8422_2325);

    fn text(self, text: &str) -> Self {
        let hash = text.bytes().fold(self.0, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        Self(hash)
    }

    /// A value of the feature, which NLTK separates by a blank.
    fn value(self, text: &str) -> Self {
        self.text(" ").text(text)
    }
}

/// Rows of weights, found by the key of their feature.
#[derive(Default)]
struct Weights {
    /// Open addressing: the key, and the row's entries. No row is empty, so an empty one marks a free slot.
    slots: Vec<Slot>,
    entries: Vec<(Tag, f64)>,
}

#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    begin: u32,
    end: u32,
}

impl Weights {
    /// From each feature's key and where its entries are.
    fn new(rows: &[Slot], entries: Vec<(Tag, f64)>) -> Self {
        let size = (rows.len() * 2).next_power_of_two().max(2);
        let mut slots = vec![Slot::default(); size];
        for row in rows.iter().filter(|row| row.begin < row.end) {
            let mut at = Self::home(row.key, size);
            while slots[at].begin < slots[at].end {
                at = (at + 1) & (size - 1);
            }
            slots[at] = *row;
        }
        Self { slots, entries }
    }

    fn home(key: u64, size: usize) -> usize {
        // The high bits of FNV-1a are the better mixed ones.
        (key ^ (key >> 32)) as usize & (size - 1)
    }

    fn row(&self, Key(key): Key) -> &[(Tag, f64)] {
        let size = self.slots.len();
        let mut at = Self::home(key, size);
        loop {
            let slot = self.slots[at];
            if slot.key == key || slot.begin == slot.end {
                return &self.entries[slot.begin as usize..slot.end as usize];
            }
            at = (at + 1) & (size - 1);
        }
    }
}

/// NLTK's model.
pub(super) struct Perceptron {
    weights: Weights,
    /// Words that have one tag only.
    fixed: HashMap<String, Tag>,
    /// The tags to choose from, by name.
    tags: Vec<Tag>,
    /// The keys of the bare names.
    names: [Key; NAMES.len()],
}

impl Perceptron {
    pub(super) fn open(folder: &Path) -> Result<Self, ModelError> {
        files::read(folder)
    }

    pub(super) fn tag<T: AsRef<str>>(&self, tokens: &[T]) -> Vec<Tag> {
        let words: Vec<String> = tokens.iter().map(|token| normal(token.as_ref())).collect();
        // Positions run from two before the sentence to two behind it.
        let word = |position: usize| match position {
            0 | 1 => START[position],
            _ => match words.get(position - 2) {
                Some(word) => word.as_str(),
                None => END[(position - 2 - words.len()).min(1)],
            },
        };
        let mut tags = Vec::with_capacity(tokens.len());
        let [mut previous, mut before] = START;
        for (index, token) in tokens.iter().enumerate() {
            let token = token.as_ref();
            let at = index + 2;
            let tag = self.fixed.get(token).copied().unwrap_or_else(|| {
                let first = token.chars().next().map_or(0, char::len_utf8);
                let name = &self.names;
                self.best([
                    name[0],
                    name[1].value(suffix(token)),
                    name[2].value(&token[..first]),
                    name[3].value(previous),
                    name[4].value(before),
                    name[5].value(previous).value(before),
                    name[6].value(word(at)),
                    name[7].value(previous).value(word(at)),
                    name[8].value(word(at - 1)),
                    name[9].value(suffix(word(at - 1))),
                    name[10].value(word(at - 2)),
                    name[11].value(word(at + 1)),
                    name[12].value(suffix(word(at + 1))),
                    name[13].value(word(at + 2)),
                ])
            });
            before = previous;
            previous = tag.as_str();
            tags.push(tag);
        }
        tags
    }

    /// The tag with the highest sum; of equal ones the last by name.
    fn best(&self, features: [Key; NAMES.len()]) -> Tag {
        let mut sums = [0.0f64; Tag::ALL.len()];
        for feature in features {
            for &(tag, weight) in self.weights.row(feature) {
                sums[tag as usize] += weight;
            }
        }
        let mut best = self.tags[0];
        for &tag in &self.tags[1..] {
            if sums[tag as usize] >= sums[best as usize] {
                best = tag;
            }
        }
        best
    }
}

/// A word as the features of its neighbours see it.
fn normal(word: &str) -> String {
    let digit = |ch: char| ch.is_numeric();
    if word.contains('-') && !word.starts_with('-') {
        "!HYPHEN".to_owned()
    } else if word.chars().all(digit) && word.chars().count() == 4 {
        "!YEAR".to_owned()
    } else if word.starts_with(digit) {
        "!DIGITS".to_owned()
    } else {
        word.to_lowercase()
    }
}

/// The last three characters.
fn suffix(word: &str) -> &str {
    match word.char_indices().rev().nth(2) {
        Some((start, _)) => &word[start..],
        None => word,
    }
}
