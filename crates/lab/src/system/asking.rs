//! What all ways to ask have in common.

use std::time::Duration;

use lydite_model::Response;

use super::{Asked, Descriptor, Exchange, Failure, Kind, Spec, Turn};

/// What was said about a question, from its turns: an answer, or why there is none.
pub(super) fn exchange(
    asked: &Asked<'_>,
    ask: impl FnOnce(&mut Vec<Turn>) -> Result<Response, Failure>,
) -> Exchange {
    let mut turns = Vec::new();
    let result = ask(&mut turns);
    finished(asked, result, turns)
}

/// An exchange that has come to its end.
pub(super) fn finished(
    asked: &Asked<'_>,
    result: Result<Response, Failure>,
    turns: Vec<Turn>,
) -> Exchange {
    let took: f64 = turns.iter().map(|turn| turn.millis).sum();
    let (response, failure) = match result {
        Ok(response) => (response, None),
        Err(failure) => (asked.unanswered(), Some(failure)),
    };
    let mut exchange = Exchange::from(Response {
        // Time spent waiting for a turn is not the system's.
        latency: Duration::try_from_secs_f64(took / 1000.0).ok(),
        ..response
    });
    exchange.turns = turns;
    match failure {
        Some(Failure { kind, reason }) => exchange.failed(kind, reason),
        None => exchange,
    }
}

/// What is known about a system, with a digest of all that decides what it answers.
pub(super) fn described(spec: &Spec, kind: Kind, decides: &[&str]) -> Descriptor {
    let mut digest = lydite_digest::Sha256::default();
    let keywords = if spec.keywords { "keywords" } else { "" };
    for part in [spec.given.as_str(), keywords].iter().chain(decides) {
        digest.update(&(part.len() as u64).to_le_bytes());
        digest.update(part.as_bytes());
    }
    Descriptor {
        description: spec.description.clone(),
        reference: spec.reference.clone(),
        digest: Some(digest.finish()),
        ..Descriptor::new(&spec.name, kind, &spec.given)
    }
}
