//! Sends requests until there is a reply, within their bounds.

use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ureq::Agent;
use ureq::unversioned::transport::{ConnectProxyConnector, Connector, RustlsConnector};

use crate::connect::Dialler;
use crate::fault::ended;
use crate::resolve::{Gatekeeper, Lookup, system};
use crate::watch::Watch;
use crate::{Address, Config, Deadline, Error, Reply, Request, Response, Retries};

/// How long a host that asks to come again is waited for where a request has no end.
const LONGEST_PAUSE: Duration = Duration::from_secs(600);

/// A client. Clones share its connections.
///
/// ```no_run
/// use lydite_http::{Client, Config};
///
/// let client = Client::new(Config::default())?;
/// let reply = client.get("https://example.org/").fetch()?.success()?;
/// println!("{}", reply.text());
/// # Ok::<(), lydite_http::Error>(())
/// ```
#[derive(Clone)]
pub struct Client {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    pub(crate) config: Config,
    pub(crate) agent: Agent,
    pub(crate) gatekeeper: Arc<Gatekeeper>,
    /// The hosts that have asked for a digest before.
    pub(crate) want_digest: Mutex<HashSet<String>>,
}

/// Ureq takes a resolver as its own; the client needs it too.
#[derive(Debug)]
struct Shared(Arc<Gatekeeper>);

impl ureq::unversioned::resolver::Resolver for Shared {
    fn resolve(
        &self,
        uri: &ureq::http::Uri,
        config: &ureq::config::Config,
        timeout: ureq::unversioned::transport::NextTimeout,
    ) -> Result<ureq::unversioned::resolver::ResolvedSocketAddrs, ureq::Error> {
        self.0.resolve(uri, config, timeout)
    }
}

impl Client {
    /// A client that behaves so.
    ///
    /// # Errors
    /// If the address of the proxy is none.
    pub fn new(config: Config) -> Result<Self, Error> {
        Self::with_lookup(config, system())
    }

    /// A client that finds the addresses of hosts in a way of its own. The policy holds for what it
    /// finds.
    ///
    /// # Errors
    /// If the address of the proxy is none.
    pub fn with_lookup(config: Config, lookup: Lookup) -> Result<Self, Error> {
        let proxy = config.proxy.as_ref().map(crate::Proxy::build).transpose()?;
        let place = proxy.as_ref().map(|p| (p.host().to_owned(), p.port()));
        let gatekeeper = Arc::new(Gatekeeper::new(config.policy.clone(), lookup, place));
        let agent_config = Agent::config_builder()
            .user_agent(config.user_agent.as_str())
            .http_status_as_error(false)
            // Redirects are followed here: a query must survive them, a password must not.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(proxy)
            .build();
        let connector =
            ().chain(ConnectProxyConnector::default())
                .chain(Dialler)
                .chain(RustlsConnector::default());
        let agent = Agent::with_parts(agent_config, connector, Shared(Arc::clone(&gatekeeper)));
        Ok(Self {
            inner: Arc::new(Inner {
                config,
                agent,
                gatekeeper,
                want_digest: Mutex::default(),
            }),
        })
    }

    /// How it behaves.
    pub fn config(&self) -> &Config {
        &self.inner.config
    }

    /// A request for what is at an address. A user and a password in the address are used and never
    /// shown. What is wrong with it is told when it is sent.
    pub fn get(&self, address: &str) -> Request {
        match Address::parse(address) {
            Ok((address, credentials)) => {
                let mut request = self.request(address);
                request.credentials = credentials;
                request
            }
            Err(Error::NotAnAddress { given, reason }) => self.blank(Err((given, reason))),
            Err(other) => self.blank(Err((String::new(), other.to_string()))),
        }
    }

    /// A request that sends something to an address: see [`Request::json`], [`Request::form`] and
    /// [`Request::body`].
    pub fn post(&self, address: &str) -> Request {
        self.get(address).body("application/octet-stream", [])
    }

    /// A request for what is at an address.
    pub fn request(&self, address: Address) -> Request {
        self.blank(Ok(address))
    }

    fn blank(&self, target: Result<Address, (String, String)>) -> Request {
        let config = &self.inner.config;
        Request {
            client: self.clone(),
            target,
            credentials: None,
            headers: Vec::new(),
            body: None,
            times: config.times,
            deadline: None,
            most_bytes: config.most_bytes,
            retries: None,
            redirects: config.redirects,
            politeness: config.politeness,
            cancel: config.cancel.clone(),
        }
    }

    pub(crate) fn fetch(&self, request: &Request) -> Result<Reply, Error> {
        self.repeat(request, |client, watch| {
            client.attempt(request, watch)?.whole()
        })
    }

    pub(crate) fn send(&self, request: &Request) -> Result<Response, Error> {
        self.repeat(request, |client, watch| client.attempt(request, watch))
    }

    /// Makes attempts until there is a reply that does not ask to come again.
    fn repeat<R: Repeatable>(
        &self,
        request: &Request,
        attempt: impl Fn(&Self, &Arc<Watch>) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let address = request.address()?;
        let watch = Arc::new(watch_of(request));
        let usual = if request.body.is_some() {
            Retries::NONE
        } else {
            self.inner.config.retries
        };
        let retries = request.retries.unwrap_or(usual);
        let mut made = 0;
        loop {
            let (again, wish) = match attempt(self, &watch) {
                Ok(reply) if reply.is_passing() => {
                    let wish = reply.wish();
                    (Ok(reply), wish)
                }
                Err(error) if error.is_passing() => (Err(error), None),
                other => return other,
            };
            let doubled = || retries.pause.saturating_mul(2_u32.saturating_pow(made));
            let pause = wish.unwrap_or_else(doubled);
            made += 1;
            // Nobody waits for what cannot come in time.
            let in_time = pause < watch.left().unwrap_or(LONGEST_PAUSE);
            if made > retries.count || !in_time {
                return again;
            }
            // A reply that is not wanted must not count as one under way.
            drop(again);
            watch
                .sleep(pause)
                .map_err(|why| ended(&why, address, &watch))?;
        }
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("config", &self.inner.config)
            .finish_non_exhaustive()
    }
}

/// A reply that may ask to come again.
trait Repeatable {
    fn status(&self) -> u16;

    /// How long the host wishes to be left alone.
    fn wish(&self) -> Option<Duration>;

    /// Whether somebody between us and the service, or its doorkeeper, asks to come again.
    fn is_passing(&self) -> bool {
        matches!(self.status(), 429 | 502 | 503 | 504)
    }
}

impl Repeatable for Response {
    fn status(&self) -> u16 {
        self.status
    }

    fn wish(&self) -> Option<Duration> {
        self.retry_after()
    }
}

impl Repeatable for Reply {
    fn status(&self) -> u16 {
        self.status
    }

    fn wish(&self) -> Option<Duration> {
        self.retry_after()
    }
}

fn watch_of(request: &Request) -> Watch {
    Watch {
        deadline: request
            .deadline
            .or_else(|| request.times.total.map(Deadline::after)),
        connect: request.times.connect,
        stall: request.times.stall,
        cancel: request.cancel.clone(),
    }
}
