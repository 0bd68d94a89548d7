//! JSON text for people to read, put together piece by piece and passed on block by block.

use std::io::{self, BufWriter, Write};

/// How the members of an object or list are laid out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// Each on a line of its own.
    Lines,
    /// All on one line.
    Inline,
}

struct Level {
    layout: Layout,
    close: u8,
    members: usize,
}

/// A JSON document that is being written.
pub(super) struct Json {
    sink: BufWriter<Box<dyn Write>>,
    /// What is not passed on yet.
    text: Vec<u8>,
    open: Vec<Level>,
}

impl Json {
    pub(super) fn new(sink: Box<dyn Write>) -> Self {
        Self {
            sink: BufWriter::with_capacity(1 << 16, sink),
            text: Vec::new(),
            open: Vec::new(),
        }
    }

    /// Opens an object; [`close`](Self::close) closes it.
    pub(super) fn object(&mut self, layout: Layout) {
        self.push(b'{', b'}', layout);
    }

    /// Opens a list.
    pub(super) fn list(&mut self, layout: Layout) {
        self.push(b'[', b']', layout);
    }

    fn push(&mut self, open: u8, close: u8, layout: Layout) {
        self.text.push(open);
        self.open.push(Level {
            layout,
            close,
            members: 0,
        });
    }

    /// Closes the innermost object or list.
    pub(super) fn close(&mut self) {
        if let Some(level) = self.open.pop() {
            if level.members > 0 && level.layout == Layout::Lines {
                self.line_break();
            }
            self.text.push(level.close);
        }
    }

    /// Starts an element of a list.
    pub(super) fn element(&mut self) {
        let Some(level) = self.open.last_mut() else {
            return;
        };
        let first = level.members == 0;
        level.members += 1;
        let layout = level.layout;
        if !first {
            self.text.push(b',');
        }
        match layout {
            Layout::Lines => self.line_break(),
            Layout::Inline if !first => self.text.push(b' '),
            Layout::Inline => {}
        }
    }

    fn line_break(&mut self) {
        self.text.push(b'\n');
        for _ in 0..self.open.len() {
            self.text.extend_from_slice(b"  ");
        }
    }

    /// Starts a member of an object.
    pub(super) fn key(&mut self, name: &str) {
        self.element();
        self.string(name);
        self.text.extend_from_slice(b": ");
    }

    pub(super) fn string(&mut self, value: &str) {
        self.text.push(b'"');
        let bytes = value.as_bytes();
        let mut clean = 0;
        for (at, &byte) in bytes.iter().enumerate() {
            if byte >= b' ' && byte != b'"' && byte != b'\\' {
                continue;
            }
            self.text.extend_from_slice(&bytes[clean..at]);
            clean = at + 1;
            match byte {
                b'"' | b'\\' => self.text.extend_from_slice(&[b'\\', byte]),
                b'\n' => self.text.extend_from_slice(b"\\n"),
                b'\r' => self.text.extend_from_slice(b"\\r"),
                b'\t' => self.text.extend_from_slice(b"\\t"),
                _ => self
                    .text
                    .extend_from_slice(format!("\\u{byte:04x}").as_bytes()),
            }
        }
        self.text.extend_from_slice(&bytes[clean..]);
        self.text.push(b'"');
    }

    pub(super) fn boolean(&mut self, value: bool) {
        self.raw(if value { "true" } else { "false" });
    }

    /// A value in JSON notation already.
    pub(super) fn raw(&mut self, json: &str) {
        self.text.extend_from_slice(json.as_bytes());
    }

    /// Any value, on one line.
    pub(super) fn value(&mut self, value: &serde_json::Value) {
        self.raw(&value.to_string());
    }

    /// A member that is a string.
    pub(super) fn string_member(&mut self, key: &str, value: &str) {
        self.key(key);
        self.string(value);
    }

    /// Passes on what is written so far.
    pub(super) fn pass_on(&mut self) -> io::Result<()> {
        self.sink.write_all(&self.text)?;
        self.text.clear();
        Ok(())
    }

    /// Closes all that is open and passes everything on.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        while !self.open.is_empty() {
            self.close();
        }
        self.text.push(b'\n');
        self.pass_on()?;
        self.sink.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write::tests::Sink;

    #[test]
    fn documents_are_laid_out_and_escaped() {
        let sink = Sink::default();
        let mut json = Json::new(Box::new(sink.clone()));
        json.object(Layout::Lines);
        json.key("list");
        json.list(Layout::Inline);
        for text in ["a\"\\", "\n\u{1}é"] {
            json.element();
            json.string(text);
        }
        json.close();
        json.key("none");
        json.list(Layout::Lines);
        json.close();
        json.finish().unwrap();
        let text = String::from_utf8(sink.0.take()).unwrap();
        assert_eq!(
            text,
            "{\n  \"list\": [\"a\\\"\\\\\", \"\\n\\u0001é\"],\n  \"none\": []\n}\n"
        );
    }
}
