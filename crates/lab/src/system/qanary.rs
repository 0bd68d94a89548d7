//! A Qanary pipeline: it gets a question with the names of components, and what these wrote into the
//! graph of the question is read.

use lydite_http::{Address, encoded};
use lydite_model::{Query, Response};
use serde_json::Value;

use super::reply::Understood;
use super::spec::QanaryOptions;
use super::web::{Outgoing, Web, beginning, failure};
use super::{
    Asked, Descriptor, Exchange, Failure, FailureKind, Kind, QaSystem, Spec, Turn, asking,
};
use crate::{Error, Lab};

const FORM: &str = "application/x-www-form-urlencoded; charset=UTF-8";

/// A Qanary pipeline.
pub(super) struct Qanary {
    descriptor: Descriptor,
    web: Web,
    address: String,
    components: Vec<String>,
    jobs: usize,
}

impl Qanary {
    pub(super) fn open(lab: &Lab, spec: &Spec, options: &QanaryOptions) -> Result<Self, Error> {
        let mut web = Web::new(lab, spec)?;
        let address = web.address(lab, &options.address)?;
        let decides = options.components.join(",");
        Ok(Self {
            descriptor: asking::described(spec, Kind::Qanary, &[&decides]),
            web,
            address: address.trim_end_matches('/').to_owned(),
            components: options.components.clone(),
            jobs: spec.manners.jobs,
        })
    }

    fn post(&self, address: &str, body: String, turns: &mut Vec<Turn>) -> Result<Value, Failure> {
        let outgoing = Outgoing {
            address,
            parameters: Vec::new(),
            body: Some((FORM, body.into_bytes())),
            headers: &[(
                "accept",
                "application/sparql-results+json, application/json",
            )],
        };
        let text = self.web.send(&outgoing, turns)?.text();
        serde_json::from_str(&text)
            .map_err(|_| unreadable(&format!("this is no JSON{}", beginning(&text))))
    }

    /// Has the components work on a question; returns where the graph of the question is.
    fn start(&self, asked: &Asked<'_>, turns: &mut Vec<Turn>) -> Result<Place, Failure> {
        let mut body = format!(
            "question={}&language={}",
            encoded(asked.text),
            encoded(asked.language.as_str())
        );
        for component in &self.components {
            // The brackets are part of the name, and clients send them as they are.
            body.push_str(&format!("&componentlist[]={}", encoded(component)));
        }
        let address = format!("{}/startquestionansweringwithtextquestion", self.address);
        let reply = self.post(&address, body, turns)?;
        let text = |key: &str| reply.get(key).and_then(Value::as_str);
        let (Some(endpoint), Some(graph)) = (text("endpoint"), text("outGraph")) else {
            let reason = "the reply names no `endpoint` with an `outGraph`";
            return Err(unreadable(&format!(
                "{reason}{}",
                beginning(&reply.to_string())
            )));
        };
        let is_iri = |text: &str| {
            text.contains(':')
                && !text.contains(|c: char| c.is_whitespace() || "<>\"{}|\\^`".contains(c))
        };
        if !is_iri(graph) {
            return Err(unreadable(&format!("`{graph}` is no name of a graph")));
        }
        Ok(Place {
            endpoint: self.endpoint(endpoint),
            graph: graph.to_owned(),
        })
    }

    /// A pipeline on another machine may call itself `localhost`.
    fn endpoint(&self, said: &str) -> String {
        let is_here = |address: &str| {
            Address::parse(address).is_ok_and(|(address, _)| {
                let host = address.host();
                let host = host.rsplit_once(':').map_or(host, |(host, _)| host);
                ["localhost", "127.0.0.1", "0.0.0.0", "[::1]"].contains(&host)
            })
        };
        if is_here(said) && !is_here(&self.address) {
            format!("{}/sparql", self.address)
        } else {
            said.to_owned()
        }
    }

