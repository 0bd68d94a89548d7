//! The triples of a stretch of a file, their terms numbered within it.

use serde::{Deserialize, Serialize};

use super::stretches::Place;
use crate::embedded::term::{Key, Kind};

/// A hash table from terms to numbers; the terms themselves are elsewhere.
#[derive(Debug)]
pub(super) struct Numbers {
    slots: Vec<u32>,
    hashes: Vec<u32>,
}

const EMPTY: u32 = u32::MAX;

impl Numbers {
    pub(super) fn with_capacity(terms: usize) -> Self {
        Self {
            slots: vec![EMPTY; (terms * 2).next_power_of_two().max(16)],
            hashes: Vec::with_capacity(terms),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.hashes.len()
    }

    /// The hashes of the terms, by their numbers.
    pub(super) fn hashes(&self) -> &[u32] {
        &self.hashes
    }

    /// The number of a term, and whether it is new.
    pub(super) fn number(&mut self, hash: u32, is_it: impl Fn(u32) -> bool) -> (u32, bool) {
        if (self.hashes.len() + 1) * 5 > self.slots.len() * 3 {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let number = self.slots[slot];
            if number == EMPTY {
                let number = self.hashes.len() as u32;
                self.slots[slot] = number;
                self.hashes.push(hash);
                return (number, true);
            }
            if self.hashes[number as usize] == hash && is_it(number) {
                return (number, false);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Numbers a term that is known to be new.
    pub(super) fn add(&mut self, hash: u32) {
        self.number(hash, |_| false);
    }

    /// Forgets the term that was numbered last.
    pub(super) fn forget_last(&mut self) {
        let Some(hash) = self.hashes.pop() else {
            return;
        };
        let number = self.hashes.len() as u32;
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        // Nothing was added after it, so that no other search passes over its slot.
        while self.slots[slot] != number {
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = EMPTY;
    }

    /// Gives the terms other numbers; `old` has the former ones in the new order.
    pub(super) fn reorder(&mut self, old: &[u32]) {
        self.hashes = old.iter().map(|old| self.hashes[*old as usize]).collect();
        self.fill(self.slots.len());
    }

    fn grow(&mut self) {
        self.fill(self.slots.len() * 2);
    }

    fn fill(&mut self, size: usize) {
        self.slots.clear();
        self.slots.resize(size, EMPTY);
        for (number, hash) in self.hashes.iter().enumerate() {
            let mut slot = *hash as usize & (size - 1);
            while self.slots[slot] != EMPTY {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = number as u32;
        }
    }
}

/// Where a term stands: its parts in the text of the batch or in its extra text.
#[derive(Clone, Copy, Debug)]
struct Span {
    kind: Kind,
    extra: bool,
    value: (u32, u32),
    second: (u32, u32),
}

/// The triples of a stretch of a file, their terms numbered within it.
#[derive(Debug)]
pub(super) struct Batch {
    /// The stretch itself, where terms that need no unescaping stand.
    text: String,
    /// The other terms.
    extra: String,
    spans: Vec<Span>,
    numbers: Numbers,
    /// Subject, predicate, object of the triples outside of named graphs.
    pub(super) triples: Vec<[u32; 3]>,
    /// Graph, subject, predicate, object of the triples of named graphs.
    pub(super) quads: Vec<[u32; 4]>,
    pub(super) notes: Notes,
}

/// What there is to say of a batch beside its triples.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Notes {
    pub(super) bad: Vec<super::BadLine>,
    /// How many bad lines there are; only the first ones are told.
    pub(super) bad_count: u64,
    /// How many lines there are, where that is known.
    pub(super) lines: u64,
    /// How many bytes of the file were used up to here.
    pub(super) bytes: u64,
    /// How many relative IRIs there are that had no base in the file.
    #[serde(default)]
    pub(super) relative: u64,
    /// The prefixes that were declared so far.
    #[serde(default)]
    pub(super) prefixes: Vec<(String, String)>,
    /// Where the batch ends, if reading can begin there.
    pub(super) end: Option<Place>,
}

impl Batch {
    pub(super) fn new(text: String) -> Self {
        let triples = text.len() / 128;
        Self {
            text,
            extra: String::new(),
            spans: Vec::with_capacity(triples),
            numbers: Numbers::with_capacity(triples),
            triples: Vec::with_capacity(triples),
            quads: Vec::new(),
            notes: Notes::default(),
        }
    }

    /// Gives the text away while it is read; it has to be put back.
    pub(super) fn take_text(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    pub(super) fn put_text(&mut self, text: String) {
        self.text = text;
    }

    /// The terms with their hashes, in the order of their numbers.
    pub(super) fn terms(&self) -> impl Iterator<Item = (Key<'_>, u32)> {
        let hashes = self.numbers.hashes().iter().copied();
        self.spans
            .iter()
            .map(|span| key(span, &self.text, &self.extra))
            .zip(hashes)
    }

    /// Numbers a term that stands in `text`, which is the text of this batch.
    /// `None` if `check` refuses it; only new terms are checked.
    pub(super) fn number_within(
        &mut self,
        text: &str,
        term: Key<'_>,
        check: impl FnOnce() -> bool,
    ) -> Option<u32> {
        let hash = term.hash();
        let (spans, extra) = (&self.spans, &self.extra);
        let is_it = |number: u32| key(&spans[number as usize], text, extra) == term;
        let (number, new) = self.numbers.number(hash, is_it);
        if new {
            if !check() {
                self.numbers.forget_last();
                return None;
            }
            let place = |part: &str| {
                let start = (part.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
                let start = if part.is_empty() { 0 } else { start };
                (start as u32, part.len() as u32)
            };
            let (value, second) = term.parts();
            self.spans.push(Span {
                kind: term.kind(),
                extra: false,
                value: place(value),
                second: place(second),
            });
        }
        Some(number)
    }

    /// Numbers any term.
    pub(super) fn number(&mut self, text: &str, term: Key<'_>) -> u32 {
        let hash = term.hash();
        let (spans, extra) = (&self.spans, &self.extra);
        let is_it = |number: u32| key(&spans[number as usize], text, extra) == term;
        let (number, new) = self.numbers.number(hash, is_it);
        if new {
            let (value, second) = term.parts();
            let start = self.extra.len() as u32;
            self.extra.push_str(value);
            self.extra.push_str(second);
            let length = value.len() as u32;
            self.spans.push(Span {
                kind: term.kind(),
                extra: true,
                value: (start, length),
                second: (start + length, second.len() as u32),
            });
        }
        number
    }

    /// How many triples there are, in named graphs and outside of them.
    pub(super) fn len(&self) -> usize {
        self.triples.len() + self.quads.len()
    }

    /// How many bytes the terms take that do not stand in the text.
    pub(super) fn extra_bytes(&self) -> usize {
        self.extra.len()
    }
}

fn key<'t>(span: &Span, text: &'t str, extra: &'t str) -> Key<'t> {
    let from = if span.extra { extra } else { text };
    let part = |(start, length): (u32, u32)| {
        let start = start as usize;
        &from[start..start + length as usize]
    };
    Key::from_parts(span.kind, part(span.value), part(span.second))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_terms_get_equal_numbers_wherever_they_stand() {
        let text = "<a> <b> \"c\"@en".to_owned();
        let mut batch = Batch::new(text.clone());
        let taken = batch.take_text();
        let a = batch.number_within(&taken, Key::Iri(&taken[1..2]), || true);
        assert_eq!(a, Some(0));
        assert_eq!(batch.number(&taken, Key::Iri("a")), 0);
        assert_eq!(batch.number(&taken, Key::Text("a")), 1);
        let refused = batch.number_within(&taken, Key::Iri(&taken[5..6]), || false);
        assert_eq!(refused, None);
        let literal = Key::Tagged {
            value: &taken[9..10],
            language: &taken[12..14],
        };
        assert_eq!(batch.number_within(&taken, literal, || true), Some(2));
        batch.put_text(taken);
        let terms: Vec<_> = batch.terms().map(|(key, _)| key).collect();
        let tagged = Key::Tagged {
            value: "c",
            language: "en",
        };
        assert_eq!(terms, [Key::Iri("a"), Key::Text("a"), tagged]);
    }
}
