//! Finds the changes between two outlines.

use std::collections::{HashMap, HashSet};
use std::mem::discriminant;

use spargebra::algebra::Expression;

use super::names::Names;
use super::outline::{Group, Kind, Outline, Part};
use super::{Action, Change, Edit, MOST_TRIPLES, Plain, Script};
use crate::diff::Place;
use crate::diff::matching::Matching;
use crate::structure::{INSTANCE_OF, SUBCLASS_OF, Structure, Var, Within};
use crate::{Parsed, equivalent};

/// By what the variables of two queries are matched before their triples are.
#[derive(Clone, Copy)]
enum Anchor {
    /// What is asked for, column by column, looking through aggregates.
    Asked,
    /// Nothing.
    None,
}

pub(super) fn scripts(found: &Parsed, expected: &Parsed) -> Vec<Script> {
    let large = |parsed: &Parsed| Structure::of(parsed).triples.len() > MOST_TRIPLES;
    if large(found) || large(expected) || equivalent(found, expected) {
        return Vec::new();
    }
    let (Some(found), Some(expected)) = (Plain::of(found), Plain::of(expected)) else {
        return Vec::new();
    };
    let anchors = [Anchor::Asked, Anchor::None];
    let made = anchors.map(|anchor| script(&found, &expected, anchor));
    let mut scripts: Vec<Script> = made.into_iter().flatten().collect();
    scripts.sort_by_key(|script| script.edits.len());
    scripts.dedup_by_key(|script| {
        let edits = script.edits.iter().map(ToString::to_string);
        edits.collect::<Vec<_>>()
    });
    scripts
}

fn script(found: &Plain, expected: &Plain, anchor: Anchor) -> Option<Script> {
    let (one, other) = (
        Structure::of(&expected.parsed),
        Structure::of(&found.parsed),
    );
    let mut matching = Matching::default();
    if let Anchor::Asked = anchor {
        for (left, right) in asked(&one).into_iter().zip(asked(&other)) {
            matching.propose(left, right);
        }
    }
    let (left, right) = (
        places(&one, &expected.outline)?,
        places(&other, &found.outline)?,
    );
    let pairs = matching.align(&one.triples, &other.triples);
    let mut wanted = expected.outline.clone();
    let names = Names::of(&matching, &expected.outline, &found.outline);
    wanted.rename(&|name| names.get(name));
    let mut comparison = Comparison {
        pairs: pairs
            .iter()
            .filter_map(|pair| Some((*left.get(&pair.expected)?, *right.get(&pair.found)?)))
            .collect(),
        equal: equalities(&found.outline.body),
        edits: Vec::new(),
    };
    comparison.heads(&wanted.head, &found.outline.head);
    comparison.groups(&wanted.body, &found.outline.body);
    Some(Script {
        edits: comparison.edits,
        outline: found.outline.clone(),
    })
}

/// What a query asks for: its columns, or what they are counted from.
fn asked<'q>(structure: &Structure<'q>) -> Vec<Var<'q>> {
    let columns = structure.projection.iter();
    columns
        .map(|column| {
            let mut aggregates = structure.aggregates.iter();
            let counted = aggregates.find(|aggregate| aggregate.alias == Some(*column));
            match counted.map(|aggregate| (aggregate.argument, aggregate.scope)) {
                Some((Some(Expression::Variable(variable)), scope)) => {
                    structure.resolve(variable.as_str(), scope)
                }
                _ => *column,
            }
        })
        .collect()
}

/// Where the triples of a structure stand in an outline, which has those of EXISTS as conditions.
fn places(structure: &Structure<'_>, outline: &Outline) -> Option<HashMap<usize, usize>> {
    let mut texts = Vec::new();
    outline.body.each_triple(&mut |terms, index| {
        texts.push((terms.join(" "), index));
    });
    let outside =
        |within: Within| !within.contains(Within::EXISTS) && !within.contains(Within::TEMPLATE);
    let triples = structure.triples.iter().enumerate();
    let triples: Vec<_> = triples
        .filter(|(_, triple)| outside(triple.within))
        .collect();
    let same = triples.len() == texts.len()
        && triples
            .iter()
            .zip(&texts)
            .all(|((_, triple), (text, _))| triple.to_string() == *text);
    let indices = triples.into_iter().zip(texts);
    same.then(|| {
        indices
            .map(|((number, _), (_, index))| (number, index))
            .collect()
    })
}

pub(super) struct Comparison {
    /// The triples of the expected query, and those of the other one that stand for them.
    pairs: HashMap<usize, usize>,
    /// Variables that a condition of the other query sets equal to something.
    equal: HashSet<[String; 2]>,
    edits: Vec<Edit>,
}

impl Comparison {
    pub(super) fn add(
        &mut self,
        change: Change,
        from: Option<String>,
        to: Option<String>,
        action: Action,
    ) {
        self.edits.push(Edit {
            change,
            from,
            to,
            triple: None,
            action,
        });
    }

