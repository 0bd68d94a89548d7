//! RuBQ, Russian questions over Wikidata.

use std::borrow::Cow;

use lydite_model::{AnswerSet, Literal, Scope, Term};

use super::draft::Draft;
use super::graph::Graph;
use super::set::{JsonSet, LISTS, has, has_any};
use crate::format::Format;
use crate::json::Value;
use crate::layouts::Layout;

pub(crate) static SET: JsonSet = JsonSet {
    format: Format {
        name: "rubq",
        title: "RuBQ 1.0 and 2.0",
    },
    layout: Layout {
        description: "A list of questions with `uid`, `question_text` in Russian and `question_eng` in English, `query` (null where Wikidata has no answer), `answers` as RDF terms, and `tags`.",
        example: r#"
[{"uid": 4, "question_text": "Какой стране принадлежит остров Пасхи?", "query": "SELECT ?answer WHERE { wd:Q14452 wdt:P17 ?answer }",
  "answer_text": "Чили", "question_uris": [], "question_props": [], "answers": [{"type": "uri", "value": "http://www.wikidata.org/entity/Q298"}],
  "tags": ["1-hop"], "question_eng": "Which country does Easter island belong to?"}]
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
    has(value, &["question_text"]) && has_any(value, &["question_eng", "answers", "RuBQ_version"])
}

fn field(key: &str, value: Value<'_>, draft: &mut Draft<'_, '_>) -> bool {
    match key {
        "uid" => draft.id(value),
        "question_text" => draft.text("ru", value),
        "question_eng" => draft.text("en", value),
        "query" => draft.sparql(value),
        "answers" if value.is_null() => draft.keep(key, value),
        "answers" if !value.is_array() => draft.wrong(value, "a list of answers"),
        "answers" => {
            let mut terms = Vec::new();
            for item in value.items() {
                let text = |key: &str| item.get(key).and_then(Value::as_text);
                let Some(found) = text("value").map(Cow::into_owned) else {
                    draft.wrong(item, "an answer with `value`");
                    continue;
                };
                terms.push(match text("type").as_deref() {
                    Some("uri") => Term::iri(found),
                    _ => Term::Literal(Literal {
                        value: found,
                        datatype: text("datatype").map(Cow::into_owned),
                        language: text("xml:lang").map(Cow::into_owned),
                    }),
                });
            }
            draft.answers(terms);
            draft.keep(key, value)
        }
        "answer_text" | "question_uris" | "question_props" | "tags" | "paragraphs_uids"
        | "RuBQ_version" => draft.keep(key, value),
        _ => false,
    }
}

/// The tag of questions that Wikidata cannot answer, and what the specification calls it.
const NO_ANSWER: &[&str] = &["no-answer", "no_answer"];

fn whole(value: Value<'_>, draft: &mut Draft<'_, '_>) {
    let mut tags = value.get("tags").into_iter().flat_map(Value::items);
    let is_marked = tags.any(|tag| tag.as_str().is_some_and(|tag| NO_ANSWER.contains(&&*tag)));
    let has_none = |draft: &Draft<'_, '_>| {
        draft
            .question
            .answers
            .as_ref()
            .is_none_or(AnswerSet::is_empty)
    };
    if is_marked && has_none(draft) {
        draft.question.scope = Scope::Marked;
        draft.answers(Vec::new());
        return;
    }
    let answers = draft.question.answers.as_ref();
    let is_empty = answers.is_some_and(AnswerSet::is_empty);
    if is_empty && value.get("query").is_none_or(Value::is_null) {
        draft.question.scope = Scope::Implied;
    }
}
