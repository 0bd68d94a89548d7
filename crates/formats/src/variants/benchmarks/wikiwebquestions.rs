//! WikiWebQuestions: WebQSP over Wikidata.

use super::draft::Draft;
use super::graph::Graph;
use super::rows::rows;
use super::set::{JsonSet, LISTS, has, no_more};
use crate::format::Format;
use crate::json::Value;
use crate::layouts::Layout;

pub(crate) static SET: JsonSet = JsonSet {
    format: Format {
        name: "wikiwebquestions",
        title: "WikiWebQuestions",
    },
    layout: Layout {
        description: "A list of questions with `id`, `utterance`, `sparql` and `results`: the bindings themselves, or a boolean.",
        example: r#"
[{"id": "WebQTrn-1", "utterance": "what is the capital of romania?", "sparql": "SELECT ?x WHERE { wd:Q218 wdt:P36 ?x }",
  "results": [{"x": {"type": "uri", "value": "http://www.wikidata.org/entity/Q19660"}}]}]
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
    has(value, &["utterance", "sparql"])
}

fn field(key: &str, value: Value<'_>, draft: &mut Draft<'_, '_>) -> bool {
    match key {
        "id" => draft.id(value),
        "utterance" => draft.text("en", value),
        "sparql" => draft.sparql(value),
        "results" => {
            draft.question.answers = rows(draft.cx, value);
            true
        }
        _ => false,
    }
}
