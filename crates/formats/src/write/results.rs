//! Answers as SPARQL query results in JSON.

use lydite_model::{Answer, AnswerSet, Table, Term};

use super::json::{Json, Layout};
use super::losses::Losses;

/// Where the rows of an answer object are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rows {
    /// Under `results.bindings`, as SPARQL and QALD-JSON have it.
    InResults,
    /// Under `bindings`, as eQALD-JSON has it.
    Directly,
}

/// Writes an answer object.
pub(super) fn answer_object(
    json: &mut Json,
    answers: &AnswerSet,
    rows: Rows,
    losses: &mut Losses<'_>,
) {
    losses.when(answers.ordered, "the order of answers");
    let confidence = losses.confidence(answers);
    let confidence = confidence.map(|number| serde_json::Value::from(number).to_string());
    let layout = match answers.as_boolean() {
        Some(_) => Layout::Inline,
        None => Layout::Lines,
    };
    json.object(layout);
    match &answers.answer {
        Answer::Boolean(value) => {
            json.key("head");
            json.raw("{}");
            json.key("boolean");
            json.boolean(*value);
        }
        Answer::Table(table) => {
            head(json, table);
            if rows == Rows::InResults {
                json.key("results");
                json.object(Layout::Lines);
            }
            json.key("bindings");
            json.list(Layout::Lines);
            for row in table.rows() {
                json.element();
                self::row(json, table, row);
            }
            json.close();
            if rows == Rows::InResults {
                json.close();
            }
            let repeated = (0..table.columns.len()).any(|column| is_repeated(table, column));
            losses.when(repeated, "several columns with the same name");
        }
    }
    if let Some(confidence) = confidence {
        json.key("confidence");
        json.raw(&confidence);
    }
    json.close();
}

fn head(json: &mut Json, table: &Table) {
    json.key("head");
    json.object(Layout::Inline);
    json.key("vars");
    json.list(Layout::Inline);
    for (column, name) in table.columns.iter().enumerate() {
        if !is_repeated(table, column) {
            json.element();
            json.string(name);
        }
    }
    json.close();
    json.close();
}

/// An object has each key once: of columns with one name, the first counts.
fn is_repeated(table: &Table, column: usize) -> bool {
    table.columns[..column].contains(&table.columns[column])
}

fn row(json: &mut Json, table: &Table, row: &[Option<Term>]) {
    json.object(Layout::Inline);
    for (column, cell) in row.iter().enumerate() {
        if let Some(term) = cell
            && (column == 0 || !is_repeated(table, column))
        {
            json.key(&table.columns[column]);
            self::term(json, term);
        }
    }
    json.close();
}

/// GERBIL normalises a value whose datatype stands *before* it, so that comes last.
fn term(json: &mut Json, term: &Term) {
    let kind = match term {
        Term::Iri { .. } => "uri",
        Term::Blank { .. } => "bnode",
        Term::Literal(_) => "literal",
    };
    json.object(Layout::Inline);
    json.string_member("type", kind);
    json.string_member("value", term.value());
    if let Term::Literal(literal) = term {
        if let Some(datatype) = &literal.datatype {
            json.string_member("datatype", datatype);
        }
        if let Some(language) = &literal.language {
            json.string_member("xml:lang", language);
        }
    }
    json.close();
}
