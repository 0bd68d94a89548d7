//! A window that slides over a text and knows the line and column where it begins.

use std::borrow::Cow;
use std::cell::Cell;
use std::io::{self, Read};

use lydite_model::Snippet;

/// How many bytes are read at once: most benchmarks are smaller, and records are read fastest where
/// all of them is in memory.
const CHUNK: usize = 2 << 20;

/// A line and a column, both from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    pub line: u64,
    pub column: u64,
}

impl Position {
    pub(crate) const START: Self = Self { line: 1, column: 1 };

    /// The position after these bytes.
    pub(crate) fn after(self, bytes: &[u8]) -> Self {
        match memchr::memrchr(b'\n', bytes) {
            Some(last) => Self {
                line: self.line + memchr::memchr_iter(b'\n', bytes).count() as u64,
                column: 1 + characters(&bytes[last + 1..]),
            },
            None => Self {
                line: self.line,
                column: self.column + characters(bytes),
            },
        }
    }
}

/// The number of characters, counting each byte that does not continue one.
fn characters(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|byte| (**byte as i8) >= -0x40).count() as u64
}

/// The part of a text that is in memory.
pub(crate) struct Window {
    source: Box<dyn Read + Send>,
    buffer: Vec<u8>,
    /// Where the unread part begins.
    start: usize,
    position: Position,
    ended: bool,
    /// Why reading failed after some bytes, to be told when those are used up.
    error: Option<io::Error>,
    chunk: usize,
}

impl Window {
    pub(crate) fn new(source: Box<dyn Read + Send>) -> Self {
        Self::with_chunk(source, CHUNK)
    }

    /// A window that reads this many bytes at once.
    pub(crate) fn with_chunk(source: Box<dyn Read + Send>, chunk: usize) -> Self {
        Self {
            source,
            chunk,
            error: None,
            buffer: Vec::new(),
            start: 0,
            position: Position::START,
            ended: false,
        }
    }

    /// A window over all of a text.
    pub(crate) fn over(text: Vec<u8>) -> Self {
        Self {
            buffer: text,
            ended: true,
            ..Self::new(Box::new(io::empty()))
        }
    }

    /// The unread bytes in memory.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    /// Reads on; `false` at the end of the text.
    pub(crate) fn fill(&mut self) -> io::Result<bool> {
        if let Some(error) = self.error.take() {
            self.ended = true;
            return Err(error);
        }
        if self.ended {
            return Ok(false);
        }
        // Moving the rest to the front is cheap only when it is small.
        if self.start > 0 && self.start >= self.buffer.len() - self.start {
            self.buffer.drain(..self.start);
            self.start = 0;
        }
        let before = self.buffer.len();
        let chunk = self.chunk.max((before - self.start) / 2) as u64;
        // One byte more than is read, or the end would be looked for in a larger buffer.
        self.buffer.reserve(chunk as usize + 1);
        let mut part = self.source.by_ref().take(chunk);
        match part.read_to_end(&mut self.buffer) {
            Ok(read) => self.ended = read == 0,
            Err(error) if self.buffer.len() == before => return Err(error),
            Err(error) => self.error = Some(error),
        }
        Ok(!self.ended)
    }

    /// Leaves the first `count` unread bytes behind.
    pub(crate) fn consume(&mut self, count: usize) {
        self.position = self
            .position
            .after(&self.buffer[self.start..self.start + count]);
        self.start += count;
    }

    /// The unread bytes `from..to` as text with its place.
    pub(crate) fn slice(&self, from: usize, to: usize) -> Slice<'_> {
        let bytes = self.bytes();
        Slice {
            text: text(&bytes[from..to]),
            position: self.position.after(&bytes[..from]),
            before: &self.buffer[..self.start + from],
            source: &bytes[from..to],
            last: Cell::default(),
        }
    }
}

/// The bytes as text. Valid text is the rule, and `from_utf8` is much faster at telling so.
fn text(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => String::from_utf8_lossy(bytes),
    }
}

/// How much of a long line is shown before and after the place.
const LINE_CONTEXT: usize = 60;

/// A piece of the text with its place in the file.
pub(crate) struct Slice<'w> {
    /// The text; owned if invalid UTF-8 had to be replaced.
    pub text: Cow<'w, str>,
    /// Where it begins.
    pub position: Position,
    /// What precedes it, as far as it is in memory.
    before: &'w [u8],
    /// The bytes of the text as they are in the window.
    source: &'w [u8],
    /// The byte that was asked for last, and its position: remarks come in order, and a record may
    /// be large.
    last: Cell<Option<(usize, Position)>>,
}

