//! Finds the records of a JSON document, the elements of its top-level lists, without reading them.

use std::io;

use super::stops::{mark_stop, skip_space, string_stop};
use super::syntax::First;
use crate::input::Window;

/// Something found at the top level; byte ranges are within the window's unread bytes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// The document is a list or an object.
    Root { is_list: bool },
    /// A member of the root object that is not a list.
    Member { key: String, from: usize, to: usize },
    /// A list follows under this key of the root object.
    List { key: String },
    /// An element of the current list.
    Element { from: usize, to: usize },
    /// A value that is not balanced or too large, as far as it is in memory.
    Broken {
        from: usize,
        to: usize,
        trouble: Trouble,
    },
    /// A character that does not belong here; it is skipped, unless a record begins with it.
    Stray { at: usize },
    /// The text ends before the document does.
    Truncated,
    /// The end of the document.
    End,
}

/// Why a value could not be delimited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    Unbalanced,
    Truncated,
    TooLarge,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Start,
    /// Among the members of the root object.
    Object,
    /// Among the elements of a list.
    List {
        is_root: bool,
    },
    Done,
    Ended,
}

/// Walks over the top level of a JSON document.
pub(crate) struct Splitter {
    pub window: Window,
    state: State,
    /// Whether the document is a list.
    is_list: bool,
    /// Whether the root object had a list.
    has_list: bool,
    /// Bytes of the last event, left behind with the next call.
    pending: usize,
    /// The largest value that is held in memory.
    limit: usize,
}

impl Splitter {
    pub(crate) fn new(window: Window, limit: usize) -> Self {
        Self {
            window,
            state: State::Start,
            is_list: false,
            has_list: false,
            pending: 0,
            limit,
        }
    }

    /// The next thing at the top level.
    pub(crate) fn next(&mut self) -> io::Result<Event> {
        self.next_with(&mut |_| First::Flawed)
    }

    /// The next thing at the top level; elements that are objects go as far as `read` says, unless
    /// it finds a flaw.
    pub(crate) fn next_with(&mut self, read: &mut dyn FnMut(&[u8]) -> First) -> io::Result<Event> {
        self.window.consume(self.pending);
        self.pending = 0;
        loop {
            let Some(byte) = self.skip_space()? else {
                let event = match self.state {
                    State::Done | State::Ended => Event::End,
                    State::Start | State::Object | State::List { .. } => Event::Truncated,
                };
                self.state = State::Ended;
                return Ok(event);
            };
            match (self.state, byte) {
                (State::Start, b'{' | b'[') => {
                    let is_list = byte == b'[';
                    self.is_list = is_list;
                    self.state = if is_list {
                        State::List { is_root: true }
                    } else {
                        State::Object
                    };
                    self.window.consume(1);
                    return Ok(Event::Root { is_list });
                }
                (State::Object, b'}') | (State::List { is_root: true }, b']') => {
                    self.state = State::Done;
                    self.window.consume(1);
                }
                (State::List { is_root: false }, b']') => {
                    self.state = State::Object;
                    self.window.consume(1);
                }
                (State::Object | State::List { .. }, b',') => self.window.consume(1),
                (State::Object, b'"') => return self.member(),
                (State::List { .. }, byte) if starts_value(byte) => {
                    if byte == b'{'
                        && let Some(to) = self.read_first(read)?
                    {
                        self.pending = to;
                        return Ok(Event::Element { from: 0, to });
                    }
                    return self.scan(0).map(|scan| match scan {
                        Ok(to) => Event::Element { from: 0, to },
                        Err(broken) => broken,
                    });
                }
                _ => {
                    self.pending = usize::from(!self.reopens(byte));
                    return Ok(Event::Stray { at: 0 });
                }
            }
        }
    }

    /// After brackets that closed too much: goes on where more records follow. Whether the byte is
    /// part of one of them.
    fn reopens(&mut self, byte: u8) -> bool {
        let list = State::List {
            is_root: self.is_list,
        };
        match (self.state, byte) {
            (State::Done, b',') => {
                self.state = if self.is_list { list } else { State::Object };
                false
            }
            (State::Done | State::Object, b'{') if self.is_list || self.has_list => {
                self.state = list;
                true
            }
            _ => false,
        }
    }

    /// The end of the object that begins here, if it is flawless.
    fn read_first(&mut self, read: &mut dyn FnMut(&[u8]) -> First) -> io::Result<Option<usize>> {
        /// More than this is not read a second time only because its end is not in memory yet.
        const SMALL: usize = 64 << 10;
        let small = SMALL.min(self.limit);
        loop {
            match read(self.window.bytes()) {
                First::Whole(to) if to <= self.limit => return Ok(Some(to)),
                First::Unfinished if self.window.bytes().len() <= small => {
                    if !self.window.fill()? {
                        return Ok(None);
                    }
                }
                _ => return Ok(None),
            }
        }
    }

    /// Goes on at a later byte of the last event's value.
    pub(crate) fn resume_at(&mut self, at: usize) {
        self.pending = at;
    }

