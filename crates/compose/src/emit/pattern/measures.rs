//! Values and what is made of many of them, as expressions.

use super::Writer;
use crate::emit::{needs_cast, number};
use crate::knowledge::units::Unit;
use crate::lexicon::relation::ValueKind;
use crate::reading::Aggregate;
use crate::sketch::What;

impl Writer<'_> {
    pub(in crate::emit) fn relation_of(&self, at: usize) -> Option<u32> {
        let edge = self
            .tree
            .edges
            .iter()
            .find(|edge| edge.fragment == Some(at))?;
        edge.relation
    }

    pub(in crate::emit) fn cast(&self, value: &str, relation: Option<u32>) -> String {
        if needs_cast(self.lexicon, relation) {
            format!("<http://www.w3.org/2001/XMLSchema#decimal>({value})")
        } else {
            value.to_owned()
        }
    }

    /// The value of a fragment as an expression.
    pub(in crate::emit) fn expression(&self, at: usize) -> Option<String> {
        let ends = self.tree.ends[at].as_ref()?;
        if let What::Volume(unit) = &self.sketch.fragments[at].what {
            let sides: Vec<String> = ends
                .values
                .iter()
                .map(|value| self.variable(*value))
                .collect();
            let own = self
                .relation_of(at)
                .and_then(|relation| self.lexicon.relations[relation as usize].unit);
            let product = sides.join(" * ");
            return Some(match volume_factor(own, *unit) {
                Some(divisor) => format!("({product} / {})", number(divisor)),
                None => format!("({product})"),
            });
        }
        let value = self.variable(ends.values[0]);
        Some(self.cast(&value, self.relation_of(at)))
    }

    /// Where lines of quantities stand between a thing and what it is made of, the line and the
    /// relation that says how many: values are multiplied by it.
    pub(in crate::emit) fn multiplied(&self, at: usize) -> Option<(usize, u32)> {
        const QUANTITIES: &[&str] = &["quantity", "qty", "count", "piece"];
        let fragment = &self.sketch.fragments[at];
        if fragment.aggregate != Some(Aggregate::Sum) {
            return None;
        }
        let owner = self.tree.ends[at].as_ref()?.owner;
        let own = self.relation_of(at)?;
        let (line, _) = self.rooted.parent[owner].or_else(|| {
            let edge = self.tree.edges.iter().position(|edge| edge.to == owner)?;
            Some((self.tree.edges[edge].from, edge))
        })?;
        let line = if self.tree.vars[line].literal {
            self.tree.edges.iter().find(|edge| edge.to == owner)?.from
        } else {
            line
        };
        let keys = &self.tree.vars[line].keys;
        if !self.lexicon.schema.is_auxiliary(keys) {
            return None;
        }
        let relation = self
            .lexicon
            .relations
            .iter()
            .enumerate()
            .find(|(relation, info)| {
                info.kind == ValueKind::Number
                    && keys.is_within(&info.subjects)
                    && *relation as u32 != own
                    && self
                        .lexicon
                        .relation_words(*relation as u32)
                        .any(|word| QUANTITIES.contains(&word))
            })?;
        Some((line, relation.0 as u32))
    }

    /// What is made of the many values of a fragment.
    pub(in crate::emit) fn aggregate(&self, at: usize) -> Option<String> {
        let fragment = &self.sketch.fragments[at];
        let ends = self.tree.ends[at].as_ref()?;
        if fragment.counted && fragment.aggregate.is_none() {
            let counted = self.tree.asked_var(ends, fragment);
            return Some(format!("COUNT(DISTINCT {})", self.variable(counted)));
        }
        let mut expression = self.expression(at)?;
        if let Some((_, relation)) = self.multiplied(at) {
            let quantity = self.cast(&format!("?quantity{at}"), Some(relation));
            expression = format!("{quantity} * {expression}");
        }
        let function = fragment.aggregate?.function();
        Some(format!("{function}({expression})"))
    }
}

pub(super) fn round(value: f64) -> f64 {
    (value * 1e9).round() / 1e9
}

/// By what a product of three lengths is divided to be in a unit of volume.
pub(super) fn volume_factor(length: Option<Unit>, volume: Option<Unit>) -> Option<f64> {
    let length = length.filter(|unit| unit.quantity == "length")?;
    let volume = volume?;
    // The unit of volume is the cubic centimetre.
    let cubic = (length.factor * 100.0).powi(3);
    let factor = volume.factor / cubic;
    (factor.is_finite() && (factor - 1.0).abs() > 1e-9).then(|| round(factor))
}
