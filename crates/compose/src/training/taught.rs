//! A model as one graph uses it.

use rustc_hash::{FxHashMap, FxHashSet};

use super::model::Model;
use crate::lexicon::relation::RelationId;
use crate::lexicon::{Element, Lexicon};
use crate::reading::Comparison;

/// A condition that a word stands for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bound {
    pub(crate) relation: RelationId,
    pub(crate) comparison: Comparison,
    pub(crate) value: f64,
}

/// What was learned, in terms of the lexicon of a graph; nothing without a model.
#[derive(Clone, Debug, Default)]
pub(crate) struct Taught {
    conventions: FxHashMap<(String, Option<String>), Vec<Bound>>,
    words: FxHashMap<String, Vec<(Element, f32)>>,
    weights: FxHashMap<String, f32>,
    seen: FxHashSet<String>,
}

impl Taught {
    /// What of a model concerns a graph.
    pub(crate) fn new(model: &Model, lexicon: &Lexicon) -> Self {
        let mut taught = Self {
            weights: model
                .weights
                .iter()
                .map(|(name, weight)| (name.clone(), *weight))
                .collect(),
            seen: model.seen.iter().cloned().collect(),
            ..Self::default()
        };
        let relation = |iri: &str| {
            let predicate = lexicon.facts.find(iri)?;
            let relations = lexicon.relations.iter();
            let at = relations
                .enumerate()
                .find(|(_, relation)| relation.path == [predicate])?;
            Some(at.0 as RelationId)
        };
        for convention in &model.conventions {
            let comparison = Comparison::of_symbol(&convention.comparison);
            if let (Some(relation), Some(comparison)) = (relation(&convention.property), comparison)
            {
                let key = (convention.word.clone(), convention.before.clone());
                taught.conventions.entry(key).or_default().push(Bound {
                    relation,
                    comparison,
                    value: convention.value,
                });
            }
        }
        for usage in &model.words {
            let class = || {
                let term = lexicon.facts.find(&usage.element)?;
                let classes = lexicon.schema.classes.iter();
                let at = classes.enumerate().find(|(_, class)| class.term == term)?;
                Some(Element::Class(at.0 as u32))
            };
            let element = relation(&usage.element)
                .map(Element::Relation)
                .or_else(class);
            if let Some(element) = element {
                let entry = taught.words.entry(usage.word.clone()).or_default();
                entry.push((element, usage.strength.clamp(0.0, 1.0)));
            }
        }
        taught
    }

    /// The conditions that a word before another stands for.
    pub(crate) fn bounds(&self, word: &str, next: &str) -> &[Bound] {
        if self.conventions.is_empty() {
            return &[];
        }
        let bounds = |before: Option<String>| self.conventions.get(&(word.to_owned(), before));
        bounds(Some(next.to_owned()))
            .or_else(|| bounds(None))
            .map_or(&[], Vec::as_slice)
    }

    /// The classes and relations that a word calls.
    pub(crate) fn called(&self, word: &str) -> &[(Element, f32)] {
        self.words.get(word).map_or(&[], Vec::as_slice)
    }

    /// Whether a word in dictionary form was seen often.
    pub(crate) fn knows(&self, word: &str) -> bool {
        self.seen.contains(word)
    }

    /// Whether queries are weighed by features.
    pub(crate) fn weighs(&self) -> bool {
        !self.weights.is_empty()
    }

    /// What features say for a query.
    pub(crate) fn weight<'f>(&self, features: impl IntoIterator<Item = &'f String>) -> f32 {
        let known = |feature: &String| self.weights.get(feature).copied();
        features.into_iter().filter_map(known).sum()
    }
}
