//! Bindings without a head: `[{"x": {"type", "value"}}]`, or a boolean.

use lydite_model::{AnswerSet, Literal, Table, Term};

use crate::context::Context;
use crate::json::Value;
use crate::json::fields::wrong_type;

/// The answers; `None` for null.
pub(crate) fn rows(cx: &mut Context<'_>, value: Value<'_>) -> Option<AnswerSet> {
    if let Some(boolean) = value.as_bool() {
        return Some(AnswerSet::boolean(boolean));
    }
    if !value.is_array() {
        if !value.is_null() {
            wrong_type(cx, value, "a list of rows or a boolean");
        }
        return None;
    }
    let mut table = Table::default();
    for row in value.items() {
        if !row.is_object() {
            wrong_type(cx, row, "a row");
            continue;
        }
        let mut cells = vec![None; table.columns.len()];
        for (variable, term) in row.members() {
            let at = match table.position(&variable) {
                Some(at) => at,
                None => table.add_column(variable.into_owned()),
            };
            cells.resize(table.columns.len(), None);
            cells[at] = read(term);
            if cells[at].is_none() && !term.is_null() {
                wrong_type(cx, term, "a term with `value`");
            }
        }
        table.push(cells);
    }
    Some(AnswerSet::from(table))
}

/// A term of a row.
fn read(term: Value<'_>) -> Option<Term> {
    let text = |key: &str| Some(term.get(key)?.as_text()?.into_owned());
    let value = text("value").or_else(|| Some(term.as_text()?.into_owned()))?;
    Some(match text("type").as_deref() {
        Some("uri") => Term::iri(value),
        Some("bnode") => Term::Blank { value },
        _ => Term::Literal(Literal {
            value,
            datatype: text("datatype"),
            language: text("xml:lang"),
        }),
    })
}
