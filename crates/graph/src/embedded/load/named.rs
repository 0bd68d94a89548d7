//! The named graphs of an index, beside the triples of all graphs in their three orders.
//!
//! A graph has its triples in the order of subjects, a triple has its graphs, and a bit in each
//! order says whether a triple stands outside of named graphs. All of it is empty if there are no
//! named graphs, so that those who do not use them do not pay for them.

use super::permutations::{Order, Permutations};

/// The named graphs of an index.
#[derive(Debug, Default)]
pub(super) struct NamedGraphs {
    /// The graphs, and where the triples of each begin.
    pub(super) names: Vec<u32>,
    pub(super) starts: Vec<u32>,
    pub(super) triples: Vec<[u32; 3]>,
    /// Where the graphs of each triple begin, and the graphs.
    pub(super) holder_starts: Vec<u32>,
    pub(super) holders: Vec<u32>,
    /// Whether a triple stands outside, by subject, object and predicate.
    pub(super) unnamed: [Vec<u64>; 3],
    outside: u64,
}

impl NamedGraphs {
    /// Sorts the triples of named graphs, and adds them to those outside, which are given back
    /// sorted if there are any named graphs at all.
    pub(super) fn sort(
        quads: &mut Vec<[u32; 4]>,
        triples: &mut Vec<[u32; 3]>,
    ) -> Option<Vec<[u32; 3]>> {
        if quads.is_empty() {
            return None;
        }
        quads.sort_unstable();
        quads.dedup();
        let mut outside = triples.clone();
        outside.sort_unstable();
        outside.dedup();
        triples.extend(quads.iter().map(|[_, s, p, o]| [*s, *p, *o]));
        Some(outside)
    }

    /// The named graphs of sorted triples.
    pub(super) fn new(
        quads: &[[u32; 4]],
        outside: Option<Vec<[u32; 3]>>,
        orders: &Permutations,
    ) -> Self {
        let Some(outside) = outside else {
            return Self {
                outside: orders.by_subject.pairs.len() as u64,
                ..Self::default()
            };
        };
        let mut graphs = Self {
            outside: outside.len() as u64,
            triples: quads.iter().map(|[_, s, p, o]| [*s, *p, *o]).collect(),
            ..Self::default()
        };
        for (at, [graph, ..]) in quads.iter().enumerate() {
            if graphs.names.last() != Some(graph) {
                graphs.names.push(*graph);
                graphs.starts.push(at as u32);
            }
        }
        graphs.starts.push(quads.len() as u32);
        graphs.add_holders(quads, &orders.by_subject);
        let is_outside = |triple: [u32; 3]| outside.binary_search(&triple).is_ok();
        graphs.unnamed = [
            bits(&orders.by_subject, |s, [p, o]| is_outside([s, p, o])),
            bits(&orders.by_object, |o, [s, p]| is_outside([s, p, o])),
            bits(&orders.by_predicate, |p, [o, s]| is_outside([s, p, o])),
        ];
        graphs
    }

    /// How many triples stand outside of named graphs.
    pub(super) fn unnamed(&self) -> u64 {
        self.outside
    }

    fn add_holders(&mut self, quads: &[[u32; 4]], by_subject: &Order) {
        let mut by_triple: Vec<[u32; 4]> =
            quads.iter().map(|[g, s, p, o]| [*s, *p, *o, *g]).collect();
        by_triple.sort_unstable();
        let mut rest = by_triple.as_slice();
        self.holder_starts.reserve(by_subject.pairs.len() + 1);
        self.holder_starts.push(0);
        for (subject, [predicate, object]) in by_subject.iter() {
            let triple = [subject, predicate, object];
            let count = rest.iter().take_while(|quad| quad[..3] == triple).count();
            let (own, later) = rest.split_at(count);
            rest = later;
            self.holders.extend(own.iter().map(|quad| quad[3]));
            self.holder_starts.push(self.holders.len() as u32);
        }
    }
}

/// A bit for every triple of an order.
fn bits(order: &Order, is_set: impl Fn(u32, [u32; 2]) -> bool) -> Vec<u64> {
    let mut words = vec![0_u64; order.pairs.len().div_ceil(64)];
    for (at, (first, pair)) in order.iter().enumerate() {
        if is_set(first, pair) {
            words[at / 64] |= 1 << (at % 64);
        }
    }
    words
}
