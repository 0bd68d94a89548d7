//! Words of the other languages: runs of letters and digits, cut where a language joins two words.

use super::Token;
use super::characters::{is_digit, is_mark, is_space};
use crate::Lang;

/// Whether it is an apostrophe.
fn is_apostrophe(ch: char) -> bool {
    matches!(ch, '\'' | '’' | 'ʼ')
}

/// Whether it joins the parts of one word, as in `ost-deutsch` or Persian `می‌شود`.
fn joins(ch: char) -> bool {
    matches!(ch, '-' | '‐' | '\u{200c}' | '\u{200d}' | '·' | '&') || is_apostrophe(ch)
}

fn is_letter(ch: char) -> bool {
    ch.is_alphanumeric() || is_mark(ch)
}

pub(super) fn tokens(text: &str, lang: Lang) -> Vec<Token<'_>> {
    let mut tokens = Vec::with_capacity(text.len() / 5 + 1);
    let mut rest = text.char_indices().peekable();
    while let Some((start, ch)) = rest.next() {
        if is_space(ch) || is_mark(ch) || matches!(ch, '\u{200b}'..='\u{200f}' | '\u{feff}') {
            continue;
        }
        if is_letter(ch) {
            let end = start + word(&text[start..]);
            cut(text, start, end, lang, &mut tokens);
            while rest.next_if(|&(at, _)| at < end).is_some() {}
            continue;
        }
        let mut end = start + ch.len_utf8();
        // Dots and dashes in a row are one sign.
        if matches!(ch, '.' | '-') {
            while let Some((at, same)) = rest.next_if(|&(_, next)| next == ch) {
                end = at + same.len_utf8();
            }
        }
        tokens.push(token(text, start, end));
    }
    tokens
}

fn token(text: &str, start: usize, end: usize) -> Token<'_> {
    Token {
        form: &text[start..end],
        start,
        end,
    }
}

/// How long the word is that begins here.
fn word(text: &str) -> usize {
    let mut end = 0;
    let mut before = ' ';
    let mut letters = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, ch)) = chars.next() {
        let next = chars.peek().map_or(' ', |&(_, next)| next);
        let inside = if is_letter(ch) {
            letters += 1;
            true
        } else if is_digit(before) && is_digit(next) {
            matches!(ch, '.' | ',' | ':' | '/' | '٫' | '٬') || joins(ch)
        } else if ch == '.' {
            // Initials keep their points: J.R.R. Tolkien, U.S.A.
            letters == 1 && before.is_uppercase() || is_letter(before) && next.is_uppercase()
        } else {
            joins(ch) && is_letter(before) && is_letter(next)
        };
        if !inside {
            // An elision may stand at the end of what was typed: `l' eau`.
            return match ch {
                _ if is_apostrophe(ch) && letters <= 2 => at + ch.len_utf8(),
                _ => end,
            };
        }
        if ch == '.' {
            letters = 0;
        }
        end = at + ch.len_utf8();
        before = ch;
    }
    end
}

/// Cuts a run into the words that the language writes together.
fn cut<'t>(text: &'t str, start: usize, end: usize, lang: Lang, tokens: &mut Vec<Token<'t>>) {
    let mut begin = start;
    match lang {
        // l'eau, qu'est, jusqu'à: the shortened word keeps the apostrophe. aujourd'hui is one word.
        Lang::Fr | Lang::It => {
            while let Some((at, mark)) = text[begin..end]
                .char_indices()
                .find(|&(_, ch)| is_apostrophe(ch))
            {
                let after = begin + at + mark.len_utf8();
                if after == end || is_one_word(&text[begin..end]) {
                    break;
                }
                tokens.push(token(text, begin, after));
                begin = after;
            }
            if lang == Lang::Fr {
                begin = cut_inversion(text, begin, end, tokens);
            }
        }
        // s-a, l-au: the pronoun in front keeps the hyphen; dă-mi, într-o: what leans on the word before
        // takes it along.
        Lang::Ro => {
            const PRONOUNS: [&str; 15] = [
                "c", "ce", "d", "i", "l", "le", "m", "mi", "n", "ne", "s", "te", "v", "ș", "ți",
            ];
            if let Some(at) = text[begin..end].find('-') {
                let hyphen = begin + at;
                let left = text[begin..hyphen].to_lowercase();
                let right = &text[hyphen + 1..end];
                if PRONOUNS.contains(&left.as_str()) {
                    tokens.push(token(text, begin, hyphen + 1));
                    begin = hyphen + 1;
                } else if right.chars().count() <= 3 && right.chars().all(char::is_lowercase) {
                    tokens.push(token(text, begin, hyphen));
                    begin = hyphen;
                }
            }
        }
        Lang::En | Lang::De | Lang::Es | Lang::Nl | Lang::Fa => {}
    }
    if begin < end {
        tokens.push(token(text, begin, end));
    }
}

