//! Entity links of questions, as Scholarly QALD scores them.

use super::draft::Draft;
use super::graph::Graph;
use super::set::{JsonSet, LISTS, has, has_any, no_more};
use crate::format::Format;
use crate::json::Value;
use crate::layouts::Layout;

pub(crate) static SET: JsonSet = JsonSet {
    format: Format {
        name: "entity-links",
        title: "entity links by question",
    },
    layout: Layout {
        description: "A list of `id` with `entities`, IRIs in angle brackets.",
        example: r#"
[{"id": "Q0001", "entities": ["<https://dblp.org/pid/50/671-33>"]}]
"#,
    },
    graph: Graph::Any,
    lists: LISTS,
    has_ids: true,
    keeps_record: false,
    is_record,
    field,
    whole: no_more,
};

fn is_record(value: Value<'_>) -> bool {
    const OTHERS: &[&str] = &[
        "question",
        "Question",
        "questions",
        "answer",
        "answers",
        "results",
        "query",
        "sparql",
    ];
    has(value, &["id", "entities"]) && !has_any(value, OTHERS)
}

fn field(key: &str, value: Value<'_>, draft: &mut Draft<'_, '_>) -> bool {
    match key {
        "id" => draft.id(value),
        "entities" => draft.keep(key, value),
        _ => false,
    }
}
