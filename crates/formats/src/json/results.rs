//! SPARQL query results in JSON, as answers of a question.

use lydite_model::{Action, Answer, AnswerSet, Table, Term};

use super::driver::{report_error, report_slips};
use super::fields::{confidence, find, spelled, unknown_field, wrong_type};
use super::syntax::Parser;
use super::term::{bare_value, is_term, term};
use super::tree::{Kind, Tree, Value};
use crate::codes;
use crate::context::{Context, Spot};
use crate::terms;

/// The members of a result object.
const KEYS: &[&str] = &["head", "results", "bindings", "boolean", "confidence"];

/// Answers: a list of result objects, or a single one. `None` if the value cannot be answers.
pub(crate) fn answers(cx: &mut Context<'_>, value: Value<'_>) -> Option<AnswerSet> {
    match value.kind() {
        Kind::Array => {
            let mut joined = Joined::default();
            for (at, object) in value.items().enumerate() {
                if at == 1 && object.is_object() {
                    cx.report(
                        &object,
                        &codes::SEVERAL_ANSWER_OBJECTS,
                        Action::Repaired,
                        "another answer object",
                    );
                }
                joined.object(cx, object);
            }
            Some(joined.finish(cx, &value))
        }
        Kind::Object => {
            cx.report(
                &value,
                &codes::ANSWERS_NOT_LIST,
                Action::Repaired,
                "the answers are a single object",
            );
            Some(result_object(cx, value))
        }
        Kind::Null => None,
        Kind::Plain | Kind::Escaped | Kind::Owned(_) | Kind::Bool(_) => {
            let mut joined = Joined::default();
            joined.bare(cx, value);
            Some(joined.finish(cx, &value))
        }
        Kind::Number => {
            wrong_type(cx, value, "a list of answer objects");
            None
        }
    }
}

/// Answers in a format that has a single result object: that object, a list of them, or either as
/// JSON within a string (QAnswer).
pub(crate) fn single_answers(cx: &mut Context<'_>, value: Value<'_>) -> Option<AnswerSet> {
    match value.kind() {
        Kind::Object => Some(result_object(cx, value)),
        Kind::Plain | Kind::Escaped | Kind::Owned(_) => answers_in_text(cx, value),
        _ => answers(cx, value),
    }
}

/// Answers as JSON within a JSON string.
fn answers_in_text(cx: &mut Context<'_>, value: Value<'_>) -> Option<AnswerSet> {
    let text = value.as_str()?;
    match text.trim_start().bytes().next() {
        None => return None,
        Some(b'{' | b'[') => {}
        Some(_) => return answers(cx, value),
    }
    cx.report(
        &value,
        &codes::ANSWERS_AS_TEXT,
        Action::Repaired,
        "the answers are JSON within a string",
    );
    cx.inside(&value, |cx| {
        let mut parser = Parser::default();
        let parsed = parser.parse(&text);
        report_slips(&parser.slips, cx);
        if let Err(error) = parsed {
            report_error(&error, None, cx);
            return None;
        }
        let tree = Tree {
            text: &text,
            tokens: &parser.tokens,
            owned: &[],
        };
        match tree.root() {
            root if root.is_object() => Some(result_object(cx, root)),
            root => answers(cx, root),
        }
    })
}

/// One result object: `{head, results: {bindings}}`, `{head, boolean}`, or `{bindings}`.
pub(crate) fn result_object(cx: &mut Context<'_>, value: Value<'_>) -> AnswerSet {
    let mut joined = Joined::default();
    joined.object(cx, value);
    joined.finish(cx, &value)
}

/// The answer objects of one question, joined as the QALD-6 script joins them.
#[derive(Default)]
pub(crate) struct Joined {
    table: Table,
    boolean: Option<bool>,
    /// Whether there were both yes and no.
    contradictory: bool,
    confidence: Option<f64>,
    /// Whether the head lists the variables.
    declared: bool,
    /// The columns of this object that its head does not list.
    undeclared: Vec<usize>,
    /// The row that is being read; its memory serves all rows.
    cells: Vec<Option<Term>>,
}

