//! The distinct answers of a set, in the form in which they are compared.

use std::borrow::Cow;
use std::hash::BuildHasher;

use hashbrown::HashTable;
use lydite_model::Table;
use rustc_hash::FxHashMap;

use super::options::Options;
use crate::Knowledge;
use crate::normal::{Mark, Meaning, Reading};

/// An answer as it is compared.
#[derive(PartialEq)]
pub(super) struct Row<'a> {
    pub key: Key<'a>,
    /// What most rows do not have.
    pub extra: Option<Box<Extra<'a>>>,
}

/// What the values of a row mean; most rows have one.
#[derive(PartialEq, Eq, Hash)]
pub(super) enum Key<'a> {
    One(Meaning<'a>),
    Many(Vec<Meaning<'a>>),
}

/// Marks and blank nodes of a row, in the order of its values.
#[derive(Default, PartialEq)]
pub(super) struct Extra<'a> {
    pub marks: Vec<Option<Mark<'a>>>,
    pub blanks: Vec<Option<&'a str>>,
}

impl<'a> Key<'a> {
    pub(super) fn values(&self) -> &[Meaning<'a>] {
        match self {
            Self::One(value) => std::slice::from_ref(value),
            Self::Many(values) => values,
        }
    }
}

impl<'a> Row<'a> {
    fn one(cell: Reading<'a>) -> Self {
        let extra = (cell.mark.is_some() || cell.blank.is_some()).then(|| {
            Box::new(Extra {
                marks: vec![cell.mark],
                blanks: vec![cell.blank],
            })
        });
        Self {
            key: Key::One(cell.meaning),
            extra,
        }
    }

    fn many(mut cells: Vec<Reading<'a>>) -> Self {
        let marked = |cell: &Reading<'_>| cell.mark.is_some() || cell.blank.is_some();
        let extra = cells.iter().any(marked).then(|| {
            Box::new(Extra {
                marks: cells.iter_mut().map(|cell| cell.mark.take()).collect(),
                blanks: cells.iter().map(|cell| cell.blank).collect(),
            })
        });
        Self {
            key: Key::Many(cells.into_iter().map(|cell| cell.meaning).collect()),
            extra,
        }
    }

    pub(super) fn blanks(&self) -> impl Iterator<Item = &'a str> {
        let extra = self.extra.iter();
        extra.flat_map(|extra| extra.blanks.iter().flatten().copied())
    }

    pub(super) fn has_number(&self) -> bool {
        let is_number = |value: &Meaning<'_>| matches!(value, Meaning::Number(_));
        self.key.values().iter().any(is_number)
    }
}

/// The distinct rows of a table.
#[derive(Default)]
pub(super) struct Rows<'a> {
    pub rows: Vec<Row<'a>>,
    /// The number of each row in the table.
    pub places: Vec<u32>,
    /// The rows by the hash of their keys; with half of it, so that few other rows are looked at.
    index: HashTable<(u32, u32)>,
    /// Whether any row has marks or blank nodes.
    pub has_extra: bool,
    /// Whether any row has a number.
    pub has_numbers: bool,
}

/// The same for both sides, so that a row of one can be looked up in the other.
pub(super) type Hashing = foldhash::fast::FixedState;

/// Texts that stand for resources, by column.
pub(super) type Names = Vec<FxHashMap<String, String>>;

impl<'a> Rows<'a> {
    /// The distinct rows of these columns.
    pub(super) fn read(
        table: &'a Table,
        columns: &[usize],
        names: &Names,
        options: &Options,
        knowledge: &'a dyn Knowledge,
    ) -> Self {
        let mut rows = Self {
            rows: Vec::with_capacity(table.len()),
            places: Vec::with_capacity(table.len()),
            index: HashTable::with_capacity(table.len()),
            ..Self::default()
        };
        let style = &options.style;
        let read = |row: &'a [Option<lydite_model::Term>], at: usize| {
            let mut cell = style.read(row[columns[at]].as_ref(), knowledge);
            if let Some(names) = names.get(at).filter(|names| !names.is_empty())
                && let Meaning::Text(text) = &cell.meaning
                && let Some(iri) = names.get(&**text)
            {
                cell.meaning = Meaning::Iri(Cow::Owned(iri.clone()));
                cell.mark = None;
            }
            cell
        };
        for (place, cells) in table.rows().enumerate() {
            // An aggregate over nothing gives a row without a value, which says nothing.
            if !cells.is_empty() && cells.iter().all(Option::is_none) {
                continue;
            }
            let row = match columns.len() {
                1 => Row::one(read(cells, 0)),
                width => Row::many((0..width).map(|at| read(cells, at)).collect()),
            };
            rows.add(row, place);
        }
        rows
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The place of a row that is exactly like this one.
    pub(super) fn position(&self, hash: u64, row: &Row<'_>) -> Option<usize> {
        let half = (hash >> 32) as u32;
        let same = |&(other, at): &(u32, u32)| other == half && self.rows[at as usize] == *row;
        self.index.find(hash, same).map(|&(_, at)| at as usize)
    }

    /// Adds a row, unless it is there.
    fn add(&mut self, row: Row<'a>, place: usize) {
        let hash = Hashing::default().hash_one(&row.key);
        if self.position(hash, &row).is_some() {
            return;
        }
        self.has_extra |= row.extra.is_some();
        self.has_numbers |= row.has_number();
        let entry = ((hash >> 32) as u32, self.rows.len() as u32);
        let hash_again =
            |&(_, at): &(u32, u32)| Hashing::default().hash_one(&self.rows[at as usize].key);
        self.index.insert_unique(hash, entry, hash_again);
        self.rows.push(row);
        self.places.push(place as u32);
    }
}
