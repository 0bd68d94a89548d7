//! Results of queries in the formats of the W3C, written as they are found.

use std::io::{self, Write};
use std::ops::ControlFlow;

use lydite_graph::Sink;
use lydite_graph::oxrdf::{Term, Triple, Variable};
use oxrdfio::{RdfFormat, RdfSerializer, WriterQuadSerializer};
use sparesults::{QueryResultsFormat, QueryResultsSerializer, WriterSolutionsSerializer};

use crate::args::OutputFormat;
use crate::failure::Failure;

/// Writes results as they are found.
pub(super) struct ResultsWriter<W: Write> {
    format: StandardFormat,
    state: State<W>,
    /// How many rows or triples were written.
    pub(super) written: u64,
    failure: Option<Failure>,
}

/// A format of the W3C.
#[derive(Clone, Copy)]
pub(super) enum StandardFormat {
    Table(QueryResultsFormat),
    Triples(RdfFormat),
}

impl StandardFormat {
    /// The standard format of that name, if it is one.
    pub(super) fn of(format: OutputFormat) -> Option<Self> {
        Some(match format {
            OutputFormat::Json => Self::Table(QueryResultsFormat::Json),
            OutputFormat::Xml => Self::Table(QueryResultsFormat::Xml),
            OutputFormat::Csv => Self::Table(QueryResultsFormat::Csv),
            OutputFormat::Tsv => Self::Table(QueryResultsFormat::Tsv),
            OutputFormat::Rdf => Self::Triples(RdfFormat::Turtle),
            OutputFormat::NTriples => Self::Triples(RdfFormat::NTriples),
            OutputFormat::Table | OutputFormat::Markdown | OutputFormat::Latex => return None,
        })
    }
}

enum State<W: Write> {
    Waiting(W),
    Rows(Box<WriterSolutionsSerializer<W>>, Vec<Variable>),
    Triples(Box<WriterQuadSerializer<W>>),
    Done(W),
    Failed,
}

impl<W: Write> ResultsWriter<W> {
    pub(super) fn new(out: W, format: StandardFormat) -> Self {
        Self {
            format,
            state: State::Waiting(out),
            written: 0,
            failure: None,
        }
    }

    /// Writes the end; what could not be written before is said now.
    pub(super) fn finish(self) -> Result<W, Failure> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let mut out = match self.state {
            State::Rows(rows, _) => rows.finish()?,
            State::Triples(triples) => triples.finish()?,
            State::Waiting(out) | State::Done(out) => out,
            State::Failed => return Err(Failure::from(io::Error::other("nothing was written"))),
        };
        out.flush()?;
        Ok(out)
    }

    fn take(&mut self) -> Option<W> {
        match std::mem::replace(&mut self.state, State::Failed) {
            State::Waiting(out) => Some(out),
            _ => None,
        }
    }

    /// Keeps an error until somebody asks.
    fn note(&mut self, result: Result<(), Failure>) -> ControlFlow<()> {
        match result {
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => {
                self.failure.get_or_insert(failure);
                ControlFlow::Break(())
            }
        }
    }

    fn begin_table(&mut self, variables: &[String]) -> Result<(), Failure> {
        let StandardFormat::Table(format) = self.format else {
            return Err(
                Failure::usage("this query returns rows, which cannot be written as RDF")
                    .hint("use --format json, xml, csv or tsv"),
            );
        };
        let names: Vec<Variable> = variables.iter().map(Variable::new_unchecked).collect();
        if let Some(out) = self.take() {
            let serializer = QueryResultsSerializer::from_format(format);
            let rows = serializer.serialize_solutions_to_writer(out, names.clone())?;
            self.state = State::Rows(Box::new(rows), names);
        }
        Ok(())
    }

    fn write_boolean(&mut self, value: bool) -> Result<(), Failure> {
        let StandardFormat::Table(format) = self.format else {
            return Err(Failure::usage(
                "this query returns yes or no, which cannot be written as RDF",
            )
            .hint("use --format json, xml, csv or tsv"));
        };
        if let Some(out) = self.take() {
            let serializer = QueryResultsSerializer::from_format(format);
            let mut out = serializer.serialize_boolean_to_writer(out, value)?;
            writeln!(out)?;
            self.state = State::Done(out);
        }
        Ok(())
    }

    fn begin_triples(&mut self) -> Result<(), Failure> {
        let StandardFormat::Triples(format) = self.format else {
            return Err(Failure::usage(
                "this query returns triples, which cannot be written as a table of results",
            )
            .hint("use --format ntriples or rdf (Turtle)"));
        };
        if let Some(out) = self.take() {
            let writer = RdfSerializer::from_format(format).for_writer(out);
            self.state = State::Triples(Box::new(writer));
        }
        Ok(())
    }
}

impl<W: Write> Sink for ResultsWriter<W> {
    fn table(&mut self, variables: &[String]) -> ControlFlow<()> {
        let begun = self.begin_table(variables);
        self.note(begun)
    }

    fn row(&mut self, row: &[Option<Term>]) -> ControlFlow<()> {
        self.written += 1;
        let State::Rows(rows, names) = &mut self.state else {
            return ControlFlow::Break(());
        };
        let cells = names.iter().zip(row);
        let bound = cells.filter_map(|(name, cell)| Some((name, cell.as_ref()?)));
        let written = rows.serialize(bound).map_err(Failure::from);
        self.note(written)
    }

    fn boolean(&mut self, value: bool) -> ControlFlow<()> {
        let written = self.write_boolean(value);
        self.note(written)
    }

    fn triples(&mut self) -> ControlFlow<()> {
        let begun = self.begin_triples();
        self.note(begun)
    }

    fn triple(&mut self, triple: &Triple) -> ControlFlow<()> {
        self.written += 1;
        let State::Triples(triples) = &mut self.state else {
            return ControlFlow::Break(());
        };
        let written = triples.serialize_triple(triple).map_err(Failure::from);
        self.note(written)
    }
}
