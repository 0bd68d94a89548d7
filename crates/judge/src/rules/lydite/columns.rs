//! One mapping of gold columns to system columns for the whole table.

use std::hash::BuildHasher;

use lydite_model::{Language, Table};
use rustc_hash::{FxHashMap, FxHashSet};

use super::label_columns::{self, Kind, LabelColumn};
use super::options::{Columns, Options};
use crate::Knowledge;
use crate::normal::{Meaning, Style};

/// All mappings are tried up to so many; then only the most promising ones.
const MAPPINGS: usize = 120;

/// So many cells are looked at to weigh mappings, but three mappings are always tried.
const CELLS: usize = 50_000_000;

/// So many values are looked up to compare all columns with all others, but fifty of each.
const LOOKUPS: usize = 20_000_000;

/// The columns of both tables, before they are brought together.
pub(super) struct Layout<'a> {
    gold: &'a Table,
    system: &'a Table,
    options: &'a Options,
    knowledge: &'a dyn Knowledge,
    /// The columns that a right answer has.
    wanted: Vec<usize>,
    /// The columns of the system that hold anything.
    given: Vec<usize>,
    /// Columns of labels in the gold table, which nobody has to give.
    pub gold_labels: Vec<LabelColumn>,
    system_labels: Vec<LabelColumn>,
}

/// Which column of the system stands for which gold column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Mapping {
    /// Gold columns, and beside them …
    pub gold: Vec<usize>,
    /// … the columns of the system.
    pub system: Vec<usize>,
}

/// What a mapping leaves over.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Remainder {
    /// Gold columns that the system does not give.
    pub lacking: Vec<usize>,
    /// Columns of the system that nobody asked for, and what each could be taken for.
    pub further: Vec<(usize, Further)>,
}

/// What a column that nobody asked for could be taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Further {
    /// For the answer itself: it stands before it and looks like one.
    Answer,
    /// For another guess: it looks like the answer and stands behind it.
    Guess,
    /// For nothing but what it is.
    Courtesy,
}

impl<'a> Layout<'a> {
    pub(super) fn new(
        gold: &'a Table,
        system: &'a Table,
        options: &'a Options,
        knowledge: &'a dyn Knowledge,
        language: Option<&Language>,
    ) -> Self {
        let mapped = options.columns == Columns::Mapped;
        let labels = |table: &Table| {
            if mapped {
                label_columns::find(table, knowledge, language)
            } else {
                Vec::new()
            }
        };
        let (gold_labels, system_labels) = (labels(gold), labels(system));
        let is_label =
            |labels: &[LabelColumn], column| labels.iter().any(|found| found.label == column);
        let mut wanted = bound_columns(gold);
        wanted.retain(|&column| !is_label(&gold_labels, column));
        let mut given = bound_columns(system);
        // A label says what the resource beside it is called, and answers for no other one.
        let values = |table: &Table, columns: &mut dyn Iterator<Item = usize>| {
            columns
                .filter(|&column| !label_columns::names_resources(table, column))
                .count()
        };
        let asked = values(gold, &mut wanted.iter().copied());
        let others = given.iter().copied();
        let mut others = others.filter(|&column| !is_label(&system_labels, column));
        if !system_labels.is_empty() && asked <= values(system, &mut others) {
            given.retain(|&column| !is_label(&system_labels, column));
        }
        Self {
            wanted,
            given,
            gold_labels,
            system_labels,
            gold,
            system,
            options,
            knowledge,
        }
    }

    /// The mapping that the names or the places suggest, if there is one.
    pub(super) fn obvious(&self) -> Option<Mapping> {
        let by_name: Option<Vec<usize>> = self
            .wanted
            .iter()
            .map(|&column| {
                let found = self.system.position(&self.gold.columns[column])?;
                self.given.contains(&found).then_some(found)
            })
            .collect();
        let distinct = |columns: &Vec<usize>| {
            let different: FxHashSet<&usize> = columns.iter().collect();
            different.len() == columns.len()
        };
        let system = by_name.filter(distinct).or_else(|| {
            let alike = self.wanted.len() == self.given.len();
            alike.then(|| self.given.clone())
        })?;
        Some(Mapping {
            gold: self.wanted.clone(),
            system,
        })
    }

    /// Whether there is nothing to choose.
    pub(super) fn is_fixed(&self) -> bool {
        let (wanted, given) = (self.wanted.len(), self.given.len());
        self.options.columns == Columns::ByName
            || wanted == 0
            || given == 0
            || wanted == 1 && given == 1
    }

    /// Whether the mapping uses all columns of the system.
    pub(super) fn uses_all(&self, mapping: &Mapping) -> bool {
        mapping.system.len() == self.given.len()
    }

    /// The mapping where there is nothing to choose.
    pub(super) fn fixed(&self) -> Mapping {
        if self.wanted.len() == 1 && self.given.len() == 1 {
            return Mapping {
                gold: self.wanted.clone(),
                system: self.given.clone(),
            };
        }
        let named = self.wanted.iter().filter_map(|&column| {
            let found = self.system.position(&self.gold.columns[column])?;
            self.given.contains(&found).then_some((column, found))
        });
        let (gold, system) = named.unzip();
        Mapping { gold, system }
    }

