//! Triples from N-Triples, from the simple Turtle that link and label dumps use, and from pairs of
//! IRIs on a line. Blank nodes, brackets and long strings are skipped.

use std::collections::HashMap;
use std::io::{self, BufRead};
use std::ops::Range;

/// The object of a triple.
pub(super) enum Object<'t> {
    Iri(&'t str),
    Literal {
        value: &'t str,
        language: Option<&'t str>,
    },
}

/// A token of a line, its text in a buffer of its own.
#[derive(Clone, Debug, PartialEq)]
enum Token {
    Iri(String),
    Literal {
        value: String,
        language: Option<String>,
    },
    Mark(char),
}

/// Reads triples line by line.
pub(super) struct Triples<R> {
    lines: R,
    line: String,
    prefixes: HashMap<String, String>,
    tokens: Vec<Token>,
    /// The tokens of the line that are not read yet.
    rest: Range<usize>,
    subject: Option<String>,
    predicate: Option<String>,
    object: Option<Token>,
}

impl<R: BufRead> Triples<R> {
    pub(super) fn new(lines: R) -> Self {
        Self {
            lines,
            line: String::new(),
            prefixes: HashMap::from(
                [
                    ("owl", "http://www.w3.org/2002/07/owl#"),
                    ("rdfs", "http://www.w3.org/2000/01/rdf-schema#"),
                    ("skos", "http://www.w3.org/2004/02/skos/core#"),
                    ("dbo", "http://dbpedia.org/ontology/"),
                    ("dbr", "http://dbpedia.org/resource/"),
                    ("wd", "http://www.wikidata.org/entity/"),
                ]
                .map(|(prefix, iri)| (prefix.to_owned(), iri.to_owned())),
            ),
            tokens: Vec::new(),
            rest: 0..0,
            subject: None,
            predicate: None,
            object: None,
        }
    }

    /// The triple that was read; without a predicate if the line has two IRIs only.
    pub(super) fn triple(&self) -> (&str, Option<&str>, Object<'_>) {
        let object = match &self.object {
            Some(Token::Iri(iri)) => Object::Iri(iri),
            Some(Token::Literal { value, language }) => Object::Literal {
                value,
                language: language.as_deref(),
            },
            Some(Token::Mark(_)) | None => Object::Iri(""),
        };
        (
            self.subject.as_deref().unwrap_or(""),
            self.predicate.as_deref(),
            object,
        )
    }

    /// Reads the next triple; `false` at the end.
    pub(super) fn advance(&mut self) -> io::Result<bool> {
        loop {
            for at in self.rest.by_ref() {
                let token = self.tokens[at].clone();
                match token {
                    Token::Mark('.') => (self.subject, self.predicate) = (None, None),
                    Token::Mark(';') => self.predicate = None,
                    Token::Mark(_) => {}
                    token if self.subject.is_some() && self.predicate.is_some() => {
                        self.object = Some(token);
                        return Ok(true);
                    }
                    Token::Iri(iri) if self.subject.is_some() => self.predicate = Some(iri),
                    Token::Iri(iri) => self.subject = Some(iri),
                    Token::Literal { .. } => {}
                }
            }
            if !self.next_line()? {
                return Ok(false);
            }
            if let [Token::Iri(subject), Token::Iri(object)] = &self.tokens[..]
                && self.subject.is_none()
            {
                (self.subject, self.predicate) = (Some(subject.clone()), None);
                self.object = Some(Token::Iri(object.clone()));
                self.tokens[0] = Token::Mark('.');
                self.rest = 0..1;
                return Ok(true);
            }
        }
    }

    fn next_line(&mut self) -> io::Result<bool> {
        let mut bytes = std::mem::take(&mut self.line).into_bytes();
        bytes.clear();
        if self.lines.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(false);
        }
        self.line = String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
        self.tokens.clear();
        let line = self.line.trim();
        let directive = line
            .strip_prefix("@prefix")
            .or_else(|| line.strip_prefix("PREFIX"))
            .or_else(|| line.strip_prefix("prefix"));
        match directive {
            Some(rest) => {
                if let Some((name, iri)) = rest.split_once(':') {
                    let iri = iri.trim().trim_end_matches('.').trim();
                    let iri = iri.trim_start_matches('<').trim_end_matches('>');
                    self.prefixes.insert(name.trim().to_owned(), iri.to_owned());
                }
            }
            None => tokenise(line, &self.prefixes, &mut self.tokens),
        }
        self.rest = 0..self.tokens.len();
        Ok(true)
    }
}

fn tokenise(line: &str, prefixes: &HashMap<String, String>, tokens: &mut Vec<Token>) {
    let mut rest = line;
    loop {
        rest = rest.trim_start();
        let Some(first) = rest.chars().next() else {
            return;
        };
        match first {
            '#' => return,
            '<' => {
                let Some(end) = rest.find('>') else { return };
                tokens.push(Token::Iri(unescape(&rest[1..end])));
                rest = &rest[end + 1..];
            }
            '"' => {
                let Some(end) = closing_quote(rest) else {
                    return;
                };
                let value = unescape(&rest[1..end]);
                rest = &rest[end + 1..];
                let mut language = None;
                if let Some(tagged) = rest.strip_prefix('@') {
                    let end = tagged
                        .find(|c: char| !c.is_ascii_alphanumeric() && c != '-')
                        .unwrap_or(tagged.len());
                    language = Some(tagged[..end].to_owned());
                    rest = &tagged[end..];
                } else if let Some(typed) = rest.strip_prefix("^^") {
                    let end = typed
                        .find(|c: char| c.is_whitespace() || matches!(c, ';' | ','))
                        .unwrap_or(typed.len());
                    rest = &typed[end..];
                }
                tokens.push(Token::Literal { value, language });
            }
            '.' | ';' | ',' => {
                tokens.push(Token::Mark(first));
                rest = &rest[1..];
            }
            _ => {
                let end = rest
                    .find(|c: char| c.is_whitespace() || matches!(c, '<' | '"'))
                    .unwrap_or(rest.len());
                let (word, after) = rest.split_at(end.max(first.len_utf8()));
                rest = after;
                let (word, mark) = match word.strip_suffix([';', ',']) {
                    Some(bare) => (bare, word.chars().last()),
                    None => (word, None),
                };
                if let Some(iri) = resolve(word, prefixes) {
                    tokens.push(Token::Iri(iri));
                }
                tokens.extend(mark.map(Token::Mark));
            }
        }
    }
}

/// The IRI that a bare word stands for.
fn resolve(word: &str, prefixes: &HashMap<String, String>) -> Option<String> {
    if word.contains("://") {
        return Some(word.to_owned());
    }
    let (prefix, local) = word.split_once(':')?;
    let namespace = prefixes.get(prefix)?;
    Some(format!("{namespace}{}", local.replace('\\', "")))
}

fn closing_quote(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'"' => return Some(at),
            _ => at += 1,
        }
    }
    None
}

/// Decodes `\n`, `\"`, `\u00e9` and the like.
fn unescape(text: &str) -> String {
    if !text.contains('\\') {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r') => out.push('\r'),
            Some(kind @ ('u' | 'U')) => {
                let digits = if kind == 'u' { 4 } else { 8 };
                let code: String = chars.by_ref().take(digits).collect();
                let decoded = u32::from_str_radix(&code, 16).ok();
                out.push(decoded.and_then(char::from_u32).unwrap_or('\u{fffd}'));
            }
            Some(other) => out.push(other),
            None => {}
        }
    }
    out
}
