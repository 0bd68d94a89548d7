//! Gets a reply from an endpoint, or says why there is none, in the time that is left.

use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use flate2::read::MultiGzDecoder;
use ureq::http::{HeaderMap, Response, header};
use ureq::{Agent, Body};

use super::address::Address;
use super::deadline::Deadline;
use super::gate::{Gate, Politeness};
use super::{Credentials, Retries};
use crate::GraphError;

const REDIRECTS: usize = 5;

/// How a request is sent.
#[derive(Clone, Debug)]
pub(super) struct Request {
    /// What stands behind the address.
    pub parameters: String,
    /// The content type and the body, if it is a `POST`.
    pub body: Option<(&'static str, String)>,
    /// Which answers are understood.
    pub accept: &'static str,
}

impl Request {
    fn method(&self) -> &'static str {
        if self.body.is_some() { "POST" } else { "GET" }
    }
}

/// What an endpoint replied.
#[derive(Debug)]
pub(super) struct Reply {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Reply {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// The media type, without parameters, in small letters.
    pub(super) fn media_type(&self) -> String {
        let given = self.header("content-type").unwrap_or_default();
        let media_type = given.split(';').next().unwrap_or_default();
        media_type.trim().to_ascii_lowercase()
    }

    /// Whether somebody between us and the engine, or the engine's doorkeeper, asks to come again.
    fn is_passing(&self) -> bool {
        matches!(self.status, 429 | 502 | 503 | 504)
    }

    fn retry_after(&self) -> Option<Duration> {
        let seconds = self.header("retry-after")?.trim().parse().ok()?;
        Some(Duration::from_secs(seconds))
    }
}

/// Why an attempt brought no reply.
enum Fault {
    /// The connection failed or broke: another attempt may succeed.
    Broken(String),
    /// Another attempt would end the same way.
    Final(GraphError),
}

/// How far a login has come.
enum Login {
    /// There are no credentials, or they are not for this host.
    None,
    /// The credentials as they are.
    First(String),
    /// Nothing, to be asked for a digest.
    AwaitChallenge,
    /// The answer to a challenge.
    Digest(String),
}

impl Login {
    fn header(&self) -> Option<&str> {
        match self {
            Self::None | Self::AwaitChallenge => None,
            Self::First(header) | Self::Digest(header) => Some(header),
        }
    }
}

/// The way to an endpoint.
#[derive(Debug)]
pub(super) struct Transport {
    pub address: Address,
    pub credentials: Option<Credentials>,
    pub politeness: Politeness,
    pub retries: Retries,
    agent: Agent,
    /// Whether the endpoint has asked for a digest before.
    wants_digest: AtomicBool,
}

impl Transport {
    pub(super) fn new(address: Address, credentials: Option<Credentials>) -> Self {
        let politeness = if address.is_loopback() {
            Politeness::OWN
        } else {
            Politeness::PUBLIC
        };
        let agent = Agent::config_builder()
            .user_agent(concat!("lydite/", env!("CARGO_PKG_VERSION")))
            .http_status_as_error(false)
            // Redirects are followed here: a query must survive them, a password must not.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .build()
            .new_agent();
        Self {
            address,
            credentials,
            politeness,
            retries: Retries::default(),
            agent,
            wants_digest: AtomicBool::new(false),
        }
    }

    /// Sends a request until there is a reply. A reply of any status is one, unless it asks to come
    /// again. At most `max_bytes` of it are read.
    pub(super) fn send(
        &self,
        request: &Request,
        deadline: Deadline,
        max_bytes: usize,
    ) -> Result<Reply, GraphError> {
        let mut attempt = 0;
        loop {
            let outcome = self.attempt(request, deadline, max_bytes);
            let (again, pause) = match outcome {
                Ok(reply) if reply.is_passing() => {
                    let pause = reply.retry_after();
                    (Ok(reply), pause)
                }
                Ok(reply) => return Ok(reply),
                Err(Fault::Final(error)) => return Err(error),
                Err(Fault::Broken(reason)) => (Err(self.out_of_reach(reason)), None),
            };
            let pause = pause.unwrap_or(self.retries.pause * 2u32.saturating_pow(attempt));
            attempt += 1;
            // Nobody waits for what cannot come in time.
            if attempt > self.retries.count || deadline.left()? <= pause {
                return again;
            }
            thread::sleep(pause);
        }
    }

    fn attempt(
        &self,
        request: &Request,
        deadline: Deadline,
        max_bytes: usize,
    ) -> Result<Reply, Fault> {
        let gate = Gate::of(self.address.host());
        let _pass = gate
            .enter(self.politeness, deadline.end())
            .ok_or_else(|| Fault::Final(deadline.passed()))?;

        let mut address = self.address.clone();
        let mut url = address.with_parameters(&request.parameters);
        if request.parameters.is_empty() {
            url = address.as_str().to_owned();
        }
        let mut login = match &self.credentials {
            None => Login::None,
            Some(Credentials::Password { .. }) if self.wants_digest.load(Ordering::Relaxed) => {
                Login::AwaitChallenge
            }
            Some(credentials) => Login::First(credentials.header()),
        };
        // A login takes up to two more exchanges.
        for _ in 0..=REDIRECTS + 2 {
            let reply = self.exchange(request, &url, login.header(), deadline)?;
            let status = reply.status().as_u16();
            let location = text_of(&reply, &header::LOCATION);
            if let (301 | 302 | 303 | 307 | 308, Some(location)) = (status, location) {
                address = address.redirected(&location).map_err(Fault::Final)?;
                address.as_str().clone_into(&mut url);
                if !address.is_same_site(&self.address) {
                    login = Login::None;
                }
                continue;
            }
            if status == 401
                && let Some(next) = self.challenged(&login, &reply, request, &url)
            {
                login = next;
                continue;
            }
            return self.read(reply, deadline, max_bytes);
        }
        let reason = format!(
            "it redirects more than {REDIRECTS} times, at last to {address}",
            address = address.as_str()
        );
        Err(Fault::Final(self.out_of_reach(reason)))
    }

