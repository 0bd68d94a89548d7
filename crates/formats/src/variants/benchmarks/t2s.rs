//! Pairs of gold and generated queries, as t2s-metrics reads them.

use super::draft::Draft;
use super::graph::Graph;
use super::set::{JsonSet, LISTS, has, no_more};
use crate::format::Format;
use crate::json::Value;
use crate::layouts::Layout;

pub(crate) static SET: JsonSet = JsonSet {
    format: Format {
        name: "t2s",
        title: "t2s-metrics: pairs of queries",
    },
    layout: Layout {
        description: "A JSON object on each line: `id`, `golden` and `generated` SPARQL, `order_matters` and an optional `question`.",
        example: r#"
{"id": "1", "golden": "SELECT ?x WHERE { ?x a dbo:City }", "generated": "SELECT ?y WHERE { ?y a dbo:Town }", "order_matters": false}
"#,
    },
    graph: Graph::Any,
    lists: LISTS,
    has_ids: true,
    keeps_record: true,
    is_record,
    field,
    whole: no_more,
};

fn is_record(value: Value<'_>) -> bool {
    has(value, &["golden", "generated"]) || has(value, &["golden", "order_matters"])
}

fn field(key: &str, value: Value<'_>, draft: &mut Draft<'_, '_>) -> bool {
    match key {
        "id" => draft.id(value),
        "golden" => draft.sparql(value),
        "order_matters" => {
            draft.question.order_matters = value.as_bool() == Some(true);
            true
        }
        "question" => draft.text("en", value),
        "generated" => draft.predicted_query(value),
        _ => false,
    }
}
