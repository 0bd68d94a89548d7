//! Rows whose numbers are close: as many pairs as there can be.
//!
//! Being closer than a tolerance is no equivalence, so that taking the first partner that fits
//! could lose pairs and depend on the order. Each gold number has an interval; going through the
//! system's numbers from the smallest to the largest and giving each to the open interval that
//! ends first yields as many pairs as possible (Glover, *Maximum matching in a convex bipartite
//! graph*, 1967).

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::hash::{BuildHasher, Hash, Hasher};

use rustc_hash::FxHashMap;

use super::options::Options;
use super::pairing::agree;
use super::rows::{Hashing, Row, Rows};
use crate::normal::{Decimal, Meaning, Tolerance};

/// Groups with several numbers in a row are searched for the best pairing up to so many candidates.
const CANDIDATES: usize = 40_000;

/// So many intervals that do not take a number are passed over for it.
const PASSED_OVER: usize = 64;

/// Rows that could be the same: equal but for numbers that are not far apart.
#[derive(Default)]
struct Group {
    gold: Vec<usize>,
    system: Vec<usize>,
}

/// Pairs rows whose numbers are close. Pairs of equal rows are taken apart again where that helps.
pub(super) fn pair(
    gold: &Rows<'_>,
    system: &Rows<'_>,
    options: &Options,
    pairs: &mut Vec<(usize, usize)>,
) {
    let mut partner: Vec<Option<usize>> = vec![None; gold.len()];
    let mut used = vec![false; system.len()];
    for &(at, other) in pairs.iter() {
        partner[at] = Some(other);
        used[other] = true;
    }
    let left = |at: usize| partner[at].is_none() && gold.rows[at].has_number();
    let left_over = |at: usize| !used[at] && system.rows[at].has_number();
    if !(0..gold.len()).any(left) || !(0..system.len()).any(left_over) {
        return;
    }
    let mut groups = group(gold, system, &options.numbers);
    groups.retain(|group| {
        group.gold.iter().any(|&at| partner[at].is_none())
            && group.system.iter().any(|&at| !used[at])
    });
    for group in groups {
        let found = if numbers_of(&gold.rows[group.gold[0]]).count() > 1
            && group.gold.len() * group.system.len() <= CANDIDATES
        {
            augment(gold, system, &group, options)
        } else {
            sweep(gold, system, &group, options)
        };
        let before = group.gold.iter().filter(|&&at| partner[at].is_some());
        if found.len() <= before.count() {
            continue;
        }
        group.gold.iter().for_each(|&at| partner[at] = None);
        found
            .iter()
            .for_each(|&(at, other)| partner[at] = Some(other));
    }
    let all = partner.into_iter().enumerate();
    *pairs = all.filter_map(|(at, other)| Some((at, other?))).collect();
}

fn numbers_of<'r>(row: &'r Row<'_>) -> impl Iterator<Item = &'r Decimal> {
    row.key.values().iter().filter_map(|value| match value {
        Meaning::Number(number) => Some(number),
        _ => None,
    })
}

/// The first number of a row.
fn first(row: &Row<'_>) -> f64 {
    numbers_of(row).next().map_or(0.0, Decimal::value)
}

/// Whether a row of the system is a gold row.
fn accepts<'a>(gold: &Row<'a>, system: &Row<'a>, options: &Options) -> bool {
    let (one, other) = (gold.key.values(), system.key.values());
    one.len() == other.len()
        && one.iter().zip(other).all(|pair| match pair {
            (Meaning::Number(one), Meaning::Number(other)) => options.numbers.accepts(one, other),
            (one, other) => one == other,
        })
        && agree(gold, system, options.marks)
        && gold.blanks().next().is_none()
}

