//! A graph in figures: classes, properties with what they connect, languages of its names.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::load::{Dictionary, Permutations};

/// How many classes and properties are told apart; the rest only counts.
const LISTED: usize = 5000;

/// Triples looked at to tell what properties connect.
const SAMPLE: usize = 1 << 20;

const TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

/// A graph in figures.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Profile {
    /// How many resources have triples about them.
    pub subjects: u64,
    /// How many of them have a name.
    pub named: u64,
    /// How many classes have members.
    pub class_count: u64,
    /// How many properties are used.
    pub property_count: u64,
    /// The classes with the most members.
    pub classes: Vec<ClassUse>,
    /// The properties with the most triples.
    pub properties: Vec<PropertyUse>,
    /// Names by language; those without language under "".
    pub languages: Vec<Usage>,
}

/// A class and its members.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClassUse {
    /// The class.
    pub iri: String,
    /// How many members it has.
    pub members: u64,
    /// One of them.
    pub example: String,
}

/// A property and what it connects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PropertyUse {
    /// The property.
    pub iri: String,
    /// How many triples it has.
    pub triples: u64,
    /// How many different values.
    pub values: u64,
    /// The classes of its subjects, in a sample, the most frequent first.
    pub domains: Vec<Usage>,
    /// The classes or datatypes of its values, in a sample, the most frequent first.
    pub ranges: Vec<Usage>,
}

/// Something and how often it occurs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// What.
    pub name: String,
    /// How often.
    pub count: u64,
}

type Counts<K> = FxHashMap<K, u64>;

impl Profile {
    pub(super) fn new(dictionary: &Dictionary, orders: &Permutations, naming: &[u32]) -> Self {
        let numbers = 0..dictionary.len() as u32;
        let predicates: Vec<u32> = numbers
            .filter(|number| !orders.by_predicate.of(*number).is_empty())
            .collect();
        let class_of = predicates
            .iter()
            .copied()
            .find(|predicate| dictionary.value(*predicate) == TYPE);
        let connected = Connected::sample(dictionary, orders, class_of);
        let mut profile = Self {
            property_count: predicates.len() as u64,
            properties: properties(dictionary, orders, &predicates, &connected),
            ..Self::default()
        };
        profile.count_classes(dictionary, orders, class_of);
        profile.count_names(dictionary, orders, naming);
        profile
    }

    fn count_classes(
        &mut self,
        dictionary: &Dictionary,
        orders: &Permutations,
        class_of: Option<u32>,
    ) {
        let members = class_of.map_or(&[][..], |class_of| orders.by_predicate.of(class_of));
        let mut classes: Vec<(u64, u32, u32)> = members
            .chunk_by(|one, next| one[0] == next[0])
            .map(|members| (members.len() as u64, members[0][0], members[0][1]))
            .collect();
        self.class_count = classes.len() as u64;
        classes.sort_by_key(|(count, class, _)| (Reverse(*count), *class));
        classes.truncate(LISTED);
        self.classes = classes
            .into_iter()
            .map(|(members, class, example)| ClassUse {
                iri: dictionary.value(class),
                members,
                example: dictionary.value(example),
            })
            .collect();
    }

    fn count_names(&mut self, dictionary: &Dictionary, orders: &Permutations, naming: &[u32]) {
        let subjects = orders.by_subject.starts.windows(2);
        self.subjects = subjects.filter(|bounds| bounds[0] < bounds[1]).count() as u64;
        let mut languages: Counts<String> = Counts::default();
        let mut named = vec![false; orders.by_subject.starts.len()];
        for predicate in naming {
            for [literal, subject] in orders.by_predicate.of(*predicate) {
                if let Some(language) = dictionary.language(*literal) {
                    named[*subject as usize] = true;
                    match languages.get_mut(language) {
                        Some(count) => *count += 1,
                        None => {
                            languages.insert(language.to_owned(), 1);
                        }
                    }
                }
            }
        }
        self.named = named.into_iter().filter(|named| *named).count() as u64;
        self.languages = most_frequent(languages, LISTED, |language| language);
    }
}

/// What properties connect, by classes and datatypes, in a sample of the triples.
struct Connected {
    domains: FxHashMap<u32, Counts<u32>>,
    ranges: FxHashMap<u32, Counts<Range>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Range {
    Class(u32),
    Resource,
    /// A literal; one with the same datatype.
    Like(u32),
}

impl Connected {
    fn sample(dictionary: &Dictionary, orders: &Permutations, class_of: Option<u32>) -> Self {
        let mut connected = Self {
            domains: FxHashMap::default(),
            ranges: FxHashMap::default(),
        };
        let classes = |resource: u32| {
            let pairs = orders.by_subject.of(resource).iter();
            pairs.filter(move |pair| Some(pair[0]) == class_of)
        };
        let mut datatypes: FxHashMap<String, u32> = FxHashMap::default();
        let subjects = orders.by_subject.starts.len().saturating_sub(1);
        let step = orders.by_subject.pairs.len().div_ceil(SAMPLE).max(1);
        for subject in (0..subjects as u32).step_by(step) {
            let of_subject = orders.by_subject.of(subject);
            for [predicate, object] in of_subject {
                let domains = connected.domains.entry(*predicate).or_default();
                for [_, class] in classes(subject) {
                    *domains.entry(*class).or_default() += 1;
                }
                let ranges = connected.ranges.entry(*predicate).or_default();
                let mut add = |range| *ranges.entry(range).or_default() += 1;
                if let Some(datatype) = dictionary.datatype(*object) {
                    add(Range::Like(*datatypes.entry(datatype).or_insert(*object)));
                    continue;
                }
                let mut of_object = classes(*object).peekable();
                if of_object.peek().is_none() {
                    add(Range::Resource);
                }
                for [_, class] in of_object {
                    add(Range::Class(*class));
                }
            }
        }
        connected
    }
}

fn properties(
    dictionary: &Dictionary,
    orders: &Permutations,
    predicates: &[u32],
    connected: &Connected,
) -> Vec<PropertyUse> {
    const SHOWN: usize = 5;
    let mut listed: Vec<u32> = predicates.to_vec();
    listed.sort_by_key(|predicate| {
        (
            Reverse(orders.by_predicate.of(*predicate).len()),
            *predicate,
        )
    });
    listed.truncate(LISTED);
    let list = |predicate: u32| {
        let triples = orders.by_predicate.of(predicate);
        let domains = connected
            .domains
            .get(&predicate)
            .cloned()
            .unwrap_or_default();
        let ranges = connected
            .ranges
            .get(&predicate)
            .cloned()
            .unwrap_or_default();
        PropertyUse {
            iri: dictionary.value(predicate),
            triples: triples.len() as u64,
            values: triples.chunk_by(|one, next| one[0] == next[0]).count() as u64,
            domains: most_frequent(domains, SHOWN, |class| dictionary.value(class)),
            ranges: most_frequent(ranges, SHOWN, |range| match range {
                Range::Class(class) => dictionary.value(class),
                Range::Resource => "(resources)".to_owned(),
                Range::Like(literal) => dictionary.datatype(literal).unwrap_or_default(),
            }),
        }
    };
    listed.into_iter().map(list).collect()
}

/// The most frequent of some things, by count and then by name.
fn most_frequent<K>(counts: Counts<K>, most: usize, name: impl Fn(K) -> String) -> Vec<Usage> {
    let mut usages: Vec<Usage> = counts
        .into_iter()
        .map(|(key, count)| Usage {
            name: name(key),
            count,
        })
        .collect();
    usages.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.name.cmp(&b.name)));
    usages.truncate(most);
    usages
}
