//! Samples of other sets as Think-on-Graph has them: a topic entity, and answers as text.

use super::draft::Draft;
use super::graph::Graph;
use super::set::{JsonSet, LISTS, has, has_any};
use crate::format::Format;
use crate::json::Value;
use crate::layouts::Layout;

pub(crate) static SET: JsonSet = JsonSet {
    format: Format {
        name: "think-on-graph",
        title: "Think-on-Graph samples",
    },
    layout: Layout {
        description: "A list of questions with `question`, `topic_entity` or `qid_topic_entity`, and `answer` as text, as a list, or as an object from items to labels; some have `sparql`.",
        example: r#"
[{"answer": {"Q42299": "Bernhard Riemann"}, "question": "After whom is the Riemannian geometry named?", "qid_topic_entity": {"Q761383": "Riemannian geometry"}}]
"#,
    },
    graph: Graph::Any,
    lists: LISTS,
    has_ids: false,
    keeps_record: true,
    is_record,
    field,
    whole,
};

fn is_record(value: Value<'_>) -> bool {
    has(value, &["question"]) && has_any(value, &["topic_entity", "qid_topic_entity"])
}

fn field(key: &str, value: Value<'_>, draft: &mut Draft<'_, '_>) -> bool {
    match key {
        "id" | "qid" | "ID" => draft.id(value),
        "question" => draft.text("en", value),
        "sparql" => draft.sparql(value),
        "answer" | "answers" if value.is_object() => {
            let terms = value
                .members()
                .map(|(item, _)| draft.graph.term(&item))
                .collect();
            draft.answers(terms);
            draft.keep("answer_labels", value)
        }
        "answer" | "answers" => draft.values(value),
        "topic_entity" | "qid_topic_entity" | "relation" | "url" => draft.keep(key, value),
        _ => false,
    }
}

fn whole(value: Value<'_>, draft: &mut Draft<'_, '_>) {
    // Both graphs may be named; the answers are of the one that all topics are of.
    let graph = if value.get("topic_entity").is_some() {
        Graph::Freebase
    } else {
        Graph::Wikidata
    };
    if draft.cx.output.info.knowledge_base.is_none() {
        draft.cx.output.info.knowledge_base = graph.name().map(str::to_owned);
    }
}
