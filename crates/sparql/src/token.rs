//! Cuts a query into tokens without losing a byte, valid SPARQL or not.
//!
//! The cutter never fails: what it cannot place becomes a [`Kind::Symbol`] of one character. Joining
//! the tokens gives the text back, which is what makes repairs local and their positions exact.

use std::borrow::Cow;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// White space and comments.
    Space,
    /// `<http://…>`.
    Iri,
    /// `http://…` without brackets.
    BareIri,
    /// `dbo:Person`, or `dbo:` alone.
    Name,
    /// `?x` or `$x`.
    Variable,
    /// `"…"`, `'…'` and the long forms.
    String,
    /// `@en`.
    Language,
    /// `12`, `1.5`, `2e3`, without a sign.
    Number,
    /// `2010-12-31` or `2010-12-31T00:00:00Z`, which valid SPARQL has only in quotes.
    Date,
    /// `_:b`.
    Blank,
    /// A keyword, a function name, or any other word.
    Word,
    /// A bracket, a separator or an operator.
    Symbol,
    /// `text:"…"` of hybrid queries.
    Text,
}

/// A piece of the query.
#[derive(Clone, Debug)]
pub(crate) struct Token<'a> {
    pub(crate) kind: Kind,
    pub(crate) text: Cow<'a, str>,
    /// Where it begins in the text as given.
    pub(crate) at: usize,
}

impl<'a> Token<'a> {
    pub(crate) fn new(kind: Kind, text: impl Into<Cow<'a, str>>, at: usize) -> Self {
        Self {
            kind,
            text: text.into(),
            at,
        }
    }

    pub(crate) fn is_space(&self) -> bool {
        self.kind == Kind::Space
    }

    pub(crate) fn is(&self, symbol: &str) -> bool {
        self.kind == Kind::Symbol && self.text == symbol
    }

    pub(crate) fn is_word(&self, word: &str) -> bool {
        self.kind == Kind::Word && self.text.eq_ignore_ascii_case(word)
    }

    pub(crate) fn is_any_word(&self, words: &[&str]) -> bool {
        self.kind == Kind::Word
            && words
                .iter()
                .any(|word| self.text.eq_ignore_ascii_case(word))
    }
}

/// Cuts `text` into tokens.
pub(crate) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::with_capacity(text.len() / 4);
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let (kind, length) = first(rest);
        tokens.push(Token::new(kind, &rest[..length], at));
        at += length;
    }
    tokens
}

/// The kind and length of the first token of a text that is not empty.
pub(crate) fn first(rest: &str) -> (Kind, usize) {
    let bytes = rest.as_bytes();
    match bytes[0] {
        b' ' | b'\t' | b'\r' | b'\n' => (Kind::Space, span(bytes, |b| b.is_ascii_whitespace())),
        b'#' => (Kind::Space, span(bytes, |b| b != b'\n' && b != b'\r')),
        b'<' => iri(bytes).map_or_else(|| symbol(rest), |length| (Kind::Iri, length)),
        b'"' | b'\'' => string(bytes).map_or_else(|| symbol(rest), |n| (Kind::String, n)),
        b'?' | b'$' => match span_chars(&rest[1..], is_variable_char) {
            0 => symbol(rest),
            length => (Kind::Variable, length + 1),
        },
        b'@' => match span(&bytes[1..], |b| b.is_ascii_alphanumeric() || b == b'-') {
            0 => symbol(rest),
            length => (Kind::Language, length + 1),
        },
        b'_' if bytes.get(1) == Some(&b':') => match span_chars(&rest[2..], is_name_char) {
            0 => symbol(rest),
            length => (Kind::Blank, length + 2),
        },
        b'0'..=b'9' => number(rest),
        b'.' if bytes.get(1).is_some_and(u8::is_ascii_digit) => {
            (Kind::Number, 1 + digits(&bytes[1..]))
        }
        b':' => (Kind::Name, 1 + local(&rest[1..])),
        byte if byte >= 0x80 || byte.is_ascii_alphabetic() || byte == b'_' => word(rest),
        _ => symbol(rest),
    }
}

