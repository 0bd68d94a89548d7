//! What the templates of one system come to.

use std::collections::BTreeMap;

use lydite_template::{FailureReason, Summary, TemplateRules};
use serde::Serialize;

use super::JudgedCase;
use super::modules::ModuleTally;
use super::system::{TemplateSource, TemplateSystem};
use crate::Error;

/// More groups than this are no groups.
const MOST_GROUPS: usize = 8;

/// What the templates of one system come to; as a document, the `summary` of `docs/output.md`.
#[derive(Clone, Debug, Serialize)]
pub struct SystemSummary {
    /// The system.
    #[serde(skip)]
    pub system: TemplateSystem,
    /// All questions.
    #[serde(flatten)]
    pub all: Summary,
    /// The questions by dataset, the first word of their file's name; none if there are more than
    /// eight. One dataset alone is left out of the document.
    #[serde(skip_serializing_if = "are_all")]
    pub groups: BTreeMap<String, Summary>,
    /// The modules after the template.
    #[serde(skip_serializing_if = "ModuleTally::is_empty")]
    pub modules: ModuleTally,
}

/// Whether the groups say no more than the summary of all questions.
fn are_all(groups: &BTreeMap<String, Summary>) -> bool {
    groups.len() < 2
}

impl SystemSummary {
    pub(super) fn new(system: &TemplateSystem, rules: TemplateRules) -> Self {
        Self {
            system: system.clone(),
            all: Summary::new(rules),
            groups: BTreeMap::new(),
            modules: ModuleTally::default(),
        }
    }

    pub(super) fn add(&mut self, case: &JudgedCase<'_>) {
        self.all.add(&case.gold, &case.judgement);
        if let Some(group) = self.group(&case.pair.source) {
            group.add(&case.gold, &case.judgement);
        }
        if let Some(modules) = &case.modules {
            self.modules.add(modules);
        }
    }

    fn group(&mut self, source: &str) -> Option<&mut Summary> {
        let end = source
            .find(|c: char| !c.is_alphabetic())
            .unwrap_or(source.len());
        let name = source[..end].to_lowercase();
        let is_one_more = self.groups.len() > MOST_GROUPS && !self.groups.contains_key(&name);
        if name.is_empty() || is_one_more {
            return None;
        }
        let rules = self.all.rules;
        Some(
            self.groups
                .entry(name)
                .or_insert_with(|| Summary::new(rules)),
        )
    }

    pub(super) fn finish(&mut self) {
        if self.groups.len() > MOST_GROUPS {
            self.groups.clear();
        }
    }

    /// Whether its service was reached, if it is one.
    ///
    /// # Errors
    /// No question got through.
    pub fn reached(&self) -> Result<(), Error> {
        let TemplateSource::Service { address, .. } = &self.system.source else {
            return Ok(());
        };
        let lost: usize = self
            .all
            .failures()
            .filter(|(reason, _)| *reason == FailureReason::Connection)
            .map(|(_, count)| count)
            .sum();
        if lost > 0 && lost == self.all.questions {
            return Err(Error::NeverReached {
                address: address.clone(),
            });
        }
        Ok(())
    }
}
