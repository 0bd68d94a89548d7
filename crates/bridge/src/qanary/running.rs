//! Runs components over a question, one after the other, and reads what they came to.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use lydite_compose::Lang;
use lydite_compose::annotation::{AnnotatedQuestion, Kind};
use lydite_graph::Limits;
use lydite_http::{Client, Retries};
use lydite_model::AnswerSet;
use lydite_sparql::parse;
use oxrdf::{Literal, NamedNode, Triple};
use serde_json::{Value, json};
use uuid::Uuid;

use super::annotations::{self, OA, QA};
use super::registry::{Registry, now};
use super::store::Store;
use crate::{Site, gerbil};

/// So many runs and questions are remembered.
const REMEMBERED: usize = 1000;

/// So many queries are run at most before there is no answer.
const RUNS: usize = 10;

/// A pipeline with its components, its graphs and its questions.
pub(super) struct Host {
    pub(super) site: Arc<Site>,
    /// Where others reach it.
    pub(super) base: String,
    pub(super) store: Store,
    pub(super) registry: Registry,
    pub(super) client: Client,
    /// How long a component may take.
    pub(super) patience: Duration,
    questions: Mutex<VecDeque<(String, String)>>,
    runs: Mutex<VecDeque<(String, Value)>>,
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
    text: String,
    language: Option<String>,
}

impl Host {
    pub(super) fn new(site: Arc<Site>, base: &str, client: Client) -> Self {
        let base = base.trim_end_matches('/').to_owned();
        Self {
            store: Store::new(&base),
            site,
            base,
            registry: Registry::default(),
            client,
            patience: Duration::from_secs(60),
            questions: Mutex::default(),
            runs: Mutex::default(),
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

    pub(super) fn runs(&self) -> Vec<(String, Value)> {
        let runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        runs.iter().cloned().collect()
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
            "qanaryMessage": self.message(&begun.graph),
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
        let address = format!(
            "{}/annotatequestion",
            instance.service_url.trim_end_matches('/')
        );
        let reply = self
            .client
            .post(&address)
            .json(self.message(&begun.graph).to_string())
            .accept("application/json")
            .within(self.patience)
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
                (instance.service_url, 200, reason)
            }
            Ok(reply) => {
                let reason = format!("it answered {}", reply.status);
                (instance.service_url, reply.status, Some(reason))
            }
            Err(error) => (instance.service_url, 0, Some(error.to_string())),
        }
    }

    /// The question with all that was said about it.
    fn annotated(&self, begun: &Begun) -> Result<AnnotatedQuestion, String> {
        let triples = self.store.triples(&begun.graph).unwrap_or_default();
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
        let before = match component.task().kind() {
            // A ranker takes back what builders said; the graph keeps both, the ranked ones first.
            Kind::Query => 0,
            _ => question.annotations().len(),
        };
        let known = question.annotations().to_vec();
        component
            .annotate(&mut question, composer.resources())
            .map_err(|error| error.to_string())?;
        let added: Vec<_> = question
            .annotations()
            .iter()
            .skip(before)
            .filter(|annotation| before > 0 || !known.contains(annotation))
            .cloned()
            .collect();
        let mark = Uuid::new_v4().to_string();
        let triples = annotations::written(&added, &question, &begun.question_iri, &now(), &mark);
        self.store
            .add(&begun.graph, triples)
            .map_err(|error| error.to_string())
    }

    /// What the run came to, as GERBIL reads it: the query that was used, and its answer. Without an
    /// answer in the graph, the queries are run here until one gives something, and the answer is
    /// written into the graph.
    pub(super) fn answer(&self, begun: &Begun) -> Result<Value, String> {
        let triples = self.store.triples(&begun.graph).unwrap_or_default();
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
        self.store
            .update(&update)
            .map_err(|error| error.to_string())
    }
}
