//! A record's markup as a flat list of tokens, from the events of quick-xml.

use quick_xml::Reader;
use quick_xml::errors::{Error, IllFormedError, SyntaxError as Unclosed};
use quick_xml::events::Event;

use super::text::{character, references};
use super::tree::{Kind, Token};

/// How deep elements may be nested; no benchmark needs more than six.
const MAX_DEPTH: usize = 128;

/// How many slips of one record are noted; more are not worth their memory.
const MAX_SLIPS: usize = 4096;

/// How many attributes of an element are compared with each other.
const COMPARED: usize = 32;

/// Why a text is not XML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SyntaxError {
    /// The byte where it stops being XML.
    pub at: usize,
    pub message: String,
    /// Whether only the nesting is to blame.
    pub is_depth: bool,
}

/// A slip that the parser passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slip {
    pub at: usize,
    pub end: usize,
    pub kind: SlipKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SlipKind {
    /// A reference to an entity that XML does not define, or to no character.
    Entity,
    /// An `&` that does not begin a reference.
    Ampersand,
    /// An attribute whose value is not in quotes, or that has none.
    Unquoted,
    /// The attribute was there before; the first one counts.
    DuplicateAttribute,
    /// The end of a CDATA section where none is open.
    SectionEnd,
    /// A control character, which XML does not allow.
    Character,
}

/// A parser whose memory is reused from record to record.
#[derive(Default)]
pub(crate) struct Parser {
    pub tokens: Vec<Token>,
    pub slips: Vec<Slip>,
    /// The elements that are open.
    open: Vec<u32>,
}

impl Parser {
    /// Reads one element, which must be the whole text. After an error the tokens are those up to
    /// the error.
    pub(crate) fn parse(&mut self, text: &str) -> Result<(), SyntaxError> {
        self.clear();
        if u32::try_from(text.len()).is_err() {
            return Err(error(0, "an element of more than 4 GiB"));
        }
        self.check_characters(text);
        let result = self.events(text);
        self.close_all();
        result
    }

    /// Reads a start tag, as an element without content.
    pub(crate) fn parse_tag(&mut self, text: &str) {
        self.clear();
        if !text.is_empty() && u32::try_from(text.len()).is_ok() {
            self.check_characters(text);
            let name = super::scan::name_length(&text.as_bytes()[1..]);
            self.element(text, 0, name, text.len());
            self.close_all();
        }
    }

    fn clear(&mut self) {
        self.tokens.clear();
        self.slips.clear();
        self.open.clear();
    }

    fn events(&mut self, text: &str) -> Result<(), SyntaxError> {
        let mut reader = Reader::from_str(text);
        reader.config_mut().allow_dangling_amp = true;
        loop {
            let start = reader.buffer_position() as usize;
            let event = reader.read_event().map_err(|problem| {
                let at = reader.error_position() as usize;
                error(at.min(text.len()), explain(&problem))
            })?;
            let end = reader.buffer_position() as usize;
            let kind = match event {
                Event::Start(ref tag) | Event::Empty(ref tag) => {
                    if self.open.is_empty() && !self.tokens.is_empty() {
                        return Err(error(start, "a second element in one record"));
                    }
                    self.element(text, start, tag.name().as_ref().len(), end);
                    if matches!(event, Event::Empty(_)) {
                        self.close(end);
                    } else if self.open.len() > MAX_DEPTH {
                        return Err(SyntaxError {
                            at: start,
                            message: format!("more than {MAX_DEPTH} elements inside each other"),
                            is_depth: true,
                        });
                    }
                    continue;
                }
                Event::End(_) => {
                    self.close(end);
                    continue;
                }
                Event::Text(_) => {
                    if text.as_bytes().get(start) == Some(&b'&') {
                        self.slip(start, start + 1, SlipKind::Ampersand);
                    }
                    // XML does not allow it in a text.
                    let bytes = &text.as_bytes()[start..end];
                    let mut ends = memchr::memchr_iter(b']', bytes);
                    if let Some(at) = ends.find(|at| bytes[*at..].starts_with(b"]]>")) {
                        self.slip(start + at, start + at + 3, SlipKind::SectionEnd);
                    }
                    Kind::Text
                }
                Event::CData(_) => Kind::Cdata,
                Event::GeneralRef(_) => {
                    if character(&text[start + 1..end - 1]).is_none() {
                        self.slip(start, end, SlipKind::Entity);
                    }
                    Kind::Reference
                }
                Event::Comment(_) => Kind::Comment,
                Event::Decl(_) | Event::PI(_) | Event::DocType(_) => continue,
                Event::Eof if self.open.is_empty() && !self.tokens.is_empty() => return Ok(()),
                Event::Eof => return Err(error(text.len(), "the element is never closed")),
            };
            if !self.open.is_empty() {
                self.push(kind, start, start, start, end);
            }
        }
    }

    /// The tokens of a start tag and its attributes.
    fn element(&mut self, text: &str, start: usize, name: usize, end: usize) {
        let name_end = start + 1 + name;
        let name = &text.as_bytes()[start + 1..name_end];
        let prefix = name.iter().rposition(|byte| *byte == b':');
        let local = start + 1 + prefix.map_or(0, |colon| colon + 1);
        self.open.push(self.tokens.len() as u32);
        self.push(Kind::Element, start, local, name_end, end);
        if name_end + 1 < end {
            self.attributes(text, name_end, end);
        }
    }

