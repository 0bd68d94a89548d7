//! Reads results as far as they are wanted, and holds them where somebody wants them all.

use std::ops::ControlFlow;

use oxrdf::{Term, Triple};
use spareval::{QueryEvaluationError, QueryResults};

use super::dataset::text_length;
use crate::embedded::stop::hold;
use crate::{Limits, Note, Results, Rows, Sink, Value};

/// Gives results to a sink as far as they are wanted.
pub(super) fn pass_on(
    results: QueryResults<'_>,
    limits: &Limits,
    sink: &mut dyn Sink,
) -> Result<Option<Note>, QueryEvaluationError> {
    let mut taken = 0;
    let mut more = || {
        taken += 1;
        taken <= limits.rows
    };
    let truncated = Ok(Some(Note::Truncated { rows: limits.rows }));
    match results {
        QueryResults::Boolean(value) => {
            let _ = sink.boolean(value);
        }
        QueryResults::Solutions(solutions) => {
            let variables = solutions.variables().iter();
            let variables: Vec<String> = variables.map(|name| name.as_str().to_owned()).collect();
            if sink.table(&variables).is_break() {
                return Ok(None);
            }
            for solution in solutions {
                if !more() {
                    return truncated;
                }
                if sink.row(solution?.values()).is_break() {
                    break;
                }
            }
        }
        QueryResults::Graph(found) => {
            if sink.triples().is_break() {
                return Ok(None);
            }
            for triple in found {
                if !more() {
                    return truncated;
                }
                if sink.triple(&triple?).is_break() {
                    break;
                }
            }
        }
    }
    Ok(None)
}

/// All results, in memory and on the account of the query.
#[derive(Default)]
pub(crate) struct Gathered(Option<Value>);

impl Gathered {
    pub(crate) fn into_results(self, notes: Vec<Note>) -> Results {
        let value = self.0.unwrap_or_else(|| Value::Rows(Rows::default()));
        Results { value, notes }
    }
}

impl Sink for Gathered {
    fn table(&mut self, variables: &[String]) -> ControlFlow<()> {
        self.0 = Some(Value::Rows(Rows {
            variables: variables.to_vec(),
            rows: Vec::new(),
        }));
        ControlFlow::Continue(())
    }

    fn row(&mut self, row: &[Option<Term>]) -> ControlFlow<()> {
        hold(row.iter().map(|cell| bytes_of(cell.as_ref())).sum());
        if let Some(Value::Rows(rows)) = &mut self.0 {
            rows.rows.push(row.to_vec());
        }
        ControlFlow::Continue(())
    }

    fn boolean(&mut self, value: bool) -> ControlFlow<()> {
        self.0 = Some(Value::Boolean(value));
        ControlFlow::Continue(())
    }

    fn triples(&mut self) -> ControlFlow<()> {
        self.0 = Some(Value::Triples(Vec::new()));
        ControlFlow::Continue(())
    }

    fn triple(&mut self, triple: &Triple) -> ControlFlow<()> {
        hold(3 * size_of::<Term>() + text_length(&triple.object));
        if let Some(Value::Triples(triples)) = &mut self.0 {
            triples.push(triple.clone());
        }
        ControlFlow::Continue(())
    }
}

/// What a cell of a result takes at least.
fn bytes_of(cell: Option<&Term>) -> usize {
    size_of::<Option<Term>>() + cell.map_or(0, text_length)
}
