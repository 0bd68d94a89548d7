//! From a covering of readings to a sketch: which operation concerns which fragment, and what is asked.

use super::variants::variants;
use super::{Bounds, Form, Fragment, Sketch, What};
use crate::knowledge::gradable::Gradable;
use crate::knowledge::units::Unit;
use crate::lexicon::phrase::{Side, roots};
use crate::lexicon::relation::{RelationId, ValueKind};
use crate::lexicon::{Element, Lexicon};
use crate::question::Words;
use crate::reading::operator::Sought;
use crate::reading::{
    Aggregate, Comparison, Covering, Extreme, Meaning, Operator, Reading, RelationReading,
};

/// A piece of a covering, in the order of the question.
#[derive(Clone, Debug)]
enum Piece {
    Fragment(usize),
    Operator(Operator, usize),
}

/// Draws the sketches that a covering stands for.
pub(crate) fn draw(
    words: &Words,
    lexicon: &Lexicon,
    readings: &[Reading],
    covering: &Covering,
) -> Vec<Sketch> {
    let mut drawing = Drawing {
        words,
        lexicon,
        fragments: Vec::new(),
        pieces: Vec::new(),
        sketch_score: covering.score,
        asked: Vec::new(),
        group: None,
        orders: Vec::new(),
        alphabetical: false,
        form: Form::List,
        sought: None,
        keep_missing: false,
    };
    drawing.collect(readings, covering);
    drawing.join_alternatives();
    drawing.join_redundant();
    drawing.share_quantity();
    drawing.apply_operators();
    drawing.limit_by_number();
    drawing.choose_asked();
    drawing.choose_columns();
    let sketch = drawing.finish();
    sketch.map_or(Vec::new(), |sketch| variants(words, lexicon, sketch))
}

struct Drawing<'d> {
    words: &'d Words,
    lexicon: &'d Lexicon,
    fragments: Vec<Fragment>,
    pieces: Vec<Piece>,
    sketch_score: f32,
    asked: Vec<usize>,
    group: Option<usize>,
    orders: Vec<(usize, bool)>,
    alphabetical: bool,
    form: Form,
    sought: Option<Sought>,
    keep_missing: bool,
}

