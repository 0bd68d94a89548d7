//! What a graph says about its own structure: classes, kinds of nodes, and what links them.

use rustc_hash::{FxHashMap, FxHashSet};

use super::facts::{Facts, TermId};
use super::key_set::{Key, KeySet};
use crate::fold::{identifier_words, local_name};

const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const RDFS: &str = "http://www.w3.org/2000/01/rdf-schema#";
const OWL: &str = "http://www.w3.org/2002/07/owl#";

/// More kinds of nodes are not told apart: where every node has classes of its own, as with the
/// categories of an encyclopedia, the rarest classes do not make kinds.
const MOST_KINDS: usize = 1200;

/// The number of a class.
pub(crate) type Class = u32;

/// A class of the graph.
pub(crate) struct ClassInfo {
    pub(crate) term: TermId,
    /// The classes above it.
    pub(crate) above: Vec<Class>,
    /// The kinds of nodes that belong to it, directly or through a class below.
    pub(crate) keys: KeySet,
    /// The classes that its members are really said to have: itself, or those below where it is not
    /// said of their members.
    pub(crate) stated: Vec<Class>,
}

/// Nodes with the same most specific classes.
pub(crate) struct KeyInfo {
    /// Its classes and those above them; none for nodes without classes.
    pub(crate) classes: Vec<Class>,
    /// How many nodes there are.
    pub(crate) size: usize,
    /// Whether its nodes only stand between others, as the line of a bill does.
    pub(crate) auxiliary: bool,
}

/// Which way a property is followed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Way {
    /// From subject to object.
    Forth,
    /// From object to subject.
    Back,
}

/// A step from one kind of nodes to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    /// The predicate.
    pub(crate) predicate: TermId,
    pub(crate) way: Way,
    pub(crate) to: Key,
    /// How many triples take it.
    pub(crate) triples: u32,
}

/// Classes, kinds of nodes and links.
pub(crate) struct Schema {
    pub(crate) classes: Vec<ClassInfo>,
    pub(crate) keys: Vec<KeyInfo>,
    /// The kind of every term that is a node of the data.
    pub(crate) key_of: Vec<Option<Key>>,
    /// The steps from every kind of nodes.
    pub(crate) links: Vec<Vec<Link>>,
    /// The predicates that are about the data.
    pub(crate) predicates: Vec<TermId>,
    pub(crate) type_predicate: Option<TermId>,
}

#[derive(PartialEq, Eq, Hash)]
enum Kind {
    Classes(Vec<Class>),
    Value(TermId),
    About(TermId),
}

impl Schema {
    pub(crate) fn new(facts: &Facts) -> Self {
        let find = |namespace: &str, name: &str| facts.find(&format!("{namespace}{name}"));
        let type_predicate = find(RDF, "type");
        let below = find(RDFS, "subClassOf");
        let used = used_predicates(facts);
        let about_data = |predicate: &TermId| {
            Some(*predicate) != type_predicate
                && facts.iri(*predicate).is_some_and(|iri| {
                    !iri.starts_with(OWL)
                        && !iri.starts_with(RDF)
                        && ![
                            "subClassOf",
                            "subPropertyOf",
                            "isDefinedBy",
                            "domain",
                            "range",
                            "seeAlso",
                        ]
                        .iter()
                        .any(|name| iri.strip_prefix(RDFS) == Some(name))
                })
        };
        let predicates: Vec<TermId> = used.iter().copied().filter(about_data).collect();
        let (class_terms, definitions) =
            classes_and_definitions(facts, type_predicate, below, &used);
        let class_numbers: FxHashMap<TermId, Class> = class_terms
            .iter()
            .enumerate()
            .map(|(at, term)| (*term, at as Class))
            .collect();
        let mut above: Vec<Vec<Class>> = class_terms
            .iter()
            .map(|term| classes_above(facts, *term, below, &class_numbers))
            .collect();
        add_by_name(facts, &class_terms, &mut above);

        let telling = telling_classes(facts, type_predicate, &definitions, &class_numbers, &above);
        let mut kinds: FxHashMap<Kind, Key> = FxHashMap::default();
        let mut keys: Vec<KeyInfo> = Vec::new();
        let mut key_of: Vec<Option<Key>> = vec![None; facts.len()];
        let mut stated: Vec<FxHashSet<Key>> = vec![FxHashSet::default(); class_terms.len()];
        let data: FxHashSet<TermId> = predicates.iter().copied().collect();
        for node in 0..facts.len() as TermId {
            if facts.is_literal(node) || definitions.contains(&node) {
                continue;
            }
            let said: Vec<Class> =
                classes_of(facts, node, type_predicate, &class_numbers).collect();
            let typed: Vec<Class> = said
                .iter()
                .copied()
                .filter(|class| telling[*class as usize])
                .collect();
            let kind = if typed.is_empty() {
                let incoming = most_frequent(facts.inc(node), &data);
                match incoming {
                    Some(predicate) => Kind::Value(predicate),
                    None => match most_frequent(facts.out(node), &data) {
                        Some(predicate) => Kind::About(predicate),
                        None => continue,
                    },
                }
            } else {
                Kind::Classes(most_specific(&typed, &above))
            };
            let closure = match &kind {
                Kind::Classes(specific) => {
                    let mut closure = specific.clone();
                    for class in specific {
                        closure.extend(&above[*class as usize]);
                    }
                    closure.sort_unstable();
                    closure.dedup();
                    closure
                }
                _ => Vec::new(),
            };
            let key = *kinds.entry(kind).or_insert_with(|| {
                keys.push(KeyInfo {
                    classes: closure,
                    size: 0,
                    auxiliary: false,
                });
                keys.len() as Key - 1
            });
            keys[key as usize].size += 1;
            key_of[node as usize] = Some(key);
            for class in said {
                stated[class as usize].insert(key);
            }
        }
        let links = links(facts, &key_of, &data, keys.len());
        let mut schema = Self {
            classes: Vec::new(),
            keys,
            key_of,
            links,
            predicates,
            type_predicate,
        };
        schema.describe_classes(&class_terms, above, &stated);
        schema
    }

