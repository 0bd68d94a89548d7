//! `rl-text`, `rl-learned`, `rl-learned-graph`: learned from questions with queries.

mod view;

use lydite_model::random::SplitMix64;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use crate::annotation::{AnnotatedQuestion, Annotation, Candidate, Kind, Source};
use crate::component::{
    ComponentError, Cost, Described, Description, Link, Need, RelationLinker, Task, Trainable,
};
use crate::components::wording::Wording;
use crate::gold::Example;
use crate::learn::{Boosted, BoostedOptions, Folds, Grams, Matrix, TextOptions, TextRidge};
use crate::resources::{Model, Resources};
use view::{FEATURES, View};

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