/// The rows with numbers, grouped by their other values and by clusters of numbers. Clusters are
/// so far apart that no two numbers from different ones can be the same.
fn group(gold: &Rows<'_>, system: &Rows<'_>, tolerance: &Tolerance) -> Vec<Group> {
    let width = |rows: &Rows<'_>| rows.rows.iter().map(|row| row.key.values().len()).max();
    let width = width(gold).max(width(system)).unwrap_or(0);
    let mut columns: Vec<Vec<f64>> = vec![Vec::new(); width];
    for row in gold.rows.iter().chain(&system.rows) {
        for (at, value) in row.key.values().iter().enumerate() {
            if let Meaning::Number(number) = value {
                columns[at].push(number.value());
            }
        }
    }
    // The upper ends of the clusters of each column.
    for column in &mut columns {
        column.sort_unstable_by(f64::total_cmp);
        let ends = column
            .windows(2)
            .filter(|two| tolerance.separates(two[0], two[1]));
        let ends: Vec<f64> = ends.map(|two| two[0]).collect();
        *column = ends;
    }
    let hash = |row: &Row<'_>| {
        let mut hasher = Hashing::default().build_hasher();
        for (at, value) in row.key.values().iter().enumerate() {
            match value {
                Meaning::Number(number) => {
                    let cluster = columns[at].partition_point(|end| *end < number.value());
                    cluster.hash(&mut hasher);
                }
                other => other.hash(&mut hasher),
            }
        }
        hasher.finish()
    };
    let mut places: FxHashMap<u64, usize> = FxHashMap::default();
    let mut groups: Vec<Group> = Vec::new();
    for (at, row) in gold
        .rows
        .iter()
        .enumerate()
        .filter(|(_, row)| row.has_number())
    {
        let place = *places.entry(hash(row)).or_insert(groups.len());
        if place == groups.len() {
            groups.push(Group::default());
        }
        groups[place].gold.push(at);
    }
    for (at, row) in system
        .rows
        .iter()
        .enumerate()
        .filter(|(_, row)| row.has_number())
    {
        if let Some(&place) = places.get(&hash(row)) {
            groups[place].system.push(at);
        }
    }
    groups.retain(|group| !group.system.is_empty());
    groups
}

/// The interval of a gold row, the one that ends first on top of a heap.
struct Open {
    end: f64,
    at: usize,
}

impl Ord for Open {
    fn cmp(&self, other: &Self) -> Ordering {
        other.end.total_cmp(&self.end).then(other.at.cmp(&self.at))
    }
}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Open {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Open {}

/// Gives each number of the system to the open interval that ends first.
fn sweep<'a>(
    gold: &Rows<'a>,
    system: &Rows<'a>,
    group: &Group,
    options: &Options,
) -> Vec<(usize, usize)> {
    let mut intervals: Vec<(f64, f64, usize)> = group
        .gold
        .iter()
        .map(|&at| {
            let number = numbers_of(&gold.rows[at]).next();
            let (low, high) = number.map_or((0.0, 0.0), |number| options.numbers.interval(number));
            (low, high, at)
        })
        .collect();
    intervals.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.2.cmp(&b.2)));
    let mut points = group.system.clone();
    points.sort_by(|&a, &b| first(&system.rows[a]).total_cmp(&first(&system.rows[b])));
    let mut waiting = intervals.into_iter().peekable();
    let mut open: BinaryHeap<Open> = BinaryHeap::new();
    let mut pairs = Vec::new();
    for point in points {
        let value = first(&system.rows[point]);
        while let Some((_, end, at)) = waiting.next_if(|(low, ..)| *low <= value) {
            open.push(Open { end, at });
        }
        let mut passed = Vec::new();
        while let Some(top) = open.pop() {
            if top.end < value {
                continue;
            }
            if accepts(&gold.rows[top.at], &system.rows[point], options) {
                pairs.push((top.at, point));
                break;
            }
            passed.push(top);
            if passed.len() >= PASSED_OVER {
                break;
            }
        }
        open.extend(passed);
    }
    pairs
}

/// The largest pairing by augmenting paths (Kuhn 1955, as Berge has it).
fn augment<'a>(
    gold: &Rows<'a>,
    system: &Rows<'a>,
    group: &Group,
    options: &Options,
) -> Vec<(usize, usize)> {
    let candidates: Vec<Vec<usize>> = group
        .gold
        .iter()
        .map(|&at| {
            let fits = |&place: &usize| {
                accepts(&gold.rows[at], &system.rows[group.system[place]], options)
            };
            (0..group.system.len()).filter(fits).collect()
        })
        .collect();
    let mut owner: Vec<Option<usize>> = vec![None; group.system.len()];
    for at in 0..group.gold.len() {
        let mut seen = vec![false; group.system.len()];
        claim(at, &candidates, &mut owner, &mut seen);
    }
    let pairs = owner.into_iter().enumerate();
    pairs
        .filter_map(|(place, at)| Some((group.gold[at?], group.system[place])))
        .collect()
}

fn claim(
    at: usize,
    candidates: &[Vec<usize>],
    owner: &mut [Option<usize>],
    seen: &mut [bool],
) -> bool {
    for &place in &candidates[at] {
        if std::mem::replace(&mut seen[place], true) {
            continue;
        }
        let free = match owner[place] {
            None => true,
            Some(other) => claim(other, candidates, owner, seen),
        };
        if free {
            owner[place] = Some(at);
            return true;
        }
    }
    false
}