    /// Whether the last event was among the members of the root object.
    pub(crate) fn is_among_members(&self) -> bool {
        self.state == State::Object
    }

    /// Goes on after the closing brackets at a byte of the last event's value.
    pub(crate) fn resume_after_brackets(&mut self, at: usize) {
        let rest = &self.window.bytes()[at..];
        let brackets = rest.iter().take_while(|byte| matches!(byte, b'}' | b']'));
        self.pending = at + brackets.count();
    }

    /// Looks for the next object with this first key, from a byte of the last event's value on;
    /// goes on there, or at the end of the text.
    pub(crate) fn resume_at_next(&mut self, from: usize, first_key: &str) -> io::Result<()> {
        self.pending = 0;
        // Where invalid bytes were replaced, places in the text lie behind those in the bytes.
        self.window.consume(from.min(self.window.bytes().len()));
        loop {
            if let Some(at) = find_object(self.window.bytes(), first_key) {
                self.window.consume(at);
                return Ok(());
            }
            // An object may begin in the last bytes.
            let overlap = self.window.bytes().len().min(first_key.len() + 64);
            self.window.consume(self.window.bytes().len() - overlap);
            if !self.window.fill()? {
                self.window.consume(overlap);
                self.state = State::Done;
                return Ok(());
            }
        }
    }

    fn skip_space(&mut self) -> io::Result<Option<u8>> {
        loop {
            let bytes = self.window.bytes();
            let space = skip_space(bytes, 0);
            let found = bytes.get(space).copied();
            self.window.consume(space);
            if found.is_some() || !self.window.fill()? {
                return Ok(found);
            }
        }
    }

    fn member(&mut self) -> io::Result<Event> {
        let key_end = match self.scan(0)? {
            Ok(end) => end,
            Err(broken) => return Ok(broken),
        };
        let key = String::from_utf8_lossy(&self.window.bytes()[..key_end]).into_owned();
        let key = serde_json::from_str(&key).unwrap_or_else(|_| key.trim_matches('"').to_owned());
        self.window.consume(key_end);
        self.pending = 0;
        match self.skip_space()? {
            None => return Ok(self.truncated()),
            Some(b':') => self.window.consume(1),
            Some(_) => return Ok(Event::Stray { at: 0 }),
        }
        match self.skip_space()? {
            None => Ok(self.truncated()),
            Some(b'[') => {
                self.window.consume(1);
                self.state = State::List { is_root: false };
                self.has_list = true;
                Ok(Event::List { key })
            }
            Some(byte) if starts_value(byte) => Ok(match self.scan(0)? {
                Ok(to) => Event::Member { key, from: 0, to },
                Err(broken) => broken,
            }),
            Some(_) => Ok(Event::Stray { at: 0 }),
        }
    }

    fn truncated(&mut self) -> Event {
        self.state = State::Ended;
        Event::Truncated
    }

    /// Finds the end of the value that begins at `from`.
    fn scan(&mut self, from: usize) -> io::Result<Result<usize, Event>> {
        let mut nesting = Nesting::default();
        let mut at = from;
        loop {
            match nesting.advance(self.window.bytes(), &mut at) {
                Some(Ok(end)) => {
                    self.pending = end;
                    return Ok(Ok(end));
                }
                Some(Err(unbalanced)) => {
                    return Ok(Err(self.broken(from, unbalanced, Trouble::Unbalanced)));
                }
                None if at - from > self.limit => {
                    return Ok(Err(self.broken(from, at, Trouble::TooLarge)));
                }
                None => {
                    if !self.window.fill()? {
                        let end = self.window.bytes().len();
                        // A bare number may end with the text.
                        if nesting.is_scalar() {
                            self.pending = end;
                            return Ok(Ok(end));
                        }
                        return Ok(Err(self.broken(from, end, Trouble::Truncated)));
                    }
                }
            }
        }
    }

    fn broken(&mut self, from: usize, to: usize, trouble: Trouble) -> Event {
        self.pending = to.max(from + 1).min(self.window.bytes().len());
        Event::Broken { from, to, trouble }
    }
}

fn starts_value(byte: u8) -> bool {
    matches!(byte, b'{' | b'[' | b'"' | b'-' | b'+' | b'.') || byte.is_ascii_alphanumeric()
}

/// Where an object with this first key begins.
pub(super) fn find_object(bytes: &[u8], first_key: &str) -> Option<usize> {
    memchr::memchr_iter(b'{', bytes).find(|at| {
        let rest = bytes[at + 1..].trim_ascii_start();
        rest.strip_prefix(b"\"")
            .and_then(|rest| rest.strip_prefix(first_key.as_bytes()))
            .is_some_and(|rest| rest.first() == Some(&b'"'))
    })
}

/// The brackets that are open at a byte, and whether it is inside a string.
#[derive(Default)]
struct Nesting {
    open: Vec<u8>,
    string: bool,
    scalar: bool,
}

impl Nesting {
    fn is_scalar(&self) -> bool {
        self.scalar && self.open.is_empty() && !self.string
    }

