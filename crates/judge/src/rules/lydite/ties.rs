//! Gold answers that another engine would give otherwise, because rows tie where a query cuts.

use std::hash::BuildHasher;

use lydite_model::{Table, Ties};

use super::options::Options;
use super::rows::{Hashing, Rows};
use crate::Knowledge;

/// A gold table in which any of the rows that tie may stand.
pub(super) struct Tied {
    /// The rows that are sure, and then all that tie.
    pub table: Table,
    /// The number of rows that are sure.
    pub sure: usize,
    /// How many of the rows that tie a right answer has.
    pub slots: usize,
    /// Where the sure rows stand in the gold table.
    ranks: Vec<usize>,
    /// Where the first row that ties stands in it.
    tied_rank: usize,
}

impl Tied {
    /// The gold table with all rows that tie; `None` if none of them is in it.
    pub(super) fn new(
        gold: &Table,
        ties: &Ties,
        options: &Options,
        knowledge: &dyn Knowledge,
    ) -> Option<Self> {
        if ties.rows.columns.len() != gold.columns.len() {
            return None;
        }
        let columns: Vec<usize> = (0..gold.columns.len()).collect();
        let read = |table| Rows::read(table, &columns, &Vec::new(), options, knowledge);
        let (rows, tied) = (read(gold), read(&ties.rows));
        let cells: Vec<_> = gold.rows().collect();
        let mut table = Table::new(gold.columns.iter().cloned());
        let mut ranks = Vec::new();
        let mut taken = Vec::new();
        for (row, &place) in rows.rows.iter().zip(&rows.places) {
            let place = place as usize;
            let hash = Hashing::default().hash_one(&row.key);
            if tied.position(hash, row).is_some() {
                taken.push(place);
            } else {
                table.push(cells[place].iter().cloned());
                ranks.push(place);
            }
        }
        let tied_rank = taken.first().copied()?;
        let sure = table.len();
        for row in ties.rows.rows() {
            table.push(row.iter().cloned());
        }
        Some(Self {
            table,
            sure,
            slots: taken.len(),
            ranks,
            tied_rank,
        })
    }

    /// Where a row stands in the gold table; rows that tie all stand in one place.
    pub(super) fn rank(&self, place: usize) -> usize {
        self.ranks.get(place).copied().unwrap_or(self.tied_rank)
    }
}
