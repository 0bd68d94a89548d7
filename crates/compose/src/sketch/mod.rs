//! What a reading of a question amounts to: fragments of a pattern, and what is asked of them.

mod draw;
mod variants;

pub(crate) use draw::draw;

use crate::knowledge::units::Unit;
use crate::lexicon::facts::TermId;
use crate::lexicon::relation::RelationId;
use crate::lexicon::schema::Class;
use crate::reading::operator::Sought;
use crate::reading::{Aggregate, Comparison, Derived, Extreme, RelationReading, Search};

/// What a fragment is about.
#[derive(Clone, Debug)]
pub(crate) enum What {
    Class(Class),
    Nodes(Vec<TermId>),
    Relation(Vec<RelationReading>),
    Values(Vec<(RelationId, Vec<TermId>)>),
    Text(Search, Vec<RelationId>),
    /// A quantity that several properties of something make up.
    Derived(Derived),
}

/// What values must fulfil.
#[derive(Clone, Debug)]
pub(crate) enum Bounds {
    Numbers(Vec<(Comparison, f64)>, Option<Unit>),
    Dates(Vec<(Comparison, String)>),
    /// Compared with the average over its class.
    Average(Comparison),
    /// Compared with the same quantity of another fragment.
    Other(Comparison, usize),
}

/// A piece of the pattern that is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Fragment {
    pub(crate) what: What,
    /// The words that it comes from.
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Whether it names a link between things rather than a thing.
    pub(crate) verb: bool,
    pub(crate) negated: bool,
    /// Whether its owner has nothing but this.
    pub(crate) only: bool,
    pub(crate) bounds: Option<Bounds>,
    pub(crate) extreme: Option<Extreme>,
    /// Whether it is how many there are that counts.
    pub(crate) counted: bool,
    pub(crate) aggregate: Option<Aggregate>,
    /// The fragment that it must be about.
    pub(crate) owner: Option<usize>,
    /// Whether owners without it stay.
    pub(crate) optional: bool,
    /// Whether it is one of several that must all hold.
    pub(crate) both: bool,
    /// Whether it is asked how much or how many of it.
    pub(crate) amount: bool,
    /// The preposition before it.
    pub(crate) preposition: String,
    /// Whether no word of the question stands for it but that of an operation.
    pub(crate) implied: bool,
}

impl Fragment {
    pub(crate) fn new(what: What, start: usize, end: usize) -> Self {
        Self {
            what,
            start,
            end,
            verb: false,
            negated: false,
            only: false,
            bounds: None,
            extreme: None,
            counted: false,
            aggregate: None,
            owner: None,
            optional: false,
            both: false,
            implied: false,
            amount: false,
            preposition: String::new(),
        }
    }

    /// Whether what it measures is made of many values.
    pub(crate) fn is_aggregate(&self) -> bool {
        self.counted || self.aggregate.is_some()
    }
}

/// The form of the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    List,
    YesNo,
    /// The share of those that fulfil everything, in percent.
    Share,
}

/// Another thing of which the same is measured as of one that a fragment names.
#[derive(Clone, Debug)]
pub(crate) struct Rival {
    pub(crate) of: usize,
    pub(crate) other: What,
    pub(crate) comparison: Comparison,
}

/// Fragments, and what is asked of them.
#[derive(Clone, Debug)]
pub(crate) struct Sketch {
    pub(crate) fragments: Vec<Fragment>,
    /// The fragments whose values are columns, the first the main one.
    pub(crate) asked: Vec<usize>,
    /// The fragment by which is grouped.
    pub(crate) group: Option<usize>,
    /// Fragments that order the rows, and whether downwards.
    pub(crate) orders: Vec<(usize, bool)>,
    pub(crate) alphabetical: bool,
    pub(crate) form: Form,
    pub(crate) sought: Option<Sought>,
    /// What is made of the counts of all groups.
    pub(crate) over_groups: Option<Aggregate>,
    /// Classes that a fragment is said not to belong to.
    pub(crate) excluded: Vec<(usize, Class)>,
    /// Two quantities whose difference is asked for.
    pub(crate) difference: Option<(usize, usize)>,
    /// Whether the other end of the order is asked for as well.
    pub(crate) opposite: bool,
    /// What the asked measure is compared with.
    pub(crate) rival: Option<Rival>,
    /// The word between two conditions of which one suffices.
    pub(crate) either: Option<usize>,
    /// Whether others are asked for than those that are named.
    pub(crate) others: bool,
    /// What the readings say for it, with what drawing it cost.
    pub(crate) score: f32,
}

impl Sketch {
    /// Takes a fragment away.
    fn remove(&mut self, gone: usize) {
        let moved = |at: usize| if at > gone { at - 1 } else { at };
        self.fragments.remove(gone);
        for fragment in &mut self.fragments {
            fragment.owner = fragment.owner.filter(|owner| *owner != gone).map(moved);
            if let Some(Bounds::Other(_, other)) = &mut fragment.bounds {
                *other = moved(*other);
            }
        }
        self.asked.retain(|at| *at != gone);
        self.asked.iter_mut().for_each(|at| *at = moved(*at));
        self.group = self.group.filter(|at| *at != gone).map(moved);
        self.excluded.retain(|(at, _)| *at != gone);
        self.excluded
            .iter_mut()
            .for_each(|(at, _)| *at = moved(*at));
        self.difference = self
            .difference
            .filter(|(one, other)| *one != gone && *other != gone)
            .map(|(one, other)| (moved(one), moved(other)));
        self.rival = self.rival.take().filter(|rival| rival.of != gone);
        if let Some(rival) = &mut self.rival {
            rival.of = moved(rival.of);
        }
        self.orders.retain(|(at, _)| *at != gone);
        self.orders.iter_mut().for_each(|(at, _)| *at = moved(*at));
    }
}
