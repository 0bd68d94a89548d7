//! Filters on values: bounds, comparisons, and conditions that hold for all.

use super::measures::round;
use super::{Mode, Writer};
use crate::emit::text::number;
use crate::lexicon::relation::ValueKind;
use crate::reading::Comparison;
use crate::sketch::{Bounds, What};
use std::fmt::Write;

impl Writer<'_> {
    /// Filters on the values of a fragment.
    pub(super) fn bounds(&self, at: usize, mode: Mode, text: &mut String) {
        let fragment = &self.sketch.fragments[at];
        if fragment.is_aggregate() {
            return;
        }
        let Some(bounds) = &fragment.bounds else {
            return;
        };
        let Some(ends) = &self.tree.ends[at] else {
            return;
        };
        let relation = self.relation_of(at);
        let value = match &fragment.what {
            What::Derived(_) => match self.expression(at) {
                Some(product) => product,
                None => return,
            },
            _ => self.reference(ends.values[0], mode),
        };
        let turn = |comparison: Comparison| {
            if mode.turned.is_some() && self.is_exclusive_condition(at) {
                comparison.opposite()
            } else {
                comparison
            }
        };
        let mut conditions = Vec::new();
        match bounds {
            Bounds::Numbers(numbers, unit) => {
                let own =
                    relation.and_then(|relation| self.lexicon.relations[relation as usize].unit);
                let factor = match (own, unit) {
                    (Some(own), Some(unit)) if own.converts_to(*unit) => unit.factor / own.factor,
                    _ => 1.0,
                };
                let is_year = relation.is_some_and(|relation| {
                    matches!(
                        self.lexicon.relations[relation as usize].kind,
                        ValueKind::Date | ValueKind::Year
                    )
                });
                for (comparison, bound) in numbers {
                    let (left, right) = if is_year {
                        (format!("STR({value})"), format!("\"{:04}\"", *bound as i64))
                    } else {
                        (self.cast(&value, relation), number(round(bound * factor)))
                    };
                    conditions.push(format!("{left} {} {right}", turn(*comparison).symbol()));
                }
            }
            Bounds::Dates(dates) => {
                let years = relation.is_some_and(|relation| {
                    self.lexicon.relations[relation as usize].kind == ValueKind::Year
                });
                for (comparison, bound) in dates {
                    let bound = if years { &bound[..4] } else { bound };
                    conditions.push(format!(
                        "SUBSTR(STR({value}), 1, {}) {} \"{bound}\"",
                        bound.len(),
                        turn(*comparison).symbol()
                    ));
                }
            }
            Bounds::Average(comparison) => {
                if let Some(block) = self.average(at) {
                    let _ = writeln!(text, "{{ {block} }}");
                    conditions.push(format!(
                        "{} {} ?average{at}",
                        self.cast(&value, relation),
                        turn(*comparison).symbol()
                    ));
                }
            }
            // Written when both values are there.
            Bounds::Other(..) => return,
        }
        let joint = if mode.turned.is_some() {
            " || "
        } else {
            " && "
        };
        if !conditions.is_empty() {
            let _ = writeln!(text, "FILTER({})", conditions.join(joint));
        }
    }

    /// Comparisons between two values of the pattern.
    pub(in crate::emit) fn comparisons(&self, text: &mut String) -> Option<()> {
        for (at, fragment) in self.sketch.fragments.iter().enumerate() {
            if let Some(Bounds::Other(comparison, other)) = fragment.bounds {
                let implied = self.sketch.fragments[other].implied;
                if implied && self.relation_of(at) != self.relation_of(other) {
                    return None;
                }
                let one = self.expression(at)?;
                let other = self.expression(other)?;
                let _ = writeln!(text, "FILTER({one} {} {other})", comparison.symbol());
            }
        }
        Some(())
    }

    /// Conditions that must hold for all: none may be otherwise.
    pub(in crate::emit) fn exclusive(&self, text: &mut String) -> Option<()> {
        for (at, fragment) in self.sketch.fragments.iter().enumerate() {
            if !fragment.only {
                continue;
            }
            let Some(ends) = &self.tree.ends[at] else {
                continue;
            };
            let target = *ends.values.last().unwrap_or(&ends.named);
            let way = self.rooted.upwards(target);
            if way.len() < 2 {
                continue;
            }
            let top = way[way.len() - 2];
            let (_, edge) = self.rooted.parent[top]?;
            let condition = self.condition_of(at).unwrap_or(at);
            let mode = Mode {
                suffix: "_other",
                turned: Some(condition),
                bare: false,
            };
            let mut inner = String::new();
            self.triple(edge, mode, &mut inner);
            self.around(top, mode, &mut inner)?;
            // Those who have another are found once, rather than anew for each row.
            let without = if self.is_variable(self.rooted.root) {
                "MINUS"
            } else {
                "FILTER NOT EXISTS"
            };
            let _ = write!(text, "{without} {{\n{inner}}}\n");
        }
        Some(())
    }

    /// The bounded fragment that is about the same thing.
    pub(in crate::emit) fn condition_of(&self, at: usize) -> Option<usize> {
        let fragment = &self.sketch.fragments[at];
        if fragment.bounds.is_some() {
            return Some(at);
        }
        let named = self.tree.ends[at].as_ref()?.named;
        (0..self.sketch.fragments.len()).find(|other| {
            self.sketch.fragments[*other].bounds.is_some()
                && self.tree.ends[*other]
                    .as_ref()
                    .is_some_and(|ends| ends.owner == named)
        })
    }

    pub(in crate::emit) fn is_exclusive_condition(&self, at: usize) -> bool {
        self.sketch.fragments[at].bounds.is_some()
    }

    /// The average of a quantity over all members of the class of its owner.
    pub(in crate::emit) fn average(&self, at: usize) -> Option<String> {
        let ends = self.tree.ends[at].as_ref()?;
        let relation = self.relation_of(at)?;
        let path: Vec<String> = self.lexicon.relations[relation as usize]
            .path
            .iter()
            .map(|predicate| self.iri(*predicate))
            .collect();
        let class = self.tree.vars[ends.owner]
            .class
            .map(|class| self.class_pattern("?each", class, "each"))
            .unwrap_or_default();
        let value = self.cast("?amount", Some(relation));
        Some(format!(
            "SELECT (AVG({value}) AS ?average{at}) WHERE {{ {class} ?each {} ?amount . }}",
            path.join("/")
        ))
    }

    /// The average number of things that others of the same class have, as a query.
    pub(in crate::emit) fn average_count(&self, at: usize, by: usize) -> Option<String> {
        let ends = self.tree.ends[at].as_ref()?;
        let mode = Mode {
            suffix: "_all",
            turned: None,
            bare: true,
        };
        let mut body = String::new();
        self.around(by, mode, &mut body)?;
        let counted = self.reference(ends.named, mode);
        let grouped = self.reference(by, mode);
        Some(format!(
            "SELECT (COUNT(DISTINCT {counted}) / COUNT(DISTINCT {grouped}) AS ?average{at}) WHERE {{\n{body}}}"
        ))
    }
}
