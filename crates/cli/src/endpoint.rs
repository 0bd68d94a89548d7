//! Graphs on SPARQL endpoints, as the command line names them.

use std::env;
use std::time::Duration;

use lydite_graph::http::{Client, Config, Proxy};
use lydite_graph::{GraphError, KnowledgeGraph, Limits, Remote};
use lydite_sparql::{Dialect, parse};

use crate::failure::Failure;
use crate::session::Session;

/// Where credentials stand that nobody wants in an address: `HOST=password:USER:SECRET` or
/// `HOST=token:SECRET`, separated by white space.
const CREDENTIALS: &str = "LYDITE_KG_CREDENTIALS";

/// For how many hours answers are kept; 0 for not at all.
const CACHE: &str = "LYDITE_KG_CACHE";

/// Whether a graph is named by an address.
pub(crate) fn is_address(given: &str) -> bool {
    given.starts_with("http://") || given.starts_with("https://")
}

/// An address as it may be shown: without a password.
pub(crate) fn shown(given: &str) -> String {
    match Remote::new(given) {
        Ok(remote) => remote.address().to_owned(),
        // Whoever tries to open it is told what is wrong.
        Err(_) => "(no address)".to_owned(),
    }
}

/// The endpoint at an address. It is asked once, so that nobody waits for a thousand failures.
pub(crate) fn open(session: &Session, address: &str) -> Result<Remote, Failure> {
    let mut remote = Remote::new(address).map_err(|error| failure(&error))?;
    if let Some(proxy) = Proxy::from_variables(|name| env::var(name).ok()) {
        let config = Config {
            proxy: Some(proxy),
            ..Config::default()
        };
        let client = Client::new(config).map_err(|error| Failure::usage(error.to_string()))?;
        remote = remote.with_client(client);
    }
    if let Ok(list) = env::var(CREDENTIALS) {
        remote = remote.with_credentials_from(&list);
    }
    let anything = parse("ASK { ?s ?p ?o }", &Dialect::strict())
        .map_err(|error| Failure::input(error.to_string()))?;
    remote
        .query(&anything, &Limits::default())
        .map_err(|error| failure(&error))?;
    let hours = hours(&remote)?;
    if hours > 0 {
        let keep = Duration::from_secs(hours.saturating_mul(3600));
        remote = remote.with_cache(&session.home()?.join("answers"), keep);
    }
    Ok(remote)
}

/// What is on this machine changes while people work on it; what is elsewhere costs others.
fn hours(remote: &Remote) -> Result<u64, Failure> {
    match env::var(CACHE) {
        Ok(hours) => hours
            .trim()
            .parse()
            .map_err(|_| Failure::usage(format!("{CACHE} takes a number of hours, not `{hours}`"))),
        Err(_) if remote.is_local() => Ok(0),
        Err(_) => Ok(24),
    }
}

fn failure(error: &GraphError) -> Failure {
    let failure = Failure::out_of_reach(error.to_string());
    match error {
        GraphError::Unauthorised { .. } => failure.hint(format!(
            "write the user into the address (http://USER:PASSWORD@…) or into {CREDENTIALS}"
        )),
        GraphError::NotResults { .. } => {
            failure.hint("is this the address of the SPARQL endpoint, or of a page about it?")
        }
        _ => failure,
    }
}