impl Drawing<'_> {
    fn collect(&mut self, readings: &[Reading], covering: &Covering) {
        for at in &covering.readings {
            let reading = &readings[*at];
            let what = match &reading.meaning {
                Meaning::Class(class) => What::Class(*class),
                Meaning::Nodes(nodes) => What::Nodes(nodes.clone()),
                Meaning::Relation(relations) => What::Relation(relations.clone()),
                Meaning::Values(values) => What::Values(values.clone()),
                Meaning::Text(text, relations) => What::Text(text.clone(), relations.clone()),
                Meaning::Operator(operator) => {
                    self.pieces
                        .push(Piece::Operator(operator.clone(), reading.start));
                    continue;
                }
                Meaning::Skipped => continue,
            };
            let mut fragment = Fragment::new(what, reading.start, reading.end);
            let mut before = reading.start;
            while before > 0
                && ["the", "a", "an", "our", "'", "\""].contains(&self.words.at(before - 1))
            {
                before -= 1;
            }
            if before > 0 {
                self.words
                    .at(before - 1)
                    .clone_into(&mut fragment.preposition);
            }
            if let What::Relation(_) = fragment.what {
                let last = (reading.start..reading.end)
                    .rev()
                    .map(|at| &self.words.words[at])
                    .find(|word| !word.is_empty_word());
                let phrasal = self.words.at(reading.end) == "to"
                    || reading.end - reading.start > 1
                        && ["to", "for", "by", "in", "after", "with", "from", "through"]
                            .contains(&self.words.at(reading.end - 1));
                let before = match before.checked_sub(1) {
                    Some(at) => self.words.at(at),
                    None => "",
                };
                let predicate =
                    !self.fragments.is_empty() && ["is", "are", "was", "were"].contains(&before);
                fragment.verb = phrasal
                    || predicate
                    || last.is_some_and(|word| {
                        word.tag.is_verb() || (word.tag.is_adjective() && !word.tag.is_noun())
                    });
            }
            self.pieces.push(Piece::Fragment(self.fragments.len()));
            self.fragments.push(fragment);
        }
    }

    fn fragment_at(&self, piece: usize) -> Option<usize> {
        match self.pieces.get(piece) {
            Some(Piece::Fragment(fragment)) => Some(*fragment),
            _ => None,
        }
    }

    fn operator_at(&self, piece: usize) -> Option<&Operator> {
        match self.pieces.get(piece) {
            Some(Piece::Operator(operator, _)) => Some(operator),
            _ => None,
        }
    }

    /// The next fragment, with nothing but weak words between.
    fn next_fragment(&self, piece: usize) -> Option<usize> {
        for at in piece + 1..self.pieces.len() {
            match &self.pieces[at] {
                Piece::Fragment(fragment) => return Some(*fragment),
                Piece::Operator(Operator::Possessive | Operator::Aggregate(_), _) => {}
                Piece::Operator(..) => return None,
            }
        }
        None
    }

    fn any_next_fragment(&self, piece: usize) -> Option<usize> {
        (piece + 1..self.pieces.len()).find_map(|at| self.fragment_at(at))
    }

    fn previous_fragment(&self, piece: usize) -> Option<usize> {
        (0..piece).rev().find_map(|at| self.fragment_at(at))
    }

    /// Whether a fragment reads as a quantity.
    fn is_quantity(&self, fragment: usize) -> bool {
        match &self.fragments[fragment].what {
            What::Relation(relations) => {
                let best = relations.first().map_or(0.0, |first| first.score);
                relations.iter().any(|reading| {
                    reading.score > best - 0.12 && self.relation_is_ordered(reading.relation)
                })
            }
            What::Volume(_) => true,
            _ => false,
        }
    }

    fn relation_is_ordered(&self, relation: RelationId) -> bool {
        self.lexicon.relations[relation as usize].is_ordered()
    }

    /// Whether a fragment reads as a number, rather than a date.
    fn is_number(&self, fragment: usize) -> bool {
        match &self.fragments[fragment].what {
            What::Relation(relations) => {
                let best = relations.first().map_or(0.0, |first| first.score);
                relations.iter().any(|reading| {
                    let kind = self.lexicon.relations[reading.relation as usize].kind;
                    reading.score > best - 0.12 && kind == ValueKind::Number
                })
            }
            What::Volume(_) => true,
            _ => false,
        }
    }

    /// Leaves only the readings of a fragment as a quantity.
    fn as_quantity(&mut self, fragment: usize) {
        let lexicon = self.lexicon;
        if let What::Relation(relations) = &mut self.fragments[fragment].what {
            relations.retain(|reading| lexicon.relations[reading.relation as usize].is_ordered());
        }
        self.fragments[fragment].verb = false;
    }

    /// Joins names in a list into one fragment: *from Poland or Belgium*.
    fn join_alternatives(&mut self) {
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
            let schema = &self.lexicon.schema;
            let joined = match (&self.fragments[one].what, &self.fragments[other].what) {
                (What::Nodes(a), What::Nodes(b)) => {
                    let kind = |nodes: &[u32]| {
                        nodes.first().and_then(|node| schema.key_of[*node as usize])
                    };
                    (kind(a) == kind(b)).then(|| What::Nodes(a.iter().chain(b).copied().collect()))
                }
                (What::Values(a), What::Values(b)) => {
                    let common: Vec<_> = a
                        .iter()
                        .filter_map(|(relation, values)| {
                            let (_, others) = b.iter().find(|(other, _)| other == relation)?;
                            Some((*relation, values.iter().chain(others).copied().collect()))
                        })
                        .collect();
                    (!common.is_empty()).then_some(What::Values(common))
                }
                _ => None,
            };
            match joined {
                Some(_) if both => {
                    self.fragments[one].both = true;
                    self.fragments[other].both = true;
                    at += 2;
                }
                Some(joined) => {
                    self.fragments[one].what = joined;
                    self.fragments[one].end = self.fragments[other].end;
                    self.pieces.drain(at + 1..at + 3);
                }
                None => at += 1,
            }
        }
    }

    /// *Minimum, maximum and average price*: each of them asks for the quantity that follows.
    fn share_quantity(&mut self) {
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
    fn is_priced(&self, one: usize, other: usize) -> bool {
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
    fn join_redundant(&mut self) {
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
                let kept = &mut self.fragments[one];
                kept.what = What::Relation(common);
                kept.end = end;
                kept.verb = !noun;
                self.pieces.remove(at + 1);
            } else {
                at += 1;
            }
        }
    }

    fn apply_operators(&mut self) {
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
                Operator::Count => self.count(piece),
                Operator::InUnits(unit) => self.ask_quantity(piece, place, self.measured_in(unit)),
                Operator::HowMuch => self.how_much(piece, place),
                Operator::Degree(adjective) => {
                    self.ask_quantity(piece, place, self.ordered_by(adjective));
                }
                Operator::Volume(unit) => {
                    let fragment = self.imply(What::Volume(unit), place);
                    self.asked.push(fragment);
                    self.pieces[piece] = Piece::Fragment(fragment);
                    self.sketch_score += 0.3;
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
                } => self.compare(piece, place, adjective, bounds, unit, bare),
                Operator::CompareTo(adjective, comparison) => {
                    self.compare_to(piece, place, adjective, comparison);
                }
                Operator::CompareAverage(adjective, comparison) => {
                    self.compare_average(piece, place, adjective, comparison);
                }
                Operator::Date(bounds) => self.date(piece, place, bounds),
                Operator::Not => {
                    if let Some(fragment) = self.any_next_fragment(piece) {
                        self.fragments[fragment].negated = true;
                    } else if let Some(fragment) = self.previous_fragment(piece) {
                        self.fragments[fragment].negated = true;
                    }
                }
                Operator::Only => {
                    if let Some(fragment) = self.any_next_fragment(piece) {
                        self.fragments[fragment].only = true;
                    }
                }
                Operator::Each => {
                    if let Some(fragment) = self.any_next_fragment(piece)
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
                Operator::First
                | Operator::Possessive
                | Operator::Both
                | Operator::And
                | Operator::Or
                | Operator::Comma
                | Operator::Colon => {}
            }
        }
    }

    /// A fragment that no word of its own stands for.
    fn imply(&mut self, what: What, place: usize) -> usize {
        let mut fragment = Fragment::new(what, place, place + 1);
        fragment.implied = true;
        self.fragments.push(fragment);
        self.fragments.len() - 1
    }

    fn count(&mut self, piece: usize) {
        let Some(fragment) = self.next_fragment(piece) else {
            // *And how many each*: of what was compared before.
            let compared = (0..self.fragments.len()).find(|at| self.fragments[*at].counted);
            if let Some(counted) = compared {
                self.asked.push(counted);
            }
            return;
        };
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
        self.asked.push(fragment);
    }

    /// *How much does X cost*: the quantity that follows, or a price.
    fn how_much(&mut self, piece: usize, place: usize) {
        let quantity = (piece + 1..self.pieces.len())
            .filter_map(|at| self.fragment_at(at))
            .find(|fragment| self.is_quantity(*fragment));
        if let Some(fragment) = quantity {
            self.as_quantity(fragment);
            self.fragments[fragment].amount = true;
            self.asked.push(fragment);
        } else {
            let relations = self.called(&["price", "cost", "amount"]);
            self.ask_quantity(piece, place, relations);
        }
    }

    /// Asks for a quantity of what follows, where the question does not name it later itself.
    fn ask_quantity(&mut self, piece: usize, place: usize, relations: Vec<RelationReading>) {
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
            self.asked.push(fragment);
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
        self.asked.push(fragment);
    }

    /// The relations by which an adjective orders.
    fn ordered_by(&self, adjective: &Gradable) -> Vec<RelationReading> {
        self.called(&adjective.quantities)
    }

    fn called(&self, quantities: &[&str]) -> Vec<RelationReading> {
        called(self.lexicon, quantities)
    }
    /// The relations whose values are in a unit.
    fn measured_in(&self, unit: Unit) -> Vec<RelationReading> {
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
    fn is_thing(&self, fragment: usize) -> bool {
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
    fn can_have(&self, fragment: usize, relations: &[RelationReading]) -> bool {
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
    fn concerned(&self, piece: usize, relations: &[RelationReading]) -> Option<usize> {
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

    fn extreme(
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
            && !matches!(self.fragments[next].what, What::Volume(_))
        {
            self.as_quantity(next);
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

    /// *Top 3 X by Y*, *by average Y*, *by number of Y*.
    fn top(&mut self, piece: usize, extreme: Extreme) {
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

    fn most(&mut self, piece: usize, extreme: Extreme) {
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
        } else {
            self.fragments[fragment].counted = true;
            self.fragments[fragment].verb = false;
        }
        self.fragments[fragment].extreme = Some(extreme);
    }

    fn compare(
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

    fn unit_fits(&self, fragment: usize, unit: Option<Unit>) -> bool {
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
            _ => false,
        }
    }

    fn prefer_unit(&self, relations: &mut [RelationReading], unit: Option<Unit>) {
        if let Some(unit) = unit {
            for reading in relations.iter_mut() {
                let own = self.lexicon.relations[reading.relation as usize].unit;
                if own.is_some_and(|own| !own.converts_to(unit)) {
                    reading.score *= 0.5;
                }
            }
        }
    }

    /// Bounds a quantity that only the comparison names.
    fn bound_implied(
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
    fn compare_to(
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

    fn compare_average(
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

    fn date(&mut self, piece: usize, place: usize, bounds: Vec<(Comparison, String)>) {
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

    fn aggregate(&mut self, piece: usize, aggregate: Aggregate) {
        let counts = matches!(self.operator_at(piece + 1), Some(Operator::Count));
        if counts {
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

    /// What the question is after.
    fn choose_asked(&mut self) {
        self.group = self.group.filter(|group| !self.fragments[*group].negated);
        if !self.asked.is_empty() {
            return;
        }
        let order: Vec<usize> = (0..self.pieces.len())
            .filter_map(|at| self.fragment_at(at))
            .collect();
        let seeks = |drawing: &Self, fragment: usize, sought: Sought| match &drawing.fragments
            [fragment]
            .what
        {
            What::Relation(relations) => relations
                .iter()
                .any(|reading| drawing.answers(reading.relation, sought)),
            _ => false,
        };
        if let Some(sought @ (Sought::Time | Sought::Place)) = self.sought {
            let fitting = order.iter().copied().find(|fragment| {
                seeks(self, *fragment, sought) && self.fragments[*fragment].bounds.is_none()
            });
            if let Some(fragment) = fitting {
                let lexicon = self.lexicon;
                if let What::Relation(relations) = &mut self.fragments[fragment].what {
                    relations.retain(|reading| answers(lexicon, reading.relation, sought));
                }
                self.fragments[fragment].verb = false;
                self.asked.push(fragment);
                return;
            }
            if let Some(fragment) = self.generic(sought) {
                self.asked.push(fragment);
                return;
            }
        }
        let plain = |fragment: &usize| {
            let fragment = &self.fragments[*fragment];
            fragment.bounds.is_none() && !fragment.implied && !fragment.negated
        };
        let is_node = |fragment: usize| {
            matches!(
                self.fragments[fragment].what,
                What::Nodes(_) | What::Values(_) | What::Text(..)
            )
        };
        let candidates: Vec<usize> = order
            .iter()
            .copied()
            .filter(plain)
            .filter(|fragment| Some(*fragment) != self.group || order.len() == 1)
            .collect();
        let Some(mut first) = candidates.first().copied() else {
            self.asked.extend(order.first());
            return;
        };
        // Gretel Roth's phone; the phone is asked, not Gretel Roth.
        let possessed =
            |fragment: usize| ["'s", "'"].contains(&self.words.at(self.fragments[fragment].end));
        while is_node(first) || possessed(first) {
            let next = candidates.iter().copied().find(|other| {
                self.fragments[*other].start >= self.fragments[first].end && !is_node(*other)
            });
            match next {
                Some(next) => first = next,
                None => break,
            }
        }
        self.asked.push(first);
    }

    fn answers(&self, relation: RelationId, sought: Sought) -> bool {
        answers(self.lexicon, relation, sought)
    }

    /// A property of the sought kind, where none is named.
    fn generic(&mut self, sought: Sought) -> Option<usize> {
        let relations: Vec<RelationReading> = match sought {
            Sought::Time => self
                .lexicon
                .relations
                .iter()
                .enumerate()
                .filter(|(_, relation)| matches!(relation.kind, ValueKind::Date | ValueKind::Year))
                .map(|(at, _)| RelationReading {
                    relation: at as RelationId,
                    side: Side::Object,
                    score: 0.6,
                })
                .collect(),
            Sought::Place => {
                let mut found = Vec::new();
                for (rank, word) in [
                    "location", "place", "city", "locality", "address", "country", "state",
                ]
                .iter()
                .enumerate()
                {
                    let expansion = vec![((*word).to_owned(), 1.0)];
                    for matched in self.lexicon.vocabulary.matches(&[(&expansion, "")]) {
                        if let Element::Relation(relation) = matched.element
                            && !found
                                .iter()
                                .any(|known: &RelationReading| known.relation == relation)
                        {
                            found.push(RelationReading {
                                relation,
                                side: Side::Object,
                                score: 0.7 * matched.score - 0.02 * rank as f32,
                            });
                        }
                    }
                }
                found.truncate(8);
                found
            }
            Sought::Person => return None,
        };
        if relations.is_empty() {
            return None;
        }
        self.sketch_score -= 0.2;
        let fragment = self.imply(What::Relation(relations), 0);
        self.pieces.insert(0, Piece::Fragment(fragment));
        Some(fragment)
    }

    /// Further columns: what is listed beside the first, or told about it with *their*.
    fn choose_columns(&mut self) {
        if self.form == Form::YesNo {
            return;
        }
        let Some(main) = self.asked.first().copied() else {
            return;
        };
        let colon = self
            .pieces
            .iter()
            .position(|piece| matches!(piece, Piece::Operator(Operator::Colon, _)));
        let mut listed = Vec::new();
        let mut chain = false;
        let mut joint = false;
        let mut possessive = false;
        for at in 0..self.pieces.len() {
            match &self.pieces[at] {
                Piece::Operator(Operator::And | Operator::Comma | Operator::Colon, _) => {
                    joint = true;
                }
                Piece::Operator(Operator::Possessive, _) => possessive = true,
                Piece::Operator(Operator::Count | Operator::Aggregate(_) | Operator::Each, _) => {}
                Piece::Operator(..) => {
                    joint = false;
                }
                Piece::Fragment(fragment) => {
                    let fragment = *fragment;
                    if fragment == main {
                        chain = true;
                    } else if self.may_be_column(fragment)
                        && ((chain && joint)
                            || possessive
                            || (chain && self.asked.contains(&fragment)))
                    {
                        listed.push(fragment);
                        chain = true;
                    } else if !self.fragments[fragment].implied {
                        let ends_list = !self.is_same_class(main, fragment);
                        chain = chain && !ends_list && joint;
                        if colon.is_some_and(|colon| at < colon) || self.sees_colon(at, colon) {
                            chain = true;
                        }
                    }
                    joint = false;
                    possessive = false;
                }
            }
        }
        for fragment in listed {
            if !self.asked.contains(&fragment) && Some(fragment) != self.group {
                self.asked.push(fragment);
            }
        }
        if let Some(colon) = colon
            && self.asked.len() > 2
        {
            let place = match &self.pieces[colon] {
                Piece::Operator(_, place) => *place,
                Piece::Fragment(_) => 0,
            };
            let mentioned = self.fragments.iter().enumerate().any(|(at, fragment)| {
                at != main && fragment.start > place && self.is_same_class(main, at)
            });
            if self.fragments[main].start < place
                && !mentioned
                && matches!(self.fragments[main].what, What::Class(_) | What::Nodes(_))
            {
                self.asked.retain(|fragment| *fragment != main);
            }
        }
    }

    fn sees_colon(&self, at: usize, colon: Option<usize>) -> bool {
        colon.is_some_and(|colon| at > colon && at - colon <= 1)
    }

    fn is_same_class(&self, one: usize, other: usize) -> bool {
        matches!((&self.fragments[one].what, &self.fragments[other].what), (What::Class(a), What::Class(b)) if a == b)
    }

    fn may_be_column(&self, fragment: usize) -> bool {
        let standard = self.fragments.iter().any(|other| {
            matches!(other.bounds, Some(Bounds::Other(_, standard)) if standard == fragment)
        });
        if standard {
            return false;
        }
        let fragment = &self.fragments[fragment];
        let column = match &fragment.what {
            What::Relation(_) | What::Volume(_) => true,
            _ => fragment.counted,
        };
        column
            && fragment.bounds.is_none()
            && !fragment.negated
            && fragment.extreme.is_none()
            && !fragment.implied
    }

    /// *Four countries with the most suppliers*: the number says how many.
    fn limit_by_number(&mut self) {
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

    fn finish(mut self) -> Option<Sketch> {
        // The highest price of any item: the value itself.
        for at in 0..self.asked.len() {
            let asked = self.asked[at];
            let fragment = &mut self.fragments[asked];
            let is_value = matches!(fragment.what, What::Relation(_)) && !fragment.counted;
            if is_value
                && let Some(extreme) = fragment.extreme
                && extreme.limit == Some(1)
                && extreme.offset == 0
                && fragment.aggregate.is_none()
            {
                fragment.extreme = None;
                fragment.aggregate = Some(if extreme.descending {
                    Aggregate::Highest
                } else {
                    Aggregate::Lowest
                });
            }
        }
        if self.fragments.is_empty() {
            return None;
        }
        if self.keep_missing {
            for fragment in &mut self.fragments {
                fragment.optional = fragment.counted || matches!(fragment.what, What::Relation(_));
            }
            for at in &self.asked {
                self.fragments[*at].optional |= self.fragments[*at].counted;
            }
        }
        if let Some(group) = self.group
            && !self.asked.contains(&group)
        {
            self.asked.insert(0, group);
        }
        Some(Sketch {
            fragments: self.fragments,
            asked: self.asked,
            group: self.group,
            orders: self.orders,
            alphabetical: self.alphabetical,
            form: self.form,
            sought: self.sought,
            score: self.sketch_score,
        })
    }
}

/// Words by which places are called.
const PLACES: &[&str] = &[
    "place",
    "city",
    "country",
    "location",
    "address",
    "state",
    "town",
    "region",
    "settlement",
    "locality",
    "continent",
    "territory",
    "street",
    "headquarters",
];

fn answers(lexicon: &Lexicon, relation: RelationId, sought: Sought) -> bool {
    let relation = &lexicon.relations[relation as usize];
    match sought {
        Sought::Time => matches!(relation.kind, ValueKind::Date | ValueKind::Year),
        Sought::Place => {
            let own = relation.phrases.iter().flat_map(|phrase| &phrase.words);
            let called = own
                .map(|word| &word.root)
                .any(|word| PLACES.contains(&word.as_str()));
            let leads = relation.objects.iter().any(|key| {
                lexicon.schema.keys[key as usize]
                    .classes
                    .iter()
                    .any(|class| {
                        lexicon.class_words[*class as usize]
                            .iter()
                            .any(|word| PLACES.contains(&word.as_str()))
                    })
            });
            matches!(relation.kind, ValueKind::Link | ValueKind::Text) && (called || leads)
        }
        Sought::Person => relation.kind == ValueKind::Link,
    }
}

/// The ordered relations that these words call, the first word first.
pub(super) fn called(lexicon: &Lexicon, quantities: &[&str]) -> Vec<RelationReading> {
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
