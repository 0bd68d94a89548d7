//! `cl-ranked`: candidates of lexicon and text model, ranked by what was learned.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::lexicon::called;
use super::spans::stretches;
use crate::annotation::{AnnotatedQuestion, Candidate, Kind, Source, Span};
use crate::component::{
    ClassLinker, ComponentError, Cost, Described, Description, Link, Need, Task, Trainable,
};
use crate::gold::Example;
use crate::knowledge::synonyms;
use crate::learn::{Boosted, BoostedOptions, Folds, LearnError, Matrix, TextOptions, TextRidge};
use crate::resources::{Model, Resources};

const NAME: &str = "cl-ranked";

/// Fewer questions teach nothing.
const FEWEST: usize = 20;

/// How many classes the text model proposes.
const PROPOSED: usize = 8;

/// λ of the text model.
const PENALTY: f64 = 1.0;

/// How many features a candidate has.
const FEATURES: usize = 12;

const TREES: BoostedOptions = BoostedOptions {
    trees: 150,
    leaves: 12,
    rate: 0.08,
    leaf: 15,
    penalty: 2.0,
    features: 0.8,
    sample: 1.0,
    bins: 64,
    seed: 7,
};

/// Ranks classes that words call and that similar questions asked for.
pub struct Ranked;

#[derive(Serialize, Deserialize)]
struct Learned {
    text: TextRidge,
    trees: Boosted,
    /// How often each class was asked for.
    uses: FxHashMap<String, u32>,
    threshold: f64,
}

impl Described for Ranked {
    fn description(&self) -> Description {
        Description::new(
            NAME,
            Task::LinkClasses,
            "Classes that words call by label, phrase or synonym, and those of similar questions by ridge regression over n-grams, ranked by boosted trees; those that are likely enough",
        )
        .needs(&[Need::Labels, Need::Lexicon, Need::Training])
        .cost(Cost::Milliseconds)
    }

    fn trainer(&self) -> Option<&dyn Trainable> {
        Some(self)
    }
}

struct Scored {
    iri: String,
    span: Option<Span>,
    features: [f64; FEATURES],
}

impl ClassLinker for Ranked {
    fn link_classes(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Link>, ComponentError> {
        let learned = resources.model::<Learned>(NAME)?;
        let masked = masked(question);
        let scores = learned.text.scores(&masked);
        let proposed = proposals(learned.text.labels(), &scores);
        let mut found: Vec<(f64, Scored)> =
            candidates(question, resources, &proposed, &learned.uses)
                .into_iter()
                .map(|scored| (learned.trees.decision(&scored.features), scored))
                .collect();
        found.sort_by(|(a, x), (b, y)| b.total_cmp(a).then(x.iri.cmp(&y.iri)));
        let links = found
            .into_iter()
            .filter(|(score, _)| *score > learned.threshold)
            .map(|(score, scored)| {
                let probability = 1.0 / (1.0 + (-score).exp());
                Link {
                    span: scored.span,
                    candidates: vec![
                        Candidate::new(scored.iri, probability)
                            .because(Source::Model, "log-odds", score)
                            .because(Source::Model, "text model", scored.features[0]),
                    ],
                }
            });
        Ok(links.collect())
    }
}

/// The question with a mark in the place of every entity, so that names do not stand for classes.
fn masked(question: &AnnotatedQuestion) -> String {
    let mut spans: Vec<Span> = question.of(Kind::Entity).filter_map(|a| a.span).collect();
    spans.sort_unstable();
    let text = question.text();
    let mut masked = String::with_capacity(text.len());
    let mut at = 0;
    for span in spans {
        if span.start < at {
            continue;
        }
        masked.push_str(text.get(at..span.start).unwrap_or_default());
        masked.push_str("ENTITY");
        at = span.end;
    }
    masked.push_str(text.get(at..).unwrap_or_default());
    masked
}

/// The classes that the text model finds most likely, with score and rank.
fn proposals(labels: &[String], scores: &[f32]) -> Vec<(String, f64)> {
    let mut order: Vec<usize> = (0..labels.len()).collect();
    order.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]).then(a.cmp(b)));
    order
        .into_iter()
        .take(PROPOSED)
        .map(|at| (labels[at].clone(), f64::from(scores[at])))
        .collect()
}

