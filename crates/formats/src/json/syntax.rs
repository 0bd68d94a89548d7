//! The JSON grammar, read leniently and with places.
//!
//! An own parser, because no crate gives borrowed values with their places and the source text of
//! numbers at the speed that large files need, nor goes on after the slips that people make when
//! they edit JSON by hand. It is tested against serde_json on everything that is valid.

use super::stops::{skip_space, string_stop};
use super::tree::{Kind, Token};

/// How deep values may be nested, as in serde_json.
pub(crate) const MAX_DEPTH: usize = 128;

/// The length of a text for whose tokens room is made beforehand.
const MOST_ROOM: usize = 1 << 20;

/// Why a text is not JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SyntaxError {
    /// The byte where it stops being JSON.
    pub at: usize,
    pub message: String,
    pub hint: Option<&'static str>,
    pub reason: Reason,
}

/// What kind of error it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    Syntax,
    /// The text ends too early.
    End,
    Depth,
}

/// A slip that the parser passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slip {
    pub at: usize,
    pub kind: SlipKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SlipKind {
    TrailingComma,
    MissingComma,
    Comment,
    ControlCharacter,
    Notation,
    Escape,
    /// The key at `at` was there before; the last one counts.
    DuplicateKey,
}

/// A parser whose memory is reused from record to record.
#[derive(Default)]
pub(crate) struct Parser {
    pub tokens: Vec<Token>,
    pub slips: Vec<Slip>,
}

impl Parser {
    /// Reads one value, which must be the whole text.
    pub(crate) fn parse(&mut self, text: &str) -> Result<(), SyntaxError> {
        if u32::try_from(text.len()).is_err() {
            return Err(SyntaxError {
                at: 0,
                message: "a value of more than 4 GiB".to_owned(),
                hint: None,
                reason: Reason::Syntax,
            });
        }
        let mut run = self.run(text.as_bytes());
        run.space()?;
        run.value()?;
        run.space()?;
        if run.at < run.bytes.len() {
            return Err(run.unexpected("the end"));
        }
        Ok(())
    }

    /// Reads the object with which the bytes begin, if it is flawless; whether its strings are
    /// UTF-8 is left open.
    pub(crate) fn parse_first(&mut self, bytes: &[u8]) -> First {
        let bytes = &bytes[..bytes.len().min(u32::MAX as usize)];
        let mut run = self.run(bytes);
        let result = run.container(Kind::Object);
        let end = run.at;
        match result {
            Err(error) if error.reason == Reason::End => First::Unfinished,
            Ok(()) if self.slips.is_empty() => First::Whole(end),
            _ => First::Flawed,
        }
    }

    fn run<'p>(&'p mut self, bytes: &'p [u8]) -> Run<'p> {
        self.tokens.clear();
        self.slips.clear();
        // Room for the tokens of most texts: it costs nothing until it is used, growing does.
        self.tokens.reserve(bytes.len().min(MOST_ROOM) / 8);
        Run {
            bytes,
            at: 0,
            depth: 0,
            out: self,
        }
    }
}

/// How far the object goes with which some bytes begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum First {
    /// To this byte; its tokens are in the parser.
    Whole(usize),
    /// Beyond the bytes.
    Unfinished,
    /// Something is wrong with it.
    Flawed,
}

struct Run<'p> {
    bytes: &'p [u8],
    at: usize,
    depth: usize,
    out: &'p mut Parser,
}

