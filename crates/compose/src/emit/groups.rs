//! What is made of groups: conditions and orders on counts, shares, the first of each group.

use super::Query;
use crate::sketch::What;

/// A condition or order on something that is made of many values, and the variable by which is grouped.
pub(super) struct Grouped {
    pub(super) fragment: usize,
    pub(super) by: usize,
}

impl Query<'_> {
    /// Orders by values that concern the root itself; others are written where their owners are.
    pub(super) fn top_level_extremes(&self) -> Vec<usize> {
        (0..self.sketch.fragments.len())
            .filter(|at| {
                let fragment = self.fragment(*at);
                fragment.extreme.is_some()
                    && !fragment.is_aggregate()
                    && self.writer.limited(*at) == Some(self.rooted.root)
            })
            .collect()
    }

    /// Conditions and orders on counts and averages, with what they are grouped by.
    pub(super) fn grouped_conditions(&self) -> Vec<Grouped> {
        (0..self.sketch.fragments.len())
            .filter(|at| {
                let fragment = self.fragment(*at);
                fragment.is_aggregate() && (fragment.extreme.is_some() || fragment.bounds.is_some())
            })
            .filter_map(|at| {
                Some(Grouped {
                    fragment: at,
                    by: self.writer.grouped_by(at)?,
                })
            })
            .collect()
    }

    /// The share of things that fulfil all conditions, among all of them.
    pub(super) fn share(&self) -> Option<String> {
        let root = self.rooted.root;
        let name = self.writer.variable(root);
        let inner = self.list_text(&[], &[], root)?;
        let own = match self.fragment(*self.sketch.asked.first()?).what {
            What::Class(class) => self.writer.members(class),
            _ => self.writer.own_class(root)?,
        };
        Some(format!(
            "SELECT ((?part * 100.0 / ?whole) AS ?result) WHERE {{\n{{ SELECT (COUNT(DISTINCT {name}) AS ?part) WHERE {{ {{ {inner} }} }} }}\n{{ SELECT (COUNT(DISTINCT ?all) AS ?whole) WHERE {{ {own} }} }}\n}}"
        ))
    }

    /// For each group the thing with the most or least of something.
    pub(super) fn top_of_each_group(&self, group: usize) -> Option<String> {
        let extreme_at = (0..self.sketch.fragments.len())
            .find(|at| self.fragment(*at).extreme.is_some() && *at != group)?;
        let extreme = self.fragment(extreme_at).extreme?;
        if extreme.limit != Some(1) || extreme.offset > 0 {
            return None;
        }
        let group_var = self.shown(group);
        let mut columns: Vec<usize> = self.sketch.asked.iter().map(|at| self.shown(*at)).collect();
        columns.dedup();
        let thing = columns
            .iter()
            .copied()
            .find(|var| *var != group_var && !self.tree.vars[*var].literal)?;
        let group_name = self.writer.variable(group_var);
        let thing_name = self.writer.variable(thing);
        let aggregated = self.fragment(extreme_at).is_aggregate();
        let measure = if aggregated {
            self.writer.aggregate(extreme_at)?
        } else {
            self.writer.expression(extreme_at)?
        };
        let body = self.writer.whole(self.rooted.root)?;
        let select = |group: &str, thing: &str, value: &str| {
            if aggregated {
                format!(
                    "SELECT {group} {thing} ({measure} AS {value}) WHERE {{\n{body}}} GROUP BY {group} {thing}"
                )
            } else {
                format!("SELECT DISTINCT {group} {thing} ({measure} AS {value}) WHERE {{\n{body}}}")
            }
        };
        let best = if extreme.descending { "MAX" } else { "MIN" };
        Some(format!(
            "SELECT DISTINCT {group_name} {thing_name} WHERE {{\n{{ {} }}\n{{ SELECT {group_name} ({best}(?each) AS ?best) WHERE {{ {{ {} }} }} GROUP BY {group_name} }}\nFILTER(?value = ?best)\n}}",
            select(&group_name, &thing_name, "?value"),
            select(&group_name, &thing_name, "?each"),
        ))
    }
}
