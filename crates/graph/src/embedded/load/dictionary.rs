//! Numbers the terms of all files.

use rustc_hash::FxHashMap;

use super::batch::{Batch, Numbers};
use super::collected::items;
use crate::embedded::term::{Key, Kind};

/// How many terms share one wide offset.
pub(in crate::embedded) const GROUP: usize = 4096;

/// Short texts that many terms share: namespaces, languages, datatypes.
#[derive(Debug, Default)]
pub(super) struct Names {
    numbers: FxHashMap<Box<str>, u32>,
    pub(super) ends: Vec<u64>,
    pub(super) text: Vec<u8>,
}

impl Names {
    fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.ends.len() as u32;
        self.numbers.insert(name.into(), number);
        self.text.extend_from_slice(name.as_bytes());
        self.ends.push(self.text.len() as u64);
        number
    }

    fn get(&self, number: u32) -> &[u8] {
        let number = number as usize;
        &self.text[start_of(&self.ends, number)..self.ends[number] as usize]
    }

    /// Where the names after the first ones end, and the names.
    fn since(&self, count: usize) -> [&[u8]; 2] {
        let text = &self.text[start_of(&self.ends, count)..];
        [bytemuck::cast_slice(&self.ends[count..]), text]
    }

    fn append(&mut self, ends: &[u8], text: &[u8]) -> Option<()> {
        let before = self.text.len() as u64;
        for end in items::<u64>(ends)? {
            let start = self.text.len() as u64 - before;
            let name = text.get(start as usize..end.checked_sub(before)? as usize)?;
            self.number(std::str::from_utf8(name).ok()?);
        }
        Some(())
    }
}

/// Where the text with a number begins: where the one before it ends.
fn start_of(ends: &[u64], number: usize) -> usize {
    number.checked_sub(1).map_or(0, |before| ends[before]) as usize
}

/// How many terms and names there were at some time.
pub(super) struct Mark {
    namespaces: usize,
    languages: usize,
    datatypes: usize,
    terms: usize,
}

/// How many parts an addition has.
pub(super) const PARTS: usize = 9;

/// Numbers the terms of all files.
#[derive(Debug)]
pub(in crate::embedded) struct Dictionary {
    pub(super) namespaces: Names,
    pub(super) languages: Names,
    pub(super) datatypes: Names,
    /// The terms, each with its kind, the number of its namespace, language or datatype, its text.
    pub(super) text: Vec<u8>,
    /// Where each term ends.
    ends: Vec<u64>,
    numbers: Numbers,
}

impl Dictionary {
    pub(super) fn new() -> Self {
        Self {
            namespaces: Names::default(),
            languages: Names::default(),
            datatypes: Names::default(),
            text: Vec::new(),
            ends: Vec::new(),
            numbers: Numbers::with_capacity(1024),
        }
    }

    pub(in crate::embedded) fn len(&self) -> usize {
        self.numbers.len()
    }

    fn stored(&self, number: u32) -> &[u8] {
        let number = number as usize;
        &self.text[start_of(&self.ends, number)..self.ends[number] as usize]
    }

    pub(in crate::embedded) fn is_iri(&self, number: u32) -> bool {
        self.stored(number).first() == Some(&(Kind::Iri as u8))
    }

    /// The language of a literal, "" if it has none; `None` if it is no text.
    pub(in crate::embedded) fn language(&self, number: u32) -> Option<&str> {
        let (kind, rest) = self.stored(number).split_first()?;
        match Kind::from_byte(*kind)? {
            Kind::Text => Some(""),
            Kind::Tagged => std::str::from_utf8(self.languages.get(split_number(rest).0)).ok(),
            _ => None,
        }
    }

    /// The datatype of a literal; of one in a language that too. `None` if it is no literal.
    pub(in crate::embedded) fn datatype(&self, number: u32) -> Option<String> {
        let (kind, rest) = self.stored(number).split_first()?;
        match Kind::from_byte(*kind)? {
            Kind::Iri | Kind::Blank => None,
            Kind::Text => Some(oxrdf::vocab::xsd::STRING.as_str().to_owned()),
            Kind::Tagged => Some(oxrdf::vocab::rdf::LANG_STRING.as_str().to_owned()),
            Kind::Typed => {
                let datatype = self.datatypes.get(split_number(rest).0);
                Some(String::from_utf8_lossy(datatype).into_owned())
            }
        }
    }

