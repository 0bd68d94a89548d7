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

use crate::Tag;
use beam::{Beam, Sums, Weights, search};
use features::Sentence;

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
    slots: Vec<Row>,
    shift: u32,
    entries: Vec<(Tag, i8)>,
}

/// The entries of a feature; none mark a free slot.
#[derive(Clone, Copy, Default)]
struct Row {
    key: u32,
    begin: u32,
    end: u32,
}

impl Rows {
    fn new(keys: &[u32], lengths: &[u8], entries: Vec<(Tag, i8)>) -> Self {
        let size = (keys.len() * 2).next_power_of_two().max(2);
        let mut slots = vec![Row::default(); size];
        let shift = 32 - size.trailing_zeros();
        let mut begin = 0;
        for (&key, &length) in keys.iter().zip(lengths) {
            let end = begin + u32::from(length);
            let mut at = (key >> shift) as usize;
            while slots[at].begin < slots[at].end {
                at = (at + 1) & (size - 1);
            }
            slots[at] = Row { key, begin, end };
            begin = end;
        }
        Self {
            slots,
            shift,
            entries,
        }
    }

    fn get(&self, key: u32) -> &[(Tag, i8)] {
        let mut at = (key >> self.shift) as usize;
        loop {
            let Row {
                key: held,
                begin,
                end,
            } = self.slots[at];
            if held == key || begin == end {
                return &self.entries[begin as usize..end as usize];
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
    fn add(&self, feature: u32, sums: &mut Sums) {
        for &(tag, weight) in self.features.get(feature) {
            sums[tag as usize] += f32::from(weight);
        }
    }
}
