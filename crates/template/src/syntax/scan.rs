//! Characters of the grammar: white space, keywords, names.

use super::parser::Parser;
use super::{Fault, Grammar};

/// `PN_CHARS_BASE` of the grammar.
fn is_name_base(c: char) -> bool {
    c.is_ascii_alphabetic()
        || matches!(c,
            '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}'
            | '\u{370}'..='\u{37D}' | '\u{37F}'..='\u{1FFF}' | '\u{200C}'..='\u{200D}'
            | '\u{2070}'..='\u{218F}' | '\u{2C00}'..='\u{2FEF}' | '\u{3001}'..='\u{D7FF}'
            | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFFD}' | '\u{10000}'..='\u{EFFFF}')
}

/// What may follow the first character of a variable.
fn is_variable(c: char) -> bool {
    is_name_base(c)
        || c == '_'
        || c.is_ascii_digit()
        || matches!(c, '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}'..='\u{2040}')
}

/// `PN_CHARS` of the grammar.
fn is_name(c: char) -> bool {
    is_variable(c) || c == '-'
}

impl<'q> Parser<'q, '_> {
    pub(super) fn rest(&self) -> &'q str {
        &self.text[self.at..]
    }

    /// Skips white space and comments.
    pub(super) fn skip(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.at) {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => self.at += 1,
                b'#' => {
                    let rest = &bytes[self.at..];
                    let line = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
                    self.at += line.unwrap_or(rest.len());
                }
                _ => break,
            }
        }
    }

    /// The next byte that is not white space, or 0 at the end.
    pub(super) fn peek(&mut self) -> u8 {
        self.skip();
        self.byte(0)
    }

    /// The byte `ahead` of the place, or 0.
    pub(super) fn byte(&self, ahead: usize) -> u8 {
        *self.text.as_bytes().get(self.at + ahead).unwrap_or(&0)
    }

    /// Takes a symbol if it is next.
    pub(super) fn eat(&mut self, symbol: &str) -> bool {
        self.skip();
        let is = self.rest().starts_with(symbol);
        if is {
            self.at += symbol.len();
        }
        is
    }

    /// Takes a symbol, which must be next.
    pub(super) fn expect(&mut self, symbol: &'static str) -> Result<(), Stop> {
        if self.eat(symbol) {
            Ok(())
        } else {
            Err(self.stop(symbol))
        }
    }

    /// Whether a keyword is next.
    pub(super) fn sees(&mut self, keyword: &str) -> bool {
        self.skip();
        let Some(head) = self.text.as_bytes().get(self.at..self.at + keyword.len()) else {
            return false;
        };
        let after = self.byte(keyword.len());
        let glued = after.is_ascii_alphanumeric()
            || after == b'_'
            || (after == b'$' && self.grammar == Grammar::Rdflib);
        head.eq_ignore_ascii_case(keyword.as_bytes()) && !glued
    }

    /// Takes a keyword if it is next.
    pub(super) fn keyword(&mut self, keyword: &str) -> bool {
        let is = self.sees(keyword);
        if is {
            self.at += keyword.len();
        }
        is
    }

    /// Takes a keyword, which must be next.
    pub(super) fn expect_keyword(&mut self, keyword: &'static str) -> Result<(), Stop> {
        if self.keyword(keyword) {
            Ok(())
        } else {
            Err(self.stop(keyword))
        }
    }

    /// The ASCII word that is next.
    pub(super) fn word(&mut self) -> &'q str {
        self.skip();
        let rest = self.rest();
        let end = rest
            .bytes()
            .position(|byte| !(byte.is_ascii_alphanumeric() || byte == b'_'));
        &rest[..end.unwrap_or(rest.len())]
    }

    /// A variable, which must be next; without its question mark.
    pub(super) fn variable(&mut self) -> Result<&'q str, Stop> {
        if !matches!(self.peek(), b'?' | b'$') {
            return Err(self.stop("a variable"));
        }
        let rest = &self.rest()[1..];
        let end = rest.find(|c| !is_variable(c)).unwrap_or(rest.len());
        let name = &rest[..end];
        let first = name.chars().next();
        if !first.is_some_and(|c| is_name_base(c) || c == '_' || c.is_ascii_digit()) {
            return Err(self.stop("the name of a variable"));
        }
        self.at += 1 + end;
        Ok(name)
    }

    /// Whether the question mark at the place begins a variable.
    pub(super) fn begins_variable(&self) -> bool {
        self.rest()[1..].chars().next().is_some_and(is_variable)
    }

    /// The length of a prefix with its colon, if that is next.
    pub(super) fn prefix_len(&mut self) -> Option<usize> {
        self.skip();
        let rest = self.rest();
        let end = rest
            .find(|c| !(is_name(c) || c == '.'))
            .unwrap_or(rest.len());
        if !rest[end..].starts_with(':') {
            return None;
        }
        let prefix = &rest[..end];
        let valid =
            prefix.is_empty() || (prefix.starts_with(is_name_base) && !prefix.ends_with('.'));
        valid.then_some(end + 1)
    }

    /// The length of the local name at the place, 0 if there is none.
    pub(super) fn local_len(&self) -> usize {
        let rest = self.rest();
        let bytes = rest.as_bytes();
        let (mut at, mut end) = (0, 0);
        while let Some(c) = rest[at..].chars().next() {
            match c {
                '.' if at > 0 => {
                    at += 1;
                    continue;
                }
                '%' if bytes
                    .get(at + 1..at + 3)
                    .is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit)) =>
                {
                    at += 3;
                }
                '\\' if bytes
                    .get(at + 1)
                    .is_some_and(|c| b"_~.-!$&'()*+,;=/?#@%".contains(c)) =>
                {
                    at += 2;
                }
                ':' => at += 1,
                c if at == 0 && (is_name_base(c) || c == '_' || c.is_ascii_digit()) => {
                    at += c.len_utf8();
                }
                c if at > 0 && is_name(c) => at += c.len_utf8(),
                _ => break,
            }
            end = at;
        }
        end
    }

    /// The label of the blank node at the place, after its `_:`.
    pub(super) fn blank_label(&mut self) -> Result<&'q str, Stop> {
        let rest = &self.rest()[2..];
        let end = rest
            .find(|c| !(is_name(c) || c == '.'))
            .unwrap_or(rest.len());
        let label = rest[..end].trim_end_matches('.');
        let first = label.chars().next();
        if !first.is_some_and(|c| is_name_base(c) || c == '_' || c.is_ascii_digit()) {
            return Err(self.stop("the label of a blank node"));
        }
        self.at += 2 + label.len();
        Ok(label)
    }

    /// Stops at the place: something else was expected.
    pub(super) fn stop(&self, expected: &'static str) -> Stop {
        Stop {
            fault: Fault::Grammar,
            at: self.at,
            expected,
        }
    }
}

/// Where parsing stopped, and why.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stop {
    pub(super) fault: Fault,
    pub(super) at: usize,
    pub(super) expected: &'static str,
}
