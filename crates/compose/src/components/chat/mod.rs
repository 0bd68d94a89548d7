//! `ned-chat`, `rl-chat`, `cl-chat`, `qb-chat`, `qr-chat`: a language model that chooses among our candidates.
//!
//! A model is shown numbered candidates and replies with numbers, so that it can invent nothing; only the
//! builder writes freely, and what it writes may hold no IRI but those that were linked. A reply that cannot
//! be used adds nothing: linkers and the builder say nothing, the ranker leaves the order as it was. A model
//! that cannot be asked at all is an error. How models are reached is for others to know: [`LanguageModel`].

mod building;
mod choice;
mod linking;
mod ranking;

use std::fmt;
use std::sync::Arc;

use crate::component::{Component, ComponentError};

use building::Builder;
use linking::Linker;
use ranking::Ranker;

/// Who says a message of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Who says what the model is for.
    System,
    /// Who asks.
    User,
    /// The model.
    Assistant,
}

impl Role {
    /// Its name in the protocol of OpenAI, which others share.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::User => "user",
            Self::Assistant => "assistant",
        }
    }
}

/// A message of a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Who says it.
    pub role: Role,
    /// What is said.
    pub text: String,
}

impl Message {
    fn new(role: Role, text: impl Into<String>) -> Self {
        Self {
            role,
            text: text.into(),
        }
    }
}

/// What a model said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// All of it, without its thoughts.
    pub text: String,
    /// The SPARQL query in it, if there is one that can be read.
    pub query: Option<String>,
}

/// Why there is no reply.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Silence {
    /// The model cannot be asked.
    #[error("{0}")]
    Unreachable(String),
    /// It said nothing that can be used: nothing at all, a refusal, half a sentence.
    #[error("{0}")]
    Unusable(String),
}

/// A language model, wherever it runs.
///
/// ```
/// use std::sync::Arc;
/// use lydite_compose::component::Registry;
/// use lydite_compose::components::chat::{LanguageModel, Message, Reply, Silence};
///
/// /// Always takes the first candidate.
/// struct First;
///
/// impl LanguageModel for First {
///     fn name(&self) -> &str {
///         "first"
///     }
///
///     fn reply(&self, _: &[Message]) -> Result<Reply, Silence> {
///         Ok(Reply { text: "1".to_owned(), query: None })
///     }
/// }
///
/// let registry = Registry::shipped().with_language_model(&(Arc::new(First) as Arc<dyn LanguageModel>));
/// assert!(registry.parse("ned-chat+qb-probe+qr-chat").is_ok());
/// ```
pub trait LanguageModel: Send + Sync {
    /// Its name, for the evidence of what it chose.
    fn name(&self) -> &str;

    /// What it says next in a conversation.
    ///
    /// # Errors
    /// It cannot be asked, or its reply is of no use.
    fn reply(&self, messages: &[Message]) -> Result<Reply, Silence>;
}

/// The model of a component, if one was named.
#[derive(Clone, Default)]
struct Speaker(Option<Arc<dyn LanguageModel>>);

impl fmt::Debug for Speaker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Speaker").field(&self.name()).finish()
    }
}

impl Speaker {
    fn name(&self) -> Option<&str> {
        self.0.as_deref().map(LanguageModel::name)
    }

    /// What the model says; nothing if that is of no use.
    fn reply(
        &self,
        component: &str,
        messages: &[Message],
    ) -> Result<Option<Reply>, ComponentError> {
        let Some(model) = &self.0 else {
            return Err(ComponentError::NoLanguageModel {
                component: component.to_owned(),
            });
        };
        match model.reply(messages) {
            Ok(reply) => Ok(Some(reply)),
            Err(Silence::Unusable(_)) => Ok(None),
            Err(Silence::Unreachable(reason)) => Err(ComponentError::Unreachable {
                component: component.to_owned(),
                reason,
            }),
        }
    }
}

/// The components that ask this model, or none.
pub(crate) fn all(model: Option<&Arc<dyn LanguageModel>>) -> Vec<Component> {
    let speaker = Speaker(model.cloned());
    vec![
        Component::EntityLinker(Arc::new(Linker::entities(speaker.clone()))),
        Component::RelationLinker(Arc::new(Linker::relations(speaker.clone()))),
        Component::ClassLinker(Arc::new(Linker::classes(speaker.clone()))),
        Component::QueryBuilder(Arc::new(Builder::new(speaker.clone()))),
        Component::QueryRanker(Arc::new(Ranker::new(speaker))),
    ]
}
