//! Whether an entry of QALD-JSON means to every evaluation script what it means to the model.
//!
//! Where it does not, the source of the entry is kept with the question: the QALD-6 script tells
//! `"true"` from `true` and stops at a number where a text belongs, GERBIL's loader heeds a
//! datatype only if it comes before the value.

use lydite_model::{Source, Syntax};

use super::tree::{Kind, Value};

/// The source of an entry, unless it is plain.
pub(crate) fn keep(entry: Value<'_>) -> Source {
    let id = entry.get("id");
    let plain_id = id.is_some_and(|id| match id.kind() {
        Kind::Number => id.source().parse::<i64>().is_ok(),
        _ => id.as_str().is_some_and(|text| text == text.trim()),
    });
    if plain_id && entry.get("answers").is_none_or(is_plain) {
        Source::default()
    } else {
        Source::new(Syntax::Json, entry.source())
    }
}

/// A list of one result object, or of several that only have rows.
fn is_plain(answers: Value<'_>) -> bool {
    let several = answers.items().nth(1).is_some();
    answers.is_array()
        && answers.items().all(|object| {
            let results = object.get("results");
            match (results, object.get("boolean")) {
                (None, None) => object.is_object() && object.get("bindings").is_none(),
                (None, Some(boolean)) => !several && boolean.as_bool().is_some(),
                (Some(_), Some(_)) => false,
                (Some(results), None) => has_plain_rows(results, object),
            }
        })
}

fn has_plain_rows(results: Value<'_>, object: Value<'_>) -> bool {
    match results.get("bindings") {
        None => results.is_object() && object.get("bindings").is_none(),
        Some(bindings) => {
            bindings.is_array()
                && bindings
                    .items()
                    .all(|row| row.is_object() && row.pairs().all(|(_, term)| is_plain_term(term)))
        }
    }
}

/// A text as value, and no datatype before it that GERBIL's loader heeds.
fn is_plain_term(term: Value<'_>) -> bool {
    let mut heeded = false;
    for (key, member) in term.members() {
        match &*key {
            "datatype" => {
                heeded = member
                    .as_str()
                    .is_some_and(|iri| iri.ends_with("#date") || iri.ends_with("#boolean"));
            }
            "value" => return !heeded && member.is_string(),
            _ => {}
        }
    }
    false
}
