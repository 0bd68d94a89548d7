//! What a query gives.

use std::ops::ControlFlow;

use oxrdf::{Term, Triple};

/// What a query gives, and what should be known about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// The value itself.
    pub value: Value,
    /// What the engine did or left undone.
    pub notes: Vec<Note>,
}

/// What a query gives, by its form.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Of `SELECT`.
    Rows(Rows),
    /// Of `ASK`.
    Boolean(bool),
    /// Of `CONSTRUCT` and `DESCRIBE`.
    Triples(Vec<Triple>),
}

/// A table; unbound cells are `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    /// The names of the columns, without `?`.
    pub variables: Vec<String>,
    /// The rows, as wide as there are variables.
    pub rows: Vec<Vec<Option<Term>>>,
}

/// What an engine did or left undone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// There are more rows than were given.
    Truncated {
        /// How many rows were given.
        rows: usize,
    },
    /// The engine ran out of time and gave what it had.
    Partial,
    /// The results were fetched in this many pages.
    Paged {
        /// How many requests it took.
        pages: usize,
    },
    /// The answer was stored from an earlier request.
    Cached,
    /// The query is to be run on a named graph that is not there, which is then empty.
    UnknownGraph {
        /// Its name.
        iri: String,
    },
}

/// Takes results one by one as they are found, so that nobody has to hold them all.
///
/// Whoever has seen enough breaks off.
pub trait Sink {
    /// A table begins: the names of its columns, without `?`.
    fn table(&mut self, variables: &[String]) -> ControlFlow<()>;

    /// A row of the table; unbound cells are `None`.
    fn row(&mut self, row: &[Option<Term>]) -> ControlFlow<()>;

    /// The answer to `ASK`.
    fn boolean(&mut self, value: bool) -> ControlFlow<()>;

    /// Triples begin.
    fn triples(&mut self) -> ControlFlow<()>;

    /// One of the triples.
    fn triple(&mut self, triple: &Triple) -> ControlFlow<()>;
}

impl Value {
    /// Gives all of it to a sink.
    pub fn pour(&self, sink: &mut dyn Sink) -> ControlFlow<()> {
        match self {
            Self::Boolean(value) => sink.boolean(*value),
            Self::Rows(rows) => {
                sink.table(&rows.variables)?;
                rows.rows.iter().try_for_each(|row| sink.row(row))
            }
            Self::Triples(triples) => {
                sink.triples()?;
                triples.iter().try_for_each(|triple| sink.triple(triple))
            }
        }
    }
}
