//! What can be said about nodes: properties, and short paths that act as one property.

use lydite_graph::oxrdf::Literal;
use rustc_hash::{FxHashMap, FxHashSet};

use super::facts::{Facts, TermId};
use super::key_set::{Key, KeySet};
use super::phrase::Phrase;
use super::schema::Schema;
use crate::fold::{fold, identifier_words, local_name, words_of};
use crate::knowledge::units::{self, Unit};

/// The number of a relation.
pub(crate) type RelationId = u32;

/// What the values of a relation are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ValueKind {
    /// Other nodes.
    Link,
    Number,
    Date,
    Year,
    Boolean,
    /// Short texts.
    Text,
    /// Sentences.
    LongText,
}

/// A property, or a path of two where a node in between only holds a value.
pub(crate) struct Relation {
    /// The predicates, followed forth.
    pub(crate) path: Vec<TermId>,
    pub(crate) subjects: KeySet,
    pub(crate) objects: KeySet,
    pub(crate) kind: ValueKind,
    /// Whether numbers are stored as text.
    pub(crate) cast: bool,
    pub(crate) unit: Option<Unit>,
    pub(crate) triples: usize,
    /// How many different nodes have it, by kind.
    pub(crate) owners: FxHashMap<Key, u32>,
    /// How many different values.
    pub(crate) values: usize,
    pub(crate) phrases: Vec<Phrase>,
    /// Whether its values name their owners.
    pub(crate) naming: bool,
    /// How many words its texts have on average.
    pub(crate) mean_words: f32,
}

impl Relation {
    /// The share of the nodes of some kinds that have it.
    pub(crate) fn coverage(&self, schema: &Schema, keys: &KeySet) -> f32 {
        let all = schema.size(keys).max(1);
        let having: u32 = keys.iter().filter_map(|key| self.owners.get(&key)).sum();
        having as f32 / all as f32
    }

    /// How many values an owner has on average.
    pub(crate) fn fan_out(&self) -> f32 {
        self.triples as f32 / self.owners.values().sum::<u32>().max(1) as f32
    }

    pub(crate) fn is_ordered(&self) -> bool {
        matches!(
            self.kind,
            ValueKind::Number | ValueKind::Date | ValueKind::Year
        )
    }
}

/// All relations of a graph, without phrases.
pub(crate) fn relations(facts: &Facts, schema: &Schema) -> Vec<Relation> {
    let mut uses: FxHashMap<TermId, Use> = FxHashMap::default();
    let data: FxHashSet<TermId> = schema.predicates.iter().copied().collect();
    for node in 0..facts.len() as TermId {
        let Some(key) = schema.key_of[node as usize] else {
            continue;
        };
        for triples in facts.out(node).chunk_by(|one, next| one.0 == next.0) {
            let predicate = triples[0].0;
            if data.contains(&predicate) {
                let noted = uses.entry(predicate).or_default();
                *noted.owners.entry(key).or_default() += 1;
                for (_, object) in triples {
                    noted.add(facts, schema, *object);
                }
            }
        }
    }
    let mut relations = Vec::new();
    for predicate in &schema.predicates {
        if let Some(noted) = uses.remove(predicate) {
            relations.push(noted.relation(facts, schema, *predicate));
        }
    }
    relations.sort_by(|a, b| facts.iri(a.path[0]).cmp(&facts.iri(b.path[0])));
    relations
}

#[derive(Default)]
struct Use {
    owners: FxHashMap<Key, u32>,
    values: FxHashSet<TermId>,
    objects: FxHashSet<Key>,
    triples: usize,
    links: usize,
    numbers: usize,
    textual_numbers: usize,
    dates: usize,
    years: usize,
    booleans: usize,
    words: usize,
}

impl Use {
    fn add(&mut self, facts: &Facts, schema: &Schema, object: TermId) {
        self.triples += 1;
        self.values.insert(object);
        match facts.literal(object) {
            None => {
                self.links += 1;
                self.objects.extend(schema.key_of[object as usize]);
            }
            Some(literal) => match literal_kind(literal) {
                LiteralKind::Number => self.numbers += 1,
                LiteralKind::TextualNumber => self.textual_numbers += 1,
                LiteralKind::Date => self.dates += 1,
                LiteralKind::Year => self.years += 1,
                LiteralKind::Boolean => self.booleans += 1,
                LiteralKind::Text => self.words += words_of(literal.value()).count(),
            },
        }
    }

    fn relation(self, facts: &Facts, schema: &Schema, predicate: TermId) -> Relation {
        let literals = (self.triples - self.links).max(1);
        let most = |count: usize| count * 10 >= literals * 9;
        let numeric = most(self.numbers + self.textual_numbers);
        let name = facts.iri(predicate).map(local_name).unwrap_or_default();
        let last = identifier_words(&name)
            .last()
            .map(|word| fold(word))
            .unwrap_or_default();
        let identifies =
            ["id", "code", "no", "number", "phone", "tel", "zip", "fax"].contains(&last.as_str());
        let kind = if self.links * 2 > self.triples {
            ValueKind::Link
        } else if numeric && !(self.textual_numbers > self.numbers && identifies) {
            ValueKind::Number
        } else if most(self.dates) {
            ValueKind::Date
        } else if most(self.years) {
            ValueKind::Year
        } else if most(self.booleans) {
            ValueKind::Boolean
        } else if self.words > literals * 5 {
            ValueKind::LongText
        } else {
            ValueKind::Text
        };
        let mut subjects = schema.no_keys();
        self.owners.keys().for_each(|key| subjects.insert(*key));
        let mut objects = schema.no_keys();
        if kind == ValueKind::Link {
            self.objects.iter().for_each(|key| objects.insert(*key));
        }
        Relation {
            path: vec![predicate],
            subjects,
            objects,
            kind,
            cast: kind == ValueKind::Number && self.textual_numbers > 0,
            unit: units::of_identifier(&name),
            triples: self.triples,
            owners: self.owners,
            values: self.values.len(),
            phrases: Vec::new(),
            naming: false,
            mean_words: self.words as f32 / literals as f32,
        }
    }
}

enum LiteralKind {
    Number,
    TextualNumber,
    Date,
    Year,
    Boolean,
    Text,
}

fn literal_kind(literal: &Literal) -> LiteralKind {
    let datatype = literal.datatype().as_str();
    let value = literal.value();
    match datatype.rsplit('#').next().unwrap_or_default() {
        "integer" | "decimal" | "double" | "float" | "int" | "long" | "short" | "byte"
        | "nonNegativeInteger" | "positiveInteger" | "unsignedInt" | "unsignedLong" => {
            LiteralKind::Number
        }
        "date" | "dateTime" => LiteralKind::Date,
        "gYear" => LiteralKind::Year,
        "boolean" => LiteralKind::Boolean,
        _ if value.len() <= 20 && value.parse::<f64>().is_ok_and(f64::is_finite) => {
            LiteralKind::TextualNumber
        }
        _ if is_date(value) => LiteralKind::Date,
        _ => LiteralKind::Text,
    }
}

fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() == 10
        && bytes.iter().enumerate().all(|(at, byte)| {
            if at == 4 || at == 7 {
                *byte == b'-'
            } else {
                byte.is_ascii_digit()
            }
        })
}
