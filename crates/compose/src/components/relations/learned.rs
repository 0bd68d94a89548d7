//! `rl-text`, `rl-learned`, `rl-learned-graph`: learned from questions with queries.

use lydite_model::random::SplitMix64;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::property_index::{Fit, PropertyIndex};
use crate::annotation::{AnnotatedQuestion, Annotation, Candidate, Kind, Source};
use crate::component::{
    ComponentError, Cost, Described, Description, Link, Need, RelationLinker, Task, Trainable,
};
use crate::components::wording::{Asks, Wording};
use crate::gold::Example;
use crate::learn::{Boosted, BoostedOptions, Folds, Grams, Matrix, TextOptions, TextRidge};
use crate::resources::{Model, Resources};

/// How many properties of each source are considered.
const CONSIDERED: usize = 30;

/// How many properties are given at most.
const MOST: usize = 4;

/// In how many parts training questions are divided, so that the text model scores those it has not seen.
const FOLDS: usize = 4;

/// Learns which properties a question is about, from the words beside its entities.
pub struct Learned {
    kind: LearnedKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LearnedKind {
    Text,
    Ranked,
    RankedOnGraph,
}

impl Learned {
    /// The text model alone.
    pub fn text() -> Self {
        Self {
            kind: LearnedKind::Text,
        }
    }

    /// The text model, ranked again with labels and words of similar meaning.
    pub fn ranked() -> Self {
        Self {
            kind: LearnedKind::Ranked,
        }
    }

    /// The same with what the graph says about the entities.
    pub fn on_graph() -> Self {
        Self {
            kind: LearnedKind::RankedOnGraph,
        }
    }

    fn name(&self) -> &'static str {
        match self.kind {
            LearnedKind::Text => "rl-text",
            LearnedKind::Ranked => "rl-learned",
            LearnedKind::RankedOnGraph => "rl-learned-graph",
        }
    }
}

impl Described for Learned {
    fn description(&self) -> Description {
        let (about, needs): (&str, &[Need]) = match self.kind {
            LearnedKind::Text => (
                "Ridge regression from the words and characters beside the entities to the properties of the queries that were learned from",
                &[Need::Training, Need::Entities],
            ),
            LearnedKind::Ranked => (
                "Candidates of a text model, of labels and of phrases, ranked by boosted trees; the set that promises the best F-score",
                &[Need::Training, Need::Labels, Need::Entities],
            ),
            LearnedKind::RankedOnGraph => (
                "Candidates of a text model, of labels, of phrases and of the entities' neighbourhood, ranked by boosted trees that also see the graph; the set that promises the best F-score",
                &[Need::Training, Need::Labels, Need::Entities, Need::Graph],
            ),
        };
        Description::new(self.name(), Task::LinkRelations, about)
            .needs(needs)
            .cost(Cost::Milliseconds)
            .reference("linking.md §2")
    }

    fn trainer(&self) -> Option<&dyn Trainable> {
        Some(self)
    }
}

/// What is learned.
#[derive(Serialize, Deserialize)]
struct Trained {
    text: TextRidge,
    /// How often each property occurs in the queries.
    uses: FxHashMap<String, usize>,
    ranker: Option<Boosted>,
}

impl Trainable for Learned {
    fn train(&self, examples: &[Example], resources: &Resources) -> Result<Model, ComponentError> {
        let examples: Vec<&Example> = examples
            .iter()
            .filter(|example| !example.gold.relations.is_empty())
            .collect();
        let questions: Vec<AnnotatedQuestion> = examples.iter().map(|one| with_gold(one)).collect();
        let texts: Vec<String> = questions
            .iter()
            .map(|question| Wording::of(question).masked())
            .collect();
        let labels: Vec<Vec<&str>> = examples
            .iter()
            .map(|example| example.gold.relations.iter().map(String::as_str).collect())
            .collect();
        let mut uses: FxHashMap<String, usize> = FxHashMap::default();
        for label in labels.iter().flatten() {
            *uses.entry((*label).to_owned()).or_default() += 1;
        }
        let text = text_model(&texts, &labels)?;
        let ranker = if self.kind == LearnedKind::Text {
            None
        } else {
            let folds = Folds::shuffled(texts.len(), FOLDS, 1)?;
            let mut rows = Matrix::new(FEATURES);
            let mut classes = Vec::new();
            for fold in 0..folds.count() {
                let trained = folds.trained(fold);
                let of = |at: &[usize]| -> (Vec<&String>, Vec<Vec<&str>>) {
                    (
                        at.iter().map(|at| &texts[*at]).collect(),
                        at.iter().map(|at| labels[*at].clone()).collect(),
                    )
                };
                let (fold_texts, fold_labels) = of(&trained);
                let fold_text = text_model(&fold_texts, &fold_labels)?;
                for at in folds.tested(fold) {
                    // The question's own properties are not counted for it.
                    let own: FxHashSet<&str> = labels[at].iter().copied().collect();
                    let view = View {
                        text: &fold_text,
                        uses: &uses,
                        own: Some(&own),
                        graph: self.kind == LearnedKind::RankedOnGraph,
                    };
                    for (iri, row) in view.candidates(&questions[at], resources)? {
                        rows.push(&row)?;
                        classes.push(own.contains(iri.as_str()));
                    }
                }
            }
            let options = BoostedOptions {
                trees: 300,
                leaves: 24,
                rate: 0.06,
                leaf: 25,
                penalty: 3.0,
                features: 0.7,
                sample: 0.8,
                bins: 96,
                seed: SplitMix64::new(7).next_u64(),
            };
            Some(Boosted::fit(&rows, &classes, &options)?)
        };
        Model::new(self.name(), examples.len(), &Trained { text, uses, ranker })
    }
}

