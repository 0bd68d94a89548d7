//! Files that are a list with one question an entry, beside an optional `dataset` object.

use lydite_model::{Action, Question};

use super::qald_json::dataset;
use crate::codes;
use crate::context::Context;
use crate::json::fields::{is_entry, misspelt, unknown_field, wrong_type};
use crate::json::{JsonVariant, Value};
use crate::spelling;

/// Reads an entry, which is an object; its position in the list, from 1, can serve as identifier.
type ReadEntry = fn(Value<'_>, usize, &mut Context<'_>) -> Option<Question>;

/// A list of entries.
pub(crate) struct Entries {
    read: ReadEntry,
    position: usize,
    /// Whether the format asks for a `dataset` object that has not come yet.
    misses_dataset: bool,
}

impl Entries {
    /// Entries that are read by this function.
    pub(crate) fn read_by(read: ReadEntry) -> Self {
        Self {
            read,
            position: 0,
            misses_dataset: false,
        }
    }

    /// Entries of a format that asks for a `dataset` object.
    pub(crate) fn with_dataset(self) -> Self {
        Self {
            misses_dataset: true,
            ..self
        }
    }
}

impl JsonVariant for Entries {
    fn element(&mut self, _key: Option<&str>, value: Value<'_>, cx: &mut Context<'_>) {
        self.position += 1;
        if !is_entry(cx, value) {
            return;
        }
        if let Some(question) = (self.read)(value, self.position, cx) {
            cx.emit(&value, question);
        }
    }

    fn member(&mut self, key: &str, value: Value<'_>, cx: &mut Context<'_>) {
        match key {
            "dataset" => {
                self.misses_dataset = false;
                dataset(value, cx);
            }
            "questions" => wrong_type(cx, value, "a list of questions"),
            _ if spelling::meant(key, &["dataset"]).is_some() => {
                misspelt(cx, &value, key, "dataset");
                self.misses_dataset = false;
                dataset(value, cx);
            }
            _ => unknown_field(cx, value, key),
        }
    }

    fn finish(&mut self, cx: &mut Context<'_>) {
        if self.misses_dataset {
            cx.output.report_file(
                &codes::NO_DATASET,
                Action::Kept,
                "the file has no \"dataset\" object",
            );
        }
    }
}
