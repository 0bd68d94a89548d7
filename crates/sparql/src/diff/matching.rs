//! Aligns the variables and triples of two queries.

use std::collections::HashMap;

use super::Place;
use crate::structure::{Node, Predicate, Triple, Var};

/// Which variable of the other query stands for which of the expected one.
#[derive(Default)]
pub(crate) struct Matching<'q> {
    pub(crate) forward: HashMap<Var<'q>, Var<'q>>,
    backward: HashMap<Var<'q>, Var<'q>>,
}

/// Two triples, by their numbers, that stand for each other.
pub(crate) struct Pair {
    /// The number in the expected query.
    pub(crate) expected: usize,
    /// The number in the other one.
    pub(crate) found: usize,
    /// Where they differ.
    pub(crate) places: Vec<Place>,
}

/// How many pairs of triples are compared with each other: those of two queries of 512 triples.
const MAX_PAIRS: usize = 1 << 18;

/// Which triples have no counterpart yet.
struct Free {
    expected: Vec<bool>,
    found: Vec<bool>,
}

impl Free {
    fn new(expected: usize, found: usize) -> Self {
        Self {
            expected: vec![true; expected],
            found: vec![true; found],
        }
    }

    fn take(&mut self, expected: usize, found: usize) {
        self.expected[expected] = false;
        self.found[found] = false;
    }
}

/// The variables of a triple.
fn variables<'t, 'q>(triple: &'t Triple<'q>) -> impl Iterator<Item = Var<'q>> + use<'t, 'q> {
    [
        Some(&triple.subject),
        triple.predicate.as_node(),
        Some(&triple.object),
    ]
    .into_iter()
    .flatten()
    .filter_map(Node::as_variable)
}

/// Which triples have one of some variables.
fn sharing<'q>(triples: &[Triple<'q>], shared: &[Var<'q>]) -> Vec<bool> {
    let shares = |triple| variables(triple).any(|variable| shared.contains(&variable));
    triples.iter().map(shares).collect()
}

/// A triple without the names of its variables and blank nodes.
fn shape(triple: &Triple<'_>) -> String {
    let node = |node: &Node<'_>| match node {
        Node::Variable(_) => "?".to_owned(),
        Node::Blank(_) => "_".to_owned(),
        node => node.to_string(),
    };
    let predicate = match &triple.predicate {
        Predicate::Node(predicate) => node(predicate),
        predicate => predicate.to_string(),
    };
    format!(
        "{} {predicate} {}",
        node(&triple.subject),
        node(&triple.object)
    )
}

impl<'q> Matching<'q> {
    /// Takes two variables to be the same unless one of them is taken already.
    pub(crate) fn propose(&mut self, left: Var<'q>, right: Var<'q>) -> bool {
        if self.forward.contains_key(&left) || self.backward.contains_key(&right) {
            return self.forward.get(&left) == Some(&right);
        }
        self.forward.insert(left, right);
        self.backward.insert(right, left);
        true
    }

    /// Pairs triples, the equal ones first, then what is left by similarity, best first.
    ///
    /// Of very long queries only triples of the same shape are paired, in their order: a query that
    /// somebody made to be slow has to end, too.
    pub(crate) fn align(&mut self, one: &[Triple<'q>], other: &[Triple<'q>]) -> Vec<Pair> {
        let mut free = Free::new(one.len(), other.len());
        if one.len().saturating_mul(other.len()) > MAX_PAIRS {
            return self.align_by_shape(one, other, &mut free);
        }
        let mut pairs = self.best_pairs(one, other, &mut free, 0, Self::exact_score);
        pairs.extend(self.best_pairs(one, other, &mut free, 1, Self::score));
        pairs
    }

