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
        description: "A list of `utterance` with `targetValue` (an s-expression of descriptions, names, numbers and dates) or `targetFormula` (lambda DCS); Aqqu adds `targetSparql` and `result`.",
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
            let Some(text) = value.as_str() else {
                return draft.values(value);
            };
            let terms = values(&text).into_iter().map(Term::literal);
            draft.answers(terms.collect())
        }
        "result" => draft.values(value),
        "url" | "targetOrigSparql" => draft.keep(key, value),
        _ => false,
    }
}

/// The values of `(list (description "Jamaican English") (name fb:en.euro Euro) (number 5 fb:en.metre))`.
///
/// A text in quotes ends where its bracket closes, for one of WebQuestions has quotes within quotes.
fn values(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    rest = rest.strip_prefix("(list").unwrap_or(rest);
    while let Some(at) = rest.find('(') {
        rest = &rest[at + 1..];
        let (kind, after) = rest.split_once(' ').unwrap_or((rest, ""));
        let end = match after.find(['"', ')']) {
            Some(at) if after[at..].starts_with('"') => after.find("\")").map(|end| end + 1),
            end => end,
        };
        let end = end.unwrap_or(after.len());
        let value = after[..end].trim();
        found.push(match kind {
            "date" => date(value),
            "number" => value.split(' ').next().unwrap_or_default().to_owned(),
            // The identifier comes first, and may be all there is.
            "name" => bare(value.split_once(' ').map_or(value, |(_, name)| name)),
            _ => bare(value),
        });
        rest = &after[end..];
    }
    found
}

/// A text without its quotes.
fn bare(value: &str) -> String {
    let value = value.trim();
    let inner = value
        .strip_prefix('"')
        .map(|value| value.strip_suffix('"').unwrap_or(value));
    inner.map_or_else(|| value.to_owned(), |inner| inner.replace("\\\"", "\""))
}

/// `2008 3 1` as `2008-03-01`; parts that are not known are `-1`.
fn date(value: &str) -> String {
    let known = value.split_whitespace().take_while(|part| *part != "-1");
    let parts: Vec<String> = known.map(|part| format!("{part:0>2}")).collect();
    parts.join("-")
}
