//! ConvQuestions and LC-QuAD 2.0 as CLOCQ has them: development and test questions in one file.

use super::draft::Draft;
use super::graph::Graph;
use super::set::{JsonSet, has, has_any, no_more};
use crate::format::Format;
use crate::json::Value;
use crate::layouts::Layout;

pub(crate) static SET: JsonSet = JsonSet {
    format: Format {
        name: "clocq",
        title: "CLOCQ: ConvQuestions, LC-QuAD 2.0",
    },
    layout: Layout {
        description: "An object with the lists `dev` and `test` of questions without identifiers: `question` and `answers`, items or texts.",
        example: r#"
{"dev": [{"question": "Who wrote it?", "answers": ["Q42"]}], "test": [{"question": "When?", "answers": ["1939"]}]}
"#,
    },
    graph: Graph::Wikidata,
    lists: &["dev", "test", "train"],
    has_ids: false,
    keeps_record: false,
    is_record,
    field,
    whole: no_more,
};

fn is_record(value: Value<'_>) -> bool {
    has(value, &["question", "answers"])
        && value
            .get("answers")
            .is_some_and(|answers| answers.items().all(Value::is_string))
        && !has_any(value, &["id", "queries", "query", "sparql"])
}

fn field(key: &str, value: Value<'_>, draft: &mut Draft<'_, '_>) -> bool {
    match key {
        "question" => draft.text("en", value),
        "answers" => draft.values(value),
        "complexities" | "entities" => draft.keep(key, value),
        _ => false,
    }
}
