//! WebQSP and ComplexWebQuestions as GraftNet and NSM have them, with a subgraph for each question.

use super::draft::Draft;
use super::graph::Graph;
use super::set::{JsonSet, LISTS, has, no_more};
use crate::format::Format;
use crate::json::Value;
use crate::layouts::Layout;

pub(crate) static SET: JsonSet = JsonSet {
    format: Format {
        name: "graftnet",
        title: "GraftNet or NSM lines",
    },
    layout: Layout {
        description: "A JSON object on each line: `id`, `question`, `answers` with `kb_id` and `text`, and the retrieved `subgraph`, which is not kept.",
        example: r#"
{"id": "WebQTrn-9", "question": "what is the capital of romania", "entities": ["m.06c1y"], "answers": [{"kb_id": "m.096g3", "text": "Bucharest"}]}
"#,
    },
    graph: Graph::Freebase,
    lists: LISTS,
    has_ids: true,
    keeps_record: false,
    is_record,
    field,
    whole: no_more,
};

fn is_record(value: Value<'_>) -> bool {
    let has_topics = |answers: Value<'_>| answers.items().any(|one| one.get("kb_id").is_some());
    has(value, &["question"])
        && (has(value, &["id", "answers", "subgraph"])
            || value.get("answers").is_some_and(has_topics))
}

fn field(key: &str, value: Value<'_>, draft: &mut Draft<'_, '_>) -> bool {
    match key {
        "id" => draft.id(value),
        "question" => draft.text("en", value),
        "answers" => {
            draft.members(value, &["kb_id", "text"]);
            draft.keep(key, value)
        }
        "entities" => draft.keep(key, value),
        "subgraph" => true,
        _ => false,
    }
}
