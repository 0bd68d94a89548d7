//! Answers from the endpoint itself, for queries that were found in a copy of it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use lydite_compose::component::ComponentError;
use lydite_compose::{Answered, ComposeError};
use lydite_graph::{GraphError, KnowledgeGraph, Limits};
use lydite_model::{AnswerSet, Cancel};
use lydite_sparql::{Dialect, parse};

use crate::Error;
use crate::system::FailureKind;

/// How long an endpoint may take for a question.
const TIME: Duration = Duration::from_secs(30);

/// An endpoint that is asked the query that was chosen.
pub(super) struct Endpoint {
    graph: Arc<dyn KnowledgeGraph>,
    limits: Limits,
}

impl Endpoint {
    pub(super) fn new(graph: Arc<dyn KnowledgeGraph>, cancel: &Cancel) -> Self {
        let limits = Limits::default().with_time(TIME);
        Self {
            graph,
            limits: limits.with_cancel(cancel.clone()),
        }
    }

    /// The same with the answers that the endpoint gives now.
    pub(super) fn renew(&self, answered: Answered) -> Result<Answered, Error> {
        let (Some(text), Some(_)) = (&answered.query, &answered.answers) else {
            return Ok(answered);
        };
        let failed = |source| Error::Endpoint { source };
        let query = parse(text, &Dialect::strict())
            .map_err(|error| failed(GraphError::Query(error.to_string())))?;
        let begun = Instant::now();
        let results = self.graph.query(&query, &self.limits).map_err(failed)?;
        let mut answered = answered;
        answered.answers = Some(AnswerSet::from(&results.value));
        answered.timings.running += begun.elapsed();
        Ok(answered)
    }
}

/// What kind of failure it is for a system.
pub(super) fn failure(error: &Error) -> FailureKind {
    let source = match error {
        Error::Endpoint { source } | Error::Graph(source) => source,
        Error::Compose(ComposeError::Component(ComponentError::Unreachable { .. })) => {
            return FailureKind::Unreachable;
        }
        _ => return FailureKind::Refused,
    };
    match source {
        GraphError::Deadline(_) => FailureKind::Timeout,
        GraphError::Memory(_) => FailureKind::TooLarge,
        GraphError::Cancelled => FailureKind::Cancelled,
        GraphError::OutOfReach { .. }
        | GraphError::Unauthorised { .. }
        | GraphError::NotAllowed { .. } => FailureKind::Unreachable,
        GraphError::NotResults { .. } => FailureKind::Unreadable,
        _ => FailureKind::Query,
    }
}