    /// The text of a term.
    pub(in crate::embedded) fn value(&self, number: u32) -> String {
        let stored = self.stored(number);
        let (kind, rest) = stored.split_first().unwrap_or((&0, &[]));
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        match Kind::from_byte(*kind) {
            Some(Kind::Iri) => {
                let (namespace, local) = split_number(rest);
                text(self.namespaces.get(namespace)) + &text(local)
            }
            Some(Kind::Tagged | Kind::Typed) => text(split_number(rest).1),
            _ => text(rest),
        }
    }

    /// The numbers of the terms of a batch, by their numbers within it.
    pub(super) fn number_all(&mut self, batch: &Batch, into: &mut Vec<u32>) {
        into.clear();
        for (key, hash) in batch.terms() {
            into.push(self.number(key, hash));
        }
    }

    fn number(&mut self, key: Key<'_>, hash: u32) -> u32 {
        let Self {
            namespaces,
            languages,
            datatypes,
            text,
            ends,
            numbers,
        } = self;
        let is_it = |number: u32| {
            let number = number as usize;
            let stored = &text[start_of(ends, number)..ends[number] as usize];
            if stored[0] != key.kind() as u8 {
                return false;
            }
            let (value, second) = key.parts();
            let value = value.as_bytes();
            match key.kind() {
                Kind::Blank | Kind::Text => &stored[1..] == value,
                kind => {
                    let (name, rest) = split_number(&stored[1..]);
                    match kind {
                        Kind::Tagged => rest == value && languages.get(name) == second.as_bytes(),
                        Kind::Typed => rest == value && datatypes.get(name) == second.as_bytes(),
                        _ => {
                            let namespace = namespaces.get(name);
                            value.len() == namespace.len() + rest.len()
                                && value.ends_with(rest)
                                && value.starts_with(namespace)
                        }
                    }
                }
            }
        };
        let (number, new) = numbers.number(hash, is_it);
        if new {
            let (value, second) = key.parts();
            text.push(key.kind() as u8);
            let mut rest = value;
            match key {
                Key::Iri(_) => {
                    let (namespace, local) = value.split_at(namespace_length(value));
                    push_number(text, namespaces.number(namespace));
                    rest = local;
                }
                Key::Tagged { .. } => push_number(text, languages.number(second)),
                Key::Typed { .. } => push_number(text, datatypes.number(second)),
                Key::Blank(_) | Key::Text(_) => {}
            }
            text.extend_from_slice(rest.as_bytes());
            ends.push(text.len() as u64);
        }
        number
    }

    pub(super) fn mark(&self) -> Mark {
        Mark {
            namespaces: self.namespaces.ends.len(),
            languages: self.languages.ends.len(),
            datatypes: self.datatypes.ends.len(),
            terms: self.len(),
        }
    }

    /// What came after a mark, as bytes.
    pub(super) fn since(&self, mark: &Mark) -> [&[u8]; PARTS] {
        let [namespace_ends, namespaces] = self.namespaces.since(mark.namespaces);
        let [language_ends, languages] = self.languages.since(mark.languages);
        let [datatype_ends, datatypes] = self.datatypes.since(mark.datatypes);
        [
            namespace_ends,
            namespaces,
            language_ends,
            languages,
            datatype_ends,
            datatypes,
            bytemuck::cast_slice(&self.ends[mark.terms..]),
            &self.text[start_of(&self.ends, mark.terms)..],
            bytemuck::cast_slice(&self.numbers.hashes()[mark.terms..]),
        ]
    }

    /// Adds what came after a mark elsewhere. `None` if it does not fit to what is here.
    pub(super) fn append(&mut self, parts: [&[u8]; PARTS]) -> Option<()> {
        let [
            namespace_ends,
            namespaces,
            language_ends,
            languages,
            datatype_ends,
            datatypes,
            ends,
            text,
            hashes,
        ] = parts;
        self.namespaces.append(namespace_ends, namespaces)?;
        self.languages.append(language_ends, languages)?;
        self.datatypes.append(datatype_ends, datatypes)?;
        let (ends, hashes) = (items::<u64>(ends)?, items::<u32>(hashes)?);
        if ends.len() != hashes.len() {
            return None;
        }
        self.text.extend_from_slice(text);
        for end in ends {
            let term = self
                .text
                .get(start_of(&self.ends, self.ends.len())..end as usize)?;
            self.is_term(term).then(|| self.ends.push(end))?;
        }
        hashes.for_each(|hash| self.numbers.add(hash));
        (start_of(&self.ends, self.ends.len()) == self.text.len()).then_some(())
    }

