//! From the name of a host to the addresses that may be asked.

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Instant;

use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

use crate::Policy;
use crate::watch::{self, Ended};

/// Finds the addresses of a host at a port; by default the system is asked.
pub type Lookup = Arc<dyn Fn(&str, u16) -> io::Result<Vec<SocketAddr>> + Send + Sync>;

/// Resolves names and lets through what the policy allows.
pub(crate) struct Gatekeeper {
    policy: Policy,
    lookup: Lookup,
    /// The proxy was chosen by whoever made the client, not by whoever gave an address.
    proxy: Option<(String, u16)>,
}

impl Gatekeeper {
    pub(crate) fn new(policy: Policy, lookup: Lookup, proxy: Option<(String, u16)>) -> Self {
        Self {
            policy,
            lookup,
            proxy,
        }
    }

    /// Whether a host may be asked through a proxy.
    pub(crate) fn check(&self, host: &str, port: u16) -> Result<(), ureq::Error> {
        self.allowed(host, port, self.found(host, port)?)?;
        Ok(())
    }

    /// The addresses to connect to for a host.
    fn addresses(&self, host: &str, port: u16) -> Result<Vec<SocketAddr>, ureq::Error> {
        let host = host.trim_matches(['[', ']']);
        let found = self.found(host, port)?;
        let is_proxy = |(name, at): &(String, u16)| name == host && *at == port;
        if self.proxy.as_ref().is_some_and(is_proxy) {
            return Ok(found);
        }
        self.allowed(host, port, found)
    }

    fn found(&self, host: &str, port: u16) -> Result<Vec<SocketAddr>, ureq::Error> {
        match host.parse::<IpAddr>() {
            Ok(ip) => Ok(vec![SocketAddr::new(ip, port)]),
            Err(_) => self.look_up(host, port),
        }
    }

    /// Those of the addresses that may be asked.
    fn allowed(
        &self,
        host: &str,
        port: u16,
        mut allowed: Vec<SocketAddr>,
    ) -> Result<Vec<SocketAddr>, ureq::Error> {
        let mut refusal = None;
        allowed.retain(|address| {
            let checked = self.policy.check(host, port, address.ip());
            checked.map_err(|why| refusal.get_or_insert(why)).is_ok()
        });
        match (allowed.is_empty(), refusal) {
            (false, _) => Ok(allowed),
            (true, Some(why)) => Err(Ended::Refused(why).into()),
            (true, None) => Err(ureq::Error::HostNotFound),
        }
    }

    /// Asks in a thread of its own: the system cannot be told to hurry up.
    fn look_up(&self, host: &str, port: u16) -> Result<Vec<SocketAddr>, ureq::Error> {
        let watch = watch::current();
        let began = Instant::now();
        let (sender, receiver) = mpsc::sync_channel(1);
        let (lookup, host) = (Arc::clone(&self.lookup), host.to_owned());
        thread::Builder::new()
            .name("host name".to_owned())
            .spawn(move || sender.send(lookup(&host, port)))?;
        loop {
            let slice = watch.slice_of_connecting(began)?;
            match receiver.recv_timeout(slice) {
                Ok(found) => return found.map_err(|_| ureq::Error::HostNotFound),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(ureq::Error::HostNotFound),
            }
        }
    }
}

impl Resolver for Gatekeeper {
    fn resolve(
        &self,
        uri: &Uri,
        _: &Config,
        _: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let host = uri.host().ok_or(ureq::Error::HostNotFound)?;
        let usual = if uri.scheme_str() == Some("https") {
            443
        } else {
            80
        };
        let addresses = self.addresses(host, uri.port_u16().unwrap_or(usual))?;
        let mut resolved = self.empty();
        // There is room for so many.
        for address in addresses.into_iter().take(16) {
            resolved.push(address);
        }
        Ok(resolved)
    }
}

impl fmt::Debug for Gatekeeper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gatekeeper")
            .field("policy", &self.policy)
            .finish_non_exhaustive()
    }
}

/// Asks the system.
pub(crate) fn system() -> Lookup {
    Arc::new(|host, port| Ok((host, port).to_socket_addrs()?.collect()))
}
