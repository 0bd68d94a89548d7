//! A system that makes templates, or any queries.

use std::fmt;
use std::path::PathBuf;

use crate::evaluation::stem;
use crate::system::OkbqaModules;

/// A system, and where its templates come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateSystem {
    /// What it is called.
    pub name: String,
    /// Where its templates come from.
    pub source: TemplateSource,
}

/// Where templates come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TemplateSource {
    /// A service that speaks the OKBQA protocol.
    Service {
        /// Its address.
        address: String,
        /// Where the exchanges are kept.
        record: Option<PathBuf>,
        /// The modules that go on from its templates, as far as there are any.
        then: OkbqaModules,
    },
    /// Exchanges that were recorded, a JSON object a line.
    Recorded(PathBuf),
    /// The queries of any system: an answer file.
    Queries(PathBuf),
}

impl TemplateSource {
    /// What a system with these templates is called, unless it is given a name: as its file, or as
    /// its address without the scheme.
    pub fn usual_name(&self) -> String {
        match self {
            Self::Service { address, .. } => {
                let name = address
                    .split_once("://")
                    .map_or(&**address, |(_, rest)| rest);
                name.trim_end_matches('/').to_owned()
            }
            Self::Recorded(path) | Self::Queries(path) => stem(path),
        }
    }
}

impl fmt::Display for TemplateSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Service { address, .. } => f.write_str(address),
            Self::Recorded(path) | Self::Queries(path) => path.display().fmt(f),
        }
    }
}

impl TemplateSystem {
    /// Systems with the names that they were given, or their usual ones. Where two would be called
    /// the same, those without a given name are called as their whole path or address.
    ///
    /// ```
    /// use lydite_lab::templates::{TemplateSource, TemplateSystem};
    ///
    /// let systems = TemplateSystem::named([
    ///     (None, TemplateSource::Recorded("a/run.jsonl".into())),
    ///     (None, TemplateSource::Recorded("b/run.jsonl".into())),
    ///     (Some("LODQA".to_owned()), TemplateSource::Recorded("c/run.jsonl".into())),
    /// ]);
    /// let names: Vec<&str> = systems.iter().map(|system| system.name.as_str()).collect();
    /// assert_eq!(names, ["a/run.jsonl", "b/run.jsonl", "LODQA"]);
    /// ```
    pub fn named(sources: impl IntoIterator<Item = (Option<String>, TemplateSource)>) -> Vec<Self> {
        let sources: Vec<_> = sources.into_iter().collect();
        let usual: Vec<String> = sources
            .iter()
            .map(|(name, source)| name.clone().unwrap_or_else(|| source.usual_name()))
            .collect();
        let is_taken = |name: &String| usual.iter().filter(|other| *other == name).count() > 1;
        let mut systems: Vec<Self> = Vec::with_capacity(sources.len());
        for ((given, source), usual) in sources.into_iter().zip(&usual) {
            let name = if given.is_none() && is_taken(usual) {
                source.to_string()
            } else {
                usual.clone()
            };
            let mut distinct = name.clone();
            let mut number = 1;
            while systems.iter().any(|system| system.name == distinct) {
                number += 1;
                distinct = format!("{name} ({number})");
            }
            systems.push(Self {
                name: distinct,
                source,
            });
        }
        systems
    }
}
