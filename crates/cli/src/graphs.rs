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
        match self.name.as_deref() {
            None => Ok(None),
            Some(address) if endpoint::is_address(address) => {
                Ok(Some(Box::new(endpoint::open(address, self, session)?)))
            }
            Some(given) => open(given).map(Some),
        }
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
        Executor::new(graph, self.limits())
    }

    /// What a query may cost.
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            time: Duration::from_secs(self.timeout),
            ..Limits::default()
        }
    }
}

/// The graph with this name or in this file.
pub(crate) fn open(given: &str) -> Result<Box<dyn KnowledgeGraph>, Failure> {
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
