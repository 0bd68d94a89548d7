//! Mintaka, in nine languages; answers are items, numbers, dates, or yes and no.

use super::draft::{Draft, boolean};
use super::graph::Graph;
use super::set::{JsonSet, LISTS, has, no_more};
use crate::format::Format;
use crate::json::Value;
use crate::layouts::Layout;

pub(crate) static SET: JsonSet = JsonSet {
    format: Format {
        name: "mintaka",
        title: "Mintaka",
    },
    layout: Layout {
        description: "A list of questions with `id`, `question` in English and `translations`, and `answer` with `answerType`, `answer` (a list, or null where the answer has no item) and `mention`.",
        example: r#"
[{"id": "a9011ddf", "question": "What is the capital of Romania?", "translations": {"de": "Was ist die Hauptstadt von Rumänien?"},
  "questionEntity": [], "answer": {"answerType": "entity", "answer": [{"name": "Q19660", "label": "Bucharest"}], "mention": "Bucharest"},
  "category": "geography", "complexityType": "generic"}]
"#,
    },
    graph: Graph::Wikidata,
    lists: LISTS,
    has_ids: true,
    keeps_record: true,
    is_record,
    field,
    whole: no_more,
};

fn is_record(value: Value<'_>) -> bool {
    value
        .get("answer")
        .is_some_and(|answer| answer.get("answerType").is_some())
        || has(value, &["question", "translations", "complexityType"])
}

fn field(key: &str, value: Value<'_>, draft: &mut Draft<'_, '_>) -> bool {
    match key {
        "id" => draft.id(value),
        "question" => draft.text("en", value),
        "translations" => {
            for (language, text) in value.members() {
                draft.text(&language, text);
            }
            true
        }
        "answer" => {
            answer(value, draft);
            true
        }
        "questionEntity" | "category" | "complexityType" => draft.keep(key, value),
        _ => false,
    }
}

/// The answers, by their items; text where there is no item.
fn answer(value: Value<'_>, draft: &mut Draft<'_, '_>) {
    if !value.is_object() {
        draft.wrong(value, "an object with `answer`");
        return;
    }
    // Without an answer only the words are known, and nothing says which item is meant.
    let Some(list) = value.get("answer").filter(|list| !list.is_null()) else {
        return;
    };
    if !list.is_array() || boolean(list).is_some() {
        draft.values(list);
        return;
    }
    let mut terms = Vec::new();
    for item in list.items() {
        let name = item.get("name").and_then(Value::as_text);
        match name.or_else(|| item.as_text()) {
            Some(text) => terms.push(draft.graph.term(&text)),
            None => {
                draft.wrong(item, "an answer with `name`");
            }
        }
    }
    draft.answers(terms);
}
