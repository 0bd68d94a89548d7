//! ComplexWebQuestions.

use super::draft::Draft;
use super::graph::Graph;
use super::set::{JsonSet, LISTS, has, has_any, no_more};
use crate::format::Format;
use crate::json::Value;
use crate::layouts::Layout;

pub(crate) static SET: JsonSet = JsonSet {
    format: Format {
        name: "cwq",
        title: "ComplexWebQuestions 1.1",
    },
    layout: Layout {
        description: "A list of questions with `ID`, `question`, `machine_question`, `sparql` and, in train and development files, `answers` with `answer_id`, `answer` and `aliases`; copies have `answer` as topics or as text.",
        example: r#"
[{"ID": "WebQTest-1_0a", "compositionality_type": "composition", "question": "What is the capital of the country of Ulm?",
  "machine_question": "what is the capital of the country of ulm", "sparql": "SELECT ?x WHERE { ?x ns:p ns:m.1 }",
  "answers": [{"answer_id": "m.0156q", "answer": "Berlin", "aliases": ["City of Berlin"]}]}]
"#,
    },
    graph: Graph::Freebase,
    lists: LISTS,
    has_ids: true,
    keeps_record: true,
    is_record,
    field,
    whole: no_more,
};

fn is_record(value: Value<'_>) -> bool {
    has(value, &["ID", "question"])
        && has_any(value, &["machine_question", "compositionality_type"])
}

fn field(key: &str, value: Value<'_>, draft: &mut Draft<'_, '_>) -> bool {
    match key {
        "ID" => draft.id(value),
        "question" => draft.text("en", value),
        "sparql" => draft.sparql(value),
        "answers" => draft.members(value, &["answer_id", "answer"]),
        "answer" => draft.values(value),
        "compositionality_type"
        | "created"
        | "machine_question"
        | "webqsp_ID"
        | "webqsp_question"
        | "topic_entity"
        | "qid_topic_entity"
        | "split_dataset" => draft.keep(key, value),
        _ => false,
    }
}
