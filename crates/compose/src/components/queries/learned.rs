//! `qb-learned` and `qb-learned-probe`: all small queries, ranked by what was learned from questions with queries.

mod view;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::probe::given_of;
use super::shape::{End, Fact, Form, Given, Shape, key_of_query, shapes};
use crate::annotation::{AnnotatedQuestion, Annotation, Candidate, Kind, Source};
use crate::component::{
    ComponentError, Cost, Described, Description, Need, QueryBuilder, Task, Trainable,
};
use crate::components::relations::with_gold;
use crate::components::wording::Wording;
use crate::gold::Example;
use crate::learn::{Boosted, BoostedOptions, Folds, Grams, Matrix, TextOptions, TextRidge};
use crate::resources::{Model, Resources};
use view::{Places, View, scores, shape_text};

/// How many queries are given.
const MOST: usize = 10;

/// In how many parts training questions are divided.
const FOLDS: usize = 4;

/// How many features a query has.
const FEATURES: usize = 40;

/// Ranks small queries by a learned model, with or without probing the graph.
pub struct Learned {
    probes: bool,
}

impl Learned {
    /// Without a graph.
    pub fn without_graph() -> Self {
        Self { probes: false }
    }

    /// Those that hold in the graph first.
    pub fn probing() -> Self {
        Self { probes: true }
    }

    fn name(&self) -> &'static str {
        if self.probes {
            "qb-learned-probe"
        } else {
            "qb-learned"
        }
    }
}

impl Described for Learned {
    fn description(&self) -> Description {
        let (about, needs): (&str, &[Need]) = if self.probes {
            (
                "All small queries around the entities, ranked by boosted trees over the shape that the words suggest, the usual direction of each property and the places of words; those that hold in the graph first",
                &[Need::Training, Need::Links, Need::Graph],
            )
        } else {
            (
                "All small queries around the entities, ranked by boosted trees over the shape that the words suggest, the usual direction of each property and the places of words",
                &[Need::Training, Need::Links],
            )
        };
        Description::new(self.name(), Task::BuildQueries, about)
            .needs(needs)
            .cost(Cost::Milliseconds)
            .reference("linking.md §4, ScoredProbe")
    }

    fn trainer(&self) -> Option<&dyn Trainable> {
        Some(self)
    }
}

/// How often properties were used in which way.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Habits {
    /// By property: how often what is known was subject, how often object, in the first step.
    near: FxHashMap<String, [u32; 2]>,
    /// The same in the second step.
    far: FxHashMap<String, [u32; 2]>,
    /// By property: how often it was the first of two steps, how often the second.
    hops: FxHashMap<String, [u32; 2]>,
    /// By shape.
    shapes: FxHashMap<String, u32>,
    questions: u32,
}

/// The share of the first, drawn towards `prior` where little was seen.
fn share(counts: Option<[u32; 2]>, own: [u32; 2], prior: f64) -> f64 {
    let counts = counts.unwrap_or_default();
    let yes = f64::from(counts[0].saturating_sub(own[0]));
    let no = f64::from(counts[1].saturating_sub(own[1]));
    (yes + 2.0 * prior) / (yes + no + 2.0)
}

/// Whether what is known is the subject of a fact, and which step it is.
fn direction(fact: &Fact) -> (bool, bool) {
    match (&fact.subject, &fact.object) {
        (End::Entity(_), _) => (true, true),
        (_, End::Entity(_)) => (false, true),
        (End::Between, _) => (true, false),
        _ => (false, false),
    }
}

impl Habits {
    fn note(&mut self, shape: &Shape, given: &Given) {
        self.questions += 1;
        *self.shapes.entry(shape.signature()).or_default() += 1;
        let chain = is_chain(shape);
        for fact in &shape.facts {
            let property = given.properties[fact.property].clone();
            let (subject, near) = direction(fact);
            let table = if near { &mut self.near } else { &mut self.far };
            table.entry(property.clone()).or_default()[usize::from(!subject)] += 1;
            if chain {
                self.hops.entry(property).or_default()[usize::from(!near)] += 1;
            }
        }
    }

    /// What a shape itself added, to be taken off while it is learned from.
    fn own(gold: Option<(&Shape, &Given)>) -> Self {
        let mut own = Self::default();
        if let Some((shape, given)) = gold {
            own.note(shape, given);
        }
        own
    }
}

fn is_chain(shape: &Shape) -> bool {
    let between = |fact: &Fact| fact.subject == End::Between || fact.object == End::Between;
    shape.facts.len() == 2 && shape.facts.iter().all(between)
}

/// What is learned.
#[derive(Serialize, Deserialize)]
struct Trained {
    shapes: TextRidge,
    habits: Habits,
    ranker: Boosted,
}

/// A question with the IRIs of its query, and which of the small queries it is.
struct Case {
    question: AnnotatedQuestion,
    given: Given,
    candidates: Vec<Shape>,
    right: Option<usize>,
}

