//! What a ranker of relations sees of a question: candidates with their features.

use rustc_hash::{FxHashMap, FxHashSet};

use super::CONSIDERED;
use crate::annotation::AnnotatedQuestion;
use crate::component::ComponentError;
use crate::components::relations::property_index::{Fit, PropertyIndex};
use crate::components::wording::{Asks, Wording};
use crate::learn::TextRidge;
use crate::resources::Resources;

/// How many features a candidate has.
pub(super) const FEATURES: usize = 33;

/// What a ranker sees of a question.
pub(super) struct View<'a> {
    pub(super) text: &'a TextRidge,
    pub(super) uses: &'a FxHashMap<String, usize>,
    /// In training, the properties of the question itself.
    pub(super) own: Option<&'a FxHashSet<&'a str>>,
    pub(super) graph: bool,
}

impl View<'_> {
    fn uses(&self, iri: &str) -> f64 {
        let all = self.uses.get(iri).copied().unwrap_or_default();
        let own = self.own.is_some_and(|own| own.contains(iri));
        all.saturating_sub(usize::from(own)) as f64
    }

    /// Candidates with their features.
    pub(super) fn candidates(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<(String, [f64; FEATURES])>, ComponentError> {
        let wording = Wording::of(question);
        let index = resources.derived(PropertyIndex::new);
        let properties = resources.properties();
        let scores = self.text.scores(&wording.masked());
        let mut by_text: Vec<(f32, &String)> =
            scores.iter().copied().zip(self.text.labels()).collect();
        by_text.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
        let text_rank: FxHashMap<&str, (usize, f64)> = by_text
            .iter()
            .enumerate()
            .map(|(rank, (score, iri))| (iri.as_str(), (rank, f64::from(*score))))
            .collect();
        let fits = index.fits(&wording);
        let fit_of: FxHashMap<u32, Fit> = fits.iter().map(|fit| (fit.property, *fit)).collect();
        let mut by_fit: Vec<&Fit> = fits.iter().filter(|fit| fit.related >= 0.35).collect();
        by_fit.sort_by(|a, b| {
            let value = |fit: &Fit| fit.score() + 0.02 * index.log_uses[fit.property as usize];
            value(b)
                .total_cmp(&value(a))
                .then(a.property.cmp(&b.property))
        });
        let mut phrases: FxHashMap<String, usize> = FxHashMap::default();
        for run in wording.runs(4) {
            for text in [wording.lower(run.clone()), wording.lemmas(run.clone())] {
                for phrase in resources.phrases().meaning(&text) {
                    let longest = phrases.entry(phrase.iri.clone()).or_default();
                    *longest = (*longest).max(run.len());
                }
            }
        }
        let near: Vec<_> = wording
            .entities
            .iter()
            .map(|entity| resources.neighbourhood(&entity.iri))
            .collect::<Result<_, _>>()?;
        let mut chosen: Vec<String> = Vec::new();
        let mut seen: FxHashSet<String> = FxHashSet::default();
        let mut choose = |iri: &str| {
            if seen.insert(iri.to_owned()) {
                chosen.push(iri.to_owned());
            }
        };
        for (_, iri) in by_text.iter().take(CONSIDERED) {
            choose(iri);
        }
        for fit in by_fit.iter().take(CONSIDERED) {
            choose(&properties.terms()[fit.property as usize].iri);
        }
        let mut listed: Vec<&String> = phrases.keys().collect();
        listed.sort();
        for iri in listed {
            if properties.get(iri).is_some() {
                choose(iri);
            }
        }
        if self.graph {
            for near in &near {
                let outgoing = near.outgoing.iter().map(|(property, _)| property);
                let incoming = near.incoming.iter().map(|(property, _)| property);
                for property in outgoing.chain(incoming) {
                    if let Some(number) = properties.number(property.as_str()) {
                        let fits = fit_of
                            .get(&(number as u32))
                            .is_some_and(|fit| fit.related > 0.3);
                        if fits || self.uses(property.as_str()) > 0.0 {
                            choose(property.as_str());
                        }
                    }
                }
            }
        }
        // The twins of what is considered are considered as well.
        for at in 0..chosen.len().min(20) {
            let Some(number) = properties.number(&chosen[at]) else {
                continue;
            };
            for twin in &index.groups[index.group[number] as usize] {
                let iri = &properties.terms()[*twin as usize].iri;
                if seen.insert(iri.clone()) {
                    chosen.push(iri.clone());
                }
            }
        }
        let pooled = |number: usize| -> f64 {
            let twins = &index.groups[index.group[number] as usize];
            twins
                .iter()
                .filter_map(|twin| text_rank.get(properties.terms()[*twin as usize].iri.as_str()))
                .map(|(_, score)| score.max(0.0))
                .sum()
        };
        let best_text = by_text.first().map_or(0.0, |(score, _)| f64::from(*score));
        let best_fit = by_fit.first().map_or(0.0, |fit| fit.score());
        let content = wording.content().count() as f64;
        let asks = match wording.asks() {
            Asks::Things => 0.0,
            Asks::Number => 1.0,
            Asks::YesNo => 2.0,
        };
        let exact_hits = fits.iter().filter(|fit| fit.exact > 0.99).count() as f64;
        let rows = chosen.into_iter().map(|iri| {
            let number = properties.number(&iri);
            let (rank, score) = text_rank
                .get(iri.as_str())
                .copied()
                .unwrap_or((usize::MAX, f64::NAN));
            let fit = number.and_then(|number| fit_of.get(&(number as u32)).copied());
            let pool = number.map_or(f64::NAN, pooled);
            let twins = number.map(|number| &index.groups[index.group[number] as usize]);
            let others = twins
                .into_iter()
                .flatten()
                .filter(|twin| Some(**twin as usize) != number);
            let other_uses = others
                .clone()
                .map(|twin| index.log_uses[*twin as usize])
                .fold(f64::NAN, f64::max);
            let other_trained = others
                .clone()
                .map(|twin| self.uses(&properties.terms()[*twin as usize].iri))
                .sum::<f64>();
            let log_uses = number.map_or(f64::NAN, |number| index.log_uses[number]);
            let trained = self.uses(&iri);
            let from_entity = near.iter().filter(|near| near.has(&iri)).count() as f64;
            let to_entity = near.iter().filter(|near| near.is_value_of(&iri)).count() as f64;
            let twin_joined = others
                .filter(|twin| {
                    let iri = &properties.terms()[**twin as usize].iri;
                    near.iter()
                        .any(|near| near.has(iri) || near.is_value_of(iri))
                })
                .count() as f64;
            let on_graph = |value: f64| if self.graph { value } else { 0.0 };
            let fit_value = |of: fn(&Fit) -> f64| fit.as_ref().map_or(0.0, of);
            let distance = fit.as_ref().and_then(|fit| {
                wording
                    .entities
                    .iter()
                    .filter_map(|entity| entity.words.clone())
                    .map(|words| words.start.abs_diff(fit.first))
                    .min()
            });
            let row = [
                score,
                if rank == usize::MAX {
                    999.0
                } else {
                    rank as f64
                },
                score - best_text,
                pool,
                if pool > 0.0 {
                    score.max(0.0) / pool
                } else {
                    0.0
                },
                fit_value(|fit| fit.exact),
                fit_value(|fit| fit.related),
                fit_value(|fit| fit.contiguous as f64),
                fit_value(|fit| fit.length as f64),
                fit_value(Fit::score) - best_fit,
                fit.as_ref().map_or(f64::NAN, |fit| fit.first as f64),
                distance.map_or(f64::NAN, |distance| distance as f64),
                phrases.get(&iri).copied().unwrap_or_default() as f64,
                trained.ln_1p(),
                (trained + 0.5) / (trained + other_trained + 1.0),
                log_uses,
                log_uses - other_uses,
                content,
                wording.entities.len() as f64,
                asks,
                exact_hits,
                best_text,
                best_fit,
                on_graph(from_entity),
                on_graph(to_entity),
                on_graph(twin_joined),
                on_graph(
                    near.iter()
                        .map(|near| near.outgoing.len() + near.incoming.len())
                        .sum::<usize>() as f64,
                ),
                fit_value(|fit| fit.exact * fit.length as f64),
                iri.len() as f64,
                namespace_share(self.uses, &iri),
                fit_value(|fit| (fit.end.saturating_sub(fit.first)) as f64),
                by_text.get(1).map_or(0.0, |(score, _)| f64::from(*score)),
                other_trained.ln_1p(),
            ];
            (iri, row)
        });
        Ok(rows.collect())
    }
}

/// The share of learned properties that are of the same namespace.
fn namespace_share(uses: &FxHashMap<String, usize>, iri: &str) -> f64 {
    let namespace = |iri: &str| iri.rfind(['/', '#']).unwrap_or_default();
    let own = &iri[..namespace(iri)];
    let (mut same, mut all) = (0, 0);
    // A sample is enough, and this is asked for every candidate.
    for (known, count) in uses.iter().take(300) {
        all += count;
        if &known[..namespace(known)] == own {
            same += count;
        }
    }
    same as f64 / all.max(1) as f64
}
