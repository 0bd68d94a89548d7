//! MKQA: open-domain questions in 26 languages, answered in words.

use lydite_model::{AnswerSet, Language, Term};

use super::draft::Draft;
use super::graph::Graph;
use super::set::{JsonSet, LISTS, has, no_more};
use crate::format::Format;
use crate::json::Value;
use crate::layouts::Layout;

pub(crate) static SET: JsonSet = JsonSet {
    format: Format {
        name: "mkqa",
        title: "MKQA",
    },
    layout: Layout {
        description: "A JSON object on each line: `example_id`, `query` in English, `queries` and `answers` by language; an answer has `type`, `text`, `aliases` and `entity`.",
        example: r#"
{"query": "who made it", "answers": {"en": [{"type": "entity", "entity": "Q42", "text": "Douglas Adams", "aliases": []}]}, "queries": {"de": "wer hat es gemacht"}, "example_id": -7449157003522518870}
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
    has(value, &["example_id", "answers"]) && value.get("answers").is_some_and(Value::is_object)
}

fn field(key: &str, value: Value<'_>, draft: &mut Draft<'_, '_>) -> bool {
    match key {
        "example_id" => draft.id(value),
        "query" => draft.text("en", value),
        "queries" if !value.is_object() => draft.wrong(value, "question texts by language"),
        "queries" => {
            for (language, text) in value.members() {
                draft.text(&language, text);
            }
            true
        }
        "answers" => {
            for (language, list) in value.members() {
                if !list.is_array() {
                    draft.wrong(list, "a list of answers");
                    continue;
                }
                let texts = list
                    .items()
                    .filter_map(|answer| answer.get("text")?.as_text());
                let set = AnswerSet::column("answer", texts.map(Term::literal));
                if &*language == "en" {
                    draft.question.answers = Some(set);
                } else {
                    let localised = &mut draft.question.localised_answers;
                    localised.insert(Language::new(language), set);
                }
            }
            true
        }
        _ => false,
    }
}
