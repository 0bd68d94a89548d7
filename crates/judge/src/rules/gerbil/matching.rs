//! How GERBIL pairs gold and system answers, over the years.

use std::borrow::Cow;
use std::collections::VecDeque;

use lydite_model::{Counts, Evidence, Language, Match};
use rustc_hash::{FxHashMap, FxHashSet};

use super::same;
use super::typing::{Answers, Era, Resource, forced};
use crate::Knowledge;

/// What pairing found.
#[derive(Default)]
pub struct Pairing {
    /// The counts.
    pub counts: Counts,
    /// Which answers match, if asked for.
    pub evidence: Option<Evidence>,
}

/// Pairs the answers of both sides by the rules of a time.
pub fn pair(
    gold: &Answers<'_>,
    system: &Answers<'_>,
    era: Era,
    knowledge: &dyn Knowledge,
    language: &Language,
    explain: bool,
) -> Pairing {
    let mut pairing = Pairing {
        evidence: explain.then(Evidence::default),
        ..Pairing::default()
    };
    if era == Era::Y2017 && (gold.resources.is_empty() || system.is_empty()) {
        pairing.texts_only(gold, system);
        return pairing;
    }
    let system_texts: FxHashSet<&str> = system.texts.iter().map(|text| &**text).collect();
    let gold_texts: FxHashSet<&str> = gold.texts.iter().map(|text| &**text).collect();
    let mut gold_resources = Cow::Borrowed(&gold.resources);
    for text in &gold.texts {
        if system_texts.contains(&**text) {
            pairing.matched(text, text, "the same text");
        } else if matches!(era, Era::Y2019 | Era::Y2023) {
            gold_resources
                .to_mut()
                .extend(forced(text, era, knowledge, language));
        } else {
            pairing.missed(text);
        }
    }
    let mut system_resources = Cow::Borrowed(&system.resources);
    for text in &system.texts {
        if !gold_texts.contains(&**text) {
            system_resources
                .to_mut()
                .extend(forced(text, era, knowledge, language));
        }
    }
    pairing.resources(&gold_resources, &system_resources, era, knowledge);
    pairing
}

/// Resources that share a key: nearly always one on each side.
#[derive(Default)]
struct Group<'r> {
    gold: Option<&'r Resource<'r>>,
    system: Option<&'r Resource<'r>>,
    /// The others, and whether they are gold.
    others: Vec<(&'r Resource<'r>, bool)>,
}

impl<'r> Group<'r> {
    fn add(&mut self, resource: &'r Resource<'r>, gold: bool) {
        let first = if gold {
            &mut self.gold
        } else {
            &mut self.system
        };
        if first.is_some() {
            self.others.push((resource, gold));
        } else {
            *first = Some(resource);
        }
    }
}

impl Pairing {
    fn matched(&mut self, gold: &str, system: &str, rule: &str) {
        self.counts.tp += 1;
        if let Some(evidence) = &mut self.evidence {
            evidence.matched.push(Match {
                gold: gold.to_owned(),
                system: system.to_owned(),
                rule: rule.to_owned(),
            });
        }
    }

    fn missed(&mut self, gold: &str) {
        self.counts.fn_ += 1;
        if let Some(evidence) = &mut self.evidence {
            evidence.missed.push(gold.to_owned());
        }
    }

    fn surplus(&mut self, system: &str) {
        self.counts.fp += 1;
        if let Some(evidence) = &mut self.evidence {
            evidence.surplus.push(system.to_owned());
        }
    }

    /// 2017: if the gold standard has texts, resources of the system are all wrong.
    fn texts_only(&mut self, gold: &Answers<'_>, system: &Answers<'_>) {
        let system_texts: FxHashSet<&str> = system.texts.iter().map(|text| &**text).collect();
        let gold_texts: FxHashSet<&str> = gold.texts.iter().map(|text| &**text).collect();
        for name in gold.names() {
            if system_texts.contains(name) && gold_texts.contains(name) {
                self.matched(name, name, "the same text");
            } else {
                self.missed(name);
            }
        }
        for text in system.names() {
            if !(gold_texts.contains(text) && system_texts.contains(text)) {
                self.surplus(text);
            }
        }
    }

