//! What properties and nodes are there for: to name others, to stand between them, to hold a value.

use rustc_hash::FxHashSet;

use super::facts::{Facts, TermId};
use super::key_set::KeySet;
use super::relation::{Relation, ValueKind};
use super::schema::{Schema, Way};
use crate::fold::{fold, identifier_words, local_name, words_of};
use crate::knowledge::units;

/// Finds the properties whose values name their owners: by their own name, and by values that differ.
pub(super) fn mark_naming(facts: &Facts, schema: &Schema, relations: &mut [Relation]) {
    const NAMES: &[&str] = &[
        "name",
        "title",
        "label",
        "id",
        "code",
        "number",
        "no",
        "sku",
        "iso2",
        "abbreviation",
        "nr",
        "email",
        "surname",
        "altlabel",
    ];
    for relation in relations {
        let Some(iri) = facts.iri(relation.path[0]) else {
            continue;
        };
        let words: Vec<String> = identifier_words(&local_name(iri))
            .iter()
            .map(|word| fold(word))
            .collect();
        let last = words.last().map_or("", String::as_str);
        let textual = matches!(relation.kind, ValueKind::Text | ValueKind::LongText)
            || (relation.kind == ValueKind::Number && relation.cast);
        let distinct = relation.values * 10 >= relation.triples * 7;
        let named = NAMES.contains(&last)
            && !words.iter().any(|word| {
                ["phone", "fax", "contact", "postal", "country"].contains(&word.as_str())
            });
        relation.naming = textual
            && (lydite_model::naming_rank(iri).is_some() || (named && distinct))
            && relation
                .subjects
                .iter()
                .any(|key| schema.keys[key as usize].size > 0);
    }
}

/// Finds the kinds of nodes that only stand between others.
pub(super) fn mark_auxiliary(facts: &Facts, schema: &mut Schema, relations: &[Relation]) {
    let label = facts.find("http://www.w3.org/2000/01/rdf-schema#label");
    let naming: Vec<TermId> = relations
        .iter()
        .filter(|relation| relation.naming && Some(relation.path[0]) != label)
        .map(|relation| relation.path[0])
        .collect();
    let data: FxHashSet<TermId> = schema.predicates.iter().copied().collect();
    let mut dependent = vec![0usize; schema.keys.len()];
    for node in 0..facts.len() as TermId {
        let Some(key) = schema.key_of[node as usize] else {
            continue;
        };
        let incoming = facts
            .inc(node)
            .iter()
            .filter(|(predicate, _)| data.contains(predicate))
            .count();
        let outgoing = facts.out(node);
        let links = outgoing
            .iter()
            .filter(|(predicate, object)| data.contains(predicate) && !facts.is_literal(*object))
            .count();
        let named = outgoing
            .iter()
            .any(|(predicate, _)| naming.contains(predicate));
        let labelled = outgoing
            .iter()
            .any(|(predicate, _)| Some(*predicate) == label);
        let named = named
            || outgoing
                .iter()
                .filter(|(predicate, _)| Some(*predicate) == label)
                .filter_map(|(_, object)| facts.literal(*object))
                .any(|literal| words_of(literal.value()).any(is_real_word));
        let has_more = outgoing
            .iter()
            .any(|(predicate, _)| data.contains(predicate));
        if !named && has_more && (incoming == 1 || (incoming == 0 && links > 1 && !labelled)) {
            dependent[key as usize] += 1;
        }
    }
    for (info, dependent) in schema.keys.iter_mut().zip(dependent) {
        info.auxiliary = dependent * 20 >= info.size * 19;
    }
}

/// Whether a word of a label is one, rather than a code or a unit.
fn is_real_word(word: &str) -> bool {
    word.chars().count() > 3 && word.chars().all(char::is_alphabetic)
}

/// Joins a link to nodes that only hold a value with that value: a price with its amount.
pub(super) fn shorten(facts: &Facts, schema: &Schema, relations: &mut [Relation]) -> Vec<KeySet> {
    let mut joined = Vec::new();
    for (at, link) in relations.iter().enumerate() {
        let holds_value = link.kind == ValueKind::Link && schema.is_auxiliary(&link.objects);
        let linked_on = link.objects.iter().any(|key| {
            schema.links[key as usize]
                .iter()
                .any(|link| link.way == Way::Forth)
        });
        if !holds_value || linked_on {
            continue;
        }
        let numbers: Vec<&Relation> = relations
            .iter()
            .filter(|value| value.kind == ValueKind::Number && value.subjects.meets(&link.objects))
            .collect();
        if let [number] = numbers[..] {
            joined.push((
                at,
                Relation {
                    path: vec![link.path[0], number.path[0]],
                    subjects: link.subjects.clone(),
                    objects: schema.no_keys(),
                    kind: ValueKind::Number,
                    cast: number.cast,
                    unit: number
                        .unit
                        .or_else(|| stated_unit(facts, schema, relations, link)),
                    triples: link.triples,
                    owners: link.owners.clone(),
                    values: number.values,
                    phrases: Vec::new(),
                    naming: false,
                    mean_words: 1.0,
                },
            ));
        }
    }
    let mut holders = Vec::new();
    for (at, relation) in joined {
        holders.push(relations[at].objects.clone());
        relations[at] = relation;
    }
    holders
}

/// The unit that stands beside the values: a currency.
fn stated_unit(
    facts: &Facts,
    schema: &Schema,
    relations: &[Relation],
    link: &Relation,
) -> Option<units::Unit> {
    let beside = relations.iter().find(|relation| {
        relation.kind == ValueKind::Text
            && relation.values == 1
            && relation.subjects.meets(&link.objects)
    })?;
    let node = (0..facts.len() as TermId)
        .find(|node| schema.key_of[*node as usize].is_some_and(|key| link.objects.contains(key)))?;
    let literal = facts.objects(node, beside.path[0]).next()?;
    units::unit(facts.literal(literal)?.value())
}
