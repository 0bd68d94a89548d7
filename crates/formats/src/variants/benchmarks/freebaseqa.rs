//! FreebaseQA as published: like WebQSP, under other names.

use super::draft::Draft;
use super::graph::Graph;
use super::set::{JsonSet, has, no_more};
use crate::format::Format;
use crate::json::Value;
use crate::layouts::Layout;

pub(crate) static SET: JsonSet = JsonSet {
    format: Format {
        name: "freebaseqa-json",
        title: "FreebaseQA",
    },
    layout: Layout {
        description: "An object with `Questions`, each with `Question-ID`, `RawQuestion` and `Parses`, whose `Answers` have `AnswersMid` and `AnswersName`.",
        example: r#"
{"Dataset": "FreebaseQA-eval", "Version": "1.0", "Questions": [
  {"Question-ID": "FreebaseQA-eval-0", "RawQuestion": "Who was born in Ulm?", "ProcessedQuestion": "who was born in ulm",
   "Parses": [{"Parse-Id": "FreebaseQA-eval-0.P0", "InferentialChain": "location.location.people_born_here",
     "Answers": [{"AnswersMid": "m.0jcx", "AnswersName": ["albert einstein"]}]}]}]}
"#,
    },
    graph: Graph::Freebase,
    lists: &["Questions", "questions"],
    has_ids: true,
    keeps_record: true,
    is_record,
    field,
    whole: no_more,
};

fn is_record(value: Value<'_>) -> bool {
    has(value, &["Question-ID"])
}

fn field(key: &str, value: Value<'_>, draft: &mut Draft<'_, '_>) -> bool {
    match key {
        "Question-ID" => draft.id(value),
        "RawQuestion" => draft.text("en", value),
        "ProcessedQuestion" => draft.keep(key, value),
        "Parses" if !value.is_array() => draft.wrong(value, "a list of parses"),
        "Parses" => {
            let mut terms = Vec::new();
            for answer in value
                .items()
                .filter_map(|parse| parse.get("Answers"))
                .flat_map(Value::items)
            {
                let Some(topic) = answer.get("AnswersMid").and_then(Value::as_text) else {
                    draft.wrong(answer, "an answer with `AnswersMid`");
                    continue;
                };
                let term = draft.graph.term(&topic);
                if !terms.contains(&term) {
                    terms.push(term);
                }
            }
            draft.answers(terms)
        }
        _ => false,
    }
}
