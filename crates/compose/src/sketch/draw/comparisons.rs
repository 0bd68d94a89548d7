//! Comparisons with numbers, dates, averages and other things.

use super::{Drawing, Piece};
use crate::knowledge::gradable::Gradable;
use crate::knowledge::units::Unit;
use crate::lexicon::phrase::Side;
use crate::lexicon::relation::{RelationId, ValueKind};
use crate::reading::{Comparison, Operator, RelationReading};
use crate::sketch::{Bounds, What};
use crate::training::Bound;

impl Drawing<'_> {
    /// *Major cities*: the condition that is usual for what follows.
    pub(super) fn convention(&mut self, piece: usize, place: usize, bounds: &[Bound]) {
        let relation = |bound: &Bound| RelationReading {
            relation: bound.relation,
            side: Side::Object,
            score: 1.0,
        };
        let relations: Vec<RelationReading> = bounds.iter().map(relation).collect();
        let owner = self.concerned(piece, &relations);
        let usual = owner.and_then(|owner| {
            let fits = |bound: &&Bound| self.can_have(owner, &[relation(bound)]);
            bounds.iter().find(fits)
        });
        let Some(bound) = usual else {
            self.sketch_score -= 1.5;
            return;
        };
        let numbers = Bounds::Numbers(vec![(bound.comparison, bound.value)], None);
        self.bound_implied(piece, place, vec![relation(bound)], numbers);
    }

    pub(super) fn compare(
        &mut self,
        piece: usize,
        place: usize,
        adjective: Option<&'static Gradable>,
        bounds: Vec<(Comparison, f64)>,
        unit: Option<Unit>,
        bare: bool,
    ) {
        let numbers = Bounds::Numbers(bounds, unit);
        if let Some(adjective) = adjective {
            let mut relations = self.ordered_by(adjective);
            self.prefer_unit(&mut relations, unit);
            self.bound_implied(piece, place, relations, numbers);
            return;
        }
        let adjacent_before = piece
            .checked_sub(1)
            .and_then(|before| self.fragment_at(before))
            .or_else(|| {
                let before = piece.checked_sub(2).filter(|_| {
                    !matches!(
                        self.operator_at(piece - 1),
                        Some(Operator::And | Operator::Comma)
                    )
                })?;
                self.fragment_at(before)
            })
            .filter(|fragment| {
                self.is_number(*fragment) && self.fragments[*fragment].bounds.is_none()
            });
        if let Some(fragment) = adjacent_before
            && self.unit_fits(fragment, unit)
        {
            self.as_quantity(fragment);
            self.fragments[fragment].bounds = Some(numbers);
            return;
        }
        let next = self.next_fragment(piece);
        if let Some(fragment) =
            next.filter(|fragment| self.is_number(*fragment) && self.unit_fits(*fragment, unit))
            && (unit.is_none() || self.fragments[fragment].start <= place + 5)
        {
            self.as_quantity(fragment);
            self.fragments[fragment].bounds = Some(numbers);
            // Cities in Florida that have more than: the cities have it, not Florida.
            let having = place
                .checked_sub(1)
                .is_some_and(|at| ["have", "has", "with", "having"].contains(&self.words.at(at)));
            if having && self.fragments[fragment].owner.is_none() {
                self.fragments[fragment].owner = self.kind_before(piece, fragment);
            }
            return;
        }
        if let Some(unit) = unit {
            let relations = self.measured_in(unit);
            self.bound_implied(piece, place, relations, numbers);
            return;
        }
        if let Some(fragment) = next.filter(|fragment| {
            matches!(
                self.fragments[*fragment].what,
                What::Class(_) | What::Relation(_) | What::Nodes(_)
            )
        }) {
            self.fragments[fragment].counted = true;
            self.fragments[fragment].verb = false;
            self.fragments[fragment].bounds = Some(numbers);
            return;
        }
        let nearest = (0..piece)
            .rev()
            .filter_map(|at| self.fragment_at(at))
            .find(|fragment| {
                self.is_number(*fragment) && self.fragments[*fragment].bounds.is_none()
            });
        match nearest.filter(|_| !bare) {
            Some(fragment) => {
                self.as_quantity(fragment);
                self.fragments[fragment].bounds = Some(numbers);
            }
            None => self.sketch_score -= if bare { 1.4 } else { 2.0 },
        }
    }

    /// Bounds a quantity that only the comparison names.
    pub(super) fn bound_implied(
        &mut self,
        piece: usize,
        place: usize,
        relations: Vec<RelationReading>,
        bounds: Bounds,
    ) {
        if relations.is_empty() {
            self.sketch_score -= 2.0;
            return;
        }
        let owner = self.concerned(piece, &relations);
        let fragment = self.imply(What::Relation(relations), place);
        self.fragments[fragment].bounds = Some(bounds);
        self.fragments[fragment].owner = owner;
        self.pieces[piece] = Piece::Fragment(fragment);
    }

    /// *Dearer than the Raclette*, *wider than they are high*.
    pub(super) fn compare_to(
        &mut self,
        piece: usize,
        place: usize,
        adjective: Option<&'static Gradable>,
        comparison: Comparison,
    ) {
        let quantity = (0..piece)
            .rev()
            .filter_map(|at| self.fragment_at(at))
            .find(|fragment| self.is_quantity(*fragment));
        let relations = match (adjective, quantity) {
            (Some(adjective), _) => self.ordered_by(adjective),
            (None, Some(fragment)) => {
                self.as_quantity(fragment);
                match &self.fragments[fragment].what {
                    What::Relation(relations) => relations.clone(),
                    _ => Vec::new(),
                }
            }
            (None, None) => Vec::new(),
        };
        let other = self.any_next_fragment(piece);
        let before = (0..piece)
            .rev()
            .filter_map(|at| self.fragment_at(at))
            .find(|fragment| {
                matches!(
                    self.fragments[*fragment].what,
                    What::Class(_) | What::Nodes(_)
                )
            });
        let (Some(other), Some(before)) = (other, before) else {
            self.sketch_score -= 2.0;
            return;
        };
        if relations.is_empty() {
            self.sketch_score -= 2.0;
            return;
        }
        if self.is_quantity(other) {
            // Stock below the reorder level: two properties of one thing.
            let compared = match (adjective, quantity) {
                (None, Some(fragment)) => fragment,
                _ => self.imply(What::Relation(relations), place),
            };
            self.as_quantity(other);
            self.fragments[compared].owner = Some(before);
            self.fragments[other].owner = Some(before);
            self.fragments[compared].bounds = Some(Bounds::Other(comparison, other));
            self.pieces[piece] = Piece::Fragment(compared);
            return;
        }
        let standard = self.imply(What::Relation(relations.clone()), place);
        self.fragments[standard].owner = Some(other);
        let compared = match (adjective, quantity) {
            (None, Some(fragment)) => fragment,
            _ => self.imply(What::Relation(relations), place),
        };
        self.fragments[compared].owner = Some(before);
        self.fragments[compared].bounds = Some(Bounds::Other(comparison, standard));
        self.pieces[piece] = Piece::Fragment(compared);
    }

    pub(super) fn compare_average(
        &mut self,
        piece: usize,
        place: usize,
        adjective: Option<&'static Gradable>,
        comparison: Comparison,
    ) {
        if let Some(adjective) =
            adjective.filter(|adjective| !["rating", "size"].contains(&adjective.quantities[0]))
        {
            let relations = self.ordered_by(adjective);
            self.bound_implied(piece, place, relations, Bounds::Average(comparison));
            return;
        }
        let quantity = (0..piece)
            .rev()
            .chain(piece + 1..self.pieces.len())
            .filter_map(|at| self.fragment_at(at))
            .find(|fragment| self.is_quantity(*fragment));
        if let Some(fragment) = quantity {
            self.as_quantity(fragment);
            self.fragments[fragment].bounds = Some(Bounds::Average(comparison));
            return;
        }
        // More members than the average.
        match self.previous_fragment(piece) {
            Some(fragment) => {
                self.fragments[fragment].counted = true;
                self.fragments[fragment].verb = false;
                self.fragments[fragment].bounds = Some(Bounds::Average(comparison));
            }
            None => self.sketch_score -= 2.0,
        }
    }

    pub(super) fn date(&mut self, piece: usize, place: usize, bounds: Vec<(Comparison, String)>) {
        let is_date = |relation: RelationId| {
            matches!(
                self.lexicon.relations[relation as usize].kind,
                ValueKind::Date | ValueKind::Year
            )
        };
        let named = (0..piece).rev().chain(piece + 1..self.pieces.len()).filter_map(|at| self.fragment_at(at)).find(|fragment| {
            matches!(&self.fragments[*fragment].what, What::Relation(relations) if relations.iter().any(|reading| is_date(reading.relation)))
                && self.fragments[*fragment].bounds.is_none()
        });
        if let Some(fragment) = named {
            let lexicon = self.lexicon;
            if let What::Relation(relations) = &mut self.fragments[fragment].what {
                relations.retain(|reading| {
                    matches!(
                        lexicon.relations[reading.relation as usize].kind,
                        ValueKind::Date | ValueKind::Year
                    )
                });
            }
            self.fragments[fragment].verb = false;
            self.fragments[fragment].bounds = Some(Bounds::Dates(bounds));
            return;
        }
        let relations: Vec<RelationReading> = self
            .lexicon
            .relations
            .iter()
            .enumerate()
            .filter(|(at, _)| is_date(*at as RelationId))
            .map(|(at, _)| RelationReading {
                relation: at as RelationId,
                side: Side::Object,
                score: 0.7,
            })
            .collect();
        self.bound_implied(piece, place, relations, Bounds::Dates(bounds));
    }

    /// *Wider than they are high*: two quantities of one thing.
    pub(super) fn compare_own(
        &mut self,
        piece: usize,
        place: usize,
        one: &Gradable,
        comparison: Comparison,
        other: &Gradable,
    ) {
        let (one, other) = (self.ordered_by(one), self.ordered_by(other));
        let owner = self.concerned(piece, &one);
        if one.is_empty() || other.is_empty() || owner.is_none() {
            self.sketch_score -= 2.0;
            return;
        }
        let standard = self.imply(What::Relation(other), place);
        let compared = self.imply(What::Relation(one), place);
        self.fragments[standard].owner = owner;
        self.fragments[standard].implied = false;
        self.fragments[compared].owner = owner;
        self.fragments[compared].bounds = Some(Bounds::Other(comparison, standard));
        self.pieces[piece] = Piece::Fragment(compared);
    }
}
