//! The triples in three orders, each with the beginnings of its first column.
//!
//! Only the first order is sorted. The others follow by dealing the triples out in the order in
//! which the last one gives them: dealt out by object in the order of subjects, they come to lie
//! sorted by (subject, predicate) under each object; dealt out again by predicate, by (object,
//! subject) under each predicate.

use rayon::prelude::*;

/// Triples under their first column: where those of each number begin, and the other two columns.
#[derive(Debug, Default)]
pub(in crate::embedded) struct Order {
    pub(in crate::embedded) starts: Vec<u32>,
    pub(in crate::embedded) pairs: Vec<[u32; 2]>,
}

impl Order {
    /// The other two columns of the triples of a number.
    pub(in crate::embedded) fn of(&self, first: u32) -> &[[u32; 2]] {
        let first = first as usize;
        match self.starts.get(first..first + 2) {
            Some(bounds) => &self.pairs[bounds[0] as usize..bounds[1] as usize],
            None => &[],
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, [u32; 2])> {
        self.starts
            .windows(2)
            .enumerate()
            .flat_map(|(first, bounds)| {
                let pairs = &self.pairs[bounds[0] as usize..bounds[1] as usize];
                pairs.iter().map(move |pair| (first as u32, *pair))
            })
    }
}

/// The triples in three orders.
#[derive(Debug)]
pub(in crate::embedded) struct Permutations {
    pub(in crate::embedded) by_subject: Order,
    pub(in crate::embedded) by_object: Order,
    pub(in crate::embedded) by_predicate: Order,
}

impl Permutations {
    /// Sorts triples of numbers below `terms`, with subjects below `subjects`; repetitions are
    /// dropped.
    pub(super) fn new(triples: Vec<[u32; 3]>, terms: usize, subjects: usize) -> Self {
        let mut by_subject = deal(subjects, triples.len(), || {
            triples.iter().map(|[s, p, o]| (*s, [*p, *o]))
        });
        drop(triples);
        sort_and_deduplicate(&mut by_subject);
        let count = by_subject.pairs.len();
        let by_object = deal(terms, count, || {
            by_subject.iter().map(|(s, [p, o])| (o, [s, p]))
        });
        let by_predicate = deal(terms, count, || {
            by_object.iter().map(|(o, [s, p])| (p, [o, s]))
        });
        Self {
            by_subject,
            by_object,
            by_predicate,
        }
    }
}

/// Deals triples out by their first column, keeping their order.
fn deal<I: Iterator<Item = (u32, [u32; 2])>>(
    terms: usize,
    count: usize,
    triples: impl Fn() -> I,
) -> Order {
    let mut starts = vec![0_u32; terms + 1];
    for (first, _) in triples() {
        starts[first as usize + 1] += 1;
    }
    let mut sum = 0;
    for start in &mut starts {
        sum += *start;
        *start = sum;
    }
    let mut next = starts.clone();
    let mut pairs = vec![[0; 2]; count];
    for (first, pair) in triples() {
        let place = &mut next[first as usize];
        pairs[*place as usize] = pair;
        *place += 1;
    }
    Order { starts, pairs }
}

fn sort_and_deduplicate(order: &mut Order) {
    let mut rest = order.pairs.as_mut_slice();
    let mut stretches = Vec::with_capacity(order.starts.len());
    for bounds in order.starts.windows(2) {
        let (stretch, later) = rest.split_at_mut((bounds[1] - bounds[0]) as usize);
        rest = later;
        if stretch.len() > 1 {
            stretches.push(stretch);
        }
    }
    stretches
        .into_par_iter()
        .with_min_len(1024)
        .for_each(<[_]>::sort_unstable);
    let mut kept = 0;
    let mut begin = 0;
    for first in 0..order.starts.len() - 1 {
        let end = order.starts[first + 1] as usize;
        let mut last = None;
        for at in begin..end {
            let pair = order.pairs[at];
            if last != Some(pair) {
                order.pairs[kept] = pair;
                kept += 1;
                last = Some(pair);
            }
        }
        begin = end;
        order.starts[first + 1] = kept as u32;
    }
    order.pairs.truncate(kept);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_holds_the_same_triples_sorted() {
        let triples: Vec<[u32; 3]> = (0..5000_u32)
            .map(|n| {
                let mixed = n.wrapping_mul(2_654_435_761);
                [mixed >> 27, (mixed >> 20) & 7, (mixed >> 10) & 31]
            })
            .collect();
        let mut expected = triples.clone();
        expected.sort_unstable();
        expected.dedup();
        let orders = Permutations::new(triples, 32, 32);
        let collect = |order: &Order, turn: fn(u32, [u32; 2]) -> [u32; 3]| {
            let rows: Vec<_> = order.iter().collect();
            assert!(rows.is_sorted());
            let mut triples: Vec<_> = rows.into_iter().map(|(a, b)| turn(a, b)).collect();
            triples.sort_unstable();
            triples
        };
        assert_eq!(collect(&orders.by_subject, |s, [p, o]| [s, p, o]), expected);
        assert_eq!(collect(&orders.by_object, |o, [s, p]| [s, p, o]), expected);
        assert_eq!(
            collect(&orders.by_predicate, |p, [o, s]| [s, p, o]),
            expected
        );
    }
}
