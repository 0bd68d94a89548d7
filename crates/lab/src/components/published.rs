//! Frankenstein's components and pipelines: what stands for each of them here, and which can be run.

use lydite_compose::component::Task;
use lydite_compose::components::PUBLISHED;
use serde::Serialize;

use crate::composition::linkers;
use crate::services::{SERVICES, component_name};
use crate::{Error, Lab};

/// What became of a component of Frankenstein's Table 2.
#[derive(Clone, Debug, Serialize)]
pub struct PublishedComponent {
    /// Its name there.
    pub name: &'static str,
    /// What it does.
    pub task: Task,
    /// Whether its source is open.
    pub open: bool,
    /// What holds here and now.
    pub state: PublishedState,
    /// Our components that stand in its place.
    pub counterparts: Vec<String>,
    /// The service that it was, as one of our components: there is a client for it.
    pub client: Option<String>,
    /// Whether the service is used: `LYDITE_SERVICES` names it.
    pub is_used: bool,
    /// How many of its replies were kept.
    pub kept: usize,
}

/// What holds of a published component, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PublishedState {
    /// The service itself is asked, or what it replied is used.
    Used,
    /// A component of ours stands in its place.
    Native,
    /// There are replies of it, which nobody uses now.
    Frozen,
    /// There is a client, for whoever knows where the service runs.
    Client,
    /// It is gone.
    Gone,
}

impl PublishedState {
    /// In words.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Used => "REST client, in use",
            Self::Native => "native counterpart",
            Self::Frozen => "frozen results",
            Self::Client => "REST client, off",
            Self::Gone => "gone",
        }
    }
}

impl PublishedComponent {
    /// The component of ours that runs in its place: the service itself, if it is used.
    pub fn runs_as(&self) -> Option<&str> {
        let client = self.client.as_deref().filter(|_| self.is_used);
        client.or_else(|| self.counterparts.first().map(String::as_str))
    }
}

/// A pipeline of Frankenstein: one component for each of its tasks.
#[derive(Clone, Debug, Serialize)]
pub struct PublishedPipeline {
    /// The published components, joined by ` + `.
    pub name: String,
    /// The same as a pipeline of ours; none if something is missing.
    pub pipeline: Option<String>,
    /// The published components for which nothing answers.
    pub missing: Vec<&'static str>,
}

impl Lab {
    /// What became of the 29 components of Frankenstein.
    ///
    /// # Errors
    /// The kept replies of a service cannot be read.
    pub fn published_components(&self) -> Result<Vec<PublishedComponent>, Error> {
        let ours = self.component_list();
        let services = self.services()?;
        let all = PUBLISHED.iter().map(|published| {
            let stands = ours.iter().filter(|description| {
                let others = &description.counterpart_of;
                others.iter().any(|other| other == published.name)
            });
            let counterparts: Vec<String> = stands.map(|one| one.name.clone()).collect();
            let service = SERVICES.iter().find(|service| {
                service.published.contains(&published.name)
                    && service.tasks.contains(&published.task)
            });
            let known = services
                .iter()
                .find(|state| service.is_some_and(|service| service.name == state.name));
            let (is_used, kept) = known.map_or((false, 0), |state| (state.is_used, state.kept));
            PublishedComponent {
                name: published.name,
                task: published.task,
                open: published.open,
                state: match service {
                    Some(_) if is_used => PublishedState::Used,
                    _ if !counterparts.is_empty() => PublishedState::Native,
                    Some(_) if kept > 0 => PublishedState::Frozen,
                    Some(_) => PublishedState::Client,
                    None => PublishedState::Gone,
                },
                counterparts,
                client: service.map(|service| component_name(service, published.task)),
                is_used,
                kept,
            }
        });
        Ok(all.collect())
    }

    /// Frankenstein's 360 pipelines: 18 ways to link entities, some of them with a recogniser before,
    /// 5 relation linkers, 2 class linkers, 2 query builders.
    ///
    /// # Errors
    /// As for [`published_components`](Self::published_components).
    pub fn published_pipelines(&self) -> Result<Vec<PublishedPipeline>, Error> {
        let all = self.published_components()?;
        let of = |task: Task| all.iter().filter(move |one| one.task == task);
        let mut pipelines = Vec::new();
        for entities in linkers() {
            for relations in of(Task::LinkRelations) {
                for classes in of(Task::LinkClasses) {
                    for queries in of(Task::BuildQueries) {
                        let parts = entities
                            .iter()
                            .filter_map(|name| all.iter().find(|one| one.name == *name));
                        let parts: Vec<_> = parts.chain([relations, classes, queries]).collect();
                        pipelines.push(pipeline(&parts));
                    }
                }
            }
        }
        Ok(pipelines)
    }
}

fn pipeline(parts: &[&PublishedComponent]) -> PublishedPipeline {
    let names: Vec<&str> = parts.iter().map(|part| part.name).collect();
    let missing: Vec<&'static str> = parts
        .iter()
        .filter(|part| part.runs_as().is_none())
        .map(|part| part.name)
        .collect();
    let running: Vec<&str> = parts.iter().filter_map(|part| part.runs_as()).collect();
    PublishedPipeline {
        name: names.join(" + "),
        pipeline: missing.is_empty().then(|| running.join("+")),
        missing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;

    #[test]
    fn there_are_360_pipelines_of_known_components() {
        let home = tempfile::tempdir().unwrap();
        let with = |services: &[&str]| {
            Lab::new(Config {
                home: Some(home.path().to_owned()),
                services: services.iter().map(|one| one.parse().unwrap()).collect(),
                ..Config::default()
            })
            .with_services()
            .unwrap()
        };
        let lab = with(&[]);
        assert_eq!(lab.published_components().unwrap().len(), 29);
        let all = lab.published_pipelines().unwrap();
        assert_eq!(all.len(), 360);
        // Five of the ways to link entities need nothing but what is ours.
        let runnable =
            |all: &[PublishedPipeline]| all.iter().filter(|one| one.pipeline.is_some()).count();
        assert_eq!(runnable(&all), 100);
        for one in &all {
            assert!(one.name.matches(" + ").count() >= 3, "{}", one.name);
            if let Some(pipeline) = &one.pipeline {
                assert!(lab.components().parse(pipeline).is_ok(), "{pipeline}");
            }
        }
        // A service that is used stands for itself, alone and before AGDISTIS.
        let lab = with(&["dandelion=http://127.0.0.1:9/"]);
        let all = lab.published_pipelines().unwrap();
        assert_eq!(runnable(&all), 140);
        let own = all
            .iter()
            .find(|one| one.name.starts_with("Dandelion NED"))
            .unwrap();
        assert!(
            own.pipeline
                .as_ref()
                .unwrap()
                .starts_with("ned-rest-dandelion+")
        );
    }
}
