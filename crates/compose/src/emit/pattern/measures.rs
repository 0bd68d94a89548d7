//! Values and what is made of many of them, as expressions.

use std::fmt::Write;

use super::Writer;
use crate::connect::derived::{discount, parts};
use crate::emit::text::{needs_cast, number};
use crate::knowledge::units::Unit;
use crate::lexicon::relation::{RelationId, ValueKind};
use crate::reading::{Aggregate, Derived};
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
        if let What::Derived(derived) = self.sketch.fragments[at].what {
            return self.derived(at, derived);
        }
        let value = self.variable(ends.values[0]);
        Some(self.cast(&value, self.relation_of(at)))
    }

    /// What the values of a fragment make up.
    fn derived(&self, at: usize, derived: Derived) -> Option<String> {
        let ends = self.tree.ends[at].as_ref()?;
        let factors = ends.values.iter().map(|value| {
            let edge = self.tree.edges.iter().find(|edge| edge.to == *value);
            let relation = edge.and_then(|edge| self.lexicon.relation_along(&edge.path));
            self.cast(&self.variable(*value), relation)
        });
        let product = factors.collect::<Vec<_>>().join(" * ");
        Some(match derived {
            Derived::Volume(unit) => {
                let own = self.relation_of(at);
                let own = own.and_then(|relation| self.lexicon.relations[relation as usize].unit);
                match volume_factor(own, unit) {
                    Some(divisor) => format!("({product} / {})", number(divisor)),
                    None => format!("({product})"),
                }
            }
            Derived::Revenue => match self.discount(at) {
                Some(discount) => {
                    let share = self.share_of(discount, &format!("COALESCE(?discount{at}, 0)"));
                    format!("({product} * (1 - {share}))")
                }
                None => format!("({product})"),
            },
            Derived::Rebate => {
                let price = *parts(self.lexicon, derived)?.last()?;
                self.share_of(price, &product)
            }
            Derived::Gross | Derived::Stock => format!("({product})"),
        })
    }

    /// A value of a discount as a share of the whole.
    fn share_of(&self, discount: RelationId, value: &str) -> String {
        let unit = self.lexicon.relations[discount as usize].unit;
        if unit.is_some_and(|unit| unit.quantity == "percent") {
            format!("{value} / 100")
        } else {
            value.to_owned()
        }
    }

    /// The discount that revenue takes into account, where there is one.
    pub(in crate::emit) fn discount(&self, at: usize) -> Option<RelationId> {
        let What::Derived(Derived::Revenue) = self.sketch.fragments[at].what else {
            return None;
        };
        let parts = parts(self.lexicon, Derived::Revenue)?;
        discount(self.lexicon, parts[1])
    }

    /// The discounts on a variable, which need not have any.
    pub(super) fn discounts(&self, var: usize, name: &str, text: &mut String) {
        for at in 0..self.sketch.fragments.len() {
            let own = self.tree.ends[at].as_ref();
            if own.is_some_and(|ends| ends.owner == var)
                && let Some(discount) = self.discount(at)
            {
                let predicate = self.iri(self.lexicon.relations[discount as usize].path[0]);
                let _ = writeln!(text, "OPTIONAL {{ {name} {predicate} ?discount{at} . }}");
            }
        }
    }

    /// Where lines of quantities stand between a thing and what it is made of, the line and the
    /// relation that says how many: values are multiplied by it.
    pub(in crate::emit) fn multiplied(&self, at: usize) -> Option<(usize, u32)> {
        const QUANTITIES: &[&str] = &["quantity", "qty", "count", "piece"];
        let fragment = &self.sketch.fragments[at];
        let summed = fragment.aggregate == Some(Aggregate::Sum);
        if !summed || matches!(fragment.what, What::Derived(_)) {
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