    fn describe_classes(
        &mut self,
        terms: &[TermId],
        above: Vec<Vec<Class>>,
        stated: &[FxHashSet<Key>],
    ) {
        for (at, (term, above)) in terms.iter().zip(above).enumerate() {
            let class = at as Class;
            let mut keys = self.no_keys();
            let mut missing: Vec<Key> = Vec::new();
            for (key, info) in self.keys.iter().enumerate() {
                if stated[at].contains(&(key as Key)) {
                    keys.insert(key as Key);
                } else if info.classes.contains(&class) {
                    keys.insert(key as Key);
                    missing.push(key as Key);
                }
            }
            let mut names = Vec::new();
            if missing.is_empty() || !stated[at].is_empty() {
                names.push(class);
            }
            for key in missing {
                // The smallest of its classes: what is said of these nodes.
                let own = self.keys[key as usize].classes.iter().copied();
                let mut candidates: Vec<Class> = own
                    .filter(|other| stated[*other as usize].contains(&key))
                    .collect();
                candidates.sort_unstable();
                if let Some(first) = candidates.first()
                    && !candidates.iter().any(|candidate| names.contains(candidate))
                {
                    names.push(*first);
                }
            }
            self.classes.push(ClassInfo {
                term: *term,
                above,
                keys,
                stated: names,
            });
        }
    }

    /// No kind of nodes.
    pub(crate) fn no_keys(&self) -> KeySet {
        KeySet::none(self.keys.len())
    }

    /// How many nodes these kinds have.
    pub(crate) fn size(&self, keys: &KeySet) -> usize {
        keys.iter().map(|key| self.keys[key as usize].size).sum()
    }

    /// Whether all of these kinds only stand between others.
    pub(crate) fn is_auxiliary(&self, keys: &KeySet) -> bool {
        !keys.is_empty() && keys.iter().all(|key| self.keys[key as usize].auxiliary)
    }
}

fn used_predicates(facts: &Facts) -> FxHashSet<TermId> {
    (0..facts.len() as TermId)
        .flat_map(|node| facts.out(node).iter().map(|(predicate, _)| *predicate))
        .collect()
}

/// The classes, and everything that defines vocabulary rather than being data.
fn classes_and_definitions(
    facts: &Facts,
    type_predicate: Option<TermId>,
    below: Option<TermId>,
    used: &FxHashSet<TermId>,
) -> (Vec<TermId>, FxHashSet<TermId>) {
    let is_meta = |term: TermId| {
        facts.iri(term).is_some_and(|iri| {
            iri.starts_with(OWL) || iri.starts_with(RDFS) || iri.starts_with(RDF)
        })
    };
    let mut classes: FxHashSet<TermId> = FxHashSet::default();
    let mut definitions: FxHashSet<TermId> = used.clone();
    for node in 0..facts.len() as TermId {
        for (predicate, object) in facts.out(node) {
            if Some(*predicate) == below {
                classes.extend([node, *object]);
            }
            if Some(*predicate) != type_predicate {
                continue;
            }
            let kind = facts.iri(*object).unwrap_or_default();
            if is_meta(*object) {
                let kind = kind.rsplit('#').next().unwrap_or_default();
                if kind == "Class" {
                    classes.insert(node);
                } else if kind.ends_with("Property") {
                    definitions.insert(node);
                }
            } else {
                classes.insert(*object);
            }
        }
    }
    classes.retain(|class| !is_meta(*class) && facts.iri(*class).is_some());
    definitions.extend(&classes);
    let mut classes: Vec<TermId> = classes.into_iter().collect();
    classes.sort_unstable();
    (classes, definitions)
}

/// The classes that a node is said to have.
fn classes_of<'f>(
    facts: &'f Facts,
    node: TermId,
    type_predicate: Option<TermId>,
    numbers: &'f FxHashMap<TermId, Class>,
) -> impl Iterator<Item = Class> + 'f {
    type_predicate
        .into_iter()
        .flat_map(move |predicate| facts.objects(node, predicate))
        .filter_map(|class| numbers.get(&class).copied())
}

