//! A service as components of our pipelines.

use std::sync::Arc;
use std::time::Duration;

use lydite_compose::Resources;
use lydite_compose::annotation::{AnnotatedQuestion, Candidate, Kind, Span};
use lydite_compose::component::{
    ClassLinker, Component, ComponentError, Cost, Described, Description, EntityLinker,
    EntityRecogniser, Link, Need, RelationLinker, Task,
};
use lydite_compose::components::relations::phrases_linked;
use lydite_http::{Client, Request, Retries};
use serde_json::Value;

use super::catalogue::{Call, Service};
use super::kept::Kept;
use super::reply::{Found, Role};

/// How long a service may take over a question.
const PATIENCE: Duration = Duration::from_secs(30);
/// A larger reply is no answer.
const LARGEST: u64 = 8 << 20;

/// A service that is asked, or whose replies were kept.
pub(super) struct Asked {
    pub(super) service: &'static Service,
    /// Where it is; `None` if only what was kept counts.
    pub(super) address: Option<String>,
    pub(super) client: Client,
    /// Its secrets, or the name of the first that is not known.
    pub(super) secrets: Result<Vec<String>, String>,
    pub(super) kept: Kept,
}

/// A service at one of its tasks.
struct AtTask {
    service: Arc<Asked>,
    task: Task,
}

/// The components that a service is.
pub(super) fn components(service: &Arc<Asked>) -> impl Iterator<Item = Component> {
    service.service.tasks.iter().map(|&task| {
        let at = Arc::new(AtTask {
            service: Arc::clone(service),
            task,
        });
        match task {
            Task::RecogniseEntities => Component::EntityRecogniser(at),
            Task::LinkRelations => Component::RelationLinker(at),
            Task::LinkClasses => Component::ClassLinker(at),
            _ => Component::EntityLinker(at),
        }
    })
}

/// The name of a service at a task, as pipelines have it.
pub(crate) fn component_name(service: &Service, task: Task) -> String {
    format!("{}-rest-{}", task.as_str().to_lowercase(), service.name)
}

impl AtTask {
    fn failed(&self, reason: impl Into<String>) -> ComponentError {
        ComponentError::Failed {
            component: component_name(self.service.service, self.task),
            reason: reason.into(),
        }
    }

    /// What the service says about a question, asked once.
    fn reply(&self, question: &AnnotatedQuestion) -> Result<Value, ComponentError> {
        let Asked {
            service,
            address,
            client,
            secrets,
            kept,
        } = self.service.as_ref();
        let spots: Vec<(usize, usize)> = question
            .of(Kind::Spot)
            .filter_map(|annotation| annotation.span)
            .map(|span| (span.start, span.end))
            .collect();
        // Only some look at what was recognised before.
        let spots = if service.published == ["AGDISTIS"] {
            spots
        } else {
            Vec::new()
        };
        let asked = match spots.as_slice() {
            [] => question.text().to_owned(),
            spots => format!("{} {spots:?}", question.text()),
        };
        if let Some(reply) = kept.get(&asked) {
            return Ok(reply);
        }
        let Some(address) = address else {
            return Err(self.failed("no reply to this question was kept"));
        };
        let secrets = secrets.as_ref().map_err(|name| {
            self.failed(format!(
                "it wants a key: set the environment variable {name}"
            ))
        })?;
        let mut addresses = address.split_whitespace();
        let mut call = Call {
            address: addresses.next().unwrap_or_default(),
            text: question.text(),
            language: question.lang().as_str(),
            spots: &spots,
            secrets,
        };
        let mut value = self.sent((service.request)(client, &call))?;
        if let (Some(then), Some(second)) = (service.then, addresses.next()) {
            call.address = second;
            // Without anything to go on with, nothing is found.
            let found = match (then.request)(client, &call, &value) {
                Some(request) => self.sent(request)?,
                None => Value::Null,
            };
            value = (then.both)(value, found);
        }
        kept.keep(&asked, &value)
            .map_err(|error| self.failed(format!("its reply cannot be kept: {error}")))?;
        Ok(value)
    }