    /// Whether this can be a term: of a known kind, with a known name.
    fn is_term(&self, stored: &[u8]) -> bool {
        let Some((kind, rest)) = stored.split_first() else {
            return false;
        };
        let names = match Kind::from_byte(*kind) {
            Some(Kind::Blank | Kind::Text) => return true,
            Some(Kind::Iri) => &self.namespaces,
            Some(Kind::Tagged) => &self.languages,
            Some(Kind::Typed) => &self.datatypes,
            None => return false,
        };
        (split_number(rest).0 as usize) < names.ends.len()
    }

    /// Numbers the terms anew: IRIs first, then blank nodes, then literals, each in the order in
    /// which they were met. Gives the new numbers, and the first one of a literal.
    ///
    /// Resources so come before literals wherever a query leaves the order open, and only they need
    /// a place among the subjects.
    pub(super) fn sort_by_kind(&mut self) -> (Vec<u32>, u32) {
        let start = |number: usize| start_of(&self.ends, number);
        let rank = |number: usize| match self.text[start(number)] {
            kind if kind == Kind::Iri as u8 => 0,
            kind if kind == Kind::Blank as u8 => 1,
            _ => 2,
        };
        let ranks: Vec<u8> = (0..self.len()).map(rank).collect();
        let mut next = [0_u32; 3];
        for rank in &ranks {
            next[usize::from(*rank)] += 1;
        }
        let first_literal = next[0] + next[1];
        next = [0, next[0], first_literal];
        let mut new_numbers = Vec::with_capacity(ranks.len());
        let mut old_numbers = vec![0_u32; ranks.len()];
        for (old, rank) in ranks.iter().enumerate() {
            let new = &mut next[usize::from(*rank)];
            old_numbers[*new as usize] = old as u32;
            new_numbers.push(*new);
            *new += 1;
        }
        let mut text = Vec::with_capacity(self.text.len());
        let mut ends = Vec::with_capacity(self.ends.len());
        for old in &old_numbers {
            let old = *old as usize;
            text.extend_from_slice(&self.text[start(old)..self.ends[old] as usize]);
            ends.push(text.len() as u64);
        }
        self.numbers.reorder(&old_numbers);
        self.text = text;
        self.ends = ends;
        (new_numbers, first_literal)
    }

    /// Where each group of terms begins, and where each term begins within its group.
    /// `None` if a group is larger than its offsets can tell.
    pub(super) fn starts(&self) -> Option<(Vec<u64>, Vec<u32>)> {
        let mut groups = Vec::with_capacity(self.ends.len() / GROUP + 1);
        let mut starts = Vec::with_capacity(self.ends.len() + 1);
        let mut group = 0;
        let begins = std::iter::once(0).chain(self.ends.iter().copied());
        for (number, start) in begins.enumerate() {
            if number % GROUP == 0 {
                group = start;
                groups.push(group);
            }
            starts.push(u32::try_from(start - group).ok()?);
        }
        Some((groups, starts))
    }

    /// The hash table of the file: fuller than the one for loading, since it never grows.
    pub(super) fn table(&self) -> Vec<u32> {
        let hashes = self.numbers.hashes();
        let size = hashes.len() * 10 / 7 + 1;
        let mut slots = vec![u32::MAX; size];
        for (number, hash) in hashes.iter().enumerate() {
            let mut slot = table_slot(*hash, size);
            while slots[slot] != u32::MAX {
                slot = if slot + 1 == size { 0 } else { slot + 1 };
            }
            slots[slot] = number as u32;
        }
        slots
    }
}

/// Where the search for a hash begins in the table of the file.
pub(in crate::embedded) fn table_slot(hash: u32, size: usize) -> usize {
    ((u64::from(hash) * size as u64) >> 32) as usize
}

/// How much of an IRI is shared by its neighbours: up to the last slash or hash sign.
fn namespace_length(iri: &str) -> usize {
    memchr::memrchr2(b'/', b'#', iri.as_bytes()).map_or(0, |at| at + 1)
}

fn push_number(out: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Reads a number and gives what follows it.
pub(in crate::embedded) fn split_number(bytes: &[u8]) -> (u32, &[u8]) {
    let mut number = 0_u32;
    for (at, byte) in bytes.iter().enumerate().take(5) {
        number |= u32::from(byte & 0x7f) << (at * 7);
        if byte & 0x80 == 0 {
            return (number, &bytes[at + 1..]);
        }
    }
    (number, &[])
}
