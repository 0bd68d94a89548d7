//! `qb-learned` and `qb-learned-probe`: all small queries, ranked by what was learned from questions with queries.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::probe::given_of;
use super::shape::{End, Fact, Form, Given, Shape, key_of_query, shapes};
use crate::annotation::{AnnotatedQuestion, Annotation, Candidate, Kind, Source};
use crate::component::{
    ComponentError, Cost, Described, Description, Need, QueryBuilder, Task, Trainable,
};
use crate::components::relations::property_index::{Fit, PropertyIndex};
use crate::components::relations::with_gold;
use crate::components::wording::Wording;
use crate::gold::Example;
use crate::learn::{Boosted, BoostedOptions, Folds, Grams, Matrix, TextOptions, TextRidge};
use crate::resources::{Model, Resources};

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

/// The words for the shape model: beside entities, the places of properties and classes are marked too.
fn shape_text(wording: &Wording<'_>, places: &Places) -> String {
    let mut text = wording.masked();
    let marked: Vec<String> = (0..wording.words.len())
        .map(|at| {
            let word = &wording.words[at];
            if !wording.is_free(at) {
                return if word.is_punctuation() {
                    String::new()
                } else {
                    "ent_".to_owned()
                };
            }
            let property = places
                .properties
                .iter()
                .position(|fit| fit.is_some_and(|fit| (fit.first..fit.end).contains(&at)));
            match (property, places.classes.contains(&Some(at))) {
                (Some(_), _) => "rel_".to_owned(),
                (None, true) => "class_".to_owned(),
                _ => word.lower.clone(),
            }
        })
        .collect();
    let mut before = "";
    text.push_str(" | ");
    for word in &marked {
        if word != before || !word.ends_with('_') {
            text.push_str(word);
            text.push(' ');
        }
        before = word;
    }
    text
}

/// Where the given properties and classes stand in the question.
struct Places {
    properties: Vec<Option<Fit>>,
    classes: Vec<Option<usize>>,
}

impl Places {
    fn of(wording: &Wording<'_>, given: &Given, resources: &Resources) -> Self {
        let index = resources.derived(PropertyIndex::new);
        let fits = index.fits(wording);
        let properties = given
            .properties
            .iter()
            .map(|iri| {
                let number = resources.properties().number(iri)? as u32;
                let at = fits
                    .binary_search_by_key(&number, |fit| fit.property)
                    .ok()?;
                (fits[at].related >= 0.3).then_some(fits[at])
            })
            .collect();
        let classes = given
            .classes
            .iter()
            .map(|iri| {
                let label = crate::fold::identifier_words(&crate::fold::local_name(iri));
                let last = crate::fold::fold(label.last()?);
                let stem = lydite_language::stem(&last, lydite_language::Lang::En);
                (0..wording.words.len())
                    .find(|at| wording.is_free(*at) && wording.words[*at].stem == stem)
            })
            .collect();
        Self {
            properties,
            classes,
        }
    }
}

/// What the ranker sees of a question.
struct View<'a> {
    wording: &'a Wording<'a>,
    given: &'a Given,
    places: &'a Places,
    scores: FxHashMap<String, (usize, f64)>,
    habits: &'a Habits,
    own: Habits,
}

