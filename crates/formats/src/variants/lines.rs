//! Reads a file line by line, however long it is.

use std::io;

use lydite_model::Action;

use crate::codes;
use crate::context::{Bytes, Context, Output};
use crate::input::Window;
use crate::reader::{Driver, RECORD_LIMIT};

/// What the lines of a format mean.
pub(crate) trait ReadLine: Send {
    /// Reads a line that is not blank; `index` counts such lines from 0.
    fn line(&mut self, index: usize, cx: &mut Context<'_>);
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