    /// Moves `at` on until the value ends (after its last byte), a bracket does not fit (at that
    /// bracket), or the bytes are used up.
    fn advance(&mut self, bytes: &[u8], at: &mut usize) -> Option<Result<usize, usize>> {
        while *at < bytes.len() {
            if self.string {
                *at = string_stop(bytes, *at);
                match bytes.get(*at) {
                    None => return None,
                    Some(b'\\') if *at + 1 == bytes.len() => return None,
                    Some(b'\\') => *at += 2,
                    Some(b'"') => {
                        *at += 1;
                        self.string = false;
                        if self.open.is_empty() {
                            return Some(Ok(*at));
                        }
                    }
                    Some(_) => *at += 1,
                }
                continue;
            }
            if !self.open.is_empty() {
                *at = mark_stop(bytes, *at);
                if *at == bytes.len() {
                    return None;
                }
            }
            let byte = bytes[*at];
            match byte {
                b'"' => self.string = true,
                b'{' | b'[' => self.open.push(byte),
                b'}' | b']' if self.scalar && self.open.is_empty() => return Some(Ok(*at)),
                b'}' | b']' => {
                    let fits = if byte == b'}' { b'{' } else { b'[' };
                    if self.open.last() != Some(&fits) {
                        return Some(Err(*at));
                    }
                    self.open.pop();
                    if self.open.is_empty() {
                        *at += 1;
                        return Some(Ok(*at));
                    }
                }
                b',' | b' ' | b'\n' | b'\r' | b'\t' if self.open.is_empty() => {
                    return Some(Ok(*at));
                }
                _ => self.scalar |= self.open.is_empty(),
            }
            *at += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn events(text: &str) -> Vec<String> {
        // One byte at a time, so that every value crosses the edge of the window.
        let text = Cursor::new(text.as_bytes().to_vec());
        let window = Window::with_chunk(Box::new(text), 1);
        let mut splitter = Splitter::new(window, 1000);
        let mut seen = Vec::new();
        loop {
            let event = splitter.next().unwrap();
            let bytes = splitter.window.bytes();
            let source =
                |from: usize, to: usize| String::from_utf8_lossy(&bytes[from..to]).into_owned();
            match event {
                Event::End => return seen,
                Event::Element { from, to } => seen.push(source(from, to)),
                Event::Member { key, from, to } => seen.push(format!("{key}={}", source(from, to))),
                Event::Broken { from, to, trouble } => {
                    seen.push(format!("{trouble:?} {}", source(from, to)));
                }
                Event::Stray { at } => seen.push(format!("stray {}", source(at, at + 1))),
                other => seen.push(format!("{other:?}")),
            }
        }
    }

    #[test]
    fn the_records_of_a_document_are_found() {
        let cases: [(&str, &[&str]); 10] = [
            ("{\"a\"", &["Root { is_list: false }", "Truncated"]),
            ("{\"a\": ", &["Root { is_list: false }", "Truncated"]),
            ("[]", &["Root { is_list: true }"]),
            (
                r#"[{"a": "}\"]"}, 12, "x", [1]]"#,
                &[
                    "Root { is_list: true }",
                    r#"{"a": "}\"]"}"#,
                    "12",
                    "\"x\"",
                    "[1]",
                ],
            ),
            (
                r#"{"id": "x", "questions": [{"a": 1}], "n": 5}"#,
                &[
                    "Root { is_list: false }",
                    "id=\"x\"",
                    "List { key: \"questions\" }",
                    "{\"a\": 1}",
                    "n=5",
                ],
            ),
            ("[1", &["Root { is_list: true }", "1", "Truncated"]),
            (
                "[{\"a\": 1",
                &["Root { is_list: true }", "Truncated {\"a\": 1", "Truncated"],
            ),
            (
                "[{\"a\": [1}]",
                &["Root { is_list: true }", "Unbalanced {\"a\": [1", "stray }"],
            ),
            ("[1] x", &["Root { is_list: true }", "1", "stray x"]),
            ("", &["Truncated"]),
        ];
        for (text, expected) in cases {
            assert_eq!(events(text), expected, "{text}");
        }
    }

    #[test]
    fn records_after_a_bracket_too_many_are_found() {
        let cases: [(&str, &[&str]); 4] = [
            (r#"[{"a": 1}], {"b": 2}]"#, &["stray ,"]),
            (r#"{"q": [{"a": 1}]}, {"b": 2}]}"#, &["stray ,", "stray {"]),
            (r#"{"q": [{"a": 1}], {"b": 2}]}"#, &["stray {"]),
            (r#"{"q": [{"a": 1}]} {"b": 2}]}"#, &["stray {"]),
        ];
        for (text, strays) in cases {
            let mut found = events(text);
            found.retain(|event| event.starts_with('{') || event.starts_with("stray"));
            let expected: Vec<_> = std::iter::once(r#"{"a": 1}"#)
                .chain(strays.iter().copied())
                .chain([r#"{"b": 2}"#])
                .collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn a_value_that_is_too_large_is_given_up() {
        let text = format!("[\"{}\", 1]", "x".repeat(5000));
        let found = events(&text);
        assert!(found[1].starts_with("TooLarge"), "{found:?}");
    }
}