impl Slice<'_> {
    /// Whether the text is the bytes of the file, in which nothing had to be replaced.
    pub(crate) fn is_source(&self) -> bool {
        matches!(self.text, Cow::Borrowed(_))
    }

    /// What precedes the text on its line.
    fn line_start(&self) -> Cow<'_, str> {
        let before = &self.before[self.before.len().saturating_sub(LINE_CONTEXT)..];
        let start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
        String::from_utf8_lossy(&before[start..])
    }

    /// The line and column of a byte of the text.
    pub(crate) fn position_of(&self, offset: usize) -> Position {
        let bytes = self.text.as_bytes();
        let offset = offset.min(bytes.len());
        let (from, position) = match self.last.get() {
            Some(last) if last.0 <= offset => last,
            _ => (0, self.position),
        };
        let position = position.after(&bytes[from..offset]);
        self.last.set(Some((offset, position)));
        position
    }

    /// The byte of the window, seen from the slice, that became this byte of the text; they differ
    /// where invalid UTF-8 was replaced.
    pub(crate) fn source_offset(&self, offset: usize) -> usize {
        if self.is_source() {
            return offset.min(self.source.len());
        }
        let (mut text, mut source) = (0, 0);
        for chunk in self.source.utf8_chunks() {
            let valid = chunk.valid().len();
            if offset <= text + valid {
                return source + offset - text;
            }
            text += valid + char::REPLACEMENT_CHARACTER.len_utf8();
            source += valid + chunk.invalid().len();
        }
        source
    }

    /// The line around `start..end`, cut to a readable length.
    pub(crate) fn snippet(&self, start: usize, end: usize) -> Snippet {
        let text = &*self.text;
        let start = floor(text, start);
        // A line may be as long as the record: no further than what is shown.
        let from = floor(text, start.saturating_sub(LINE_CONTEXT));
        let line_start = text[from..start].rfind('\n').map(|at| from + at + 1);
        let from = line_start.unwrap_or(from);
        let to = floor(text, start + 2 * LINE_CONTEXT);
        let to = text[start..to]
            .find(['\n', '\r'])
            .map_or(to, |at| start + at);
        let end = floor(text, end).clamp(start, to.max(start));
        // On the first line of the slice, what precedes it belongs to the line, too.
        let before = match line_start {
            None if from == 0 => self.line_start(),
            _ => Cow::Borrowed(""),
        };
        Snippet {
            text: format!("{before}{}", &text[from..to]),
            start: before.len() + start - from,
            end: before.len() + end - from,
        }
    }
}

/// The nearest character boundary at or before `at`.
fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters() {
        let cases: [(&str, u64, u64); 5] = [
            ("", 1, 1),
            ("abc", 1, 4),
            ("é漢", 1, 3),
            ("a\nb", 2, 2),
            ("a\r\n\nbc", 3, 3),
        ];
        for (text, line, column) in cases {
            let position = Position::START.after(text.as_bytes());
            assert_eq!(position, Position { line, column }, "{text:?}");
        }
    }

    #[test]
    fn the_window_slides_without_losing_its_place() {
        let text = "0123456789\n".repeat(100_000);
        let mut window = Window::new(Box::new(io::Cursor::new(text.into_bytes())));
        let mut consumed = 0;
        while window.fill().unwrap() {
            let count = window.bytes().len() / 2;
            window.consume(count);
            consumed += count as u64;
        }
        assert_eq!(window.position.line, 1 + consumed / 11);
        assert_eq!(window.position.column, 1 + consumed % 11);
    }

    #[test]
    fn offsets_lead_back_to_the_bytes_that_were_replaced() {
        let mut window = Window::new(Box::new(io::Cursor::new(b"ab\xff\xfecd".to_vec())));
        while window.fill().unwrap() {}
        let slice = window.slice(1, 6);
        assert_eq!(slice.text, "b\u{fffd}\u{fffd}cd");
        let offsets = [0, 1, 4, 7, 8, 9, 99].map(|offset| slice.source_offset(offset));
        assert_eq!(offsets, [0, 1, 2, 3, 4, 5, 5]);
    }

    #[test]
    fn a_snippet_is_the_line_with_the_place_in_it() {
        let mut window = Window::new(Box::new(io::Cursor::new("x\n  {\"a\":\n \"b\"}\n")));
        while window.fill().unwrap() {}
        let slice = window.slice(4, 15);
        assert_eq!(slice.text, "{\"a\":\n \"b\"}");
        let first = slice.snippet(1, 4);
        assert_eq!((&*first.text, first.start, first.end), ("  {\"a\":", 3, 6));
        let second = slice.snippet(7, 10);
        assert_eq!((&*second.text, second.start, second.end), (" \"b\"}", 1, 4));
    }
}
