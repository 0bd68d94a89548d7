//! What the tags of the words of a question say.

use lydite_language::{Tag, Token};

use super::{At, Features, Value};

/// The tags whose presence QaldGen records.
const PRESENT: [(Tag, At); 21] = [
    (Tag::IN, At::IN),
    (Tag::JJ, At::JJ),
    (Tag::JJR, At::JJR),
    (Tag::JJS, At::JJS),
    (Tag::NN, At::NN),
    (Tag::NNS, At::NNS),
    (Tag::NNP, At::NNP),
    (Tag::NNPS, At::NNPS),
    (Tag::PRP, At::PRP),
    (Tag::RB, At::RB),
    (Tag::RBR, At::RBR),
    (Tag::RBS, At::RBS),
    (Tag::VB, At::VB),
    (Tag::VBD, At::VBD),
    (Tag::VBG, At::VBG),
    (Tag::VBN, At::VBN),
    (Tag::VBP, At::VBP),
    (Tag::VBZ, At::VBZ),
    (Tag::WDT, At::WDT),
    (Tag::WP, At::WP),
    (Tag::SYM, At::SYM),
];

/// The tags that Frankenstein counts.
const COUNTED: [(Tag, At); 24] = [
    (Tag::DT, At::countDT),
    (Tag::IN, At::countIN),
    (Tag::JJ, At::countJJ),
    (Tag::JJR, At::countJJR),
    (Tag::JJS, At::countJJS),
    (Tag::NN, At::countNN),
    (Tag::NNS, At::countNNS),
    (Tag::NNP, At::countNNP),
    (Tag::NNPS, At::countNNPS),
    (Tag::PRP, At::countPRP),
    (Tag::RB, At::countRB),
    (Tag::RBR, At::countRBR),
    (Tag::RBS, At::countRBS),
    (Tag::UH, At::countUH),
    (Tag::VB, At::countVB),
    (Tag::VBD, At::countVBD),
    (Tag::VBG, At::countVBG),
    (Tag::VBN, At::countVBN),
    (Tag::VBP, At::countVBP),
    (Tag::VBZ, At::countVBZ),
    (Tag::WDT, At::countWDT),
    (Tag::WP, At::countWP),
    (Tag::WPS, At::countWPS),
    (Tag::WRB, At::countWRB),
];

pub(super) fn measure(tokens: &[Token<'_>], tags: &[Tag], features: &mut Features) {
    let count = |tag: Tag| tags.iter().filter(|other| **other == tag).count() as i64;
    for (tag, at) in PRESENT {
        features.put(at, Value::Boolean(count(tag) > 0));
    }
    for (tag, at) in COUNTED {
        features.put(at, Value::Integer(count(tag)));
    }
    for (wanted, listed, total) in [
        (Tag::is_noun as fn(Tag) -> bool, At::nouns, At::totalNounds),
        (Tag::is_adjective, At::adjectives, At::totalAdjectives),
        (Tag::is_verb, At::verbs, At::totalVerbs),
    ] {
        let count = tags.iter().filter(|tag| wanted(**tag)).count();
        features.put(listed, Value::Text(list(tokens, tags, wanted)));
        features.put(total, Value::Integer(count as i64));
    }
}

/// QaldGen's question type: all words that ask, and modal verbs.
pub(super) fn measure_question_type(tokens: &[Token<'_>], tags: &[Tag], features: &mut Features) {
    let asking = list(tokens, tags, |tag| tag.is_question_word() || tag == Tag::MD);
    features.put(At::questionType, Value::Text(asking));
}

/// The tokens with such tags as QaldGen lists them: a comma after each.
fn list(tokens: &[Token<'_>], tags: &[Tag], wanted: fn(Tag) -> bool) -> String {
    let found = tokens.iter().zip(tags).filter(|(_, tag)| wanted(**tag));
    found
        .map(|(token, _)| format!("{}, ", token.form))
        .collect()
}
