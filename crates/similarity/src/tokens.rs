//! The tokens and names of a query text, as the measures of papers see them: by regular expressions,
//! without a grammar.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

/// The tokens of t2s-metrics: `?x`, `<iri>`, `"text"`, numbers, `prefix:local`, operators,
/// punctuation and words of ASCII letters; whatever else there is, `$x`, `@` and `^^`, is passed over.
///
/// ```
/// use lydite_similarity::tokens;
/// assert_eq!(tokens("SELECT ?x{?x a dbo:City}"), ["SELECT", "?x", "{", "?x", "a", "dbo:City", "}"]);
/// ```
pub fn tokens(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::with_capacity(bytes.len() / 6);
    let mut at = 0;
    while at < bytes.len() {
        match token(&bytes[at..]) {
            0 => at += 1,
            length => {
                tokens.push(&text[at..at + length]);
                at += length;
            }
        }
    }
    tokens
}

/// How many bytes of the token that the text begins with, 0 if it begins with none.
fn token(bytes: &[u8]) -> usize {
    let next = bytes.get(1).copied().unwrap_or_default();
    match bytes[0] {
        b'?' if is_start(next) => 1 + word(&bytes[1..]),
        b'<' => match bytes.iter().position(|byte| *byte == b'>') {
            Some(end) => end + 1,
            None => 1 + usize::from(next == b'='),
        },
        b'"' => string(bytes),
        b'0'..=b'9' => number(bytes),
        b'+' | b'-' if next.is_ascii_digit() => 1 + number(&bytes[1..]),
        byte if is_start(byte) => {
            let name = word(bytes);
            let local = match bytes.get(name) {
                Some(b':') => word(&bytes[name + 1..]),
                _ => 0,
            };
            name + if local > 0 { 1 + local } else { 0 }
        }
        b'&' | b'|' => 2 * usize::from(next == bytes[0]),
        b'!' => 2 * usize::from(next == b'='),
        b'>' => 1 + usize::from(next == b'='),
        b'=' | b'+' | b'-' | b'*' | b'/' | b'{' | b'}' | b'(' | b')' | b'[' | b']' | b'.'
        | b',' | b';' => 1,
        _ => 0,
    }
}

fn is_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

/// How many bytes of letters, digits and underscores.
fn word(bytes: &[u8]) -> usize {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    bytes.iter().take_while(|byte| is_word(byte)).count()
}

fn digits(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count()
}

fn number(bytes: &[u8]) -> usize {
    let mut end = digits(bytes);
    if bytes.get(end) == Some(&b'.') {
        let fraction = digits(&bytes[end + 1..]);
        end += if fraction > 0 { 1 + fraction } else { 0 };
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits(bytes.get(end + 1 + sign..).unwrap_or_default());
        end += if exponent > 0 { 1 + sign + exponent } else { 0 };
    }
    end
}

/// How many bytes of the string with its quotes, 0 if it does not end.
pub(crate) fn string(bytes: &[u8]) -> usize {
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            byte if byte == bytes[0] => return at + 1,
            _ => at += 1,
        }
    }
    0
}

/// Whether a character is part of a word.
pub(crate) fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// The text with its `?` variables renamed to `?v0`, `?v1` … in order of appearance.
///
/// ```
/// use lydite_similarity::renamed;
/// assert_eq!(renamed("SELECT ?b { ?b ?p ?b }"), "SELECT ?v0 { ?v0 ?v1 ?v0 }");
/// ```
pub fn renamed(text: &str) -> Cow<'_, str> {
    let mut names: FxHashMap<&str, usize> = FxHashMap::default();
    let mut result = String::new();
    let mut copied = 0;
    for (at, name) in variables(text) {
        let next = names.len();
        let number = *names.entry(name).or_insert(next);
        result.push_str(&text[copied..at]);
        result.push_str("?v");
        result.push_str(&number.to_string());
        copied = at + name.len();
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    result.push_str(&text[copied..]);
    Cow::Owned(result)
}

/// The variables of a text, each with its place.
pub(crate) fn variables(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let marks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'?');
    marks.filter_map(|(at, _)| {
        let name = &text[at + 1..];
        if !name.bytes().next().is_some_and(is_start) {
            return None;
        }
        let end = name.find(|c| !is_word(c)).unwrap_or(name.len());
        Some((at, &text[at..at + 1 + end]))
    })
}

/// Words of at least two characters in lower case, as scikit-learn's `CountVectorizer` has them.
pub(crate) fn words(lower: &str) -> impl Iterator<Item = &str> {
    let runs = lower.split(|c| !is_word(c));
    runs.filter(|word| word.chars().nth(1).is_some())
}

/// Runs of ASCII letters and digits in lower case, as rouge-score has them.
pub(crate) fn runs(lower: &str) -> impl Iterator<Item = &str> {
    let is_rest = |c: char| !(c.is_ascii_lowercase() || c.is_ascii_digit());
    lower.split(is_rest).filter(|run| !run.is_empty())
}
