//! WikiKGQA 2026: questions of QAWiki with mentions, and submissions to the challenge.

use super::draft::Draft;
use super::graph::Graph;
use super::set::{JsonSet, LISTS, has, has_any, no_more};
use crate::format::Format;
use crate::json::Value;
use crate::layouts::Layout;

pub(crate) static SET: JsonSet = JsonSet {
    format: Format {
        name: "wikikgqa",
        title: "WikiKGQA",
    },
    layout: Layout {
        description: "An object with `questions`, each with `id`, `question` by language, `sparql` or `query.sparql`, `mentions` and `answers`: items, texts or a boolean. A submission needs no more than `id` and `answers`.",
        example: r#"
{"questions": [{"id": 126, "sparql": "SELECT ?x WHERE { wd:Q17714 wdt:P40 ?x }", "answers": ["Q42"],
  "question": [{"string": "Who are the children of Stephen Hawking?", "language": "en"}],
  "mentions": [{"string": "Stephen Hawking", "language": "en", "entity": "http://www.wikidata.org/entity/Q17714"}]}]}
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
    let bare = |answers: Value<'_>| {
        answers.is_array() && answers.items().all(|one| one.as_text().is_some())
    };
    if !has(value, &["id"]) || !value.get("answers").is_some_and(bare) {
        return false;
    }
    if has_any(value, &["mentions"]) {
        return true;
    }
    // A submission. Whoever writes addresses means QALD-JSON.
    let is_address = |one: Value<'_>| one.as_str().is_some_and(|text| text.contains("://"));
    let answers = || value.get("answers").into_iter().flat_map(Value::items);
    !has_any(value, &["question", "query", "answertype", "metadata"])
        && answers().next().is_some()
        && !answers().any(is_address)
}

fn field(key: &str, value: Value<'_>, draft: &mut Draft<'_, '_>) -> bool {
    match key {
        "id" => draft.id(value),
        "question" => {
            for wording in value.items() {
                let language = wording.get("language").and_then(Value::as_str);
                if let Some(text) = wording.get("string") {
                    draft.text(language.as_deref().unwrap_or("en"), text);
                }
            }
            true
        }
        "sparql" => draft.sparql(value),
        "query" => {
            if let Some(query) = value.get("sparql").filter(|query| !is_instruction(*query)) {
                draft.sparql(query);
            }
            true
        }
        "answers" => {
            let first = value.items().next();
            if first.is_some_and(is_instruction) {
                true
            } else {
                draft.values(value)
            }
        }
        "mentions" => draft.keep(key, value),
        _ => false,
    }
}

/// Whether the organisers wrote here what participants are to fill in.
fn is_instruction(value: Value<'_>) -> bool {
    let text = value.as_str().unwrap_or_default();
    text.starts_with("Mandatory, ") || text.starts_with("Optional, ")
}
