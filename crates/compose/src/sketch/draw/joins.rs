//! Joins fragments that belong together: lists of names, words that ask for the same, shared quantities.

use super::{Drawing, Piece};
use crate::knowledge::units::Unit;
use crate::lexicon::facts::TermId;
use crate::lexicon::schema::Class;
use crate::reading::{Aggregate, Comparison, Operator, RelationReading};
use crate::sketch::{Bounds, What};

impl Drawing<'_> {
    /// Joins two names of one thing: *the Resonator Meter with the ID H747*.
    pub(super) fn join_names(&mut self) {
        let mut at = 0;
        while at + 1 < self.pieces.len() {
            let announced = self.fragment_at(at + 1).is_some_and(|fragment| {
                matches!(&self.fragments[fragment].what, What::Relation(readings)
                    if readings.iter().any(|reading| self.lexicon.relations[reading.relation as usize].naming))
            });
            let second = at + 1 + usize::from(announced);
            let joined = self
                .fragment_at(at)
                .zip(self.fragment_at(second))
                .and_then(|(one, other)| Some((one, other, self.common_nodes(one, other)?)));
            let Some((one, other, nodes)) = joined else {
                at += 1;
                continue;
            };
            self.fragments[one].what = What::Nodes(nodes);
            self.fragments[one].end = self.fragments[other].end;
            for gone in at + 1..=second {
                self.absorbed.extend(self.fragment_at(gone));
            }
            self.pieces.drain(at + 1..=second);
        }
    }

    /// What two names have in common.
    fn common_nodes(&self, one: usize, other: usize) -> Option<Vec<TermId>> {
        let (What::Nodes(one), What::Nodes(other)) =
            (&self.fragments[one].what, &self.fragments[other].what)
        else {
            return None;
        };
        let common: Vec<TermId> = one
            .iter()
            .copied()
            .filter(|node| other.contains(node))
            .collect();
        (!common.is_empty()).then_some(common)
    }

    /// Joins names in a list into one fragment: *from Poland or Belgium*.
    pub(super) fn join_alternatives(&mut self) {
        let both = self
            .pieces
            .iter()
            .any(|piece| matches!(piece, Piece::Operator(Operator::Both, _)));
        let mut at = 0;
        while at + 2 < self.pieces.len() {
            let joint = matches!(
                self.operator_at(at + 1),
                Some(Operator::Or | Operator::And | Operator::Comma)
            );
            let (Some(one), Some(other)) = (self.fragment_at(at), self.fragment_at(at + 2)) else {
                at += 1;
                continue;
            };
            if !joint {
                at += 1;
                continue;
            }
            let joined = match (&self.fragments[one].what, &self.fragments[other].what) {
                (What::Nodes(a), What::Nodes(b)) => {
                    let same = self.are_of_a_kind(a, b);
                    // What is listed together is of one kind.
                    self.sketch_score += if same { 0.2 } else { -0.3 };
                    same.then(|| What::Nodes(a.iter().chain(b).copied().collect()))
                }
                (What::Class(a), What::Class(b)) => self.joint_class(*a, *b).map(What::Class),
                (What::Values(a), What::Values(b)) => {
                    let common: Vec<_> = a
                        .iter()
                        .filter_map(|(relation, values)| {
                            let (_, others) = b.iter().find(|(other, _)| other == relation)?;
                            Some((*relation, values.iter().chain(others).copied().collect()))
                        })
                        .collect();
                    self.sketch_score += if common.is_empty() { -0.3 } else { 0.2 };
                    (!common.is_empty()).then_some(What::Values(common))
                }
                (What::Values(_), What::Nodes(_)) | (What::Nodes(_), What::Values(_)) => {
                    self.sketch_score -= 0.3;
                    None
                }
                _ => None,
            };
            match joined {
                Some(What::Nodes(_) | What::Values(_)) if both => {
                    self.fragments[one].both = true;
                    self.fragments[other].both = true;
                    at += 2;
                }
                Some(joined) => {
                    self.fragments[one].what = joined;
                    self.fragments[one].end = self.fragments[other].end;
                    self.absorbed.push(other);
                    self.pieces.drain(at + 1..at + 3);
                }
                None => at += 1,
            }
        }
    }

    /// Whether nodes are of one kind, or share a class.
    pub(super) fn are_of_a_kind(&self, one: &[TermId], other: &[TermId]) -> bool {
        let schema = &self.lexicon.schema;
        let kind = |nodes: &[u32]| nodes.first().and_then(|node| schema.key_of[*node as usize]);
        let classes =
            |key: Option<u32>| key.map_or(&[][..], |key| &schema.keys[key as usize].classes);
        let others = classes(kind(other));
        let shared = classes(kind(one))
            .iter()
            .any(|class| others.contains(class));
        kind(one) == kind(other) || shared
    }

    /// *Resonators but not crystals*: what is excluded is of the kind of what is meant.
    pub(super) fn compare_kinds(&mut self) {
        for at in 0..self.pieces.len() {
            if !matches!(self.operator_at(at), Some(Operator::Not)) {
                continue;
            }
            let (Some(one), Some(other)) = (self.previous_fragment(at), self.fragment_at(at + 1))
            else {
                continue;
            };
            let contrasted = (self.fragments[one].end..self.fragments[other].start)
                .any(|at| ["but", "and", "yet"].contains(&self.words.at(at)));
            if let (What::Nodes(a), What::Nodes(b)) =
                (&self.fragments[one].what, &self.fragments[other].what)
                && contrasted
            {
                let same = self.are_of_a_kind(a, b);
                self.sketch_score += if same { 0.2 } else { -0.5 };
                self.fragments[one].both = same;
                self.fragments[other].both = same;
            }
        }
    }

    /// The class that has the members of two others, and no more: *hardware and services* are products.
    fn joint_class(&self, one: Class, other: Class) -> Option<Class> {
        let classes = &self.lexicon.schema.classes;
        let mut keys = classes[one as usize].keys.clone();
        keys.add(&classes[other as usize].keys);
        let all = (0..classes.len() as Class).filter(|class| classes[*class as usize].keys == keys);
        all.min_by_key(|class| (*class != one && *class != other, *class))
    }

    /// Where conditions are joined of which one suffices: *born in Bonn or died in Leipzig*.
    pub(super) fn either(&self) -> Option<usize> {
        (1..self.pieces.len()).find_map(|at| {
            let Piece::Operator(Operator::Or, place) = self.pieces[at] else {
                return None;
            };
            let next = &self.fragments[self.fragment_at(at + 1)?];
            (next.verb || next.bounds.is_some()).then_some(place)
        })
    }

    /// *Minimum, maximum and average price*: each of them asks for the quantity that follows.
    pub(super) fn share_quantity(&mut self) {
        let as_aggregate = |operator: &Operator| match operator {
            Operator::Extreme(_, extreme) if extreme.limit == Some(1) && extreme.offset == 0 => {
                Some(if extreme.descending {
                    Aggregate::Highest
                } else {
                    Aggregate::Lowest
                })
            }
            Operator::Aggregate(aggregate) => Some(*aggregate),
            _ => None,
        };
        let mut at = 0;
        while at < self.pieces.len() {
            let mut functions = Vec::new();
            let mut next = at;
            while let Some(function) = self.operator_at(next).and_then(as_aggregate) {
                functions.push(function);
                next += 1;
                if !matches!(
                    self.operator_at(next),
                    Some(Operator::Comma | Operator::And)
                ) {
                    break;
                }
                while matches!(
                    self.operator_at(next),
                    Some(Operator::Comma | Operator::And)
                ) {
                    next += 1;
                }
            }
            let quantity = (next..self.pieces.len().min(next + 2))
                .filter_map(|at| self.fragment_at(at))
                .find(|fragment| self.is_quantity(*fragment));
            let Some(quantity) = quantity.filter(|_| functions.len() > 1) else {
                at += 1;
                continue;
            };
            self.as_quantity(quantity);
            self.pieces.drain(at..next);
            for (rank, function) in functions.into_iter().enumerate() {
                let fragment = if rank == 0 {
                    quantity
                } else {
                    self.fragments.push(self.fragments[quantity].clone());
                    self.fragments.len() - 1
                };
                self.fragments[fragment].aggregate = Some(function);
                self.asked.push(fragment);
            }
            return;
        }
    }

    /// Whether the second of two words only says that the first is an amount of money: *freight cost*.
    pub(super) fn is_priced(&self, one: usize, other: usize) -> bool {
        let (one, other) = (&self.fragments[one], &self.fragments[other]);
        let money = [
            "cost", "costs", "price", "amount", "charge", "charges", "fee", "value",
        ];
        let What::Relation(readings) = &one.what else {
            return false;
        };
        let unit = readings
            .first()
            .and_then(|first| self.lexicon.relations[first.relation as usize].unit);
        one.end == other.start
            && money.contains(&self.words.at(other.start))
            && unit.is_some_and(Unit::is_currency)
    }

    /// Joins words that ask for the same: *how many people live*, *what does it cost*.
    pub(super) fn join_redundant(&mut self) {
        let mut at = 0;
        while at + 1 < self.pieces.len() {
            let (Some(one), Some(other)) = (self.fragment_at(at), self.fragment_at(at + 1)) else {
                at += 1;
                continue;
            };
            let (What::Relation(a), What::Relation(b)) =
                (&self.fragments[one].what, &self.fragments[other].what)
            else {
                at += 1;
                continue;
            };
            if self.is_priced(one, other) {
                self.fragments[one].end = self.fragments[other].end;
                self.absorbed.push(other);
                self.pieces.remove(at + 1);
                continue;
            }
            let verb = self.fragments[one].verb || self.fragments[other].verb;
            let common: Vec<RelationReading> = a
                .iter()
                .filter_map(|reading| {
                    let twin = b.iter().find(|twin| twin.relation == reading.relation)?;
                    Some(RelationReading {
                        score: reading.score.max(twin.score),
                        ..*reading
                    })
                })
                .collect();
            let best = |readings: &[RelationReading]| {
                readings
                    .iter()
                    .map(|reading| reading.score)
                    .fold(0.0, f32::max)
            };
            let as_good = best(&common) > best(a).max(best(b)) - 0.2;
            if verb && !common.is_empty() && as_good {
                let noun = !(self.fragments[one].verb && self.fragments[other].verb);
                let end = self.fragments[other].end;
                // Report to the manager: it is the manager who is named.
                let start = if self.fragments[one].verb && !self.fragments[other].verb {
                    self.fragments[other].start
                } else {
                    self.fragments[one].start
                };
                let kept = &mut self.fragments[one];
                kept.start = start;
                kept.what = What::Relation(common);
                kept.end = end;
                kept.verb = !noun;
                self.absorbed.push(other);
                self.pieces.remove(at + 1);
            } else {
                at += 1;
            }
        }
    }

    /// *Four countries with the most suppliers*: the number says how many.
    pub(super) fn limit_by_number(&mut self) {
        let Some(extreme_at) = self
            .fragments
            .iter()
            .position(|fragment| fragment.extreme.is_some())
        else {
            return;
        };
        for at in 0..self.fragments.len() {
            let Some(Bounds::Numbers(bounds, None)) = &self.fragments[at].bounds else {
                continue;
            };
            if let [(Comparison::Equal, number)] = bounds[..]
                && at != extreme_at
                && self.fragments[at].counted
                && number >= 1.0
            {
                self.fragments[at].bounds = None;
                self.fragments[at].counted = false;
                if let Some(extreme) = &mut self.fragments[extreme_at].extreme {
                    extreme.limit = Some(number as usize);
                }
                return;
            }
        }
    }

    /// *Employees who are not managers*: those of the wider class that are not of the narrower one.
    pub(super) fn exclude_classes(&mut self) {
        let classes = &self.lexicon.schema.classes;
        for at in 0..self.fragments.len() {
            let What::Class(narrow) = self.fragments[at].what else {
                continue;
            };
            let negated = self.fragments[at].negated && !self.absorbed.contains(&at);
            let before = self.words.at(self.fragments[at].start.wrapping_sub(1));
            if !negated || !["not", "no", "a", "an", "any", "except", "never"].contains(&before) {
                continue;
            }
            let wide = (0..self.fragments.len()).find(|other| match self.fragments[*other].what {
                What::Class(wide) => classes[narrow as usize].above.contains(&wide),
                _ => false,
            });
            if let Some(wide) = wide
                && self.words.at(self.fragments[at].start.wrapping_sub(1)) != "no"
            {
                self.excluded.push((wide, narrow));
                self.absorbed.push(at);
                for piece in &mut self.pieces {
                    if matches!(piece, Piece::Fragment(known) if *known == at) {
                        *piece = Piece::Operator(Operator::Comma, self.fragments[at].start);
                    }
                }
                self.sketch_score += 0.2;
            }
        }
    }
}
