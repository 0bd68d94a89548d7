//! Which answers of the system are which gold answers, each used once.

use std::hash::BuildHasher;

use rustc_hash::FxHashMap;

use super::numbers;
use super::options::{Marks, Options};
use super::rows::{Hashing, Key, Row, Rows};
use crate::normal::Mark;

/// So many rows with blank nodes are looked at for each one.
const BLANK_CANDIDATES: usize = 64;

/// Pairs rows one to one: equal ones, then those whose marks or blank nodes agree, then those whose
/// numbers are close.
pub(super) fn pair(gold: &Rows<'_>, system: &Rows<'_>, options: &Options) -> Vec<(usize, usize)> {
    let mut pairs = Vec::with_capacity(gold.len().min(system.len()));
    let mut left: Vec<usize> = Vec::new();
    for (at, row) in gold.rows.iter().enumerate() {
        let hash = Hashing::default().hash_one(&row.key);
        match system.position(hash, row) {
            Some(found) if row.blanks().next().is_none() => pairs.push((at, found)),
            _ => left.push(at),
        }
    }
    if left.is_empty() || pairs.len() == system.len() {
        return pairs;
    }
    if gold.has_extra || system.has_extra {
        pair_by_extra(gold, system, &left, options, &mut pairs);
    }
    if gold.has_numbers && system.has_numbers {
        numbers::pair(gold, system, options, &mut pairs);
    }
    pairs
}

/// Pairs rows with equal values whose marks and blank nodes do not contradict each other.
fn pair_by_extra<'a>(
    gold: &Rows<'a>,
    system: &Rows<'a>,
    left: &[usize],
    options: &Options,
    pairs: &mut Vec<(usize, usize)>,
) {
    let mut paired = vec![false; system.len()];
    pairs.iter().for_each(|&(_, found)| paired[found] = true);
    let mut unpaired: FxHashMap<&Key<'_>, Vec<usize>> = FxHashMap::default();
    for at in (0..system.len()).rev().filter(|&at| !paired[at]) {
        unpaired.entry(&system.rows[at].key).or_default().push(at);
    }
    let mut same = SameBlanks::default();
    for &at in left {
        let row = &gold.rows[at];
        let Some(others) = unpaired.get_mut(&row.key) else {
            continue;
        };
        let candidates = others.iter().enumerate().rev().take(BLANK_CANDIDATES);
        let found = candidates
            .filter(|&(_, &other)| agree(row, &system.rows[other], options.marks))
            .find(|&(_, &other)| same.allows(row, &system.rows[other]))
            .map(|(place, _)| place);
        if let Some(place) = found {
            let other = others.remove(place);
            same.note(row, &system.rows[other]);
            pairs.push((at, other));
        }
    }
}

/// Which blank node of one side is which of the other: labels are local, so a node is known by the
/// rows in which it stands, and once two are taken for the same they stay so.
#[derive(Default)]
struct SameBlanks<'a> {
    system_of: FxHashMap<&'a str, &'a str>,
    gold_of: FxHashMap<&'a str, &'a str>,
}

impl<'a> SameBlanks<'a> {
    fn allows(&self, gold: &Row<'a>, system: &Row<'a>) -> bool {
        gold.blanks().zip(system.blanks()).all(|(one, other)| {
            self.system_of.get(one).is_none_or(|known| *known == other)
                && self.gold_of.get(other).is_none_or(|known| *known == one)
        })
    }

    fn note(&mut self, gold: &Row<'a>, system: &Row<'a>) {
        for (one, other) in gold.blanks().zip(system.blanks()) {
            self.system_of.insert(one, other);
            self.gold_of.insert(other, one);
        }
    }
}

/// Whether the marks of two rows do not contradict each other.
pub(super) fn agree<'a>(gold: &Row<'a>, system: &Row<'a>, marks: Marks) -> bool {
    let (one, other) = (marks_of(gold), marks_of(system));
    (0..one.len().max(other.len())).all(|at| {
        let mark = |side: &[Option<Mark<'a>>]| side.get(at).cloned().flatten();
        match (mark(one), mark(other)) {
            (Some(one), Some(other)) => one == other,
            (None, None) => true,
            _ => marks == Marks::IfBoth,
        }
    })
}

fn marks_of<'r, 'a>(row: &'r Row<'a>) -> &'r [Option<Mark<'a>>] {
    row.extra.as_ref().map_or(&[], |extra| &extra.marks)
}
