//! What a graph is about, in words: its names, values, classes and relations.

pub(crate) mod facts;
mod foreign;
pub(crate) mod key_set;
pub(crate) mod names;
pub(crate) mod phrase;
pub(crate) mod relation;
pub(crate) mod schema;
mod vocabulary;

use lydite_graph::oxrdf::Term;
use lydite_graph::{GraphError, KnowledgeGraph, Limits};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::fold::{fold, identifier_words, local_name, words_of};
use crate::knowledge::units;
use crate::training::Taught;
use facts::{Facts, TermId};
use foreign::Foreign;
use key_set::KeySet;
use names::Names;
use phrase::{class_phrases, property_phrases, roots};
use relation::{Relation, RelationId, ValueKind};
use schema::{Class, Schema};
pub(crate) use vocabulary::{Element, Match, Vocabulary};

/// What a graph is about, in words.
pub(crate) struct Lexicon {
    pub(crate) facts: Facts,
    pub(crate) schema: Schema,
    pub(crate) relations: Vec<Relation>,
    pub(crate) names: Names,
    pub(crate) vocabulary: Vocabulary,
    /// Labels of classes, in words.
    pub(crate) class_words: Vec<Vec<String>>,
    /// Labels of classes and relations in other languages.
    pub(crate) foreign: Foreign,
    /// What was learned from questions.
    pub(crate) taught: Taught,
}

impl Lexicon {
    /// Reads a graph.
    pub(crate) fn read(graph: &dyn KnowledgeGraph, limits: &Limits) -> Result<Self, GraphError> {
        let facts = Facts::read(graph, limits)?;
        let mut schema = Schema::new(&facts);
        let mut relations = relation::relations(&facts, &schema);
        mark_naming(&facts, &schema, &mut relations);
        mark_auxiliary(&facts, &mut schema, &relations);
        let joined = shorten(&facts, &schema, &mut relations);
        let labels = Labels::new(&facts);
        let class_words: Vec<Vec<String>> = schema
            .classes
            .iter()
            .map(|class| {
                let labels = labels.of(&facts, class.term);
                let mut words: Vec<String> =
                    labels.iter().flat_map(|(label, _)| roots(label)).collect();
                words.sort_unstable();
                words.dedup();
                words
            })
            .collect();
        let mut vocabulary = Vocabulary::default();
        for (at, class) in schema.classes.iter().enumerate() {
            // A price is its amount.
            if joined
                .iter()
                .any(|keys| !class.keys.is_empty() && class.keys.is_within(keys))
            {
                continue;
            }
            let phrases = labels.of(&facts, class.term);
            let phrases = phrases
                .iter()
                .flat_map(|(label, base)| class_phrases(label, *base));
            for phrase in phrases {
                vocabulary.add(Element::Class(at as Class), phrase);
            }
        }
        let comments = Comments::new(&facts, &relations);
        for (at, relation) in relations.iter_mut().enumerate() {
            relation.phrases = relation_phrases(&facts, &schema, &labels, &class_words, relation);
            relation.phrases.extend(comments.phrases(&facts, relation));
            // The amount of a price is what the price is.
            let held = relation.path.len() == 1
                && relation.kind == ValueKind::Number
                && joined.iter().any(|keys| relation.subjects.is_within(keys));
            if held {
                continue;
            }
            for phrase in &relation.phrases {
                vocabulary.add(Element::Relation(at as RelationId), phrase.clone());
            }
        }
        let names = names(&facts, &schema, &relations);
        let classes = schema.classes.iter().map(|class| class.term);
        let paths = relations.iter().map(|relation| relation.path[0]);
        let foreign = Foreign::read(&facts, &labels.predicates, classes.chain(paths));
        Ok(Self {
            facts,
            schema,
            relations,
            names,
            vocabulary,
            class_words,
            foreign,
            taught: Taught::default(),
        })
    }

    /// The relation along some predicates.
    pub(crate) fn relation_along(&self, path: &[TermId]) -> Option<RelationId> {
        let mut relations = self.relations.iter();
        let found = relations.position(|relation| relation.path == path);
        found.map(|at| at as RelationId)
    }

    /// The words by which a relation is called.
    pub(crate) fn relation_words(&self, relation: RelationId) -> impl Iterator<Item = &str> {
        let phrases = self.relations[relation as usize].phrases.iter();
        phrases
            .filter(|phrase| phrase.base > 0.8)
            .flat_map(|phrase| phrase.words.iter().map(|word| word.root.as_str()))
    }

    /// Whether a property is called by a verb that its subject does: *runs through*, *lives in*.
    pub(crate) fn is_verbal(&self, relation: RelationId) -> bool {
        const PREPOSITIONS: &[&str] = &[
            "through", "in", "into", "to", "for", "with", "on", "at", "from", "by", "over",
        ];
        let relation = &self.relations[relation as usize];
        let iri = self.facts.iri(relation.path[0]).unwrap_or_default();
        let words = identifier_words(&local_name(iri));
        let words: Vec<String> = words.iter().map(|word| fold(word)).collect();
        relation.kind == ValueKind::Link
            && matches!(&words[..], [verb, preposition] if verb.ends_with('s')
                && !["has", "is"].contains(&verb.as_str())
                && PREPOSITIONS.contains(&preposition.as_str()))
    }