impl View<'_> {
    fn entity_place(&self, at: usize) -> Option<usize> {
        let iri = &self.given.entities[at];
        let named = self
            .wording
            .entities
            .iter()
            .find(|named| named.iri == *iri)?;
        named.words.as_ref().map(|words| words.start)
    }

    fn row(&self, shape: &Shape) -> [f64; FEATURES] {
        let signature = shape.signature();
        let (rank, score) = self
            .scores
            .get(&signature)
            .copied()
            .unwrap_or((99, f64::NAN));
        let own_shape = self.own.shapes.get(&signature).copied().unwrap_or_default();
        let seen = self
            .habits
            .shapes
            .get(&signature)
            .copied()
            .unwrap_or_default();
        let seen = f64::from(seen.saturating_sub(own_shape));
        let mut row = [f64::NAN; FEATURES];
        row[0] = score;
        row[1] = rank as f64;
        row[2] = seen.ln_1p();
        row[3] = shape.facts.len() as f64;
        row[4] = match shape.form {
            Form::Select => 0.0,
            Form::Count => 1.0,
            Form::Ask => 2.0,
        };
        row[5] = self.given.entities.len() as f64;
        row[6] = self.given.properties.len() as f64;
        row[7] = match &shape.class {
            None => 0.0,
            Some((End::Asked, _)) => 1.0,
            Some(_) => 2.0,
        };
        row[8] = f64::from(u8::from(is_chain(shape)));
        row[9] = f64::from(u8::from(
            matches!(&shape.facts[..], [one, other] if one.property == other.property),
        ));
        let mut habit_sum = 0.0;
        for (at, fact) in shape.facts.iter().enumerate().take(2) {
            let property = &self.given.properties[fact.property];
            let (subject, near) = direction(fact);
            let (table, own) = if near {
                (&self.habits.near, &self.own.near)
            } else {
                (&self.habits.far, &self.own.far)
            };
            let other_table = if near {
                &self.habits.far
            } else {
                &self.habits.near
            };
            let own_counts = own.get(property).copied().unwrap_or_default();
            // What is not known of one step, the other step may tell.
            let other = share(other_table.get(property).copied(), [0, 0], 0.5);
            let prior = if near { 0.3 * 0.5 + 0.7 * other } else { other };
            let own_other = if near { &self.own.far } else { &self.own.near };
            let prior = match own_other.get(property) {
                Some(counts) => share(other_table.get(property).copied(), *counts, 0.5),
                None => prior,
            };
            let as_subject = share(table.get(property).copied(), own_counts, prior);
            let habit = if subject {
                as_subject
            } else {
                1.0 - as_subject
            };
            habit_sum += habit.max(1e-3).ln();
            let count = table.get(property).copied().unwrap_or_default();
            let count = (count[0] + count[1]).saturating_sub(own_counts[0] + own_counts[1]);
            let base = 10 + at * 9;
            row[base] = habit;
            row[base + 1] = f64::from(count).ln_1p();
            row[base + 2] = f64::from(u8::from(subject));
            let own_hops = self.own.hops.get(property).copied().unwrap_or_default();
            let first = share(self.habits.hops.get(property).copied(), own_hops, 0.5);
            row[base + 3] = if near { first } else { 1.0 - first };
            let place = self.places.properties[fact.property];
            let entity = match (&fact.subject, &fact.object) {
                (End::Entity(at), _) | (_, End::Entity(at)) => self.entity_place(*at),
                _ => shape
                    .facts
                    .iter()
                    .find_map(|fact| match (&fact.subject, &fact.object) {
                        (End::Entity(at), _) | (_, End::Entity(at)) => self.entity_place(*at),
                        _ => None,
                    }),
            };
            if let Some(fit) = place {
                let follows = self
                    .wording
                    .words
                    .get(fit.end)
                    .map_or("", |word| word.lower.as_str());
                row[base + 4] = match follows {
                    "of" => 1.0,
                    "by" => 2.0,
                    "in" | "at" | "on" => 3.0,
                    "to" | "for" | "from" | "with" => 4.0,
                    "is" | "are" | "was" | "were" => 5.0,
                    _ => 0.0,
                };
                row[base + 5] = fit.first as f64;
                row[base + 6] = tag_class(self.wording, fit.end.saturating_sub(1));
                row[base + 7] = fit.exact;
                if let Some(entity) = entity {
                    row[base + 8] = entity as f64 - fit.first as f64;
                }
            }
        }
        row[28] = habit_sum;
        let distance = |at: usize| row[10 + at * 9 + 8].abs();
        row[29] = distance(0) - distance(1);
        row[30] = row[15] - row[24];
        let ends: Vec<usize> = shape
            .facts
            .iter()
            .flat_map(|fact| [&fact.subject, &fact.object])
            .filter_map(|end| match end {
                End::Entity(at) => self.entity_place(*at),
                _ => None,
            })
            .collect();
        if let [one, other, ..] = ends[..] {
            row[31] = one as f64 - other as f64;
        }
        row[32] = self.wording.words.len() as f64;
        row[33] = first_word(self.wording);
        if let Some(Some(class)) = self.places.classes.first() {
            row[34] = *class as f64;
            row[35] = *class as f64 - row[15];
            row[36] = *class as f64 - row[24];
        }
        row[37] = ends.first().map_or(f64::NAN, |place| *place as f64);
        row[38] = row[13] + row[22];
        row[39] = row[10] * if row[19].is_nan() { 1.0 } else { row[19] };
        row
    }
}

fn tag_class(wording: &Wording<'_>, at: usize) -> f64 {
    let tag = wording.words.get(at).map(|word| format!("{:?}", word.tag));
    match tag.as_deref() {
        Some("NN") => 1.0,
        Some("NNS") => 2.0,
        Some("VBN") => 3.0,
        Some("VBD") => 4.0,
        Some(tag) if tag.starts_with("VB") => 5.0,
        Some(tag) if tag.starts_with("JJ") => 6.0,
        _ => 0.0,
    }
}

fn first_word(wording: &Wording<'_>) -> f64 {
    const FIRST: &[&str] = &[
        "who", "whom", "whose", "what", "which", "where", "when", "how", "name", "list", "give",
        "count", "is", "was", "does", "did", "in", "to",
    ];
    let first = wording.words.first().map_or("", |word| word.lower.as_str());
    FIRST
        .iter()
        .position(|known| *known == first)
        .map_or(0.0, |at| at as f64 + 1.0)
}

fn scores(model: &TextRidge, text: &str) -> FxHashMap<String, (usize, f64)> {
    let mut scored: Vec<(f32, &String)> =
        model.scores(text).into_iter().zip(model.labels()).collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    let ranked = scored.into_iter().enumerate();
    ranked
        .map(|(rank, (score, label))| (label.clone(), (rank, f64::from(score))))
        .collect()
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
