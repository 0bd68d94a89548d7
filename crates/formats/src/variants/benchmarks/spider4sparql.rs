//! What a system made of the questions of Spider4SPARQL.

use super::draft::Draft;
use super::graph::Graph;
use super::set::{JsonSet, LISTS, has, no_more};
use crate::format::Format;
use crate::json::Value;
use crate::layouts::Layout;

pub(crate) static SET: JsonSet = JsonSet {
    format: Format {
        name: "spider4sparql",
        title: "Spider4SPARQL predictions",
    },
    layout: Layout {
        description: "A list of `db_id`, `natural_language_question`, `prompt` and `predicted_sparql`.",
        example: r#"
[{"db_id": "concert_singer", "natural_language_question": "How many singers do we have?", "prompt": "…", "predicted_sparql": "SELECT (COUNT(?s) AS ?n) WHERE { ?s a :singer }"}]
"#,
    },
    graph: Graph::Own("Spider4SPARQL"),
    lists: LISTS,
    has_ids: false,
    keeps_record: false,
    is_record,
    field,
    whole: no_more,
};

fn is_record(value: Value<'_>) -> bool {
    has(value, &["natural_language_question"])
}

fn field(key: &str, value: Value<'_>, draft: &mut Draft<'_, '_>) -> bool {
    match key {
        "natural_language_question" => draft.text("en", value),
        "predicted_sparql" | "db_id" | "prompt" => draft.keep(key, value),
        "gold_sparql" | "sparql" => draft.sparql(value),
        _ => false,
    }
}
