//! Runs components one after the other.

use std::sync::Arc;
use std::time::{Duration, Instant};

use lydite_graph::{Limits, Value};
use lydite_language::Lang;
use lydite_model::AnswerSet;
use lydite_sparql::{Dialect, parse};

use crate::annotation::{AnnotatedQuestion, Kind};
use crate::answered::{Abstention, Answered, Candidate, Timings};
use crate::component::{ComponentError, Registry, Task};
use crate::confidence::Evidence;
use crate::pipeline::{Pipeline, UnknownPipeline};
use crate::resources::Resources;
use crate::trace;

/// How many queries are run at most.
const RUNS: usize = 10;

/// Runs pipelines of components over one graph.
///
/// ```
/// use std::sync::Arc;
/// use lydite_compose::annotation::Kind;
/// use lydite_compose::component::Registry;
/// use lydite_compose::{Composer, Resources};
/// use lydite_graph::Embedded;
///
/// let lakes = br#"
/// @prefix : <http://lakes/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
/// :Vattern a :Lake ; rdfs:label "Vattern" ; :depth 128 .
/// "#;
/// let graph = Arc::new(Embedded::from_bytes("lakes.ttl", lakes.to_vec())?);
/// let composer = Composer::new(Arc::new(Resources::of(graph)?), Registry::shipped());
/// let pipeline = "ned-longest+cl-labels".parse()?;
/// let (question, _) = composer.annotate("Is Vattern a lake?", &pipeline)?;
/// assert_eq!(question.values(Kind::Entity), ["http://lakes/Vattern"]);
/// assert_eq!(question.values(Kind::Class), ["http://lakes/Lake"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Composer {
    resources: Arc<Resources>,
    registry: Registry,
}

/// How long a component took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The component.
    pub component: String,
    /// What it does.
    pub task: Task,
    /// How long it took.
    pub took: Duration,
}

/// Why components say nothing.
#[derive(Debug, thiserror::Error)]
pub enum ComposeError {
    /// A component is unknown.
    #[error(transparent)]
    Unknown(#[from] UnknownPipeline),
    /// A component failed.
    #[error(transparent)]
    Component(#[from] ComponentError),
}

impl Composer {
    /// A composer over a graph.
    pub fn new(resources: Arc<Resources>, registry: Registry) -> Self {
        Self {
            resources,
            registry,
        }
    }

    /// What it works with.
    pub fn resources(&self) -> &Arc<Resources> {
        &self.resources
    }

    /// Its components.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// What the components of a pipeline say about an English question, in turn.
    ///
    /// # Errors
    /// A component is unknown, has not been trained, or cannot ask the graph.
    pub fn annotate(
        &self,
        question: &str,
        pipeline: &Pipeline,
    ) -> Result<(AnnotatedQuestion, Vec<Step>), ComposeError> {
        let mut question = AnnotatedQuestion::in_language(question, Lang::En);
        let mut steps = Vec::new();
        for name in &pipeline.components {
            let component = self.registry.get(name).map_err(UnknownPipeline::from)?;
            let started = Instant::now();
            component.annotate(&mut question, &self.resources)?;
            steps.push(Step {
                component: name.clone(),
                task: component.task(),
                took: started.elapsed(),
            });
        }
        Ok((question, steps))
    }

    /// Answers a question with the first of its queries that gives an answer.
    ///
    /// # Errors
    /// A component is unknown, has not been trained, or cannot ask the graph.
    pub fn ask(&self, question: &str, pipeline: &Pipeline) -> Result<Answered, ComposeError> {
        let (annotated, steps) = self.annotate(question, pipeline)?;
        let sum = |builds: bool| -> Duration {
            let steps = steps.iter();
            steps
                .filter(|step| (step.task >= Task::BuildQueries) == builds)
                .map(|step| step.took)
                .sum()
        };
        let started = Instant::now();
        let candidates = self.executed(&annotated);
        let timings = Timings {
            linking: sum(false),
            building: sum(true),
            running: started.elapsed(),
        };
        let mut candidates = candidates.into_iter();
        let best = candidates.next();
        let abstained = match (&best, annotated.words.len()) {
            (_, 0) => Some(Abstention::Empty),
            (None, _) => Some(Abstention::NotUnderstood { words: Vec::new() }),
            _ => None,
        };
        let (answers, query) = best.map_or((None, None), |best| (best.answers, Some(best.query)));
        Ok(Answered {
            answers: answers.filter(|_| abstained.is_none()),
            query,
            confidence: if abstained.is_some() { 0.0 } else { 0.5 },
            evidence: Evidence::default(),
            abstained,
            alternatives: candidates.collect(),
            timings,
            trace: trace::of_annotations(&annotated, |iri| self.label(iri)),
            chosen: None,
        })
    }

    /// Runs the queries of a question until one gives an answer: that one first, then those that gave none, in
    /// their order.
    pub(crate) fn executed(&self, annotated: &AnnotatedQuestion) -> Vec<Candidate> {
        let queries: Vec<(&str, f64)> = annotated
            .of(Kind::Query)
            .flat_map(|annotation| &annotation.candidates)
            .map(|candidate| (candidate.value.as_str(), candidate.score))
            .collect();
        let mut candidates: Vec<Candidate> = Vec::new();
        for (at, (query, score)) in queries.iter().enumerate().take(RUNS) {
            let Some(value) = self.run(query) else {
                continue;
            };
            let found = gives(&value);
            candidates.push(Candidate {
                query: (*query).to_owned(),
                score: *score as f32,
                adjusted: if found { *score as f32 } else { f32::MIN },
                answers: Some(AnswerSet::from(&value)),
                written: at,
            });
            if found {
                break;
            }
        }
        // What gives an answer goes first; without any, the best query does.
        candidates.sort_by_key(|candidate| candidate.adjusted == f32::MIN);
        candidates
    }

    fn run(&self, query: &str) -> Option<Value> {
        let limits = Limits::default()
            .with_time(Duration::from_secs(2))
            .with_rows(20_000)
            .with_memory(256 << 20);
        let parsed = parse(query, &Dialect::field()).ok()?;
        let results = self.resources.graph().query(&parsed, &limits).ok()?;
        Some(results.value)
    }

    pub(crate) fn label(&self, iri: &str) -> String {
        let labels = self.resources.graph().labels(iri, None);
        let first = labels.ok().and_then(|labels| labels.into_iter().next());
        first.unwrap_or_else(|| crate::fold::local_name(iri).replace('_', " "))
    }
}

/// Whether a result is an answer: rows with a value, a number other than 0, or either truth value.
fn gives(value: &Value) -> bool {
    match value {
        Value::Boolean(_) => true,
        Value::Triples(triples) => !triples.is_empty(),
        Value::Rows(rows) => match rows.rows.as_slice() {
            [row] => row.iter().flatten().any(|term| {
                !matches!(term, lydite_graph::oxrdf::Term::Literal(literal) if literal.value() == "0")
            }),
            rows => !rows.is_empty(),
        },
    }
}