    /// The mapping with the most matching rows; among equals the one with the most values in
    /// common, the same kinds of values, the same names, and then the first.
    pub(super) fn best(&self) -> Mapping {
        let style = &self.options.style;
        let read = |table: &Table, columns: &[usize]| -> Vec<Column> {
            let column = |&at: &usize| Column::read(table, at, style, self.knowledge);
            columns.iter().map(column).collect()
        };
        let mut gold = read(self.gold, &self.wanted);
        let system = read(self.system, &self.given);
        for found in &self.gold_labels {
            // A label is as good as the resource that the gold table itself says it labels.
            if let Some(at) = self
                .wanted
                .iter()
                .position(|&wanted| wanted == found.resource)
            {
                let labels = Column::read(self.gold, found.label, style, self.knowledge);
                gold[at].values.extend(labels.values);
            }
        }
        let sample = (LOOKUPS / (gold.len() * system.len()).max(1)).max(50);
        let affinity = |gold_at: usize, system_at: usize| {
            let (one, other) = (&gold[gold_at], &system[system_at]);
            let (small, large) = if one.values.len() < other.values.len() {
                (&one.values, &other.values)
            } else {
                (&other.values, &one.values)
            };
            let sample = small.iter().take(sample);
            Affinity {
                values: sample.filter(|value| large.contains(*value)).count(),
                kinds: kinship(one.kind, other.kind),
                names: usize::from(
                    self.gold.columns[self.wanted[gold_at]]
                        == self.system.columns[self.given[system_at]],
                ),
            }
        };
        let swapped = gold.len() > system.len();
        let (few, many) = if swapped {
            (&system, &gold)
        } else {
            (&gold, &system)
        };
        let affinities: Vec<Vec<Affinity>> = (0..few.len())
            .map(|one| {
                let of = |other| {
                    if swapped {
                        affinity(other, one)
                    } else {
                        affinity(one, other)
                    }
                };
                (0..many.len()).map(of).collect()
            })
            .collect();
        let chosen = Search::new(few, many, &affinities).run();
        let (fewer, more) = if swapped {
            (&self.given, &self.wanted)
        } else {
            (&self.wanted, &self.given)
        };
        let chosen: Vec<usize> = chosen.into_iter().map(|at| more[at]).collect();
        let mut pairs: Vec<(usize, usize)> = if swapped {
            chosen.into_iter().zip(fewer.iter().copied()).collect()
        } else {
            fewer.iter().copied().zip(chosen).collect()
        };
        pairs.sort_unstable();
        let (gold, system) = pairs.into_iter().unzip();
        Mapping { gold, system }
    }

    /// What a mapping leaves over.
    pub(super) fn remainder(&self, mapping: &Mapping) -> Remainder {
        let lacking = self.wanted.iter().copied();
        let lacking = lacking.filter(|column| !mapping.gold.contains(column));
        if self.given.len() == mapping.system.len() {
            return Remainder {
                lacking: lacking.collect(),
                further: Vec::new(),
            };
        }
        let kind =
            |column| label_columns::kind(self.system, column, &self.options.style, self.knowledge);
        let asked =
            |column| label_columns::kind(self.gold, column, &self.options.style, self.knowledge);
        let pairs = mapping.gold.iter().zip(&mapping.system);
        let used: Vec<(usize, [Option<Kind>; 2])> = pairs
            .map(|(&gold, &column)| (column, [asked(gold), kind(column)]))
            .collect();
        let is_label = |column: &usize| {
            let name = &self.system.columns[*column];
            let known = self.gold_labels.iter();
            self.system_labels
                .iter()
                .any(|found| found.label == *column)
                || known
                    .map(|found| &self.gold.columns[found.label])
                    .any(|label| label == name)
        };
        // Where the label is what was asked for, the resource is a courtesy.
        let is_labelled = |column: &usize| {
            let labels = self.system_labels.iter();
            labels
                .filter(|found| found.resource == *column)
                .any(|found| mapping.system.contains(&found.label))
        };
        let further = self.given.iter().copied();
        let further = further
            .filter(|column| !mapping.system.contains(column))
            .filter(|column| !is_label(column) && !is_labelled(column))
            .map(|column| {
                let own = kind(column);
                let mut alike = used.iter().filter(|(_, kinds)| kinds.contains(&own));
                // People read a table from the left: what stands before the answer and looks like
                // one is taken for the answer.
                let further = if alike.clone().any(|(at, _)| column < *at) {
                    Further::Answer
                } else if alike.next().is_some() {
                    Further::Guess
                } else {
                    Further::Courtesy
                };
                (column, further)
            });
        Remainder {
            lacking: lacking.collect(),
            further: further.collect(),
        }
    }
}

/// The columns that hold anything; all of them if none does.
fn bound_columns(table: &Table) -> Vec<usize> {
    let all = 0..table.columns.len();
    let bound: Vec<usize> = all
        .clone()
        .filter(|&column| table.rows().any(|row| row[column].is_some()))
        .collect();
    if bound.is_empty() {
        all.collect()
    } else {
        bound
    }
}

