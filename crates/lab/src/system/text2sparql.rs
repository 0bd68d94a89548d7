//! An endpoint of the TEXT2SPARQL challenge: it gives a query, which is run on our graph.

use lydite_model::Query;
use serde_json::Value;

use super::reply::said;
use super::spec::Text2sparqlOptions;
use super::web::{Outgoing, Web, beginning, failure};
use super::{Asked, Descriptor, Exchange, Failure, FailureKind, Kind, QaSystem, Spec, asking};
use crate::{Error, Lab};

/// An endpoint of the TEXT2SPARQL challenge.
pub(super) struct Text2sparql {
    descriptor: Descriptor,
    web: Web,
    address: String,
    dataset: Option<String>,
    jobs: usize,
}

impl Text2sparql {
    pub(super) fn open(
        lab: &Lab,
        spec: &Spec,
        options: &Text2sparqlOptions,
    ) -> Result<Self, Error> {
        let mut web = Web::new(lab, spec)?;
        let address = web.address(lab, &options.address)?;
        let dataset = options.dataset.clone();
        let decides = [dataset.as_deref().unwrap_or_default()];
        Ok(Self {
            descriptor: asking::described(spec, Kind::Text2sparql, &decides),
            web,
            address,
            dataset,
            jobs: spec.manners.jobs,
        })
    }
}

impl QaSystem for Text2sparql {
    fn descriptor(&self) -> &Descriptor {
        &self.descriptor
    }

    fn jobs(&self) -> Option<usize> {
        Some(self.jobs)
    }

    fn ask(&self, asked: &Asked<'_>) -> Exchange {
        let mut parameters = Vec::new();
        // Whoever wrote the dataset into the address meant it.
        let is_written = self.address.contains("?dataset=") || self.address.contains("&dataset=");
        if let (false, Some(dataset)) = (is_written, self.dataset.as_deref().or(asked.dataset)) {
            parameters.push(("dataset", dataset));
        }
        parameters.push(("question", asked.text));
        let outgoing = Outgoing {
            address: &self.address,
            parameters,
            body: None,
            headers: &[("accept", "application/json")],
        };
        asking::exchange(asked, |turns| {
            let reply = self.web.send(&outgoing, turns)?;
            let mut response = asked.unanswered();
            response.queries = vec![Query::sparql(query(&reply.text())?)];
            Ok(response)
        })
    }
}

/// The query of a reply.
fn query(body: &str) -> Result<String, Failure> {
    if body.trim().is_empty() {
        return Err(failure(FailureKind::Empty, "the reply is empty"));
    }
    let unreadable = |reason: &str| {
        let reason = format!("{reason}{}", beginning(body));
        failure(FailureKind::Unreadable, reason)
    };
    let value: Value = serde_json::from_str(body).map_err(|_| unreadable("this is no JSON"))?;
    match value.get("query") {
        Some(Value::String(text)) if text.trim().is_empty() => {
            Err(failure(FailureKind::Empty, "the query is empty"))
        }
        Some(Value::String(text)) => Ok(text.clone()),
        Some(Value::Null) | None => match said(&value) {
            Some(reason) => Err(failure(FailureKind::Refused, reason)),
            None => Err(unreadable("there is no `query`")),
        },
        Some(_) => Err(unreadable("`query` is not a text")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_has_a_query_or_a_reason() {
        let found = query(r#"{"dataset":"d","question":"q","query":"ASK {}"}"#);
        assert_eq!(found.unwrap(), "ASK {}");
        for (body, kind) in [
            ("", FailureKind::Empty),
            (r#"{"query": " "}"#, FailureKind::Empty),
            (r#"{"query": 1}"#, FailureKind::Unreadable),
            (r#"{"sparql": "ASK {}"}"#, FailureKind::Unreadable),
            ("ASK {}", FailureKind::Unreadable),
            (r#"{"error": "unknown dataset"}"#, FailureKind::Refused),
        ] {
            assert_eq!(query(body).unwrap_err().kind, kind, "{body}");
        }
    }
}