    /// What a node is called, for people.
    pub(crate) fn label(&self, node: TermId) -> String {
        let name = |predicate: &str| {
            let predicate = self.facts.find(predicate)?;
            let literals = self.facts.objects(node, predicate);
            literals
                .filter_map(|literal| self.facts.literal(literal))
                .min_by_key(|literal| literal.language().is_some_and(|language| language != "en"))
                .map(|literal| literal.value().to_owned())
        };
        lydite_model::NAMING_PROPERTIES
            .iter()
            .find_map(|predicate| name(predicate))
            .unwrap_or_else(|| match self.facts.term(node) {
                Term::NamedNode(iri) => identifier_words(&local_name(iri.as_str())).join(" "),
                Term::BlankNode(blank) => blank.to_string(),
                Term::Literal(literal) => literal.value().to_owned(),
            })
    }
}

/// Labels of vocabulary terms.
struct Labels {
    predicates: Vec<TermId>,
}

impl Labels {
    fn new(facts: &Facts) -> Self {
        let known = lydite_model::NAMING_PROPERTIES
            .iter()
            .copied()
            .chain(["http://www.w3.org/2004/02/skos/core#altLabel"]);
        Self {
            predicates: known.filter_map(|iri| facts.find(iri)).collect(),
        }
    }

    /// The labels of a term that are English or in no language, and its local name.
    fn of(&self, facts: &Facts, term: TermId) -> Vec<(String, f32)> {
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

fn relation_phrases(
    facts: &Facts,
    schema: &Schema,
    labels: &Labels,
    class_words: &[Vec<String>],
    relation: &Relation,
) -> Vec<phrase::Phrase> {
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
            phrase.side = phrase::Side::Object;
        }
        for (label, base) in labels.of(facts, relation.path[1]) {
            phrases.extend(property_phrases(&label, &owners, base * 0.8));
        }
    }
    let mut distinct: Vec<phrase::Phrase> = Vec::new();
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
struct Comments {
    predicate: Option<TermId>,
    shared: FxHashMap<String, usize>,
}

impl Comments {
    fn new(facts: &Facts, relations: &[Relation]) -> Self {
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

    fn phrases(&self, facts: &Facts, relation: &Relation) -> Vec<phrase::Phrase> {
        let words = self.words(facts, relation).into_iter();
        words
            .filter(|word| self.shared.get(word).is_some_and(|count| *count <= 2))
            .map(|word| phrase::Phrase::new(&[word], phrase::Side::Object, 0.62))
            .collect()
    }
}

/// Finds the properties whose values name their owners: by their own name, and by values that differ.
fn mark_naming(facts: &Facts, schema: &Schema, relations: &mut [Relation]) {
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
fn mark_auxiliary(facts: &Facts, schema: &mut Schema, relations: &[Relation]) {
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
fn shorten(facts: &Facts, schema: &Schema, relations: &mut [Relation]) -> Vec<KeySet> {
    let mut joined = Vec::new();
    for (at, link) in relations.iter().enumerate() {
        let holds_value = link.kind == ValueKind::Link && schema.is_auxiliary(&link.objects);
        let linked_on = link.objects.iter().any(|key| {
            schema.links[key as usize]
                .iter()
                .any(|link| link.way == schema::Way::Forth)
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

/// The names of all nodes, and the short texts that are values.
fn names(facts: &Facts, schema: &Schema, relations: &[Relation]) -> Names {
    let mut names = Names::default();
    let naming: FxHashSet<TermId> = relations
        .iter()
        .filter(|relation| relation.naming)
        .map(|relation| relation.path[0])
        .collect();
    let texts: FxHashMap<TermId, RelationId> = relations
        .iter()
        .enumerate()
        .filter(|(_, relation)| relation.path.len() == 1 && relation.kind == ValueKind::Text)
        .map(|(at, relation)| (relation.path[0], at as RelationId))
        .collect();
    let searched: FxHashMap<TermId, RelationId> = relations
        .iter()
        .enumerate()
        .filter(|(_, relation)| {
            relation.path.len() == 1
                && !relation.naming
                && (relation.kind == ValueKind::LongText
                    || (relation.kind == ValueKind::Text && relation.mean_words > 2.2))
        })
        .map(|(at, relation)| (relation.path[0], at as RelationId))
        .collect();
    for node in 0..facts.len() as TermId {
        let Some(key) = schema.key_of[node as usize] else {
            continue;
        };
        let auxiliary = schema.keys[key as usize].auxiliary;
        let written = facts.iri(node).is_some();
        let mut named = false;
        for (predicate, object) in facts.out(node) {
            let Some(literal) = facts.literal(*object) else {
                continue;
            };
            if naming.contains(predicate) && written && !auxiliary {
                named = true;
                add_names(&mut names, node, literal.value());
            }
            if let Some(relation) = searched.get(predicate) {
                names.add_text(*relation, *object, literal.value());
            }
            // A blank node cannot be written in a query: what names it is a value.
            if let Some(relation) = texts.get(predicate)
                && (!naming.contains(predicate) || !written || auxiliary)
            {
                names.add_value(*relation, *object, literal.value());
            }
        }
        if written
            && !auxiliary
            && let Some(iri) = facts.iri(node)
        {
            let local = local_name(iri);
            let score = if named { 0.85 } else { 1.0 };
            let words = identifier_words(&local).join(" ");
            names.add(node, &words, score);
            names.add(node, &local, score);
        }
    }
    names
}

/// The names that a label gives: itself, the parts of `CODE - Name`, the text without parentheses.
fn add_names(names: &mut Names, node: TermId, label: &str) {
    names.add(node, label, 1.0);
    if let Some(open) = label.find('(').filter(|open| *open > 0) {
        names.add(node, &label[..open], 0.98);
    }
    for separator in [" - ", ": ", ", "] {
        if let Some((first, rest)) = label.split_once(separator) {
            let score = if separator == " - " { 0.98 } else { 0.9 };
            names.add(node, first, score);
            if words_of(rest).count() > 1 || separator == " - " {
                names.add(node, rest, score - 0.04);
            }
        }
    }
}