fn span(bytes: &[u8], accept: impl Fn(u8) -> bool) -> usize {
    bytes
        .iter()
        .position(|&byte| !accept(byte))
        .unwrap_or(bytes.len())
}

fn span_chars(text: &str, accept: impl Fn(char) -> bool) -> usize {
    text.find(|c| !accept(c)).unwrap_or(text.len())
}

fn digits(bytes: &[u8]) -> usize {
    span(bytes, |b| b.is_ascii_digit())
}

fn symbol(rest: &str) -> (Kind, usize) {
    let two = rest.get(..2).unwrap_or("");
    let length = match two {
        "^^" | "&&" | "||" | "<=" | ">=" | "!=" => 2,
        _ => rest.chars().next().map_or(1, char::len_utf8),
    };
    (Kind::Symbol, length)
}

/// The length of the scheme that an IRI begins with, without its colon; 0 if it has none.
pub(crate) fn scheme(bytes: &[u8]) -> usize {
    let length = span(bytes, |b| b.is_ascii_alphanumeric() || b"+.-".contains(&b));
    let begins = bytes.first().is_some_and(u8::is_ascii_alphabetic);
    if begins && bytes.get(length) == Some(&b':') {
        length
    } else {
        0
    }
}

/// `<…>`. With a scheme in front it may hold characters that SPARQL forbids, and blanks where it can
/// only be an IRI.
fn iri(bytes: &[u8]) -> Option<usize> {
    let lenient = scheme(&bytes[1..]) > 0;
    // `?a<?b&&?c>?d` compares; by the grammar's longest match it would hold an IRI.
    if bytes.get(1).is_some_and(|b| b"?$=".contains(b)) {
        return None;
    }
    let end = 1 + span(&bytes[1..], |b| match b {
        b'>' | b'<' | b'"' => false,
        b'{' | b'}' | b'|' | b'^' | b'`' => lenient,
        _ => b > b' ',
    });
    match bytes.get(end) {
        Some(b'>') => Some(end + 1),
        Some(b' ') => iri_with_blanks(bytes),
        _ => None,
    }
}

/// `<http://a/New York>` or `<member of>`. After an authority each further word may hold anything
/// but what begins a variable, a prefixed name or another IRI; without one all words are plain.
fn iri_with_blanks(bytes: &[u8]) -> Option<usize> {
    let end = span(&bytes[1..], |b| {
        b != b'>' && b != b'<' && b != b'"' && b >= b' '
    }) + 1;
    let inner = std::str::from_utf8(bytes.get(1..end)?).ok()?;
    let has_authority = inner[scheme(inner.as_bytes())..].starts_with("://");
    let mut words = inner.split(' ');
    let fits = if has_authority {
        let begins = words.next().is_some();
        begins && words.all(|word| !word.starts_with(['?', '$', '{', '}']) && !word.contains(':'))
    } else {
        inner.starts_with(char::is_alphabetic)
            && words.all(|word| {
                !word.is_empty() && word.chars().all(|c| is_name_char(c) || "'.,".contains(c))
            })
    };
    (bytes.get(end) == Some(&b'>') && !inner.ends_with(' ') && fits).then_some(end + 1)
}

fn string(bytes: &[u8]) -> Option<usize> {
    let quote = bytes[0];
    if bytes.starts_with(&[quote, quote, quote]) {
        let mut at = 3;
        while at < bytes.len() {
            match bytes[at] {
                b'\\' => at += 2,
                _ if bytes[at..].starts_with(&[quote, quote, quote]) => {
                    // The closing quotes are the last three of a run.
                    let run = span(&bytes[at..], |b| b == quote).min(5);
                    return Some(at + run);
                }
                _ => at += 1,
            }
        }
        return None;
    }
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'\n' | b'\r' => return None,
            byte if byte == quote => return Some(at + 1),
            _ => at += 1,
        }
    }
    None
}