    fn groups(&mut self, wanted: &Group, found: &Group) {
        let there = self.required(wanted, found);
        self.triples(wanted, found, &there);
        self.conditions(wanted, found, &there);
        self.containers(wanted, found, &there);
    }

    /// The parts of a group, those of OPTIONALs included whose triples are expected to be required.
    fn required<'g>(&mut self, wanted: &Group, found: &'g Group) -> Vec<&'g Part> {
        let mut there = Vec::new();
        let meant: HashSet<usize> = direct(&wanted.parts)
            .filter_map(|(index, ..)| self.pairs.get(&index).copied())
            .collect();
        for part in &found.parts {
            match &part.kind {
                Kind::Optional(group)
                    if direct(&group.parts).any(|(index, ..)| meant.contains(&index)) =>
                {
                    let action = Action::Require(part.id);
                    self.add(Change::Grouping, Some(part.to_string()), None, action);
                    there.extend(&group.parts);
                }
                _ => there.push(part),
            }
        }
        there
    }

    fn triples(&mut self, wanted: &Group, found: &Group, there: &[&Part]) {
        let mut left: Vec<(usize, &Part, &[String; 3])> = there
            .iter()
            .flat_map(|part| direct(std::slice::from_ref(*part)))
            .collect();
        let mut missing = Vec::new();
        for (index, part, terms) in direct(&wanted.parts) {
            let other = self.pairs.get(&index).copied();
            let at = left.iter().position(|(index, ..)| Some(*index) == other);
            match at {
                Some(at) => {
                    let (_, part, before) = left.remove(at);
                    self.terms(part, before, terms);
                }
                None => missing.push((part, terms)),
            }
        }
        for (part, terms) in missing {
            let to = Some(terms.join(" "));
            let action = Action::Add(found.id, part.kind.clone());
            self.add(Change::MissingTriple, None, to, action);
        }
        for (_, part, terms) in left {
            let action = Action::Remove(part.id);
            self.add(Change::ExtraTriple, Some(terms.join(" ")), None, action);
        }
    }

    /// What has to be changed within a triple.
    fn terms(&mut self, part: &Part, before: &[String; 3], wanted: &[String; 3]) {
        let mut now = before.clone();
        let triple = Some(before.join(" "));
        let reversed = [&before[2], &before[0]] == [&wanted[0], &wanted[2]];
        if reversed && before[0] != before[2] {
            now.swap(0, 2);
            self.edits.push(Edit {
                change: Change::Direction,
                from: triple.clone(),
                to: Some([&*now[0], &*now[1], &*now[2]].join(" ")),
                triple: triple.clone(),
                action: Action::Swap(part.id),
            });
        }
        let places = [Place::Subject, Place::Predicate, Place::Object];
        for (at, place) in places.into_iter().enumerate() {
            if now[at] == wanted[at] {
                continue;
            }
            self.edits.push(Edit {
                change: self.kind_of(place, &now[at], wanted),
                from: Some(now[at].clone()),
                to: Some(wanted[at].clone()),
                triple: triple.clone(),
                action: Action::Term(part.id, place, wanted[at].clone()),
            });
        }
    }

    fn kind_of(&self, place: Place, before: &str, wanted: &[String; 3]) -> Change {
        let of = |iris: &[&str]| iris.iter().any(|iri| wanted[1] == format!("<{iri}>"));
        let is_variable = |term: &str| term.starts_with('?');
        let after = &wanted[place as usize];
        match place {
            Place::Predicate => Change::Property,
            _ if is_variable(before) && is_variable(after) => Change::Join,
            _ if self.equal.contains(&[before.to_owned(), after.clone()]) => Change::Condition,
            Place::Object if of(&INSTANCE_OF) || of(&SUBCLASS_OF) => Change::Class,
            Place::Subject if of(&SUBCLASS_OF) => Change::Class,
            _ => Change::Entity,
        }
    }

    /// FILTER, BIND and VALUES.
    fn conditions(&mut self, wanted: &Group, found: &Group, there: &[&Part]) {
        let is_condition = |part: &&Part| {
            matches!(
                part.kind,
                Kind::Filter(_) | Kind::Bind(..) | Kind::Values(_)
            )
        };
        let mut left: Vec<&Part> = there.iter().copied().filter(is_condition).collect();
        let mut open = Vec::new();
        for part in wanted.parts.iter().filter(is_condition) {
            let text = part.to_string();
            match left.iter().position(|other| other.to_string() == text) {
                Some(at) => drop(left.remove(at)),
                None => open.push(part),
            }
        }
        for part in open {
            let text = part.to_string();
            let alike = left.iter().enumerate();
            let alike =
                alike.filter(|(_, other)| discriminant(&other.kind) == discriminant(&part.kind));
            let best = alike.max_by_key(|(_, other)| similarity(&other.to_string(), &text));
            match best.map(|(at, _)| at) {
                Some(at) => {
                    let before = left.remove(at);
                    let action = Action::Replace(before.id, part.kind.clone());
                    self.add(
                        Change::Condition,
                        Some(before.to_string()),
                        Some(text),
                        action,
                    );
                }
                None => {
                    let action = Action::Add(found.id, part.kind.clone());
                    self.add(Change::Condition, None, Some(text), action);
                }
            }
        }
        for part in left {
            let action = Action::Remove(part.id);
            self.add(Change::Condition, Some(part.to_string()), None, action);
        }
    }

    /// Groups within a group.
    fn containers(&mut self, wanted: &Group, found: &Group, there: &[&Part]) {
        let has_groups = |part: &&Part| part.kind.groups().next().is_some();
        let mut left: Vec<&Part> = there.iter().copied().filter(has_groups).collect();
        for part in wanted.parts.iter().filter(has_groups) {
            let alike = left.iter().enumerate();
            let best = alike
                .filter(|(_, other)| discriminant(&other.kind) == discriminant(&part.kind))
                .map(|(at, other)| (self.shared(&part.kind, &other.kind), at))
                .max();
            match best {
                Some((shared, at)) if shared > 0 => {
                    let before = left.remove(at);
                    self.container(part, before);
                }
                _ => {
                    let action = Action::Add(found.id, part.kind.clone());
                    self.add(change_of(part), None, Some(part.to_string()), action);
                }
            }
        }
        for part in left {
            let action = Action::Remove(part.id);
            // What is optional takes no solution away: it only adds columns.
            let change = match part.kind {
                Kind::Optional(_) => Change::Target,
                _ => change_of(part),
            };
            self.add(change, Some(part.to_string()), None, action);
        }
    }

    fn container(&mut self, wanted: &Part, found: &Part) {
        let comparable = match (&wanted.kind, &found.kind) {
            (Kind::Union(one), Kind::Union(other)) => one.len() == other.len(),
            (Kind::Named(one, _), Kind::Named(other, _)) => one == other,
            (Kind::Select(one), Kind::Select(other)) => one.head == other.head,
            _ => true,
        };
        if !comparable {
            let (from, to) = (found.to_string(), wanted.to_string());
            let action = Action::Replace(found.id, wanted.kind.clone());
            self.add(change_of(found), Some(from), Some(to), action);
            return;
        }
        let mut left: Vec<&Group> = found.kind.groups().collect();
        for group in wanted.kind.groups() {
            let scores = left.iter().enumerate();
            let scores = scores.map(|(at, other)| (self.shared_groups(group, other), at));
            // Among equals the first.
            let best = scores.max_by_key(|(shared, at)| (*shared, std::cmp::Reverse(*at)));
            if let Some((_, at)) = best {
                let other = left.remove(at);
                self.groups(group, other);
            }
        }
    }

    /// How many triples of a container stand for triples of another one; 1 at least if they are the
    /// same or have no triples at all.
    fn shared(&self, wanted: &Kind, found: &Kind) -> usize {
        let mut triples = 0;
        for group in wanted.groups() {
            group.each_triple(&mut |_, _| triples += 1);
        }
        let groups = wanted.groups().flat_map(|one| {
            let others = found.groups();
            others.map(move |other| self.shared_groups(one, other))
        });
        let same = wanted.to_string() == found.to_string();
        groups.sum::<usize>().max(usize::from(same || triples == 0))
    }

    fn shared_groups(&self, wanted: &Group, found: &Group) -> usize {
        let mut inside = HashSet::new();
        found.each_triple(&mut |_, index| {
            inside.insert(index);
        });
        let mut shared = 0;
        wanted.each_triple(&mut |_, index| {
            let other = self.pairs.get(&index);
            shared += usize::from(other.is_some_and(|other| inside.contains(other)));
        });
        shared
    }
}

