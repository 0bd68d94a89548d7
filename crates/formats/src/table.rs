//! Rows and cells of delimited text (RFC 4180), with their places.
//!
//! The `csv` crate, which writes tables, does not tell where a cell is; remarks need that.

use std::borrow::Cow;
use std::io;

use crate::context::Spot;
use crate::input::Window;

/// A cell: bytes of the window, quotes included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    start: usize,
    end: usize,
    is_quoted: bool,
    /// Whether something follows the closing quote.
    pub goes_on: bool,
}

impl Cell {
    /// Its value, given the bytes of the window.
    pub(crate) fn text<'t>(&self, bytes: &'t [u8]) -> Cow<'t, str> {
        match String::from_utf8_lossy(&bytes[self.start..self.end]) {
            Cow::Borrowed(raw) if self.is_quoted => unquote(raw),
            Cow::Owned(raw) if self.is_quoted => Cow::Owned(unquote(&raw).into_owned()),
            raw => raw,
        }
    }
}

impl Spot for Cell {
    fn span(&self) -> (usize, usize) {
        (self.start, self.end)
    }

    fn path(&self) -> String {
        String::new()
    }
}

/// Removes the quotes around a cell and the doubling of those within; what follows the closing
/// quote is kept, as spreadsheets do.
fn unquote(raw: &str) -> Cow<'_, str> {
    let inner = &raw[1..];
    match inner.find('"') {
        Some(at) if at + 1 == inner.len() => Cow::Borrowed(&inner[..at]),
        None => Cow::Borrowed(inner),
        Some(_) => {
            let mut value = String::with_capacity(inner.len());
            let mut rest = inner;
            while let Some(at) = rest.find('"') {
                value.push_str(&rest[..at]);
                rest = &rest[at + 1..];
                match rest.strip_prefix('"') {
                    Some(after) => {
                        value.push('"');
                        rest = after;
                    }
                    None => break,
                }
            }
            value.push_str(rest);
            Cow::Owned(value)
        }
    }
}

/// A row: bytes of the window.
#[derive(Debug)]
pub(crate) struct Row {
    pub cells: Vec<Cell>,
    /// The byte after its line break.
    pub end: usize,
    /// Why it cannot be read, if so; it then ends with the line, as far as that is in memory.
    pub trouble: Option<Trouble>,
}

/// Why a row cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// A cell begins with a quote that nothing closes.
    UnclosedQuote,
    TooLarge,
}

impl Row {
    pub(crate) fn start(&self) -> usize {
        self.cells.first().map_or(self.end, |cell| cell.start)
    }

    /// Whether there is nothing on it but delimiters.
    pub(crate) fn is_blank(&self) -> bool {
        self.cells.iter().all(|cell| cell.start == cell.end)
    }

    /// Whether it ends right after a delimiter, without a line break, as if it were cut off there.
    pub(crate) fn ends_open(&self, bytes: &[u8]) -> bool {
        let last = self.cells.last();
        self.cells.len() > 1
            && last.is_some_and(|cell| cell.start == cell.end)
            && self.end == bytes.len()
            && !bytes.ends_with(b"\n")
    }

    /// Where the cell is that cannot be read.
    pub(crate) fn broken_at(&self) -> usize {
        self.cells.last().map_or(0, |cell| cell.start)
    }
}

/// The rows of a text.
pub(crate) struct Rows {
    pub window: Window,
    delimiter: u8,
    /// The longest row that is held in memory.
    limit: usize,
}

impl Rows {
    pub(crate) fn new(window: Window, delimiter: u8, limit: usize) -> Self {
        Self {
            window,
            delimiter,
            limit,
        }
    }

    /// The row that begins at this byte of the window.
    pub(crate) fn next(&mut self, from: usize) -> io::Result<Option<Row>> {
        let mut cells = Vec::new();
        let mut at = from;
        if self.byte(at)?.is_none() {
            return Ok(None);
        }
        loop {
            let start = at;
            let is_quoted = self.byte(at)? == Some(b'"');
            let (mut trouble, mut closed) = (None, None);
            if is_quoted {
                match self.closing_quote(at + 1, from)? {
                    Some(end) => (at, closed) = (end, Some(end)),
                    None => trouble = Some(Trouble::UnclosedQuote),
                }
            }
            at = self.cell_end(at)?;
            let stop = self.byte(at)?;
            let ends = stop.is_none() || stop == Some(b'\n');
            if !ends && stop != Some(self.delimiter) {
                trouble = Some(Trouble::TooLarge);
            }
            if trouble.is_some() {
                cells.push(Cell {
                    start,
                    end: at,
                    is_quoted: false,
                    goes_on: false,
                });
                let end = self.line_end(start)?;
                return Ok(Some(Row {
                    cells,
                    end,
                    trouble,
                }));
            }
            let mut end = at;
            if ends && end > start && self.window.bytes()[end - 1] == b'\r' {
                end -= 1;
            }
            cells.push(Cell {
                start,
                end,
                is_quoted,
                goes_on: closed.is_some_and(|closed| closed < end),
            });
            at += usize::from(stop.is_some());
            if ends {
                return Ok(Some(Row {
                    cells,
                    end: at,
                    trouble,
                }));
            }
        }
    }