    /// Pairs triples by a score, the best first, as long as it is above a floor. Every pair extends
    /// the matching, so that the scores of triples with the same variables change.
    fn best_pairs(
        &mut self,
        one: &[Triple<'q>],
        other: &[Triple<'q>],
        free: &mut Free,
        floor: u8,
        score: fn(&Self, &Triple<'q>, &Triple<'q>) -> usize,
    ) -> Vec<Pair> {
        let mut scores = vec![0_u8; one.len() * other.len()];
        let width = other.len();
        let mut is_stale = (free.expected.clone(), free.found.clone());
        let mut pairs = Vec::new();
        loop {
            let stale_columns: Vec<usize> = (0..width)
                .filter(|right| free.found[*right] && is_stale.1[*right])
                .collect();
            let free_columns: Vec<usize> = (0..width).filter(|right| free.found[*right]).collect();
            for (left, expected) in one.iter().enumerate().filter(|(at, _)| free.expected[*at]) {
                let columns = if is_stale.0[left] {
                    &free_columns
                } else {
                    &stale_columns
                };
                for &right in columns {
                    scores[left * width + right] = score(self, expected, &other[right]) as u8;
                }
            }
            let best =
                scores
                    .iter()
                    .enumerate()
                    .fold((floor, None), |(best, place), (at, score)| {
                        if *score > best {
                            (*score, Some(at))
                        } else {
                            (best, place)
                        }
                    });
            let (_, Some(at)) = best else {
                return pairs;
            };
            let (left, right) = (at / width, at % width);
            scores[left * width..][..width].fill(0);
            for row in scores.chunks_mut(width) {
                row[right] = 0;
            }
            free.take(left, right);
            let new = (
                variables(&one[left]).filter(|variable| !self.forward.contains_key(variable)),
                variables(&other[right]).filter(|variable| !self.backward.contains_key(variable)),
            );
            let new: (Vec<Var<'q>>, Vec<Var<'q>>) = (new.0.collect(), new.1.collect());
            pairs.push(Pair {
                expected: left,
                found: right,
                places: self.adopt(&one[left], &other[right]),
            });
            is_stale = (sharing(one, &new.0), sharing(other, &new.1));
        }
    }

    /// Pairs triples that are equal but for their variables, each with the first that fits of the
    /// next few.
    fn align_by_shape(
        &mut self,
        one: &[Triple<'q>],
        other: &[Triple<'q>],
        free: &mut Free,
    ) -> Vec<Pair> {
        let mut by_shape: HashMap<String, Vec<usize>> = HashMap::new();
        for (right, found) in other.iter().enumerate().rev() {
            by_shape.entry(shape(found)).or_default().push(right);
        }
        let mut pairs = Vec::new();
        for (left, expected) in one.iter().enumerate() {
            let Some(candidates) = by_shape.get_mut(&shape(expected)) else {
                continue;
            };
            let fitting = candidates
                .iter()
                .rev()
                .take(8)
                .position(|right| self.exact_score(expected, &other[*right]) > 0);
            if let Some(back) = fitting {
                let right = candidates.remove(candidates.len() - 1 - back);
                free.take(left, right);
                pairs.push(Pair {
                    expected: left,
                    found: right,
                    places: self.adopt(expected, &other[right]),
                });
            }
        }
        pairs
    }

    /// How certain it is that triples are equal; 0 if they are not.
    fn exact_score(&self, expected: &Triple<'q>, found: &Triple<'q>) -> usize {
        let places = self.places(expected, found);
        if places.contains(&0) {
            return 0;
        }
        places.iter().sum()
    }

    /// For each place 0 if the terms differ, 1 if two variables may be the same, 3 if the terms are.
    fn places(&self, expected: &Triple<'q>, found: &Triple<'q>) -> [usize; 3] {
        let predicate = match (&expected.predicate, &found.predicate) {
            (Predicate::Node(left), Predicate::Node(right)) => self.place(left, right),
            (left, right) => 3 * usize::from(left == right),
        };
        [
            self.place(&expected.subject, &found.subject),
            predicate,
            self.place(&expected.object, &found.object),
        ]
    }

    fn place(&self, expected: &Node<'q>, found: &Node<'q>) -> usize {
        match (expected, found) {
            (Node::Variable(left), Node::Variable(right)) => {
                match (self.forward.get(left), self.backward.get(right)) {
                    (None, None) => 1,
                    (Some(matched), _) if matched == right => 3,
                    _ => 0,
                }
            }
            (Node::Blank(_), Node::Blank(_)) => 1,
            (left, right) => 3 * usize::from(left == right),
        }
    }

    fn score(&self, expected: &Triple<'q>, found: &Triple<'q>) -> usize {
        let straight = self.places(expected, found).iter().sum();
        self.reversed_score(expected, found).max(straight)
    }

    /// How well a triple fits that is the other way round; 0 if this one is not. A little less than
    /// if it were the right way.
    fn reversed_score(&self, expected: &Triple<'q>, found: &Triple<'q>) -> usize {
        let subject = self.place(&expected.subject, &found.object);
        let object = self.place(&expected.object, &found.subject);
        if subject == 0 || object == 0 {
            return 0;
        }
        let predicate = 3 * usize::from(expected.predicate == found.predicate);
        subject + object + predicate - 1
    }

    /// Matches the variables of two triples as far as possible; returns where they differ.
    fn adopt(&mut self, expected: &Triple<'q>, found: &Triple<'q>) -> Vec<Place> {
        let all = [Place::Subject, Place::Predicate, Place::Object];
        let places = self.places(expected, found);
        let variable = |predicate: &Predicate<'q>| predicate.as_node().and_then(Node::as_variable);
        let straight: usize = places.iter().sum();
        let mut ends = [&found.subject, &found.object];
        if self.reversed_score(expected, found) > straight {
            ends.reverse();
        }
        for (left, right) in [
            (expected.subject.as_variable(), ends[0].as_variable()),
            (variable(&expected.predicate), variable(&found.predicate)),
            (expected.object.as_variable(), ends[1].as_variable()),
        ] {
            if let (Some(left), Some(right)) = (left, right) {
                self.propose(left, right);
            }
        }
        let differing = all.into_iter().zip(places).filter(|(_, score)| *score == 0);
        differing.map(|(place, _)| place).collect()
    }

    pub(crate) fn name(&self, found: Var<'q>) -> String {
        self.backward
            .get(&found)
            .map_or_else(|| found.to_string(), ToString::to_string)
    }

    /// The expected name for a name of the other query, whatever its scope.
    pub(crate) fn name_of(&self, found: &str) -> String {
        self.backward
            .iter()
            .filter(|(right, _)| right.name == found)
            .min()
            .map_or_else(|| found.to_owned(), |(_, left)| left.name.to_owned())
    }

    pub(crate) fn triple_text(&self, found: &Triple<'q>) -> String {
        let node = |node: &Node<'q>| match node {
            Node::Variable(variable) => self.name(*variable),
            node => node.to_string(),
        };
        let predicate = match &found.predicate {
            Predicate::Node(predicate) => node(predicate),
            predicate => predicate.to_string(),
        };
        format!(
            "{} {predicate} {}",
            node(&found.subject),
            node(&found.object)
        )
    }
}