/// The triples among the parts of a group.
fn direct(parts: &[Part]) -> impl Iterator<Item = (usize, &Part, &[String; 3])> {
    parts.iter().filter_map(|part| match &part.kind {
        Kind::Triple(terms, index) => Some((*index, part, terms)),
        _ => None,
    })
}

/// The variables that conditions set equal to something: `FILTER(?x = <a>)` says what `<a>` says in
/// the place of `?x`.
fn equalities(group: &Group) -> HashSet<[String; 2]> {
    let conditions = group.parts.iter().filter_map(|part| match &part.kind {
        Kind::Filter(text) => text.strip_prefix('(')?.strip_suffix(')')?.split_once(" = "),
        _ => None,
    });
    let both = conditions.flat_map(|(left, right)| [[left, right], [right, left]]);
    both.map(|pair| pair.map(str::to_owned)).collect()
}

/// What a group inside a group is about.
fn change_of(part: &Part) -> Change {
    match part.kind {
        Kind::Minus(_) => Change::Condition,
        _ => Change::Grouping,
    }
}

/// How many words two texts share.
fn similarity(one: &str, other: &str) -> usize {
    let words = |text: &str| -> HashSet<String> {
        let tokens = crate::token::tokens(text).into_iter();
        tokens.map(|token| token.text.into_owned()).collect()
    };
    words(one).intersection(&words(other)).count()
}
