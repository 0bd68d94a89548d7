//! Graphs on SPARQL endpoints, by their addresses.

use std::time::Duration;

use lydite_graph::{GraphError, KnowledgeGraph, Limits, Remote};
use lydite_sparql::{Dialect, parse};

use crate::{Error, Lab};

/// Whether a graph is named by an address.
pub(super) fn is_address(given: &str) -> bool {
    given.starts_with("http://") || given.starts_with("https://")
}

/// An address as it may be shown: without a password.
pub(super) fn shown(given: &str) -> String {
    match Remote::new(given) {
        Ok(remote) => remote.address().to_owned(),
        // Whoever tries to open it learns what is wrong.
        Err(_) => "(no address)".to_owned(),
    }
}

/// The endpoint at an address. It is asked once, so that nobody waits for a thousand failures.
pub(super) fn open(lab: &Lab, address: &str) -> Result<Remote, Error> {
    let failed = |source: GraphError| Error::Endpoint { source };
    let mut remote = Remote::new(address).map_err(failed)?;
    remote = remote.with_client(lab.client()?);
    if let Some(list) = &lab.config.credentials {
        remote = remote.with_credentials_from(list);
    }
    if let Ok(anything) = parse("ASK { ?s ?p ?o }", &Dialect::strict()) {
        remote
            .query(&anything, &Limits::default())
            .map_err(failed)?;
    }
    let hours = lab.config.cache_hours.unwrap_or_else(|| hours(&remote));
    if hours > 0 {
        let keep = Duration::from_secs(hours.saturating_mul(3600));
        remote = remote.with_cache(&lab.home()?.join("answers"), keep);
    }
    Ok(remote)
}

/// What is on this machine changes while people work on it; what is elsewhere costs others.
fn hours(remote: &Remote) -> u64 {
    if remote.is_local() { 0 } else { 24 }
}
