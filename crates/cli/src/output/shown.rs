//! A result in all its forms: a document for programs, a table, a page for people.

use std::io::{self, Write};

use serde::Serialize;

use super::page::Page;
use super::table::Table;
use crate::args::OutputFormat;
use crate::failure::Failure;

/// A result that can be printed in every format. What is not asked for is not made.
pub(crate) struct Shown<'r, D> {
    document: Box<dyn FnOnce() -> D + 'r>,
    table: Option<Box<dyn FnOnce() -> Table + 'r>>,
    records: Option<Box<dyn FnOnce() -> Table + 'r>>,
    page: Option<PageWriter<'r>>,
}

type PageWriter<'r> = Box<dyn FnOnce(&mut Page<'_>) -> Result<(), Failure> + 'r>;

impl<'r, D: Serialize + 'r> Shown<'r, D> {
    /// A result that programs read as this document.
    pub(crate) fn new(document: D) -> Self {
        Self::made_by(move || document)
    }

    /// A result that programs read as a document that takes time to make.
    pub(crate) fn made_by(document: impl FnOnce() -> D + 'r) -> Self {
        Self {
            document: Box::new(document),
            table: None,
            records: None,
            page: None,
        }
    }

    /// The one table of CSV, Markdown and LaTeX, and of the page if there is no other.
    pub(crate) fn table(mut self, table: impl FnOnce() -> Table + 'r) -> Self {
        self.table = Some(Box::new(table));
        self
    }

    /// The table of CSV, where programs want other rows than people.
    pub(crate) fn records(mut self, records: impl FnOnce() -> Table + 'r) -> Self {
        self.records = Some(Box::new(records));
        self
    }

    /// What people read on a terminal.
    pub(crate) fn page(
        mut self,
        page: impl FnOnce(&mut Page<'_>) -> Result<(), Failure> + 'r,
    ) -> Self {
        self.page = Some(Box::new(page));
        self
    }

    /// Prints it.
    pub(crate) fn print(self, mut out: impl Write, look: super::Look) -> Result<(), Failure> {
        let page = &mut Page::new(&mut out, look);
        let table = match look.format {
            OutputFormat::Csv => self.records.or(self.table),
            _ => self.table,
        };
        match (look.format, table, self.page) {
            (OutputFormat::Json, ..) => json(page, &(self.document)())?,
            (OutputFormat::Table, _, Some(write)) => write(page)?,
            (_, Some(table), _) => page.table(&table())?,
            (OutputFormat::Markdown, None, Some(write)) => write(page)?,
            (format, None, _) => return Err(no_table(format)),
        }
        out.flush()?;
        Ok(())
    }
}

/// Prints a document for programs.
pub(crate) fn json(out: &mut dyn Write, document: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, document)?;
    writeln!(out)
}

/// There is nothing to print in this format.
pub(crate) fn no_table(format: OutputFormat) -> Failure {
    let format = match format {
        OutputFormat::Csv => "CSV",
        OutputFormat::Latex => "LaTeX",
        _ => "this format",
    };
    Failure::usage(format!(
        "this result is not a table and cannot be written as {format}"
    ))
    .hint("use --format table, markdown or json")
}
