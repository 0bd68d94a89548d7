//! The names of the resources of a graph: looked up as they are, or by similarity.
//!
//! Names meet in their *normal form*: words without case, accents and punctuation ([`normal`]). The
//! normal forms stand sorted in a finite-state transducer, each with its postings; similar ones are found
//! through their character trigrams, or by a Levenshtein automaton on the same transducer.

mod builder;
mod trigrams;

use std::sync::OnceLock;

use fst::automaton::Levenshtein;
use fst::{IntoStreamer, Streamer};

use crate::fold::{fold_name, words_of};

pub use builder::NameDictionaryBuilder;
use trigrams::Trigrams;

/// The form in which names are compared: words without case, accents and punctuation.
///
/// ```
/// use lydite_compose::names::normal;
///
/// assert_eq!(normal("São Paulo (state)"), "sao paulo state");
/// assert_eq!(normal("Möller"), normal("MOELLER"));
/// ```
pub fn normal(name: &str) -> String {
    let mut normal = String::with_capacity(name.len());
    for word in words_of(name) {
        if !normal.is_empty() {
            normal.push(' ');
        }
        normal.push_str(&fold_name(word));
    }
    normal
}

/// The number of a resource in a [`NameDictionary`].
pub type EntityId = u32;

/// How a name stands to what the graph says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Form {
    /// As the graph has it.
    Label,
    /// The graph has no label; this is what the IRI says.
    Iri,
    /// Another name: an alternative label, a redirect, a label in another language.
    Alternative,
    /// Without what follows in parentheses: *Alice (1990 film)* as *Alice*.
    WithoutParenthesis,
    /// Without what follows a comma: *Paris, Texas* as *Paris*.
    BeforeComma,
}

/// A name of a resource.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Posting {
    /// The resource.
    pub entity: EntityId,
    /// How the name stands to what the graph says.
    pub form: Form,
    name: u32,
}

/// A normal form that is similar to the one that was looked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Similar {
    /// Its number, for [`NameDictionary::postings`].
    pub key: u32,
    /// From 0 to 1: cosine of weighted trigrams, or share of characters that are right.
    pub similarity: f64,
}

struct Entity {
    iri: Box<str>,
    degree: u32,
}

/// The names of the resources of a graph.
///
/// ```
/// use lydite_compose::names::{NameDictionaryBuilder, normal};
///
/// let mut builder = NameDictionaryBuilder::default();
/// builder.add("http://ex/alice", "Alice (1990 film)", 12);
/// builder.add("http://ex/berlin", "Berlin", 300);
/// let names = builder.build();
/// let found = names.exact(&normal("ALICE"));
/// assert_eq!(names.iri(found[0].entity), "http://ex/alice");
/// let similar = names.similar("berlyn", 3, 0.3);
/// assert_eq!(names.key(similar[0].key), "berlin");
/// assert_eq!(names.len(), 2);
/// ```
pub struct NameDictionary {
    entities: Vec<Entity>,
    by_iri: fst::Map<Vec<u8>>,
    keys: fst::Map<Vec<u8>>,
    /// Where the postings of a key begin; one more than there are keys.
    starts: Vec<u32>,
    postings: Vec<Posting>,
    names: Vec<Box<str>>,
    most_degree: u32,
    trigrams: OnceLock<Trigrams>,
}

impl NameDictionary {
    /// How many resources have names.
    pub fn len(&self) -> usize {
        self.entities.len()
    }

    /// Whether nothing has a name.
    pub fn is_empty(&self) -> bool {
        self.entities.is_empty()
    }

    /// How many normal forms there are.
    pub fn keys(&self) -> usize {
        self.keys.len()
    }

    /// How many normal forms name more than one resource.
    pub fn ambiguous(&self) -> usize {
        (0..self.keys() as u32)
            .filter(|key| {
                let postings = self.postings(*key);
                postings
                    .iter()
                    .any(|posting| posting.entity != postings[0].entity)
            })
            .count()
    }