    fn sent(&self, request: Request) -> Result<Value, ComponentError> {
        let request = match self.service.service.name {
            "ontotext" => request,
            _ => request.accept("application/json"),
        };
        let reply = request
            .within(PATIENCE)
            .most_bytes(LARGEST)
            .retries(Retries::NONE)
            .fetch()
            .map_err(|error| self.failed(error.to_string()))?;
        if !(200..300).contains(&reply.status) {
            return Err(self.failed(format!("it answered {}", reply.status)));
        }
        serde_json::from_slice(&reply.body).map_err(|_| self.failed("its reply is no JSON"))
    }

    fn found(&self, question: &AnnotatedQuestion) -> Result<Vec<Found>, ComponentError> {
        let reply = self.reply(question)?;
        Ok((self.service.service.read)(&reply, question.text()))
    }

    /// What was found for one kind of names, candidates for the same words together.
    fn links(&self, question: &AnnotatedQuestion, role: Role) -> Result<Vec<Link>, ComponentError> {
        let mut links: Vec<Link> = Vec::new();
        for found in self.found(question)? {
            let Some(iri) = found.iri.filter(|_| found.role == role) else {
                continue;
            };
            let span = found.span.and_then(|span| bytes(question.text(), span));
            let candidate = Candidate::new(iri, found.score);
            match links
                .iter_mut()
                .find(|link| link.span == span && span.is_some())
            {
                Some(link) => link.candidates.push(candidate),
                None => links.push(Link {
                    span,
                    candidates: vec![candidate],
                }),
            }
        }
        Ok(links)
    }
}

/// Positions in characters as positions in bytes.
fn bytes(text: &str, (start, end): (usize, usize)) -> Option<Span> {
    let byte = |at: usize| {
        text.char_indices()
            .nth(at)
            .map_or(text.len(), |(byte, _)| byte)
    };
    let span = Span {
        start: byte(start),
        end: byte(end),
    };
    (span.start < span.end).then_some(span)
}

impl Described for AtTask {
    fn description(&self) -> Description {
        let service = self.service.service;
        let about = match &self.service.address {
            Some(address) => format!("The service at {address}; replies are kept"),
            None => format!(
                "What the service replied when it was asked ({} replies)",
                self.service.kept.len()
            ),
        };
        let needs: &[Need] = match (service.published, &self.service.address) {
            (["AGDISTIS"], Some(_)) => &[Need::Network, Need::Spots],
            (["AGDISTIS"], None) => &[Need::Spots],
            (_, Some(_)) => &[Need::Network],
            (_, None) => &[],
        };
        Description::new(&component_name(service, self.task), self.task, &about)
            .needs(needs)
            .cost(Cost::Seconds)
            .reference(service.reference)
    }
}

impl EntityRecogniser for AtTask {
    fn recognise(
        &self,
        question: &AnnotatedQuestion,
        _: &Resources,
    ) -> Result<Vec<Span>, ComponentError> {
        let found = self.found(question)?;
        let spans = found.into_iter().filter_map(|one| one.span);
        Ok(spans
            .filter_map(|span| bytes(question.text(), span))
            .collect())
    }
}

impl EntityLinker for AtTask {
    fn link_entities(
        &self,
        question: &AnnotatedQuestion,
        _: &Resources,
    ) -> Result<Vec<Link>, ComponentError> {
        self.links(question, Role::Entity)
    }
}

impl RelationLinker for AtTask {
    fn link_relations(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Link>, ComponentError> {
        let mut links = self.links(question, Role::Relation)?;
        let mut phrases = self.found(question)?;
        phrases.retain(|found| found.role == Role::Phrase);
        // The less that is expected of phrases, the later they are looked up.
        while let Some(score) = phrases.first().map(|found| found.score)
            && links.is_empty()
        {
            let (now, later) = phrases.into_iter().partition(|found| found.score == score);
            phrases = later;
            let now: Vec<Found> = now;
            let spans = now
                .iter()
                .filter_map(|found| bytes(question.text(), found.span?));
            links = phrases_linked(question, resources, spans);
        }
        Ok(links)
    }
}

impl ClassLinker for AtTask {
    fn link_classes(
        &self,
        question: &AnnotatedQuestion,
        _: &Resources,
    ) -> Result<Vec<Link>, ComponentError> {
        self.links(question, Role::Class)
    }
}
