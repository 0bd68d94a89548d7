//! Measures over rows, without the faults of their models.

use lydite_model::{Answer, AnswerSet, Table};

use super::rows::{f1_of, named, pair};

/// The rows of a gold answer, and those of a system's.
#[derive(Debug)]
pub(crate) struct Rows<'c> {
    gold: &'c AnswerSet,
    system: Option<&'c AnswerSet>,
}

/// Two tables, or what yes and no come to.
enum Compared<'c> {
    Tables(&'c Table, &'c Table),
    Decided(bool),
}

impl<'c> Rows<'c> {
    /// No answer of the system is one that is wrong.
    pub(crate) fn new(gold: &'c AnswerSet, system: Option<&'c AnswerSet>) -> Self {
        Self { gold, system }
    }

    fn compared(&self) -> Compared<'c> {
        let Some(system) = self.system else {
            return Compared::Decided(false);
        };
        match (&self.gold.answer, &system.answer) {
            (Answer::Boolean(gold), Answer::Boolean(system)) => Compared::Decided(gold == system),
            (Answer::Table(gold), Answer::Table(system)) => {
                if gold.is_empty() || system.is_empty() {
                    Compared::Decided(gold.is_empty() && system.is_empty())
                } else {
                    Compared::Tables(gold, system)
                }
            }
            _ => Compared::Decided(false),
        }
    }

    pub(crate) fn f1(&self) -> f64 {
        match self.compared() {
            Compared::Decided(right) => decided(right),
            Compared::Tables(gold, system) => match pair(gold, system, &counted(gold)) {
                Some(pairs) => f1_of(&pairs, gold, system),
                // Too many to pair: rows as sets.
                None => {
                    let (right, given) = (
                        self.places().filter(|right| *right).count(),
                        system.rows().count(),
                    );
                    2.0 * right as f64 / (gold.rows().count() + given) as f64
                }
            },
        }
    }

    pub(crate) fn exact_match(&self) -> f64 {
        let as_many = match self.compared() {
            Compared::Decided(right) => return decided(right),
            Compared::Tables(gold, system) => gold.rows().count() == system.rows().count(),
        };
        decided(as_many && self.f1() == 1.0)
    }

    /// Whether each row of the system's answer is right: it has all cells of a gold row that is not
    /// taken yet.
    fn places(&self) -> impl Iterator<Item = bool> + use<'c> {
        let mut left: Vec<Vec<_>> = Vec::new();
        let mut rows: Vec<Vec<_>> = Vec::new();
        if let Compared::Tables(gold, system) = self.compared() {
            let columns = counted(gold);
            left.extend(gold.rows().map(|row| -> Vec<_> {
                columns.iter().filter_map(|at| row[*at].as_ref()).collect()
            }));
            rows.extend(
                system
                    .rows()
                    .map(|row| -> Vec<_> { row.iter().flatten().collect() }),
            );
        }
        rows.into_iter().map(move |row| {
            let found = left
                .iter()
                .position(|gold| gold.iter().all(|cell| row.contains(cell)));
            found.map(|at| left.swap_remove(at)).is_some()
        })
    }

    /// Whether one of the first rows is right.
    pub(crate) fn hit(&self, most: usize) -> f64 {
        match self.compared() {
            Compared::Decided(right) => decided(right),
            Compared::Tables(..) => decided(self.places().take(most).any(|right| right)),
        }
    }

    /// The share of right rows among so many places, or among as many as the gold answer has.
    pub(crate) fn precision_at(&self, most: usize) -> f64 {
        match self.compared() {
            Compared::Decided(right) => decided(right),
            Compared::Tables(gold, _) => {
                let right = self.places().take(most).filter(|right| *right).count();
                right as f64 / most.min(gold.rows().count()) as f64
            }
        }
    }

    pub(crate) fn reciprocal_rank(&self) -> f64 {
        match self.compared() {
            Compared::Decided(right) => decided(right),
            Compared::Tables(..) => {
                let first = self.places().position(|right| right);
                first.map_or(0.0, |place| 1.0 / (place + 1) as f64)
            }
        }
    }
}

fn decided(right: bool) -> f64 {
    f64::from(u8::from(right))
}

/// The columns that count: those of labels only where there are no others.
fn counted(gold: &Table) -> Vec<usize> {
    let named = named(gold);
    if named.is_empty() {
        (0..gold.columns.len()).collect()
    } else {
        named
    }
}
