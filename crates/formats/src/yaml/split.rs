//! Finds the items of the top-level `questions:` list of a YAML document by their indentation,
//! without reading them.

use std::io;

use crate::input::Window;

/// The key of the list.
pub(super) const LIST: &str = "questions";

/// A piece of the document; byte ranges are within the window's unread bytes.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// A document, or the members before or after the list.
    Document { from: usize, to: usize },
    /// An item of the list, in whole lines.
    Item { from: usize, to: usize },
    /// An item or a document that is too large to be held in memory.
    TooLarge,
    /// The end of the text.
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Start,
    /// Among the items of the list, which are indented by this much.
    Items(usize),
    /// Within an item that is too large.
    Oversized(usize),
    /// After the list.
    Rest,
    Ended,
}

/// Walks over the items of a YAML document.
///
/// A list in flow style, or any other document whose items cannot be told by their indentation, is
/// a single piece.
pub(super) struct Splitter {
    pub window: Window,
    state: State,
    /// Bytes of the last piece, left behind with the next call.
    pending: usize,
    limit: usize,
}

/// What a line is, seen from the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    /// Blank or a comment: part of whatever it stands in.
    Nothing,
    /// The beginning of a list item, indented by this much.
    Item(usize),
    /// A key of the root object, or a mark between documents.
    Root,
    /// Anything else.
    Content,
}

impl Splitter {
    pub(super) fn new(window: Window, limit: usize) -> Self {
        Self {
            window,
            state: State::Start,
            pending: 0,
            limit,
        }
    }

    pub(super) fn next(&mut self) -> io::Result<Piece> {
        self.window.consume(self.pending);
        self.pending = 0;
        match self.state {
            State::Start => self.start(),
            State::Items(indent) => self.item(indent),
            State::Oversized(indent) => self.skip(indent),
            State::Rest => self.rest(0),
            State::Ended => Ok(Piece::End),
        }
    }

    /// The members before the list; the whole text if there is no list in block style.
    fn start(&mut self) -> io::Result<Piece> {
        let (mut at, mut list) = (0, None);
        while let Some(end) = self.line_end(at)? {
            if at > self.limit {
                return self.give_up();
            }
            let line = &self.window.bytes()[at..end];
            match (classify(line), list) {
                (Line::Nothing, _) => {}
                (Line::Item(indent), Some(before)) => {
                    self.state = State::Items(indent);
                    self.pending = at;
                    return Ok(Piece::Document {
                        from: 0,
                        to: before,
                    });
                }
                _ => list = is_bare_key(line, LIST).then_some(at),
            }
            at = end;
        }
        self.rest(at)
    }

    /// All that remains, of which this much is in memory.
    fn rest(&mut self, mut at: usize) -> io::Result<Piece> {
        while let Some(end) = self.line_end(at)? {
            at = end;
            if at > self.limit {
                return self.give_up();
            }
        }
        self.state = State::Ended;
        self.pending = at;
        Ok(Piece::Document { from: 0, to: at })
    }

    fn give_up(&mut self) -> io::Result<Piece> {
        self.state = State::Ended;
        Ok(Piece::TooLarge)
    }

    fn item(&mut self, indent: usize) -> io::Result<Piece> {
        self.state = State::Items(indent);
        let Some(mut at) = self.line_end(0)? else {
            self.state = State::Ended;
            return Ok(Piece::End);
        };
        loop {
            if at > self.limit {
                self.state = State::Oversized(indent);
                return Ok(Piece::TooLarge);
            }
            let Some(end) = self.line_end(at)? else {
                break;
            };
            match classify(&self.window.bytes()[at..end]) {
                Line::Item(found) if found == indent => break,
                Line::Root => {
                    self.state = State::Rest;
                    break;
                }
                _ => at = end,
            }
        }
        self.pending = at;
        Ok(Piece::Item { from: 0, to: at })
    }

    /// Leaves the rest of an item that is too large behind.
    fn skip(&mut self, indent: usize) -> io::Result<Piece> {
        // The first line is the item's own, and a long line comes in several parts.
        let mut inside = true;
        while let Some(end) = self.line_end(0)? {
            let bytes = &self.window.bytes()[..end];
            match classify(bytes) {
                Line::Item(found) if found == indent && !inside => return self.item(indent),
                Line::Root if !inside => return self.rest(0),
                _ => inside = !bytes.ends_with(b"\n"),
            }
            self.window.consume(end);
        }
        self.state = State::Ended;
        Ok(Piece::End)
    }

    /// The byte after the line that begins at `at`, or as much of a line as fits into memory;
    /// `None` at the end of the text.
    fn line_end(&mut self, at: usize) -> io::Result<Option<usize>> {
        let mut seen = at;
        loop {
            let bytes = self.window.bytes();
            if let Some(found) = memchr::memchr(b'\n', &bytes[seen..]) {
                return Ok(Some(seen + found + 1));
            }
            seen = bytes.len();
            if seen - at > self.limit || !self.window.fill()? {
                return Ok((seen > at).then_some(seen));
            }
        }
    }
}

fn classify(line: &[u8]) -> Line {
    let indent = line.iter().take_while(|byte| **byte == b' ').count();
    let content = line[indent..].trim_ascii_end();
    match content {
        [] | [b'#', ..] => Line::Nothing,
        [b'-'] | [b'-', b' ' | b'\t', ..] => Line::Item(indent),
        b"---" | b"..." if indent == 0 => Line::Root,
        _ if indent == 0 && (content.starts_with(b"--- ") || starts_with_key(content)) => {
            Line::Root
        }
        _ => Line::Content,
    }
}

