//! Numbers the variables of a tree in a way that does not depend on their names.
//!
//! Colour refinement (Weisfeiler and Leman, 1968) tells variables apart by where they stand. Those
//! that still look alike are singled out one after another, and of all numberings that result the
//! one with the smallest certificate is taken (McKay, *Practical graph isomorphism*, 1981). Two
//! numberings with the same certificate are images of each other, so of variables that are known to
//! be interchangeable only one is tried; this is what keeps symmetric patterns cheap.

use super::tree::{Item, Tree};

/// The search stops after visiting this many nodes, about a tenth of a second. 30 triples that all
/// look alike take fewer than half a million.
const MAX_VISITS: usize = 10_000_000;

/// A number for each variable.
pub(super) enum Labelling {
    /// A number of its own for each.
    Exact(Vec<usize>),
    /// The same number for those that could not be told apart in time.
    Classes(Vec<usize>),
}

pub(super) fn label(tree: &Tree<'_>) -> Labelling {
    let mut search = Search::new(tree);
    let mut colours = vec![1_u64; tree.variables];
    search.refine(&mut colours);
    let classes = ranks(&colours);
    let identity: Vec<usize> = Vec::new();
    search.descend(&colours, &identity, true);
    match search.best {
        Some((_, numbers)) if search.visits <= MAX_VISITS => Labelling::Exact(numbers),
        _ => Labelling::Classes(classes),
    }
}

/// The place of each colour among the distinct ones.
fn ranks(colours: &[u64]) -> Vec<usize> {
    let mut sorted = colours.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    colours
        .iter()
        .map(|colour| sorted.partition_point(|other| other < colour))
        .collect()
}

/// SplitMix64's finaliser.
fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

fn combine(left: u64, right: u64) -> u64 {
    mix(left.rotate_left(23) ^ right.wrapping_add(0x9e37_79b9_7f4a_7c15))
}

