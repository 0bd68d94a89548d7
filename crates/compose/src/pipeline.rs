//! Pipelines as values.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

/// A way to answer questions.
///
/// ```
/// use lydite_compose::Pipeline;
///
/// let pipeline: Pipeline = "auto".parse()?;
/// assert!(pipeline.abstains);
/// assert!("nobody".parse::<Pipeline>().is_err());
/// # Ok::<(), lydite_compose::UnknownPipeline>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Pipeline {
    /// Its name.
    pub name: String,
    /// Whether it gives no answer rather than one that leaves out words that matter.
    pub abstains: bool,
}

impl Default for Pipeline {
    fn default() -> Self {
        Self {
            name: "auto".to_owned(),
            abstains: true,
        }
    }
}

/// No pipeline has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no pipeline is called “{0}”; there are auto and guess")]
pub struct UnknownPipeline(String);

impl FromStr for Pipeline {
    type Err = UnknownPipeline;

    fn from_str(name: &str) -> Result<Self, UnknownPipeline> {
        match name {
            "auto" => Ok(Self::default()),
            "guess" => Ok(Self {
                name: name.to_owned(),
                abstains: false,
            }),
            other => Err(UnknownPipeline(other.to_owned())),
        }
    }
}

impl fmt::Display for Pipeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
