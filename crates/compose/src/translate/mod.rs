//! Brings questions in other languages into English, word by word and with names as they are, so that
//! everything that reads English reads them too.
//!
//! A question is cut into words; names of the graph stay as they are, other words are looked up in the
//! labels of the graph in that language and in a word list; compounds are taken apart; the words are put
//! into English order and form. Every English word knows where it comes from.

mod cognates;
mod compound;
mod english;
mod germanic;
mod glossary;
mod inflection;
mod item;
mod numerals;
mod persian;
mod romance;
mod spot;

use std::ops::Range;

use lydite_language::{Lang, detect};

use crate::lexicon::Lexicon;
use glossary::{Glossary, Looked};
use item::{Item, Kind};

/// Longer questions are not translated: their words would be cut off anyway.
const LONGEST: usize = 4000;

/// A question in English.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Translation {
    pub(crate) text: String,
    /// Its pieces, in order.
    pub(crate) pieces: Vec<Piece>,
}

/// A word or phrase of a translation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Piece {
    /// Where it stands in the translation.
    pub(crate) english: Range<usize>,
    /// What it translates.
    pub(crate) source: Range<usize>,
    /// Other words that could stand for it.
    pub(crate) also: Vec<String>,
}

/// The language that a question seems to be in: another than English only if the list of its words knows
/// more of the question than English does.
pub(crate) fn language(question: &str) -> Lang {
    let short = question.len() <= LONGEST;
    let lang = short.then(|| detect(question)).flatten();
    let Some(glossary) = lang.and_then(Glossary::of) else {
        return Lang::En;
    };
    let (mut foreign, mut english) = (0usize, 0usize);
    for token in lydite_language::tokens(question, glossary.lang) {
        if !token.form.contains(char::is_alphabetic) {
            continue;
        }
        let looked = [Looked::new(token.form, glossary.lang)];
        let hit = glossary.hits(&looked).into_iter().next();
        foreign += hit.map_or(0, |hit| 1 + usize::from(hit.closeness == 3));
        english += if lydite_language::is_stop_word(token.form, Lang::En) {
            2
        } else {
            usize::from(
                crate::knowledge::synonyms::related(&looked[0].lower)
                    .next()
                    .is_some(),
            )
        };
    }
    if foreign > english {
        glossary.lang
    } else {
        Lang::En
    }
}

/// A question of another language in English; none if it is English or there is no list of its words.
pub(crate) fn translate(question: &str, lang: Lang, lexicon: &Lexicon) -> Option<Translation> {
    let glossary = Glossary::of(lang).filter(|_| question.len() <= LONGEST)?;
    let mut items = spot::items(question, glossary, lexicon);
    items = match lang {
        Lang::De | Lang::Nl => germanic::arrange(items, lang),
        Lang::Es | Lang::It | Lang::Fr | Lang::Ro => romance::arrange(items, lang),
        Lang::Fa => persian::arrange(items),
        Lang::En => items,
    };
    which_of_them(&mut items);
    Some(written(question, &items))
}

/// *Are there any X? Which?* asks which.
fn which_of_them(items: &mut Vec<Item>) {
    let end = items.len();
    let Some(tail) = end.checked_sub(3).filter(|tail| *tail > 2) else {
        return;
    };
    let lone = items[tail].gloss == "?"
        && items[tail + 1].gloss == "which"
        && items[tail + 2].gloss == "?";
    let opening = &items[0];
    let yes_no = opening.kind == Kind::Auxiliary
        || ["do we have", "are there"].contains(&opening.gloss.as_str());
    if !(lone && yes_no) {
        return;
    }
    items.truncate(tail + 1);
    items[0].kind = Kind::Question;
    "which".clone_into(&mut items[0].gloss);
    if items[1].kind == Kind::Pronoun {
        items.remove(1);
    }
}

/// Writes the words down, with what each of them comes from.
fn written(question: &str, items: &[Item]) -> Translation {
    let mut text = String::with_capacity(question.len());
    let mut pieces = Vec::with_capacity(items.len());
    for item in items {
        let english = match item.kind {
            Kind::Unknown => item.gloss.clone(),
            _ => item.english(),
        };
        if english.is_empty() {
            continue;
        }
        let close =
            item.kind == Kind::Punctuation && !["(", "\"", "“"].contains(&item.gloss.as_str());
        if !text.is_empty() && !close {
            text.push(' ');
        }
        let start = text.len();
        text.push_str(&english);
        pieces.push(Piece {
            english: start..text.len(),
            source: item.source.clone(),
            also: item.also.clone(),
        });
    }
    Translation { text, pieces }
}
