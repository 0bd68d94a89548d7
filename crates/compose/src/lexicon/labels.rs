//! How the vocabulary of a graph is called: labels, local names, words of comments.

use rustc_hash::{FxHashMap, FxHashSet};

use super::facts::{Facts, TermId};
use super::phrase::{Phrase, Side, property_phrases, roots};
use super::relation::Relation;
use super::schema::Schema;
use crate::fold::{identifier_words, local_name};

/// Labels of vocabulary terms.
pub(super) struct Labels {
    pub(super) predicates: Vec<TermId>,
}

impl Labels {
    pub(super) fn new(facts: &Facts) -> Self {
        let known = lydite_model::NAMING_PROPERTIES
            .iter()
            .copied()
            .chain(["http://www.w3.org/2004/02/skos/core#altLabel"]);
        Self {
            predicates: known.filter_map(|iri| facts.find(iri)).collect(),
        }
    }

    /// The labels of a term that are English or in no language, and its local name.
    pub(super) fn of(&self, facts: &Facts, term: TermId) -> Vec<(String, f32)> {
        let mut labels: Vec<(String, f32)> = Vec::new();
        for predicate in &self.predicates {
            for literal in facts
                .objects(term, *predicate)
                .filter_map(|id| facts.literal(id))
            {
                if literal
                    .language()
                    .is_none_or(|language| language.starts_with("en"))
                {
                    labels.push((literal.value().to_owned(), 1.0));
                }
            }
        }
        if let Some(iri) = facts.iri(term) {
            labels.push((identifier_words(&local_name(iri)).join(" "), 1.0));
        }
        labels
    }
}

/// The phrases by which a relation is called.
pub(super) fn relation_phrases(
    facts: &Facts,
    schema: &Schema,
    labels: &Labels,
    class_words: &[Vec<String>],
    relation: &Relation,
) -> Vec<Phrase> {
    let mut owners: FxHashSet<String> = FxHashSet::default();
    for key in relation.subjects.iter() {
        for class in &schema.keys[key as usize].classes {
            owners.extend(class_words[*class as usize].iter().cloned());
        }
    }
    let owners: Vec<String> = owners.into_iter().collect();
    let mut phrases = Vec::new();
    for (label, base) in labels.of(facts, relation.path[0]) {
        phrases.extend(property_phrases(&label, &owners, base));
    }
    if relation.path.len() > 1 {
        for phrase in &mut phrases {
            phrase.side = Side::Object;
        }
        for (label, base) in labels.of(facts, relation.path[1]) {
            phrases.extend(property_phrases(&label, &owners, base * 0.8));
        }
    }
    let mut distinct: Vec<Phrase> = Vec::new();
    for phrase in phrases {
        if !distinct
            .iter()
            .any(|known| known.words == phrase.words && known.side == phrase.side)
        {
            distinct.push(phrase);
        }
    }
    distinct
}

/// Words of the comments of properties, which say what their names do not.
pub(super) struct Comments {
    predicate: Option<TermId>,
    shared: FxHashMap<String, usize>,
}

impl Comments {
    pub(super) fn new(facts: &Facts, relations: &[Relation]) -> Self {
        let mut comments = Self {
            predicate: facts.find("http://www.w3.org/2000/01/rdf-schema#comment"),
            shared: FxHashMap::default(),
        };
        let mut shared: FxHashMap<String, usize> = FxHashMap::default();
        for relation in relations {
            for word in comments.words(facts, relation) {
                *shared.entry(word).or_default() += 1;
            }
        }
        comments.shared = shared;
        comments
    }

    fn words(&self, facts: &Facts, relation: &Relation) -> Vec<String> {
        let Some(predicate) = self.predicate else {
            return Vec::new();
        };
        let mut words: Vec<String> = facts
            .objects(relation.path[0], predicate)
            .filter_map(|id| facts.literal(id))
            .flat_map(|literal| roots(literal.value()))
            .filter(|word| {
                word.len() > 3 && !lydite_language::is_stop_word(word, lydite_language::Lang::En)
            })
            .collect();
        words.sort_unstable();
        words.dedup();
        words
    }

    pub(super) fn phrases(&self, facts: &Facts, relation: &Relation) -> Vec<Phrase> {
        let words = self.words(facts, relation).into_iter();
        words
            .filter(|word| self.shared.get(word).is_some_and(|count| *count <= 2))
            .map(|word| Phrase::new(&[word], Side::Object, 0.62))
            .collect()
    }
}