    fn resources(
        &mut self,
        gold: &[Resource<'_>],
        system: &[Resource<'_>],
        era: Era,
        knowledge: &dyn Knowledge,
    ) {
        let reuse = era == Era::Y2023;
        let everything_known = era == Era::Y2024;
        let known = |resource: &&Resource<'_>| everything_known || resource.is_known(knowledge);
        let (gold, gold_emerging): (Vec<&Resource<'_>>, Vec<_>) = gold.iter().partition(known);
        let (system, system_emerging): (Vec<&Resource<'_>>, Vec<_>) =
            system.iter().partition(known);
        for (at, resource) in gold_emerging.iter().enumerate() {
            let partner = if reuse { 0 } else { at };
            match system_emerging.get(partner) {
                Some(partner) => self.matched(
                    resource.name(),
                    partner.name(),
                    "both are outside the known namespaces",
                ),
                None => self.missed(resource.name()),
            }
        }
        let used = if reuse {
            gold_emerging.len().min(1)
        } else {
            gold_emerging.len()
        };
        for resource in system_emerging.iter().skip(used) {
            self.surplus(resource.name());
        }
        self.overlapping(&gold, &system, reuse, knowledge);
    }

    /// Pairs resources that have a URI in common.
    fn overlapping(
        &mut self,
        gold: &[&Resource<'_>],
        system: &[&Resource<'_>],
        reuse: bool,
        knowledge: &dyn Knowledge,
    ) {
        let simple = |resource: &&Resource<'_>| resource.is_simple();
        if knowledge.knows_equivalents() || !gold.iter().all(simple) || !system.iter().all(simple) {
            self.group(gold.to_vec(), system.to_vec(), reuse, knowledge);
            return;
        }
        // Only resources with the same key can have a URI in common. Most are their own key, and no
        // other has it: those match by name alone.
        let mut shared: FxHashSet<String> = FxHashSet::default();
        for resource in gold.iter().chain(system) {
            if let Cow::Owned(key) = same::key(resource.name()) {
                shared.insert(key);
            }
        }
        let alone = |resource: &&&Resource<'_>| {
            shared.is_empty()
                || matches!(same::key(resource.name()), Cow::Borrowed(key) if !shared.contains(key))
        };
        let (gold, gold_shared): (Vec<&Resource<'_>>, Vec<_>) = gold.iter().partition(alone);
        let (system, system_shared): (Vec<&Resource<'_>>, Vec<_>) = system.iter().partition(alone);
        // A name that several labels lead to is found once: its first place counts.
        let mut places: FxHashMap<&str, usize> =
            FxHashMap::with_capacity_and_hasher(gold.len(), Default::default());
        for (place, resource) in gold.iter().enumerate() {
            places.entry(resource.name()).or_insert(place);
        }
        let mut found = vec![false; gold.len()];
        for resource in system {
            let name = resource.name();
            match places.get(name) {
                Some(&place) if !found[place] => {
                    found[place] = true;
                    self.matched(name, name, "the same URI");
                }
                _ => self.surplus(name),
            }
        }
        for (resource, found) in gold.iter().zip(found) {
            if !found {
                self.missed(resource.name());
            }
        }
        let mut groups: FxHashMap<Cow<'_, str>, Group<'_>> = FxHashMap::default();
        for resource in gold_shared {
            let group = groups.entry(same::key(resource.name())).or_default();
            group.add(resource, true);
        }
        for resource in system_shared {
            let group = groups.entry(same::key(resource.name())).or_default();
            group.add(resource, false);
        }
        for group in groups.into_values() {
            match (group.gold, group.system) {
                (None, Some(resource)) if group.others.is_empty() => self.surplus(resource.name()),
                (Some(resource), None) if group.others.is_empty() => self.missed(resource.name()),
                (Some(one), Some(other))
                    if group.others.is_empty() && one.name() == other.name() =>
                {
                    self.matched(one.name(), other.name(), "the same URI");
                }
                (gold, system) => {
                    let side = |first: Option<_>, wanted: bool| {
                        let others = group.others.iter().filter(|(_, gold)| *gold == wanted);
                        first
                            .into_iter()
                            .chain(others.map(|(resource, _)| *resource))
                            .collect()
                    };
                    self.group(side(gold, true), side(system, false), reuse, knowledge);
                }
            }
        }
        if let Some(evidence) = &mut self.evidence {
            evidence.matched.sort_by(|a, b| a.gold.cmp(&b.gold));
            evidence.missed.sort();
            evidence.surplus.sort();
        }
    }

    /// Takes for each gold resource the first system resource that has a URI in common with it.
    fn group(
        &mut self,
        mut gold: Vec<&Resource<'_>>,
        mut system: Vec<&Resource<'_>>,
        reuse: bool,
        knowledge: &dyn Knowledge,
    ) {
        // GERBIL's order is that of a hash table; ours at least does not depend on the files.
        gold.sort_by_key(|resource| resource.name());
        system.sort_by_key(|resource| resource.name());
        let mut seen = FxHashSet::default();
        let mut by_uri: FxHashMap<String, VecDeque<usize>> = FxHashMap::default();
        let mut kept: Vec<&Resource<'_>> = Vec::new();
        for resource in system {
            let mut uris = resource.all(knowledge);
            uris.sort_unstable();
            uris.dedup();
            // Resources with all URIs in common are one element of GERBIL's set.
            if resource.expands() && !seen.insert(uris.clone()) {
                continue;
            }
            for uri in uris {
                by_uri.entry(uri).or_default().push_back(kept.len());
            }
            kept.push(resource);
        }
        let mut used = vec![false; kept.len()];
        for resource in gold {
            let uris = resource.all(knowledge);
            let mut found: Option<usize> = None;
            for uri in &uris {
                let Some(partners) = by_uri.get_mut(uri) else {
                    continue;
                };
                // Used ones never come back, so each is passed over once.
                while !reuse && partners.front().is_some_and(|&at| used[at]) {
                    partners.pop_front();
                }
                if let Some(&first) = partners.front() {
                    found = Some(found.map_or(first, |found| found.min(first)));
                }
            }
            match found {
                Some(at) => {
                    used[at] = true;
                    let rule = if resource.name() == kept[at].name() {
                        "the same URI"
                    } else {
                        "the same resource by same-as"
                    };
                    self.matched(resource.name(), kept[at].name(), rule);
                }
                None => self.missed(resource.name()),
            }
        }
        for (resource, _) in kept.iter().zip(used).filter(|(_, used)| !used) {
            self.surplus(resource.name());
        }
    }
}
