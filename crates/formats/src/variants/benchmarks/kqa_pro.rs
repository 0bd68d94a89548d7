//! KQA Pro: questions with a program of functions, SPARQL over its own subset of Wikidata, and choices.

use lydite_model::{Query, QueryForm};

use super::draft::Draft;
use super::graph::Graph;
use super::set::{JsonSet, LISTS, has, no_more};
use crate::format::Format;
use crate::json::Value;
use crate::layouts::Layout;

pub(crate) static SET: JsonSet = JsonSet {
    format: Format {
        name: "kqa-pro",
        title: "KQA Pro",
    },
    layout: Layout {
        description: "A list of questions without identifiers: `question`, `choices` and, in train and validation files, `program` (KoPL), `sparql` and `answer` in words.",
        example: r#"
[{"question": "Which is shorter, A or B?", "program": [{"function": "Find", "dependencies": [], "inputs": ["A"]}],
  "choices": ["A", "B"], "answer": "A"}]
"#,
    },
    graph: Graph::Own("Wikidata (KQA Pro)"),
    lists: LISTS,
    has_ids: false,
    keeps_record: true,
    is_record,
    field,
    whole: no_more,
};

fn is_record(value: Value<'_>) -> bool {
    let is_list = |key: &str| value.get(key).is_some_and(Value::is_array);
    has(value, &["question"]) && (is_list("choices") || is_list("program"))
}

fn field(key: &str, value: Value<'_>, draft: &mut Draft<'_, '_>) -> bool {
    match key {
        "question" => draft.text("en", value),
        "sparql" => draft.sparql(value),
        "program" if !value.is_array() => draft.wrong(value, "a list of functions"),
        "program" => {
            if value.items().next().is_some() {
                draft
                    .question
                    .queries
                    .push(Query::new(QueryForm::Kopl, value.source()));
            }
            true
        }
        // Synthetic files have the word in place of an answer.
        "answer" if value.as_str().as_deref() == Some("unknown") => draft.keep(key, value),
        "answer" => draft.values(value),
        "choices" => draft.keep(key, value),
        _ => false,
    }
}
