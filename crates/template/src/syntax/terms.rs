//! Terms: IRIs, literals, blank nodes.

use std::borrow::Cow;

use super::Grammar;
use super::parser::Parser;
use super::scan::Stop;
use super::tree::{Literal, Term};

const XSD: &str = "http://www.w3.org/2001/XMLSchema#";

impl<'q> Parser<'q, '_> {
    /// Whether an IRI or a prefixed name is next.
    pub(super) fn sees_iri(&mut self) -> bool {
        self.peek() == b'<' || self.prefix_len().is_some()
    }

    /// An IRI or a prefixed name.
    pub(super) fn iri(&mut self) -> Result<Cow<'q, str>, Stop> {
        if self.peek() == b'<' {
            let iri = self.iri_ref()?;
            return Ok(self.absolute(iri));
        }
        let Some(length) = self.prefix_len() else {
            return Err(self.stop("an IRI"));
        };
        let start = self.at;
        let prefix = &self.rest()[..length - 1];
        self.at += length;
        let length = self.local_len();
        let local = &self.rest()[..length];
        self.at += length;
        let Some(namespace) = self.namespace(prefix) else {
            self.unknown.get_or_insert((start, prefix));
            return Ok(Cow::Borrowed(&self.text[start..self.at]));
        };
        let mut iri = namespace.into_owned();
        if self.grammar == Grammar::Rdflib || !local.contains('\\') {
            iri.push_str(local);
        } else {
            iri.extend(local.chars().filter(|c| *c != '\\'));
        }
        Ok(Cow::Owned(iri))
    }

    /// The text between angle brackets, which must be next.
    pub(super) fn iri_ref(&mut self) -> Result<&'q str, Stop> {
        let open = self.peek() == b'<';
        let stop = self.stop("an IRI without spaces");
        let rest = self.rest().get(1..).unwrap_or_default();
        let end = rest.find(|c| c <= ' ' || "<>\"{}|^`\\".contains(c));
        match end {
            Some(end) if open && rest[end..].starts_with('>') => {
                self.at += end + 2;
                Ok(&rest[..end])
            }
            _ => Err(stop),
        }
    }

    /// Makes an IRI absolute, if the query has a base.
    pub(super) fn absolute(&self, iri: &'q str) -> Cow<'q, str> {
        let base = match self.base {
            Some(base) if !iri.contains(':') => base,
            _ => return Cow::Borrowed(iri),
        };
        let folder = match iri.as_bytes().first() {
            None | Some(b'#') => base.split('#').next().unwrap_or(base),
            Some(b'/') => {
                let host = base.find("://").map_or(0, |at| at + 3);
                let path = base[host..].find('/').map_or(base.len(), |at| host + at);
                &base[..path]
            }
            _ => base.rfind('/').map_or(base, |at| &base[..=at]),
        };
        Cow::Owned(format!("{folder}{iri}"))
    }

    fn namespace(&mut self, prefix: &'q str) -> Option<Cow<'q, str>> {
        let declared = self.declared.iter().rev().find(|(name, _)| *name == prefix);
        if let Some((_, namespace)) = declared {
            return Some(namespace.clone());
        }
        let (_, namespace) = self.prefixes.iter().find(|(name, _)| *name == prefix)?;
        if !self.assumed.contains(&prefix) {
            self.assumed.push(prefix);
        }
        Some(Cow::Owned((*namespace).to_owned()))
    }

    /// A variable or an IRI.
    pub(super) fn variable_or_iri(&mut self) -> Result<Term<'q>, Stop> {
        match self.peek() {
            b'?' | b'$' => Ok(Term::Variable(self.variable()?)),
            _ => Ok(Term::Iri(self.iri()?)),
        }
    }

    /// Whether a term is next that is not a bracket.
    pub(super) fn sees_term(&mut self) -> bool {
        match self.peek() {
            b'?' | b'$' | b'<' | b'"' | b'\'' | b'+' | b'-' => true,
            b'.' => self.byte(1).is_ascii_digit(),
            b'_' => self.byte(1) == b':',
            byte if byte.is_ascii_digit() => true,
            _ => self.prefix_len().is_some() || self.sees("true") || self.sees("false"),
        }
    }

    /// A variable, IRI, literal or labelled blank node.
    pub(super) fn term(&mut self) -> Result<Term<'q>, Stop> {
        match self.peek() {
            b'?' | b'$' => Ok(Term::Variable(self.variable()?)),
            b'"' | b'\'' => Ok(Term::Literal(self.string_literal()?)),
            b'_' if self.byte(1) == b':' => Ok(Term::Blank(self.blank_label()?)),
            byte if byte.is_ascii_digit() || b"+-.".contains(&byte) => {
                Ok(Term::Literal(self.number()?))
            }
            b'<' => Ok(Term::Iri(self.iri()?)),
            _ if self.prefix_len().is_some() => Ok(Term::Iri(self.iri()?)),
            _ => Ok(Term::Literal(self.boolean()?)),
        }
    }

    /// `true` or `false`.
    pub(super) fn boolean(&mut self) -> Result<Literal<'q>, Stop> {
        let value = match (self.keyword("true"), self.keyword("false")) {
            (true, _) => "true",
            (_, true) => "false",
            _ => return Err(self.stop("a term")),
        };
        Ok(typed(value, "boolean"))
    }

    /// A number with or without a sign.
    pub(super) fn number(&mut self) -> Result<Literal<'q>, Stop> {
        self.skip();
        let rest = self.rest();
        let sign = usize::from(rest.starts_with(['+', '-']));
        let digits = |from: usize| {
            let tail = &rest[from..];
            tail.bytes()
                .position(|b| !b.is_ascii_digit())
                .unwrap_or(tail.len())
        };
        let whole = digits(sign);
        let point = rest[sign + whole..].starts_with('.');
        let fraction = if point { digits(sign + whole + 1) } else { 0 };
        if whole + fraction == 0 {
            return Err(self.stop("a number"));
        }
        let short = sign + whole;
        let full = short + usize::from(point) + fraction;
        let (end, datatype) = match (exponent(&rest[full..]), fraction) {
            (0, 0) => (short, "integer"),
            (0, _) => (full, "decimal"),
            (length, _) => (full + length, "double"),
        };
        self.at += end;
        Ok(typed(&rest[..end], datatype))
    }

    /// A string with its language tag or datatype.
    pub(super) fn string_literal(&mut self) -> Result<Literal<'q>, Stop> {
        let lexical = self.string()?;
        let end = self.at;
        let next = self.peek();
        if self.grammar == Grammar::Rdflib && self.at > end {
            self.at = end;
            return Ok(Literal {
                lexical,
                suffix: None,
            });
        }
        let suffix = match next {
            b'@' => Some(Cow::Owned(self.language_tag()?.to_ascii_lowercase())),
            b'^' if self.byte(1) == b'^' => {
                self.at += 2;
                Some(self.iri()?)
            }
            _ => {
                self.at = end;
                None
            }
        };
        Ok(Literal { lexical, suffix })
    }

    fn language_tag(&mut self) -> Result<&'q str, Stop> {
        let rest = &self.rest()[1..];
        let end = rest
            .bytes()
            .position(|b| !(b.is_ascii_alphanumeric() || b == b'-'));
        let tag = rest[..end.unwrap_or(rest.len())].trim_end_matches('-');
        let mut parts = tag.split('-');
        let primary = parts.next().unwrap_or_default();
        if primary.is_empty()
            || !primary.bytes().all(|b| b.is_ascii_alphabetic())
            || parts.any(str::is_empty)
        {
            return Err(self.stop("a language tag"));
        }
        self.at += 1 + tag.len();
        Ok(tag)
    }

    /// A quoted string, its escapes resolved.
    pub(super) fn string(&mut self) -> Result<Cow<'q, str>, Stop> {
        let stop = self.stop("the end of the string");
        let quote = self.peek();
        let long = self.byte(1) == quote && self.byte(2) == quote;
        if self.byte(1) == quote && !long {
            self.at += 2;
            return Ok(Cow::Borrowed(""));
        }
        let width = if long { 3 } else { 1 };
        self.at += width;
        let start = self.at;
        let mut escaped = false;
        loop {
            match self.byte(0) {
                0 if self.at >= self.text.len() => return Err(stop),
                b'\n' | b'\r' if !long => return Err(stop),
                b'\\' => {
                    let other = self.byte(1) != quote && self.grammar == Grammar::Rdflib;
                    match self.byte(1) {
                        b'"' | b'\'' if other => return Err(stop),
                        b't' | b'b' | b'n' | b'r' | b'f' | b'\\' | b'"' | b'\'' => self.at += 2,
                        _ => return Err(stop),
                    }
                    escaped = true;
                }
                byte if byte == quote => {
                    if !long || (self.byte(1) == quote && self.byte(2) == quote) {
                        break;
                    }
                    self.at += 1;
                }
                _ => self.at += 1,
            }
        }
        let inner = &self.text[start..self.at];
        self.at += width;
        Ok(if escaped {
            Cow::Owned(resolve_escapes(inner))
        } else {
            Cow::Borrowed(inner)
        })
    }
}

/// The length of an exponent at the beginning of `text`.
fn exponent(text: &str) -> usize {
    if !text.starts_with(['e', 'E']) {
        return 0;
    }
    let sign = usize::from(text[1..].starts_with(['+', '-']));
    let digits = text[1 + sign..]
        .bytes()
        .take_while(u8::is_ascii_digit)
        .count();
    if digits == 0 { 0 } else { 1 + sign + digits }
}

fn typed<'q>(lexical: &'q str, datatype: &str) -> Literal<'q> {
    Literal {
        lexical: Cow::Borrowed(lexical),
        suffix: Some(Cow::Owned(format!("{XSD}{datatype}"))),
    }
}

fn resolve_escapes(inner: &str) -> String {
    let mut text = String::with_capacity(inner.len());
    let mut characters = inner.chars();
    while let Some(c) = characters.next() {
        let plain = match c {
            '\\' => match characters.next() {
                Some('t') => '\t',
                Some('b') => '\u{8}',
                Some('n') => '\n',
                Some('r') => '\r',
                Some('f') => '\u{C}',
                Some(other) => other,
                None => break,
            },
            c => c,
        };
        text.push(plain);
    }
    text
}
