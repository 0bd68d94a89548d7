//! A server with a language model, and what it turned out not to know.

use std::sync::{Mutex, PoisonError};

use serde_json::Value;

use super::protocol::{self, Complaint, Quirks, Said};
use crate::system::spec::ChatOptions;
use crate::system::web::{Outgoing, Web};
use crate::system::{Failure, FailureKind, Spec, Turn};
use crate::{Error, Lab};

/// A server, and how it is asked.
pub(super) struct Server {
    pub(super) options: ChatOptions,
    web: Web,
    address: String,
    quirks: Mutex<Quirks>,
}

impl Server {
    /// Whether it can be reached is found out by asking it.
    pub(super) fn open(lab: &Lab, spec: &Spec, options: &ChatOptions) -> Result<Self, Error> {
        let mut web = Web::new(lab, spec)?;
        let address = protocol::endpoint(&web.address(lab, &options.address)?);
        Ok(Self {
            options: options.clone(),
            web,
            address,
            quirks: Mutex::default(),
        })
    }

    /// Says something to the model; learns what the server does not know.
    pub(super) fn say(&self, messages: &[Value], turns: &mut Vec<Turn>) -> Result<Said, Failure> {
        loop {
            let quirks = *self.quirks.lock().unwrap_or_else(PoisonError::into_inner);
            let body = protocol::body(&self.options, quirks, messages);
            let outgoing = Outgoing {
                address: &self.address,
                parameters: Vec::new(),
                body: Some(("application/json", body.to_string().into_bytes())),
                headers: &[("accept", "application/json, text/event-stream")],
            };
            // Whoever has no credit left will have none in a second.
            let is_passing = |reply: &lydite_http::Reply| {
                let value = serde_json::from_slice(&reply.body).unwrap_or_default();
                !Complaint::of(&value).is_some_and(|complaint| complaint.is_about_money())
            };
            let failed = match self.web.send_judged(&outgoing, turns, is_passing) {
                Ok(reply) => return Said::read(&reply.text(), &reply.media_type()),
                Err(failed) => failed,
            };
            let Some(complaint) = Complaint::in_turn(turns.last()) else {
                return Err(failed);
            };
            if let (FailureKind::Status, Some(learned)) = (failed.kind, complaint.teaches(quirks)) {
                *self.quirks.lock().unwrap_or_else(PoisonError::into_inner) = learned;
                continue;
            }
            let status = turns
                .last()
                .and_then(|turn| turn.status)
                .unwrap_or_default();
            return Err(Failure {
                reason: format!("HTTP {status}: {complaint}"),
                ..failed
            });
        }
    }
}
