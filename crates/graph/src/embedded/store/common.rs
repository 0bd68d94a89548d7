//! Several indexes under common numbers.
//!
//! A term has a number in each index that holds it. Its common number is the one in the first of
//! them, moved behind the numbers of all indexes before that one; blank nodes of different indexes
//! are different. Terms are compared when a query first meets them, and never again.

use std::sync::atomic::{AtomicU32, Ordering};

use super::{Found, Ids, Scope, Store};
use crate::embedded::stop::tick;
use crate::embedded::term::{Key, Kind};

/// What is known of the common numbers of some indexes, kept from query to query.
#[derive(Debug)]
pub(crate) struct Common {
    /// Where the common numbers of the terms of each index begin.
    starts: Vec<u32>,
    /// For each index but the first: the common numbers of its terms, plus one; 0 if not known yet.
    common: Vec<Box<[AtomicU32]>>,
    /// The other way round, for the common numbers of the indexes before it: plus two, 1 if it has
    /// no such term, 0 if not known yet.
    own: Vec<Box<[AtomicU32]>>,
}

const UNKNOWN: u32 = 0;
const ABSENT: u32 = 1;

impl Common {
    /// Nothing is known yet. `None` if there are more terms than numbers.
    pub(in crate::embedded) fn new(stores: &[&Store]) -> Option<Self> {
        let mut starts = vec![0_u32];
        for store in stores {
            let end = starts.last()?.checked_add(store.term_count())?;
            // The upper half of the numbers is for terms of queries.
            if end >= 1 << 31 {
                return None;
            }
            starts.push(end);
        }
        let unknown = |count: u32| (0..count).map(|_| AtomicU32::new(UNKNOWN)).collect();
        let later = stores.iter().enumerate().skip(1);
        let (common, own) = later
            .map(|(at, store)| (unknown(store.term_count()), unknown(starts[at])))
            .unzip();
        Some(Self {
            starts,
            common,
            own,
        })
    }

    /// The index that a common number is of.
    fn index_of(&self, common: u32) -> usize {
        self.starts.partition_point(|start| *start <= common) - 1
    }
}

/// The indexes that a query is run on.
#[derive(Clone, Copy, Debug)]
pub(in crate::embedded) enum Sources<'s> {
    /// None: the triples come from elsewhere.
    None,
    One(&'s Store),
    /// Several as one, under common numbers.
    Several(Several<'s>),
}

impl<'s> Sources<'s> {
    pub(in crate::embedded) fn stores(&self) -> &[&'s Store] {
        match self {
            Self::None => &[],
            Self::One(store) => std::slice::from_ref(store),
            Self::Several(several) => several.stores,
        }
    }

    /// The only index.
    pub(in crate::embedded) fn one(&self) -> Option<&'s Store> {
        match self {
            Self::One(store) => Some(store),
            _ => None,
        }
    }
}

/// Several indexes as one.
#[derive(Clone, Copy, Debug)]
pub(in crate::embedded) struct Several<'s> {
    pub(in crate::embedded) stores: &'s [&'s Store],
    pub(in crate::embedded) known: &'s Common,
}

impl<'s> Several<'s> {
    /// The common number of a term; `None` if no index has it. Blank nodes are [asked for in their
    /// index](Self::blank).
    pub(in crate::embedded) fn number(&self, key: Key<'_>) -> Option<u32> {
        let mut found = self.stores.iter().zip(&self.known.starts);
        found.find_map(|(store, start)| Some(start + store.number(key)?))
    }

    /// The common number of a blank node of one of the indexes.
    pub(in crate::embedded) fn blank(&self, index: usize, label: &str) -> Option<u32> {
        let number = self.stores.get(index)?.number(Key::Blank(label))?;
        Some(self.known.starts[index] + number)
    }

    /// The index that a common number is of, and the number there.
    pub(in crate::embedded) fn place(&self, common: u32) -> (usize, u32) {
        let index = self.known.index_of(common);
        (index, common - self.known.starts[index])
    }

    /// The common number of a term of an index.
    #[inline]
    fn common(&self, index: usize, number: u32) -> u32 {
        if index == 0 {
            return number;
        }
        let known = &self.known.common[index - 1][number as usize];
        match known.load(Ordering::Relaxed) {
            UNKNOWN => {
                let common = self.find_common(index, number);
                known.store(common + 1, Ordering::Relaxed);
                common
            }
            common => common - 1,
        }
    }

    #[cold]
    fn find_common(&self, index: usize, number: u32) -> u32 {
        tick(4);
        let stored = self.stores[index].stored(number);
        let start = self.known.starts[index];
        if stored.kind == Kind::Blank {
            return start + number;
        }
        let value = stored.value();
        let key = Key::from_parts(stored.kind, &value, stored.second);
        let mut before = self.stores[..index].iter().zip(&self.known.starts);
        let found = before.find_map(|(store, start)| Some(start + store.number(key)?));
        found.unwrap_or(start + number)
    }

