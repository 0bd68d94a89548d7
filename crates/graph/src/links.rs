//! Links between resources, followed to their ends.

use std::collections::BTreeSet;

use oxrdf::NamedNode;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::GraphError;

/// Longer chains of classes or names are errors of the data.
const STEPS: usize = 32;
/// A thing with more names than this is none.
const MOST: usize = 1000;

/// What is linked with what, as far as it can be reached from where one began.
#[derive(Debug, Default)]
pub(crate) struct Links {
    of: FxHashMap<String, Vec<NamedNode>>,
}

impl Links {
    /// Follows links from many resources at once; `step` gives those of some as pairs.
    pub(crate) fn follow(
        starts: &[&str],
        step: impl Fn(&[&str]) -> Result<Vec<(String, NamedNode)>, GraphError>,
    ) -> Result<Self, GraphError> {
        let mut links = Self::default();
        // Every resource belongs to the start from which it was reached first.
        let mut start_of: FxHashMap<String, usize> = FxHashMap::default();
        for (number, start) in starts.iter().enumerate() {
            start_of.entry((*start).to_owned()).or_insert(number);
        }
        let mut reached = vec![0; starts.len()];
        let mut frontier: Vec<String> = start_of.keys().cloned().collect();
        frontier.sort_unstable();
        for _ in 0..STEPS {
            if frontier.is_empty() {
                break;
            }
            let asked: Vec<&str> = frontier.iter().map(String::as_str).collect();
            let mut next = Vec::new();
            for (from, to) in step(&asked)? {
                let Some(&start) = start_of.get(&from) else {
                    continue;
                };
                if !start_of.contains_key(to.as_str()) && reached[start] <= MOST {
                    reached[start] += 1;
                    start_of.insert(to.as_str().to_owned(), start);
                    next.push(to.as_str().to_owned());
                }
                links.of.entry(from).or_default().push(to);
            }
            frontier = next;
        }
        Ok(links)
    }

    /// The links of many resources, and no further; `step` gives them as pairs.
    pub(crate) fn one_step(
        starts: &[&str],
        step: impl Fn(&[&str]) -> Result<Vec<(String, NamedNode)>, GraphError>,
    ) -> Result<Self, GraphError> {
        let different: BTreeSet<&str> = starts.iter().copied().collect();
        let asked: Vec<&str> = different.into_iter().collect();
        let mut links = Self::default();
        for (from, to) in step(&asked)? {
            links.of.entry(from).or_default().push(to);
        }
        Ok(links)
    }

    /// What a resource is linked with.
    pub(crate) fn of(&self, start: &str) -> Vec<NamedNode> {
        self.of.get(start).cloned().unwrap_or_default()
    }

    /// What can be reached from a resource, nearest first, without itself.
    pub(crate) fn from(&self, start: &str) -> Vec<NamedNode> {
        let mut seen = FxHashSet::from_iter([start]);
        let mut found: Vec<&NamedNode> = Vec::new();
        let mut at = start;
        let mut next = 0;
        loop {
            for to in self.of.get(at).into_iter().flatten() {
                if seen.insert(to.as_str()) {
                    found.push(to);
                }
            }
            match found.get(next) {
                Some(node) if found.len() <= MOST => at = node.as_str(),
                _ => break,
            }
            next += 1;
        }
        found.into_iter().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(from: usize, to: usize) -> (String, NamedNode) {
        let name = |number| format!("http://e/{number}");
        (name(from), NamedNode::new_unchecked(name(to)))
    }

    #[test]
    fn what_is_reached_from_one_start_is_reached_from_another() {
        let all = [pair(1, 2), pair(2, 3), pair(3, 2), pair(4, 2)];
        let step = |asked: &[&str]| {
            let of = |pair: &&(String, NamedNode)| asked.contains(&pair.0.as_str());
            Ok(all.iter().filter(of).cloned().collect())
        };
        let links = Links::follow(&["http://e/1", "http://e/4", "http://e/1"], step).unwrap();
        for start in ["http://e/1", "http://e/4"] {
            let names: Vec<String> = links
                .from(start)
                .into_iter()
                .map(NamedNode::into_string)
                .collect();
            assert_eq!(names, ["http://e/2", "http://e/3"], "{start}");
        }
        assert!(links.from("http://e/5").is_empty());
    }

    #[test]
    fn endless_chains_end() {
        let step = |asked: &[&str]| {
            let number = |name: &str| name[9..].parse::<usize>().unwrap();
            let many = |name: &&str| {
                (0..500)
                    .map({
                        let number = number(name);
                        move |of| pair(number, number * 500 + of)
                    })
                    .collect::<Vec<_>>()
            };
            Ok(asked.iter().flat_map(many).collect())
        };
        let links = Links::follow(&["http://e/1"], step).unwrap();
        let found = links.from("http://e/1").len();
        assert!((MOST..3 * MOST).contains(&found), "{found}");
    }
}
