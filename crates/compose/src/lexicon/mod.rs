//! What a graph is about, in words: its names, values, classes and relations.

pub(crate) mod facts;
mod foreign;
pub(crate) mod key_set;
mod labels;
pub(crate) mod names;
pub(crate) mod phrase;
pub(crate) mod relation;
mod roles;
pub(crate) mod schema;
mod vocabulary;

use lydite_graph::oxrdf::Term;
use lydite_graph::{GraphError, KnowledgeGraph, Limits};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::fold::{fold, identifier_words, local_name, words_of};
use crate::training::Taught;
use facts::{Facts, TermId};
use foreign::Foreign;
use labels::{Comments, Labels, relation_phrases};
use names::Names;
use phrase::{class_phrases, roots};
use relation::{Relation, RelationId, ValueKind};
use roles::{mark_auxiliary, mark_naming, shorten};
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
