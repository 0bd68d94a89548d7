//! `<answers>` of QALD-XML and qbench: each answer says in its own way what it is.

use lydite_model::{Action, AnswerSet, Term};

use super::rows::Rows;
use super::tree::Element;
use crate::codes;
use crate::context::Context;
use crate::json::fields::misspelt;
use crate::{spelling, terms};

/// The column of values that are the plain text of `<answer>` (QALD-5 and QALD-7).
const PLAIN: &str = "answer";

/// The elements of an answer that say what it is.
const KINDS: &[&str] = &["uri", "string", "number", "date", "boolean"];

/// The answers of one question.
#[derive(Default)]
pub(crate) struct Answers {
    rows: Rows,
    given: bool,
}

impl Answers {
    /// Reads an `<answers>` element.
    pub(crate) fn read(&mut self, cx: &mut Context<'_>, answers: Element<'_>) {
        if std::mem::replace(&mut self.given, true) {
            cx.report(
                &answers,
                &codes::SEVERAL_ANSWER_OBJECTS,
                Action::Repaired,
                "another <answers> in the same question",
            );
        }
        for child in answers.children() {
            let name = match spelling::meant(child.name(), &["answer"]) {
                Some(meant) => {
                    misspelt(cx, &child, child.name(), meant);
                    meant
                }
                None => child.name(),
            };
            match name {
                "answer" => self.answer(cx, child),
                "uri" | "string" | "number" | "date" | "boolean" => {
                    outside_answer(cx, child);
                    self.cell(cx, child);
                    self.rows.end_row(cx, &child);
                }
                _ => wrong_element(cx, child, "<answer>"),
            }
        }
        let text = answers.trimmed();
        if !text.is_empty() {
            cx.report(
                &answers,
                &codes::BARE_VALUE,
                Action::Repaired,
                format!("the text `{text}` is not inside <answer>"),
            )
            .hint = Some("put it in <answer>…</answer>".to_owned());
            self.plain(cx, answers, text.into_owned());
            self.rows.end_row(cx, &answers);
        }
        if let Some(comment) = answers.comment() {
            cx.report(
                &comment,
                &codes::COMMENT_IN_ANSWERS,
                Action::Skipped,
                "a comment among the answers",
            );
        }
    }

    /// The answers, if there was an `<answers>` element, be it empty.
    pub(crate) fn finish(self) -> Option<AnswerSet> {
        if !self.given {
            return None;
        }
        let boolean = match self.rows.only_value() {
            Some(("boolean" | PLAIN, Term::Literal(literal))) => {
                terms::boolean_word(&literal.value)
            }
            _ => None,
        };
        Some(match boolean {
            Some(value) => AnswerSet::boolean(value),
            None => AnswerSet::from(self.rows.into_table()),
        })
    }

    fn answer(&mut self, cx: &mut Context<'_>, answer: Element<'_>) {
        let mut cells = 0;
        for child in answer.children() {
            cells += 1;
            self.cell(cx, child);
        }
        let text = answer.trimmed();
        if cells == 0 {
            self.text(cx, answer, text.into_owned());
        } else if !text.is_empty() {
            cx.report(
                &answer,
                &codes::STRAY,
                Action::Skipped,
                format!("the text `{text}` beside the elements of an answer"),
            );
        }
        self.rows.end_row(cx, &answer);
    }

    /// An answer without elements inside: typed by an attribute (qbench), or by its look.
    fn text(&mut self, cx: &mut Context<'_>, answer: Element<'_>, text: String) {
        let Some(kind) = answer.attribute("answerType") else {
            if !text.is_empty() {
                self.plain(cx, answer, text);
            }
            return;
        };
        let column = kind.value();
        let term = self.typed(cx, answer, &column, text);
        self.rows.value(cx, &answer, &column, term);
    }

    /// A value whose type must be told from its look.
    fn plain(&mut self, cx: &mut Context<'_>, spot: Element<'_>, text: String) {
        let term = terms::guess(text);
        terms::check(cx, &spot, &term);
        self.rows.value(cx, &spot, PLAIN, term);
    }

    /// A value in an element of its own: `<uri>`, or a column of qbench.
    fn cell(&mut self, cx: &mut Context<'_>, cell: Element<'_>) {
        for child in cell.children() {
            wrong_element(cx, child, "text");
        }
        let kind = cell.attribute("answerType");
        let name = match spelling::meant(cell.name(), KINDS) {
            Some(meant) if kind.is_none() => {
                misspelt(cx, &cell, cell.name(), meant);
                meant
            }
            _ => cell.name(),
        };
        let value = cell.trimmed().into_owned();
        let term = match kind {
            Some(kind) => self.typed(cx, cell, &kind.value(), value),
            None if KINDS.contains(&name) => self.typed(cx, cell, name, value),
            None => {
                cx.report(
                    &cell,
                    &codes::UNKNOWN_ELEMENT,
                    Action::Kept,
                    format!("QALD-XML has no <{name}> in an answer; read as a column"),
                );
                let term = terms::guess(value);
                terms::check(cx, &cell, &term);
                term
            }
        };
        self.rows.value(cx, &cell, name, term);
    }

    /// A value whose type is stated. Types other than `uri` are not datatypes, and none is invented.
    fn typed(&self, cx: &mut Context<'_>, spot: Element<'_>, kind: &str, value: String) -> Term {
        let term = match kind {
            "uri" => Term::iri(value),
            "boolean" => {
                if terms::boolean_word(&value).is_none() {
                    cx.report(
                        &spot,
                        &codes::WRONG_TYPE,
                        Action::Kept,
                        format!("expected true or false, found `{value}`"),
                    );
                }
                Term::literal(value)
            }
            "string" | "number" | "date" | "datetime" | "year" => Term::literal(value),
            _ => {
                cx.report(
                    &spot,
                    &codes::UNKNOWN_TERM_TYPE,
                    Action::Repaired,
                    format!("`{kind}` is not a type of answer; it was detected from the value"),
                );
                terms::guess(value)
            }
        };
        terms::check(cx, &spot, &term);
        term
    }
}

/// An element in whose place a value belongs, which is lost with it.
fn wrong_element(cx: &mut Context<'_>, element: Element<'_>, expected: &str) {
    cx.report(
        &element,
        &codes::WRONG_TYPE,
        Action::Skipped,
        format!("expected {expected}, found <{}>", element.name()),
    );
}

fn outside_answer(cx: &mut Context<'_>, value: Element<'_>) {
    cx.report(
        &value,
        &codes::OUTSIDE_ANSWER,
        Action::Repaired,
        "a value is not inside <answer>",
    )
    .hint = Some("put it in <answer>…</answer>".to_owned());
}
