//! Gives the variables of the expected query the names that the other query uses.

use std::collections::{HashMap, HashSet};

use super::outline::{Group, Kind, Outline};
use crate::diff::matching::Matching;
use crate::diff::parts::renamed;
use crate::token::{Kind as TokenKind, tokens};

/// What the variables of the expected query are called in the other one.
pub(super) struct Names {
    known: HashMap<String, String>,
    taken: HashSet<String>,
}

impl Names {
    /// Those of matched triples, and those of expressions that are the same or in the same place.
    pub(super) fn of(matching: &Matching<'_>, expected: &Outline, found: &Outline) -> Self {
        let mut matched: Vec<_> = matching.forward.iter().collect();
        // Of a name in several scopes, the outermost counts.
        matched.sort_unstable_by_key(|(left, _)| std::cmp::Reverse(left.scope));
        let matched = matched.into_iter();
        let mut names = Self {
            known: matched
                .map(|(left, right)| (left.name.to_owned(), right.name.to_owned()))
                .collect(),
            taken: variables(&found.to_string()),
        };
        names.defined(&definitions(expected), definitions(found));
        names.settle(&variables(&expected.to_string()));
        names
    }

    pub(super) fn get(&self, name: &str) -> String {
        let known = self.known.get(name);
        known.cloned().unwrap_or_else(|| name.to_owned())
    }

    /// Pairs names of expressions: first those of equal expressions, then by their order.
    fn defined(&mut self, expected: &[(String, String)], mut found: Vec<(String, String)>) {
        let meant: HashSet<String> = self.known.values().cloned().collect();
        found.retain(|(name, _)| !meant.contains(name));
        let mut open = Vec::new();
        for (name, expression) in expected {
            if self.known.contains_key(name) {
                continue;
            }
            let expression = renamed(expression, &|name| self.get(name));
            let same = found.iter().position(|(_, known)| *known == expression);
            match same {
                Some(at) => {
                    let (other, _) = found.remove(at);
                    self.known.insert(name.clone(), other);
                }
                None => open.push(name),
            }
        }
        for (name, (other, _)) in open.into_iter().zip(found) {
            self.known.insert(name.clone(), other);
        }
    }

    /// Gives the other variables names that nothing else has.
    fn settle(&mut self, all: &HashSet<String>) {
        let mut all: Vec<&String> = all.iter().collect();
        all.sort_unstable();
        for name in all {
            if self.known.contains_key(name) {
                continue;
            }
            let mut free = name.clone();
            let mut number = 2;
            while self.taken.contains(&free) {
                free = format!("{name}_{number}");
                number += 1;
            }
            self.taken.insert(free.clone());
            self.known.insert(name.clone(), free);
        }
    }
}

/// The names of the variables in a text.
fn variables(text: &str) -> HashSet<String> {
    let tokens = tokens(text).into_iter();
    tokens
        .filter(|token| token.kind == TokenKind::Variable)
        .map(|token| token.text[1..].to_owned())
        .collect()
}

/// The names of expressions, with the expressions.
fn definitions(outline: &Outline) -> Vec<(String, String)> {
    let mut found = Vec::new();
    in_outline(outline, &mut found);
    found
}

fn in_outline(outline: &Outline, found: &mut Vec<(String, String)>) {
    for column in &outline.head.columns {
        if let Some(expression) = &column.expression {
            found.push((column.name[1..].to_owned(), expression.clone()));
        }
    }
    in_group(&outline.body, found);
}

fn in_group(group: &Group, found: &mut Vec<(String, String)>) {
    for part in &group.parts {
        match &part.kind {
            Kind::Bind(variable, expression) => {
                found.push((variable[1..].to_owned(), expression.clone()));
            }
            Kind::Select(outline) => in_outline(outline, found),
            kind => kind.groups().for_each(|group| in_group(group, found)),
        }
    }
}