/// Whether a line begins with a key of a single word. A line of a query that lost its indentation,
/// such as `PREFIX dbo: <…>`, does not.
fn starts_with_key(line: &[u8]) -> bool {
    let (word, rest) = match line {
        [quote @ (b'"' | b'\''), rest @ ..] => match memchr::memchr(*quote, rest) {
            Some(end) => (&rest[..end], &rest[end + 1..]),
            None => return false,
        },
        _ => {
            let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
            line.split_at(line.iter().take_while(|byte| is_word(byte)).count())
        }
    };
    !word.is_empty() && matches!(rest, [b':'] | [b':', b' ' | b'\t', ..])
}

/// Whether a line is this key of the root object without a value on the same line.
fn is_bare_key(line: &[u8], key: &str) -> bool {
    key_value(line, key).is_some_and(|value| matches!(value.trim_ascii(), [] | [b'#', ..]))
}

/// Whether a line has this key of the root object.
pub(crate) fn has_key(line: &str, key: &str) -> bool {
    key_value(line.as_bytes(), key).is_some()
}

/// What follows this key of the root object on its line.
fn key_value<'l>(line: &'l [u8], key: &str) -> Option<&'l [u8]> {
    let line = match line {
        [quote @ (b'"' | b'\''), rest @ ..] => {
            let rest = rest.strip_prefix(key.as_bytes())?;
            rest.strip_prefix(std::slice::from_ref(quote))?
        }
        _ => line.strip_prefix(key.as_bytes())?,
    };
    let value = line.trim_ascii_start().strip_prefix(b":")?;
    value
        .first()
        .is_none_or(u8::is_ascii_whitespace)
        .then_some(value)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn pieces(text: &str, limit: usize) -> Vec<String> {
        // One byte at a time, so that every line crosses the edge of the window.
        let text = Cursor::new(text.as_bytes().to_vec());
        let mut splitter = Splitter::new(Window::with_chunk(Box::new(text), 1), limit);
        let mut seen = Vec::new();
        loop {
            let piece = splitter.next().unwrap();
            let bytes = splitter.window.bytes();
            let source = |from: usize, to: usize| String::from_utf8_lossy(&bytes[from..to]);
            seen.push(match piece {
                Piece::End => return seen,
                Piece::Item { from, to } => format!("item {}", source(from, to)),
                Piece::Document { from, to } => format!("document {}", source(from, to)),
                Piece::TooLarge => "too large".to_owned(),
            });
        }
    }

    #[test]
    fn the_items_of_a_document_are_found() {
        let cases: [(&str, &[&str]); 8] = [
            ("", &["document "]),
            (
                "a: 1\nquestions:\n\n  # one\n  - id: 1\n    b: |\n      - x\n\n  - id: 2\nc: 3\n",
                &[
                    "document a: 1\n",
                    "item   - id: 1\n    b: |\n      - x\n\n",
                    "item   - id: 2\n",
                    "document c: 3\n",
                ],
            ),
            (
                "questions: # all\r\n- id: 1\r\n  b:\r\n  - x\r\n-\r\n  id: 2",
                &[
                    "document ",
                    "item - id: 1\r\n  b:\r\n  - x\r\n",
                    "item -\r\n  id: 2",
                ],
            ),
            (
                "\"questions\":\n- a\n---\nb: 1",
                &["document ", "item - a\n", "document ---\nb: 1"],
            ),
            // A query that lost its indentation spoils its own item alone.
            (
                "questions:\n - a: |\nPREFIX b: <c>\n - d\n",
                &["document ", "item  - a: |\nPREFIX b: <c>\n", "item  - d\n"],
            ),
            (
                "questions: [a,\n  b]\n",
                &["document questions: [a,\n  b]\n"],
            ),
            ("questions:\n  a: 1\n", &["document questions:\n  a: 1\n"]),
            ("questions:\n", &["document questions:\n"]),
        ];
        for (text, expected) in cases {
            assert_eq!(pieces(text, 1000), expected, "{text}");
        }
    }

    #[test]
    fn an_item_that_is_too_large_is_passed_over() {
        let long = "x".repeat(100);
        let lines = "    y\n".repeat(30);
        let text = format!("questions:\n  - {long}\n  - a\n  - b: |\n{lines}  - c\nd: 1\n");
        let expected = [
            "document ",
            "too large",
            "item   - a\n",
            "too large",
            "item   - c\n",
            "document d: 1\n",
        ];
        assert_eq!(pieces(&text, 50), expected);
        assert_eq!(pieces(&"x".repeat(100), 50), ["too large"]);
    }

    #[test]
    fn keys_are_told_from_other_lines() {
        for line in ["a:", "a: b", "\"a b\": c", "a-b_2:\tc", "'x': "] {
            assert!(starts_with_key(line.as_bytes()), "{line}");
        }
        for line in [
            "",
            "a",
            "a:b",
            "a b: c",
            "PREFIX a: <b>",
            "http://x",
            "\"a",
            "}",
        ] {
            assert!(!starts_with_key(line.as_bytes()), "{line}");
        }
    }
}
