//! Asks a template generation module, several questions at a time.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::sync::mpsc::sync_channel;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use lydite_template::{Exchange, FailureReason, Pair, TgmFailure};
use serde_json::json;
use ureq::http::Response;
use ureq::{Agent, Body};

use super::gold;
use super::run::Item;
use crate::args::Template;
use crate::failure::Failure;
use crate::session::Session;

/// A larger answer is no template.
const LARGEST: u64 = 8 << 20;

/// How many times a service may send us elsewhere.
const REDIRECTS: usize = 5;

/// How far requests may run ahead of an answer that is still awaited.
const AHEAD: usize = 1024;

/// Asks for all questions and calls `take` on the answers in the order of the questions. A failure
/// is an answer like any other.
pub(super) fn ask_all(
    session: &Session,
    options: &Template,
    url: &str,
    pairs: Vec<Pair>,
    take: &mut dyn FnMut(Item) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if !url.starts_with("http://") && !url.starts_with("https://") {
        return Err(Failure::usage(format!("{url} is no address"))
            .hint("give --tgm as http://host/path; stored answers go with --cases or --replay"));
    }
    let mut recording = match &options.record {
        Some(path) => {
            let file = File::create(path)
                .map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
            Some(BufWriter::new(file))
        }
        None => None,
    };
    let service = Service::new(url, &options.lang, Duration::from_secs_f64(options.timeout));
    let bar = session.progress(
        Some(pairs.len() as u64),
        "asking {wide_bar} {pos}/{len} {per_sec} {eta}",
    );
    let queue = Mutex::new(pairs.into_iter().enumerate());
    let gate = Gate::default();
    let (sender, receiver) = sync_channel(usize::from(options.jobs));
    let result = thread::scope(|scope| {
        for _ in 0..options.jobs {
            let (sender, queue, gate, service) = (sender.clone(), &queue, &gate, &service);
            scope.spawn(move || {
                loop {
                    let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some((number, pair)) = next else { break };
                    if !gate.wait(number) {
                        break;
                    }
                    let start = Instant::now();
                    let exchange = service.ask(&pair.question);
                    let millis = start.elapsed().as_secs_f64() * 1000.0;
                    if sender.send((number, pair, exchange, millis)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        let result = (|| {
            for (number, pair, exchange, millis) in &receiver {
                waiting.insert(number, (pair, exchange, millis));
                while let Some((pair, exchange, millis)) = waiting.remove(&next) {
                    next += 1;
                    gate.pass(next);
                    bar.inc(1);
                    if let Some(recording) = &mut recording {
                        service.record(recording, &pair, &exchange, millis)?;
                    }
                    let mut item = gold::item(pair, Some(exchange));
                    item.millis = Some(millis);
                    take(item)?;
                }
            }
            Ok(())
        })();
        // Whoever waits for a place, or to hand in an answer, is not needed any more.
        gate.close();
        drop(receiver);
        result
    });
    bar.finish_and_clear();
    if let Some(recording) = &mut recording {
        recording.flush()?;
    }
    result
}

/// Lets requests run ahead of the awaited answer, but not too far.
#[derive(Default)]
struct Gate {
    passed: Mutex<usize>,
    moved: Condvar,
}

impl Gate {
    /// Waits until this question may be asked; `false` if no more are to be.
    fn wait(&self, number: usize) -> bool {
        let mut passed = self.passed.lock().unwrap_or_else(PoisonError::into_inner);
        while number >= passed.saturating_add(AHEAD) {
            passed = self
                .moved
                .wait(passed)
                .unwrap_or_else(PoisonError::into_inner);
        }
        *passed != usize::MAX
    }

    fn pass(&self, number: usize) {
        *self.passed.lock().unwrap_or_else(PoisonError::into_inner) = number;
        self.moved.notify_all();
    }

    fn close(&self) {
        self.pass(usize::MAX);
    }
}

/// A template generation module at an address.
struct Service<'s> {
    agent: Agent,
    url: &'s str,
    language: &'s str,
}

impl<'s> Service<'s> {
    fn new(url: &'s str, language: &'s str, patience: Duration) -> Self {
        let agent = Agent::config_builder()
            .user_agent(concat!("lydite/", env!("CARGO_PKG_VERSION")))
            .http_status_as_error(false)
            // Followed here, since a question has to be asked again at the new address.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .timeout_global(Some(patience))
            .build()
            .new_agent();
        Self {
            agent,
            url,
            language,
        }
    }

    /// Asks one question, as the OKBQA protocol has it.
    fn ask(&self, question: &str) -> Exchange {
        let request = json!({"string": question, "language": self.language}).to_string();
        let mut response = match self.send(&request) {
            Ok(response) => response,
            Err(error) => return Exchange::Failed(failure(&error)),
        };
        let status = response.status().as_u16();
        let length = response.body().content_length();
        let mut bytes = Vec::new();
        let reader = response.body_mut().as_reader();
        if let Err(error) = reader.take(LARGEST + 1).read_to_end(&mut bytes) {
            let failure = failure_of_body(error);
            return Exchange::Failed(failure);
        }
        if bytes.len() as u64 > LARGEST {
            let detail = format!("more than {} MiB", LARGEST >> 20);
            return Exchange::Failed(TgmFailure::new(FailureReason::BodyTooLarge, detail));
        }
        if length.is_some_and(|length| (bytes.len() as u64) < length) {
            let detail = format!("{} of {} bytes", bytes.len(), length.unwrap_or_default());
            return Exchange::Failed(TgmFailure::new(FailureReason::BodyCutOff, detail));
        }
        let body = String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
        Exchange::Answered { status, body }
    }

    /// Sends a request, to another address if the service says so.
    fn send(&self, request: &str) -> Result<Response<Body>, ureq::Error> {
        let mut url = self.url.to_owned();
        let mut asks = true;
        for _ in 0..REDIRECTS {
            let response = match asks {
                true => self
                    .agent
                    .post(&url)
                    .header("content-type", "application/json")
                    .header("accept", "application/json")
                    .send(request)?,
                false => self
                    .agent
                    .get(&url)
                    .header("accept", "application/json")
                    .call()?,
            };
            let location = response.headers().get("location");
            let location = location.and_then(|location| location.to_str().ok());
            match (
                response.status().as_u16(),
                location.and_then(|to| resolve(&url, to)),
            ) {
                (307 | 308, Some(next)) => url = next,
                // As every browser does, and Python's requests.
                (301..=303, Some(next)) => (url, asks) = (next, false),
                _ => return Ok(response),
            }
        }
        Err(ureq::Error::TooManyRedirects)
    }

    /// Writes an exchange as a record of --cases.
    fn record(
        &self,
        out: &mut dyn Write,
        pair: &Pair,
        exchange: &Exchange,
        millis: f64,
    ) -> io::Result<()> {
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        let tgm = match exchange {
            Exchange::Answered { status, body } => json!({"status": status, "body": body}),
            Exchange::Failed(failure) => json!({"error": failure}),
            Exchange::Query(query) => {
                json!({"status": 200, "body": json!([{"query": query}]).to_string()})
            }
        };
        let record = json!({
            "id": pair.id,
            "source": pair.source,
            "question": pair.question,
            "gold_sparql": pair.sparql,
            "service": self.url,
            "language": self.language,
            "unix_seconds": now.as_secs(),
            "millis": millis,
            "tgm": tgm,
        });
        writeln!(out, "{record}")
    }
}

/// The address that a service means by `location`.
fn resolve(url: &str, location: &str) -> Option<String> {
    if location.starts_with("http://") || location.starts_with("https://") {
        return Some(location.to_owned());
    }
    let host = url.find("://")? + 3;
    let path = url[host..].find('/').map_or(url.len(), |at| host + at);
    location
        .starts_with('/')
        .then(|| format!("{}{location}", &url[..path]))
}

fn failure(error: &ureq::Error) -> TgmFailure {
    match error {
        ureq::Error::Timeout(_) => TgmFailure::new(FailureReason::Timeout, ""),
        ureq::Error::Io(error) if error.kind() == io::ErrorKind::TimedOut => {
            TgmFailure::new(FailureReason::Timeout, "")
        }
        other => TgmFailure::new(FailureReason::Connection, other.to_string()),
    }
}

fn failure_of_body(error: io::Error) -> TgmFailure {
    match ureq::Error::from(error) {
        ureq::Error::Timeout(_) => TgmFailure::new(FailureReason::Timeout, "in the middle"),
        other => TgmFailure::new(FailureReason::BodyCutOff, other.to_string()),
    }
}
