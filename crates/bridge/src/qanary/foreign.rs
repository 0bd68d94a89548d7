//! Qanary components of others as components of our pipelines.
//!
//! Such a component expects a pipeline around it: a graph that has the question and what was said
//! about it so far, at a SPARQL endpoint that it can reach. So for each question there is one, at an
//! address that is opened when the first component is asked.

use std::collections::HashSet;
use std::net::TcpListener;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use lydite_compose::annotation::{AnnotatedQuestion, Annotation, Candidate, Source, Span};
use lydite_compose::component::{
    AnswerTypePredictor, ClassLinker, Component, ComponentError, Cost, Described, Description,
    EntityLinker, EntityRecogniser, Link, Need, QueryBuilder, RelationLinker, Task,
};
use lydite_compose::{Lang, Resources};
use lydite_http::Client;
use lydite_lab::Lab;
use lydite_model::Cancel;
use oxrdf::{Term, Triple};
use uuid::Uuid;

use super::annotations;
use super::graphs;
use super::registry::now;
use super::space::{Space, Wanted};
use crate::serving::serve_on;

/// How long a component may take over a question.
const PATIENCE: Duration = Duration::from_secs(60);

/// A Qanary component that shall be one of ours: `ned-theirs=http://localhost:5555`. The beginning of
/// its name says what it does, as with our own.
///
/// ```
/// use lydite_bridge::qanary::ForeignComponent;
///
/// assert!("ned-theirs=http://localhost:5555".parse::<ForeignComponent>().is_ok());
/// assert!("theirs=http://localhost:5555".parse::<ForeignComponent>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignComponent {
    name: String,
    task: Task,
    address: String,
}

/// No component can be meant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoForeignComponent {
    /// Something is missing.
    #[error("`{0}` is not of the form NAME=ADDRESS, such as ned-theirs=http://localhost:5555")]
    Form(String),
    /// The name does not say what it does.
    #[error(
        "`{0}` does not say what the component does: its name must begin with ner-, ned-, rl-, cl-, at- or qb-"
    )]
    Task(String),
    /// It cannot be there.
    #[error("`{0}` is no address of the web")]
    Address(String),
    /// Nobody can listen there.
    #[error(
        "components cannot come back to `{0}`; write http://HOST:PORT, where PORT is free here"
    )]
    Place(String),
}

impl FromStr for ForeignComponent {
    type Err = NoForeignComponent;

    fn from_str(text: &str) -> Result<Self, NoForeignComponent> {
        let form = || NoForeignComponent::Form(text.to_owned());
        let (name, address) = text.split_once('=').ok_or_else(form)?;
        let (name, address) = (name.trim(), address.trim());
        let is_plain = |c: char| c.is_alphanumeric() || "-_.".contains(c);
        if name.is_empty() || !name.chars().all(is_plain) {
            return Err(form());
        }
        let task = name.split_once('-').and_then(|(task, _)| task.parse().ok());
        let task = task.filter(|task| *task != Task::RankQueries);
        let task = task.ok_or_else(|| NoForeignComponent::Task(name.to_owned()))?;
        lydite_http::Address::parse(address)
            .map_err(|_| NoForeignComponent::Address(address.to_owned()))?;
        Ok(Self {
            name: name.to_owned(),
            task,
            address: address.to_owned(),
        })
    }
}

