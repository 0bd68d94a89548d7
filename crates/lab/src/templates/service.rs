//! A template generation module at an address, asked as the OKBQA protocol has it.

use std::io::{self, Read};
use std::time::Duration;

use lydite_model::Language;
use lydite_template::{Exchange, FailureReason, TgmFailure};
use serde_json::json;
use ureq::http::Response;
use ureq::{Agent, Body};

use crate::Error;

/// A larger answer is no template.
const LARGEST: u64 = 8 << 20;

/// How many times a service may send us elsewhere.
const REDIRECTS: usize = 5;

/// A template generation module at an address.
pub(super) struct Service<'s> {
    agent: Agent,
    pub address: &'s str,
    pub language: &'s Language,
}

impl<'s> Service<'s> {
    /// Whether this can be the address of a service.
    ///
    /// # Errors
    /// It cannot.
    pub(super) fn check(address: &str) -> Result<(), Error> {
        if address.starts_with("http://") || address.starts_with("https://") {
            return Ok(());
        }
        Err(Error::NoAddress {
            given: address.to_owned(),
        })
    }

    pub(super) fn new(
        address: &'s str,
        language: &'s Language,
        patience: Duration,
    ) -> Result<Self, Error> {
        Self::check(address)?;
        let agent = Agent::config_builder()
            .user_agent(concat!("lydite/", env!("CARGO_PKG_VERSION")))
            .http_status_as_error(false)
            // Followed here, since a question has to be asked again at the new address.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .timeout_global(Some(patience))
            .build()
            .new_agent();
        Ok(Self {
            agent,
            address,
            language,
        })
    }

    /// Asks one question, as the OKBQA protocol has it.
    pub(super) fn ask(&self, question: &str) -> Exchange {
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
        let mut url = self.address.to_owned();
        let mut asks = true;
        for _ in 0..REDIRECTS {
            let response = if asks {
                let post = self.agent.post(&url);
                post.header("content-type", "application/json")
                    .header("accept", "application/json")
                    .send(request)?
            } else {
                let get = self.agent.get(&url);
                get.header("accept", "application/json").call()?
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
