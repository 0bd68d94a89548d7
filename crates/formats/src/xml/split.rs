//! Finds the records of an XML document (`<question>`, `<result>`) without holding the document.

use std::io;

use super::scan::{Declaration, Found, Scan, find_tag_end, is_name_start, name_length};
use crate::input::Window;

/// Something found in the document; byte ranges are within the window's unread bytes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// A start tag outside of any record: the root, or an element directly inside of it.
    Open { from: usize, to: usize },
    /// A record, from its start tag to its end tag.
    Record { kind: usize, from: usize, to: usize },
    /// A record or tag that could not be delimited, as far as it is known.
    Broken {
        kind: Option<usize>,
        from: usize,
        to: usize,
        trouble: Trouble,
    },
    /// A document type declaration, which is skipped.
    Doctype { from: usize, to: usize },
    /// Text or an end tag that does not belong here; it is skipped.
    Stray { from: usize, to: usize },
    /// The text ends before the document does.
    Truncated,
    /// The end of the document.
    End,
}

/// Why a record could not be delimited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// Another record begins before this one ends.
    Unclosed,
    /// A comment or CDATA section runs over the end of the record.
    Section,
    /// The tag does not end before the next one begins.
    Tag,
    Truncated,
    TooLarge,
}

/// What is left behind before the next event, without being held.
enum Skip {
    Nothing,
    Declaration(Declaration),
    /// The rest of a record that is too large.
    Record(Scan),
    /// The rest of a tag that is too large.
    Tag,
    /// Up to and including this.
    Until(&'static [u8]),
}

/// Walks over a document from record to record.
pub(crate) struct Splitter {
    pub window: Window,
    /// The (local) names of the elements that are records.
    names: &'static [&'static str],
    /// Elements with fewer others around them are shown, even if they are no records.
    shown: usize,
    /// The largest record that is held in memory.
    limit: usize,
    /// Bytes of the last event, left behind with the next call.
    pending: usize,
    skip: Skip,
    /// The name of the root element, once it is known.
    root: Option<Vec<u8>>,
    /// How many elements are open outside of records.
    depth: usize,
    /// Whether stray text was reported that goes on.
    stray: bool,
    ended: bool,
}

