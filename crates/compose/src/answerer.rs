//! Answers questions over one graph.

use std::sync::Arc;
use std::time::{Duration, Instant};

use lydite_graph::{GraphError, KnowledgeGraph, Limits, Value};
use lydite_language::Lang;
use lydite_model::AnswerSet;
use lydite_sparql::{Dialect, parse};
use rustc_hash::FxHashMap;

use crate::answered::{Abstention, Answered, Candidate, Timings};
use crate::confidence::Evidence;
use crate::connect::{Paths, connect};
use crate::cube::Cubes;
use crate::emit::emit;
use crate::hybrid;
use crate::lexicon::Lexicon;
use crate::pipeline::Pipeline;
use crate::question::Words;
use crate::reading::{Covering, Reading, correct, coverings, drop_opening, readings};
use crate::sketch::{Form, Sketch, draw};
use crate::trace;
use crate::training::{Described, Model, Taught, of_answer};
use crate::translate;

/// How many ways to read a question are followed up.
const COVERINGS: usize = 16;

/// How many patterns are written for each of them.
const TREES: usize = 5;

/// How many queries are run at most.
const RUNS: usize = 12;

/// By how much a query over a data cube that accounts for all words is ahead of others.
const CUBE: f32 = 2.0;

/// What an empty answer, the count 0 and the answer *no* cost a query: most questions have answers.
const EMPTY: f32 = 1.0;
const ZERO: f32 = 0.6;
const NO: f32 = 0.35;

/// Answers questions over one graph, whose lexicon it holds.
///
/// ```
/// use std::sync::Arc;
/// use lydite_compose::{Answerer, Pipeline};
/// use lydite_graph::Embedded;
///
/// let lakes = br#"
/// @prefix : <http://lakes/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
/// :Vattern a :Lake ; rdfs:label "Vattern" ; :depth_m 128 .
/// :Saimaa a :Lake ; rdfs:label "Saimaa" ; :depth_m 82 .
/// "#;
/// let graph = Arc::new(Embedded::from_bytes("lakes.ttl", lakes.to_vec())?);
/// let answerer = Answerer::new(graph)?;
/// let answered = answerer.ask("Which lake is the deepest?", &Pipeline::default());
/// let answers = answered.answers.unwrap();
/// let deepest = answers.as_table().unwrap().terms().next().unwrap();
/// assert_eq!(deepest.value(), "http://lakes/Vattern");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Answerer {
    graph: Arc<dyn KnowledgeGraph>,
    lexicon: Lexicon,
    cubes: Cubes,
}

/// A query that was written for a question.
struct Written {
    text: String,
    score: f32,
    /// What was learned adds to the score.
    weight: f32,
    covering: usize,
    sketch: usize,
    constant: bool,
    /// Whether it was written by a component that accounts for all words by itself.
    whole: bool,
}

impl Answerer {
    /// Reads the lexicon of a graph.
    ///
    /// # Errors
    /// If the graph cannot be read.
    pub fn new(graph: Arc<dyn KnowledgeGraph>) -> Result<Self, GraphError> {
        let limits = Limits::default()
            .with_rows(50_000_000)
            .with_time(Duration::from_secs(600))
            .with_memory(16 << 30);
        let lexicon = Lexicon::read(graph.as_ref(), &limits)?;
        // Tables and tagger are unpacked now, not with the first question.
        let _ = readings(&Words::of("which"), &lexicon);
        let cubes = Cubes::read(&lexicon.facts);
        Ok(Self {
            graph,
            lexicon,
            cubes,
        })
    }

    /// The same with what was learned from questions and their queries; what was learned before is forgotten.
    #[must_use]
    pub fn with_model(mut self, model: &Model) -> Self {
        self.lexicon.taught = Taught::new(model, &self.lexicon);
        self
    }

