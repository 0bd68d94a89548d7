//! OKBQA: our four modules as services, and a controller that runs ours or others.
//!
//! A question becomes templates (TGM), the slots of a template are filled with what the graph names
//! (DM), queries are made of both (QGM) and run (AGM). All of it is JSON over HTTP; the protocol is
//! that of the OKBQA framework (Kim et al., *OKBQA: an Open Collaboration Framework for Development of
//! Natural Language Question-Answering over Knowledge Bases*, ISWC 2017).

mod modules;
mod template;

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use lydite_http::{Client, Retries};
use lydite_template::generated_queries;
use serde_json::{Value, json};

use self::modules::ModuleError;
use crate::form::{decoded, field};
use crate::{Site, SiteError, site};

/// How long a chain may take, if nobody says.
const TIME: Duration = Duration::from_secs(60);
/// How long a chain may take at most.
const LONGEST: Duration = Duration::from_secs(600);
/// So many templates are followed, and so many queries handed to the last module.
const FOLLOWED: usize = 5;

/// A site with the client for the modules of others.
struct Chain {
    site: Arc<Site>,
    client: Client,
}

/// `/okbqa/tgm`, `/okbqa/dm`, `/okbqa/qgm`, `/okbqa/agm`, and the controller at `/okbqa/cm`.
///
/// # Errors
/// The options of the network are none.
pub fn router(site: Arc<Site>) -> Result<Router, SiteError> {
    let client = Client::new(lydite_http::Config {
        cancel: Some(site.lab().config.cancel.clone()),
        ..site.lab().config.network.clone()
    });
    let client = client.map_err(|error| SiteError::Network(error.to_string()))?;
    Ok(Router::new()
        .route("/okbqa/tgm", post(tgm))
        .route("/okbqa/dm", get(dm).post(dm))
        .route("/okbqa/qgm", post(qgm))
        .route("/okbqa/agm", post(agm))
        .route("/okbqa/cm", post(cm))
        .with_state(Arc::new(Chain { site, client })))
}

type Shared = State<Arc<Chain>>;

async fn tgm(State(chain): Shared, body: Bytes) -> Response {
    reply(&chain, read(&body), |chain, request| {
        modules::templates(&chain.site, request)
    })
    .await
}

/// The template comes as `data` in the address, or as the body.
async fn dm(State(chain): Shared, RawQuery(query): RawQuery, body: Bytes) -> Response {
    let fields = decoded(&query.unwrap_or_default());
    let template = match field(&fields, "data") {
        Some(data) => read(data.as_bytes()),
        None => read(&body),
    };
    reply(&chain, template, |chain, template| {
        modules::disambiguation(&chain.site, template)
    })
    .await
}

async fn qgm(State(chain): Shared, body: Bytes) -> Response {
    reply(&chain, read(&body), |_, request| modules::queries(request)).await
}

async fn agm(State(chain): Shared, body: Bytes) -> Response {
    reply(&chain, read(&body), |chain, request| {
        modules::answers(&chain.site, request)
    })
    .await
}

async fn cm(State(chain): Shared, body: Bytes) -> Response {
    reply(&chain, read(&body), Chain::control).await
}

fn read(body: &[u8]) -> Result<Value, String> {
    serde_json::from_slice(body).map_err(|error| format!("this is no JSON: {error}"))
}

fn refused(status: StatusCode, reason: &str) -> Response {
    (status, Json(json!({ "message": reason }))).into_response()
}

/// Has a module work, away from the threads that serve.
async fn reply(
    chain: &Arc<Chain>,
    request: Result<Value, String>,
    work: impl FnOnce(&Chain, &Value) -> Result<Value, ModuleError> + Send + 'static,
) -> Response {
    let request = match request {
        Ok(request) => request,
        Err(reason) => return refused(StatusCode::BAD_REQUEST, &reason),
    };
    let for_work = Arc::clone(chain);
    let done = site::blocking(&chain.site, move |_| match work(&for_work, &request) {
        Ok(value) => Ok(Ok(value)),
        Err(ModuleError::Input(reason)) => Ok(Err(reason)),
        Err(ModuleError::Site(error)) => Err(error),
    })
    .await;
    match done {
        Ok(Ok(value)) => Json(value).into_response(),
        Ok(Err(reason)) => refused(StatusCode::BAD_REQUEST, &reason),
        Err(reason) => refused(StatusCode::INTERNAL_SERVER_ERROR, &reason),
    }
}