impl Run<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn slip(&mut self, at: usize, kind: SlipKind) {
        self.out.slips.push(Slip { at, kind });
    }

    /// Skips white space and comments.
    #[inline(always)]
    fn space(&mut self) -> Result<(), SyntaxError> {
        if let Some(..=b' ' | b'/') = self.peek() {
            self.at = skip_space(self.bytes, self.at);
            while self.peek() == Some(b'/') {
                self.comment()?;
                self.at = skip_space(self.bytes, self.at);
            }
        }
        Ok(())
    }

    /// Skips a comment, which JSON does not have.
    fn comment(&mut self) -> Result<(), SyntaxError> {
        let rest = &self.bytes[self.at..];
        let length = if rest.starts_with(b"//") {
            memchr::memchr(b'\n', rest).unwrap_or(rest.len())
        } else if rest.starts_with(b"/*") {
            memchr::memmem::find(rest, b"*/").map_or(rest.len(), |end| end + 2)
        } else {
            return Err(self.unexpected("a value"));
        };
        self.slip(self.at, SlipKind::Comment);
        self.at += length;
        Ok(())
    }

    fn value(&mut self) -> Result<(), SyntaxError> {
        match self.peek() {
            Some(b'"') => self.string(),
            Some(b'{') => self.container(Kind::Object),
            Some(b'[') => self.container(Kind::Array),
            Some(b'-' | b'+' | b'.' | b'0'..=b'9') => {
                self.number();
                Ok(())
            }
            Some(byte) if byte.is_ascii_alphabetic() => self.word(),
            _ => Err(self.unexpected("a value")),
        }
    }

    fn push(&mut self, kind: Kind, start: usize) {
        let next = self.out.tokens.len() as u32 + 1;
        self.out.tokens.push(Token {
            kind,
            start: start as u32,
            end: self.at as u32,
            next,
        });
    }

    fn string(&mut self) -> Result<(), SyntaxError> {
        let start = self.at;
        let mut kind = Kind::Plain;
        self.at += 1;
        let mut control = None;
        loop {
            let found = string_stop(self.bytes, self.at);
            self.at = found + 1;
            match self.bytes.get(found) {
                Some(b'"') => break,
                Some(b'\\') => {
                    kind = Kind::Escaped;
                    if !valid_escape(&self.bytes[found..]) {
                        self.slip(found, SlipKind::Escape);
                    }
                    // Whatever is escaped does not end the string.
                    if let Some(escaped) = self.bytes.get(found + 1) {
                        self.at = found + 2;
                        if *escaped < b' ' {
                            control.get_or_insert(found + 1);
                        }
                    }
                }
                Some(_) => {
                    control.get_or_insert(found);
                }
                None => {
                    self.at = start;
                    return Err(self.error(
                        Reason::End,
                        "a string that is never closed".to_owned(),
                        Some("add the closing double quote"),
                    ));
                }
            }
        }
        if let Some(at) = control {
            self.slip(at, SlipKind::ControlCharacter);
        }
        self.push(kind, start);
        Ok(())
    }

    fn number(&mut self) {
        let start = self.at;
        while matches!(
            self.peek(),
            Some(b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E')
        ) {
            self.at += 1;
        }
        // -Infinity
        while self.peek().is_some_and(|byte| byte.is_ascii_alphabetic()) {
            self.at += 1;
        }
        if !is_json_number(&self.bytes[start..self.at]) {
            self.slip(start, SlipKind::Notation);
        }
        self.push(Kind::Number, start);
    }

    /// `true`, `false`, `null`, or what Python and JavaScript write instead.
    fn word(&mut self) -> Result<(), SyntaxError> {
        let start = self.at;
        while self
            .peek()
            .is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        {
            self.at += 1;
        }
        let (kind, exact) = match &self.bytes[start..self.at] {
            b"true" => (Kind::Bool(true), true),
            b"false" => (Kind::Bool(false), true),
            b"null" => (Kind::Null, true),
            b"True" | b"TRUE" => (Kind::Bool(true), false),
            b"False" | b"FALSE" => (Kind::Bool(false), false),
            b"None" | b"undefined" => (Kind::Null, false),
            b"NaN" | b"Infinity" => (Kind::Number, false),
            word => {
                let word = String::from_utf8_lossy(word).into_owned();
                self.at = start;
                return Err(self.error(
                    Reason::Syntax,
                    format!("`{word}` is not a JSON value"),
                    Some("put strings in double quotes"),
                ));
            }
        };
        if !exact {
            self.slip(start, SlipKind::Notation);
        }
        self.push(kind, start);
        Ok(())
    }

    fn container(&mut self, kind: Kind) -> Result<(), SyntaxError> {
        if self.depth == MAX_DEPTH {
            return Err(self.error(
                Reason::Depth,
                format!("nested more than {MAX_DEPTH} levels deep"),
                None,
            ));
        }
        self.depth += 1;
        let (start, index) = (self.at, self.out.tokens.len());
        let close = if kind == Kind::Object { b'}' } else { b']' };
        self.at += 1;
        self.push(kind, start);
        let mut comma = None;
        let mut first = true;
        let mut members = 0;
        loop {
            self.space()?;
            match self.peek() {
                Some(byte) if byte == close => break,
                Some(b',') if comma.is_none() && !first => {
                    comma = Some(self.at);
                    self.at += 1;
                    continue;
                }
                _ => {}
            }
            if comma.is_none() && !first {
                // Only a value may follow without its comma; anything else is an error.
                let follows = matches!(self.peek(), Some(b'"' | b'{' | b'['));
                if !follows || (kind == Kind::Object && self.peek() != Some(b'"')) {
                    return Err(self.unexpected(match kind {
                        Kind::Object => "`,` or `}`",
                        _ => "`,` or `]`",
                    }));
                }
                self.slip(self.at, SlipKind::MissingComma);
            }
            if kind == Kind::Object {
                self.key(index, members)?;
                members += 1;
            }
            self.value()?;
            (comma, first) = (None, false);
        }
        if let Some(comma) = comma {
            self.slip(comma, SlipKind::TrailingComma);
        }
        self.at += 1;
        self.depth -= 1;
        let next = self.out.tokens.len() as u32;
        let token = &mut self.out.tokens[index];
        (token.end, token.next) = (self.at as u32, next);
        Ok(())
    }

    /// The key of a member; `before` members come before it.
    fn key(&mut self, object: usize, before: usize) -> Result<(), SyntaxError> {
        /// Objects with more members than this are tables, not records; looking at every pair
        /// would take too long.
        const MOST: usize = 64;
        if self.peek() != Some(b'"') {
            return Err(self.unexpected("a key in double quotes"));
        }
        let key = self.out.tokens.len();
        self.string()?;
        if before <= MOST && self.repeats(object, key) {
            let at = self.out.tokens[key].start as usize;
            self.slip(at, SlipKind::DuplicateKey);
        }
        self.space()?;
        if self.peek() != Some(b':') {
            return Err(self.unexpected("`:`"));
        }
        self.at += 1;
        self.space()
    }

    /// Whether the key token stands before in the same object.
    fn repeats(&self, object: usize, key: usize) -> bool {
        let tokens = &self.out.tokens;
        let source = |index: usize| {
            let token = &tokens[index];
            &self.bytes[token.start as usize..token.end as usize]
        };
        let mut at = object + 1;
        while at < key {
            if source(at) == source(key) {
                return true;
            }
            at = tokens[at + 1].next as usize;
        }
        false
    }

    fn error(&self, reason: Reason, message: String, hint: Option<&'static str>) -> SyntaxError {
        SyntaxError {
            at: self.at,
            message,
            hint,
            reason,
        }
    }

    fn unexpected(&self, expected: &str) -> SyntaxError {
        let rest = &self.bytes[self.at..];
        let found = rest.utf8_chunks().next().and_then(|chunk| {
            let valid = chunk.valid().chars().next();
            valid.or(Some(char::REPLACEMENT_CHARACTER))
        });
        let Some(found) = found else {
            return self.error(
                Reason::End,
                format!("the text ends where {expected} is expected"),
                Some("the file may be cut off: compare its size with the original"),
            );
        };
        let hint = match found {
            '\'' => Some("JSON strings need double quotes; this looks like a Python literal"),
            '=' => Some("JSON writes `:` between key and value"),
            '{' | ']' if expected.starts_with("a key") || expected.contains('}') => {
                Some("a closing `}` is missing before this")
            }
            '}' if expected.contains(']') => Some("a closing `]` is missing before this"),
            _ => None,
        };
        self.error(
            Reason::Syntax,
            format!("expected {expected}, found {}", show(found)),
            hint,
        )
    }
}

