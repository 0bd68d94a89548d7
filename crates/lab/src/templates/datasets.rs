//! The datasets that the summaries of several systems have in common.

use std::collections::BTreeSet;

use lydite_template::Summary;

use super::SystemSummary;

/// Questions that are shown together.
#[derive(Clone, Copy, Debug)]
pub struct SummarisedDataset<'d> {
    /// What they are called.
    pub name: &'d str,
    /// The group, unless all questions are meant.
    group: Option<&'d str>,
}

impl<'d> SummarisedDataset<'d> {
    /// All questions, then those of each group that a system has, unless there is only one.
    pub fn all_of(systems: &'d [SystemSummary]) -> Vec<Self> {
        let groups: BTreeSet<&String> = systems.iter().flat_map(|s| s.groups.keys()).collect();
        let is_several = groups.len() > 1;
        let groups = groups.into_iter().filter(|_| is_several);
        let groups = groups.map(|name| Self {
            name,
            group: Some(name),
        });
        let all = Self {
            name: "all",
            group: None,
        };
        [all].into_iter().chain(groups).collect()
    }

    /// The summary of a system, if it was asked questions of the dataset.
    pub fn of<'s>(&self, system: &'s SystemSummary) -> Option<&'s Summary> {
        match self.group {
            Some(name) => system.groups.get(name),
            None => Some(&system.all),
        }
    }

    /// The systems that were asked questions of the dataset.
    pub fn summaries<'s>(
        &self,
        systems: &'s [SystemSummary],
    ) -> impl Iterator<Item = (&'s SystemSummary, &'s Summary)> {
        let summaries = systems.iter().map(|system| (system, self.of(system)));
        summaries.filter_map(|(system, summary)| Some((system, summary?)))
    }
}