impl Joined {
    pub(crate) fn finish(self, cx: &mut Context<'_>, spot: &dyn Spot) -> AnswerSet {
        if self.boolean.is_some() && !self.table.is_empty() {
            cx.report(
                spot,
                &codes::BOOLEAN_AND_ROWS,
                Action::Repaired,
                "the answers are both yes/no and rows; the rows count",
            );
        }
        let answer = match self.boolean {
            Some(_) if self.table.is_empty() && self.contradictory => {
                let both = ["true", "false"].map(Term::literal);
                return AnswerSet {
                    confidence: self.confidence,
                    ..AnswerSet::column("boolean", both)
                };
            }
            Some(boolean) if self.table.is_empty() => Answer::Boolean(boolean),
            _ => Answer::Table(self.table),
        };
        AnswerSet {
            confidence: self.confidence,
            ..AnswerSet::from(answer)
        }
    }

    /// Adds the answers of a result object.
    pub(crate) fn object(&mut self, cx: &mut Context<'_>, object: Value<'_>) {
        match object.kind() {
            Kind::Object => {}
            Kind::Null | Kind::Array => return wrong_type(cx, object, "an answer object"),
            _ => return self.bare(cx, object),
        }
        let (mut results, mut bindings, mut boolean) = (None, None, None);
        self.declared = false;
        self.undeclared.clear();
        let mut empty = true;
        for (key, value) in object.members() {
            empty = false;
            match &*spelled(cx, object, key.clone(), value, KEYS) {
                "head" => self.head(cx, value),
                "results" => results = Some(value),
                "bindings" => bindings = Some(value),
                "boolean" => boolean = Some(value),
                "confidence" => self.confidence = confidence(cx, value).or(self.confidence),
                _ => unknown_field(cx, value, &key),
            }
        }
        if let Some(value) = boolean {
            self.boolean(cx, value);
        }
        match results {
            Some(results) => self.results(cx, results, bindings, boolean.is_some()),
            None => {
                if let Some(bindings) = bindings {
                    self.bindings(cx, bindings);
                } else if is_term(object) {
                    self.bare_term(cx, object);
                } else if boolean.is_none() && !empty {
                    cx.report(
                        &object,
                        &codes::NO_RESULTS,
                        Action::Repaired,
                        "an answer object with neither results nor a boolean",
                    );
                }
            }
        }
    }

    /// Adds a value that stands where a result object belongs.
    fn bare(&mut self, cx: &mut Context<'_>, value: Value<'_>) {
        bare_value(cx, value, "an answer object");
        let Some(text) = value.as_text() else {
            return;
        };
        match value.as_bool().or_else(|| terms::boolean_word(&text)) {
            Some(word) => self.yes_or_no(Some(word)),
            None => self.only_column(terms::guess(text.into_owned()), "answer"),
        }
    }

    /// Adds a row with a value in the first column.
    fn only_column(&mut self, term: Term, name: &str) {
        if self.table.columns.is_empty() {
            self.table.add_column(name);
        }
        self.table.push([Some(term)]);
    }

    /// Adds the `results` of a result object; bindings that stand beside them count if they have
    /// none.
    pub(crate) fn results(
        &mut self,
        cx: &mut Context<'_>,
        results: Value<'_>,
        beside: Option<Value<'_>>,
        boolean: bool,
    ) {
        if !results.is_object() && !results.is_null() {
            wrong_type(cx, results, "an object with bindings");
        }
        let bindings = find(cx, results, "bindings").or(beside);
        if boolean {
            cx.report(
                &results,
                &codes::BOOLEAN_BESIDE_RESULTS,
                Action::Repaired,
                "results beside a yes/no answer",
            );
        } else if let (None, Some((name, _))) = (
            bindings,
            results.members().find(|(_, value)| value.is_array()),
        ) {
            cx.report(
                &results,
                &codes::NO_RESULTS,
                Action::Repaired,
                format!("no bindings in the results, but `{name}`"),
            );
        } else if bindings.is_none() {
            cx.report(
                &results,
                &codes::EMPTY_RESULTS,
                Action::Repaired,
                "no bindings in the results",
            );
        }
        if let Some(bindings) = bindings {
            self.bindings(cx, bindings);
        }
    }

    fn bindings(&mut self, cx: &mut Context<'_>, bindings: Value<'_>) {
        match bindings.kind() {
            Kind::Array => {
                let before = self.table.len();
                self.table.reserve(bindings.items().count());
                for row in bindings.items() {
                    self.row(cx, row);
                }
                self.check_variables(cx, bindings, before);
            }
            Kind::Null => {}
            _ => wrong_type(cx, bindings, "a list of rows"),
        }
    }