/// The lab with these components among its own. They find their questions at `place`, an address of
/// this machine such as `http://10.0.0.5:9000`; by default a free port that only this machine reaches.
///
/// # Errors
/// `place` is no such address, or the options of the network are none.
pub fn with_foreign(
    mut lab: Lab,
    components: Vec<ForeignComponent>,
    place: Option<&str>,
) -> Result<Lab, NoForeignComponent> {
    let place = Arc::new(Place {
        listen: listening(place)?,
        base: place.map(|place| place.trim_end_matches('/').to_owned()),
        cancel: Cancel::default(),
        space: OnceLock::new(),
    });
    for about in components {
        let network = lydite_http::Config {
            cancel: Some(lab.config.cancel.clone()),
            ..lab.config.network.clone()
        };
        let client =
            Client::new(network).map_err(|_| NoForeignComponent::Address(about.address.clone()))?;
        let task = about.task;
        let foreign = Arc::new(Foreign {
            about,
            client,
            place: Arc::clone(&place),
        });
        lab = lab.with_component(match task {
            Task::RecogniseEntities => Component::EntityRecogniser(foreign),
            Task::LinkEntities => Component::EntityLinker(foreign),
            Task::LinkRelations => Component::RelationLinker(foreign),
            Task::LinkClasses => Component::ClassLinker(foreign),
            Task::PredictAnswerType => Component::AnswerTypePredictor(foreign),
            Task::BuildQueries | Task::RankQueries => Component::QueryBuilder(foreign),
        });
    }
    Ok(lab)
}

/// Where to listen, so that components find it under an address.
fn listening(place: Option<&str>) -> Result<String, NoForeignComponent> {
    let Some(place) = place else {
        return Ok("127.0.0.1:0".to_owned());
    };
    let authority = place.trim_end_matches('/').strip_prefix("http://");
    let port = authority.and_then(|authority| authority.rsplit_once(':'));
    match port.and_then(|(_, port)| port.parse::<u16>().ok()) {
        Some(port) => Ok(format!("0.0.0.0:{port}")),
        None => Err(NoForeignComponent::Place(place.to_owned())),
    }
}

/// Where components find their questions; opened when it is first needed.
struct Place {
    listen: String,
    base: Option<String>,
    cancel: Cancel,
    space: OnceLock<Result<Arc<Space>, String>>,
}

impl Place {
    fn space(&self) -> Result<&Arc<Space>, String> {
        let opened = self
            .space
            .get_or_init(|| self.open().map_err(|error| error.to_string()));
        opened.as_ref().map_err(Clone::clone)
    }

