//! What spans of a question can mean: every span has several readings, nothing is decided early.

mod alternatives;
pub(crate) mod derived;
mod elements;
mod entities;
mod expansion;
mod lattice;
mod opening;
pub(crate) mod operator;
mod operators;
mod searches;
mod spelling;

pub(crate) use derived::Derived;
pub(crate) use opening::drop_opening;
pub(crate) use spelling::correct;

pub(crate) use lattice::{Covering, coverings};
pub(crate) use operator::{Aggregate, Comparison, Extreme, Operator, Search, Within};

use crate::connect::derived::parts;
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
    Text(Search, Vec<RelationId>),
    Operator(Operator),
    /// A quantity that several properties make up.
    Derived(Derived),
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
    readings.retain(|reading| match reading.meaning {
        Meaning::Derived(derived) => parts(lexicon, derived).is_some(),
        _ => true,
    });
    let mut names = entities::readings(words, lexicon);
    let elements = elements::readings(words, lexicon, &names);
    for name in &mut names {
        // Products are those of that class, whatever else is called so.
        let common = elements.iter().any(|element| {
            (element.start, element.end) == (name.start, name.end)
                && matches!(element.meaning, Meaning::Class(_))
                && element.closeness > 0.99
        });
        let span = &words.words[name.start..name.end];
        let plural = span.iter().all(|word| !word.capital)
            && span.last().is_some_and(|word| word.root != word.lower);
        if common && plural && matches!(name.meaning, Meaning::Nodes(_)) {
            name.score -= 0.4;
        }
    }
    readings.extend(elements);
    readings.extend(naming_words(words, &names));
    readings.extend(preambles(words));
    readings.extend(searches::readings(words, lexicon));
    readings.extend(asides(words));
    readings.extend(empty_words(words, &readings));
    readings.extend(taught(words, lexicon));
    readings.extend(names);
    readings
}

/// Words of which training has shown for which condition they stand.
fn taught(words: &Words, lexicon: &Lexicon) -> Vec<Reading> {
    let mut found = Vec::new();
    for (at, word) in words.words.iter().enumerate() {
        let next = words
            .words
            .get(at + 1)
            .map_or("", |next| next.lemma.as_str());
        let bounds = lexicon.taught.bounds(&word.lemma, next);
        if !bounds.is_empty() {
            found.push(Reading {
                start: at,
                end: at + 1,
                meaning: Meaning::Operator(Operator::Convention(bounds.to_vec())),
                score: 1.2,
                closeness: 1.0,
            });
        }
    }
    found
}

/// Words that only announce a name: *with the ID*, *called*, *no.*
fn naming_words(words: &Words, names: &[Reading]) -> Vec<Reading> {
    const NAMING: &[&str] = &[
        "name",
        "label",
        "id",
        "code",
        "title",
        "called",
        "named",
        "identifier",
        "no",
        "number",
        "nr",
        "labelled",
        "labeled",
    ];
    let mut found: Vec<Reading> = Vec::new();
    for name in names {
        let mut at = name.start;
        while at > 0
            && ["'", "\"", "`", "“", "‘", ".", "of", "is", "the", "a"].contains(&words.at(at - 1))
        {
            at -= 1;
        }
        if at == 0
            || !NAMING.contains(&words.at(at - 1))
            || found.iter().any(|known| known.end == at)
        {
            continue;
        }
        found.push(Reading {
            start: at - 1,
            end: at,
            meaning: Meaning::Skipped,
            score: 0.75,
            closeness: 1.0,
        });
    }
    found
}

/// Sentences beside the question, and what stands before a colon: they may only lead up to it.
fn preambles(words: &Words) -> Vec<Reading> {
    let mut bounds = vec![0];
    for at in 0..words.len() {
        if [".", "?", "!", ":", ";"].contains(&words.at(at))
            && at + 1 < words.len()
            && words.at(at.wrapping_sub(1)) != "no"
        {
            bounds.push(at + 1);
        }
    }
    bounds.push(words.len());
    if bounds.len() < 3 {
        return Vec::new();
    }
    bounds
        .windows(2)
        .filter(|pair| pair[1] > pair[0] + 1)
        .map(|pair| Reading {
            start: pair[0],
            end: pair[1],
            meaning: Meaning::Skipped,
            score: -0.6,
            closeness: 1.0,
        })
        .collect()
}

/// Words that say nothing beside those after them: *pieces of hardware*, *rank the departments by*, and
/// verbs for what any link may be.
fn empty_words(words: &Words, readings: &[Reading]) -> Vec<Reading> {
    let skipped = |start: usize, end: usize, score: f32| Reading {
        start,
        end,
        meaning: Meaning::Skipped,
        score,
        closeness: 1.0,
    };
    let mut found = Vec::new();
    for at in 0..words.len() {
        let next = words.at(at + 1);
        match words.at(at) {
            "piece" | "pieces" | "item" | "items" | "kinds" | "types" if next == "of" => {
                let called = readings.iter().any(|reading| {
                    reading.start == at + 2
                        && matches!(reading.meaning, Meaning::Class(_))
                        && reading.closeness > 0.95
                });
                if called {
                    found.push(skipped(at, at + 2, 0.9));
                }
            }
            "rank" | "sort" | "order" | "arrange"
                if at == 0 && (1..words.len()).any(|at| words.at(at) == "by") =>
            {
                found.push(skipped(at, at + 1, 0.3));
            }
            "contain" | "contains" | "containing" | "include" | "includes" | "including" => {
                found.push(skipped(at, at + 1, -0.25));
            }
            "in" if ["that", "this"].contains(&next) && words.at(at + 2) == "order" => {
                found.push(skipped(at, at + 3, 0.9));
            }
            _ => {}
        }
    }
    found
}

/// Clauses that only say what an answer is for, or what was thought of: *for the fire drill I need*,
/// *taking the quantities into account*.
fn asides(words: &Words) -> Vec<Reading> {
    let aside = |start: usize, end: usize, score: f32| Reading {
        start,
        end,
        meaning: Meaning::Skipped,
        score,
        closeness: 1.0,
    };
    let mut found = Vec::new();
    for start in 0..words.len() {
        let first = start == 0 || [".", "?", "!"].contains(&words.at(start - 1));
        if first && words.at(start) == "for" {
            let end = (start + 2..(start + 10).min(words.len())).find(|at| {
                ["i", "we", ",", ":", "please", "give", "show", "list"].contains(&words.at(*at))
            });
            found.extend(end.map(|end| aside(start, end, -0.5)));
        }
        if ["taking", "considering", "with", "taken", "take"].contains(&words.at(start)) {
            let end = (start + 2..(start + 8).min(words.len()))
                .find(|at| ["account", "consideration"].contains(&words.at(*at)));
            found.extend(end.map(|end| aside(start, end + 1, 0.6)));
        }
    }
    found
}