fn case(example: &Example) -> Case {
    let mut question = with_gold(example);
    for (kind, iris) in [
        (Kind::Relation, &example.gold.relations),
        (Kind::Class, &example.gold.classes),
    ] {
        for iri in iris {
            question.add(Annotation {
                kind,
                span: None,
                candidates: vec![Candidate::new(iri, 1.0)],
                component: "gold".to_owned(),
            });
        }
    }
    let wording = Wording::of(&question);
    let given = given_of(&question, &wording);
    let candidates = candidates(Form::from(wording.asks()), &given);
    let gold = key_of_query(&example.gold.query);
    let right = gold.and_then(|gold| {
        candidates
            .iter()
            .position(|shape| shape.key(&given) == gold)
    });
    Case {
        question,
        given,
        candidates,
        right,
    }
}

fn candidates(form: Form, given: &Given) -> Vec<Shape> {
    let found = shapes(form, given);
    if found.is_empty() && form == Form::Ask {
        return shapes(Form::Select, given);
    }
    found
}

fn shape_model<T: AsRef<str>>(
    texts: &[T],
    labels: &[Vec<String>],
) -> Result<TextRidge, ComponentError> {
    let options = TextOptions {
        grams: vec![Grams::Words(1, 3), Grams::Characters(3, 4)],
        least: if texts.len() < 50 { 1 } else { 2 },
        sublinear: true,
    };
    TextRidge::fit(texts, labels, &options, 1.0).map_err(ComponentError::from)
}

impl Trainable for Learned {
    fn train(&self, examples: &[Example], resources: &Resources) -> Result<Model, ComponentError> {
        let cases: Vec<Case> = examples.iter().map(case).collect();
        let cases: Vec<&Case> = cases.iter().filter(|case| case.right.is_some()).collect();
        let gold = |case: &Case| case.right.map(|at| case.candidates[at].clone());
        let mut habits = Habits::default();
        let mut texts = Vec::new();
        let mut labels = Vec::new();
        for case in &cases {
            if let Some(shape) = gold(case) {
                habits.note(&shape, &case.given);
                labels.push(vec![shape.signature()]);
            }
            let wording = Wording::of(&case.question);
            let places = Places::of(&wording, &case.given, resources);
            texts.push(shape_text(&wording, &places));
        }
        let folds = Folds::shuffled(cases.len(), FOLDS, 1)?;
        let mut rows = Matrix::new(FEATURES);
        let mut classes = Vec::new();
        for fold in 0..folds.count() {
            let trained = folds.trained(fold);
            let fold_texts: Vec<&String> = trained.iter().map(|at| &texts[*at]).collect();
            let fold_labels: Vec<Vec<String>> =
                trained.iter().map(|at| labels[*at].clone()).collect();
            let model = shape_model(&fold_texts, &fold_labels)?;
            for at in folds.tested(fold) {
                let case = cases[at];
                let wording = Wording::of(&case.question);
                let places = Places::of(&wording, &case.given, resources);
                let shape = gold(case);
                let view = View {
                    wording: &wording,
                    given: &case.given,
                    places: &places,
                    scores: scores(&model, &texts[at]),
                    habits: &habits,
                    own: Habits::own(shape.as_ref().map(|shape| (shape, &case.given))),
                };
                for (number, shape) in case.candidates.iter().enumerate() {
                    rows.push(&view.row(shape))?;
                    classes.push(case.right == Some(number));
                }
            }
        }
        let options = BoostedOptions {
            trees: 350,
            leaves: 20,
            rate: 0.05,
            leaf: 20,
            penalty: 2.0,
            features: 0.6,
            sample: 0.8,
            bins: 64,
            seed: 3,
        };
        let ranker = Boosted::fit(&rows, &classes, &options)?;
        let trained = Trained {
            shapes: shape_model(&texts, &labels)?,
            habits,
            ranker,
        };
        Model::new(self.name(), cases.len(), &trained)
    }
}

impl QueryBuilder for Learned {
    fn build(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Candidate>, ComponentError> {
        let trained = resources.model::<Trained>(self.name())?;
        let wording = Wording::of(question);
        let given = given_of(question, &wording);
        let found = candidates(Form::from(wording.asks()), &given);
        if found.is_empty() {
            return Ok(Vec::new());
        }
        let places = Places::of(&wording, &given, resources);
        let view = View {
            wording: &wording,
            given: &given,
            places: &places,
            scores: scores(&trained.shapes, &shape_text(&wording, &places)),
            habits: &trained.habits,
            own: Habits::default(),
        };
        let mut ranked: Vec<(bool, f64, Shape)> = found
            .into_iter()
            .map(|shape| {
                let holds = self.probes && resources.holds(&shape.probe(&given));
                (holds, trained.ranker.decision(&view.row(&shape)), shape)
            })
            .collect();
        ranked.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)));
        ranked.truncate(MOST);
        Ok(ranked
            .into_iter()
            .map(|(holds, score, shape)| {
                let candidate = Candidate::new(shape.sparql(&given), score).because(
                    Source::Model,
                    shape.signature(),
                    score,
                );
                if holds {
                    candidate.because(Source::Graph, "holds in the graph", 1.0)
                } else {
                    candidate
                }
            })
            .collect())
    }
}
