//! Sends a query, and says in the words of graphs why there is no reply.

use lydite_http::{Deadline, Error, Reply, Request};

use super::{Method, Remote};
use crate::{GraphError, Limits};

/// Longer addresses are refused by some servers and proxies.
const LONGEST_ADDRESS: usize = 2000;

impl Remote {
    /// Sends a query until there is a reply. A reply of any status is one, unless it asks to come
    /// again.
    pub(super) fn send(
        &self,
        text: &str,
        accept: &str,
        limits: &Limits,
        deadline: Deadline,
    ) -> Result<Reply, GraphError> {
        let config = self.client.config();
        let mut request = self
            .travelling(text)
            .accept(accept)
            .deadline(deadline)
            // The terms of an answer take a few times the bytes that they are written with.
            .most_bytes(limits.memory as u64 / 4)
            .cancel(limits.cancel.clone())
            // A query changes nothing, so a form may be sent again, too.
            .retries(self.retries.unwrap_or(config.retries));
        if let Some(credentials) = &self.credentials {
            request = request.credentials(credentials.clone());
        }
        if let Some(politeness) = self.politeness {
            request = request.politeness(politeness);
        }
        request.fetch().map_err(|error| self.failed(error))
    }

    /// How a query travels.
    fn travelling(&self, text: &str) -> Request {
        let bare = || self.client.request(self.address.clone());
        let with_graphs = |request: Request| {
            let graphs = self.graphs.iter();
            graphs.fold(request, |r, graph| r.query("default-graph-uri", graph))
        };
        let form = || {
            let graphs = self
                .graphs
                .iter()
                .map(|graph| ("default-graph-uri", &**graph));
            let fields: Vec<(&str, &str)> = [("query", text)].into_iter().chain(graphs).collect();
            bare().form(&fields)
        };
        match self.method {
            Method::Form => form(),
            Method::Direct => with_graphs(bare()).body("application/sparql-query", text),
            Method::Get => with_graphs(bare().query("query", text)),
            Method::Automatic => {
                let get = with_graphs(bare().query("query", text));
                if get.address_length() < LONGEST_ADDRESS {
                    get
                } else {
                    form()
                }
            }
        }
    }

    fn failed(&self, error: Error) -> GraphError {
        let place = self.address().to_owned();
        match error {
            Error::Cancelled => GraphError::Cancelled,
            Error::Deadline { allowed, .. } => GraphError::Deadline(allowed),
            Error::TooLarge { limit, .. } => {
                GraphError::Memory(usize::try_from(limit).unwrap_or(usize::MAX))
            }
            Error::Refused { why, .. } => GraphError::NotAllowed {
                place,
                reason: why.to_string(),
            },
            Error::Coding { coding, .. } => GraphError::NotResults {
                place,
                reason: format!("it is compressed as {coding}, which was not requested"),
            },
            other => GraphError::OutOfReach {
                place,
                reason: reason(other),
            },
        }
    }
}

/// Why there is no reply, where the address is told already.
fn reason(error: Error) -> String {
    match error {
        Error::Unreachable { reason, .. } => reason,
        Error::Tls { reason, .. } => format!("no secure connection: {reason}"),
        Error::Broken {
            received, reason, ..
        } => format!("the connection broke after {received} bytes ({reason})"),
        Error::Redirected { reason, last, .. } => {
            format!("it redirects {reason}, most recently to {last}")
        }
        other => other.to_string(),
    }
}

/// What is wrong with the address of an endpoint, or with the way there.
pub(super) fn no_endpoint(error: Error) -> GraphError {
    match error {
        Error::NotAnAddress { given, reason } => GraphError::OutOfReach {
            place: given,
            reason,
        },
        other => GraphError::Query(other.to_string()),
    }
}
