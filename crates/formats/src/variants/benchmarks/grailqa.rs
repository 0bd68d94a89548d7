//! GrailQA and GraphQuestions: questions with a graph query and an s-expression.

use lydite_model::QueryForm;

use super::draft::Draft;
use super::graph::Graph;
use super::set::{JsonSet, LISTS, has, has_any, no_more};
use crate::format::Format;
use crate::json::Value;
use crate::layouts::Layout;

pub(crate) static SET: JsonSet = JsonSet {
    format: Format {
        name: "grailqa",
        title: "GrailQA, GraphQuestions",
    },
    layout: Layout {
        description: "A list of questions with `qid`, `question`, `sparql_query`, `s_expression`, `graph_query` and `answer`: objects with `answer_argument` (GrailQA) or names (GraphQuestions). The public test file has no more than `qid` and `question`.",
        example: r#"
[{"qid": 2101960008000, "question": "which play is produced by the illusion?",
  "answer": [{"answer_type": "Entity", "answer_argument": "m.0yrltsn", "entity_name": "The Illusion"}],
  "function": "none", "level": "i.i.d.", "s_expression": "(AND theater.play (JOIN theater.play.productions m.0yrlqjm))"}]
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

/// What other records with a `qid` have beside the question.
const OTHERS: &[&str] = &[
    "answer",
    "answers",
    "results",
    "prediction",
    "query",
    "sparql",
    "logical_form",
];

fn is_record(value: Value<'_>) -> bool {
    has(value, &["qid", "question"])
        && (has_any(
            value,
            &["graph_query", "s_expression", "sparql_query", "level"],
        ) || !has_any(value, OTHERS))
}

fn field(key: &str, value: Value<'_>, draft: &mut Draft<'_, '_>) -> bool {
    match key {
        "qid" => draft.id(value),
        "question" => draft.text("en", value),
        "sparql_query" => draft.sparql(value),
        "s_expression" => draft.query(QueryForm::SExpression, value),
        // The word stands for no answer.
        "answer" if value.as_str().as_deref() == Some("null") => draft.answers(Vec::new()),
        "answer" => draft.members(value, &["answer_argument"]),
        "function" | "num_node" | "num_edge" | "graph_query" | "domains" | "level"
        | "topic_entity" | "commonness" | "answer_type" => draft.keep(key, value),
        _ => false,
    }
}
