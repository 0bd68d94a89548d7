//! Writes the queries that a question may stand for.

use lydite_model::AnswerSet;
use rustc_hash::FxHashMap;

use super::{Answerer, COVERINGS, Part, answer_feature, cost_of, limits};
use crate::connect::{Paths, Tree, connect};
use crate::emit::emit;
use crate::question::Words;
use crate::reading::{Covering, Reading, correct, coverings, drop_opening, readings};
use crate::sketch::{Sketch, draw};
use crate::training::Described;

/// How many patterns are written for each way to read a question.
const TREES: usize = 5;

/// By how much a query over a data cube that accounts for all words is ahead of others.
const CUBE: f32 = 2.0;

/// A query that was written for a question.
pub(super) struct Written {
    pub(super) text: String,
    pub(super) score: f32,
    /// What was learned adds to the score.
    weight: f32,
    pub(super) covering: usize,
    pub(super) sketch: usize,
    pub(super) constant: bool,
    /// The properties by which superlatives order that do not name one.
    pub(super) measures: Vec<u32>,
    /// Whether it was written by a component that accounts for all words by itself.
    pub(super) whole: bool,
}

/// The properties by which superlatives order that do not name one.
fn measures(sketch: &Sketch, tree: &Tree) -> Vec<u32> {
    let fragments = sketch.fragments.iter().enumerate();
    let implied = fragments.filter(|(_, fragment)| fragment.extreme.is_some() && fragment.implied);
    let edges = implied.filter_map(|(at, _)| {
        let mut edges = tree.edges.iter();
        edges.find(|edge| edge.fragment == Some(at))?.relation
    });
    edges.collect()
}

impl Answerer {
    /// The queries that are written for a question, at most so many: what they give, their scores without
    /// weights, and their features.
    pub(crate) fn described(
        &self,
        question: &str,
        most: usize,
    ) -> Vec<(AnswerSet, f32, Vec<String>)> {
        let mut words = Words::of(question);
        drop_opening(&mut words);
        correct(&mut words, &self.lexicon);
        let readings = readings(&words, &self.lexicon);
        let coverings = coverings(&words, &readings, COVERINGS);
        let (mut written, _) = self.write(&words, &readings, &coverings);
        written.truncate(most);
        let limits = limits();
        let mut found = Vec::new();
        for query in written {
            let Some(value) = self.value_of(&query.text, &limits) else {
                continue;
            };
            let covering = &coverings[query.covering];
            let described = Described::new(&words, &self.lexicon, &readings, covering);
            let mut features = described.features(&query.text);
            features.push(answer_feature(&value).to_owned());
            let score = query.score - query.weight - cost_of(&value);
            found.push((AnswerSet::from(&value), score, features));
        }
        found
    }

    /// Writes the queries that a question may stand for, the best first.
    pub(super) fn write(
        &self,
        words: &Words,
        readings: &[Reading],
        coverings: &[Covering],
    ) -> (Vec<Written>, Vec<Sketch>) {
        let mut sketches: Vec<Sketch> = Vec::new();
        let mut written: FxHashMap<String, Written> = FxHashMap::default();
        let mut paths = Paths::new(&self.lexicon);
        for (at, covering) in coverings.iter().enumerate() {
            for sketch in draw(words, &self.lexicon, readings, covering) {
                // The best coverings come first: what is left out is less likely.
                if paths.is_weary() && !written.is_empty() {
                    break;
                }
                for tree in connect(words, &self.lexicon, &mut paths, &sketch, TREES) {
                    let Some(emitted) = emit(words, &self.lexicon, &sketch, &tree) else {
                        continue;
                    };
                    let score = sketch.score + tree.score - emitted.penalty;
                    let entry = written
                        .entry(emitted.text.clone())
                        .or_insert_with(|| Written {
                            text: emitted.text,
                            score: f32::MIN,
                            weight: 0.0,
                            covering: at,
                            sketch: sketches.len(),
                            constant: emitted.constant,
                            measures: measures(&sketch, &tree),
                            whole: false,
                        });
                    if score > entry.score {
                        entry.score = score;
                        entry.covering = at;
                        entry.sketch = sketches.len();
                    }
                }
                sketches.push(sketch);
            }
        }
        let mut written: Vec<Written> = written.into_values().collect();
        if self.lexicon.taught.weighs() {
            self.weigh(words, readings, coverings, &mut written);
        }
        let of_cubes = (!self.left_out.has(Part::Cubes)).then(|| self.cubes.query(words));
        if let Some(text) = of_cubes.flatten() {
            let best = written.iter().map(|query| query.score).fold(0.0, f32::max);
            written.push(Written {
                text,
                score: best + CUBE,
                weight: 0.0,
                covering: 0,
                sketch: 0,
                constant: false,
                measures: Vec::new(),
                whole: true,
            });
        }
        written.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.text.cmp(&b.text)));
        (written, sketches)
    }

    /// Adds what was learned to the scores of queries.
    fn weigh(
        &self,
        words: &Words,
        readings: &[Reading],
        coverings: &[Covering],
        written: &mut [Written],
    ) {
        let described: Vec<Described<'_>> = coverings
            .iter()
            .map(|covering| Described::new(words, &self.lexicon, readings, covering))
            .collect();
        for query in written {
            let features = described[query.covering].features(&query.text);
            query.weight = self.lexicon.taught.weight(&features);
            query.score += query.weight;
        }
    }
}
