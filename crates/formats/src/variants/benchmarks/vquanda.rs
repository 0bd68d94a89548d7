//! VQuAnDa and ParaQA: the questions of LC-QuAD 1 with answers put into words.

use lydite_model::Term;

use super::draft::Draft;
use super::graph::Graph;
use super::set::{JsonSet, LISTS, has, no_more};
use crate::format::Format;
use crate::json::Value;
use crate::layouts::Layout;

pub(crate) static SET: JsonSet = JsonSet {
    format: Format {
        name: "vquanda",
        title: "VQuAnDa, ParaQA",
    },
    layout: Layout {
        description: "A list of questions with `uid`, `question`, `query` and `verbalized_answer`, in which the answers stand in square brackets.",
        example: r#"
[{"uid": "1", "question": "What is the capital of Romania?", "verbalized_answer": "The capital of Romania is [Bucharest].",
  "query": "SELECT DISTINCT ?uri WHERE { <http://dbpedia.org/resource/Romania> <http://dbpedia.org/ontology/capital> ?uri }"}]
"#,
    },
    graph: Graph::Dbpedia,
    lists: LISTS,
    has_ids: true,
    keeps_record: false,
    is_record,
    field,
    whole: no_more,
};

fn is_record(value: Value<'_>) -> bool {
    has(value, &["uid", "verbalized_answer"])
}

fn field(key: &str, value: Value<'_>, draft: &mut Draft<'_, '_>) -> bool {
    match key {
        "uid" => draft.id(value),
        "question" => draft.text("en", value),
        "query" => draft.sparql(value),
        "verbalized_answer" => {
            let Some(text) = value.as_str() else {
                return draft.wrong(value, "a text with the answers in brackets");
            };
            draft.answers(bracketed(&text).map(Term::literal).collect());
            draft.keep(key, value)
        }
        key if key.starts_with("verbalized_answer_") => draft.keep(key, value),
        _ => false,
    }
}

/// What stands in square brackets; several answers in one pair are separated by commas.
fn bracketed(text: &str) -> impl Iterator<Item = &str> {
    let inner = text
        .split('[')
        .skip(1)
        .filter_map(|rest| Some(rest.split_once(']')?.0));
    inner
        .flat_map(|list| list.split(", "))
        .map(str::trim)
        .filter(|answer| !answer.is_empty())
}
