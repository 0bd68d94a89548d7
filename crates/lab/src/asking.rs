//! Questions that are answered by our own pipelines.

mod completion;
mod endpoint;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use lydite_compose::component::{Need, Registry};
use lydite_compose::learn::Provenance;
use lydite_compose::selection::ChoiceModel;
use lydite_compose::{Answered, Answerer, Composer, Model, Resources};
use lydite_graph::KnowledgeGraph;
use lydite_language::detect;
use lydite_model::{AnswerSet, Query, Response, Term};

pub use lydite_compose::{
    Abstention, Annotation, Candidate, Chosen, ComposeError, Kind, Lang, Meant, Pipeline, Timings,
    Trace, UnknownPipeline,
};

use self::endpoint::Endpoint;
use crate::system::{self, Descriptor, Exchange, Kind as Protocol, QaSystem};
use crate::{Error, Lab};
pub use completion::Completion;

/// A graph that can be asked questions.
pub struct Asking {
    /// The graph, or its copy if it is on an endpoint.
    graph: Arc<dyn KnowledgeGraph>,
    /// Where the answers are from, if that is elsewhere.
    endpoint: Option<Endpoint>,
    answering: Answering,
}

/// All ways to answer questions over a graph, made ready when they are first used.
struct Answering {
    graph: Arc<dyn KnowledgeGraph>,
    joint: OnceLock<Answerer>,
    composer: OnceLock<Composer>,
    choice: OnceLock<ChoiceModel>,
    components: Registry,
}

impl Answering {
    /// Ready for a pipeline.
    fn new(
        graph: Arc<dyn KnowledgeGraph>,
        components: Registry,
        pipeline: &Pipeline,
    ) -> Result<Self, Error> {
        let answering = Self {
            graph,
            components,
            joint: OnceLock::new(),
            composer: OnceLock::new(),
            choice: OnceLock::new(),
        };
        answering.prepare(pipeline)?;
        Ok(answering)
    }

    fn prepare(&self, pipeline: &Pipeline) -> Result<(), Error> {
        let graph = || Arc::clone(&self.graph);
        if pipeline.is_joint() {
            if self.joint.get().is_none() {
                let mut answerer = Answerer::new(graph())?;
                if let Some(path) = &pipeline.model {
                    answerer = answerer.with_model(&Model::read(path)?.0);
                }
                let _ = self.joint.set(answerer);
            }
        } else if self.composer.get().is_none() {
            let resources = Arc::new(Resources::of(graph())?);
            let _ = self
                .composer
                .set(Composer::new(resources, self.components.clone()));
        }
        if let (Some(_), Some(path), None) = (pipeline.strategy, &pipeline.model, self.choice.get())
        {
            let _ = self.choice.set(read_choice(path)?.0);
        }
        Ok(())
    }

    fn ask(
        &self,
        question: &str,
        lang: Option<Lang>,
        pipeline: &Pipeline,
    ) -> Result<Answered, Error> {
        self.prepare(pipeline)?;
        match (self.joint.get(), self.composer.get()) {
            (Some(joint), _) if pipeline.is_joint() => Ok(match lang {
                Some(lang) => joint.ask_in(question, lang, pipeline),
                None => joint.ask(question, pipeline),
            }),
            (_, Some(composer)) => match (pipeline.strategy, self.choice.get()) {
                (Some(strategy), Some(model)) => {
                    let lang = lang.or_else(|| detect(question)).unwrap_or(Lang::En);
                    Ok(composer.choose(question, lang, model, strategy)?)
                }
                _ => Ok(composer.ask(question, pipeline)?),
            },
            _ => Err(Error::UnknownPipeline {
                name: pipeline.name.clone(),
                nearest: None,
                names: Vec::new(),
            }),
        }
    }
}

fn read_choice(path: &Path) -> Result<(ChoiceModel, Provenance), Error> {
    let (model, provenance) = ChoiceModel::read(path)?;
    if !model.is_whole() {
        return Err(Error::BadList {
            path: path.to_owned(),
            reason: "a task has no components to choose from; train it again".to_owned(),
        });
    }
    Ok((model, provenance))
}

/// A question with what was answered.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The question.
    pub question: String,
    /// The answer, the query, and how they came about.
    pub answered: Answered,
    /// What people call the resources among the answers, as far as they were looked up.
    pub labels: BTreeMap<String, String>,
}

impl Lab {
    /// What was learned about components, from its file, and from what it was learned.
    ///
    /// # Errors
    /// The file cannot be read, is damaged, or was written by another version.
    pub fn choice_model(&self, path: &Path) -> Result<(ChoiceModel, Provenance), Error> {
        read_choice(path)
    }

    /// Makes a graph ready to be asked questions by a pipeline: reads its names, values, classes and relations. Of
    /// a graph on an endpoint that is done in [a copy](Lab::at_hand).
    ///
    /// # Errors
    /// There is no such graph, it cannot be read, or it is on an endpoint and too large; or the model of the pipeline
    /// cannot be used.
    pub fn asking(&self, graph: &str, pipeline: &Pipeline) -> Result<Asking, Error> {
        self.asking_of(Arc::from(self.graph(graph)?), pipeline)
    }

