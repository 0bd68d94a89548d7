//! Superlatives: which quantity they order by, and of what.

use super::{Drawing, Piece};
use crate::knowledge::gradable::Gradable;
use crate::reading::{Derived, Extreme, Operator};
use crate::sketch::What;

impl Drawing<'_> {
    pub(super) fn extreme(
        &mut self,
        piece: usize,
        place: usize,
        adjective: Option<&'static Gradable>,
        extreme: Extreme,
    ) {
        let ordering_only = matches!(self.operator_at(piece + 1), Some(Operator::First));
        let after_first = piece > 0 && matches!(self.operator_at(piece - 1), Some(Operator::First));
        if after_first && !self.fragments.is_empty() {
            return;
        }
        if let Some(next) = self.next_fragment(piece)
            && self.is_quantity(next)
        {
            self.as_quantity(next);
            if let What::Derived(Derived::Volume(_)) = self.fragments[next].what {
                let sides = self.called(&["width", "height", "depth"]);
                self.fragments[next].owner = self.concerned(piece + 1, &sides);
            }
            if ordering_only {
                self.orders.push((next, extreme.descending));
            } else {
                self.fragments[next].extreme = Some(extreme);
            }
            return;
        }
        let Some(adjective) = adjective else {
            // Top 3 X by Y.
            self.top(piece, extreme);
            return;
        };
        if !ordering_only && self.ordered_by_name(piece, extreme) {
            return;
        }
        let relations = self.ordered_by(adjective);
        if relations.is_empty() {
            self.sketch_score -= 2.0;
            return;
        }
        let owner = self.concerned(piece, &relations);
        let fragment = self.imply(What::Relation(relations), place);
        self.fragments[fragment].owner = owner;
        if ordering_only {
            let What::Relation(relations) = &self.fragments[fragment].what else {
                return;
            };
            let named = (0..fragment).find(|at| match &self.fragments[*at].what {
                What::Relation(known) => known.iter().any(|reading| {
                    let first = relations.first();
                    first.is_some_and(|first| first.relation == reading.relation)
                }),
                _ => false,
            });
            if let Some(named) = named {
                self.fragments.pop();
                self.as_quantity(named);
                self.orders.retain(|(at, _)| *at != named);
                self.orders.push((named, extreme.descending));
                return;
            }
            self.orders.push((fragment, extreme.descending));
        } else {
            self.fragments[fragment].extreme = Some(extreme);
        }
        // An extreme of nothing that is named: the quantity itself, *the highest*.
        self.pieces[piece] = Piece::Fragment(fragment);
    }

    /// *The third largest state by population*: the quantity is named later.
    fn ordered_by_name(&mut self, piece: usize, extreme: Extreme) -> bool {
        let Some(thing) = self
            .next_fragment(piece)
            .filter(|thing| self.is_thing(*thing))
        else {
            return false;
        };
        let Some(named) = (piece + 1..self.pieces.len())
            .filter_map(|at| self.fragment_at(at))
            .find(|fragment| *fragment != thing && self.is_quantity(*fragment))
        else {
            return false;
        };
        let start = self.fragments[named].start;
        let mut at = start;
        while at > 0 && ["the", "their", "its", "total"].contains(&self.words.at(at - 1)) {
            at -= 1;
        }
        let told = [
            &["by"][..],
            &["in", "terms", "of"],
            &["measured", "by"],
            &["according", "to"],
            &["with", "respect", "to"],
            &["regarding"],
        ];
        let said = told
            .iter()
            .any(|phrase| at >= phrase.len() && self.words.are(at - phrase.len(), phrase));
        if !said || self.fragments[named].bounds.is_some() || self.fragments[named].is_aggregate() {
            return false;
        }
        self.as_quantity(named);
        self.fragments[named].extreme = Some(extreme);
        self.fragments[named].owner = Some(thing);
        true
    }

    /// *Top 3 X by Y*, *by average Y*, *by number of Y*.
    pub(super) fn top(&mut self, piece: usize, extreme: Extreme) {
        let measure = (piece + 1..self.pieces.len())
            .filter_map(|at| self.fragment_at(at))
            .skip(1)
            .find(|fragment| self.is_quantity(*fragment));
        if let Some(fragment) = measure {
            self.as_quantity(fragment);
            self.fragments[fragment].extreme = Some(extreme);
            return;
        }
        let counted = (piece + 1..self.pieces.len())
            .find(|at| matches!(self.operator_at(*at), Some(Operator::Count)));
        if let Some(fragment) = counted.and_then(|at| self.any_next_fragment(at)) {
            self.fragments[fragment].extreme = Some(extreme);
            self.fragments[fragment].counted = true;
        } else {
            self.sketch_score -= 1.0;
        }
    }

    /// The kind of things of which a quantity is compared: *which city of Australia has the most
    /// inhabitants* compares cities.
    pub(super) fn kind_before(&self, piece: usize, quantity: usize) -> Option<usize> {
        let What::Relation(relations) = &self.fragments[quantity].what else {
            return None;
        };
        let mut before = (0..piece).filter_map(|at| self.fragment_at(at));
        before.find(|fragment| {
            matches!(self.fragments[*fragment].what, What::Class(_))
                && self.can_have(*fragment, relations)
        })
    }

    pub(super) fn most(&mut self, piece: usize, extreme: Extreme) {
        let next = self
            .next_fragment(piece)
            .or_else(|| self.any_next_fragment(piece));
        let before = (0..piece)
            .rev()
            .filter_map(|at| self.fragment_at(at))
            .find(|fragment| self.is_number(*fragment));
        let Some(fragment) = next.or(before) else {
            self.sketch_score -= 1.0;
            return;
        };
        if self.is_quantity(fragment) {
            self.as_quantity(fragment);
            self.fragments[fragment].owner = self.fragments[fragment]
                .owner
                .or_else(|| self.kind_before(piece, fragment));
        } else {
            self.fragments[fragment].counted = true;
            self.fragments[fragment].verb = false;
        }
        self.fragments[fragment].extreme = Some(extreme);
    }
}
