//! Reads a file line by line, however long it is.

use std::io;

use lydite_model::Action;

use crate::codes;
use crate::context::{Bytes, Context, Output};
use crate::format::with_value;
use crate::input::Window;
use crate::json::{Parser, Tree, Value, report_error, report_slips};
use crate::reader::{Driver, RECORD_LIMIT};

/// What the lines of a format mean.
pub(crate) trait ReadLine: Send {
    /// Reads a line that is not blank; `index` counts such lines from 0.
    fn line(&mut self, index: usize, cx: &mut Context<'_>);
}

/// Lines that are JSON values, each read by a function that is given its position, from 1.
pub(crate) struct JsonRecords<F> {
    parser: Parser,
    read: F,
}

impl<F: FnMut(Value<'_>, usize, &mut Context<'_>) + Send> JsonRecords<F> {
    pub(crate) fn read_by(read: F) -> Self {
        Self {
            parser: Parser::default(),
            read,
        }
    }
}

impl<F: FnMut(Value<'_>, usize, &mut Context<'_>) + Send> ReadLine for JsonRecords<F> {
    fn line(&mut self, index: usize, cx: &mut Context<'_>) {
        let slice = cx.slice;
        if let Err(error) = self.parser.parse(&slice.text) {
            report_error(&error, None, cx);
            return;
        }
        report_slips(&self.parser.slips, cx);
        let tree = Tree {
            text: &slice.text,
            tokens: &self.parser.tokens,
            owned: &[],
        };
        (self.read)(tree.root(), index + 1, cx);
    }
}

/// Whether a text has a record on each line, by the first few of them.
pub(crate) fn is_lines(head: &str, is_record: fn(Value<'_>) -> bool) -> bool {
    let mut lines = head
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .take(3)
        .peekable();
    let first = lines.peek();
    first.is_some_and(|line| line.starts_with('{') && line.ends_with('}'))
        && lines.any(|line| with_value(line, is_record) == Some(true))
}

/// Hands each line of a file to whoever understands it.
pub(crate) struct Lines<R> {
    window: Window,
    reader: R,
    index: usize,
}

impl<R: ReadLine> Lines<R> {
    pub(crate) fn new(window: Window, reader: R) -> Self {
        Self {
            window,
            reader,
            index: 0,
        }
    }

    /// Reads the line that ends at this byte.
    fn line(&mut self, end: usize, output: &mut Output) {
        let bytes = &self.window.bytes()[..end];
        if bytes.trim_ascii().is_empty() {
            return;
        }
        let slice = self.window.slice(0, end);
        let index = self.index;
        self.index += 1;
        let base = || format!("[{index}]");
        let mut cx = Context {
            slice: &slice,
            base: &base,
            output,
        };
        crate::json::report_replacements(&mut cx);
        self.reader.line(index, &mut cx);
    }

    /// Passes over a line that is too long to be a question.
    fn skip_line(&mut self, output: &mut Output) -> io::Result<bool> {
        let slice = self.window.slice(0, 80);
        Context {
            slice: &slice,
            base: &String::new,
            output,
        }
        .report(
            &Bytes(0, 1),
            &codes::TOO_LARGE,
            Action::Skipped,
            format!("this line is longer than {} MiB", RECORD_LIMIT >> 20),
        );
        drop(slice);
        self.index += 1;
        loop {
            let bytes = self.window.bytes();
            if let Some(at) = memchr::memchr(b'\n', bytes) {
                self.window.consume(at + 1);
                return Ok(true);
            }
            self.window.consume(self.window.bytes().len());
            if !self.window.fill()? {
                return Ok(false);
            }
        }
    }
}

impl<R: ReadLine> Driver for Lines<R> {
    fn advance(&mut self, output: &mut Output) -> io::Result<bool> {
        let (mut searched, mut end) = (0, None);
        while end.is_none() {
            let bytes = self.window.bytes();
            end = memchr::memchr(b'\n', &bytes[searched..]).map(|at| searched + at);
            searched = bytes.len();
            if end.is_none() && searched > RECORD_LIMIT {
                return self.skip_line(output);
            }
            if end.is_none() && !self.window.fill()? {
                break;
            }
        }
        let end = end.unwrap_or(self.window.bytes().len());
        self.line(end, output);
        let rest = self.window.bytes().len() - end;
        self.window.consume(end + rest.min(1));
        Ok(rest > 0 || self.window.fill()?)
    }
}
