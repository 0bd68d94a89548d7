//! Answers as t2s-metrics sees them: cells in the order of the file, unbound ones as well, by their
//! texts alone.

use lydite_model::{Answer, Table};
use rustc_hash::FxHashSet;

use super::rows::{pair, row_f1};

/// The cells of a gold answer and of a system's; `None` for a query that failed.
#[derive(Debug)]
pub(crate) struct Cells<'c> {
    gold: Option<Side<'c>>,
    system: Option<Side<'c>>,
}

#[derive(Debug)]
struct Side<'c> {
    cells: Vec<Option<&'c str>>,
    table: Option<&'c Table>,
}

impl<'c> Side<'c> {
    fn new(answer: &'c Answer) -> Self {
        match answer {
            Answer::Boolean(yes) => Self {
                cells: vec![Some(if *yes { "ASK_TRUE" } else { "ASK_FALSE" })],
                table: None,
            },
            Answer::Table(table) => {
                // A row without any cell is none.
                let rows = table.rows().filter(|row| row.iter().any(Option::is_some));
                let text = |cell: &'c Option<lydite_model::Term>| {
                    cell.as_ref().map(lydite_model::Term::value)
                };
                Self {
                    cells: rows.flat_map(|row| row.iter().map(text)).collect(),
                    table: Some(table),
                }
            }
        }
    }

    fn set(&self) -> FxHashSet<Option<&'c str>> {
        self.cells.iter().copied().collect()
    }
}

impl<'c> Cells<'c> {
    pub(crate) fn new(gold: Option<&'c Answer>, system: Option<&'c Answer>) -> Self {
        Self {
            gold: gold.map(Side::new),
            system: system.map(Side::new),
        }
    }

    /// Precision, recall and F1 of the sets of cells.
    pub(crate) fn scores(&self) -> [f64; 3] {
        let (Some(gold), Some(system)) = (&self.gold, &self.system) else {
            return [0.0; 3];
        };
        super::wikikgqa::of_sets(&gold.set(), &system.set())
    }

    /// Precision, and 1 for an answer without cells.
    pub(crate) fn precision_qald(&self) -> f64 {
        match (&self.gold, &self.system) {
            (Some(_), Some(system)) if system.cells.is_empty() => 1.0,
            _ => self.scores()[0],
        }
    }

    /// Whether each cell of the system's answer is right.
    fn right(&self) -> impl Iterator<Item = bool> {
        let gold = self.gold.as_ref().map(Side::set).unwrap_or_default();
        let cells = self.system.iter().flat_map(|system| &system.cells);
        cells.map(move |cell| gold.contains(cell))
    }

    /// Whether one of the first cells is right.
    pub(crate) fn hit(&self, most: usize) -> f64 {
        f64::from(u8::from(self.right().take(most).any(|right| right)))
    }

    /// The share of right cells among so many places.
    pub(crate) fn precision_at(&self, most: usize) -> f64 {
        self.right().take(most).filter(|right| *right).count() as f64 / most as f64
    }

    pub(crate) fn reciprocal_rank(&self) -> f64 {
        let first = self.right().position(|right| right);
        first.map_or(0.0, |place| 1.0 / (place + 1) as f64)
    }

    pub(crate) fn ndcg(&self) -> f64 {
        let discount = |place: usize| 1.0 / ((place + 2) as f64).log2();
        let places = self.right().enumerate().filter(|(_, right)| *right);
        let gain: f64 = places.map(|(place, _)| discount(place)).sum();
        let all = self.gold.as_ref().map_or(0, |gold| gold.cells.len());
        let best: f64 = (0..all).map(discount).sum();
        if best == 0.0 {
            0.0
        } else {
            (gain / best).min(1.0)
        }
    }

    pub(crate) fn executed(&self) -> f64 {
        f64::from(u8::from(self.system.is_some()))
    }

    pub(crate) fn row_f1(&self) -> f64 {
        self.rows(|gold, system| row_f1(gold, system).unwrap_or_else(|| self.scores()[2]))
    }

    pub(crate) fn exact_rows(&self) -> f64 {
        self.rows(|gold, system| {
            let every: Vec<usize> = (0..gold.columns.len()).collect();
            let pairs = pair(gold, system, &every);
            let is_bare = |row: usize| {
                gold.rows()
                    .nth(row)
                    .is_some_and(|row| row.iter().all(Option::is_none))
            };
            let is_exact = gold.rows().count() == system.rows().count()
                && pairs.is_some_and(|pairs| {
                    let mut pairs = pairs.iter();
                    pairs.all(|(row, _, score)| *score == 1.0 || is_bare(*row))
                });
            f64::from(u8::from(is_exact))
        })
    }

    /// What rows come to, where both have some.
    fn rows(&self, of: impl Fn(&Table, &Table) -> f64) -> f64 {
        let has_none = |side: &Option<Side<'_>>| {
            side.as_ref()
                .is_none_or(|side| side.table.is_some_and(Table::is_empty))
        };
        let failed = self.gold.is_none() && self.system.is_some();
        if has_none(&self.gold) && has_none(&self.system) && !failed {
            return 1.0;
        }
        match (&self.gold, &self.system) {
            (Some(gold), Some(system)) => match (gold.table, system.table) {
                (Some(gold), Some(system)) => of(gold, system),
                (None, None) => f64::from(u8::from(gold.cells == system.cells)),
                _ => 0.0,
            },
            _ => 0.0,
        }
    }
}
