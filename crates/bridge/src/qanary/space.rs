//! Where components meet over questions: each has a graph of its own, with what was said about it.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use lydite_http::{Client, Retries};
use oxrdf::{Literal, NamedNode, Triple};
use serde_json::{Value, json};
use uuid::Uuid;

use super::registry::now;
use super::store::Store;

/// So many questions are remembered.
pub(super) const REMEMBERED: usize = 1000;

/// Questions with their graphs.
pub(super) struct Space {
    /// Where others reach it.
    pub(super) base: String,
    pub(super) store: Store,
    questions: Mutex<VecDeque<(String, String)>>,
}

/// What is asked of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Wanted {
    pub(super) question: String,
    pub(super) components: Vec<String>,
    pub(super) language: Option<String>,
    pub(super) targets: Vec<String>,
    pub(super) prior: Option<String>,
    pub(super) additional: Option<String>,
}

/// A graph with its question.
#[derive(Clone, Debug)]
pub(super) struct Begun {
    pub(super) graph: String,
    pub(super) question_iri: String,
    pub(super) text: String,
    pub(super) language: Option<String>,
}

impl Space {
    pub(super) fn new(base: &str) -> Self {
        let base = base.trim_end_matches('/').to_owned();
        Self {
            store: Store::new(&base),
            base,
            questions: Mutex::default(),
        }
    }

    /// Keeps a question and gives its number.
    pub(super) fn keep(&self, text: &str) -> String {
        let id = format!("stored-question__text_{}", Uuid::new_v4());
        let mut questions = self
            .questions
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        questions.push_back((id.clone(), text.to_owned()));
        while questions.len() > REMEMBERED {
            questions.pop_front();
        }
        id
    }

    pub(super) fn question(&self, id: &str) -> Option<String> {
        let questions = self
            .questions
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let found = questions.iter().rev().find(|(known, _)| known == id);
        found.map(|(_, text)| text.clone())
    }

    pub(super) fn questions(&self) -> Vec<String> {
        let questions = self
            .questions
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        questions.iter().map(|(id, _)| id.clone()).collect()
    }

    pub(super) fn question_iri(&self, id: &str) -> String {
        format!("{}/question/{id}", self.base)
    }

    pub(super) fn message(&self, graph: &str) -> Value {
        let endpoint = format!("{}/sparql", self.base);
        json!({
            "values": {
                "urn:qanary#endpoint": endpoint,
                "urn:qanary#inGraph": graph,
                "urn:qanary#outGraph": graph,
            },
            "endpoint": endpoint,
            "inGraph": graph,
            "outGraph": graph,
        })
    }

    /// Makes the graph of a question, with what the original writes into it.
    pub(super) fn begin(&self, wanted: &Wanted) -> Result<Begun, String> {
        let id = self.keep(&wanted.question);
        let iri = self.question_iri(&id);
        let graph = format!("urn:graph:{}", Uuid::new_v4());
        self.store.create(&graph, Vec::new());
        let at = now();
        let prior = match &wanted.prior {
            Some(prior) => {
                let prior = NamedNode::new(prior.as_str())
                    .map_err(|_| format!("`priorConversation` must be a graph, not “{prior}”"))?;
                format!("<{iri}> qa:priorConversation {prior} .")
            }
            None => String::new(),
        };
        let literal = |text: &str| Literal::new_simple_literal(text).to_string();
        let mut said = String::new();
        if let Some(language) = &wanted.language {
            said.push_str(&format!(
                "<urn:qanary:annotation:{}> a qa:AnnotationOfQuestionLanguage ; oa:hasTarget <{iri}> ; \
                 oa:hasBody {} ; oa:annotatedBy <www.wdaqua.eu/qanary> ; oa:annotatedAt \"{at}\"^^xsd:dateTime .\n",
                Uuid::new_v4(),
                literal(language)
            ));
        }
        if !wanted.targets.is_empty() {
            let bodies: Vec<String> = wanted
                .targets
                .iter()
                .map(|target| literal(target))
                .collect();
            said.push_str(&format!(
                "<urn:qanary:annotation:{}> a qa:AnnotationDataset ; oa:hasTarget <{iri}> ; oa:hasBody {} ; \
                 oa:annotatedBy <www.wdaqua.eu/qa> ; oa:annotatedAt \"{at}\"^^xsd:dateTime .\n",
                Uuid::new_v4(),
                bodies.join(", ")
            ));
        }
        let update = format!(
            "INSERT DATA {{ GRAPH <{graph}> {{
               <{iri}> a qa:Question ; owl:sameAs <urn:qanary:currentQuestion> .
               <{iri}#Answer> a qa:Answer . <{iri}#Dataset> a qa:Dataset .
               <{iri}#Annotation:1> a oa:AnnotationOfQuestion ; oa:hasTarget <{iri}> ; oa:hasBody <{iri}#Answer> .
               <{iri}#Annotation:2> a oa:AnnotationOfQuestion ; oa:hasTarget <{iri}> ; oa:hasBody <{iri}#Dataset> .
               {prior}
               <urn:qanary:annotation:{}> a qa:AnnotationOfTextRepresentation ; oa:hasTarget <{iri}> ;
                 oa:hasBody <{iri}> ; oa:annotatedAt \"{at}\"^^xsd:dateTime .
               {said} }} }}",
            Uuid::new_v4()
        );
        self.store
            .update(&update)
            .map_err(|error| error.to_string())?;
        if let Some(turtle) = &wanted.additional {
            let parsed = oxrdfio::RdfParser::from_format(oxrdfio::RdfFormat::Turtle);
            let triples: Result<Vec<Triple>, _> = parsed
                .for_slice(turtle.as_bytes())
                .map(|quad| quad.map(Triple::from))
                .collect();
            let triples =
                triples.map_err(|error| format!("`additionaltriples` is no Turtle: {error}"))?;
            self.store
                .add(&graph, triples)
                .map_err(|error| error.to_string())?;
        }
        Ok(Begun {
            graph,
            question_iri: iri,
            text: wanted.question.clone(),
            language: wanted.language.clone(),
        })
    }

    /// Has a component at an address work on a question: the status that it gave, and what went wrong.
    pub(super) fn call(
        &self,
        client: &Client,
        service_url: &str,
        begun: &Begun,
        patience: Duration,
    ) -> (u16, Option<String>) {
        let address = format!("{}/annotatequestion", service_url.trim_end_matches('/'));
        let reply = client
            .post(&address)
            .json(self.message(&begun.graph).to_string())
            .accept("application/json")
            .within(patience)
            .most_bytes(1 << 20)
            .retries(Retries::NONE)
            .fetch();
        match reply {
            Ok(reply) if reply.status == 200 => {
                let message: Result<Value, _> = serde_json::from_slice(&reply.body);
                let reason = match message {
                    Ok(Value::Object(_)) => None,
                    _ => Some("what it sent back is no message".to_owned()),
                };
                (200, reason)
            }
            Ok(reply) => (reply.status, Some(format!("it answered {}", reply.status))),
            Err(error) => (0, Some(error.to_string())),
        }
    }
}
