//! Through whom requests go.

use std::fmt;

use crate::Error;

/// Somebody through whom requests go: `http://host:port`, with a user if need be.
///
/// A proxy looks names up by itself. A client with a [`Policy`](crate::Policy) looks them up too and
/// refuses what it may not ask, but what the proxy finds later is for the proxy to refuse.
#[derive(Clone, PartialEq, Eq)]
pub struct Proxy {
    /// Its address.
    pub address: String,
    /// The hosts that are asked without it: `example.org`, `*.example.org`, `*`.
    pub except: Vec<String>,
}

impl Proxy {
    /// The proxy that the usual variables name: `ALL_PROXY`, `HTTPS_PROXY`, `HTTP_PROXY` and
    /// `NO_PROXY`, in capitals or not. Whoever reads the environment hands in how.
    ///
    /// ```
    /// use lydite_http::Proxy;
    ///
    /// let variables = |name: &str| (name == "https_proxy").then(|| "http://p.example:3128".to_owned());
    /// assert_eq!(Proxy::from_variables(variables).unwrap().address, "http://p.example:3128");
    /// assert_eq!(Proxy::from_variables(|_| None), None);
    /// ```
    pub fn from_variables(variable: impl Fn(&str) -> Option<String>) -> Option<Self> {
        let either = |name: &str| {
            let found = variable(name).or_else(|| variable(&name.to_ascii_lowercase()));
            found.filter(|value| !value.trim().is_empty())
        };
        let mut names = ["ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY"].into_iter();
        let address = names.find_map(either)?;
        let except = either("NO_PROXY").unwrap_or_default();
        let except = except.split(',').map(str::trim);
        Some(Self {
            address: address.trim().to_owned(),
            except: except
                .filter(|host| !host.is_empty())
                .map(str::to_owned)
                .collect(),
        })
    }

    pub(crate) fn build(&self) -> Result<ureq::Proxy, Error> {
        let wrong = |_| Error::Invalid {
            reason: "the address of the proxy is none".to_owned(),
        };
        let plain = ureq::Proxy::new(&self.address).map_err(wrong)?;
        let mut builder = ureq::Proxy::builder(plain.protocol())
            .host(plain.host())
            .port(plain.port());
        if let Some(user) = plain.username() {
            builder = builder.username(user);
        }
        if let Some(password) = plain.password() {
            builder = builder.password(password);
        }
        for host in &self.except {
            builder = builder.no_proxy(host);
        }
        builder.build().map_err(wrong)
    }
}

/// It may hold a password.
impl fmt::Debug for Proxy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proxy")
            .field("except", &self.except)
            .finish_non_exhaustive()
    }
}