    fn attributes(&mut self, text: &str, from: usize, end: usize) {
        let bytes = text.as_bytes();
        let end = if bytes[..end].ends_with(b">") {
            end - 1
        } else {
            end
        };
        let first = self.tokens.len();
        let mut at = from;
        loop {
            while at < end && (bytes[at].is_ascii_whitespace() || bytes[at] == b'/') {
                at += 1;
            }
            if at >= end {
                break;
            }
            let start = at;
            // A `=` without a name is a name here, so that every round takes a byte.
            at += 1;
            while at < end && !bytes[at].is_ascii_whitespace() && !matches!(bytes[at], b'=' | b'/')
            {
                at += 1;
            }
            let name_end = at;
            let space = bytes[at..end].len() - bytes[at..end].trim_ascii_start().len();
            let (mut value, mut value_end) = (name_end, name_end);
            if bytes[..end].get(at + space) == Some(&b'=') {
                at += space + 1;
                at += bytes[at..end].len() - bytes[at..end].trim_ascii_start().len();
                value = at;
                let quote = bytes[..end]
                    .get(at)
                    .filter(|byte| matches!(byte, b'"' | b'\''));
                if let Some(&quote) = quote {
                    value += 1;
                    let length = memchr::memchr(quote, &bytes[value..end]);
                    value_end = length.map_or(end, |length| value + length);
                    at = (value_end + 1).min(end);
                } else {
                    while at < end && !bytes[at].is_ascii_whitespace() {
                        at += 1;
                    }
                    value_end = at;
                    self.slip(start, value_end, SlipKind::Unquoted);
                }
            } else {
                self.slip(start, name_end, SlipKind::Unquoted);
            }
            let seen = &self.tokens[first..self.tokens.len().min(first + COMPARED)];
            let name = &text[start..name_end];
            if seen
                .iter()
                .any(|token| token.name(text) == name && token.kind == Kind::Attribute)
            {
                self.slip(start, name_end, SlipKind::DuplicateAttribute);
            }
            for (at, end) in references(text, value, value_end) {
                let kind = if at + 1 == end {
                    SlipKind::Ampersand
                } else {
                    SlipKind::Entity
                };
                self.slip(at, end, kind);
            }
            self.tokens.push(Token {
                kind: Kind::Attribute,
                start: start as u32,
                name: start as u32,
                name_end: name_end as u32,
                inner: value as u32,
                end: value_end as u32,
                next: self.tokens.len() as u32 + 1,
            });
        }
    }

    fn push(&mut self, kind: Kind, start: usize, name: usize, name_end: usize, end: usize) {
        self.tokens.push(Token {
            kind,
            start: start as u32,
            name: name as u32,
            name_end: name_end as u32,
            inner: end as u32,
            end: end as u32,
            next: self.tokens.len() as u32 + 1,
        });
    }

    fn slip(&mut self, at: usize, end: usize, kind: SlipKind) {
        if self.slips.len() < MAX_SLIPS {
            self.slips.push(Slip { at, end, kind });
        }
    }

    /// Ends the innermost element.
    fn close(&mut self, end: usize) {
        if let Some(index) = self.open.pop() {
            let next = self.tokens.len() as u32;
            let token = &mut self.tokens[index as usize];
            token.end = end as u32;
            token.next = next;
        }
    }

    fn close_all(&mut self) {
        let end = self.tokens.last().map_or(0, |token| token.end as usize);
        while !self.open.is_empty() {
            self.close(end);
        }
    }

    /// Remarks on the first control character.
    fn check_characters(&mut self, text: &str) {
        let forbidden = |byte: u8| byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r');
        let bytes = text.as_bytes();
        // Without a branch, so that many bytes are looked at in one step.
        if bytes.iter().fold(false, |any, byte| any | forbidden(*byte)) {
            let at = bytes.iter().position(|byte| forbidden(*byte)).unwrap_or(0);
            self.slip(at, at + 1, SlipKind::Character);
        }
    }
}

fn error(at: usize, message: impl Into<String>) -> SyntaxError {
    SyntaxError {
        at,
        message: message.into(),
        is_depth: false,
    }
}

/// What is wrong, in the words of somebody who edits the file.
fn explain(problem: &Error) -> String {
    match problem {
        Error::IllFormed(IllFormedError::MismatchedEndTag { expected, found }) => {
            format!("</{found}> where </{expected}> must come first")
        }
        Error::IllFormed(IllFormedError::UnmatchedEndTag(name)) => {
            format!("</{name}> closes nothing")
        }
        Error::Syntax(
            Unclosed::UnclosedTag
            | Unclosed::UnclosedSingleQuotedAttributeValue
            | Unclosed::UnclosedDoubleQuotedAttributeValue,
        ) => "a tag or a quote inside it is never closed".to_owned(),
        Error::Syntax(Unclosed::UnclosedCData) => "a CDATA section that is never closed".to_owned(),
        Error::Syntax(Unclosed::UnclosedComment) => "a comment that is never closed".to_owned(),
        other => other.to_string(),
    }
}
