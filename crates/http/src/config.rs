//! How a client behaves, as a value.

use std::time::Duration;

use lydite_model::Cancel;

use crate::{Policy, Politeness, Proxy};

/// How a client behaves. A request may differ in its times, size, retries, redirects and politeness.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where requests may go.
    pub policy: Policy,
    /// How long they may take.
    pub times: Times,
    /// The largest body that is read, in bytes, counted after decompression.
    pub most_bytes: u64,
    /// How often a failed attempt is repeated.
    pub retries: Retries,
    /// How far redirects are followed.
    pub redirects: Redirects,
    /// How much a host is asked at once. By default hosts elsewhere are treated as
    /// [`Politeness::PUBLIC`], this machine as [`Politeness::OWN`].
    pub politeness: Option<Politeness>,
    /// Through whom requests go; nobody by default.
    pub proxy: Option<Proxy>,
    /// What the client calls itself.
    pub user_agent: String,
    /// Who may end all requests before their time.
    pub cancel: Option<Cancel>,
}

impl Default for Config {
    /// Any address, thirty seconds, a gibibyte, `lydite/VERSION`.
    fn default() -> Self {
        Self {
            policy: Policy::default(),
            times: Times::default(),
            most_bytes: 1 << 30,
            retries: Retries::default(),
            redirects: Redirects::default(),
            politeness: None,
            proxy: None,
            user_agent: concat!("lydite/", env!("CARGO_PKG_VERSION")).to_owned(),
            cancel: None,
        }
    }
}

/// How long a request may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    /// All of it: waiting for one's turn, connecting, redirects, retries, the last byte of the body.
    pub total: Option<Duration>,
    /// Finding the host and connecting to it.
    pub connect: Option<Duration>,
    /// Without a byte from or to the host.
    pub stall: Option<Duration>,
}

impl Default for Times {
    /// Thirty seconds in all.
    fn default() -> Self {
        Self {
            total: Some(Duration::from_secs(30)),
            connect: None,
            stall: None,
        }
    }
}

/// What happens when a connection fails, or when the host asks to come again (HTTP 429, 502, 503,
/// 504). Other replies are never asked for again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retries {
    /// How often another attempt is made.
    pub count: u32,
    /// The pause before the second attempt; it doubles each time. The host's own wish goes first.
    pub pause: Duration,
}

impl Retries {
    /// One attempt is all.
    pub const NONE: Self = Self {
        count: 0,
        pause: Duration::ZERO,
    };
}

impl Default for Retries {
    /// Two more attempts, after 250 and 500 ms.
    fn default() -> Self {
        Self {
            count: 2,
            pause: Duration::from_millis(250),
        }
    }
}

/// How far redirects are followed. Credentials never follow one to another host, port or scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Redirects {
    /// How many at most; with 0 a redirect is a reply like any other.
    pub most: u32,
    /// Whether they may lead to another host, port or scheme.
    pub elsewhere: bool,
    /// What becomes of a `POST`.
    pub posts: PostRedirect,
}

impl Redirects {
    /// Redirects are replies like any other.
    pub const NONE: Self = Self {
        most: 0,
        elsewhere: false,
        posts: PostRedirect::Repeat,
    };
}

impl Default for Redirects {
    /// Five, to anywhere the [policy](Policy) allows; a `POST` stays one.
    fn default() -> Self {
        Self {
            most: 5,
            elsewhere: true,
            posts: PostRedirect::Repeat,
        }
    }
}

/// What a `POST` becomes that is redirected by HTTP 301, 302 or 303. With 307 and 308 it stays one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PostRedirect {
    /// The same `POST`: a query has to be asked again at the new address.
    Repeat,
    /// A `GET` without a body, as browsers have it.
    BecomeGet,
}
