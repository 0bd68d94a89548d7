//! Answers questions over one graph.

mod abstaining;
mod given;
mod parts;
mod writing;

use std::sync::Arc;
use std::time::{Duration, Instant};

use lydite_graph::{GraphError, KnowledgeGraph, Limits, Value};
use lydite_language::Lang;
use lydite_model::AnswerSet;
use lydite_sparql::{Dialect, parse};

use crate::answered::{Abstention, Answered, Candidate, Timings};
use crate::confidence::{self, Evidence};
use crate::cube::Cubes;
use crate::hybrid;
use crate::lexicon::Lexicon;
use crate::pipeline::Pipeline;
use crate::question::Words;
use crate::reading::{Reading, correct, coverings, drop_opening, readings};
use crate::trace;
use crate::training::{Model, Taught, of_answer};
use crate::translate;
use parts::LeftOut;
pub use parts::Part;
use writing::Written;

/// How many ways to read a question are followed up.
const COVERINGS: usize = 16;

/// How many queries are run at most.
const RUNS: usize = 12;

/// How many steps a query may take, and how many if others are more likely.
const STEPS: u64 = 10_000_000;
const FEW_STEPS: u64 = 2_000_000;

/// How many queries are likely enough to take their time.
const FAVOURITES: usize = 3;

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
    left_out: LeftOut,
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
        let mut words = Words::of("Which Italian things are runing?");
        correct(&mut words, &lexicon);
        let _ = readings(&words, &lexicon);
        let cubes = Cubes::read(&lexicon.facts);
        Ok(Self {
            graph,
            lexicon,
            cubes,
            left_out: LeftOut::default(),
        })
    }

    /// The same with what was learned from questions and their queries; what was learned before is forgotten.
    #[must_use]
    pub fn with_model(mut self, model: &Model) -> Self {
        self.lexicon.taught = Taught::new(model, &self.lexicon);
        self
    }

    /// The same without a part, to see what that brings.
    #[must_use]
    pub fn without(mut self, part: Part) -> Self {
        self.left_out.add(part);
        self
    }

    /// The same with all parts again.
    #[must_use]
    pub fn whole(mut self) -> Self {
        self.left_out = LeftOut::default();
        self
    }

    /// What the graph is about, in words.
    pub(crate) fn lexicon(&self) -> &Lexicon {
        &self.lexicon
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
        if !self.left_out.has(Part::Spelling) {
            correct(&mut words, &self.lexicon);
        }
        let readings = self.left_out.rest(readings(&words, &self.lexicon));
        let linked = started.elapsed();
        let most = if self.left_out.has(Part::Alternatives) {
            1
        } else {
            COVERINGS
        };
        let coverings = coverings(&words, &readings, most);
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
        let confidence = evidence.probability();
        let doubtful = pipeline.abstains && confidence < confidence::LEAST;
        if doubtful && abstained.is_none() && chosen.is_some_and(|chosen| !chosen.whole) {
            let percent = (100.0 * confidence) as u8;
            abstained = Some(Abstention::Unsure { percent });
        }
        let mut candidates = candidates.into_iter();
        let best = candidates.next();
        let alternatives = candidates.collect();
        let unknown = chosen.and_then(|chosen| {
            let sketch = sketches.get(chosen.sketch).filter(|_| !chosen.whole)?;
            self.of_unknown(&words, coverings.get(chosen.covering)?, sketch)
        });
        let not_understood = matches!(abstained, Some(Abstention::NotUnderstood { .. }));
        let told = (texts && not_understood && !self.left_out.has(Part::Texts))
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
            confidence,
            evidence,
            abstained,
            alternatives,
            timings,
            trace,
            chosen: None,
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

    /// Runs the best queries, until none that follows can win.
    fn run(&self, written: &[Written]) -> Vec<Candidate> {
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut best = f32::MIN;
        let mut emptied = None;
        let most = if self.left_out.has(Part::Trying) {
            1
        } else {
            RUNS
        };
        for (at, query) in written.iter().enumerate().take(most) {
            if query.score < best {
                break;
            }
            let steps = if at < FAVOURITES { STEPS } else { FEW_STEPS };
            let Some(value) = self.value_of(&query.text, &limits().with_steps(steps)) else {
                continue;
            };
            let learned = self
                .lexicon
                .taught
                .weight([&answer_feature(&value).to_owned()]);
            let cost = cost_of(&value);
            let other = emptied.is_some_and(|known| {
                let known: &Written = &written[known];
                known.covering == query.covering && known.measures != query.measures
            });
            if cost >= EMPTY && emptied.is_none() && !query.measures.is_empty() {
                emptied = Some(at);
            }
            // What something is ordered by does not depend on what that gives.
            let cost = if other { cost.max(EMPTY) } else { cost };
            let adjusted = query.score - cost + learned;
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
}

/// What a query may use: steps, so that the same question has the same answer on any machine, and time only
/// where steps are not counted.
fn limits() -> Limits {
    Limits::default()
        .with_steps(STEPS)
        .with_time(Duration::from_secs(10))
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