fn is_one_word(word: &str) -> bool {
    let plain = word.to_lowercase().replace(['’', 'ʼ'], "'");
    matches!(
        plain.as_str(),
        "aujourd'hui" | "presqu'île" | "quelqu'un" | "prud'homme" | "o'clock"
    )
}

/// `est-ce`, `a-t-il`, `donne-moi`: the pronoun behind the verb is a word; returns where the rest begins.
fn cut_inversion<'t>(
    text: &'t str,
    start: usize,
    end: usize,
    tokens: &mut Vec<Token<'t>>,
) -> usize {
    const PRONOUNS: [&str; 14] = [
        "-t-il", "-t-elle", "-t-on", "-il", "-ils", "-elle", "-elles", "-on", "-ce", "-moi",
        "-nous", "-vous", "-je", "-tu",
    ];
    let word = &text[start..end];
    for pronoun in PRONOUNS {
        // All pronouns are ASCII; a place inside a character is not one.
        let Some(at) = word.len().checked_sub(pronoun.len()).filter(|&at| at > 0) else {
            continue;
        };
        if word.is_char_boundary(at) && word[at..].eq_ignore_ascii_case(pronoun) {
            tokens.push(token(text, start, start + at));
            return start + at;
        }
    }
    start
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_each_language() {
        for (lang, text, expected) in [
            (
                Lang::De,
                "Wer ist's? Gib mir 1.000 Ost-Städte!",
                "Wer|ist's|?|Gib|mir|1.000|Ost-Städte|!",
            ),
            (
                Lang::De,
                "Wo lebte J.R.R. Tolkien (1892-1973)?",
                "Wo|lebte|J.R.R.|Tolkien|(|1892-1973|)|?",
            ),
            (
                Lang::Es,
                "¿Dónde está «El Greco»...",
                "¿|Dónde|está|«|El|Greco|»|...",
            ),
            (
                Lang::Fr,
                "Qu'est-ce que l’eau d'aujourd'hui ?",
                "Qu'|est|-ce|que|l’|eau|d'|aujourd'hui|?",
            ),
            (
                Lang::Fr,
                "Y a-t-il Saint-Étienne? Donne-moi tout",
                "Y|a|-t-il|Saint-Étienne|?|Donne|-moi|tout",
            ),
            (
                Lang::It,
                "Dov'è l'università dell'Aquila?",
                "Dov'|è|l'|università|dell'|Aquila|?",
            ),
            (
                Lang::Nl,
                "Hoeveel foto's uit 's-Hertogenbosch?",
                "Hoeveel|foto's|uit|'|s-Hertogenbosch|?",
            ),
            (
                Lang::Ro,
                "Cine l-a născut? Dă-mi toate, într-o zi",
                "Cine|l-|a|născut|?|Dă|-mi|toate|,|într|-o|zi",
            ),
            (
                Lang::Fa,
                "چه کسی می\u{200c}نویسد؟ ۱۲٫۵،",
                "چه|کسی|می\u{200c}نویسد|؟|۱۲٫۵|،",
            ),
            (Lang::En, "", ""),
        ] {
            let tokens = tokens(text, lang);
            let forms: Vec<_> = tokens.iter().map(|token| token.form).collect();
            assert_eq!(forms.join("|"), expected, "{text}");
        }
    }
}
