//! LC-QuAD 2.0 with the answers of its queries.

use lydite_model::AnswerSet;

use super::draft::{Draft, boolean};
use super::graph::Graph;
use super::set::{JsonSet, LISTS, has};
use crate::format::Format;
use crate::json::Value;
use crate::layouts::Layout;

pub(crate) static SET: JsonSet = JsonSet {
    format: Format {
        name: "lc-quad-2-answers",
        title: "LC-QuAD 2.0 with executed answers",
    },
    layout: Layout {
        description: "A list of questions with `id`, `question`, `sparql`, the labels of the answers (`ans`), their items (`ans_id`, null for literals) and `answertype`.",
        example: r#"
[{"id": "1", "question": "What is the capital of Romania?", "sparql": "select ?x where { wd:Q218 wdt:P36 ?x }",
  "ans": ["Bucharest"], "ans_id": ["Q19660"], "answertype": "resource"}]
"#,
    },
    graph: Graph::Wikidata,
    lists: LISTS,
    has_ids: true,
    keeps_record: false,
    is_record,
    field,
    whole,
};

fn is_record(value: Value<'_>) -> bool {
    has(value, &["ans", "sparql"])
}

fn field(key: &str, value: Value<'_>, draft: &mut Draft<'_, '_>) -> bool {
    match key {
        "id" | "uid" => draft.id(value),
        "question" => draft.text("en", value),
        "sparql" => draft.sparql(value),
        "ans" | "ans_id" | "answertype" => draft.keep(key, value),
        _ => false,
    }
}

fn whole(value: Value<'_>, draft: &mut Draft<'_, '_>) {
    let (labels, items) = (value.get("ans"), value.get("ans_id"));
    let Some(labels) = labels.filter(|labels| !labels.is_null()) else {
        return;
    };
    if !labels.is_array() {
        draft.wrong(labels, "a list of answers");
        return;
    }
    if let Some(boolean) = boolean(labels) {
        draft.question.answers = Some(AnswerSet::boolean(boolean));
        return;
    }
    let mut items = items.into_iter().flat_map(Value::items);
    let mut terms = Vec::new();
    for label in labels.items() {
        let item = items.next().and_then(Value::as_str);
        match item.or_else(|| label.as_text()) {
            Some(text) => terms.push(draft.graph.term(&text)),
            None => {
                draft.wrong(label, "a text");
            }
        }
    }
    draft.answers(terms);
}