/// Whether the apostrophe at `at` is a part of the name before it, not the start of a string.
///
/// `dbr:Schindler's_List`, `dbr:L'Aquila` and `dbr:Rock_'n'_Roll` are names; in `foaf:name'Bob'@en`
/// a string follows without a blank, which is valid.
fn joins_name(text: &str, at: usize) -> bool {
    let before = text[..at].chars().next_back();
    let after = text[at + 1..].chars().next();
    let in_name = |c: Option<char>| c.is_some_and(is_name_char);
    if before == Some('_') || (in_name(before) && after == Some('_')) {
        return true;
    }
    // The second of `_'n'`.
    let opened = text[..at]
        .rfind('\'')
        .is_some_and(|open| text[..open].ends_with('_'));
    if opened && in_name(before) {
        return true;
    }
    let possessive = before == Some('s') && !in_name(after);
    (in_name(after) || possessive) && !is_glued_string(&text[at..])
}

/// Whether `text` begins with a string as people write them: plain words up to a quote that is not
/// in the middle of a word again.
fn is_glued_string(text: &str) -> bool {
    let Some(length) = string(text.as_bytes()) else {
        return false;
    };
    let (inner, after) = (&text[1..length - 1], &text[length..]);
    !inner.contains(['?', '$', '{', '}', '<', '>', ':'])
        && !after.starts_with(|c| is_name_char(c) || c == '\'')
}

fn number(rest: &str) -> (Kind, usize) {
    let bytes = rest.as_bytes();
    if let Some(length) = date(bytes) {
        return (Kind::Date, length);
    }
    let mut end = digits(bytes);
    if bytes.get(end) == Some(&b'.') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit) {
        end += 1 + digits(&bytes[end + 1..]);
    }
    if bytes.get(end).is_some_and(|b| b | 32 == b'e') {
        let sign = usize::from(bytes.get(end + 1).is_some_and(|b| b"+-".contains(b)));
        let exponent = digits(bytes.get(end + 1 + sign..).unwrap_or(&[]));
        if exponent > 0 {
            end += 1 + sign + exponent;
        }
    }
    (Kind::Number, end)
}

/// `dddd-dd-dd`, with a time of day if there is one.
fn date(bytes: &[u8]) -> Option<usize> {
    let shape = b"0000-00-00";
    let fits = bytes.len() >= shape.len()
        && shape.iter().zip(bytes).all(|(want, got)| match want {
            b'0' => got.is_ascii_digit(),
            _ => want == got,
        });
    if !fits || bytes.get(10).is_some_and(u8::is_ascii_digit) {
        return None;
    }
    let mut end = 10;
    if bytes.get(10) == Some(&b'T') && bytes.get(11).is_some_and(u8::is_ascii_digit) {
        end = 11
            + span(&bytes[11..], |b| {
                b.is_ascii_digit() || b == b':' || b == b'.'
            });
        end += usize::from(bytes.get(end) == Some(&b'Z'));
    }
    Some(end)
}

fn word(rest: &str) -> (Kind, usize) {
    let bytes = rest.as_bytes();
    let mut end = span_chars(rest, is_name_char);
    if end == 0 {
        return symbol(rest);
    }
    // A prefix may hold dots, but does not end with one.
    let mut probe = end;
    while bytes.get(probe) == Some(&b'.') {
        let more = span_chars(&rest[probe + 1..], is_name_char);
        if more == 0 {
            break;
        }
        probe += 1 + more;
    }
    if bytes.get(probe) == Some(&b':') {
        end = probe;
    }
    if bytes.get(end) != Some(&b':') {
        // Texts that have lost their quotes: `Schindler's List`.
        while bytes.get(end) == Some(&b'\'') && joins_name(rest, end) {
            end += 1 + span_chars(&rest[end + 1..], is_name_char);
        }
        return (Kind::Word, end);
    }
    let after = &rest[end + 1..];
    if after.starts_with("//") && matches!(&rest[..end], "http" | "https") {
        let length = span_chars(after, |c| !c.is_whitespace() && !"<>\"{}".contains(c));
        let iri = after[..length].trim_end_matches(['.', ';', ',', ')']);
        return (Kind::BareIri, end + 1 + iri.len());
    }
    if &rest[..end] == "text"
        && after.starts_with(['"', '\''])
        && let Some(length) = string(after.as_bytes())
    {
        return (Kind::Text, end + 1 + length);
    }
    (Kind::Name, end + 1 + local(after))
}

