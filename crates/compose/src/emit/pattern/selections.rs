//! Selections inside a pattern: the first few of something, and what they are grouped by.

use super::{PLAIN, Writer};
use crate::emit::text::{number, order};
use crate::sketch::Bounds;
use std::fmt::Write;

impl Writer<'_> {
    /// A selection below the root: the first few of something.
    pub(in crate::emit) fn selection(&self, var: usize) -> Option<String> {
        let mut orders = Vec::new();
        let mut having = Vec::new();
        let mut limit = None;
        let mut is_grouped = false;
        for (at, fragment) in self.sketch.fragments.iter().enumerate() {
            let concerned = if fragment.is_aggregate() {
                self.grouped_by(at)
            } else {
                self.limited(at)
            };
            if concerned != Some(var)
                || self.sketch.asked.contains(&at)
                    && fragment.is_aggregate()
                    && fragment.bounds.is_none()
                    && fragment.extreme.is_none()
            {
                continue;
            }
            if let Some(extreme) = fragment.extreme {
                let measure = if fragment.is_aggregate() {
                    is_grouped = true;
                    self.aggregate(at)?
                } else {
                    self.expression(at)?
                };
                orders.push(order(&measure, extreme.descending));
                limit = Some(extreme);
            }
            if fragment.is_aggregate()
                && let Some(Bounds::Numbers(bounds, _)) = &fragment.bounds
            {
                is_grouped = true;
                let measure = self.aggregate(at)?;
                for (comparison, bound) in bounds {
                    having.push(format!(
                        "{measure} {} {}",
                        comparison.symbol(),
                        number(*bound)
                    ));
                }
            }
        }
        if orders.is_empty() && having.is_empty() {
            return None;
        }
        let name = self.variable(var);
        let mut body = String::new();
        self.around(var, PLAIN, &mut body)?;
        let mut text = format!(
            "SELECT {} WHERE {{\n{body}}}",
            if self.is_variable(var) {
                name.as_str()
            } else {
                "*"
            }
        );
        if is_grouped {
            let _ = write!(text, " GROUP BY {name}");
        }
        if !having.is_empty() {
            let _ = write!(text, " HAVING({})", having.join(" && "));
        }
        if !orders.is_empty() {
            let _ = write!(text, " ORDER BY {}", orders.join(" "));
        }
        if let Some(extreme) = limit {
            if let Some(limit) = extreme.limit {
                let _ = write!(text, " LIMIT {limit}");
            }
            if extreme.offset > 0 {
                let _ = write!(text, " OFFSET {}", extreme.offset);
            }
        }
        Some(text)
    }

    /// The thing of which an extreme value selects some: the nearest that words name.
    pub(in crate::emit) fn limited(&self, at: usize) -> Option<usize> {
        let fragment = &self.sketch.fragments[at];
        fragment.extreme?;
        let ends = self.tree.ends[at].as_ref()?;
        if let Some(owner) = fragment.owner
            && let Some(owner) = &self.tree.ends[owner]
            && self.tree.vars[owner.named].nodes.is_none()
        {
            return Some(owner.named);
        }
        Some(self.nearest_named(ends.owner, &ends.values))
    }

    /// The thing by which a count or an average is grouped.
    pub(in crate::emit) fn grouped_by(&self, at: usize) -> Option<usize> {
        let fragment = &self.sketch.fragments[at];
        if !fragment.is_aggregate() {
            return None;
        }
        let ends = self.tree.ends[at].as_ref()?;
        let counted = if fragment.counted {
            ends.named
        } else {
            ends.owner
        };
        let upwards = self.rooted.upwards(counted);
        upwards
            .into_iter()
            .skip(1)
            .find(|var| self.is_thing(*var))
            .or(Some(self.rooted.root))
            .filter(|by| *by != ends.named || !fragment.counted)
    }

    pub(in crate::emit) fn is_thing(&self, var: usize) -> bool {
        let info = &self.tree.vars[var];
        var == self.rooted.root || (info.is_named && !info.literal && info.nodes.is_none())
    }

    pub(in crate::emit) fn nearest_named(&self, var: usize, values: &[usize]) -> usize {
        // If the value itself is nearer to the root, its owner lies below.
        let info = &self.tree.vars[var];
        if info.is_named && !info.literal && info.nodes.is_none() {
            return var;
        }
        let upwards = self.rooted.upwards(var);
        upwards
            .iter()
            .copied()
            .find(|up| !values.contains(up) && self.is_thing(*up))
            .unwrap_or(var)
    }
}
