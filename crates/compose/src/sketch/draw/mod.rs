//! From a covering of readings to a sketch: which operation concerns which fragment, and what is asked.

mod asked;
mod columns;
mod comparisons;
mod differences;
mod extremes;
mod joins;
mod measures;
mod operations;
mod pairs;
mod sameness;

pub(super) use measures::called;

use super::variants::variants;
use super::{Form, Fragment, Rival, Sketch, What};
use crate::lexicon::Lexicon;
use crate::lexicon::schema::Class;
use crate::question::Words;
use crate::reading::operator::Sought;
use crate::reading::{Aggregate, Covering, Meaning, Operator, Reading};

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
        absorbed: Vec::new(),
        beside: Vec::new(),
        difference: None,
        over_groups: None,
        excluded: Vec::new(),
        opposite: false,
        rival: None,
    };
    drawing.collect(readings, covering);
    drawing.take_difference();
    drawing.join_names();
    drawing.take_rivals();
    drawing.take_opposites();
    drawing.compare_kinds();
    drawing.join_alternatives();
    drawing.join_redundant();
    drawing.take_same();
    drawing.share_quantity();
    drawing.apply_operators();
    drawing.exclude_classes();
    drawing.list_after_all();
    drawing.limit_by_number();
    drawing.choose_asked();
    drawing.show_counts();
    drawing.choose_columns();
    drawing.unbundle();
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
    /// Fragments that became part of others.
    absorbed: Vec<usize>,
    /// Counts that are shown beside what is asked for.
    beside: Vec<usize>,
    difference: Option<(usize, usize)>,
    over_groups: Option<Aggregate>,
    excluded: Vec<(usize, Class)>,
    opposite: bool,
    rival: Option<Rival>,
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
                Meaning::Derived(derived) => What::Derived(*derived),
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
            if let What::Derived(derived) = fragment.what
                && derived.is_sum()
            {
                fragment.aggregate = Some(Aggregate::Sum);
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
                let verbal = match &fragment.what {
                    What::Relation(readings) => readings
                        .first()
                        .is_some_and(|first| self.lexicon.is_verbal(first.relation)),
                    _ => false,
                };
                fragment.verb = phrasal
                    || predicate
                    || verbal
                    || self.does(reading.start, reading.end)
                    || last.is_some_and(|word| {
                        word.tag.is_verb() || (word.tag.is_adjective() && !word.tag.is_noun())
                    });
            }
            self.pieces.push(Piece::Fragment(self.fragments.len()));
            self.fragments.push(fragment);
        }
    }

    /// Whether a word in the form of a noun is what others do: *states that border Texas*.
    fn does(&self, start: usize, end: usize) -> bool {
        let words = &self.words.words;
        let (Some(before), Some(after)) = (
            start.checked_sub(1).map(|at| &words[at]),
            words.get(end).filter(|after| !after.is_punctuation()),
        ) else {
            return false;
        };
        let plain = end - start == 1 && words[start].lower == words[start].root;
        let plural = before.tag.is_noun() && before.root != before.lower && !before.capital;
        let relative = ["that", "which", "who"].contains(&before.lower.as_str()) && start > 1;
        plain
            && (plural || relative)
            && !words[start].capital
            && !["of", "and", "or", "for", "with"].contains(&after.lower.as_str())
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
                Piece::Operator(
                    Operator::Possessive | Operator::Aggregate(_) | Operator::Convention(_),
                    _,
                ) => {}
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

    /// A fragment that no word of its own stands for.
    fn imply(&mut self, what: What, place: usize) -> usize {
        let mut fragment = Fragment::new(what, place, place + 1);
        fragment.implied = true;
        self.fragments.push(fragment);
        self.fragments.len() - 1
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
        let either = self.either();
        let mut absorbed = self.absorbed;
        absorbed.sort_unstable();
        absorbed.dedup();
        let mut sketch = Sketch {
            fragments: self.fragments,
            asked: self.asked,
            group: self.group,
            orders: self.orders,
            alphabetical: self.alphabetical,
            form: self.form,
            sought: self.sought,
            difference: self.difference,
            over_groups: self.over_groups,
            excluded: self.excluded,
            opposite: self.opposite,
            rival: self.rival,
            either,
            others: others(self.words),
            score: self.sketch_score,
        };
        for gone in absorbed.into_iter().rev() {
            sketch.remove(gone);
        }
        (!sketch.asked.is_empty()).then_some(sketch)
    }
}

/// Whether others are asked for than those that are named: *other suppliers from the same country*,
/// *products from the same supplier as X*.
fn others(words: &Words) -> bool {
    (0..words.len()).any(|at| match words.at(at) {
        "other" | "another" | "else" => {
            words.at(at + 1) != "than" && words.at(at.wrapping_sub(1)) != "each"
        }
        "same" => (at + 2..words.len()).any(|later| words.at(later) == "as"),
        _ => false,
    })
}