/// The part of a prefixed name after the colon, with as many groups of dots as SPARQL 1.1 allows, and
/// with the apostrophes that people forget to escape.
fn local(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let piece = local_char(&text[at..]);
        if piece > 0 {
            at += piece;
            continue;
        }
        if bytes[at] == b'\'' && joins_name(text, at) {
            at += 1;
            continue;
        }
        let dots = span(&bytes[at..], |b| b == b'.');
        if at == 0 || dots == 0 || local_char(&text[at + dots..]) == 0 {
            return at;
        }
        at += dots;
    }
    at
}

/// The length of the character or escape that continues a local name, the dot aside.
fn local_char(text: &str) -> usize {
    match text.chars().next() {
        Some('\\') if text[1..].starts_with(|c: char| c.is_ascii_punctuation()) => 2,
        Some(':' | '%') => 1,
        Some(c) if is_name_char(c) => c.len_utf8(),
        _ => 0,
    }
}

/// `PN_CHARS` of the SPARQL grammar.
pub(crate) fn is_name_char(c: char) -> bool {
    is_variable_char(c) || c == '-'
}

/// A character of a variable's name: `PN_CHARS` without the hyphen.
fn is_variable_char(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric() || c == '_';
    }
    matches!(c,
        '\u{B7}'
        | '\u{C0}'..='\u{D6}'
        | '\u{D8}'..='\u{F6}'
        | '\u{F8}'..='\u{37D}'
        | '\u{37F}'..='\u{1FFF}'
        | '\u{200C}'..='\u{200D}'
        | '\u{203F}'..='\u{2040}'
        | '\u{2070}'..='\u{218F}'
        | '\u{2C00}'..='\u{2FEF}'
        | '\u{3001}'..='\u{D7FF}'
        | '\u{F900}'..='\u{FDCF}'
        | '\u{FDF0}'..='\u{FFFD}'
        | '\u{10000}'..='\u{EFFFF}')
}

#[cfg(test)]
mod tests {
    use super::{Kind, tokens};

    fn kinds(text: &str) -> Vec<(Kind, String)> {
        tokens(text)
            .into_iter()
            .filter(|token| !token.is_space())
            .map(|token| (token.kind, token.text.into_owned()))
            .collect()
    }

    #[test]
    fn every_kind_is_told_apart() {
        for (text, kind) in [
            ("<http://a/b|c>", Kind::Iri),
            ("http://a/b", Kind::BareIri),
            ("res:T._E._Lawrence", Kind::Name),
            ("dbo:", Kind::Name),
            ("?x", Kind::Variable),
            ("'it\\'s'", Kind::String),
            ("\"\"\"a \"b\" c\"\"\"", Kind::String),
            ("@en-GB", Kind::Language),
            ("2.78e-01", Kind::Number),
            ("1950-12-31T00:00:00Z", Kind::Date),
            ("_:b1", Kind::Blank),
            ("SELECT", Kind::Word),
            ("text:\"wife of\"", Kind::Text),
            ("text:keyword", Kind::Name),
        ] {
            assert_eq!(kinds(text), [(kind, text.to_owned())]);
        }
    }

    #[test]
    fn names_stop_before_the_dot_that_ends_a_triple() {
        let found = kinds("?x a dbr:Apple_Inc. }");
        assert_eq!(found[2], (Kind::Name, "dbr:Apple_Inc".to_owned()));
        assert_eq!(found[3], (Kind::Symbol, ".".to_owned()));
    }

    #[test]
    fn less_than_is_not_an_iri() {
        assert_eq!(kinds("?a < ?b && ?c > ?d")[1], (Kind::Symbol, "<".into()));
        assert_eq!(kinds("?a<?b&&?c>?d").len(), 3 + 4);
    }
}
