//! A table that grows value by value, under columns that are known only as they come.

use lydite_model::{Action, Table, Term};

use crate::codes;
use crate::context::{Context, Spot};

/// How many columns a table may have; no benchmark has ten.
const MAX_COLUMNS: usize = 256;

/// How many cells a table may have that is mostly gaps.
const MAX_SPARSE: usize = 1 << 20;

/// A table and its next row.
#[derive(Default)]
pub(crate) struct Rows {
    table: Table,
    row: Vec<Option<Term>>,
    /// How often each column was repeated in the next row.
    repeated: Vec<usize>,
    /// The values so far.
    values: usize,
}

impl Rows {
    /// Declares a column.
    pub(crate) fn declare(&mut self, cx: &mut Context<'_>, spot: &dyn Spot, column: &str) {
        self.column(cx, spot, column);
    }

    /// Whether a column was declared or used before.
    pub(crate) fn has_column(&self, column: &str) -> bool {
        self.table.position(column).is_some()
    }

    /// Puts a value into the next row. A second value of the column `c` goes to `c#1`, a third one
    /// to `c#2`.
    pub(crate) fn value(
        &mut self,
        cx: &mut Context<'_>,
        spot: &dyn Spot,
        column: &str,
        term: Term,
    ) {
        let Some(mut at) = self.column(cx, spot, column) else {
            return;
        };
        if self.is_taken(at) {
            cx.report(
                spot,
                &codes::REPEATED_TAG,
                Action::Kept,
                format!("another <{column}> in one answer"),
            );
            let first = at;
            self.repeated.resize(self.table.columns.len(), 0);
            while self.is_taken(at) {
                self.repeated[first] += 1;
                let name = format!("{column}#{}", self.repeated[first]);
                match self.column(cx, spot, &name) {
                    Some(other) => at = other,
                    None => return,
                }
            }
        }
        if self.row.len() <= at {
            self.row.resize(at + 1, None);
        }
        self.row[at] = Some(term);
        self.values += 1;
    }

    fn is_taken(&self, at: usize) -> bool {
        self.row.get(at).is_some_and(Option::is_some)
    }

    /// Ends the row.
    pub(crate) fn end_row(&mut self, cx: &mut Context<'_>, spot: &dyn Spot) {
        if self.row.is_empty() {
            cx.report(
                spot,
                &codes::EMPTY_ROW,
                Action::Kept,
                "an answer without any value",
            );
        }
        self.repeated.clear();
        if self.has_room(self.table.len() + 1, self.table.columns.len()) {
            self.table.push(self.row.drain(..));
        } else {
            self.row.clear();
            too_large(cx, spot);
        }
    }

    /// The number of rows.
    pub(crate) fn len(&self) -> usize {
        self.table.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// The only value, if there is only one, with its column.
    pub(crate) fn only_value(&self) -> Option<(&str, &Term)> {
        match (&*self.table.columns, self.len(), self.values) {
            ([column], 1, 1) => Some((column, self.table.terms().next()?)),
            _ => None,
        }
    }

    /// The table of all rows that were ended.
    pub(crate) fn into_table(self) -> Table {
        self.table
    }

    fn column(&mut self, cx: &mut Context<'_>, spot: &dyn Spot, name: &str) -> Option<usize> {
        if let Some(at) = self.table.position(name) {
            return Some(at);
        }
        let width = self.table.columns.len() + 1;
        if width > MAX_COLUMNS || !self.has_room(self.table.len() + 1, width) {
            too_large(cx, spot);
            return None;
        }
        Some(self.table.add_column(name))
    }

    /// Whether a table of this size is in proportion to the values in it: a file of a few
    /// megabytes must not become a table of gigabytes.
    fn has_room(&self, rows: usize, columns: usize) -> bool {
        let cells = rows.saturating_mul(columns);
        cells <= MAX_SPARSE || cells / 8 <= self.values
    }
}

fn too_large(cx: &mut Context<'_>, spot: &dyn Spot) {
    cx.report(
        spot,
        &codes::TOO_LARGE,
        Action::Skipped,
        "a table with more columns than any benchmark has; this was skipped",
    );
}