/// FNV-1a over the bytes, then mixed.
fn hash(text: &str, seed: u64) -> u64 {
    let mut state = 0xcbf2_9ce4_8422_2325_u64 ^ seed;
    for byte in text.bytes() {
        state = (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    mix(state)
}

struct Search<'t, 'q> {
    tree: &'t Tree<'q>,
    /// What each node says apart from its children.
    labels: Vec<u64>,
    up: Vec<u64>,
    down: Vec<u64>,
    visits: usize,
    /// The smallest certificate so far, and the numbering it belongs to.
    best: Option<(u64, Vec<usize>)>,
    /// The certificate and numbering reached first.
    first: Option<(u64, Vec<usize>)>,
    /// Permutations of the variables that leave the tree as it is.
    automorphisms: Vec<Vec<usize>>,
}

impl<'t, 'q> Search<'t, 'q> {
    fn new(tree: &'t Tree<'q>) -> Self {
        let labels = tree
            .items
            .iter()
            .map(|item| match item {
                Item::Leaf(text) => hash(text, 1),
                Item::Variable(_) => 2,
                Item::Ordered(label) => hash(label, 3),
                Item::Unordered(label) => hash(label, 4),
            })
            .collect();
        Self {
            tree,
            labels,
            up: vec![0; tree.items.len()],
            down: vec![0; tree.items.len()],
            visits: 0,
            best: None,
            first: None,
            automorphisms: Vec::new(),
        }
    }

    /// A hash of the whole tree, given the colours of its variables.
    fn certificate(&mut self, colours: &[u64]) -> u64 {
        for (id, item) in self.tree.items.iter().enumerate() {
            let label = self.labels[id];
            let children = self.tree.children(id).iter().map(|child| self.up[*child]);
            self.up[id] = match item {
                Item::Leaf(_) => label,
                Item::Variable(number) => combine(label, colours[*number]),
                Item::Ordered(_) => children.fold(label, combine),
                Item::Unordered(_) => combine(
                    label,
                    children.fold(0, |sum, child| sum.wrapping_add(mix(child))),
                ),
            };
        }
        self.up.last().copied().unwrap_or(0)
    }

    /// Splits colours until variables of one colour stand in the same places.
    fn refine(&mut self, colours: &mut [u64]) {
        let mut classes = count(colours);
        // Each round but the last makes at least one more class.
        while classes < colours.len() {
            self.visits += self.tree.items.len();
            self.certificate(colours);
            let mut next: Vec<u64> = colours.iter().map(|colour| mix(*colour)).collect();
            for id in (0..self.tree.items.len()).rev() {
                let context = combine(self.down[id], self.up[id]);
                match &self.tree.items[id] {
                    Item::Variable(number) => {
                        next[*number] = next[*number].wrapping_add(mix(self.down[id]));
                    }
                    Item::Leaf(_) => {}
                    Item::Ordered(_) => {
                        for (place, child) in self.tree.children(id).iter().enumerate() {
                            self.down[*child] = combine(context, place as u64);
                        }
                    }
                    Item::Unordered(_) => {
                        for child in self.tree.children(id) {
                            self.down[*child] = context;
                        }
                    }
                }
            }
            for (colour, next) in colours.iter_mut().zip(next) {
                *colour = combine(*colour, next);
            }
            let now = count(colours);
            if now <= classes {
                break;
            }
            classes = now;
        }
    }

    /// Tries the numberings below a colouring in which the variables of `fixed` were singled out.
    /// Without `branch` only the first of them is tried.
    fn descend(&mut self, colours: &[u64], fixed: &[usize], branch: bool) -> Option<u64> {
        if self.visits > MAX_VISITS {
            return None;
        }
        let Some(class) = ambiguous_class(colours) else {
            return Some(self.leaf(colours));
        };
        let mut result = None;
        let mut tried: Vec<usize> = Vec::new();
        let mut orbits: Vec<usize> = Vec::new();
        let mut symmetries = usize::MAX;
        for &variable in &class {
            if self.visits > MAX_VISITS {
                return None;
            }
            if !tried.is_empty() && symmetries != self.automorphisms.len() {
                symmetries = self.automorphisms.len();
                orbits = self.orbits(fixed);
            }
            if tried.iter().any(|other| orbits[*other] == orbits[variable]) {
                continue;
            }
            let mut next = colours.to_vec();
            next[variable] = combine(next[variable], 5);
            self.refine(&mut next);
            let mut deeper = fixed.to_vec();
            deeper.push(variable);
            if tried.is_empty() {
                result = self.descend(&next, &deeper, branch);
                if !branch {
                    return result;
                }
            } else {
                // A single probe shows most symmetries; only if it does not, everything below is tried.
                let known = self.automorphisms.len();
                self.descend(&next, &deeper, false);
                if self.automorphisms.len() == known {
                    self.descend(&next, &deeper, true);
                }
            }
            tried.push(variable);
        }
        result
    }

    /// A numbering is complete: compares it with the smallest and the first.
    fn leaf(&mut self, colours: &[u64]) -> u64 {
        let numbers = ranks(colours);
        let discrete: Vec<u64> = numbers.iter().map(|number| *number as u64).collect();
        let certificate = self.certificate(&discrete);
        let known = [&self.first, &self.best]
            .into_iter()
            .flatten()
            .find(|(same, other)| *same == certificate && *other != numbers);
        if let Some((_, other)) = known {
            // variable → its number → the variable with that number in the other labelling
            let mut back = vec![0; other.len()];
            for (variable, number) in other.iter().enumerate() {
                back[*number] = variable;
            }
            let permutation = numbers.iter().map(|number| back[*number]).collect();
            self.automorphisms.push(permutation);
        }
        if self.first.is_none() {
            self.first = Some((certificate, numbers.clone()));
        }
        if self
            .best
            .as_ref()
            .is_none_or(|(best, _)| certificate < *best)
        {
            self.best = Some((certificate, numbers));
        }
        certificate
    }

    /// For each variable the smallest one that known symmetries lead to while leaving `fixed` in place.
    fn orbits(&self, fixed: &[usize]) -> Vec<usize> {
        let mut least: Vec<usize> = (0..self.tree.variables).collect();
        let root = |least: &[usize], mut variable: usize| {
            while least[variable] != variable {
                variable = least[variable];
            }
            variable
        };
        for permutation in &self.automorphisms {
            if fixed
                .iter()
                .any(|variable| permutation[*variable] != *variable)
            {
                continue;
            }
            for (variable, image) in permutation.iter().enumerate() {
                let (one, other) = (root(&least, variable), root(&least, *image));
                least[one.max(other)] = one.min(other);
            }
        }
        (0..least.len())
            .map(|variable| root(&least, variable))
            .collect()
    }
}

fn count(colours: &[u64]) -> usize {
    let mut sorted = colours.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len()
}

/// The smallest class of more than one variable; of several, the one with the smallest colour.
fn ambiguous_class(colours: &[u64]) -> Option<Vec<usize>> {
    let mut order: Vec<usize> = (0..colours.len()).collect();
    order.sort_unstable_by_key(|variable| colours[*variable]);
    order
        .chunk_by(|one, other| colours[*one] == colours[*other])
        .filter(|class| class.len() > 1)
        .min_by_key(|class| (class.len(), colours[class[0]]))
        .map(<[usize]>::to_vec)
}
