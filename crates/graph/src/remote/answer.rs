//! From a reply to an answer: what the status, the headers and the body say together.

use lydite_http::Reply;
use oxrdf::{Literal, Term};

use super::complaint::complaint;
use super::table::{Table, read_table, read_triples};
use crate::{GraphError, Value};

/// What a query asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Select,
    Ask,
    /// `CONSTRUCT` or `DESCRIBE`.
    Graph,
}

/// What an endpoint answered to one request.
#[derive(Debug)]
pub(super) struct Answer {
    pub value: Value,
    /// The number of rows at which the endpoint says that it cuts results off, if it reached it.
    pub cut_at: Option<usize>,
    /// Whether the engine ran out of time and gave what it had.
    pub partial: bool,
    /// Whether the engine is Virtuoso.
    pub virtuoso: bool,
}

impl Answer {
    /// Makes sense of a reply, to a request with credentials or without.
    pub(super) fn read(
        reply: &Reply,
        form: Form,
        place: &str,
        credentials: bool,
    ) -> Result<Self, GraphError> {
        check_status(reply, place, credentials)?;
        let not_results = |reason: String| GraphError::NotResults {
            place: place.to_owned(),
            reason,
        };
        let media_type = reply.media_type();
        let value = match form {
            Form::Graph => read_triples(&media_type, place, &reply.body)
                .map(|triples| triples.map(Value::Triples)),
            Form::Select | Form::Ask => read_table(&media_type, &reply.body)
                .map(|table| table.and_then(|table| fitting(table, form))),
        };
        let value = value
            .ok_or_else(|| {
                let name = if media_type.is_empty() {
                    "no content type"
                } else {
                    &media_type
                };
                not_results(format!("{name}: {}", complaint(&reply.body)))
            })?
            .map_err(not_results)?;
        let number = |name: &str| reply.header(name)?.trim().parse().ok();
        let server = reply.header("server").unwrap_or_default();
        Ok(Self {
            value,
            cut_at: number("x-sparql-maxrows"),
            partial: reply.header("x-sql-state") == Some("S1TAT"),
            virtuoso: server.contains("Virtuoso"),
        })
    }
}

/// A table that answers the form of the query.
fn fitting(table: Table, form: Form) -> Result<Value, String> {
    match (form, table) {
        (Form::Ask, Table::Boolean(boolean)) => Ok(Value::Boolean(boolean)),
        // Virtuoso answers ASK with a table: one cell that holds 1, or no row at all.
        (Form::Ask, Table::Rows(rows)) => match rows.rows.as_slice() {
            [] if rows.variables == ["__ASK_RETVAL"] => Some(Value::Boolean(false)),
            [row] => match row.as_slice() {
                [Some(Term::Literal(cell))] => truth(cell).map(Value::Boolean),
                _ => None,
            },
            _ => None,
        }
        .ok_or_else(|| "a table instead of true or false".to_owned()),
        (_, Table::Rows(rows)) => Ok(Value::Rows(rows)),
        (_, Table::Boolean(_)) => Err("true or false instead of a table".to_owned()),
    }
}

fn truth(cell: &Literal) -> Option<bool> {
    match cell.value() {
        "1" | "true" => Some(true),
        "0" | "false" => Some(false),
        _ => None,
    }
}

fn check_status(reply: &Reply, place: &str, credentials: bool) -> Result<(), GraphError> {
    let out_of_reach = |reason: String| {
        Err(GraphError::OutOfReach {
            place: place.to_owned(),
            reason,
        })
    };
    match reply.status {
        200..=299 => Ok(()),
        401 => Err(GraphError::Unauthorised {
            place: place.to_owned(),
            given: credentials,
        }),
        403 => out_of_reach("access is denied (HTTP 403)".to_owned()),
        404 | 405 | 410 => out_of_reach(format!(
            "there is no SPARQL endpoint (HTTP {})",
            reply.status
        )),
        status @ (429 | 502 | 503 | 504) => out_of_reach(format!(
            "it is busy or down (HTTP {status}): {}",
            complaint(&reply.body)
        )),
        status @ (100..=199 | 300..=399) => {
            out_of_reach(format!("unexpected reply (HTTP {status})"))
        }
        status => Err(GraphError::Query(format!(
            "{} (HTTP {status} from {place})",
            complaint(&reply.body)
        ))),
    }
}
