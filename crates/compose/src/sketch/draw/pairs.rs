//! Two questions in one: *the cheapest and the dearest*, *more members than Marketing*.

use super::{Drawing, Piece};
use crate::reading::{Comparison, Operator};
use crate::sketch::{Form, Rival, What};

impl Drawing<'_> {
    /// *Which is the heaviest and which the lightest*: one order, seen from both ends.
    pub(super) fn take_opposites(&mut self) {
        let mut extremes = Vec::new();
        for (at, piece) in self.pieces.iter().enumerate() {
            match piece {
                Piece::Operator(Operator::Extreme(Some(adjective), extreme), _) => {
                    extremes.push((at, *adjective, *extreme));
                }
                Piece::Operator(Operator::Difference | Operator::Aggregate(_), _) => return,
                _ => {}
            }
        }
        let [(first, one, near), (second, other, far)] = extremes[..] else {
            return;
        };
        let shared = one
            .quantities
            .iter()
            .any(|quantity| other.quantities.contains(quantity));
        let single = near.limit == Some(1) && far.limit == Some(1);
        let between = self.pieces[first + 1..second].iter();
        let joined = between
            .clone()
            .any(|piece| matches!(piece, Piece::Operator(Operator::And | Operator::Comma, _)));
        // What is said of the one holds for the other: *the cheapest service and the dearest part* does not.
        let things = (second + 1..self.pieces.len()).filter_map(|at| self.fragment_at(at));
        let own = things
            .filter(|fragment| self.is_thing(*fragment))
            .any(|fragment| {
                let before = (0..second).filter_map(|at| self.fragment_at(at));
                let things: Vec<usize> = before.filter(|other| self.is_thing(*other)).collect();
                !things.is_empty()
                    && !things
                        .iter()
                        .any(|other| self.is_same_class(*other, fragment))
            });
        let quantity = |at: usize| {
            let next = self.next_fragment(at);
            next.is_some_and(|fragment| self.is_quantity(fragment))
        };
        if !shared || !single || !joined || own || near.descending == far.descending {
            return;
        }
        if quantity(first) || quantity(second) {
            return;
        }
        self.pieces.remove(second);
        self.opposite = true;
        self.sketch_score += 0.9;
    }

    /// *Does X have more members than Y*: the same is measured of both.
    pub(super) fn take_rivals(&mut self) {
        let Some(place) = self.pieces.iter().position(|piece| {
            matches!(
                piece,
                Piece::Operator(Operator::Than | Operator::CompareTo(..), _)
            )
        }) else {
            return;
        };
        let is_name = |fragment: &usize| {
            matches!(
                self.fragments[*fragment].what,
                What::Nodes(_) | What::Values(_)
            )
        };
        let one = (0..place)
            .rev()
            .filter_map(|at| self.fragment_at(at))
            .find(is_name);
        let mut after = (place + 1..self.pieces.len()).filter_map(|at| self.fragment_at(at));
        let rest: Vec<usize> = after.clone().collect();
        let other = after.find(is_name);
        let asks = self
            .pieces
            .iter()
            .any(|piece| matches!(piece, Piece::Operator(Operator::YesNo, _)));
        let measured = match &self.pieces[place] {
            Piece::Operator(Operator::CompareTo(adjective, comparison), at) => {
                let aggregate = self.pieces.iter().find_map(|piece| match piece {
                    Piece::Operator(Operator::Aggregate(aggregate), _) => Some(*aggregate),
                    _ => None,
                });
                let Some((adjective, aggregate)) = adjective.zip(aggregate) else {
                    return;
                };
                let relations = self.ordered_by(adjective);
                let (at, comparison) = (*at, *comparison);
                let owner = (0..place)
                    .filter_map(|at| self.fragment_at(at))
                    .find(|fragment| matches!(self.fragments[*fragment].what, What::Class(_)));
                let measure = self.imply(What::Relation(relations), at);
                self.fragments[measure].aggregate = Some(aggregate);
                self.fragments[measure].owner = owner;
                Some((measure, comparison))
            }
            _ => self.more_of(place),
        };
        let (Some(one), Some(other), Some((measure, comparison))) = (one, other, measured) else {
            self.sketch_score -= 2.0;
            return;
        };
        let same = match (&self.fragments[one].what, &self.fragments[other].what) {
            (What::Nodes(a), What::Nodes(b)) => self.are_of_a_kind(a, b),
            (What::Values(a), What::Values(b)) => a
                .iter()
                .any(|(relation, _)| b.iter().any(|(known, _)| known == relation)),
            _ => false,
        };
        if !same || !asks {
            self.sketch_score -= 1.0;
            return;
        }
        self.rival = Some(Rival {
            of: one,
            other: self.fragments[other].what.clone(),
            comparison,
        });
        // What is said again of the other was said before.
        self.absorbed.extend(&rest);
        self.pieces.retain(|piece| match piece {
            Piece::Fragment(fragment) => !rest.contains(fragment),
            Piece::Operator(operator, _) => !matches!(
                operator,
                Operator::Than
                    | Operator::MoreOf(_)
                    | Operator::CompareTo(..)
                    | Operator::Aggregate(_)
                    | Operator::YesNo
            ),
        });
        self.form = Form::YesNo;
        self.asked = vec![measure];
    }

    /// What there is more of.
    fn more_of(&mut self, than: usize) -> Option<(usize, Comparison)> {
        let (at, comparison) = (0..than).rev().find_map(|at| match self.operator_at(at) {
            Some(Operator::MoreOf(comparison)) => Some((at, *comparison)),
            _ => None,
        })?;
        let measure = self.any_next_fragment(at)?;
        if self.is_quantity(measure) {
            self.as_quantity(measure);
        } else {
            self.fragments[measure].counted = true;
            self.fragments[measure].verb = false;
        }
        Some((measure, comparison))
    }
}
