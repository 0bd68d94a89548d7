//! Normal forms under which words of questions and names of graphs meet.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A word without case, accents and typographic variants.
pub(crate) fn fold(word: &str) -> String {
    let mut folded = String::with_capacity(word.len());
    for character in word.nfkd() {
        match character {
            'ß' => folded.push_str("ss"),
            'ø' | 'Ø' => folded.push('o'),
            'ł' | 'Ł' => folded.push('l'),
            'æ' | 'Æ' => folded.push_str("ae"),
            'œ' | 'Œ' => folded.push_str("oe"),
            '’' | '‘' => folded.push('\''),
            mark if is_combining_mark(mark) => {}
            other => folded.extend(other.to_lowercase()),
        }
    }
    folded
}

/// A word of a name: [`fold`]ed, and with `ae`, `oe`, `ue` written as the umlauts that they may stand for.
pub(crate) fn fold_name(word: &str) -> String {
    let folded = fold(word);
    let mut collapsed = String::with_capacity(folded.len());
    for character in folded.chars() {
        let umlaut = character == 'e' && collapsed.ends_with(['a', 'o', 'u']);
        if !umlaut || collapsed.len() < 2 {
            collapsed.push(character);
        }
    }
    collapsed
}

/// The words of a text, cut where neither letters nor digits stand; numbers keep their point.
pub(crate) fn words_of(text: &str) -> impl Iterator<Item = &str> {
    WordsOf { rest: text }
}

struct WordsOf<'t> {
    rest: &'t str,
}

impl<'t> Iterator for WordsOf<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        let start = self.rest.find(char::is_alphanumeric)?;
        let text = &self.rest[start..];
        let end = word_end(text);
        self.rest = &text[end..];
        Some(&text[..end])
    }
}

/// Where the word ends with which a text begins.
pub(crate) fn word_end(text: &str) -> usize {
    let digits_only = |piece: &str| piece.chars().all(|c| c.is_ascii_digit());
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        if character.is_alphanumeric() || is_combining_mark(character) {
            continue;
        }
        let joins = matches!(character, '.' | ',')
            && digits_only(
                text[..at].trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ','),
            )
            && at > 0
            && characters
                .peek()
                .is_some_and(|(_, next)| next.is_ascii_digit());
        if !joins {
            return at;
        }
    }
    text.len()
}

/// The words of an identifier: `hasBomPart`, `weight_g`, `street-address`, `C++Guide`.
pub(crate) fn identifier_words(identifier: &str) -> Vec<String> {
    let mut words = Vec::new();
    for piece in identifier.split(|c: char| !c.is_alphanumeric()) {
        let characters: Vec<char> = piece.chars().collect();
        let mut word = String::new();
        for (at, character) in characters.iter().enumerate() {
            let before = at.checked_sub(1).map(|at| characters[at]);
            let next = characters.get(at + 1);
            let starts = before.is_some_and(|before| {
                character.is_uppercase()
                    && (!before.is_uppercase() || next.is_some_and(|next| next.is_lowercase()))
            });
            if starts && !word.is_empty() {
                words.push(std::mem::take(&mut word));
            }
            word.push(*character);
        }
        if !word.is_empty() {
            words.push(word);
        }
    }
    words
}

/// What an IRI says by itself: its last part, percent-decoded.
pub(crate) fn local_name(iri: &str) -> String {
    let trimmed = iri.trim_end_matches(['/', '#']);
    let cut = trimmed.rfind(['/', '#']).map_or(0, |at| at + 1);
    decode(&trimmed[cut..])
}

fn decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = (bytes[at] == b'%')
            .then(|| text.get(at + 1..at + 3))
            .flatten()
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        if let Some(byte) = hex {
            decoded.push(byte);
            at += 3;
        } else {
            decoded.push(bytes[at]);
            at += 1;
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

/// The singular of an English noun, in lower case.
pub(crate) fn singular(word: &str) -> String {
    if word.len() <= 3 || word.ends_with("ss") {
        return word.to_owned();
    }
    lydite_language::lemma(word, lydite_language::Tag::NNS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_meet_whatever_their_spelling() {
        for (one, other) in [
            ("Möller", "Moeller"),
            ("São", "sao"),
            ("STRASSE", "straße"),
            ("Côte", "cote"),
        ] {
            assert_eq!(fold_name(one), fold_name(other));
        }
    }

    #[test]
    fn identifiers_have_words() {
        let words = |identifier| identifier_words(identifier).join(" ");
        assert_eq!(words("hasBomPart"), "has Bom Part");
        assert_eq!(words("weight_g"), "weight g");
        assert_eq!(words("isUSRepresentative"), "is US Representative");
        assert_eq!(words("street-address"), "street address");
        assert_eq!(local_name("http://a/empl-A.B%40c.org"), "empl-A.B@c.org");
    }

    #[test]
    fn numbers_keep_their_point() {
        let words: Vec<_> = words_of("748,40 EUR (T291-41), 0.9.").collect();
        assert_eq!(words, ["748,40", "EUR", "T291", "41", "0.9"]);
    }
}