    /// What to try after a refusal.
    fn challenged(
        &self,
        login: &Login,
        reply: &Response<Body>,
        request: &Request,
        url: &str,
    ) -> Option<Login> {
        let credentials = self.credentials.as_ref()?;
        let after_scheme = url.find("://").map_or(0, |at| at + 3);
        let path = url[after_scheme..].find('/');
        let path = path.map_or("/", |at| &url[after_scheme + at..]);
        let answer = text_of(reply, &header::WWW_AUTHENTICATE)
            .and_then(|challenge| credentials.digest(&challenge, request.method(), path));
        match (login, answer) {
            (Login::First(_) | Login::AwaitChallenge, Some(answer)) => {
                self.wants_digest.store(true, Ordering::Relaxed);
                Some(Login::Digest(answer))
            }
            // Virtuoso says what it wants only to those who come without anything.
            (Login::First(_), None) if matches!(credentials, Credentials::Password { .. }) => {
                Some(Login::AwaitChallenge)
            }
            _ => None,
        }
    }

    fn exchange(
        &self,
        request: &Request,
        url: &str,
        authorization: Option<&str>,
        deadline: Deadline,
    ) -> Result<Response<Body>, Fault> {
        let left = deadline.left().map_err(Fault::Final)?;
        let mut headers = vec![
            (header::ACCEPT, request.accept),
            (header::ACCEPT_ENCODING, "gzip"),
        ];
        headers.extend(authorization.map(|value| (header::AUTHORIZATION, value)));
        let result = if let Some((content_type, body)) = &request.body {
            headers.push((header::CONTENT_TYPE, content_type));
            let mut post = self.agent.post(url);
            for (name, value) in headers {
                post = post.header(name, value);
            }
            let config = post.config().timeout_global(Some(left));
            config.build().send(body.as_str())
        } else {
            let mut get = self.agent.get(url);
            for (name, value) in headers {
                get = get.header(name, value);
            }
            get.config().timeout_global(Some(left)).build().call()
        };
        result.map_err(|error| self.fault(error, deadline))
    }

    fn read(
        &self,
        reply: Response<Body>,
        deadline: Deadline,
        max_bytes: usize,
    ) -> Result<Reply, Fault> {
        let (parts, body) = reply.into_parts();
        let coding = parts.headers.get(header::CONTENT_ENCODING);
        let coding = coding.map(|value| value.to_str().unwrap_or("unknown").trim());
        let reader = body.into_reader();
        // What is unpacked counts, not what is sent.
        let limit = max_bytes as u64 + 1;
        let mut body = Vec::new();
        let result = match coding {
            Some("gzip" | "x-gzip") => {
                let mut unpacked = MultiGzDecoder::new(reader).take(limit);
                unpacked.read_to_end(&mut body)
            }
            None | Some("" | "identity") => reader.take(limit).read_to_end(&mut body),
            Some(other) => {
                return Err(Fault::Final(GraphError::NotResults {
                    place: self.address.as_str().to_owned(),
                    reason: format!("it is packed as {other}, which was not asked for"),
                }));
            }
        };
        result.map_err(|error| self.broken_off(error, body.len(), deadline))?;
        if body.len() > max_bytes {
            return Err(Fault::Final(GraphError::Memory(max_bytes)));
        }
        Ok(Reply {
            status: parts.status.as_u16(),
            headers: parts.headers,
            body,
        })
    }

    fn broken_off(&self, error: io::Error, received: usize, deadline: Deadline) -> Fault {
        match self.fault(ureq::Error::from(error), deadline) {
            Fault::Broken(reason) => Fault::Broken(format!(
                "the answer broke off after {received} bytes ({reason})"
            )),
            other => other,
        }
    }

    fn fault(&self, error: ureq::Error, deadline: Deadline) -> Fault {
        use ureq::Error;
        if deadline.left().is_err() {
            return Fault::Final(deadline.passed());
        }
        match error {
            Error::Timeout(_) => Fault::Final(deadline.passed()),
            Error::HostNotFound => Fault::Broken("there is no such host".to_owned()),
            Error::ConnectionFailed => Fault::Broken("no connection".to_owned()),
            Error::Io(error) => Fault::Broken(error.to_string()),
            Error::Protocol(error) => Fault::Broken(format!("this is not HTTP: {error}")),
            other => Fault::Final(self.out_of_reach(other.to_string())),
        }
    }

    fn out_of_reach(&self, reason: String) -> GraphError {
        GraphError::OutOfReach {
            place: self.address.as_str().to_owned(),
            reason,
        }
    }
}

fn text_of(reply: &Response<Body>, name: &header::HeaderName) -> Option<String> {
    Some(reply.headers().get(name)?.to_str().ok()?.to_owned())
}
