//! Differences between the same quantity of two things.

use super::{Drawing, Piece};
use crate::reading::{Aggregate, Operator};
use crate::sketch::What;

impl Drawing<'_> {
    /// *By how much is X dearer than Y*, *the difference in price between X and Y*.
    pub(super) fn take_difference(&mut self) {
        let asked = |piece: &Piece| matches!(piece, Piece::Operator(Operator::Difference, _));
        let Some(place) = self.pieces.iter().find_map(|piece| match piece {
            Piece::Operator(Operator::Difference, place) => Some(*place),
            _ => None,
        }) else {
            return;
        };
        let named: Vec<usize> = (0..self.pieces.len())
            .filter_map(|at| self.fragment_at(at))
            .filter(|fragment| matches!(self.fragments[*fragment].what, What::Nodes(_)))
            .collect();
        let [one, other] = named[..] else {
            self.pieces.retain(|piece| !asked(piece));
            self.take_spread(place);
            return;
        };
        let quantity = (0..self.pieces.len())
            .filter_map(|at| self.fragment_at(at))
            .find(|fragment| self.is_quantity(*fragment));
        let adjective = self.pieces.iter().find_map(|piece| match piece {
            Piece::Operator(
                Operator::Extreme(Some(adjective), _)
                | Operator::CompareTo(Some(adjective), _)
                | Operator::Degree(adjective),
                _,
            ) => Some(*adjective),
            _ => None,
        });
        let relations = match (quantity, adjective) {
            (Some(fragment), _) => {
                self.as_quantity(fragment);
                match &self.fragments[fragment].what {
                    What::Relation(relations) => relations.clone(),
                    _ => Vec::new(),
                }
            }
            (None, Some(adjective)) => self.ordered_by(adjective),
            (None, None) => self.called(&["price", "cost", "amount"]),
        };
        self.pieces
            .retain(|piece| matches!(piece, Piece::Fragment(_)));
        if relations.is_empty() {
            self.sketch_score -= 2.0;
            return;
        }
        let first = match quantity {
            Some(fragment) => fragment,
            None => self.imply(What::Relation(relations.clone()), place),
        };
        let second = self.imply(What::Relation(relations), place);
        self.fragments[first].owner = Some(one);
        self.fragments[second].owner = Some(other);
        self.asked.push(first);
        self.difference = Some((first, second));
    }

    /// *The difference between the dearest and the cheapest X*.
    fn take_spread(&mut self, place: usize) {
        let adjectives: Vec<_> = self
            .pieces
            .iter()
            .filter_map(|piece| match piece {
                Piece::Operator(Operator::Extreme(adjective, extreme), _) => {
                    Some((*adjective, extreme.descending))
                }
                _ => None,
            })
            .collect();
        let quantity = (0..self.pieces.len())
            .filter_map(|at| self.fragment_at(at))
            .find(|fragment| self.is_quantity(*fragment));
        let relations = match (&adjectives[..], quantity) {
            ([(_, one), (_, other)], Some(quantity)) if one != other => {
                self.as_quantity(quantity);
                match &self.fragments[quantity].what {
                    What::Relation(relations) => relations.clone(),
                    _ => Vec::new(),
                }
            }
            ([(Some(adjective), one), (_, other)], None) if one != other => {
                self.ordered_by(adjective)
            }
            _ => Vec::new(),
        };
        if relations.is_empty() {
            self.sketch_score -= 2.0;
            return;
        }
        let owner = (0..self.pieces.len())
            .filter_map(|at| self.fragment_at(at))
            .find(|fragment| self.is_thing(*fragment));
        self.pieces
            .retain(|piece| matches!(piece, Piece::Fragment(_)));
        let first = match quantity {
            Some(fragment) => fragment,
            None => self.imply(What::Relation(relations.clone()), place),
        };
        let second = self.imply(What::Relation(relations), place);
        for (fragment, aggregate) in [(first, Aggregate::Highest), (second, Aggregate::Lowest)] {
            self.fragments[fragment].owner = owner;
            self.fragments[fragment].aggregate = Some(aggregate);
        }
        self.asked.push(first);
        self.difference = Some((first, second));
    }
}
