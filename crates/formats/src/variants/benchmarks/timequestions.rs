//! TimeQuestions and TIQ: questions about time.

use super::draft::Draft;
use super::graph::Graph;
use super::set::{JsonSet, LISTS, has, has_any, no_more};
use crate::format::Format;
use crate::json::Value;
use crate::layouts::Layout;

pub(crate) static SET: JsonSet = JsonSet {
    format: Format {
        name: "timequestions",
        title: "TimeQuestions, TIQ",
    },
    layout: Layout {
        description: "A list of questions with `Id`, `Question`, `Temporal question type` and `Answer`: items with `WikidataQid`, or values with `AnswerArgument`.",
        example: r#"
[{"Id": 1, "Question": "when was it?", "Temporal signal": ["No signal"], "Temporal question type": ["Temp.Ans"],
  "Answer": [{"AnswerType": "Value", "AnswerArgument": "1994-03-01T00:00:00Z"}], "Data source": "ComQA", "Data set": "test"}]
"#,
    },
    graph: Graph::Wikidata,
    lists: LISTS,
    has_ids: true,
    keeps_record: false,
    is_record,
    field,
    whole: no_more,
};

fn is_record(value: Value<'_>) -> bool {
    has(value, &["Id", "Question"]) && has_any(value, &["Answer", "Temporal question type"])
}

fn field(key: &str, value: Value<'_>, draft: &mut Draft<'_, '_>) -> bool {
    match key {
        "Id" => draft.id(value),
        "Question" => draft.text("en", value),
        "Answer" => {
            draft.members(value, &["WikidataQid", "AnswerArgument"]);
            draft.keep(key, value)
        }
        "Temporal signal"
        | "Temporal question type"
        | "Data source"
        | "Question creation date"
        | "Data set"
        | "Topic entity" => draft.keep(key, value),
        _ => false,
    }
}
