//! Comparison of items that are used once.

use lydite_model::{Counts, Evidence, Gold, Match};
use rustc_hash::FxHashMap;

use super::{Finding, State};
use crate::{Knowledge, meant_iri};

/// Which items of two sides are the same.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    /// The counts.
    pub counts: Counts,
    /// Which items match.
    pub(super) evidence: Evidence,
}

/// An item: what it is compared by, and what people see.
pub(super) type Item<K> = (K, String);

/// Pairs items that are the same, each once.
pub(super) fn pair<K: Eq + std::hash::Hash>(gold: Vec<Item<K>>, system: Vec<Item<K>>) -> Pairs {
    let mut pairs = Pairs::default();
    let mut unused: FxHashMap<K, Vec<String>> = FxHashMap::default();
    for (key, shown) in system.into_iter().rev() {
        unused.entry(key).or_default().push(shown);
    }
    for (key, shown) in gold {
        match unused.get_mut(&key).and_then(Vec::pop) {
            Some(system) => {
                pairs.counts.tp += 1;
                let rule = if system == shown {
                    "the same"
                } else {
                    "the same by meaning"
                };
                pairs.evidence.matched.push(Match {
                    gold: shown,
                    system,
                    rule: rule.to_owned(),
                });
            }
            None => {
                pairs.counts.fn_ += 1;
                pairs.evidence.missed.push(shown);
            }
        }
    }
    pairs.evidence.surplus = unused.into_values().flatten().collect();
    pairs.evidence.surplus.sort();
    pairs.counts.fp = pairs.evidence.surplus.len() as u64;
    pairs
}

/// An IRI that stands for all ways of writing the resource, prefixed names among them, and for
/// everything that is the same.
pub(super) fn meant(iri: &str, knowledge: &dyn Knowledge) -> String {
    let meant = meant_iri(iri);
    match knowledge.representative(&meant) {
        Some(representative) => meant_iri(&representative).into_owned(),
        None => meant.into_owned(),
    }
}

/// The distinct resources among these.
pub(super) fn resources(iris: &[String], knowledge: &dyn Knowledge) -> Vec<Item<String>> {
    let mut items: Vec<Item<String>> = Vec::with_capacity(iris.len());
    for iri in iris {
        let key = meant(iri, knowledge);
        if items.iter().all(|(other, _)| *other != key) {
            items.push((key, iri.clone()));
        }
    }
    items
}

impl Pairs {
    /// The finding under the `lydite` rules. What cannot be compared scores 0 and is left out of the
    /// averages; where there is nothing to find, only a system that spoke and named nothing is right.
    pub(super) fn judged(self, gold: Gold, said: State) -> Finding {
        let named = self.counts.tp + self.counts.fp > 0;
        let right = match gold {
            Gold::Answerable => true,
            Gold::Empty => said == State::Present && !named,
            Gold::OutOfScope | Gold::Missing | Gold::Unreadable => false,
        };
        let system = match (said, named) {
            (State::Unreadable, _) => State::Unreadable,
            (_, true) => State::Present,
            (_, false) => State::Absent,
        };
        let mut finding = Finding::of_counts(self.counts, gold, system);
        if !right {
            (finding.precision, finding.recall, finding.f1) = (0.0, 0.0, 0.0);
        }
        finding.evidence = Some(self.evidence);
        finding
    }
}

/// What the gold standard offers under the `lydite` rules.
pub(super) fn offered(inside: bool, state: State, empty: bool) -> Gold {
    match state {
        _ if !inside => Gold::OutOfScope,
        State::Absent => Gold::Missing,
        State::Unreadable => Gold::Unreadable,
        State::Present if empty => Gold::Empty,
        State::Present => Gold::Answerable,
    }
}