fn text_model<T: AsRef<str>>(
    texts: &[T],
    labels: &[Vec<&str>],
) -> Result<TextRidge, ComponentError> {
    let options = TextOptions {
        grams: vec![Grams::Words(1, 3), Grams::Characters(3, 5)],
        least: 2,
        sublinear: true,
    };
    // Few questions have few runs in common.
    let options = TextOptions {
        least: if texts.len() < 50 { 1 } else { 2 },
        ..options
    };
    TextRidge::fit(texts, labels, &options, 0.6).map_err(ComponentError::from)
}

/// A training question with its gold entities.
pub(crate) fn with_gold(example: &Example) -> AnnotatedQuestion {
    let mut question = AnnotatedQuestion::in_language(&example.text, example.lang);
    for entity in &example.gold.entities {
        question.add(Annotation {
            kind: Kind::Entity,
            span: None,
            candidates: vec![Candidate::new(entity, 1.0)],
            component: "gold".to_owned(),
        });
    }
    question
}

/// How many features a candidate has.
const FEATURES: usize = 33;

/// What a ranker sees of a question.
struct View<'a> {
    text: &'a TextRidge,
    uses: &'a FxHashMap<String, usize>,
    /// In training, the properties of the question itself.
    own: Option<&'a FxHashSet<&'a str>>,
    graph: bool,
}

impl View<'_> {
    fn uses(&self, iri: &str) -> f64 {
        let all = self.uses.get(iri).copied().unwrap_or_default();
        let own = self.own.is_some_and(|own| own.contains(iri));
        all.saturating_sub(usize::from(own)) as f64
    }

    /// Candidates with their features.
    fn candidates(
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

/// The best candidates for the F-score: adds the next as long as 2 Σp / (k + Σ all p) grows.
pub(super) fn best_set(mut ranked: Vec<(f64, String)>) -> Vec<(f64, String)> {
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let expected: f64 = ranked
        .iter()
        .map(|(chance, _)| chance)
        .sum::<f64>()
        .max(1.0);
    let mut best = 0;
    let mut best_value = 0.0;
    let mut found = 0.0;
    for (at, (chance, _)) in ranked.iter().enumerate().take(MOST) {
        found += chance;
        let value = 2.0 * found / ((at + 1) as f64 + expected);
        if value > best_value {
            best_value = value;
            best = at + 1;
        }
    }
    ranked.truncate(best);
    ranked
}

impl RelationLinker for Learned {
    fn link_relations(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Link>, ComponentError> {
        let trained = resources.model::<Trained>(self.name())?;
        let ranked: Vec<(f64, String)> = match &trained.ranker {
            None => {
                let masked = Wording::of(question).masked();
                let scores = trained.text.scores(&masked);
                let scores = scores.iter().map(|score| f64::from(*score).clamp(0.0, 1.0));
                scores.zip(trained.text.labels().iter().cloned()).collect()
            }
            Some(ranker) => {
                let view = View {
                    text: &trained.text,
                    uses: &trained.uses,
                    own: None,
                    graph: self.kind == LearnedKind::RankedOnGraph,
                };
                view.candidates(question, resources)?
                    .into_iter()
                    .map(|(iri, row)| (ranker.probability(&row), iri))
                    .collect()
            }
        };
        let links = best_set(ranked).into_iter().map(|(chance, iri)| Link {
            span: None,
            candidates: vec![Candidate::new(iri, chance).because(Source::Model, "learned", chance)],
        });
        Ok(links.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_set_with_the_best_expected_f_score_is_given() {
        let ranked = |chances: &[f64]| -> usize {
            let named = chances.iter().enumerate();
            best_set(
                named
                    .map(|(at, chance)| (*chance, at.to_string()))
                    .collect(),
            )
            .len()
        };
        assert_eq!(ranked(&[0.9, 0.05]), 1);
        assert_eq!(ranked(&[0.5, 0.48]), 2);
        assert_eq!(ranked(&[0.9, 0.9, 0.9, 0.9, 0.9]), MOST);
        assert_eq!(ranked(&[]), 0);
    }
}