    /// The number that a term has in an index, if that has it.
    #[inline]
    fn own(&self, index: usize, common: u32) -> Option<u32> {
        let start = self.known.starts[index];
        if common >= start {
            // The first index with the term is this one, or a later one.
            return (common < self.known.starts[index + 1]).then(|| common - start);
        }
        let known = &self.known.own[index - 1][common as usize];
        let own = match known.load(Ordering::Relaxed) {
            UNKNOWN => {
                let own = self
                    .find_own(index, common)
                    .map_or(ABSENT, |number| number + 2);
                known.store(own, Ordering::Relaxed);
                own
            }
            own => own,
        };
        own.checked_sub(2)
    }

    #[cold]
    fn find_own(&self, index: usize, common: u32) -> Option<u32> {
        tick(4);
        let (first, number) = self.place(common);
        let stored = self.stores[first].stored(number);
        if stored.kind == Kind::Blank {
            return None;
        }
        let value = stored.value();
        self.stores[index].number(Key::from_parts(stored.kind, &value, stored.second))
    }

    /// Whether an index before this one has the same triple.
    #[inline]
    fn is_repeated(&self, index: usize, triple: Ids) -> bool {
        let start = self.known.starts[index];
        // A term that no index before this one has is in no triple of theirs.
        triple.iter().all(|term| *term < start) && (0..index).any(|before| self.has(before, triple))
    }

    fn has(&self, index: usize, triple: Ids) -> bool {
        let [Some(s), Some(p), Some(o)] = triple.map(|term| self.own(index, term)) else {
            return false;
        };
        tick(1);
        let store = self.stores[index];
        let scope = store.default_scope();
        let mut found = store.found(&scope, Some(s), Some(p), Some(o));
        found.next().is_some()
    }

    /// The triples that fit a pattern, each once.
    pub(in crate::embedded) fn found(&self, wanted: [Option<u32>; 3]) -> FoundInSeveral<'s> {
        FoundInSeveral {
            of: *self,
            wanted,
            index: 0,
            found: self.found_in(0, wanted),
        }
    }

    fn found_in(&self, index: usize, wanted: [Option<u32>; 3]) -> Found<'s> {
        let own = wanted.map(|term| term.map(|term| self.own(index, term)));
        if own.contains(&Some(None)) {
            return Found::Nothing;
        }
        let [s, p, o] = own.map(Option::flatten);
        let store: &'s Store = self.stores[index];
        store.found(&store.default_scope(), s, p, o)
    }

    /// How many triples fit a pattern.
    ///
    /// Only what several indexes may have is looked at.
    pub(in crate::embedded) fn count(&self, wanted: [Option<u32>; 3]) -> usize {
        let mut count = 0;
        for (index, store) in self.stores.iter().enumerate() {
            let is_whole = wanted == [None; 3] && store.default_scope() == Scope::Everything;
            count += match index {
                _ if is_whole && index > 0 => self.count_new(index),
                0 if is_whole => store.count(None, None, None),
                _ => {
                    let found = self.found_in(index, wanted);
                    found.filter(|triple| self.is_new(index, *triple)).count()
                }
            };
        }
        count
    }

    /// How many triples of an index no index before it has.
    fn count_new(&self, index: usize) -> usize {
        let store = self.stores[index];
        let start = self.known.starts[index];
        let of_subject = |subject: u32| {
            tick(1);
            let pairs = store.of_subject(subject);
            if pairs.is_empty() || self.common(index, subject) >= start {
                return pairs.len();
            }
            let triples = pairs.iter().map(|[p, o]| [subject, *p, *o]);
            triples.filter(|triple| self.is_new(index, *triple)).count()
        };
        (0..store.term_count()).map(of_subject).sum()
    }

    fn is_new(&self, index: usize, triple: Ids) -> bool {
        tick(1);
        index == 0 || !self.is_repeated(index, triple.map(|term| self.common(index, term)))
    }
}

/// The triples of several indexes that fit a pattern, each once, in common numbers.
pub(in crate::embedded) struct FoundInSeveral<'s> {
    of: Several<'s>,
    wanted: [Option<u32>; 3],
    /// The index that is looked at.
    index: usize,
    found: Found<'s>,
}

impl Iterator for FoundInSeveral<'_> {
    type Item = Ids;

    #[inline]
    fn next(&mut self) -> Option<Ids> {
        loop {
            if let Some(triple) = self.found.next() {
                let index = self.index;
                let triple = triple.map(|term| self.of.common(index, term));
                if index > 0 && self.of.is_repeated(index, triple) {
                    tick(1);
                    continue;
                }
                return Some(triple);
            }
            self.index += 1;
            if self.index == self.of.stores.len() {
                // Nothing is left, however often somebody asks.
                self.index -= 1;
                self.found = Found::Nothing;
                return None;
            }
            self.found = self.of.found_in(self.index, self.wanted);
        }
    }
}