/// How much alike two kinds of values are.
fn kinship(one: Option<Kind>, other: Option<Kind>) -> usize {
    match (one, other) {
        (one, other) if one == other => 2,
        (Some(Kind::Resource | Kind::Text), Some(Kind::Resource | Kind::Text)) => 1,
        _ => 0,
    }
}

/// How much two columns have in common, the most telling first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Affinity {
    values: usize,
    kinds: usize,
    names: usize,
}

/// A column as hashes of its values; close numbers nearly always have the same.
struct Column {
    cells: Vec<u64>,
    values: FxHashSet<u64>,
    kind: Option<Kind>,
}

impl Column {
    fn read(table: &Table, column: usize, style: &Style, knowledge: &dyn Knowledge) -> Self {
        let hash = |row: &[Option<lydite_model::Term>]| {
            let meaning = style.read(row[column].as_ref(), knowledge).meaning;
            let state = foldhash::fast::FixedState::default();
            match &meaning {
                Meaning::Number(number) => state.hash_one((1u8, number.rounded())),
                other => state.hash_one(other),
            }
        };
        let cells: Vec<u64> = table.rows().map(hash).collect();
        Self {
            values: cells.iter().copied().collect(),
            kind: label_columns::kind(table, column, style, knowledge),
            cells,
        }
    }
}

/// The search for the mapping with the most matching rows.
struct Search<'c> {
    few: &'c [Column],
    many: &'c [Column],
    affinities: &'c [Vec<Affinity>],
    /// The rows of the table with fewer columns, by their hash.
    rows: FxHashMap<u64, u32>,
    /// When each of them was last found.
    found: Vec<u32>,
    turn: u32,
    /// How many mappings are tried at most.
    most: usize,
    best: Option<((usize, Affinity), Vec<usize>)>,
}

impl<'c> Search<'c> {
    fn new(few: &'c [Column], many: &'c [Column], affinities: &'c [Vec<Affinity>]) -> Self {
        let columns: Vec<&Column> = few.iter().collect();
        let cells = many.first().map_or(0, |column| column.cells.len()) * few.len();
        let mut rows = FxHashMap::default();
        for hash in row_hashes(&columns) {
            let next = rows.len() as u32;
            rows.entry(hash).or_insert(next);
        }
        Self {
            few,
            many,
            affinities,
            found: vec![0; rows.len()],
            rows,
            turn: 0,
            most: (CELLS / cells.max(1)).clamp(3, MAPPINGS),
            best: None,
        }
    }

    /// The column of the other table for each column.
    fn run(mut self) -> Vec<usize> {
        let (few, many) = (self.few.len(), self.many.len());
        let mappings = (0..few).fold(1usize, |all, at| all.saturating_mul(many - at));
        let breadth = if mappings <= self.most { many } else { 3 };
        self.descend(&mut Vec::with_capacity(few), breadth);
        self.best.map(|(_, mapping)| mapping).unwrap_or_default()
    }

    fn descend(&mut self, chosen: &mut Vec<usize>, breadth: usize) {
        let at = chosen.len();
        if at == self.few.len() {
            self.weigh(chosen);
            return;
        }
        let mut free: Vec<usize> = (0..self.many.len())
            .filter(|column| !chosen.contains(column))
            .collect();
        // The first mapping takes the most promising column each time.
        free.sort_by_key(|&column| std::cmp::Reverse(self.affinities[at][column]));
        for column in free.into_iter().take(breadth) {
            if self.turn as usize >= self.most {
                return;
            }
            chosen.push(column);
            self.descend(chosen, breadth);
            chosen.pop();
        }
    }

    fn weigh(&mut self, chosen: &[usize]) {
        self.turn += 1;
        let columns: Vec<&Column> = chosen.iter().map(|&at| &self.many[at]).collect();
        let mut matching = 0;
        for hash in row_hashes(&columns) {
            if let Some(&at) = self.rows.get(&hash)
                && self.found[at as usize] != self.turn
            {
                self.found[at as usize] = self.turn;
                matching += 1;
            }
        }
        let sum = chosen
            .iter()
            .enumerate()
            .map(|(at, &column)| self.affinities[at][column]);
        let sum = sum.fold(Affinity::default(), |sum, one| Affinity {
            values: sum.values + one.values,
            kinds: sum.kinds + one.kinds,
            names: sum.names + one.names,
        });
        let better = self.best.as_ref().is_none_or(|(score, mapping)| {
            (matching, sum) > *score || (matching, sum) == *score && chosen < &mapping[..]
        });
        if better {
            self.best = Some(((matching, sum), chosen.to_vec()));
        }
    }
}

/// The hash of each row of these columns.
fn row_hashes(columns: &[&Column]) -> impl Iterator<Item = u64> {
    let rows = columns.first().map_or(0, |column| column.cells.len());
    (0..rows).map(|row| {
        columns.iter().fold(0u64, |hash, column| {
            (hash.rotate_left(5) ^ column.cells[row]).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    })
}
