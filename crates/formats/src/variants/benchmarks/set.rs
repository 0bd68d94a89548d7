//! Benchmarks in JSON, each a list of records with a layout of its own: a list, a list under a key
//! of an object, or a record on each line.

use super::draft::Draft;
use super::graph::Graph;
use crate::context::Context;
use crate::format::{Format, Probe, Variant, json_driver};
use crate::input::Window;
use crate::json::fields::{extra_field, is_entry, unknown_field, wrong_type};
use crate::json::{JsonVariant, Value};
use crate::layouts::Layout;
use crate::reader::Driver;
use crate::variants::lines::{JsonRecords, Lines, is_lines};

/// A benchmark whose records are objects.
pub(crate) struct JsonSet {
    pub format: Format,
    pub layout: Layout,
    pub graph: Graph,
    /// The lists that the root object may have.
    pub lists: &'static [&'static str],
    /// Whether records have identifiers.
    pub has_ids: bool,
    /// Whether the benchmark's own scorer looks at more than the answers.
    pub keeps_record: bool,
    /// Whether an object is a record of this set.
    pub is_record: fn(Value<'_>) -> bool,
    /// Reads a field; `false` if the set does not have it.
    pub field: fn(&str, Value<'_>, &mut Draft<'_, '_>) -> bool,
    /// Reads what depends on several fields.
    pub whole: fn(Value<'_>, &mut Draft<'_, '_>),
}

/// The lists that records usually stand in.
pub(crate) const LISTS: &[&str] = &["questions", "Questions", "data"];

/// A format that needs nothing but its fields.
pub(crate) fn no_more(_: Value<'_>, _: &mut Draft<'_, '_>) {}

/// Whether the record has all of these fields.
pub(crate) fn has(value: Value<'_>, keys: &[&str]) -> bool {
    keys.iter().all(|key| value.get(key).is_some())
}

/// Whether the record has one of these fields.
pub(crate) fn has_any(value: Value<'_>, keys: &[&str]) -> bool {
    keys.iter().any(|key| value.get(key).is_some())
}

impl JsonSet {
    /// Reads a record.
    fn record(&self, value: Value<'_>, position: usize, cx: &mut Context<'_>) {
        if !is_entry(cx, value) {
            return;
        }
        cx.output.info.layout = Some(self.format.name);
        if cx.output.info.knowledge_base.is_none() {
            cx.output.info.knowledge_base = self.graph.name().map(str::to_owned);
        }
        let mut draft = Draft::new(cx, &value, self.graph);
        for (key, member) in value.members() {
            if !(self.field)(&key, member, &mut draft) {
                extra_field(draft.cx, member, &key, &mut draft.question);
            }
        }
        (self.whole)(value, &mut draft);
        if self.keeps_record {
            draft.record(value.source());
        }
        draft.finish(position, self.has_ids);
    }
}

impl Variant for &'static JsonSet {
    fn format(&self) -> Format {
        self.format
    }

    fn layout(&self) -> Option<Layout> {
        Some(self.layout)
    }

    fn recognises(&self, probe: &Probe<'_>) -> bool {
        let Some(shape) = probe.json() else {
            return false;
        };
        let listed = shape.is_list || shape.lists.iter().any(|key| self.lists.contains(&&**key));
        listed && shape.any_element(self.is_record)
            || !shape.is_list && is_lines(&probe.head, self.is_record)
    }

    fn driver(&self, window: Window) -> Box<dyn Driver> {
        let head = String::from_utf8_lossy(window.bytes());
        if is_lines(&head, self.is_record) {
            drop(head);
            let set = *self;
            let record = JsonRecords::read_by(move |value, at, cx| set.record(value, at, cx));
            return Box::new(Lines::new(window, record));
        }
        drop(head);
        json_driver(
            window,
            Records {
                set: self,
                position: 0,
            },
        )
    }
}

/// The records of a document.
struct Records {
    set: &'static JsonSet,
    position: usize,
}

impl JsonVariant for Records {
    fn lists(&self) -> &'static [&'static str] {
        self.set.lists
    }

    fn element(&mut self, _key: Option<&str>, value: Value<'_>, cx: &mut Context<'_>) {
        self.position += 1;
        self.set.record(value, self.position, cx);
    }

    fn member(&mut self, key: &str, value: Value<'_>, cx: &mut Context<'_>) {
        match key {
            "dataset" if value.is_object() => super::super::qald_json::dataset(value, cx),
            "Version" | "FreebaseVersion" | "version" | "Dataset" | "dataset" => {
                let extras = &mut cx.output.info.extras;
                extras.insert(key.to_owned(), value.to_json());
            }
            key if self.set.lists.contains(&key) => wrong_type(cx, value, "a list of questions"),
            _ => unknown_field(cx, value, key),
        }
    }
}
