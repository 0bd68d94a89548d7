//! How features are computed and questions are selected, as the command line says it.

use lydite_lab::sampling::Measuring as LabMeasuring;
use lydite_model::Language;
use lydite_sample::{Condition, ConditionError, Feature, Mode};

use crate::args::{FeatureMode, Measuring};
use crate::failure::Failure;

impl Measuring {
    /// How features are to be computed; a graph may know what resources are called.
    pub(super) fn meant(&self, graph: Option<&str>) -> LabMeasuring {
        LabMeasuring {
            mode: match self.mode {
                FeatureMode::Clean => Mode::Clean,
                FeatureMode::Legacy => Mode::Legacy,
            },
            language: Language::new(self.lang.as_deref().unwrap_or("en")),
            tagger: self.pos_model.clone(),
            labels: graph.map(str::to_owned),
        }
    }
}

/// The condition on the command line.
pub(super) fn condition(text: Option<&str>) -> Result<Option<Condition>, Failure> {
    let Some(text) = text else { return Ok(None) };
    text.parse().map(Some).map_err(|error: ConditionError| {
        let pointer = format!("{}^", " ".repeat(error.position));
        Failure::usage(format!(
            "the condition cannot be read: {error}\n  {text}\n  {pointer}"
        ))
        .hint("for example: --where 'origin = qald9 and (tps > 1 or usesFeature = Union)'")
    })
}

/// The feature of this name.
pub(super) fn find(name: &str) -> Result<&'static Feature, Failure> {
    Feature::find(name).map_err(|error| {
        Failure::usage(error.to_string()).hint("`lydite features --list` lists the features")
    })
}

/// The features of these names.
pub(super) fn find_all(names: &[String]) -> Result<Vec<&'static Feature>, Failure> {
    names.iter().map(|name| find(name)).collect()
}

/// No question fulfils the condition.
pub(super) fn no_question(condition: &str) -> Failure {
    Failure::input(format!("no question meets the condition `{condition}`"))
        .hint("`lydite features DATASET` shows the values")
}