/// Those of some classes that have none of the others below them.
fn most_specific(classes: &[Class], above: &[Vec<Class>]) -> Vec<Class> {
    let is_above = |class: Class| {
        let mut others = classes.iter().filter(|other| **other != class);
        others.any(|other| above[*other as usize].contains(&class))
    };
    let mut specific: Vec<Class> = classes
        .iter()
        .copied()
        .filter(|class| !is_above(*class))
        .collect();
    specific.sort_unstable();
    specific.dedup();
    specific
}

/// Which classes make kinds of nodes: all, or the most frequent ones if there would be too many kinds.
fn telling_classes(
    facts: &Facts,
    type_predicate: Option<TermId>,
    definitions: &FxHashSet<TermId>,
    numbers: &FxHashMap<TermId, Class>,
    above: &[Vec<Class>],
) -> Vec<bool> {
    let mut combinations: FxHashSet<Vec<Class>> = FxHashSet::default();
    let mut members = vec![0usize; numbers.len()];
    for node in 0..facts.len() as TermId {
        if facts.is_literal(node) || definitions.contains(&node) {
            continue;
        }
        let mut classes: Vec<Class> = classes_of(facts, node, type_predicate, numbers).collect();
        classes.sort_unstable();
        for class in &classes {
            members[*class as usize] += 1;
        }
        if !classes.is_empty() {
            combinations.insert(classes);
        }
    }
    let mut by_members: Vec<Class> = (0..numbers.len() as Class).collect();
    by_members.sort_by_key(|class| std::cmp::Reverse(members[*class as usize]));
    let mut most = numbers.len();
    loop {
        let mut telling = vec![false; numbers.len()];
        for class in &by_members[..most] {
            telling[*class as usize] = true;
        }
        let kinds: FxHashSet<Vec<Class>> = combinations
            .iter()
            .map(|classes| {
                let classes: Vec<Class> = classes
                    .iter()
                    .copied()
                    .filter(|class| telling[*class as usize])
                    .collect();
                most_specific(&classes, above)
            })
            .collect();
        if kinds.len() <= MOST_KINDS || most < 64 {
            return telling;
        }
        most /= 2;
    }
}

/// Puts classes of which nothing is said below those that their names end in: a coastal port is a port.
fn add_by_name(facts: &Facts, terms: &[TermId], above: &mut [Vec<Class>]) {
    let names: Vec<Vec<String>> = terms
        .iter()
        .map(|term| {
            let words = identifier_words(&local_name(facts.iri(*term).unwrap_or_default()));
            words.iter().map(|word| word.to_lowercase()).collect()
        })
        .collect();
    let mut by_name: FxHashMap<&[String], Class> = FxHashMap::default();
    for (at, name) in names.iter().enumerate() {
        by_name.entry(name).or_insert(at as Class);
    }
    for (at, name) in names.iter().enumerate() {
        if above[at].is_empty() && name.len() > 1 {
            let heads = (1..name.len()).filter_map(|cut| by_name.get(&name[cut..]).copied());
            above[at] = heads.collect();
        }
    }
}

fn classes_above(
    facts: &Facts,
    class: TermId,
    below: Option<TermId>,
    numbers: &FxHashMap<TermId, Class>,
) -> Vec<Class> {
    let Some(below) = below else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut waiting = vec![class];
    while let Some(next) = waiting.pop() {
        for parent in facts.objects(next, below) {
            if let Some(number) = numbers.get(&parent)
                && parent != class
                && !found.contains(number)
            {
                found.push(*number);
                waiting.push(parent);
            }
        }
    }
    found
}

fn most_frequent(pairs: &[(TermId, TermId)], data: &FxHashSet<TermId>) -> Option<TermId> {
    pairs
        .chunk_by(|one, next| one.0 == next.0)
        .filter(|chunk| data.contains(&chunk[0].0))
        .max_by_key(|chunk| chunk.len())
        .map(|chunk| chunk[0].0)
}

fn links(
    facts: &Facts,
    key_of: &[Option<Key>],
    data: &FxHashSet<TermId>,
    keys: usize,
) -> Vec<Vec<Link>> {
    let mut counts: FxHashMap<(Key, TermId, Way, Key), u32> = FxHashMap::default();
    for node in 0..facts.len() as TermId {
        let Some(from) = key_of[node as usize] else {
            continue;
        };
        for (predicate, object) in facts.out(node) {
            if let Some(to) = key_of[*object as usize]
                && data.contains(predicate)
            {
                *counts
                    .entry((from, *predicate, Way::Forth, to))
                    .or_default() += 1;
                *counts.entry((to, *predicate, Way::Back, from)).or_default() += 1;
            }
        }
    }
    let mut links: Vec<Vec<Link>> = (0..keys).map(|_| Vec::new()).collect();
    for ((from, predicate, way, to), triples) in counts {
        links[from as usize].push(Link {
            predicate,
            way,
            to,
            triples,
        });
    }
    for links in &mut links {
        links.sort_unstable_by_key(|link| (link.predicate, link.way, link.to));
    }
    links
}