impl Chain {
    /// Runs the chain: each module is asked where an address is given, or is our own.
    fn control(&self, request: &Value) -> Result<Value, ModuleError> {
        let wrong = |reason: &str| ModuleError::Input(reason.to_owned());
        let text = request["input"]["string"].as_str();
        let text = text.ok_or_else(|| wrong("`input` must have a `string`, the question"))?;
        let language = request["input"]["language"].as_str().unwrap_or("en");
        let limit = &request["timelimit"];
        let limit = limit.as_f64().or_else(|| limit.as_str()?.parse().ok());
        let limit = limit
            .filter(|seconds| *seconds > 0.0)
            .map_or(TIME, |seconds| {
                Duration::from_secs_f64(seconds.min(LONGEST.as_secs_f64()))
            });
        let mut run = Run {
            chain: self,
            addresses: &request["conf"]["address"],
            deadline: Instant::now() + limit,
            log: Vec::new(),
        };
        let question = modules::question(text, language);
        let result = run.result(&question, text, language);
        let log = Value::Array(run.log);
        match result {
            Ok(result) => Ok(json!({"log": log, "result": result})),
            Err(Stopped::Module(error)) => Err(error),
            Err(Stopped::Foreign(reason)) => Ok(json!({"log": log, "result": [], "error": reason})),
        }
    }
}

/// A chain at work.
struct Run<'r> {
    chain: &'r Chain,
    addresses: &'r Value,
    deadline: Instant,
    log: Vec<Value>,
}

/// Why a chain stops.
enum Stopped {
    Module(ModuleError),
    Foreign(String),
}

impl From<ModuleError> for Stopped {
    fn from(error: ModuleError) -> Self {
        Self::Module(error)
    }
}

impl Run<'_> {
    fn result(&mut self, question: &Value, text: &str, language: &str) -> Result<Value, Stopped> {
        let site = &self.chain.site;
        let templates = self.step("TGM", question, || modules::templates(site, question))?;
        let templates = match templates {
            Value::Array(templates) => templates,
            one => vec![one],
        };
        let mut queries = Vec::new();
        for mut template in templates.into_iter().take(FOLLOWED) {
            if !template["query"].is_string() {
                continue;
            }
            template["question"] = text.into();
            template["language"] = language.into();
            let maps = self.step("DM", &template, || modules::disambiguation(site, &template))?;
            let maps = maps.get("ned").cloned().unwrap_or(maps);
            let request = json!({"template": template, "disambiguation": maps});
            let made = self.step("QGM", &request, || modules::queries(&request))?;
            queries.extend(generated_queries(&made).into_iter().take(FOLLOWED));
        }
        let list: Vec<Value> = queries
            .iter()
            .map(|query| json!({ "query": query }))
            .collect();
        let request =
            json!({"queries": list, "conf": {"kb": self.addresses["KB"], "answer_num": 1000}});
        let answers = self.step("AGM", &request, || modules::answers(site, &request))?;
        Ok(answers
            .get("answers")
            .or(answers.get("output"))
            .cloned()
            .unwrap_or(answers))
    }

    /// One module: at its address, or ours.
    fn step(
        &mut self,
        name: &str,
        request: &Value,
        own: impl FnOnce() -> Result<Value, ModuleError>,
    ) -> Result<Value, Stopped> {
        let begun = Instant::now();
        let address = &self.addresses[name];
        let address = address
            .as_str()
            .or_else(|| address[0].as_str())
            .filter(|at| !at.is_empty());
        let output = match address {
            None => own()?,
            Some(address) => self.foreign(name, address, request).map_err(|reason| {
                self.log
                    .push(json!({"1. module": name, "2. address": address, "4. output": reason}));
                Stopped::Foreign(format!("{name} at {address}: {reason}"))
            })?,
        };
        self.log.push(json!({
            "1. module": name,
            "2. address": address,
            "3. input": request,
            "4. output": output,
            "5. milliseconds": begun.elapsed().as_millis() as u64,
        }));
        Ok(output)
    }

    fn foreign(&self, name: &str, address: &str, request: &Value) -> Result<Value, String> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err("the time is up".to_owned());
        }
        let client = &self.chain.client;
        let text = request.to_string();
        // The module that disambiguates takes its template in the address.
        let outgoing = match name {
            "DM" => client.get(address).query("data", &text),
            _ => client.post(address).json(text),
        };
        let reply = outgoing
            .accept("application/json")
            .within(left)
            .most_bytes(8 << 20)
            .retries(Retries::NONE)
            .fetch()
            .map_err(|error| error.to_string())?;
        if !(200..300).contains(&reply.status) {
            return Err(format!("it answered {}", reply.status));
        }
        serde_json::from_slice(&reply.body).map_err(|_| "its reply is no JSON".to_owned())
    }
}