    /// Leaves rows behind.
    pub(crate) fn consume(&mut self, count: usize) {
        self.window.consume(count);
    }

    fn byte(&mut self, at: usize) -> io::Result<Option<u8>> {
        while at >= self.window.bytes().len() {
            if !self.window.fill()? {
                return Ok(None);
            }
        }
        Ok(Some(self.window.bytes()[at]))
    }

    /// Where the delimiter or line break after this byte is, or the end of the text.
    fn cell_end(&mut self, from: usize) -> io::Result<usize> {
        self.find(from, |bytes, delimiter| {
            memchr::memchr2(delimiter, b'\n', bytes)
        })
        .map(|found| found.unwrap_or(self.window.bytes().len()))
    }

    fn line_end(&mut self, from: usize) -> io::Result<usize> {
        self.find(from, |bytes, _| memchr::memchr(b'\n', bytes))
            .map(|found| found.map_or(self.window.bytes().len(), |at| at + 1))
    }

    /// The byte after the quote that closes a cell; `None` if nothing closes it.
    fn closing_quote(&mut self, from: usize, row: usize) -> io::Result<Option<usize>> {
        let mut at = from;
        loop {
            let found = self.find(at, |bytes, _| memchr::memchr(b'"', bytes))?;
            let Some(quote) = found.filter(|quote| quote - row <= self.limit) else {
                return Ok(None);
            };
            if self.byte(quote + 1)? != Some(b'"') {
                return Ok(Some(quote + 1));
            }
            at = quote + 2;
        }
    }

    fn find(
        &mut self,
        from: usize,
        search: impl Fn(&[u8], u8) -> Option<usize>,
    ) -> io::Result<Option<usize>> {
        let mut at = from;
        loop {
            let bytes = &self.window.bytes()[at.min(self.window.bytes().len())..];
            if let Some(found) = search(bytes, self.delimiter) {
                return Ok(Some(at + found));
            }
            at = self.window.bytes().len().max(from);
            if at - from > self.limit || !self.window.fill()? {
                return Ok(None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rows(text: &str, chunk: usize) -> Vec<Vec<String>> {
        let source = Box::new(io::Cursor::new(text.to_owned().into_bytes()));
        let mut rows = Rows::new(Window::with_chunk(source, chunk), b',', 1 << 20);
        let mut read = Vec::new();
        while let Some(row) = rows.next(0).unwrap() {
            assert_eq!(row.trouble, None, "{text:?}");
            let bytes = rows.window.bytes();
            let cells = row.cells.iter().map(|cell| cell.text(bytes).into_owned());
            read.push(cells.collect());
            rows.consume(row.end);
        }
        read
    }

    #[test]
    fn cells_are_read_whatever_the_size_of_the_window() {
        let text = "a,\"b\"\"c\",\r\n\"x\ny\",,z\r\n\nlast";
        let expected: [&[&str]; 4] = [&["a", "b\"c", ""], &["x\ny", "", "z"], &[""], &["last"]];
        for chunk in [1, 2, 3, 1000] {
            assert_eq!(rows(text, chunk), expected, "{chunk}");
        }
    }

    #[test]
    fn a_quote_that_nothing_closes_ends_with_its_line() {
        let source = Box::new(io::Cursor::new("a,\"b\nc\n"));
        let mut rows = Rows::new(Window::new(source), b',', 1 << 20);
        let row = rows.next(0).unwrap().unwrap();
        assert_eq!(row.trouble, Some(Trouble::UnclosedQuote));
        assert_eq!((row.broken_at(), row.end), (2, 5));
    }

    proptest! {
        #[test]
        fn what_the_csv_crate_writes_is_read(
            table in prop::collection::vec(prop::collection::vec("[a\",\r\n\té]{0,5}", 2..4), 1..5),
            chunk in 1usize..20,
        ) {
            let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
            for row in &table {
                writer.write_record(row).unwrap();
            }
            let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
            prop_assert_eq!(rows(&text, chunk), table);
        }
    }
}
