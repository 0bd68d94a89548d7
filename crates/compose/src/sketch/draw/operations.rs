//! Applies the operations of a question to the fragments that they concern.

use super::{Drawing, Piece};
use crate::lexicon::relation::ValueKind;
use crate::reading::{Aggregate, Comparison, Operator, RelationReading};
use crate::sketch::{Form, What};

impl Drawing<'_> {
    pub(super) fn apply_operators(&mut self) {
        for piece in 0..self.pieces.len() {
            let Piece::Operator(operator, place) = self.pieces[piece].clone() else {
                continue;
            };
            match operator {
                Operator::Sought(sought) => {
                    self.sought.get_or_insert(sought);
                }
                Operator::YesNo => self.form = Form::YesNo,
                Operator::Share => self.form = Form::Share,
                Operator::Count => self.count(piece, place),
                Operator::InUnits(unit) => self.ask_quantity(piece, place, self.measured_in(unit)),
                Operator::HowMuch => self.how_much(piece, place),
                Operator::Degree(adjective) => {
                    self.ask_quantity(piece, place, self.ordered_by(adjective));
                }
                Operator::Extreme(adjective, extreme) => {
                    self.extreme(piece, place, adjective, extreme);
                }
                Operator::Most(extreme) => self.most(piece, extreme),
                Operator::Compare {
                    adjective,
                    bounds,
                    unit,
                    bare,
                } => {
                    let bounds = self.turned(piece, bounds);
                    self.compare(piece, place, adjective, bounds, unit, bare);
                }
                Operator::Convention(bounds) => self.convention(piece, place, &bounds),
                Operator::CompareTo(adjective, comparison) => {
                    self.compare_to(piece, place, adjective, comparison);
                }
                Operator::CompareOwn(one, comparison, other) => {
                    self.compare_own(piece, place, one, comparison, other);
                }
                Operator::CompareAverage(adjective, comparison) => {
                    self.compare_average(piece, place, adjective, comparison);
                }
                Operator::Date(bounds) => self.date(piece, place, bounds),
                // What is not heavier than 5 g is at most that heavy.
                Operator::Not if self.is_turned(piece + 1) => {}
                Operator::Not => {
                    if let Some(fragment) = self.any_next_fragment(piece) {
                        self.fragments[fragment].negated = true;
                    } else if let Some(fragment) = self.previous_fragment(piece) {
                        self.fragments[fragment].negated = true;
                    }
                }
                Operator::Only => {
                    let mut next =
                        (piece + 1..self.pieces.len()).filter_map(|at| self.fragment_at(at));
                    let first = next.next();
                    // Who only deliver products that …: the products are all like that.
                    let thing = first
                        .filter(|first| self.fragments[*first].verb)
                        .and_then(|_| next.find(|other| !self.fragments[*other].verb));
                    if let Some(fragment) = thing.or(first) {
                        self.fragments[fragment].only = true;
                    }
                }
                Operator::Each => {
                    if let Some(fragment) = self.compound_head(piece)
                        && !matches!(
                            self.fragments[fragment].what,
                            What::Values(_) | What::Text(..)
                        )
                    {
                        self.group.get_or_insert(fragment);
                    }
                }
                Operator::Aggregate(aggregate) => self.aggregate(piece, aggregate),
                Operator::SortedBy(descending) => {
                    if let Some(fragment) = self.next_fragment(piece) {
                        self.orders.push((fragment, descending.unwrap_or(false)));
                    } else if let Some((_, known)) = self.orders.last_mut() {
                        *known = descending.unwrap_or(*known);
                    }
                }
                Operator::Alphabetical => self.alphabetical = true,
                Operator::KeepMissing => self.keep_missing = true,
                Operator::MoreOf(_) | Operator::Than => self.sketch_score -= 1.0,
                Operator::First
                | Operator::Possessive
                | Operator::Both
                | Operator::And
                | Operator::Or
                | Operator::Comma
                | Operator::Difference
                | Operator::Colon => {}
            }
        }
    }

    /// Whether a comparison stands at a place, and a negation right before it.
    fn is_turned(&self, piece: usize) -> bool {
        let negated = matches!(self.operator_at(piece.wrapping_sub(1)), Some(Operator::Not));
        negated
            && matches!(self.operator_at(piece), Some(Operator::Compare { bounds, bare: false, .. }) if bounds.len() == 1)
    }

    /// The bounds of a comparison, turned round where it is negated.
    fn turned(&self, piece: usize, bounds: Vec<(Comparison, f64)>) -> Vec<(Comparison, f64)> {
        if !self.is_turned(piece) {
            return bounds;
        }
        let turn = |(comparison, bound): (Comparison, f64)| (comparison.opposite(), bound);
        bounds.into_iter().map(turn).collect()
    }

    pub(super) fn count(&mut self, piece: usize, place: usize) {
        let Some(fragment) = self.next_fragment(piece) else {
            // *And how many each*: of what was compared before.
            let compared = (0..self.fragments.len()).find(|at| self.fragments[*at].counted);
            if let Some(counted) = compared {
                self.beside.push(counted);
            }
            return;
        };
        // The number of the same things that were compared before.
        let again = (0..self.fragments.len()).find(|other| {
            *other != fragment
                && self.fragments[*other].counted
                && self.is_same_class(fragment, *other)
        });
        if let Some(again) = again {
            self.absorbed.push(fragment);
            for piece in &mut self.pieces {
                if matches!(piece, Piece::Fragment(known) if *known == fragment) {
                    *piece = Piece::Operator(Operator::Comma, place);
                }
            }
            self.beside.push(again);
            return;
        }
        let column = self.is_column(piece, place);
        let counts_itself = self.is_quantity(fragment)
            && matches!(&self.fragments[fragment].what, What::Relation(relations)
                if relations.first().is_some_and(|first| self.lexicon.relations[first.relation as usize].kind == ValueKind::Number));
        if counts_itself {
            self.as_quantity(fragment);
            self.fragments[fragment].amount = true;
        } else {
            self.fragments[fragment].counted = true;
            self.fragments[fragment].verb = false;
        }
        if column {
            self.beside.push(fragment);
        } else {
            self.asked.push(fragment);
        }
    }

    /// The next fragment, or the last of a compound that it begins: *supplier country*.
    fn compound_head(&self, piece: usize) -> Option<usize> {
        let first = self.any_next_fragment(piece)?;
        let next = (0..self.pieces.len())
            .filter_map(|at| self.fragment_at(at))
            .find(|other| self.fragments[*other].start == self.fragments[first].end);
        let noun = |fragment: usize| {
            let fragment = &self.fragments[fragment];
            !fragment.verb && matches!(fragment.what, What::Class(_) | What::Relation(_))
        };
        Some(
            next.filter(|next| noun(first) && noun(*next))
                .unwrap_or(first),
        )
    }

    /// Whether a count is told beside what is asked for: *departments and their number of members*.
    fn is_column(&self, piece: usize, place: usize) -> bool {
        let mut before = place;
        while before > 0
            && [
                "the", "of", "total", "their", "its", "for", "also", "how", "many",
            ]
            .contains(&self.words.at(before - 1))
        {
            before -= 1;
        }
        let joint = before > 0
            && ["and", "with", ",", ":", "(", "plus", "including", "by"]
                .contains(&self.words.at(before - 1));
        let listed = (0..piece)
            .filter_map(|at| self.fragment_at(at))
            .any(|fragment| self.is_kind(fragment));
        joint && listed && self.asked.is_empty()
    }

    /// Whether a fragment is a kind of things: a class, or those at an end of a link.
    fn is_kind(&self, fragment: usize) -> bool {
        self.is_thing(fragment) && !matches!(self.fragments[fragment].what, What::Nodes(_))
    }

    /// Asks for a quantity, alone or beside the things before it: *which is the dearest, and how much is it*.
    fn ask(&mut self, piece: usize, fragment: usize) {
        let joined = matches!(
            self.operator_at(piece.wrapping_sub(1)),
            Some(Operator::And | Operator::Comma)
        );
        let listed = (0..piece)
            .filter_map(|at| self.fragment_at(at))
            .any(|before| self.is_kind(before));
        let asking = ["which", "what", "who", "list", "name", "show", "give"];
        if joined && listed && self.asked.is_empty() && asking.contains(&self.words.at(0)) {
            self.beside.push(fragment);
        } else {
            self.asked.push(fragment);
        }
    }

    /// Shows counts beside what is asked for, and by which things they go.
    pub(super) fn show_counts(&mut self) {
        for fragment in std::mem::take(&mut self.beside) {
            if !self.asked.contains(&fragment) && !self.absorbed.contains(&fragment) {
                self.asked.push(fragment);
            }
        }
    }

    /// *Are there any? Which?*: not whether is asked, but which.
    pub(super) fn list_after_all(&mut self) {
        if self.form != Form::YesNo {
            return;
        }
        let words = self.words;
        let listed = (1..words.len()).any(|at| {
            let before = words.at(at - 1);
            match words.at(at) {
                "which" | "who" | "whom" | "what" => {
                    [",", "?", ".", "and", "so", ";", "-"].contains(&before)
                }
                "list" | "name" | "show" | "give" | "tell" | "display" => {
                    ["?", ".", ";", "and", "please"].contains(&before)
                }
                _ => false,
            }
        });
        if listed {
            self.form = Form::List;
        }
    }

    /// *How much does X cost*: the quantity that follows, or a price.
    pub(super) fn how_much(&mut self, piece: usize, place: usize) {
        let quantity = (piece + 1..self.pieces.len())
            .filter_map(|at| self.fragment_at(at))
            .find(|fragment| self.is_quantity(*fragment));
        if let Some(fragment) = quantity {
            self.as_quantity(fragment);
            self.fragments[fragment].amount = true;
            self.ask(piece, fragment);
        } else {
            let relations = self.called(&["price", "cost", "amount"]);
            self.ask_quantity(piece, place, relations);
        }
    }

    /// Asks for a quantity of what follows, where the question does not name it later itself.
    pub(super) fn ask_quantity(
        &mut self,
        piece: usize,
        place: usize,
        relations: Vec<RelationReading>,
    ) {
        let named = (piece + 1..self.pieces.len())
            .filter_map(|at| self.fragment_at(at))
            .find(|fragment| match &self.fragments[*fragment].what {
                What::Relation(known) => known.iter().any(|reading| {
                    relations
                        .iter()
                        .any(|other| other.relation == reading.relation)
                }),
                _ => false,
            });
        if let Some(fragment) = named {
            if let What::Relation(known) = &mut self.fragments[fragment].what {
                known.retain(|reading| {
                    relations
                        .iter()
                        .any(|other| other.relation == reading.relation)
                });
            }
            self.fragments[fragment].verb = false;
            self.fragments[fragment].amount = true;
            self.ask(piece, fragment);
            return;
        }
        if relations.is_empty() {
            self.sketch_score -= 1.5;
            return;
        }
        let owner = (piece + 1..self.pieces.len())
            .filter_map(|at| self.fragment_at(at))
            .find(|fragment| self.is_thing(*fragment));
        let fragment = self.imply(What::Relation(relations), place);
        self.fragments[fragment].owner = owner;
        self.fragments[fragment].amount = true;
        self.pieces[piece] = Piece::Fragment(fragment);
        self.ask(piece, fragment);
    }

    pub(super) fn aggregate(&mut self, piece: usize, aggregate: Aggregate) {
        let counts = matches!(self.operator_at(piece + 1), Some(Operator::Count));
        if counts {
            if aggregate != Aggregate::Sum {
                self.over_groups = Some(aggregate);
            }
            return;
        }
        let after = (piece + 1..self.pieces.len())
            .filter_map(|at| self.fragment_at(at))
            .find(|fragment| self.is_quantity(*fragment));
        let before = (0..piece)
            .rev()
            .filter_map(|at| self.fragment_at(at))
            .find(|fragment| self.is_quantity(*fragment));
        let adjacent = self
            .next_fragment(piece)
            .filter(|fragment| self.is_quantity(*fragment));
        match adjacent.or(before).or(after) {
            Some(fragment) => {
                self.as_quantity(fragment);
                self.fragments[fragment].aggregate = Some(aggregate);
                self.fragments[fragment].counted = false;
            }
            None if aggregate == Aggregate::Sum => {}
            None => self.sketch_score -= 1.0,
        }
    }
}
