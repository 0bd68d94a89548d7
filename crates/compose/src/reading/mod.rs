//! What spans of a question can mean: every span has several readings, nothing is decided early.

mod elements;
mod entities;
mod lattice;
pub(crate) mod operator;
mod operators;

pub(crate) use lattice::{Covering, coverings};
pub(crate) use operator::{Aggregate, Comparison, Extreme, Operator};

use crate::lexicon::Lexicon;
use crate::lexicon::facts::TermId;
use crate::lexicon::phrase::Side;
use crate::lexicon::relation::RelationId;
use crate::lexicon::schema::Class;
use crate::question::Words;

/// A relation that a span may stand for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RelationReading {
    pub(crate) relation: RelationId,
    /// Which end the span names.
    pub(crate) side: Side,
    pub(crate) score: f32,
}

/// What a span means.
#[derive(Clone, Debug)]
pub(crate) enum Meaning {
    Class(Class),
    /// One of these relations.
    Relation(Vec<RelationReading>),
    /// Nodes of one kind that share a name.
    Nodes(Vec<TermId>),
    /// Values of one of these relations.
    Values(Vec<(RelationId, Vec<TermId>)>),
    /// Words in the texts of one of these relations.
    Text(String, Vec<RelationId>),
    Operator(Operator),
    /// Nothing.
    Skipped,
}

/// A meaning of a span of words.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) meaning: Meaning,
    /// What it adds to the score of a covering.
    pub(crate) score: f32,
    /// How sure the meaning is by itself, from 0 to 1.
    pub(crate) closeness: f32,
}

/// All readings of all spans of a question.
pub(crate) fn readings(words: &Words, lexicon: &Lexicon) -> Vec<Reading> {
    let mut readings = operators::readings(words);
    let names = entities::readings(words, lexicon);
    readings.extend(elements::readings(words, lexicon, &names));
    readings.extend(names);
    readings
}
