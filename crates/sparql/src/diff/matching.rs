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
    pub(crate) fn align(&mut self, one: &[Triple<'q>], other: &[Triple<'q>]) -> Vec<Pair> {
        let exact = self.exact_pairs(one, other).into_iter();
        let mut pairs: Vec<Pair> = exact
            .map(|(expected, found)| Pair {
                expected,
                found,
                places: Vec::new(),
            })
            .collect();
        let mut missing: Vec<usize> = (0..one.len())
            .filter(|index| pairs.iter().all(|pair| pair.expected != *index))
            .collect();
        let mut extra: Vec<usize> = (0..other.len())
            .filter(|index| pairs.iter().all(|pair| pair.found != *index))
            .collect();
        loop {
            let mut best: Option<(usize, usize, usize)> = None;
            for &left in &missing {
                for &right in &extra {
                    let score = self.score(&one[left], &other[right]);
                    if score > best.map_or(1, |(score, ..)| score) {
                        best = Some((score, left, right));
                    }
                }
            }
            let Some((_, left, right)) = best else {
                return pairs;
            };
            pairs.push(Pair {
                expected: left,
                found: right,
                places: self.adopt(&one[left], &other[right]),
            });
            missing.retain(|index| *index != left);
            extra.retain(|index| *index != right);
        }
    }

    /// Pairs triples that are equal under the matching, extending it, the most certain first.
    fn exact_pairs(&mut self, one: &[Triple<'q>], other: &[Triple<'q>]) -> Vec<(usize, usize)> {
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        let mut used = (vec![false; one.len()], vec![false; other.len()]);
        loop {
            let mut best: Option<(usize, usize, usize)> = None;
            for (left, expected) in one.iter().enumerate().filter(|(i, _)| !used.0[*i]) {
                for (right, found) in other.iter().enumerate().filter(|(i, _)| !used.1[*i]) {
                    let places = self.places(expected, found);
                    if places.contains(&0) {
                        continue;
                    }
                    let score = places.iter().sum();
                    if score > best.map_or(0, |(score, ..)| score) {
                        best = Some((score, left, right));
                    }
                }
            }
            let Some((_, left, right)) = best else {
                return pairs;
            };
            self.adopt(&one[left], &other[right]);
            used.0[left] = true;
            used.1[right] = true;
            pairs.push((left, right));
        }
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