/// A character as part of a message.
pub(super) fn show(character: char) -> String {
    if character.is_control() {
        format!("`{}`", character.escape_default())
    } else {
        format!("`{character}`")
    }
}

fn valid_escape(bytes: &[u8]) -> bool {
    match bytes.get(1) {
        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => true,
        Some(b'u') => {
            let Some(first) = hex4(bytes, 2) else {
                return false;
            };
            match first {
                0xd800..=0xdbff => {
                    bytes.get(6..8) == Some(b"\\u")
                        && hex4(bytes, 8).is_some_and(|low| (0xdc00..=0xdfff).contains(&low))
                }
                // The low half was judged with the high one; alone, it is found by `unescape`.
                _ => true,
            }
        }
        _ => false,
    }
}

fn hex4(bytes: &[u8], at: usize) -> Option<u32> {
    let digits = bytes.get(at..at + 4)?;
    digits.iter().try_fold(0, |value, digit| {
        Some(value * 16 + (*digit as char).to_digit(16)?)
    })
}

fn is_json_number(bytes: &[u8]) -> bool {
    let mut rest = bytes.strip_prefix(b"-").unwrap_or(bytes);
    let digits = |rest: &mut &[u8]| {
        let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        *rest = &rest[count..];
        count
    };
    let zero = rest.first() == Some(&b'0');
    let whole = digits(&mut rest);
    if whole == 0 || (zero && whole > 1) {
        return false;
    }
    if let Some(fraction) = rest.strip_prefix(b".") {
        rest = fraction;
        if digits(&mut rest) == 0 {
            return false;
        }
    }
    if let [b'e' | b'E', exponent @ ..] = rest {
        rest = match exponent {
            [b'+' | b'-', unsigned @ ..] => unsigned,
            _ => exponent,
        };
        if digits(&mut rest) == 0 {
            return false;
        }
    }
    rest.is_empty()
}

/// Resolves the escapes of a string; impossible ones are kept as they stand.
pub(super) fn unescape(source: &str) -> String {
    let mut text = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(at) = rest.find('\\') {
        text.push_str(&rest[..at]);
        let bytes = &rest.as_bytes()[at..];
        let (character, length) = match bytes.get(1) {
            Some(b'b') => (Some('\u{8}'), 2),
            Some(b'f') => (Some('\u{c}'), 2),
            Some(b'n') => (Some('\n'), 2),
            Some(b'r') => (Some('\r'), 2),
            Some(b't') => (Some('\t'), 2),
            Some(quoted @ (b'"' | b'\\' | b'/')) => (Some(*quoted as char), 2),
            Some(b'u') => match (hex4(bytes, 2), hex4(bytes, 8)) {
                (Some(high @ 0xd800..=0xdbff), Some(low @ 0xdc00..=0xdfff))
                    if bytes.get(6..8) == Some(b"\\u") =>
                {
                    let scalar = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
                    (char::from_u32(scalar), 12)
                }
                (Some(scalar), _) => (Some(char::from_u32(scalar).unwrap_or('\u{fffd}')), 6),
                (None, _) => (None, 1),
            },
            _ => (None, 1),
        };
        text.push(character.unwrap_or('\\'));
        rest = &rest[at + length..];
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests;
