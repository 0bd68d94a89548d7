//! WebQuestions and Free917 in the layout of SEMPRE: an utterance with a value or a formula.

use lydite_model::{QueryForm, Term};

use super::draft::Draft;
use super::graph::Graph;
use super::set::{JsonSet, LISTS, has, has_any, no_more};
use crate::format::Format;
use crate::json::Value;
use crate::layouts::Layout;

pub(crate) static SET: JsonSet = JsonSet {
    format: Format {
        name: "sempre",
        title: "WebQuestions, Free917 (SEMPRE)",
    },
    layout: Layout {
        description: "A list of `utterance` with `targetValue` (an s-expression of descriptions) or `targetFormula` (lambda DCS); Aqqu adds `targetSparql` and `result`.",
        example: r#"
[{"url": "http://www.freebase.com/view/en/jamaica", "utterance": "what does jamaican people speak?",
  "targetValue": "(list (description \"Jamaican English\") (description Patois))"}]
"#,
    },
    graph: Graph::Freebase,
    lists: LISTS,
    has_ids: false,
    keeps_record: false,
    is_record,
    field,
    whole: no_more,
};

fn is_record(value: Value<'_>) -> bool {
    has(value, &["utterance"]) && has_any(value, &["targetValue", "targetFormula"])
}

fn field(key: &str, value: Value<'_>, draft: &mut Draft<'_, '_>) -> bool {
    match key {
        "id" => draft.id(value),
        "utterance" => draft.text("en", value),
        "targetFormula" => draft.query(QueryForm::LambdaDcs, value),
        "targetSparql" => draft.sparql(value),
        "targetValue" => {
            let text = value.as_str().unwrap_or_default();
            let terms = descriptions(&text).into_iter().map(Term::literal);
            draft.answers(terms.collect())
        }
        "result" => draft.values(value),
        "url" | "targetOrigSparql" => draft.keep(key, value),
        _ => false,
    }
}

/// The descriptions of `(list (description "Jamaican English") (description Euro))`.
///
/// A description ends where its bracket closes, for one of WebQuestions has quotes within quotes.
fn descriptions(text: &str) -> Vec<String> {
    const OPEN: &str = "(description ";
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(OPEN) {
        rest = &rest[at + OPEN.len()..];
        let end = match rest.strip_prefix('"') {
            Some(_) => rest.find("\")").map(|end| end + 1),
            None => rest.find(')'),
        };
        let end = end.unwrap_or(rest.len());
        let value = rest[..end].trim();
        let inner = value
            .strip_prefix('"')
            .map(|value| value.strip_suffix('"').unwrap_or(value));
        found.push(inner.map_or_else(|| value.to_owned(), |inner| inner.replace("\\\"", "\"")));
        rest = &rest[end..];
    }
    found
}