    fn open(&self) -> std::io::Result<Arc<Space>> {
        let listener = TcpListener::bind(&self.listen)?;
        listener.set_nonblocking(true)?;
        let base = match &self.base {
            Some(base) => base.clone(),
            None => format!("http://{}", listener.local_addr()?),
        };
        let space = Arc::new(Space::new(&base));
        let router = graphs::router(Arc::clone(&space));
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()?;
        let cancel = self.cancel.clone();
        std::thread::spawn(move || {
            let served = runtime.block_on(async {
                let listener = tokio::net::TcpListener::from_std(listener)?;
                serve_on(listener, router, cancel).await
            });
            // Whoever asks the next component is told that nobody answers.
            drop(served);
            runtime.shutdown_timeout(Duration::from_secs(1));
        });
        Ok(space)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

/// A component elsewhere.
struct Foreign {
    about: ForeignComponent,
    client: Client,
    place: Arc<Place>,
}

impl Foreign {
    fn failed(&self, reason: impl Into<String>) -> ComponentError {
        ComponentError::Unreachable {
            component: self.about.name.clone(),
            reason: reason.into(),
        }
    }

    /// What the component says about a question, of the kind that it is there for.
    fn said(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Annotation>, ComponentError> {
        let space = self.place.space().map_err(|reason| self.failed(reason))?;
        let lang = question.lang();
        let wanted = Wanted {
            question: question.text().to_owned(),
            language: Some(lang.as_str().to_owned()),
            ..Wanted::default()
        };
        let begun = space.begin(&wanted).map_err(|reason| self.failed(reason))?;
        let known = annotations::written(
            question.annotations(),
            question,
            &begun.question_iri,
            &now(),
            &Uuid::new_v4().to_string(),
        );
        let stored = space.store.add(&begun.graph, known);
        stored.map_err(|error| self.failed(error.to_string()))?;
        let before = space.store.triples(&begun.graph).unwrap_or_default();
        let (_, reason) = space.call(&self.client, &self.about.address, &begun, PATIENCE);
        let after = space.store.triples(&begun.graph).unwrap_or_default();
        space.store.remove(&begun.graph);
        match reason {
            Some(reason) => Err(self.failed(reason)),
            None => Ok(self.new_ones(&before, after, question.text(), lang, resources)),
        }
    }

    /// What was added to a graph.
    fn new_ones(
        &self,
        before: &[Triple],
        after: Vec<Triple>,
        text: &str,
        lang: Lang,
        resources: &Resources,
    ) -> Vec<Annotation> {
        let known: HashSet<_> = before.iter().map(|triple| &triple.subject).collect();
        // Nodes of a selector keep their triples: they are no annotations by themselves.
        let added: Vec<Triple> = after
            .into_iter()
            .filter(|triple| !known.contains(&triple.subject) || !is_annotation(triple))
            .collect();
        let read = annotations::read(&added, text, lang, resources);
        let mut said = read.of(self.about.task.kind()).cloned().collect::<Vec<_>>();
        for annotation in &mut said {
            let by = std::mem::take(&mut annotation.component);
            for candidate in &mut annotation.candidates {
                candidate
                    .evidence
                    .push(lydite_compose::annotation::Evidence {
                        source: Source::Elsewhere,
                        detail: format!("annotated by {by}"),
                        weight: candidate.score,
                    });
            }
        }
        said
    }

    /// What was found, candidates for the same words together, the best first.
    fn links(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Link>, ComponentError> {
        let mut links: Vec<Link> = Vec::new();
        for one in self.said(question, resources)? {
            let same = links
                .iter_mut()
                .find(|link| link.span == one.span && link.span.is_some());
            match same {
                Some(link) => link.candidates.extend(one.candidates),
                None => links.push(Link {
                    span: one.span,
                    candidates: one.candidates,
                }),
            }
        }
        for link in &mut links {
            link.candidates.sort_by(|a, b| b.score.total_cmp(&a.score));
        }
        Ok(links)
    }

    fn candidates(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Candidate>, ComponentError> {
        let said = self.said(question, resources)?;
        Ok(said.into_iter().flat_map(|one| one.candidates).collect())
    }
}

/// Whether a triple says that something is an annotation.
fn is_annotation(triple: &Triple) -> bool {
    matches!(&triple.object, Term::NamedNode(class) if class.as_str().starts_with(annotations::QA))
}

impl Described for Foreign {
    fn description(&self) -> Description {
        let about = format!("The Qanary component at {}", self.about.address);
        Description::new(&self.about.name, self.about.task, &about)
            .needs(&[Need::Network])
            .cost(Cost::Seconds)
            .reference("Both et al., Qanary, ESWC 2016")
    }
}

impl EntityRecogniser for Foreign {
    fn recognise(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Span>, ComponentError> {
        let said = self.said(question, resources)?;
        Ok(said.into_iter().filter_map(|one| one.span).collect())
    }
}

impl EntityLinker for Foreign {
    fn link_entities(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Link>, ComponentError> {
        self.links(question, resources)
    }
}

impl RelationLinker for Foreign {
    fn link_relations(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Link>, ComponentError> {
        self.links(question, resources)
    }
}

impl ClassLinker for Foreign {
    fn link_classes(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Link>, ComponentError> {
        self.links(question, resources)
    }
}

impl AnswerTypePredictor for Foreign {
    fn predict(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Candidate>, ComponentError> {
        self.candidates(question, resources)
    }
}

impl QueryBuilder for Foreign {
    fn build(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Candidate>, ComponentError> {
        self.candidates(question, resources)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_what_a_component_does() {
        let parsed: ForeignComponent = "rl-x=http://h:1/".parse().unwrap();
        assert_eq!(
            (parsed.task, parsed.name.as_str()),
            (Task::LinkRelations, "rl-x")
        );
        for wrong in [
            "",
            "ned-x",
            "=http://h/",
            "qr-x=http://h/",
            "ned=http://h/",
            "ned-x=nowhere",
            "a+b=http://h/",
        ] {
            assert!(wrong.parse::<ForeignComponent>().is_err(), "{wrong}");
        }
        assert_eq!(listening(Some("http://h:90/")).unwrap(), "0.0.0.0:90");
        assert!(listening(Some("http://h")).is_err() && listening(Some("h:90")).is_err());
    }
}