    /// What the graph is about, in words.
    pub(crate) fn lexicon(&self) -> &Lexicon {
        &self.lexicon
    }

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
    fn write(
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
        if let Some(text) = self.cubes.query(words) {
            let best = written.iter().map(|query| query.score).fold(0.0, f32::max);
            written.push(Written {
                text,
                score: best + CUBE,
                weight: 0.0,
                covering: 0,
                sketch: 0,
                constant: false,
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

    fn value_of(&self, query: &str, limits: &Limits) -> Option<Value> {
        let parsed = parse(query, &Dialect::strict()).ok()?;
        let results = self.graph.query(&parsed, limits).ok()?;
        Some(results.value)
    }

    /// Answers a question in the language that it seems to be in.
    pub fn ask(&self, question: &str, pipeline: &Pipeline) -> Answered {
        self.ask_in(question, translate::language(question), pipeline)
    }

    /// Answers a question in a language.
    pub fn ask_in(&self, question: &str, lang: Lang, pipeline: &Pipeline) -> Answered {
        self.answer(question, lang, pipeline, true)
    }

    /// Answers a question; parts of it may be answered from texts first.
    fn answer(&self, question: &str, lang: Lang, pipeline: &Pipeline, texts: bool) -> Answered {
        let started = Instant::now();
        let translation = translate::translate(question, lang, &self.lexicon);
        let mut words = match &translation {
            Some(translation) => Words::translated(translation),
            None => Words::of(question),
        };
        drop_opening(&mut words);
        correct(&mut words, &self.lexicon);
        let readings = readings(&words, &self.lexicon);
        let linked = started.elapsed();
        let coverings = coverings(&words, &readings, COVERINGS);
        let (written, sketches) = self.write(&words, &readings, &coverings);
        let built = started.elapsed();
        let mut candidates = self.run(&written);
        let ran = started.elapsed();
        let timings = Timings {
            linking: linked,
            building: built - linked,
            running: ran - built,
        };
        let order = |a: &Candidate, b: &Candidate| b.adjusted.total_cmp(&a.adjusted);
        candidates.sort_by(order);
        let chosen = candidates
            .first()
            .map(|candidate| &written[candidate.written]);
        let mut abstained = self.abstention(question, &words, &coverings, chosen, pipeline);
        let mut trace = trace::trace(
            question,
            &words,
            &self.lexicon,
            &readings,
            &coverings,
            chosen.map(|chosen| chosen.covering),
        );
        trace.language = translation.as_ref().map(|_| lang.as_str());
        trace.english = translation.map(|translation| translation.text);
        let left_out = chosen.map_or(words.len(), |chosen| {
            coverings[chosen.covering].uncovered.len()
        });
        let not_run = written.get(candidates.len()).map(|next| next.score);
        let evidence = Evidence::of(&candidates, not_run, left_out, words.len());
        let mut candidates = candidates.into_iter();
        let best = candidates.next();
        let alternatives = candidates.collect();
        let unknown = chosen.and_then(|chosen| {
            let sketch = sketches.get(chosen.sketch).filter(|_| !chosen.whole)?;
            self.of_unknown(&words, coverings.get(chosen.covering)?, sketch)
        });
        let not_understood = matches!(abstained, Some(Abstention::NotUnderstood { .. }));
        let told = (texts && not_understood)
            .then(|| self.told_by_texts(&words, &readings, pipeline))
            .flatten();
        let (answers, query) = match best {
            _ if told.is_some() => {
                abstained = None;
                told.unwrap_or_default()
            }
            _ if abstained.is_some() && unknown.is_some() => {
                let (answers, query) = unknown.unwrap_or_default();
                abstained = None;
                (answers, query)
            }
            Some(best) if abstained.is_none() => (best.answers, Some(best.query)),
            Some(best) => (None, Some(best.query)),
            None => (None, None),
        };
        Answered {
            answers,
            query,
            confidence: evidence.probability(),
            evidence,
            abstained,
            alternatives,
            timings,
            trace,
        }
    }

    /// What texts tell where properties do not: of the things that are asked for, or of one on which the
    /// rest of the question bears.
    fn told_by_texts(
        &self,
        words: &Words,
        readings: &[Reading],
        pipeline: &Pipeline,
    ) -> Option<(Option<AnswerSet>, Option<String>)> {
        if let Some(told) = hybrid::told(words, &self.lexicon, readings) {
            let parsed = parse(&told.query, &Dialect::strict()).ok()?;
            let limits = Limits::default().with_time(Duration::from_millis(500));
            let results = self.graph.query(&parsed, &limits).ok()?;
            let empty = cost_of(&results.value) > 0.0;
            return (!empty).then(|| (Some(AnswerSet::from(&results.value)), Some(told.query)));
        }
        let question = hybrid::named(words, &self.lexicon, readings)?;
        let answered = self.answer(&question, Lang::En, pipeline, false);
        let found = answered.abstained.is_none() && answered.answers.is_some();
        found.then_some((answered.answers, answered.query))
    }

    /// What can be said about something that the graph does not know: nothing is, and there are none.
    fn of_unknown(
        &self,
        words: &Words,
        covering: &Covering,
        sketch: &Sketch,
    ) -> Option<(Option<AnswerSet>, Option<String>)> {
        let is_name = |at: &usize| {
            let word = &words.words[*at];
            let quoted = *at > 0 && ["'", "\"", "“", "‘"].contains(&words.at(at - 1));
            (word.capital && word.start > 0) || quoted
        };
        if covering.uncovered.is_empty() || !covering.uncovered.iter().all(is_name) {
            return None;
        }
        let counted = sketch
            .asked
            .first()
            .is_some_and(|main| sketch.fragments[*main].counted);
        match sketch.form {
            Form::YesNo => Some((
                Some(AnswerSet::boolean(false)),
                Some("ASK { FILTER(false) }".to_owned()),
            )),
            Form::List if counted && sketch.asked.len() == 1 => Some((
                Some(AnswerSet::column(
                    "result",
                    [lydite_model::Term::literal("0")],
                )),
                Some("SELECT (0 AS ?result) WHERE {}".to_owned()),
            )),
            _ => None,
        }
    }

    /// Runs the best queries, until none that follows can win.
    fn run(&self, written: &[Written]) -> Vec<Candidate> {
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut best = f32::MIN;
        let started = Instant::now();
        let limits = limits();
        for (at, query) in written.iter().enumerate().take(RUNS) {
            if query.score < best || started.elapsed() > Duration::from_millis(600) {
                break;
            }
            let Some(value) = self.value_of(&query.text, &limits) else {
                continue;
            };
            let learned = self
                .lexicon
                .taught
                .weight([&answer_feature(&value).to_owned()]);
            let adjusted = query.score - cost_of(&value) + learned;
            best = best.max(adjusted);
            candidates.push(Candidate {
                query: query.text.clone(),
                score: query.score,
                adjusted,
                answers: Some(AnswerSet::from(&value)),
                written: at,
            });
        }
        candidates
    }

    /// Why no answer is given.
    fn abstention(
        &self,
        question: &str,
        words: &Words,
        coverings: &[Covering],
        chosen: Option<&Written>,
        pipeline: &Pipeline,
    ) -> Option<Abstention> {
        if !question.contains(char::is_alphanumeric) {
            return Some(Abstention::Empty);
        }
        if words.cut {
            return Some(Abstention::TooLong);
        }
        let Some(chosen) = chosen else {
            return Some(Abstention::NotUnderstood { words: Vec::new() });
        };
        if !pipeline.abstains || chosen.whole {
            return None;
        }
        // What leads up to the question may say things that the graph does not know.
        let main = words.main_sentence();
        let missed: Vec<String> = coverings[chosen.covering]
            .uncovered
            .iter()
            .map(|at| (*at, &words.words[*at]))
            .filter(|(_, word)| !self.lexicon.taught.knows(&word.lemma))
            .filter(|(at, word)| {
                // Nobody knows which is the most beautiful.
                let graded = ["most", "least"].contains(&words.at(at.wrapping_sub(1)));
                word.tag.is_noun()
                    || graded && word.tag.is_adjective()
                    || word.number.is_some()
                    || (word.capital && word.start > 0)
                    || (chosen.constant && word.tag.is_verb())
                    || word.lower == "when"
            })
            .filter(|(_, word)| main.contains(&word.start))
            .map(|(_, word)| {
                question
                    .get(word.origin.clone())
                    .unwrap_or_default()
                    .to_owned()
            })
            .collect();
        (!missed.is_empty()).then_some(Abstention::NotUnderstood { words: missed })
    }
}

/// What a query may use.
fn limits() -> Limits {
    Limits::default()
        .with_time(Duration::from_millis(250))
        .with_rows(20_000)
        .with_memory(256 << 20)
}

/// What can be seen of an answer.
fn answer_feature(value: &Value) -> &'static str {
    let cost = cost_of(value);
    let rows = match value {
        Value::Boolean(_) => None,
        Value::Triples(triples) => Some(triples.len()),
        Value::Rows(_) if cost >= EMPTY => Some(0),
        Value::Rows(rows) => Some(rows.rows.len()),
    };
    of_answer(cost, rows)
}

fn cost_of(value: &Value) -> f32 {
    match value {
        Value::Boolean(false) => NO,
        Value::Boolean(true) => 0.0,
        Value::Triples(triples) => {
            if triples.is_empty() {
                EMPTY
            } else {
                0.0
            }
        }
        Value::Rows(rows) => {
            let first = rows.rows.first().and_then(|row| row.first());
            match (rows.rows.len(), first) {
                (0, _) => EMPTY,
                (1, Some(None)) => EMPTY,
                (1, Some(Some(term))) => {
                    let zero = matches!(term, lydite_graph::oxrdf::Term::Literal(literal) if literal.value() == "0");
                    if zero { ZERO } else { 0.0 }
                }
                _ => 0.0,
            }
        }
    }
}