    /// A variable that is not in the head belongs to every row, or its name was damaged in some.
    fn check_variables(&self, cx: &mut Context<'_>, bindings: Value<'_>, before: usize) {
        for &column in &self.undeclared {
            let mut rows = self.table.rows().skip(before);
            if rows.any(|row| row.get(column).is_none_or(Option::is_none)) {
                let name = &self.table.columns[column];
                cx.report(
                    &bindings,
                    &codes::MIXED_VARIABLES,
                    Action::Kept,
                    format!("only some rows have the variable `{name}`, which is not in head.vars"),
                );
            }
        }
    }

    /// Takes the yes/no answer.
    pub(crate) fn boolean(&mut self, cx: &mut Context<'_>, value: Value<'_>) {
        let word = value.as_bool().or_else(|| {
            let word = terms::boolean_word(&value.as_str()?)?;
            cx.report(
                &value,
                &codes::VALUE_NOT_STRING,
                Action::Repaired,
                "the boolean is written as a string",
            );
            Some(word)
        });
        if word.is_none() {
            wrong_type(cx, value, "true or false");
        }
        self.yes_or_no(word);
    }

    fn yes_or_no(&mut self, word: Option<bool>) {
        self.contradictory |= matches!((self.boolean, word), (Some(a), Some(b)) if a != b);
        self.boolean = word.or(self.boolean);
    }

    /// Declares the columns.
    pub(crate) fn head(&mut self, cx: &mut Context<'_>, head: Value<'_>) {
        let Some(vars) = find(cx, head, "vars") else {
            return;
        };
        for var in vars.items() {
            match var.as_str() {
                Some(name) if self.table.position(&name).is_none() => {
                    self.table.add_column(name);
                }
                Some(_) => {}
                None => wrong_type(cx, var, "the name of a variable"),
            }
        }
        self.declared = vars.is_array();
    }

    fn row(&mut self, cx: &mut Context<'_>, row: Value<'_>) {
        match row.kind() {
            Kind::Object => {}
            Kind::Null | Kind::Array => {
                let expected = "a row, which is an object with a term per variable";
                return wrong_type(cx, row, expected);
            }
            _ => {
                bare_value(cx, row, "a row");
                if let Some(text) = row.as_text() {
                    self.only_column(terms::guess(text.into_owned()), "answer");
                }
                return;
            }
        }
        // Nearly all rows are as wide as their table, which is one column.
        if let [name] = &*self.table.columns
            && let Some(value) = row.only_member(name)
            && value.is_object()
        {
            self.table.push([term(cx, value)]);
            return;
        }
        if is_term(row) {
            self.bare_term(cx, row);
            return;
        }
        let mut cells = std::mem::take(&mut self.cells);
        cells.resize(self.table.columns.len(), None);
        let mut empty = true;
        for (name, value) in row.members() {
            empty = false;
            let Some(term) = term(cx, value) else {
                continue;
            };
            let column = self.column(cx, &name, value);
            cells.resize(self.table.columns.len(), None);
            cells[column] = Some(term);
        }
        if empty {
            cx.report(
                &row,
                &codes::EMPTY_ROW,
                Action::Kept,
                "a row without values",
            );
        }
        self.table.push(cells.drain(..));
        self.cells = cells;
    }

    /// A term where a row belongs: the level of the variable was forgotten.
    fn bare_term(&mut self, cx: &mut Context<'_>, row: Value<'_>) {
        let name = self.table.columns.first().cloned();
        let name = name.unwrap_or_else(|| "x".to_owned());
        cx.report(
            &row,
            &codes::NO_VARIABLE,
            Action::Repaired,
            "expected a row of bindings, found a bare term",
        )
        .hint = Some(format!(r#"write {{"{name}": {}}}"#, row.source()));
        if let Some(term) = term(cx, row) {
            self.only_column(term, &name);
        }
    }

    fn column(&mut self, cx: &mut Context<'_>, name: &str, spot: Value<'_>) -> usize {
        if let Some(column) = self.table.position(name) {
            return column;
        }
        // Virtuoso's callret-0 of QALD-6 carries quotes in the binding, but not in the head.
        let bare = name.trim_matches('"');
        if bare != name {
            cx.report(
                &spot,
                &codes::QUOTED_VARIABLE,
                Action::Repaired,
                format!("the name of the variable `{name}` includes quotes"),
            );
            if let Some(column) = self.table.position(bare) {
                return column;
            }
        } else if self.declared {
            cx.report(
                &spot,
                &codes::UNDECLARED_VARIABLE,
                Action::Repaired,
                format!("the variable `{name}` is not in head.vars"),
            );
        }
        let column = self.table.add_column(bare);
        if self.declared {
            self.undeclared.push(column);
        }
        column
    }
}
