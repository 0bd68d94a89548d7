//! A language model lent to the components of pipelines.

use std::sync::OnceLock;

use lydite_compose::components::chat::{LanguageModel, Message, Reply, Silence};
use lydite_sparql::Dialect;
use serde_json::{Value, json};

use super::extract::{self, Found};
use super::server::Server;
use crate::system::spec::{Protocol, Spec, without_password};
use crate::system::{Failure, FailureKind};
use crate::{Error, Lab};

/// A model that is reached when it is first asked.
pub(crate) struct ChatModel {
    lab: Lab,
    given: String,
    name: String,
    server: OnceLock<Result<Server, String>>,
}

impl ChatModel {
    /// The model that is meant: `ADDRESS#MODEL`, with or without `chat:` in front, or a TOML file.
    pub(crate) fn new(lab: Lab, given: &str) -> Self {
        let is_file = given.ends_with(".toml");
        let named = is_file || given.starts_with("chat:");
        let given = if named {
            given.to_owned()
        } else {
            format!("chat:{given}")
        };
        Self {
            lab,
            name: without_password(&given),
            given,
            server: OnceLock::new(),
        }
    }

    fn open(&self) -> Result<Server, Error> {
        let spec: Spec = self.lab.system_spec(&self.given)?;
        match &spec.protocol {
            Protocol::Chat(options) => Server::open(&self.lab, &spec, options),
            _ => Err(Error::NoChat {
                given: self.name.clone(),
            }),
        }
    }
}

/// What failed on the way is for people to mend; what the model said badly is its own fault.
fn silence(failure: Failure) -> Silence {
    match failure.kind {
        FailureKind::Empty | FailureKind::Unreadable | FailureKind::Refused => {
            Silence::Unusable(failure.reason)
        }
        _ => Silence::Unreachable(failure.reason),
    }
}

impl LanguageModel for ChatModel {
    fn name(&self) -> &str {
        &self.name
    }

    fn reply(&self, messages: &[Message]) -> Result<Reply, Silence> {
        let opened = self
            .server
            .get_or_init(|| self.open().map_err(|error| error.to_string()));
        let server = opened
            .as_ref()
            .map_err(|reason| Silence::Unreachable(reason.clone()))?;
        let messages: Vec<Value> = messages
            .iter()
            .map(|one| json!({"role": one.role.as_str(), "content": one.text}))
            .collect();
        let said = server.say(&messages, &mut Vec::new()).map_err(silence)?;
        if said.truncated {
            let reason = "the reply was cut off by its longest length";
            return Err(Silence::Unusable(reason.to_owned()));
        }
        let Some(text) = extract::after_thoughts(&said.content) else {
            let reason = "the reply ended before the model had done thinking";
            return Err(Silence::Unusable(reason.to_owned()));
        };
        let query = match extract::find(&said.content, &Dialect::field()) {
            Found::Query(query) => Some(query),
            Found::Broken(..) | Found::Nothing | Found::Unfinished => None,
        };
        Ok(Reply {
            text: text.trim().to_owned(),
            query,
        })
    }
}
