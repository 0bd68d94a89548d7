//! Components of pipelines that are functions of Python.

use std::sync::Arc;

use lydite_compose::annotation::{AnnotatedQuestion, Candidate, Span};
use lydite_compose::component::{
    AnswerTypePredictor, ClassLinker, Component, ComponentError, Cost, Described, Description,
    EntityLinker, EntityRecogniser, Link, QueryBuilder, QueryRanker, RelationLinker, Task,
};
use lydite_compose::{ComposeError, Composer, Resources};
use lydite_lab::Error;
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};

use crate::asking::pipeline;
use crate::errors::Trouble;
use crate::evaluating::document;
use crate::graphs::Graph;
use crate::work::{lab, work};

/// A component as Python describes it: name, task, what it is about, and the function, which takes
/// and gives JSON texts.
#[derive(FromPyObject)]
pub(crate) struct Extra(String, String, String, Py<PyAny>);

impl Extra {
    pub(crate) fn component(self) -> Result<Component, Trouble> {
        let Self(name, task, about, function) = self;
        let task: Task =
            task.parse()
                .map_err(|error: lydite_compose::component::UnknownTask| {
                    Trouble::usage(error.to_string())
                })?;
        let function = Arc::new(Function {
            description: Description::new(&name, task, &about).cost(Cost::Milliseconds),
            function,
        });
        Ok(match task {
            Task::RecogniseEntities => Component::EntityRecogniser(function),
            Task::LinkEntities => Component::EntityLinker(function),
            Task::LinkRelations => Component::RelationLinker(function),
            Task::LinkClasses => Component::ClassLinker(function),
            Task::PredictAnswerType => Component::AnswerTypePredictor(function),
            Task::BuildQueries => Component::QueryBuilder(function),
            Task::RankQueries => Component::QueryRanker(function),
        })
    }
}

struct Function {
    description: Description,
    function: Py<PyAny>,
}

/// What a function is told: spans count characters, as strings of Python do.
#[derive(Serialize)]
struct Told<'q> {
    text: &'q str,
    language: &'q str,
    annotations: Vec<ToldAnnotation<'q>>,
}

#[derive(Serialize)]
struct ToldAnnotation<'q> {
    kind: lydite_compose::annotation::Kind,
    span: Option<(usize, usize)>,
    candidates: &'q [Candidate],
    component: &'q str,
}

/// What a function says.
#[derive(Deserialize)]
struct Said {
    span: Option<(usize, usize)>,
    #[serde(default)]
    candidates: Vec<(String, f64)>,
}

fn told(question: &AnnotatedQuestion) -> Told<'_> {
    let text = question.text();
    let count = |at: usize| text.get(..at).map_or(0, |before| before.chars().count());
    let annotations = question.annotations().iter();
    Told {
        text,
        language: question.lang().as_str(),
        annotations: annotations
            .map(|one| ToldAnnotation {
                kind: one.kind,
                span: one.span.map(|span| (count(span.start), count(span.end))),
                candidates: &one.candidates,
                component: &one.component,
            })
            .collect(),
    }
}

impl Function {
    fn failed(&self, reason: impl Into<String>) -> ComponentError {
        ComponentError::Failed {
            component: self.description.name.clone(),
            reason: reason.into(),
        }
    }

    fn call(&self, question: &AnnotatedQuestion) -> Result<Vec<Link>, ComponentError> {
        let told = serde_json::to_string(&told(question));
        let told = told.map_err(|error| self.failed(error.to_string()))?;
        let said: String = Python::attach(|py| {
            let said = self.function.call1(py, (told,))?;
            said.extract::<String>(py)
        })
        .map_err(|error| self.failed(error.to_string()))?;
        let said: Vec<Said> =
            serde_json::from_str(&said).map_err(|error| self.failed(error.to_string()))?;
        let text = question.text();
        let byte = |at: usize| {
            let mut starts = text.char_indices().map(|(at, _)| at);
            starts.nth(at).unwrap_or(text.len())
        };
        let links = said.into_iter().map(|said| Link {
            span: said.span.map(|(start, end)| Span {
                start: byte(start),
                end: byte(end.max(start)),
            }),
            candidates: said
                .candidates
                .into_iter()
                .map(|(value, score)| Candidate::new(value, score))
                .collect(),
        });
        Ok(links.collect())
    }

    fn candidates(&self, question: &AnnotatedQuestion) -> Result<Vec<Candidate>, ComponentError> {
        let links = self.call(question)?.into_iter();
        Ok(links.flat_map(|link| link.candidates).collect())
    }
}

impl Described for Function {
    fn description(&self) -> Description {
        self.description.clone()
    }
}

impl EntityRecogniser for Function {
    fn recognise(
        &self,
        question: &AnnotatedQuestion,
        _: &Resources,
    ) -> Result<Vec<Span>, ComponentError> {
        let links = self.call(question)?.into_iter();
        Ok(links.filter_map(|link| link.span).collect())
    }
}

impl EntityLinker for Function {
    fn link_entities(
        &self,
        question: &AnnotatedQuestion,
        _: &Resources,
    ) -> Result<Vec<Link>, ComponentError> {
        self.call(question)
    }
}

impl RelationLinker for Function {
    fn link_relations(
        &self,
        question: &AnnotatedQuestion,
        _: &Resources,
    ) -> Result<Vec<Link>, ComponentError> {
        self.call(question)
    }
}

impl ClassLinker for Function {
    fn link_classes(
        &self,
        question: &AnnotatedQuestion,
        _: &Resources,
    ) -> Result<Vec<Link>, ComponentError> {
        self.call(question)
    }
}

impl AnswerTypePredictor for Function {
    fn predict(
        &self,
        question: &AnnotatedQuestion,
        _: &Resources,
    ) -> Result<Vec<Candidate>, ComponentError> {
        self.candidates(question)
    }
}

impl QueryBuilder for Function {
    fn build(
        &self,
        question: &AnnotatedQuestion,
        _: &Resources,
    ) -> Result<Vec<Candidate>, ComponentError> {
        self.candidates(question)
    }
}

impl QueryRanker for Function {
    fn rank(
        &self,
        question: &AnnotatedQuestion,
        _: &Resources,
    ) -> Result<Vec<Candidate>, ComponentError> {
        self.candidates(question)
    }
}

/// What the components of a pipeline say about a question, in turn, as a document.
#[pyfunction]
pub(crate) fn annotate(
    py: Python<'_>,
    graph: &Bound<'_, Graph>,
    question: &str,
    components: &str,
    extra: Vec<Extra>,
) -> PyResult<String> {
    let mut own = lab(None).map_err(|trouble| trouble.raise(py))?;
    for component in extra {
        own = own.with_component(component.component().map_err(|error| error.raise(py))?);
    }
    let graph = Arc::clone(&graph.get().graph);
    work(py, &own, |lab| {
        let failed = |error: ComposeError| Trouble::from(Error::from(error));
        let pipeline = pipeline(lab, components)?;
        let resources = Resources::of(graph).map_err(Error::from)?;
        let composer = Composer::new(Arc::new(resources), lab.components().clone());
        let (annotated, _) = composer.annotate(question, &pipeline).map_err(failed)?;
        document(&told(&annotated))
    })
}