    /// The same for a graph that is open already, ready for a pipeline.
    ///
    /// # Errors
    /// As [`asking`](Self::asking).
    pub fn asking_of(
        &self,
        graph: Arc<dyn KnowledgeGraph>,
        pipeline: &Pipeline,
    ) -> Result<Asking, Error> {
        let at_hand = self.at_hand(&graph)?;
        let answering = Answering::new(Arc::clone(&at_hand), self.components().clone(), pipeline)?;
        let is_remote = graph.is_remote();
        Ok(Asking {
            graph: at_hand,
            endpoint: is_remote.then(|| Endpoint::new(graph, &self.config.cancel)),
            answering,
        })
    }
}

impl Asking {
    /// Answers a question in a language, or in the one that it seems to be in; the names of at most so
    /// many answers are looked up. An endpoint is asked one query, the best one.
    ///
    /// # Errors
    /// The graph cannot be asked for names, or the endpoint cannot be asked.
    pub fn ask(
        &self,
        question: &str,
        lang: Option<Lang>,
        pipeline: &Pipeline,
        named: usize,
    ) -> Result<Asked, Error> {
        let answered = self.answer(question, lang, pipeline)?;
        let language = answered.trace.language;
        let table = answered.answers.as_ref().and_then(AnswerSet::as_table);
        let iris = table.into_iter().flat_map(lydite_model::Table::terms);
        let mut labels = BTreeMap::new();
        for term in iris.take(named) {
            let Term::Iri { value } = term else {
                continue;
            };
            let mut names = match language {
                Some(language) => self.graph.labels(value, Some(language))?,
                None => Vec::new(),
            };
            if names.is_empty() {
                names = self.graph.labels(value, Some("en"))?;
            }
            if names.is_empty() {
                names = self.graph.labels(value, None)?;
            }
            if let Some(name) = names.into_iter().next() {
                labels.insert(value.clone(), name);
            }
        }
        Ok(Asked {
            question: question.to_owned(),
            answered,
            labels,
        })
    }

    fn answer(
        &self,
        question: &str,
        lang: Option<Lang>,
        pipeline: &Pipeline,
    ) -> Result<Answered, Error> {
        let answered = self.answering.ask(question, lang, pipeline)?;
        match &self.endpoint {
            Some(endpoint) => endpoint.renew(answered),
            None => Ok(answered),
        }
    }

    /// Makes ready what a pipeline needs, which has the same model as those before.
    pub(crate) fn prepare(&self, pipeline: &Pipeline) -> Result<(), Error> {
        self.answering.prepare(pipeline)
    }

    /// Adds to an answer why its components were chosen, if they were chosen by the question.
    pub fn explain_choice(&self, asked: &mut Asked, lang: Option<Lang>, pipeline: &Pipeline) {
        let chosen = asked.answered.chosen.as_mut();
        if let (Some(chosen), Some(strategy), Some(model)) =
            (chosen, pipeline.strategy, self.answering.choice.get())
        {
            let question = &asked.question;
            let lang = lang.or_else(|| detect(question)).unwrap_or(Lang::En);
            Composer::explain_choice(question, lang, model, strategy, chosen);
        }
    }

    /// Completes names of the graph.
    ///
    /// # Errors
    /// The graph cannot be asked for names.
    pub fn completion(&self) -> Result<Completion, Error> {
        Completion::new(self.graph.as_ref())
    }
}

/// A pipeline as a system that can be run and judged like any other.
pub(crate) struct PipelineSystem {
    descriptor: Descriptor,
    asking: Asking,
    pipeline: Pipeline,
}

impl PipelineSystem {
    /// The names of the pipelines.
    pub(crate) const NAMES: [&'static str; 2] = ["auto", "guess"];

    pub(crate) fn new(
        lab: &Lab,
        pipeline: Pipeline,
        graph: Arc<dyn KnowledgeGraph>,
    ) -> Result<Self, Error> {
        let spec = format!("pipeline:{pipeline}");
        let asks_model = pipeline.components.iter().any(|name| {
            let component = lab.components().get(name);
            component.is_ok_and(|one| one.description().needs.contains(&Need::Network))
        });
        let model = lab.config.chat.as_deref().filter(|_| asks_model);
        let settings = model.map(|model| ("model".to_owned(), system::without_password(model)));
        Ok(Self {
            descriptor: Descriptor {
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
                settings: settings.into_iter().collect(),
                ..Descriptor::new(pipeline.to_string(), Protocol::Pipeline, spec)
            },
            asking: lab.asking_of(graph, &pipeline)?,
            pipeline,
        })
    }

    /// The same under another name.
    pub(crate) fn named(mut self, name: &str) -> Self {
        name.clone_into(&mut self.descriptor.name);
        self
    }
}

impl QaSystem for PipelineSystem {
    fn descriptor(&self) -> &Descriptor {
        &self.descriptor
    }

    fn ask(&self, asked: &system::Asked<'_>) -> Exchange {
        let begun = Instant::now();
        let lang = Lang::of(asked.language);
        let answered = match self.asking.answer(asked.text, lang, &self.pipeline) {
            Ok(answered) => answered,
            Err(error) => {
                let kind = endpoint::failure(&error);
                return Exchange::from(asked.unanswered()).failed(kind, error.to_string());
            }
        };
        let is_answered = answered.abstained.is_none();
        Exchange::from(Response {
            // Who abstains says that it knows no answer.
            answers: match answered.answers.filter(|_| is_answered) {
                Some(answers) => Some(answers),
                None => Some(AnswerSet::empty()),
            },
            queries: answered
                .query
                .filter(|_| is_answered)
                .map(Query::sparql)
                .into_iter()
                .collect(),
            confidence: Some(answered.confidence),
            latency: Some(begun.elapsed()),
            ..asked.unanswered()
        })
    }
}