impl Splitter {
    pub(crate) fn new(window: Window, names: &'static [&'static str], limit: usize) -> Self {
        Self {
            window,
            names,
            shown: 2,
            limit,
            pending: 0,
            skip: Skip::Nothing,
            root: None,
            depth: 0,
            stray: false,
            ended: false,
        }
    }

    /// Shows elements that have fewer than so many others around them.
    pub(crate) fn showing(self, shown: usize) -> Self {
        Self { shown, ..self }
    }

    /// The next thing in the document.
    pub(crate) fn next(&mut self) -> io::Result<Event> {
        self.window.consume(std::mem::take(&mut self.pending));
        match std::mem::replace(&mut self.skip, Skip::Nothing) {
            Skip::Nothing => {}
            Skip::Declaration(declaration) => self.skip_declaration(declaration)?,
            Skip::Record(scan) => self.skip_record(scan)?,
            Skip::Tag => self.skip_tag()?,
            Skip::Until(end) => self.skip_until(end)?,
        }
        loop {
            let Some(byte) = self.skip_space()? else {
                let whole = self.root.is_some() && self.depth == 0;
                return Ok(if std::mem::replace(&mut self.ended, true) || whole {
                    Event::End
                } else {
                    Event::Truncated
                });
            };
            self.ensure(9)?;
            if byte != b'<' || !self.is_markup() {
                if let Some(event) = self.text() {
                    return Ok(event);
                }
                continue;
            }
            self.stray = false;
            if let Some(event) = self.markup()? {
                return Ok(event);
            }
        }
    }

    /// Text (or a `<` that begins nothing) outside of records: it belongs to an element that was remarked on, or to nothing.
    fn text(&mut self) -> Option<Event> {
        let bytes = self.window.bytes();
        let to = 1 + memchr::memchr(b'<', &bytes[1..]).unwrap_or(bytes.len() - 1);
        if self.stray || self.depth > 1 {
            self.window.consume(to);
            return None;
        }
        self.stray = true;
        self.pending = to;
        Some(Event::Stray { from: 0, to })
    }

    /// Whether the `<` at the beginning of the window begins anything.
    fn is_markup(&self) -> bool {
        let next = self.window.bytes().get(1);
        next.is_some_and(|byte| matches!(byte, b'?' | b'!' | b'/') || is_name_start(*byte))
    }

    /// Whatever begins with the `<` at the beginning of the window.
    fn markup(&mut self) -> io::Result<Option<Event>> {
        let bytes = self.window.bytes();
        match bytes.get(1) {
            Some(b'?') => self.skip_until(b"?>")?,
            Some(b'!') if bytes.starts_with(b"<!--") => {
                self.window.consume(4);
                self.skip_until(b"-->")?;
            }
            Some(b'!') if bytes.starts_with(b"<![CDATA[") => {
                self.skip = Skip::Until(b"]]>");
                return Ok(Some(Event::Stray { from: 0, to: 9 }));
            }
            Some(b'!') => {
                let to = bytes.len().min(9);
                let doctype = bytes[..to].eq_ignore_ascii_case(b"<!DOCTYPE");
                self.pending = 2;
                self.skip = Skip::Declaration(Declaration::default());
                return Ok(Some(if doctype {
                    Event::Doctype { from: 0, to }
                } else {
                    Event::Stray { from: 0, to: 2 }
                }));
            }
            Some(b'/') => return self.end_tag(),
            _ => return self.start_tag(),
        }
        Ok(None)
    }

    fn end_tag(&mut self) -> io::Result<Option<Event>> {
        let Some(to) = self.tag_end()? else {
            return Ok(Some(self.too_large(None)));
        };
        let bytes = self.window.bytes();
        let name = &bytes[2..to];
        let name = &name[..name_length(name)];
        if !bytes[..to].ends_with(b">") {
            if to < bytes.len() && self.root.as_deref() == Some(name) {
                self.depth = 0;
            }
            self.pending = to;
            return Ok(Some(Event::Broken {
                kind: None,
                from: 0,
                to,
                trouble: Trouble::Tag,
            }));
        }
        if self.root.as_deref() == Some(name) {
            self.depth = 0;
        } else if self.depth < 2 || self.kind(name).is_some() {
            self.pending = to;
            return Ok(Some(Event::Stray { from: 0, to }));
        } else {
            self.depth -= 1;
        }
        self.window.consume(to);
        Ok(None)
    }

    fn start_tag(&mut self) -> io::Result<Option<Event>> {
        // The name must be in memory as a whole, and a byte after it.
        let mut length = name_length(&self.window.bytes()[1..]);
        while length + 1 >= self.window.bytes().len()
            && length < self.limit
            && self.window.fill()?
        {
            length = name_length(&self.window.bytes()[1..]);
        }
        if let Some(kind) = self.kind(&self.window.bytes()[1..=length]) {
            return self.record(kind, length).map(Some);
        }
        let Some(to) = self.tag_end()? else {
            return Ok(Some(self.too_large(None)));
        };
        let bytes = self.window.bytes();
        let (closed, empty) = match &bytes[..to] {
            [.., b'/', b'>'] => (true, true),
            [.., b'>'] => (true, false),
            _ => (false, false),
        };
        let outermost = self.depth < self.shown;
        if self.root.is_none() {
            self.root = Some(bytes[1..=length].to_vec());
        }
        if !empty {
            self.depth += 1;
        }
        self.pending = to;
        Ok(if !closed {
            Some(Event::Broken {
                kind: None,
                from: 0,
                to,
                trouble: Trouble::Tag,
            })
        } else if outermost {
            Some(Event::Open { from: 0, to })
        } else {
            self.window.consume(std::mem::take(&mut self.pending));
            None
        })
    }

    /// The record whose start tag begins the window.
    fn record(&mut self, kind: usize, name: usize) -> io::Result<Event> {
        let mut scan = Scan::new(&self.window.bytes()[1..=name]);
        let mut last = false;
        let (to, trouble) = loop {
            match scan.advance(self.window.bytes(), last) {
                Some(Found::End(to)) => {
                    self.pending = to;
                    return Ok(Event::Record { kind, from: 0, to });
                }
                Some(Found::Start(at)) => break (at, Trouble::Unclosed),
                Some(Found::Overrun(to)) => break (to, Trouble::Section),
                None if last || scan.at > self.limit => {
                    if let Some(to) = scan.overrun {
                        break (to, Trouble::Section);
                    }
                    if !last {
                        let event = self.too_large(Some(kind));
                        self.pending = scan.at;
                        scan.at = 0;
                        self.skip = Skip::Record(scan);
                        return Ok(event);
                    }
                    self.ended = true;
                    break (self.window.bytes().len(), Trouble::Truncated);
                }
                None => last = !self.window.fill()?,
            }
        };
        self.pending = to;
        Ok(Event::Broken {
            kind: Some(kind),
            from: 0,
            to,
            trouble,
        })
    }

    /// A record or tag that is not held; only its beginning is shown.
    fn too_large(&mut self, kind: Option<usize>) -> Event {
        self.skip = Skip::Tag;
        Event::Broken {
            kind,
            from: 0,
            to: self.window.bytes().len().min(64),
            trouble: Trouble::TooLarge,
        }
    }

    /// The index of a record's name, with or without a namespace prefix.
    fn kind(&self, name: &[u8]) -> Option<usize> {
        let local = memchr::memrchr(b':', name).map_or(name, |colon| &name[colon + 1..]);
        self.names
            .iter()
            .position(|record| record.as_bytes() == local)
    }

    /// Where the tag that begins the window ends; `None` if it is too large.
    fn tag_end(&mut self) -> io::Result<Option<usize>> {
        let (mut at, mut quote) = (1, None);
        loop {
            if let Some(end) = find_tag_end(self.window.bytes(), &mut at, &mut quote) {
                return Ok(Some(end));
            }
            if at > self.limit {
                return Ok(None);
            }
            if !self.window.fill()? {
                return Ok(Some(self.window.bytes().len()));
            }
        }
    }

    /// Fills the window up to this many bytes, if there are as many.
    fn ensure(&mut self, count: usize) -> io::Result<()> {
        while self.window.bytes().len() < count && self.window.fill()? {}
        Ok(())
    }

    fn skip_space(&mut self) -> io::Result<Option<u8>> {
        loop {
            let bytes = self.window.bytes();
            let space = bytes
                .iter()
                .take_while(|byte| byte.is_ascii_whitespace())
                .count();
            let found = bytes.get(space).copied();
            self.window.consume(space);
            if found.is_some() || !self.window.fill()? {
                return Ok(found);
            }
        }
    }

    fn skip_until(&mut self, end: &[u8]) -> io::Result<()> {
        loop {
            let bytes = self.window.bytes();
            if let Some(at) = memchr::memmem::find(bytes, end) {
                self.window.consume(at + end.len());
                return Ok(());
            }
            // The end may have begun in the last bytes.
            let overlap = bytes.len().min(end.len() - 1);
            self.window.consume(bytes.len() - overlap);
            if !self.window.fill()? {
                self.window.consume(overlap);
                // What is not closed is not the whole document.
                self.depth += 1;
                return Ok(());
            }
        }
    }

    fn skip_declaration(&mut self, mut declaration: Declaration) -> io::Result<()> {
        loop {
            let bytes = self.window.bytes();
            if let Some(end) = declaration.end(bytes) {
                self.window.consume(end);
                return Ok(());
            }
            self.window.consume(bytes.len());
            if !self.window.fill()? {
                return Ok(());
            }
        }
    }

    fn skip_record(&mut self, mut scan: Scan) -> io::Result<()> {
        let mut last = false;
        loop {
            match scan.advance(self.window.bytes(), last) {
                Some(Found::End(to) | Found::Start(to) | Found::Overrun(to)) => {
                    self.window.consume(to);
                    return Ok(());
                }
                None => {
                    // Too late to come back to the end of the record.
                    self.window.consume(scan.overrun.unwrap_or(scan.at));
                    if scan.overrun.is_some() {
                        return Ok(());
                    }
                    scan.at = 0;
                    if last {
                        self.window.consume(self.window.bytes().len());
                        return Ok(());
                    }
                    last = !self.window.fill()?;
                }
            }
        }
    }

    fn skip_tag(&mut self) -> io::Result<()> {
        let (mut at, mut quote) = (1, None);
        loop {
            let found = find_tag_end(self.window.bytes(), &mut at, &mut quote);
            self.window.consume(found.unwrap_or(at));
            at = 0;
            if found.is_some() || !self.window.fill()? {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn events(text: &[u8], chunk: usize) -> Vec<String> {
        let window = Window::with_chunk(Box::new(Cursor::new(text.to_vec())), chunk);
        let mut splitter = Splitter::new(window, &["q"], 400);
        let mut seen = Vec::new();
        loop {
            let event = splitter.next().unwrap();
            let bytes = splitter.window.bytes();
            let source =
                |from: usize, to: usize| String::from_utf8_lossy(&bytes[from..to]).into_owned();
            seen.push(match event {
                Event::End => return seen,
                Event::Open { from, to } => format!("open {}", source(from, to)),
                Event::Record { from, to, .. } => source(from, to),
                Event::Broken {
                    from, to, trouble, ..
                } => format!("{trouble:?} {}", source(from, to)),
                Event::Stray { from, to } => format!("stray {}", source(from, to)),
                other => format!("{other:?}"),
            });
        }
    }

    #[test]
    fn the_records_of_a_document_are_found() {
        let cases: [(&str, &[&str]); 25] = [
            ("<d/>", &["open <d/>"]),
            (
                "<?xml version='1.0'?><!-- <q> --><d a='>'> <q>1</q>\n<q/> </d>",
                &["open <d a='>'>", "<q>1</q>", "<q/>"],
            ),
            (
                "<d><q><![CDATA[</q>]]]]><!-- </q> --><?x </q>?>2</q ></d>",
                &[
                    "open <d>",
                    "<q><![CDATA[</q>]]]]><!-- </q> --><?x </q>?>2</q >",
                ],
            ),
            (
                "<d><q>1<q>2</q></d>",
                &["open <d>", "Unclosed <q>1", "<q>2</q>"],
            ),
            (
                "<d><q><![CDATA[1</q> <q>2</q></d>",
                &["open <d>", "Section <q><![CDATA[1</q>", "<q>2</q>"],
            ),
            (
                "<d><q><![CDATA[1</q> <q><![CDATA[2]]></q></d>",
                &[
                    "open <d>",
                    "Section <q><![CDATA[1</q>",
                    "<q><![CDATA[2]]></q>",
                ],
            ),
            (
                "<d><q><![CDATA[1</q> <q>2]]></q></d>",
                &["open <d>", "<q><![CDATA[1</q> <q>2]]></q>"],
            ),
            (
                "<d><q><!-- 1</q></d>",
                &["open <d>", "Section <q><!-- 1</q>"],
            ),
            (
                "<d><q>1</q></q><q>2</q></d>",
                &["open <d>", "<q>1</q>", "stray </q>", "<q>2</q>"],
            ),
            (
                "<d><q>1</q></d><q>2</q>",
                &["open <d>", "<q>1</q>", "<q>2</q>"],
            ),
            (
                "<d>a <b/><m>x<n>y</n></m><q/> b</d>",
                &[
                    "open <d>",
                    "stray a ",
                    "open <b/>",
                    "open <m>",
                    "<q/>",
                    "stray b",
                ],
            ),
            (
                "<d><x:q a='1'>1</x:q><qq>1</qq></d>",
                &["open <d>", "<x:q a='1'>1</x:q>", "open <qq>"],
            ),
            (
                "<!DOCTYPE d [<!ENTITY a \"]>'\"> <!-- ' ]> --> <?p ]>?>]><d><q/></d>",
                &["Doctype { from: 0, to: 9 }", "open <d>", "<q/>"],
            ),
            (
                "<!doctype d SYSTEM 'x.dtd'><d></d>",
                &["Doctype { from: 0, to: 9 }", "open <d>"],
            ),
            ("<d><q>1", &["open <d>", "Truncated <q>1"]),
            ("<d><q>1</q>", &["open <d>", "<q>1</q>", "Truncated"]),
            ("<d><!-- ", &["open <d>", "Truncated"]),
            ("<d", &["Tag <d", "Truncated"]),
            ("<d></d", &["open <d>", "Tag </d", "Truncated"]),
            ("<d></d<!-- -->", &["open <d>", "Tag </d"]),
            ("", &["Truncated"]),
            ("<d/><!-- ", &["open <d/>", "Truncated"]),
            ("<d <q/></d>", &["Tag <d ", "<q/>"]),
            (
                "<d><q a='1><q>2</q></d>",
                &["open <d>", "Unclosed <q a='1>", "<q>2</q>"],
            ),
            ("<d>< <q/></d>", &["open <d>", "stray < ", "<q/>"]),
        ];
        for (text, expected) in cases {
            // One byte at a time, so that everything crosses the edge of the window.
            for chunk in [1, 7, 1 << 20] {
                let found = events(text.as_bytes(), chunk);
                // Stray text is reported as far as it is in memory.
                let cut = |list: &[String]| {
                    list.iter()
                        .map(|event| match event.strip_prefix("stray ") {
                            Some(stray) if chunk < 1000 => format!("stray {}", &stray[..1]),
                            _ => event.clone(),
                        })
                        .collect::<Vec<_>>()
                };
                let expected: Vec<_> = expected.iter().map(|&event| event.to_owned()).collect();
                assert_eq!(cut(&found), cut(&expected), "{text} by {chunk}");
            }
        }
    }

    #[test]
    fn what_is_too_large_is_skipped_without_being_held() {
        let long = "x".repeat(5_000_000);
        let cases = [
            format!("<d><q>{long}</q><q>2</q></d>"),
            format!("<d><q a='{long}'/><q>2</q></d>"),
            format!("<d><q><![CDATA[{long}</q>]]></q><q>2</q></d>"),
            format!("<d><e a='{long}'/><q>2</q></d>"),
            format!("<d></e {long}><q>2</q></d>"),
            format!("<d>{long}<q>2</q></d>"),
            format!("<d><!--{long}--><q>2</q></d>"),
            format!("<!DOCTYPE d [{long}]><d><q>2</q></d>"),
            format!("<d><q{long}/><q>2</q></d>"),
        ];
        for text in cases {
            let window = Window::with_chunk(Box::new(Cursor::new(text.clone())), 100);
            let mut splitter = Splitter::new(window, &["q"], 400);
            let mut last = String::new();
            let mut most = 0;
            loop {
                match splitter.next().unwrap() {
                    Event::End => break,
                    Event::Record { from, to, .. } => {
                        let source = &splitter.window.bytes()[from..to];
                        last = String::from_utf8_lossy(source).into_owned();
                    }
                    _ => {}
                }
                most = most.max(splitter.window.bytes().len());
            }
            assert_eq!(last, "<q>2</q>", "{}", &text[..20]);
            assert!(most < 10_000, "{most} bytes held of {}", &text[..20]);
        }
    }

    #[test]
    fn any_bytes_come_to_an_end() {
        let text =
            b"<?xml?><!DOCTYPE d [<!-- x -->]><d><q a='1'><![CDATA[x]]><!-- - --></q>\xff\0</d>";
        for cut in 0..text.len() {
            for chunk in [1, 1000] {
                events(&text[..cut], chunk);
                events(&text[cut..], chunk);
            }
        }
    }
}
