//! Which fragments are quantities, which are things, and which can be said of which.

use super::Drawing;
use crate::knowledge::gradable::Gradable;
use crate::knowledge::units::Unit;
use crate::lexicon::phrase::{Side, roots};
use crate::lexicon::relation::{RelationId, ValueKind};
use crate::lexicon::{Element, Lexicon};
use crate::reading::RelationReading;
use crate::sketch::What;

impl Drawing<'_> {
    /// Whether a fragment reads as a quantity.
    pub(super) fn is_quantity(&self, fragment: usize) -> bool {
        match &self.fragments[fragment].what {
            What::Relation(relations) => {
                let best = relations.first().map_or(0.0, |first| first.score);
                relations.iter().any(|reading| {
                    reading.score > best - 0.12 && self.relation_is_ordered(reading.relation)
                })
            }
            What::Derived(_) => true,
            _ => false,
        }
    }

    pub(super) fn relation_is_ordered(&self, relation: RelationId) -> bool {
        self.lexicon.relations[relation as usize].is_ordered()
    }

    /// Whether a fragment reads as a number, rather than a date.
    pub(super) fn is_number(&self, fragment: usize) -> bool {
        match &self.fragments[fragment].what {
            What::Relation(relations) => {
                let best = relations.first().map_or(0.0, |first| first.score);
                relations.iter().any(|reading| {
                    let kind = self.lexicon.relations[reading.relation as usize].kind;
                    reading.score > best - 0.12 && kind == ValueKind::Number
                })
            }
            What::Derived(_) => true,
            _ => false,
        }
    }

    /// Leaves only the readings of a fragment as a quantity.
    pub(super) fn as_quantity(&mut self, fragment: usize) {
        let lexicon = self.lexicon;
        if let What::Relation(relations) = &mut self.fragments[fragment].what {
            relations.retain(|reading| lexicon.relations[reading.relation as usize].is_ordered());
        }
        self.fragments[fragment].verb = false;
    }

    /// The relations by which an adjective orders.
    pub(super) fn ordered_by(&self, adjective: &Gradable) -> Vec<RelationReading> {
        self.called(&adjective.quantities)
    }

    pub(super) fn called(&self, quantities: &[&str]) -> Vec<RelationReading> {
        called(self.lexicon, quantities)
    }

    /// The relations whose values are in a unit.
    pub(super) fn measured_in(&self, unit: Unit) -> Vec<RelationReading> {
        let relations = self.lexicon.relations.iter().enumerate();
        let mut found: Vec<RelationReading> = relations
            .filter(|(_, relation)| relation.kind == ValueKind::Number)
            .filter_map(|(at, relation)| {
                let score = match relation.unit {
                    Some(own) if own.converts_to(unit) => 1.0,
                    _ => return None,
                };
                Some(RelationReading {
                    relation: at as RelationId,
                    side: Side::Object,
                    score,
                })
            })
            .collect();
        if found.is_empty() {
            let quantities: &[&str] = match unit.quantity {
                "length" => &[
                    "length",
                    "height",
                    "elevation",
                    "width",
                    "depth",
                    "distance",
                ],
                "mass" => &["weight", "mass"],
                "area" => &["area", "surface"],
                "volume" => &["volume"],
                "eur" | "usd" | "gbp" => &["price", "cost", "amount"],
                "percent" => &["percentage", "rate", "share"],
                _ => &[],
            };
            found = self.called(quantities);
        }
        found
    }

    /// Whether a fragment is a thing that properties can be said of.
    pub(super) fn is_thing(&self, fragment: usize) -> bool {
        let fragment = &self.fragments[fragment];
        match &fragment.what {
            What::Class(_) | What::Nodes(_) => true,
            What::Relation(relations) => {
                !fragment.verb
                    && !fragment.implied
                    && relations.first().is_some_and(|first| {
                        self.lexicon.relations[first.relation as usize].kind == ValueKind::Link
                    })
            }
            _ => false,
        }
    }

    /// Whether one of some relations can be said of a thing.
    pub(super) fn can_have(&self, fragment: usize, relations: &[RelationReading]) -> bool {
        let schema = &self.lexicon.schema;
        let mut keys = schema.no_keys();
        match &self.fragments[fragment].what {
            What::Class(class) => keys.add(&schema.classes[*class as usize].keys),
            What::Nodes(nodes) => nodes
                .iter()
                .filter_map(|node| schema.key_of[*node as usize])
                .for_each(|key| keys.insert(key)),
            What::Relation(readings) => {
                for reading in readings {
                    let relation = &self.lexicon.relations[reading.relation as usize];
                    match reading.side {
                        Side::Object => keys.add(&relation.objects),
                        Side::Subject => keys.add(&relation.subjects),
                    }
                }
            }
            _ => {}
        }
        relations.iter().any(|reading| {
            self.lexicon.relations[reading.relation as usize]
                .subjects
                .meets(&keys)
        })
    }

    /// The thing that a piece is said of: what follows at once, or the nearest before, or one that
    /// follows; preferably one of which it can be said.
    pub(super) fn concerned(&self, piece: usize, relations: &[RelationReading]) -> Option<usize> {
        let next = self.next_fragment(piece);
        let before: Vec<usize> = (0..piece)
            .rev()
            .filter_map(|at| self.fragment_at(at))
            .collect();
        let after = (piece + 1..self.pieces.len()).filter_map(|at| self.fragment_at(at));
        let is_name = |fragment: &usize| matches!(self.fragments[*fragment].what, What::Nodes(_));
        let classes = before.iter().copied().filter(|fragment| !is_name(fragment));
        let names = before.iter().copied().filter(is_name);
        let things: Vec<usize> = next
            .into_iter()
            .chain(classes)
            .chain(names)
            .chain(after)
            .filter(|fragment| self.is_thing(*fragment))
            .collect();
        things
            .iter()
            .copied()
            .find(|fragment| self.can_have(*fragment, relations))
            .or(things.first().copied())
    }

    pub(super) fn unit_fits(&self, fragment: usize, unit: Option<Unit>) -> bool {
        let Some(unit) = unit else {
            return true;
        };
        match &self.fragments[fragment].what {
            What::Relation(relations) => relations.iter().any(|reading| {
                let own = self.lexicon.relations[reading.relation as usize].unit;
                own.is_none_or(|own| {
                    own.converts_to(unit) || (own.is_currency() && unit.is_currency())
                })
            }),
            What::Derived(derived) => derived.fits(unit),
            _ => false,
        }
    }

    pub(super) fn prefer_unit(&self, relations: &mut [RelationReading], unit: Option<Unit>) {
        if let Some(unit) = unit {
            for reading in relations.iter_mut() {
                let own = self.lexicon.relations[reading.relation as usize].unit;
                if own.is_some_and(|own| !own.converts_to(unit)) {
                    reading.score *= 0.5;
                }
            }
        }
    }
}

/// The ordered relations that these words call, the first word first.
pub(in crate::sketch) fn called(lexicon: &Lexicon, quantities: &[&str]) -> Vec<RelationReading> {
    let mut found: Vec<RelationReading> = Vec::new();
    for (rank, quantity) in quantities.iter().enumerate() {
        let roots = roots(quantity);
        let expansions: Vec<Vec<(String, f32)>> =
            roots.iter().map(|root| vec![(root.clone(), 1.0)]).collect();
        let lookup: Vec<_> = expansions.iter().map(|expansion| (expansion, "")).collect();
        for matched in lexicon.vocabulary.matches(&lookup) {
            let Element::Relation(relation) = matched.element else {
                continue;
            };
            if !lexicon.relations[relation as usize].is_ordered()
                || found.iter().any(|known| known.relation == relation)
            {
                continue;
            }
            found.push(RelationReading {
                relation,
                side: Side::Object,
                score: matched.score * (1.0 - 0.05 * rank as f32),
            });
        }
    }
    found.truncate(12);
    found
}