    /// The IRI of a resource.
    pub fn iri(&self, entity: EntityId) -> &str {
        &self.entities[entity as usize].iri
    }

    /// The number of a resource, if it has names.
    pub fn find(&self, iri: &str) -> Option<EntityId> {
        self.by_iri.get(iri).map(|number| number as EntityId)
    }

    /// How many triples speak of a resource.
    pub fn degree(&self, entity: EntityId) -> u32 {
        self.entities[entity as usize].degree
    }

    /// How popular a resource is, from 0 to 1: the logarithm of its degree, as a share of the largest.
    pub fn popularity(&self, entity: EntityId) -> f64 {
        let most = f64::from(self.most_degree).ln_1p().max(1.0);
        f64::from(self.degree(entity)).ln_1p() / most
    }

    /// The name itself, as it was given.
    pub fn name(&self, posting: &Posting) -> &str {
        &self.names[posting.name as usize]
    }

    /// The resources with exactly this [normal form](normal).
    pub fn exact(&self, normal: &str) -> &[Posting] {
        self.keys
            .get(normal)
            .map_or(&[], |key| self.postings(key as u32))
    }

    /// The number of a normal form, if something has it.
    pub fn key_of(&self, normal: &str) -> Option<u32> {
        self.keys.get(normal).map(|key| key as u32)
    }

    /// Whether some name has this normal form, or begins with it and goes on with another word.
    pub fn is_prefix(&self, normal: &str) -> bool {
        let mut found = self.keys.range().ge(normal).into_stream();
        found.next().is_some_and(|(key, _)| {
            key.strip_prefix(normal.as_bytes())
                .is_some_and(|rest| rest.is_empty() || rest[0] == b' ')
        })
    }

    /// The resources of a normal form.
    pub fn postings(&self, key: u32) -> &[Posting] {
        let key = key as usize;
        &self.postings[self.starts[key] as usize..self.starts[key + 1] as usize]
    }

    /// A normal form by its number.
    pub fn key(&self, key: u32) -> String {
        let mut bytes = Vec::new();
        self.keys.as_fst().get_key_into(u64::from(key), &mut bytes);
        String::from_utf8(bytes).unwrap_or_default()
    }

    /// The normal forms that share most trigrams with this one, weighted by how rare they are: at most
    /// `count`, with a cosine of at least `least`, the most similar first.
    pub fn similar(&self, normal: &str, count: usize, least: f64) -> Vec<Similar> {
        self.trigrams
            .get_or_init(|| Trigrams::new(&self.keys))
            .similar(normal, count, least)
    }

    /// The normal forms that can be reached with at most this many insertions, deletions and
    /// replacements of characters, the nearest first; none for words that are too long for that.
    pub fn within_edits(&self, normal: &str, edits: u32, count: usize) -> Vec<Similar> {
        let Ok(automaton) = Levenshtein::new_with_limit(normal, edits, 4000) else {
            return Vec::new();
        };
        let mut stream = self.keys.search(&automaton).into_stream();
        let mut found: Vec<Similar> = Vec::new();
        while let Some((key, number)) = stream.next() {
            let key = String::from_utf8_lossy(key);
            let longest = key.chars().count().max(normal.chars().count()).max(1);
            let distance = edit_distance(&key, normal);
            found.push(Similar {
                key: number as u32,
                similarity: 1.0 - distance as f64 / longest as f64,
            });
        }
        found.sort_by(|a, b| {
            b.similarity
                .total_cmp(&a.similarity)
                .then(a.key.cmp(&b.key))
        });
        found.truncate(count);
        found
    }
}

/// How many insertions, deletions and replacements turn one word into the other.
pub(crate) fn edit_distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, character) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = at + 1;
        for (place, against) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(character != *against);
            diagonal = row[place + 1];
            row[place + 1] = replaced.min(row[place] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}
