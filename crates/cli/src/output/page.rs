//! The page that results are printed on: it knows the format, the width and whether to use colour.

use std::io::{self, Write};

use clap::builder::styling::Style;
use unicode_width::UnicodeWidthStr;

use super::table::Table;
use super::wrap::{shortened, wrapped};
use super::{csv, latex, markdown, text};
use crate::args::OutputFormat;

/// How wide prose is at most.
const PROSE: usize = 100;

/// How results look.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// The format.
    pub format: OutputFormat,
    /// The columns of the terminal; `None` in a pipe, where nothing is ever cut.
    pub width: Option<usize>,
    /// Whether to use colour.
    pub colored: bool,
}

/// Where results are printed. Commands say what; the page says how.
pub(crate) struct Page<'o> {
    out: &'o mut dyn Write,
    look: Look,
}

impl<'o> Page<'o> {
    pub(crate) fn new(out: &'o mut dyn Write, look: Look) -> Self {
        Self { out, look }
    }

    /// Whether results are coloured.
    pub(crate) fn colored(&self) -> bool {
        self.look.colored
    }

    /// Prints a table.
    pub(crate) fn table(&mut self, table: &Table) -> io::Result<()> {
        match self.look.format {
            OutputFormat::Table
            | OutputFormat::Json
            | OutputFormat::Rdf
            | OutputFormat::Xml
            | OutputFormat::Tsv
            | OutputFormat::NTriples
            | OutputFormat::JsonLd
            | OutputFormat::Html
            | OutputFormat::Zip => text::write(self.out, table, self.look.width, self.look.colored),
            OutputFormat::Markdown => markdown::write(self.out, table),
            OutputFormat::Csv => csv::write(self.out, table),
            OutputFormat::Latex => latex::write(self.out, table),
        }
    }

    /// Prints a fact, wrapped where it does not fit a terminal.
    pub(crate) fn line(&mut self, text: &str) -> io::Result<()> {
        self.entry("", text)
    }

    /// Prints a fact after a mark or a label; further lines begin below its own beginning.
    pub(crate) fn entry(&mut self, label: &str, text: &str) -> io::Result<()> {
        let width = self.look.width.unwrap_or(usize::MAX / 2);
        // A label that leaves no room stands alone.
        let margin = if label.width() * 2 < width {
            label.width()
        } else {
            2
        };
        if margin < label.width() {
            writeln!(self.out, "{}", shortened(label.trim_end(), width))?;
        }
        for (at, line) in wrapped(text, width - margin).iter().enumerate() {
            if at == 0 && margin == label.width() {
                writeln!(self.out, "{}", format!("{label}{line}").trim_end())?;
            } else {
                writeln!(
                    self.out,
                    "{}",
                    format!("{}{line}", " ".repeat(margin)).trim_end()
                )?;
            }
        }
        Ok(())
    }

    /// The lines that a text takes.
    pub(crate) fn lines(&self, text: &str) -> Vec<String> {
        self.lines_within(text, 0)
    }

    /// The lines that a text takes beside a margin.
    pub(crate) fn lines_within(&self, text: &str, margin: usize) -> Vec<String> {
        match self.look.width {
            Some(width) => wrapped(text, width.saturating_sub(margin)),
            None => vec![text.to_owned()],
        }
    }

    /// Prints a fact after a margin and a painted mark.
    pub(crate) fn painted_entry(
        &mut self,
        margin: &str,
        mark: &str,
        style: Style,
        text: &str,
    ) -> io::Result<()> {
        let width = margin.width() + mark.width();
        let room = self.look.width.map(|all| all.saturating_sub(width).max(8));
        let lines = room.map_or_else(|| vec![text.to_owned()], |room| wrapped(text, room));
        for (at, line) in lines.iter().enumerate() {
            if at == 0 {
                writeln!(self.out, "{margin}{style}{mark}{style:#}{line}")?;
            } else {
                writeln!(self.out, "{}{line}", " ".repeat(width))?;
            }
        }
        Ok(())
    }

    /// Prints prose, which is wrapped everywhere: long lines are no pleasure to read.
    pub(crate) fn paragraph(&mut self, text: &str) -> io::Result<()> {
        let width = self.look.width.map_or(PROSE, |width| width.min(PROSE));
        for line in wrapped(text, width) {
            writeln!(self.out, "{}", line.trim_end())?;
        }
        Ok(())
    }

    /// The widest that a line may be.
    pub(crate) fn width(&self) -> Option<usize> {
        self.look.width
    }

    /// Prints an empty line.
    pub(crate) fn blank(&mut self) -> io::Result<()> {
        writeln!(self.out)
    }
}

/// What is laid out already is written as it is.
impl Write for Page<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
