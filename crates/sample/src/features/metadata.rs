//! What the file says about a question beside text, query and answers.

use lydite_model::{Extras, Question};
use serde_json::Value as Json;

use super::extract::ORIGIN;
use super::mentions::SurfaceForms;
use super::{At, Features, Value};

/// Longer texts are no tags.
const LONGEST: usize = 60;

pub(super) fn measure(question: &Question, features: &mut Features) {
    for (at, stated) in [
        (At::hybrid, question.hybrid),
        (At::aggregation, question.aggregation),
        (At::onlydbo, question.only_dbo),
        (At::outOfScope, Some(!question.scope.is_inside())),
        (At::hasQuery, Some(!question.queries.is_empty())),
        (At::hasAnswer, Some(has_answer(question))),
    ] {
        if let Some(holds) = stated {
            features.put(at, Value::Boolean(holds));
        }
    }
    let worded = question.texts.iter().filter(|text| text.string.is_some());
    let languages = worded.map(|text| text.language.as_str().to_owned());
    put_names(features, At::languages, languages.collect());
    put_names(features, At::tags, tags(&question.extras));
}

fn has_answer(question: &Question) -> bool {
    let sets = question.answers.iter();
    let mut sets = sets.chain(question.localised_answers.values());
    sets.any(|answers| !answers.is_empty())
}

fn put_names(features: &mut Features, at: At, mut names: Vec<String>) {
    names.retain(|name| !name.is_empty());
    names.sort_unstable();
    names.dedup();
    if !names.is_empty() {
        features.put(at, Value::Names(names));
    }
}

/// What a file says in single words: the words of a list as they stand (`features`, `modifiers`),
/// single ones behind their key (`query_type:SINGLE_FACT`), and the keys of what is true (`temporal`).
fn tags(extras: &Extras) -> Vec<String> {
    let mut tags = Vec::new();
    for (key, value) in extras {
        // These are ours.
        if key == ORIGIN || key == SurfaceForms::KEY {
            continue;
        }
        match value {
            Json::Array(list) => tags.extend(list.iter().filter_map(word)),
            Json::Bool(true) => tags.push(key.clone()),
            Json::String(text) if text == "true" => tags.push(key.clone()),
            Json::String(text) if text == "false" => {}
            other => tags.extend(word(other).map(|word| format!("{key}:{word}"))),
        }
    }
    tags
}

/// A word or a count; sentences, addresses and structures are no tags.
fn word(value: &Json) -> Option<String> {
    let word = match value {
        Json::String(text) => text.clone(),
        Json::Number(number) if number.is_i64() => number.to_string(),
        _ => return None,
    };
    let single = !word.is_empty() && word.len() <= LONGEST && !word.contains(char::is_whitespace);
    (single && !word.contains("://")).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn single_words_are_tags() {
        let extras: Extras = [
            ("features", json!(["RESULT_ORDER_MATTERS"])),
            ("query_type", json!("SINGLE_FACT")),
            ("template", json!(16)),
            ("temporal", json!(true)),
            ("held_out", json!(false)),
            ("statistical", json!("true")),
            ("yago", json!("false")),
            ("entities", json!(["<https://dblp.org/pid/1>"])),
            ("note", json!("a whole sentence")),
            ("confidence", json!(0.5)),
            ("nested", json!({"a": "b"})),
            (ORIGIN, json!("qald9")),
        ]
        .map(|(key, value)| (key.to_owned(), value))
        .into();
        let mut found = tags(&extras);
        found.sort_unstable();
        let expected = [
            "RESULT_ORDER_MATTERS",
            "query_type:SINGLE_FACT",
            "statistical",
            "template:16",
            "temporal",
        ];
        assert_eq!(found, expected);
    }
}