    /// What was written into the graph of a question: queries, the best first, and the answer.
    fn read(
        &self,
        place: &Place,
        asked: &Asked<'_>,
        turns: &mut Vec<Turn>,
    ) -> Result<Response, Failure> {
        let query = format!(
            "PREFIX qa: <http://www.wdaqua.eu/qa#>\n\
             PREFIX oa: <http://www.w3.org/ns/openannotation/core/>\n\
             PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>\n\
             SELECT ?kind ?body ?value ?score ?index FROM <{}> WHERE {{\n\
             \x20 ?annotation a ?kind ; oa:hasBody ?body .\n\
             \x20 VALUES ?kind {{ qa:AnnotationOfAnswerSPARQL qa:AnnotationOfAnswerJson qa:AnnotationOfAnswerJSON }}\n\
             \x20 OPTIONAL {{ ?body rdf:value ?value }}\n\
             \x20 OPTIONAL {{ ?annotation qa:score ?score }}\n\
             \x20 OPTIONAL {{ ?annotation qa:index ?index }}\n\
             }}",
            place.graph
        );
        let results = self.post(&place.endpoint, format!("query={}", encoded(&query)), turns)?;
        let Some(rows) = results["results"]["bindings"].as_array() else {
            return Err(unreadable("the endpoint gives no results of a query"));
        };
        let mut queries: Vec<Ranked> = Vec::new();
        let mut answer = None;
        for row in rows {
            let cell = |name: &str| row[name]["value"].as_str();
            // The text stands in the annotation, or behind a node.
            let Some(text) = cell("value").or_else(|| cell("body")) else {
                continue;
            };
            let number = |name: &str| cell(name).and_then(|text| text.parse::<f64>().ok());
            match cell("kind") {
                Some(kind) if kind.ends_with("SPARQL") => queries.push(Ranked {
                    index: number("index").unwrap_or(f64::INFINITY),
                    score: number("score").unwrap_or(f64::NEG_INFINITY),
                    text: text.to_owned(),
                }),
                _ => answer = Some(text.to_owned()),
            }
        }
        queries.sort_by(|a, b| {
            let by_index = a.index.total_cmp(&b.index);
            by_index.then_with(|| b.score.total_cmp(&a.score))
        });
        queries.dedup_by(|a, b| a.text == b.text);
        let mut response = match answer {
            Some(text) => answers(&text, asked)?,
            None => asked.unanswered(),
        };
        response.queries = queries
            .into_iter()
            .map(|ranked| Query::sparql(ranked.text))
            .collect();
        if response.answers.is_none() && response.queries.is_empty() {
            let who = match self.components.as_slice() {
                [] => "no component was named, so nobody".to_owned(),
                [only] => only.clone(),
                _ => format!("none of {}", self.components.join(", ")),
            };
            let reason = format!("{who} wrote a query or an answer");
            return Err(failure(FailureKind::Empty, reason));
        }
        Ok(response)
    }
}

/// A query with its place among others.
struct Ranked {
    index: f64,
    score: f64,
    text: String,
}

/// Where the graph of a question is.
struct Place {
    endpoint: String,
    graph: String,
}

/// The answer as SPARQL results. Wrappers escape the quotes once more than needed.
fn answers(text: &str, asked: &Asked<'_>) -> Result<Response, Failure> {
    let text = match serde_json::from_str::<Value>(text) {
        Ok(_) => text.to_owned(),
        Err(_) => text.replace("\\\"", "\""),
    };
    Ok(Understood::read(text.as_bytes(), asked)?.response)
}

fn unreadable(reason: &str) -> Failure {
    failure(FailureKind::Unreadable, reason)
}

impl QaSystem for Qanary {
    fn descriptor(&self) -> &Descriptor {
        &self.descriptor
    }

    fn jobs(&self) -> Option<usize> {
        Some(self.jobs)
    }

    fn ask(&self, asked: &Asked<'_>) -> Exchange {
        asking::exchange(asked, |turns| {
            let place = self.start(asked, turns)?;
            self.read(&place, asked, turns)
        })
    }
}
