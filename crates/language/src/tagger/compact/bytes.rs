//! How a model is stored: columns of small numbers.
//!
//! Nothing is compressed further: it would save a seventh of the size and cost most of the time that
//! opening a model takes.

use crate::Tag;

/// What a file begins with; the digit is the version of the features and of the columns.
const MAGIC: &[u8; 8] = b"lydtag1\n";

/// At most so many weights: what can be numbered in the table.
const MOST: usize = 1 << 26;

/// The columns of a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Parts {
    /// The tags to choose from.
    pub tags: Vec<Tag>,
    /// The keys of the words in the lexicon, ascending.
    pub words: Vec<u32>,
    /// The class of each.
    pub classes: Vec<u8>,
    /// The keys of the features, ascending.
    pub features: Vec<u32>,
    /// How many entries each has.
    pub rows: Vec<u8>,
    /// The weights of all features, one after another.
    pub entries: Vec<(Tag, i8)>,
}

impl Parts {
    #[cfg(any(test, feature = "training"))]
    pub(crate) fn write(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        let names: Vec<_> = self.tags.iter().map(|tag| tag.as_str()).collect();
        let names = names.join(" ");
        number(&mut out, names.len());
        out.extend(names.as_bytes());
        keys(&mut out, &self.words);
        out.extend(&self.classes);
        keys(&mut out, &self.features);
        out.extend(&self.rows);
        let position = |tag: &Tag| self.tags.iter().position(|other| other == tag);
        let tags = self.entries.iter().map(|(tag, _)| position(tag));
        out.extend(tags.map(|tag| tag.map_or(u8::MAX, |tag| tag as u8)));
        out.extend(self.entries.iter().map(|(_, weight)| *weight as u8));
        out
    }

    /// The columns, or `None` where the bytes are no model of this version.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let mut rest = Columns(bytes.strip_prefix(MAGIC)?);
        let length = rest.number()?;
        let names = std::str::from_utf8(rest.take(length)?).ok()?;
        let tags: Vec<Tag> = names.split(' ').map(Tag::parse).collect::<Option<_>>()?;
        let words = rest.keys()?;
        let classes = rest.take(words.len())?.to_vec();
        let features = rest.keys()?;
        let rows = rest.take(features.len())?.to_vec();
        let possible = |row: &u8| usize::from(*row) <= Tag::ALL.len();
        let entries: usize = rows.iter().map(|&row| usize::from(row)).sum();
        if !rows.iter().all(possible) || entries > MOST {
            return None;
        }
        let columns = rest.take(entries)?.iter().zip(rest.take(entries)?);
        let entries = columns
            .map(|(&tag, &weight)| Some((*tags.get(usize::from(tag))?, weight as i8)))
            .collect::<Option<_>>()?;
        Some(Self {
            tags,
            words,
            classes,
            features,
            rows,
            entries,
        })
    }
}

#[cfg(any(test, feature = "training"))]
fn number(out: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Ascending keys as the steps between them.
#[cfg(any(test, feature = "training"))]
fn keys(out: &mut Vec<u8>, keys: &[u32]) {
    number(out, keys.len());
    let mut last = 0;
    for &key in keys {
        number(out, (key - last) as usize);
        last = key;
    }
}

struct Columns<'a>(&'a [u8]);

impl<'a> Columns<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<usize> {
        let mut number = 0;
        for shift in (0..35).step_by(7) {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= usize::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn keys(&mut self) -> Option<Vec<u32>> {
        let length = self.number()?;
        // Each step takes a byte at least.
        let mut keys = Vec::with_capacity(length.min(self.0.len()));
        let mut last = 0u32;
        for _ in 0..length {
            last = last.checked_add(u32::try_from(self.number()?).ok()?)?;
            keys.push(last);
        }
        Some(keys)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_are_read_as_written() {
        let parts = Parts {
            tags: vec![Tag::NN, Tag::VB, Tag::OpenQuote],
            words: vec![0, 5, u32::MAX],
            classes: vec![1, 2, 255],
            features: vec![3, 1 << 20, u32::MAX - 1],
            rows: vec![1, 0, 2],
            entries: vec![(Tag::NN, -128), (Tag::VB, 127), (Tag::OpenQuote, 1)],
        };
        let bytes = parts.write();
        assert_eq!(Parts::read(&bytes), Some(parts));
        for end in 0..bytes.len() {
            assert_eq!(Parts::read(&bytes[..end]), None, "cut at {end}");
        }
        assert_eq!(Parts::read(b"lydtag9\nfuture"), None);
    }
}
