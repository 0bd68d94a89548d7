//! One question to a system, and all that can be said about what came back.

use std::sync::Arc;

use lydite_graph::KnowledgeGraph;
use lydite_model::{AnswerSet, Question, QuestionId, Text};
use serde::Serialize;
use serde_json::Value;

use super::reply::Understood;
use super::spec::{Encoding, Protocol};
use super::{
    Asked, Descriptor, Exchange, FailureKind, Kind, Recorded, Recording, Spec, unknown_to_gerbil,
};
use crate::execution::{Executor, Run};
use crate::{Error, GraphUse, Lab};

/// What is asked to try a system out.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The identifier of the question.
    pub id: QuestionId,
    /// The question, with a text in one language.
    pub text: Text,
    /// The dataset, where the system wants to know.
    pub dataset: Option<String>,
    /// The graph on which queries are run.
    pub graph: Option<GraphUse>,
    /// Where the exchange is kept.
    pub record: Option<std::path::PathBuf>,
}

/// What came of it.
#[derive(Clone, Debug, Serialize)]
pub struct Tried {
    /// The system.
    pub system: Descriptor,
    /// The question.
    pub question: Question,
    /// What was said.
    pub exchange: Exchange,
    /// The layout of the reply, where it is one of several.
    pub layout: Option<&'static str>,
    /// What would be judged; nothing if there is nothing, or if a query waits for a graph.
    pub judged: Option<AnswerSet>,
    /// What should be known.
    pub warnings: Vec<String>,
}

impl Tried {
    /// Whether there is something to judge, or a query that would give it.
    pub fn is_answered(&self) -> bool {
        self.exchange.failure.is_none()
            && (self.judged.is_some() || !self.exchange.response.queries.is_empty())
    }

    /// Whether the system could not be reached, or did not answer in time.
    pub fn is_out_of_reach(&self) -> bool {
        let kind = self.exchange.failure.as_ref().map(|failure| failure.kind);
        matches!(kind, Some(FailureKind::Unreachable | FailureKind::Timeout))
    }
}

impl Lab {
    /// Asks a system one question.
    ///
    /// # Errors
    /// The system or the graph cannot be opened, or the recording not be written. A system that does
    /// not answer is no error, but what was to be found out.
    pub fn try_system(&self, spec: &Spec, trial: &Trial) -> Result<Tried, Error> {
        let graph = trial.graph.as_ref();
        let graph: Option<Arc<dyn KnowledgeGraph>> = match graph {
            Some(used) => Some(Arc::from(self.graph(&used.name)?)),
            None => None,
        };
        let mut system = self.system(spec, graph.clone())?;
        let mut recording = None;
        if let Some(path) = &trial.record {
            let begun = Arc::new(Recording::create(path, system.descriptor())?);
            system = Box::new(Recorded::new(system, begun.clone()));
            recording = Some((path, begun));
        }
        let question = Question {
            texts: vec![trial.text.clone()],
            ..Question::new(trial.id.as_str())
        };
        let asked = Asked {
            question: &question,
            text: trial.text.string.as_deref().unwrap_or_default(),
            language: &trial.text.language,
            dataset: trial.dataset.as_deref(),
        };
        let exchange = system.ask(&asked);
        if let Some((path, recording)) = recording {
            recording.finish().map_err(Error::file(path))?;
        }
        let mut tried = Tried {
            system: system.descriptor().clone(),
            layout: None,
            judged: exchange.response.answers.clone(),
            exchange,
            warnings: Vec::new(),
            question: question.clone(),
        };
        tried.look_at_reply(&asked);
        tried.look_at_request(spec, &asked);
        if let (Some(graph), Some(used)) = (&graph, &trial.graph) {
            tried.run(&Executor::new(graph.as_ref(), self.limits(used)));
        }
        Ok(tried)
    }
}

impl Tried {
    /// What is irregular in a reply, and what others would make of it.
    fn look_at_reply(&mut self, asked: &Asked<'_>) {
        let Some(reply) = self
            .exchange
            .turns
            .last()
            .and_then(|turn| turn.reply.clone())
        else {
            return;
        };
        match self.system.kind {
            Kind::Gerbil => {
                for key in unknown_to_gerbil(reply.as_bytes()) {
                    self.warnings.push(format!(
                        "GERBIL itself would reject the reply: it does not know `{key}`"
                    ));
                }
            }
            Kind::Text2sparql => {
                let value: Value = serde_json::from_str(&reply).unwrap_or_default();
                for key in ["dataset", "question", "query"] {
                    if self.exchange.failure.is_none() && !value[key].is_string() {
                        self.warnings.push(format!(
                            "the official client would reject the reply: it wants a text `{key}`"
                        ));
                    }
                }
            }
            Kind::Chat => {
                let value: Value = serde_json::from_str(&reply).unwrap_or_default();
                let wanted = self.system.settings.get("model");
                if let (Some(wanted), Some(served)) = (wanted, value["model"].as_str())
                    && wanted != served
                {
                    self.warnings.push(format!(
                        "the reply is by the model `{served}`, not by `{wanted}`"
                    ));
                }
            }
            _ => {}
        }
        if matches!(self.system.kind, Kind::Gerbil | Kind::Exec)
            && let Ok(understood) = Understood::read(reply.as_bytes(), asked)
        {
            self.layout = Some(understood.layout);
            for diagnostic in &understood.diagnostics {
                let code = diagnostic.code.id;
                self.warnings
                    .push(format!("{code}: {}", diagnostic.message));
            }
        }
    }

    fn look_at_request(&mut self, spec: &Spec, asked: &Asked<'_>) {
        match &spec.protocol {
            Protocol::Gerbil(options) if options.encoding == Encoding::Raw => {
                let broken: Vec<String> = asked
                    .text
                    .chars()
                    .filter(|character| "&=%+".contains(*character))
                    .map(|character| format!("`{character}`"))
                    .collect();
                if !broken.is_empty() {
                    self.warnings.push(format!(
                        "sent as GERBIL does, {} in the question breaks the form",
                        broken.join(" and ")
                    ));
                }
            }
            Protocol::Text2sparql(options)
                if options.dataset.is_none()
                    && asked.dataset.is_none()
                    && !options.address.contains("dataset=") =>
            {
                let warning = "no dataset was named, which the protocol demands";
                self.warnings.push(warning.to_owned());
            }
            _ => {}
        }
    }

    /// Runs the query, if answers are to come of it.
    fn run(&mut self, executor: &Executor<'_>) {
        use crate::execution::Repair;
        let response = &self.exchange.response;
        if self.judged.is_some() || self.exchange.failure.is_some() {
            return;
        }
        match executor.run(&response.queries, response.language.as_ref()) {
            Run::Answered { answers, repair } => {
                if let (true, Some(query)) = (answers.is_empty(), response.queries.first()) {
                    for iri in executor.unknown_iris(&query.text) {
                        self.warnings
                            .push(format!("the graph does not have <{iri}>"));
                    }
                }
                self.judged = Some(answers);
                if repair == Repair::Needed {
                    let warning =
                        "the query was repaired; official evaluations run it as it stands";
                    self.warnings.push(warning.to_owned());
                }
            }
            Run::Failed(reason) => self.warnings.push(format!("the query failed: {reason}")),
            Run::NoQuery => {}
        }
    }
}
