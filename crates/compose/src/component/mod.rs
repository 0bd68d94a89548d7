//! What components are: a trait for each task, and one value for any of them.
//!
//! To add a component: write one file under [`components`](crate::components) with a type that
//! implements [`Described`] and the trait of its task, and list it in [`Registry::shipped`]. It reads the
//! [`AnnotatedQuestion`] and the [`Resources`] of the graph, and returns what it found; storing that with
//! its provenance is done here.

mod description;
mod registry;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use lydite_graph::GraphError;
use serde::{Deserialize, Serialize};

use crate::annotation::{AnnotatedQuestion, Annotation, Candidate, Kind, Span};
use crate::gold::Example;
use crate::learn::LearnError;
use crate::resources::{Model, Resources};

pub use description::{Cost, Description, Need};
pub use registry::{Registry, UnknownComponent};

/// What components do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// Find the words that name something.
    RecogniseEntities,
    /// Find the resources that a question names.
    LinkEntities,
    /// Find the properties that a question is about.
    LinkRelations,
    /// Find the classes that a question names.
    LinkClasses,
    /// Say what the answer should be.
    PredictAnswerType,
    /// Write queries.
    BuildQueries,
    /// Bring queries into order.
    RankQueries,
}

impl Task {
    /// All of them, in the order in which a pipeline does them.
    pub const ALL: [Self; 7] = [
        Self::RecogniseEntities,
        Self::LinkEntities,
        Self::LinkRelations,
        Self::LinkClasses,
        Self::PredictAnswerType,
        Self::BuildQueries,
        Self::RankQueries,
    ];

    /// The abbreviation that the literature uses.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::RecogniseEntities => "NER",
            Self::LinkEntities => "NED",
            Self::LinkRelations => "RL",
            Self::LinkClasses => "CL",
            Self::PredictAnswerType => "AT",
            Self::BuildQueries => "QB",
            Self::RankQueries => "QR",
        }
    }

    /// What it is, in words.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::RecogniseEntities => "recognise entities",
            Self::LinkEntities => "link entities",
            Self::LinkRelations => "link relations",
            Self::LinkClasses => "link classes",
            Self::PredictAnswerType => "predict the answer type",
            Self::BuildQueries => "build queries",
            Self::RankQueries => "rank queries",
        }
    }

    /// The annotations that it makes.
    pub fn kind(self) -> Kind {
        match self {
            Self::RecogniseEntities => Kind::Spot,
            Self::LinkEntities => Kind::Entity,
            Self::LinkRelations => Kind::Relation,
            Self::LinkClasses => Kind::Class,
            Self::PredictAnswerType => Kind::AnswerType,
            Self::BuildQueries | Self::RankQueries => Kind::Query,
        }
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// No task is called like this.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no task named `{0}`; the tasks are NER, NED, RL, CL, AT, QB and QR")]
pub struct UnknownTask(String);

impl FromStr for Task {
    type Err = UnknownTask;

    fn from_str(text: &str) -> Result<Self, UnknownTask> {
        Self::ALL
            .into_iter()
            .find(|task| task.as_str().eq_ignore_ascii_case(text))
            .ok_or_else(|| UnknownTask(text.to_owned()))
    }
}

/// Why a component could say nothing.
#[derive(Debug, thiserror::Error)]
pub enum ComponentError {
    /// The graph could not be asked.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// It has to be trained first.
    #[error(
        "`{component}` has to be trained first: lydite component train {component} --dataset FILE"
    )]
    NotTrained {
        /// The component.
        component: String,
    },
    /// It asks a language model, and none was named.
    #[error(
        "`{component}` asks a language model, and none was named; LYDITE_CHAT=ADDRESS#MODEL names one"
    )]
    NoLanguageModel {
        /// The component.
        component: String,
    },
    /// Its model cannot be read.
    #[error("the model of `{component}` cannot be read ({reason}); train it again")]
    BadModel {
        /// The component.
        component: String,
        /// What is wrong with it.
        reason: String,
    },
    /// What it asks elsewhere cannot be reached.
    #[error("`{component}` cannot be asked: {reason}")]
    Unreachable {
        /// The component.
        component: String,
        /// What happened.
        reason: String,
    },
    /// It failed for a reason of its own.
    #[error("`{component}` failed: {reason}")]
    Failed {
        /// The component.
        component: String,
        /// What happened.
        reason: String,
    },
    /// There is too little to learn from.
    #[error("too little to learn from: {0}")]
    TooFewExamples(String),
}

impl From<LearnError> for ComponentError {
    fn from(error: LearnError) -> Self {
        Self::TooFewExamples(error.to_string())
    }
}

/// What all components have in common.
pub trait Described: Send + Sync {
    /// What it is, what it needs and where it comes from.
    fn description(&self) -> Description;

    /// Who trains it, if it can be trained.
    fn trainer(&self) -> Option<&dyn Trainable> {
        None
    }
}

/// Learns from questions with gold queries.
pub trait Trainable: Send + Sync {
    /// Makes a model; the component then finds it in [`Resources::model`] under its name.
    ///
    /// # Errors
    /// There is too little to learn from, or the graph cannot be asked.
    fn train(&self, examples: &[Example], resources: &Resources) -> Result<Model, ComponentError>;
}

/// Words, and what they mean: the first candidate is what is said, the others were considered.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// The words; `None` if it is about the whole question.
    pub span: Option<Span>,
    /// What they mean, the best first.
    pub candidates: Vec<Candidate>,
}

