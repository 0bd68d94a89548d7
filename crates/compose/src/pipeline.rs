//! Pipelines as values.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::component::{Registry, UnknownComponent};
use crate::selection::Strategy;

/// A way to answer questions: the joint system, components by name, or components chosen for each question.
///
/// ```
/// use lydite_compose::Pipeline;
///
/// let pipeline: Pipeline = "auto".parse()?;
/// assert!(pipeline.abstains && pipeline.is_joint());
/// let composed: Pipeline = "cl-labels+ned-longest".parse()?;
/// assert_eq!(composed.components, ["ned-longest", "cl-labels"]);
/// let trained: Pipeline = "auto@geography.model".parse()?;
/// assert!(trained.model.is_some() && trained.is_joint());
/// let chosen: Pipeline = "set-aware@our.model".parse()?;
/// assert!(chosen.strategy.is_some() && !chosen.is_joint());
/// assert!("nobody".parse::<Pipeline>().is_err());
/// # Ok::<(), lydite_compose::UnknownPipeline>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pipeline {
    /// Its name: `auto`, `guess`, one of them or a strategy with `@` and the file of a model, or those of its
    /// components with `+` between them.
    pub name: String,
    /// Whether it gives no answer rather than one that leaves out words that matter.
    pub abstains: bool,
    /// How its components are chosen for each question, if they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strategy: Option<Strategy>,
    /// Its components in the order in which they work; none for the joint system, and where they are chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub components: Vec<String>,
    /// The file of what the joint system has learned, if it shall use that, or of how components are chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<PathBuf>,
}

impl Default for Pipeline {
    fn default() -> Self {
        Self {
            name: "auto".to_owned(),
            abstains: true,
            strategy: None,
            components: Vec::new(),
            model: None,
        }
    }
}

/// No pipeline has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownPipeline {
    /// It is neither one of the names nor that of a component.
    #[error(
        "there is no pipeline named `{0}`; a pipeline is auto, guess, components joined by +, which `lydite component list` lists, or STRATEGY@MODEL; see `lydite pipeline list`"
    )]
    Name(String),
    /// A strategy was named without what was learned for it.
    #[error(
        "how is `{0}` to choose? {0}@MODEL names a file that `lydite pipeline train --matrix` has written"
    )]
    NoModel(String),
    /// One of its components is unknown.
    #[error(transparent)]
    Component(#[from] UnknownComponent),
}

impl Pipeline {
    /// Whether it is the joint system.
    pub fn is_joint(&self) -> bool {
        self.components.is_empty() && self.strategy.is_none()
    }

    /// A pipeline with components of this registry.
    ///
    /// # Errors
    /// It is neither `auto` nor `guess` nor a strategy with a model, and not all of its components are known.
    pub fn parse(text: &str, registry: &Registry) -> Result<Self, UnknownPipeline> {
        if let Some((name @ ("auto" | "guess"), model)) = text.split_once('@')
            && !model.is_empty()
        {
            return Ok(Self {
                name: text.to_owned(),
                model: Some(model.into()),
                ..Self::parse(name, registry)?
            });
        }
        if let Some((name, model)) = text.split_once('@')
            && !model.is_empty()
            && let Ok(strategy) = name.parse::<Strategy>()
        {
            return Ok(Self {
                name: text.to_owned(),
                abstains: false,
                strategy: Some(strategy),
                components: Vec::new(),
                model: Some(model.into()),
            });
        }
        if text.trim_end_matches('@').parse::<Strategy>().is_ok() {
            let strategy = text.trim_end_matches('@').to_owned();
            return Err(UnknownPipeline::NoModel(strategy));
        }
        match text {
            "auto" => Ok(Self::default()),
            "guess" => Ok(Self {
                name: text.to_owned(),
                abstains: false,
                strategy: None,
                components: Vec::new(),
                model: None,
            }),
            other => {
                let components = registry.parse(other).map_err(|unknown| {
                    if other.contains('+') || unknown.nearest.is_some() {
                        UnknownPipeline::Component(unknown)
                    } else {
                        UnknownPipeline::Name(other.to_owned())
                    }
                })?;
                let components: Vec<String> = components
                    .into_iter()
                    .map(|component| component.description().name)
                    .collect();
                Ok(Self {
                    name: components.join("+"),
                    abstains: false,
                    strategy: None,
                    components,
                    model: None,
                })
            }
        }
    }
}

impl FromStr for Pipeline {
    type Err = UnknownPipeline;

    fn from_str(name: &str) -> Result<Self, UnknownPipeline> {
        Self::parse(name, &Registry::shipped())
    }
}

impl fmt::Display for Pipeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
