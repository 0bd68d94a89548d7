//! From terms to numbers and back.

use oxrdf::Term;

use super::Store;
use crate::embedded::file::Section;
use crate::embedded::load::{GROUP, split_number, table_slot};
use crate::embedded::stop::{self, Stop};
use crate::embedded::term::{Key, Kind, to_term};

/// A term as it is stored: its kind, the beginning of its text, the rest, its language or datatype.
#[derive(Clone, Copy, Debug)]
pub(in crate::embedded) struct Stored<'s> {
    pub(in crate::embedded) kind: Kind,
    /// The namespace of an IRI, else nothing.
    pub(in crate::embedded) namespace: &'s str,
    pub(in crate::embedded) rest: &'s str,
    pub(in crate::embedded) second: &'s str,
}

impl Stored<'_> {
    pub(in crate::embedded) fn value(&self) -> String {
        let mut value = String::with_capacity(self.namespace.len() + self.rest.len());
        value.push_str(self.namespace);
        value.push_str(self.rest);
        value
    }

    fn is(&self, key: Key<'_>) -> bool {
        let (value, second) = key.parts();
        self.kind == key.kind()
            && value.len() == self.namespace.len() + self.rest.len()
            && value.as_bytes().ends_with(self.rest.as_bytes())
            && value.as_bytes().starts_with(self.namespace.as_bytes())
            && self.second == second
    }

    pub(in crate::embedded) fn to_term(self) -> Term {
        to_term(self.kind, self.value(), self.second)
    }

    pub(in crate::embedded) fn is_literal(&self) -> bool {
        !matches!(self.kind, Kind::Iri | Kind::Blank)
    }
}

impl Store {
    pub(in crate::embedded) fn term_count(&self) -> u32 {
        self.facts.terms as u32
    }

    /// The term with a number.
    pub(in crate::embedded) fn stored(&self, number: u32) -> Stored<'_> {
        let number = number as usize;
        let groups = self.index.section::<u64>(Section::TermGroups);
        let starts = self.index.section::<u32>(Section::TermStarts);
        let [from, to] = *starts.range(number..number + 2) else {
            stop::unwind(Stop::Damaged(format!("there is no term {number}")));
        };
        let group = groups.at(number / GROUP) as usize;
        // Most terms end in the group in which they begin.
        let end_group = if number % GROUP == GROUP - 1 {
            groups.at(number / GROUP + 1) as usize
        } else {
            group
        };
        let texts = self.index.section::<u8>(Section::Terms);
        let bytes = texts.range(group + from as usize..end_group + to as usize);
        let Some((kind, bytes)) = bytes
            .split_first()
            .and_then(|(kind, bytes)| Some((Kind::from_byte(*kind)?, bytes)))
        else {
            stop::unwind(Stop::Damaged(format!("term {number} is of no known kind")));
        };
        let name = |ends, texts, number| self.name(ends, texts, number);
        let (namespace, rest, second) = match kind {
            Kind::Blank | Kind::Text => ("", bytes, ""),
            Kind::Iri => {
                let (number, rest) = split_number(bytes);
                let namespace = name(Section::NamespaceEnds, Section::Namespaces, number);
                (namespace, rest, "")
            }
            Kind::Tagged => {
                let (number, rest) = split_number(bytes);
                (
                    "",
                    rest,
                    name(Section::LanguageEnds, Section::Languages, number),
                )
            }
            Kind::Typed => {
                let (number, rest) = split_number(bytes);
                (
                    "",
                    rest,
                    name(Section::DatatypeEnds, Section::Datatypes, number),
                )
            }
        };
        Stored {
            kind,
            namespace,
            rest: text(rest),
            second,
        }
    }

    fn name(&self, ends: Section, texts: Section, number: u32) -> &str {
        let number = number as usize;
        let ends = self.index.section::<u64>(ends);
        let start = number.checked_sub(1).map_or(0, |before| ends.at(before));
        let texts = self.index.section::<u8>(texts);
        text(texts.range(start as usize..ends.at(number) as usize))
    }

    /// The languages that literals are in.
    pub(in crate::embedded) fn languages(&self) -> impl Iterator<Item = &str> {
        let (ends, texts) = (Section::LanguageEnds, Section::Languages);
        let count = self.index.section::<u64>(ends).len() as u32;
        (0..count).map(move |number| self.name(ends, texts, number))
    }

    /// The number of a term, if the graph has it.
    pub(in crate::embedded) fn number(&self, key: Key<'_>) -> Option<u32> {
        let table = self.index.section::<u32>(Section::TermTable);
        let size = table.len();
        let mut slot = table_slot(key.hash(), size);
        // There is always a free slot, so that the search ends.
        loop {
            let number = table.at(slot);
            if number == u32::MAX {
                return None;
            }
            if self.stored(number).is(key) {
                return Some(number);
            }
            slot = if slot + 1 == size { 0 } else { slot + 1 };
        }
    }

    /// The number of an IRI, if the graph has it.
    pub(in crate::embedded) fn iri(&self, iri: &str) -> Option<u32> {
        self.number(Key::Iri(iri))
    }
}

fn text(bytes: &[u8]) -> &str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => stop::unwind(Stop::Damaged("a text is not UTF-8".to_owned())),
    }
}