/// Finds the words that name something.
pub trait EntityRecogniser: Described {
    /// Where they stand.
    ///
    /// # Errors
    /// The graph cannot be asked, or a model is missing.
    fn recognise(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Span>, ComponentError>;
}

/// Finds the resources that a question names; may use [spots](Kind::Spot) that are there.
pub trait EntityLinker: Described {
    /// Which words name which resources.
    ///
    /// # Errors
    /// The graph cannot be asked, or a model is missing.
    fn link_entities(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Link>, ComponentError>;
}

/// Finds the properties that a question is about; may use entities that are there.
pub trait RelationLinker: Described {
    /// Which words mean which properties.
    ///
    /// # Errors
    /// The graph cannot be asked, or a model is missing.
    fn link_relations(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Link>, ComponentError>;
}

/// Finds the classes that a question names; may use entities that are there.
pub trait ClassLinker: Described {
    /// Which words name which classes.
    ///
    /// # Errors
    /// The graph cannot be asked, or a model is missing.
    fn link_classes(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Link>, ComponentError>;
}

/// Says what the answer should be.
pub trait AnswerTypePredictor: Described {
    /// Names of answer types, the best first: `boolean`, `number`, `date`, `string`, `resource`, or the
    /// IRI of a class.
    ///
    /// # Errors
    /// The graph cannot be asked, or a model is missing.
    fn predict(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Candidate>, ComponentError>;
}

/// Writes queries with the entities, relations and classes that were found.
pub trait QueryBuilder: Described {
    /// SPARQL queries, the best first.
    ///
    /// # Errors
    /// The graph cannot be asked, or a model is missing.
    fn build(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Candidate>, ComponentError>;
}

/// Brings the queries that were built into order.
pub trait QueryRanker: Described {
    /// The queries of the question, the best first.
    ///
    /// # Errors
    /// The graph cannot be asked, or a model is missing.
    fn rank(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Candidate>, ComponentError>;
}

/// A component for any task.
#[derive(Clone)]
pub enum Component {
    /// Finds the words that name something.
    EntityRecogniser(Arc<dyn EntityRecogniser>),
    /// Finds resources.
    EntityLinker(Arc<dyn EntityLinker>),
    /// Finds properties.
    RelationLinker(Arc<dyn RelationLinker>),
    /// Finds classes.
    ClassLinker(Arc<dyn ClassLinker>),
    /// Says what the answer should be.
    AnswerTypePredictor(Arc<dyn AnswerTypePredictor>),
    /// Writes queries.
    QueryBuilder(Arc<dyn QueryBuilder>),
    /// Brings queries into order.
    QueryRanker(Arc<dyn QueryRanker>),
}

impl Component {
    fn described(&self) -> &dyn Described {
        match self {
            Self::EntityRecogniser(component) => component.as_ref(),
            Self::EntityLinker(component) => component.as_ref(),
            Self::RelationLinker(component) => component.as_ref(),
            Self::ClassLinker(component) => component.as_ref(),
            Self::AnswerTypePredictor(component) => component.as_ref(),
            Self::QueryBuilder(component) => component.as_ref(),
            Self::QueryRanker(component) => component.as_ref(),
        }
    }

    /// What it is, what it needs and where it comes from.
    pub fn description(&self) -> Description {
        self.described().description()
    }

    /// What it does.
    pub fn task(&self) -> Task {
        match self {
            Self::EntityRecogniser(_) => Task::RecogniseEntities,
            Self::EntityLinker(_) => Task::LinkEntities,
            Self::RelationLinker(_) => Task::LinkRelations,
            Self::ClassLinker(_) => Task::LinkClasses,
            Self::AnswerTypePredictor(_) => Task::PredictAnswerType,
            Self::QueryBuilder(_) => Task::BuildQueries,
            Self::QueryRanker(_) => Task::RankQueries,
        }
    }

    /// Who trains it, if it can be trained.
    pub fn trainer(&self) -> Option<&dyn Trainable> {
        self.described().trainer()
    }

    /// Adds to a question what this component says about it.
    ///
    /// # Errors
    /// The graph cannot be asked, or a model is missing; the question is then as it was.
    pub fn annotate(
        &self,
        question: &mut AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<(), ComponentError> {
        let component = self.description().name;
        let kind = self.task().kind();
        let annotation = |span, candidates| Annotation {
            kind,
            span,
            candidates,
            component: component.clone(),
        };
        let of_links = |links: Vec<Link>| -> Vec<Annotation> {
            let links = links.into_iter();
            links
                .filter(|link| !link.candidates.is_empty())
                .map(|link| annotation(link.span, link.candidates))
                .collect()
        };
        let added = match self {
            Self::EntityRecogniser(by) => by
                .recognise(question, resources)?
                .into_iter()
                .map(|span| annotation(Some(span), Vec::new()))
                .collect(),
            Self::EntityLinker(by) => of_links(by.link_entities(question, resources)?),
            Self::RelationLinker(by) => of_links(by.link_relations(question, resources)?),
            Self::ClassLinker(by) => of_links(by.link_classes(question, resources)?),
            Self::AnswerTypePredictor(by) => {
                vec![annotation(None, by.predict(question, resources)?)]
            }
            Self::QueryBuilder(by) => vec![annotation(None, by.build(question, resources)?)],
            Self::QueryRanker(by) => {
                let ranked = by.rank(question, resources)?;
                question.remove(Kind::Query);
                vec![annotation(None, ranked)]
            }
        };
        for annotation in added {
            if annotation.kind == Kind::Spot || !annotation.candidates.is_empty() {
                question.add(annotation);
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Component")
            .field(&self.description().name)
            .finish()
    }
}
