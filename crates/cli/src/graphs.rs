//! The graph that a user means.

use std::path::Path;
use std::time::Duration;

use lydite_graph::{Embedded, KnowledgeGraph, Limits};

use crate::args::GraphOptions;
use crate::endpoint;
use crate::execution::Executor;
use crate::failure::Failure;
use crate::session::Session;

/// The embedded demo graph, in Turtle.
const DEMO: &[u8] = include_bytes!("../assets/demo.ttl");

impl GraphOptions {
    /// The graph that was named, if one was.
    pub(crate) fn open(
        &self,
        session: &Session,
    ) -> Result<Option<Box<dyn KnowledgeGraph>>, Failure> {
        let name = self.name.as_deref();
        name.map(|name| open(session, name)).transpose()
    }

    /// What the graph is called where people read it: passwords are left out.
    pub(crate) fn called(&self) -> Option<String> {
        let name = self.name.as_deref()?;
        Some(match endpoint::is_address(name) {
            true => endpoint::shown(name),
            false => name.to_owned(),
        })
    }

    /// Runs queries on a graph within the limits that were given.
    pub(crate) fn executor<'g>(&self, graph: &'g dyn KnowledgeGraph) -> Executor<'g> {
        let limits = Limits {
            time: Duration::from_secs(self.timeout),
            ..Limits::default()
        };
        Executor::new(graph, limits)
    }
}

/// The graph with this name, in this file or at this address.
pub(crate) fn open(session: &Session, given: &str) -> Result<Box<dyn KnowledgeGraph>, Failure> {
    if endpoint::is_address(given) {
        return Ok(Box::new(endpoint::open(session, given)?));
    }
    let (name, text) = match given {
        "demo" => ("demo.ttl", DEMO.to_vec()),
        path => {
            let text = std::fs::read(Path::new(path))
                .map_err(|error| Failure::input(format!("{path}: {error}")))?;
            (path, text)
        }
    };
    let graph =
        Embedded::from_bytes(name, text).map_err(|error| Failure::input(error.to_string()))?;
    Ok(Box::new(graph))
}
