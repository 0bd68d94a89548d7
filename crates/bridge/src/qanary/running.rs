//! Runs components over a question, one after the other, and reads what they came to.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use lydite_compose::Lang;
use lydite_compose::annotation::{AnnotatedQuestion, Kind};
use lydite_graph::Limits;
use lydite_http::Client;
use lydite_model::AnswerSet;
use lydite_sparql::parse;
use oxrdf::Literal;
use serde_json::{Value, json};
use uuid::Uuid;

use super::annotations::{self, OA, QA};
use super::registry::{Registry, now};
use super::space::{Begun, REMEMBERED, Space};
use crate::{Site, gerbil};

/// So many queries are run at most before there is no answer.
const RUNS: usize = 10;

/// A pipeline: who takes part, and what was run.
pub(super) struct Host {
    pub(super) site: Arc<Site>,
    pub(super) space: Arc<Space>,
    pub(super) registry: Registry,
    pub(super) client: Client,
    /// How long a component may take.
    pub(super) patience: Duration,
    runs: Mutex<VecDeque<(String, Value)>>,
}

impl Host {
    pub(super) fn new(site: Arc<Site>, base: &str, client: Client) -> Self {
        Self {
            space: Arc::new(Space::new(base)),
            site,
            registry: Registry::default(),
            client,
            patience: Duration::from_secs(60),
            runs: Mutex::default(),
        }
    }

    pub(super) fn runs(&self) -> Vec<(String, Value)> {
        let runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        runs.iter().cloned().collect()
    }

    /// Runs components in their order. One that fails is noted, and the next has its turn. Blocks.
    pub(super) fn run(&self, begun: &Begun, components: &[String]) -> Vec<String> {
        let started = Instant::now();
        let begun_at = now();
        let mut compact = Vec::new();
        let mut extended = Vec::new();
        let mut failures = Vec::new();
        for name in components {
            let turn = Instant::now();
            let (place, code, reason) = self.turn(begun, name);
            if let Some(reason) = reason {
                failures.push(format!("{name}: {reason}"));
            }
            compact.push(format!("{name} {place} {code}"));
            extended.push(json!({
                "componentName": name,
                "componentUri": place,
                "durationInMilliseconds": turn.elapsed().as_millis() as u64,
                "httpResponseCode": code,
            }));
        }
        let record = json!({
            "startOfQuestionAnswering": begun_at,
            "endOfQuestionAnswering": now(),
            "durationInMilliseconds": started.elapsed().as_millis() as u64,
            "qanaryMessage": self.space.message(&begun.graph),
            "compactProtocol": compact,
            "extendedProtocol": extended,
            "failures": failures,
        });
        let mut runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        runs.push_back((begun.graph.clone(), record));
        while runs.len() > REMEMBERED {
            runs.pop_front();
        }
        failures
    }

    /// One component: where it is, the status it gave, and what went wrong.
    fn turn(&self, begun: &Begun, name: &str) -> (String, u16, Option<String>) {
        let Some(instance) = self.registry.get(name) else {
            let own = format!("urn:qanary:{name}");
            return match self.own(begun, name) {
                Ok(()) => (own, 200, None),
                Err(reason) => (own, 500, Some(reason)),
            };
        };
        let (code, reason) =
            self.space
                .call(&self.client, &instance.service_url, begun, self.patience);
        (instance.service_url, code, reason)
    }

    /// The question with all that was said about it.
    fn annotated(&self, begun: &Begun) -> Result<AnnotatedQuestion, String> {
        let triples = self.space.store.triples(&begun.graph).unwrap_or_default();
        let language = begun
            .language
            .clone()
            .or_else(|| annotations::language(&triples));
        let lang = language
            .as_deref()
            .and_then(Lang::parse)
            .unwrap_or(Lang::En);
        let resources = self.site.resources().map_err(|error| error.to_string())?;
        Ok(annotations::read(&triples, &begun.text, lang, &resources))
    }

    /// One of our own components.
    fn own(&self, begun: &Begun, name: &str) -> Result<(), String> {
        let composer = self.site.composer().map_err(|error| error.to_string())?;
        let component = composer.registry().get(name);
        let component = component.map_err(|_| "nobody of this name has registered".to_owned())?;
        let mut question = self.annotated(begun)?;
        let added = annotations::added(component, &mut question, composer.resources())
            .map_err(|error| error.to_string())?;
        let mark = Uuid::new_v4().to_string();
        let triples = annotations::written(&added, &question, &begun.question_iri, &now(), &mark);
        self.space
            .store
            .add(&begun.graph, triples)
            .map_err(|error| error.to_string())
    }

    /// What the run came to, as GERBIL reads it: the query that was used, and its answer. Without an
    /// answer in the graph, the queries are run here until one gives something, and the answer is
    /// written into the graph.
    pub(super) fn answer(&self, begun: &Begun) -> Result<Value, String> {
        let triples = self.space.store.triples(&begun.graph).unwrap_or_default();
        let language = begun
            .language
            .clone()
            .or_else(|| annotations::language(&triples));
        let annotated = self.annotated(begun)?;
        let queries: Vec<&str> = annotated
            .of(Kind::Query)
            .filter_map(|annotation| Some(annotation.best()?.value.as_str()))
            .collect();
        let mut query = queries.first().copied().unwrap_or_default();
        let mut answer = annotations::answer(&triples);
        if answer.is_none() {
            for candidate in queries.iter().take(RUNS) {
                let Some(found) = self.execute(candidate) else {
                    continue;
                };
                let gives = found.as_boolean().is_some() || !found.is_empty();
                if gives || answer.is_none() {
                    query = candidate;
                    answer = Some(gerbil::results(&found));
                }
                if gives {
                    break;
                }
            }
            if let Some(answer) = &answer {
                self.write_answer(begun, answer)?;
            }
        }
        Ok(json!({"questions": [{
            "question": [{"string": begun.text, "language": language.as_deref().unwrap_or("en")}],
            "query": {"sparql": query},
            "answers": answer.into_iter().collect::<Vec<_>>(),
        }]}))
    }

    fn execute(&self, query: &str) -> Option<AnswerSet> {
        let parsed = parse(query, &self.site.dialect()).ok()?;
        let limits = Limits::default()
            .with_time(Duration::from_secs(10))
            .with_rows(20_000)
            .with_memory(256 << 20);
        let results = self.site.graph.query(&parsed, &limits).ok()?;
        Some(AnswerSet::from(&results.value))
    }

    fn write_answer(&self, begun: &Begun, answer: &Value) -> Result<(), String> {
        let id = Uuid::new_v4();
        let update = format!(
            "PREFIX qa: <{QA}> PREFIX oa: <{OA}> INSERT DATA {{ GRAPH <{}> {{
               <urn:qanary:annotation:{id}> a qa:AnnotationOfAnswerJson ; oa:hasTarget <{}> ;
                 oa:hasBody <urn:qanary:answer:{id}> ; qa:score \"1.0\"^^xsd:double ;
                 oa:annotatedBy <urn:qanary:lydite> ; oa:annotatedAt \"{}\"^^xsd:dateTime .
               <urn:qanary:answer:{id}> a qa:AnswerJson ; rdf:value {} .
               qa:AnswerJson rdfs:subClassOf qa:Answer . }} }}",
            begun.graph,
            begun.question_iri,
            now(),
            Literal::new_simple_literal(answer.to_string())
        );
        self.space
            .store
            .update(&update)
            .map_err(|error| error.to_string())
    }
}
