//! VANiLLa: simple questions answered with a sentence.

use super::draft::Draft;
use super::graph::Graph;
use super::set::{JsonSet, LISTS, has, no_more};
use crate::format::Format;
use crate::json::Value;
use crate::layouts::Layout;

pub(crate) static SET: JsonSet = JsonSet {
    format: Format {
        name: "vanilla",
        title: "VANiLLa",
    },
    layout: Layout {
        description: "A JSON object on each line: `question_id`, `question`, `answer` in words and `answer_sentence`.",
        example: r#"
{"question_id": 76424, "question": "where did henri gouraud die", "answer": "Paris", "answer_sentence": "Henri Gouraud died in Paris"}
"#,
    },
    graph: Graph::Wikidata,
    lists: LISTS,
    has_ids: true,
    keeps_record: false,
    is_record,
    field,
    whole: no_more,
};

fn is_record(value: Value<'_>) -> bool {
    has(value, &["question_id", "answer_sentence"])
}

fn field(key: &str, value: Value<'_>, draft: &mut Draft<'_, '_>) -> bool {
    match key {
        "question_id" => draft.id(value),
        "question" => draft.text("en", value),
        "answer" => draft.values(value),
        "answer_sentence" | "question_entity_label" | "question_relation" => draft.keep(key, value),
        _ => false,
    }
}
