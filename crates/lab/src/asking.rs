//! Questions that are answered by our own pipelines.

use std::collections::BTreeMap;
use std::sync::Arc;

use lydite_compose::{Answered, Answerer};
use lydite_graph::KnowledgeGraph;
use lydite_model::{AnswerSet, Term};

pub use lydite_compose::{
    Abstention, Annotation, Candidate, Kind, Meant, Pipeline, Timings, Trace, UnknownPipeline,
};

use crate::graphs::shown;
use crate::{Error, Lab};

/// A graph that can be asked questions.
pub struct Asking {
    graph: Arc<dyn KnowledgeGraph>,
    answerer: Answerer,
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
    /// Makes a graph ready to be asked questions: reads its names, values, classes and relations.
    ///
    /// # Errors
    /// There is no such graph, it cannot be read, or it is not at hand but at an address.
    pub fn asking(&self, graph: &str) -> Result<Asking, Error> {
        let name = shown(graph);
        let graph: Arc<dyn KnowledgeGraph> = Arc::from(self.graph(graph)?);
        if graph.is_remote() {
            return Err(Error::NotLoaded { address: name });
        }
        let answerer = Answerer::new(Arc::clone(&graph))?;
        Ok(Asking { graph, answerer })
    }
}

impl Asking {
    /// Answers a question; the names of at most so many answers are looked up.
    ///
    /// # Errors
    /// The graph cannot be asked for names.
    pub fn ask(&self, question: &str, pipeline: &Pipeline, named: usize) -> Result<Asked, Error> {
        let answered = self.answerer.ask(question, pipeline);
        let table = answered.answers.as_ref().and_then(AnswerSet::as_table);
        let iris = table.into_iter().flat_map(|table| table.terms());
        let mut labels = BTreeMap::new();
        for term in iris.take(named) {
            let Term::Iri { value } = term else {
                continue;
            };
            let mut names = self.graph.labels(value, Some("en"))?;
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
}
