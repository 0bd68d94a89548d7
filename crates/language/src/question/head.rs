//! The head word of a question: the noun that says what is asked for.

use std::collections::HashSet;

use super::QuestionForm;
use super::ask::Ask;
use crate::words::{Order, Words};
use crate::{Lang, Tag, Token};

/// The token that names what is asked for: *state* in *In which U.S. state …?*
pub(crate) fn head(
    ask: &Ask,
    tokens: &[Token<'_>],
    forms: &[String],
    tags: Option<&[Tag]>,
    words: &Words,
    lang: Lang,
) -> Option<usize> {
    let is = |at: usize, list: &HashSet<&str>| {
        forms
            .get(at)
            .is_some_and(|form| list.contains(form.as_str()))
    };
    let begin = match ask.form {
        QuestionForm::YesNo => return None,
        QuestionForm::Asks(_) if is(ask.end, &words.copulas) => ask.end + 1,
        // *پایتخت کانادا چیست؟*: the noun stands first.
        QuestionForm::Asks(_) if lang == Lang::Fa && ask.end + 3 >= forms.len() => 0,
        _ if ask.noun_follows => ask.end,
        _ => return None,
    };
    let mut at = begin;
    while is(at, &words.determiners) || forms.get(at).is_some_and(|form| form == "of") {
        at += 1;
    }
    match tags {
        Some(tags) => tagged_noun(at, tags),
        // *Wer ist Batman?* names nothing.
        None if begin > ask.end && begin == at && words.order == Order::NounLast => None,
        None => plain_noun(at, tokens, forms, words, lang),
    }
}

/// The last noun of the first group of nouns; *Brazil's lowest rank* goes on behind the possessive.
fn tagged_noun(start: usize, tags: &[Tag]) -> Option<usize> {
    let mut found = None;
    for (at, &tag) in tags.iter().enumerate().skip(start) {
        match tag {
            Tag::NN | Tag::NNS | Tag::NNP | Tag::NNPS => found = Some(at),
            Tag::POS => found = None,
            _ if found.is_some() => break,
            Tag::JJ | Tag::JJR | Tag::JJS | Tag::VBN | Tag::VBG | Tag::CD | Tag::DT => {}
            Tag::PDT | Tag::PRP | Tag::PRPS | Tag::RB | Tag::RBS | Tag::RBR | Tag::HYPH => {}
            Tag::OpenQuote | Tag::CloseQuote | Tag::CC | Tag::Comma => {}
            _ => return None,
        }
    }
    // A name is no kind of thing.
    found.filter(|&at| !tags[at].is_name())
}

fn plain_noun(
    start: usize,
    tokens: &[Token<'_>],
    forms: &[String],
    words: &Words,
    lang: Lang,
) -> Option<usize> {
    let is_noun = |at: usize| {
        let form = forms.get(at)?;
        let wordlike = form.chars().next()?.is_alphabetic();
        (wordlike && !words.stop.contains(form.as_str())).then_some(at)
    };
    let capital = |at: usize| at > 0 && tokens[at].form.starts_with(char::is_uppercase);
    let first = is_noun(start)?;
    if words.order == Order::NounFirst {
        // Where nouns are written small, a capital means a name.
        return (!capital(first)).then_some(first);
    }
    let mut last = first;
    while let Some(next) = is_noun(last + 1) {
        let goes_on = match lang {
            // Nouns have capitals.
            Lang::De if (first..=next).any(capital) => !capital(last) || capital(next),
            // Adjectives end in -e, nouns rarely do; German ones also decline.
            Lang::De => forms[last].ends_with("en") && forms[last].len() > 6,
            _ => forms[last].ends_with('e'),
        };
        if !goes_on {
            break;
        }
        last = next;
    }
    Some(last)
}

#[cfg(test)]
mod tests {
    use crate::{Analysis, Lang};

    #[test]
    fn heads_in_each_language() {
        for (lang, text, expected) in [
            (Lang::En, "In which U.S. state is Area 51?", "state"),
            (Lang::En, "what is the time zone of salt lake city", "zone"),
            (Lang::En, "How many people live in Poland?", "people"),
            (Lang::En, "What was Brazil's lowest rank?", "rank"),
            (Lang::En, "Give me all Danish films.", "films"),
            (Lang::En, "Who wrote Dubliners?", ""),
            (Lang::En, "How tall is Michael Jordan?", ""),
            (
                Lang::De,
                "Welche deutschen Städte haben mehr als 250000 Einwohner?",
                "Städte",
            ),
            (
                Lang::De,
                "Wer ist der Bürgermeister von Berlin?",
                "Bürgermeister",
            ),
            (Lang::De, "Wie hoch ist der Mount Everest?", ""),
            (Lang::De, "Wer ist Batman?", ""),
            (Lang::Es, "¿En qué ciudad nació?", "ciudad"),
            (Lang::Es, "Dame todas las películas de 2005.", "películas"),
            (Lang::It, "Qual è la capitale del Canada?", "capitale"),
            (Lang::It, "Dov'è l'Etna?", ""),
            (Lang::Fr, "Combien d'habitants a Maribor ?", "habitants"),
            (Lang::Fr, "Donne-moi tous les acteurs.", "acteurs"),
            (Lang::Nl, "Welke Griekse godinnen woonden er?", "godinnen"),
            (Lang::Ro, "Care este capitala Canadei?", "capitala"),
            (Lang::Ro, "Dă-mi toate filmele.", "filmele"),
            (Lang::Fa, "پایتخت کانادا چیست؟", "پایتخت"),
            (Lang::Fa, "کدام شهر بزرگ است؟", "شهر"),
        ] {
            let analysis = Analysis::new(text, lang);
            let head = analysis.head().map_or("", |word| word.token.form);
            assert_eq!(head, expected, "{text}");
        }
    }
}
