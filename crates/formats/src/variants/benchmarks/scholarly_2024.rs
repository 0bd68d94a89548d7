//! Scholarly QALD 2024: questions over graphs and text, answered in words.

use lydite_model::Term;

use super::draft::Draft;
use super::graph::Graph;
use super::set::{JsonSet, LISTS, has, no_more};
use crate::format::Format;
use crate::json::Value;
use crate::layouts::Layout;

pub(crate) static SET: JsonSet = JsonSet {
    format: Format {
        name: "scholarly-2024",
        title: "Scholarly QALD 2024",
    },
    layout: Layout {
        description: "A list of questions with `id`, `question`, `author_dblp_uri` and, in the training file, `answer` as text.",
        example: r#"
[{"id": "6b8aa79c-3908-4f03-b85b-aa1a325d9fe6", "question": "How often was it cited?", "answer": "12", "author_dblp_uri": "<https://dblp.org/pid/1>"}]
"#,
    },
    graph: Graph::Own("DBLP, SemOpenAlex, Wikipedia"),
    lists: LISTS,
    has_ids: true,
    keeps_record: false,
    is_record,
    field,
    whole: no_more,
};

fn is_record(value: Value<'_>) -> bool {
    has(value, &["question", "author_dblp_uri"])
}

fn field(key: &str, value: Value<'_>, draft: &mut Draft<'_, '_>) -> bool {
    match key {
        "id" => draft.id(value),
        "question" => draft.text("en", value),
        "answer" => match value.as_text() {
            Some(text) => draft.answers(vec![Term::literal(text)]),
            None => draft.values(value),
        },
        "author_dblp_uri" => draft.keep(key, value),
        _ => false,
    }
}
