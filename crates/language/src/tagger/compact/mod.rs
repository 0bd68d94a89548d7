//! A small model: features hashed to 32 bits, weights in a byte each.
//!
//! It is an averaged perceptron with a beam (Collins 2002; Collins and Roark 2004). What it looks at is
//! in `features`, how it searches in `beam`, how it is stored in `bytes`.

pub(crate) mod beam;
mod bytes;
pub(crate) mod features;
mod index;
mod word;

pub(crate) use bytes::Parts;
pub(crate) use index::Index;

use std::ops::Range;

use crate::Tag;
use beam::{Beam, Sums, Weights, search};
use features::{FIXED, Sentence};

/// How many sequences of tags are followed. Measured on the development part of the treebank: a third
/// one gains 0.1 points over a single one, more gain nothing.
pub(crate) const WIDTH: usize = 3;

/// How much worse a sequence may be, in steps of the weights. A wider margin gains nothing on the
/// treebank; half of it loses a tenth of a point.
const MARGIN: f32 = 40.0;

/// A model ready for use.
pub(crate) struct Compact {
    tags: Vec<Tag>,
    lexicon: Index,
    classes: Vec<u8>,
    features: Rows,
}

/// The weights of features. The slots of an open-addressing table say where: one look-up less than
/// through an [`Index`], and there are about seventy for each token.
struct Rows {
    /// A bit for the high bits of each key. Half of all features are unknown; most of them end here, in a
    /// table that fits into the cache.
    known: Vec<u64>,
    slots: Vec<Row>,
    shift: u32,
    entries: Vec<(Tag, i8)>,
}

/// The bits of a key that `known` looks at.
const KNOWN_BITS: u32 = 20;

/// The place of a key in its word of `known`.
fn bit(key: u32) -> u64 {
    1 << ((key >> (32 - KNOWN_BITS)) & 63)
}

/// A feature, and where its entries are. Small slots keep the table in the cache.
#[derive(Clone, Copy, Default)]
struct Row {
    key: u32,
    /// The first entry, and in the low six bits how many there are. None mark a free slot.
    place: u32,
}

impl Row {
    /// More entries than there are tags cannot be.
    const LENGTH: u32 = 6;

    fn is_free(self) -> bool {
        self.place & ((1 << Self::LENGTH) - 1) == 0
    }

    fn entries(self) -> Range<usize> {
        let begin = (self.place >> Self::LENGTH) as usize;
        begin..begin + (self.place & ((1 << Self::LENGTH) - 1)) as usize
    }
}

impl Rows {
    fn new(keys: &[u32], lengths: &[u8], entries: Vec<(Tag, i8)>) -> Self {
        // At least one slot stays free, or a search for what is not there would not end.
        let size = (keys.len() * 5 / 4 + 1).next_power_of_two().max(2);
        let mut slots = vec![Row::default(); size];
        let shift = 32 - size.trailing_zeros();
        let mut known = vec![0; 1 << (KNOWN_BITS - 6)];
        // Features of many tags are the common ones: they get the slots where they are found at once.
        for band in [16..=u8::MAX, 4..=15, 1..=3] {
            let mut begin = 0;
            for (&key, &length) in keys.iter().zip(lengths) {
                if band.contains(&length) {
                    let mut at = (key >> shift) as usize;
                    while !slots[at].is_free() {
                        at = (at + 1) & (size - 1);
                    }
                    slots[at] = Row {
                        key,
                        place: begin << Row::LENGTH | u32::from(length),
                    };
                    known[(key >> (32 - KNOWN_BITS + 6)) as usize] |= bit(key);
                }
                begin += u32::from(length);
            }
        }
        Self {
            known,
            slots,
            shift,
            entries,
        }
    }

    /// The row of a feature, or a free slot.
    fn get(&self, key: u32) -> Row {
        if self.known[(key >> (32 - KNOWN_BITS + 6)) as usize] & bit(key) == 0 {
            return Row::default();
        }
        let mut at = (key >> self.shift) as usize;
        loop {
            let row = self.slots[at];
            if row.key == key || row.is_free() {
                return row;
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }
}

impl Compact {
    pub(crate) fn new(parts: Parts) -> Self {
        Self {
            tags: parts.tags,
            lexicon: Index::new(&parts.words),
            classes: parts.classes,
            features: Rows::new(&parts.features, &parts.rows, parts.entries),
        }
    }

    pub(crate) fn tag<T: AsRef<str>>(&self, tokens: &[T]) -> Vec<Tag> {
        let sentence = Sentence::new(tokens, |key| {
            self.lexicon.get(key).map_or(0, |word| self.classes[word])
        });
        let beam = Beam {
            width: WIDTH,
            margin: MARGIN,
        };
        search(self, &self.tags, &sentence, beam, None)
    }
}

impl Weights for Compact {
    fn add(&self, features: &[u32], sums: &mut Sums) {
        // All rows are found before the first is used: looking them up then overlaps, which is most of
        // what tagging costs.
        let mut rows = [Row::default(); FIXED];
        for chunk in features.chunks(FIXED) {
            for (row, &feature) in rows.iter_mut().zip(chunk) {
                *row = self.features.get(feature);
            }
            for row in &rows[..chunk.len()] {
                for &(tag, weight) in &self.features.entries[row.entries()] {
                    sums[tag as usize] += f32::from(weight);
                }
            }
        }
    }
}
