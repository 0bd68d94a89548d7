//! Words that must stand in a text: *with "Planck" in the name*, *a town that starts with San*.

use super::{Meaning, Reading, Search, Within};
use crate::knowledge::relations;
use crate::lexicon::relation::{RelationId, ValueKind};
use crate::lexicon::{Element, Lexicon};
use crate::question::Words;

/// More words than these are not looked for.
const LONGEST: usize = 4;

const QUOTES: &[&str] = &["'", "\"", "`", "“", "”", "‘", "„", "«", "»", "``", "''"];

/// All readings of spans as words in the texts of a property.
pub(super) fn readings(words: &Words, lexicon: &Lexicon) -> Vec<Reading> {
    let mut found = Vec::new();
    for place in 0..words.len() {
        found.extend(before_its_property(words, lexicon, place));
        found.extend(after_its_property(words, lexicon, place));
    }
    found
}

/// *Planck in the name*.
fn before_its_property(words: &Words, lexicon: &Lexicon, start: usize) -> Option<Reading> {
    let first = words.words.get(start)?;
    if first.is_empty_word() && !first.capital || first.is_punctuation() {
        return None;
    }
    let mut quoted_from = start;
    if start > 0 && QUOTES.contains(&words.at(start - 1)) {
        quoted_from = start - 1;
    }
    while quoted_from > 0
        && ["word", "words", "the", "term", "string", "letters"]
            .contains(&words.at(quoted_from - 1))
    {
        quoted_from -= 1;
    }
    let mut end = start + 1;
    while end < words.len() && end - start < LONGEST && words.at(end) != "in" {
        if words.words[end].is_punctuation() && !["-", "."].contains(&words.at(end)) {
            break;
        }
        end += 1;
    }
    let mut at = end;
    if QUOTES.contains(&words.at(at)) {
        at += 1;
    } else if start == 0 || !first.capital || QUOTES.contains(&words.at(start - 1)) {
        return None;
    }
    if words.at(at) != "in" {
        return None;
    }
    at += 1;
    while ["the", "their", "its", "his", "her", "product", "company"].contains(&words.at(at)) {
        at += 1;
    }
    let relations = textual(lexicon, words, at)?;
    Some(reading(
        words,
        (quoted_from, at + 1),
        (start, end),
        Within::Anywhere,
        relations,
    ))
}

/// *A name that starts with San*.
fn after_its_property(words: &Words, lexicon: &Lexicon, place: usize) -> Option<Reading> {
    let mut at = place + 1;
    while ["that", "which", "is", "are", "has", "have"].contains(&words.at(at)) {
        at += 1;
    }
    let within = match (words.at(at), words.at(at + 1)) {
        ("starts" | "start" | "starting" | "begins" | "begin" | "beginning", "with" | "in") => {
            at += 2;
            Within::Start
        }
        ("ends" | "end" | "ending", "with" | "in" | "on") => {
            at += 2;
            Within::End
        }
        (
            "contains" | "contain" | "containing" | "includes" | "include" | "including"
            | "mentions" | "mention" | "mentioning",
            _,
        ) => {
            at += 1;
            Within::Anywhere
        }
        _ => return None,
    };
    // A town whose name starts with San: it is the town.
    let owner = (place > 1 && words.at(place - 1) == "whose")
        .then(|| textual(lexicon, words, place - 2))
        .flatten();
    let (place, relations) = match owner {
        Some(relations) => (place - 2, relations),
        None => (place, textual(lexicon, words, place)?),
    };
    while [
        "the", "a", "word", "words", "letter", "letters", "string", "text", "term",
    ]
    .contains(&words.at(at))
        || QUOTES.contains(&words.at(at))
    {
        at += 1;
    }
    let start = at;
    let mut end = start;
    while end < words.len() && end - start < LONGEST {
        let word = &words.words[end];
        let ends = (word.is_punctuation() && word.text != "-")
            || (end > start && word.is_empty_word() && !word.capital);
        if ends {
            break;
        }
        end += 1;
    }
    if end == start {
        return None;
    }
    let closed = end + usize::from(QUOTES.contains(&words.at(end)));
    Some(reading(
        words,
        (place, closed),
        (start, end),
        within,
        relations,
    ))
}

fn reading(
    words: &Words,
    span: (usize, usize),
    text: (usize, usize),
    within: Within,
    relations: Vec<RelationId>,
) -> Reading {
    let pieces = &words.words[text.0..text.1];
    let mut joined = String::new();
    for (at, piece) in pieces.iter().enumerate() {
        if at > 0 && pieces[at - 1].end < piece.start {
            joined.push(' ');
        }
        joined.push_str(&piece.text);
    }
    Reading {
        start: span.0,
        end: span.1.min(words.len()),
        score: 0.9 * (span.1 - span.0) as f32,
        closeness: 0.9,
        meaning: Meaning::Text(
            Search {
                text: joined,
                within,
            },
            relations,
        ),
    }
}

/// The textual properties that a word calls.
fn textual(lexicon: &Lexicon, words: &Words, at: usize) -> Option<Vec<RelationId>> {
    let word = words.words.get(at)?;
    if !word.tag.is_noun() {
        return None;
    }
    let mut asked: Vec<(String, f32)> = vec![(word.root.clone(), 1.0)];
    let nouns = relations::asked_by(&word.root);
    asked.extend(nouns.iter().map(|noun| ((*noun).to_owned(), 0.85)));
    let mut found: Vec<(RelationId, f32)> = Vec::new();
    for matched in lexicon.vocabulary.matches(&[(&asked, "")]) {
        if let Element::Relation(relation) = matched.element
            && matches!(
                lexicon.relations[relation as usize].kind,
                ValueKind::Text | ValueKind::LongText
            )
        {
            found.push((relation, matched.score));
        }
    }
    let best = found.iter().map(|(_, score)| *score).fold(0.0, f32::max);
    found.retain(|(_, score)| *score > best - 0.1);
    found.truncate(4);
    (!found.is_empty()).then(|| found.into_iter().map(|(relation, _)| relation).collect())
}