fn candidates(
    question: &AnnotatedQuestion,
    resources: &Resources,
    proposed: &[(String, f64)],
    uses: &FxHashMap<String, u32>,
) -> Vec<Scored> {
    let mut found: FxHashMap<String, Scored> = FxHashMap::default();
    for (rank, (iri, score)) in proposed.iter().enumerate() {
        let mut features = [0.0; FEATURES];
        features[0] = *score;
        features[1] = 1.0 / (rank + 1) as f64;
        let scored = Scored {
            iri: iri.clone(),
            span: None,
            features,
        };
        found.insert(iri.clone(), scored);
    }
    let total = question.text().len().max(1) as f64;
    let mut note = |iri: &str, span: Span, kind: usize, weight: f64, words: f64| {
        let scored = found.entry(iri.to_owned()).or_insert_with(|| Scored {
            iri: iri.to_owned(),
            span: None,
            features: [0.0; FEATURES],
        });
        let features = &mut scored.features;
        if weight > features[kind] {
            features[kind] = weight;
            features[5] = span.start as f64 / total;
            features[6] = words;
            scored.span = Some(span);
        }
    };
    for stretch in stretches(question) {
        let words = stretch.text.split(' ').count() as f64;
        for candidate in called(resources, &stretch.text) {
            let by_label = candidate.score >= 1.0;
            let kind = if by_label { 2 } else { 3 };
            note(&candidate.value, stretch.span, kind, words, words);
        }
        if words == 1.0 {
            let root = crate::fold::singular(&stretch.text);
            for (other, closeness) in synonyms::related(&root) {
                for class in resources.classes().called(other) {
                    note(&class.iri, stretch.span, 4, f64::from(closeness), words);
                }
            }
        }
    }
    let first = found
        .values()
        .filter_map(|scored| scored.span)
        .map(|span| span.start)
        .min();
    let mut found: Vec<Scored> = found.into_values().collect();
    for scored in &mut found {
        let class = resources.classes().get(&scored.iri);
        let span = scored.span;
        let features = &mut scored.features;
        features[7] = f64::from(uses.get(&scored.iri).copied().unwrap_or(0)).ln_1p();
        features[8] = class.map_or(0.0, |class| (class.uses as f64).ln_1p());
        features[9] = f64::from(u8::from(span.is_some() && span.map(|s| s.start) == first));
        features[10] = f64::from(u8::from(class.is_none()));
        let before = span.map(|span| question.text().get(..span.start).unwrap_or_default());
        let asked = before.is_some_and(|before| {
            let last = before.trim_end().rsplit(' ').next().unwrap_or_default();
            ["which", "what", "many", "all", "the", "some", "other", "a"]
                .contains(&last.to_lowercase().as_str())
        });
        features[11] = f64::from(u8::from(asked));
    }
    found.sort_by(|a, b| a.iri.cmp(&b.iri));
    found
}

impl Trainable for Ranked {
    fn train(&self, examples: &[Example], resources: &Resources) -> Result<Model, ComponentError> {
        if examples.len() < FEWEST {
            return Err(ComponentError::TooFewExamples(format!(
                "{} questions, {FEWEST} are needed",
                examples.len()
            )));
        }
        let bad = |error: LearnError| ComponentError::TooFewExamples(error.to_string());
        let questions: Vec<AnnotatedQuestion> = examples
            .iter()
            .map(|example| crate::gold::with_gold_entities(example, resources))
            .collect();
        let texts: Vec<String> = questions.iter().map(masked).collect();
        let classes: Vec<Vec<String>> = examples
            .iter()
            .map(|example| example.gold.classes.clone())
            .collect();
        let mut uses: FxHashMap<String, u32> = FxHashMap::default();
        for class in classes.iter().flatten() {
            *uses.entry(class.clone()).or_default() += 1;
        }
        // The ranker has to see scores as they are on questions that the text model has not learned from.
        let options = TextOptions::default();
        let folds = Folds::in_order(examples.len(), 2).map_err(bad)?;
        let mut matrix = Matrix::new(FEATURES);
        let mut right = Vec::new();
        let mut of_question = Vec::new();
        for fold in 0..folds.count() {
            let trained = folds.trained(fold);
            let of = |at: &usize| texts[*at].as_str();
            let some: Vec<&str> = trained.iter().map(of).collect();
            let their: Vec<Vec<String>> = trained.iter().map(|at| classes[*at].clone()).collect();
            let text = TextRidge::fit(&some, &their, &options, PENALTY).map_err(bad)?;
            for at in folds.tested(fold) {
                let proposed = proposals(text.labels(), &text.scores(&texts[at]));
                for scored in candidates(&questions[at], resources, &proposed, &uses) {
                    matrix.push(&scored.features).map_err(bad)?;
                    right.push(examples[at].gold.classes.contains(&scored.iri));
                    of_question.push(at);
                }
            }
        }
        let trees = Boosted::fit(&matrix, &right, &TREES).map_err(bad)?;
        let scores: Vec<f64> = (0..right.len())
            .map(|row| trees.decision(matrix.row(row)))
            .collect();
        let threshold = threshold(&scores, &right, &of_question, &classes);
        let text = TextRidge::fit(&texts, &classes, &options, PENALTY).map_err(bad)?;
        Model::new(
            NAME,
            examples.len(),
            &Learned {
                text,
                trees,
                uses,
                threshold,
            },
        )
    }
}

/// The threshold with the best mean F1 over the questions with classes.
fn threshold(scores: &[f64], right: &[bool], of: &[usize], classes: &[Vec<String>]) -> f64 {
    let mut best = (f64::MIN, 0.0);
    for step in -15..=10 {
        let threshold = f64::from(step) * 0.2;
        let mut counts: FxHashMap<usize, (usize, usize)> = FxHashMap::default();
        for row in 0..scores.len() {
            if scores[row] > threshold {
                let count = counts.entry(of[row]).or_default();
                count.0 += usize::from(right[row]);
                count.1 += 1;
            }
        }
        let sum: f64 = classes
            .iter()
            .enumerate()
            .filter(|(_, gold)| !gold.is_empty())
            .map(|(at, gold)| {
                let (hits, found) = counts.get(&at).copied().unwrap_or_default();
                2.0 * hits as f64 / (found + gold.len()) as f64
            })
            .sum();
        if sum > best.0 {
            best = (sum, threshold);
        }
    }
    best.1
}
