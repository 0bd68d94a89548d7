//! DBLP-QuAD and SciQA: questions over a scholarly graph, whose answers stand in another file.

use lydite_model::QueryForm;

use super::draft::Draft;
use super::graph::Graph;
use super::set::{JsonSet, LISTS, has};
use crate::format::Format;
use crate::json::Value;
use crate::layouts::Layout;

pub(crate) static SET: JsonSet = JsonSet {
    format: Format {
        name: "scholarly",
        title: "DBLP-QuAD, SciQA",
    },
    layout: Layout {
        description: "An object with `questions`, each with `id`, `question` and `paraphrased_question` as objects with `string`, `query.sparql`, `query_type` and `template_id`; the answers stand in another file.",
        example: r#"
{"questions": [{"id": "Q0001", "query_type": "SINGLE_FACT", "question": {"string": "Who wrote it?"},
  "paraphrased_question": {"string": "Who is its author?"}, "query": {"sparql": "SELECT ?answer WHERE { <https://dblp.org/rec/1> <https://dblp.org/rdf/schema#authoredBy> ?answer }"},
  "template_id": "TC01", "entities": ["<https://dblp.org/rec/1>"], "relations": [], "temporal": false, "held_out": false}]}
"#,
    },
    graph: Graph::Any,
    lists: LISTS,
    has_ids: true,
    keeps_record: false,
    is_record,
    field,
    whole,
};

fn is_record(value: Value<'_>) -> bool {
    has(value, &["query_type"]) && value.get("question").is_some_and(Value::is_object)
}

fn field(key: &str, value: Value<'_>, draft: &mut Draft<'_, '_>) -> bool {
    match key {
        "id" => draft.id(value),
        "question" => value
            .get("string")
            .is_none_or(|text| draft.text("en", text)),
        "paraphrased_question" => value
            .get("string")
            .is_none_or(|text| draft.paraphrase(text)),
        "query" => {
            if let Some(query) = value.get("sparql") {
                draft.sparql(query);
            }
            true
        }
        "query_type" | "template_id" | "entities" | "relations" | "temporal" | "held_out"
        | "auto_generated" | "query_shape" | "query_class" | "number_of_patterns" => {
            draft.keep(key, value)
        }
        _ => false,
    }
}

fn whole(value: Value<'_>, draft: &mut Draft<'_, '_>) {
    let query = draft.question.query(QueryForm::Sparql).unwrap_or_default();
    let graph = if query.contains("dblp.org") {
        Graph::Dblp
    } else if query.contains("orkg") {
        Graph::Orkg
    } else {
        return;
    };
    let _ = value;
    if draft.cx.output.info.knowledge_base.is_none() {
        draft.cx.output.info.knowledge_base = graph.name().map(str::to_owned);
    }
}
