//! The containment rule of Think-on-Graph and Plan-on-Graph.

use serde_json::Value;

use super::mintaka::as_python;
use super::plain::{FIGURES, Plain, decided};
use super::values;
use crate::entry::Entry;
use crate::rules::{Case, Conventions, Example, RuleSet, Verdict};

pub(crate) static TOG: RuleSet = RuleSet {
    name: "tog",
    version: "2024",
    title: "Think-on-Graph's containment",
    rationale: "What Think-on-Graph (ICLR 2024) and its followers call exact match: an answer is right if \
        it contains a gold answer, or a gold answer contains it, without blanks and capitals. An \
        EMPTY answer is contained in everything and so always right, a long enough reply contains \
        everything, and `a` is right for nearly every name. Do not use it to claim accuracy; it is \
        here to compare with papers that did.",
    conventions: Conventions {
        values: "texts without blanks in lower case, one within the other",
        empty: "1, for the empty text is in every text",
        missing: "0",
        empty_gold: "0",
        average: "share of right answers",
    },
    examples: &[
        Example {
            gold: &["Lou Seal"],
            system: Some(&["I think that it is lou seal, the mascot"]),
            scores: [1.0, 1.0, 1.0],
            shows: "whatever contains the answer is right",
        },
        Example {
            gold: &["Lou Seal"],
            system: Some(&[""]),
            scores: [1.0, 1.0, 1.0],
            shows: "an empty answer is right",
        },
        Example {
            gold: &["Lou Seal"],
            system: None,
            scores: [0.0, 0.0, 0.0],
            shows: "only saying nothing at all is wrong",
        },
    ],
    rules: &Plain {
        key,
        ..Plain::new(judge, &FIGURES)
    },
};

/// Replies are matched by the text of the question.
fn key(entry: &Entry<'_>) -> String {
    let text = entry.texts.iter().find_map(|text| text.string.clone());
    text.unwrap_or_else(|| entry.id.as_str().to_owned())
}

fn judge(case: &Case<'_>) -> Verdict {
    let gold = gold(case);
    let record = case.system_entry().and_then(|entry| entry.record());
    let reply = record
        .as_ref()
        .and_then(|record| record["results"].as_str())
        .map(replied);
    let system = values::system(case);
    let said = reply.or_else(|| system.clone()).unwrap_or_default();
    let bare = |text: &String| text.replace(' ', "").to_lowercase();
    let right = gold.iter().map(bare).any(|gold| {
        let mut said = said.iter().map(bare);
        said.any(|said| said.contains(&gold) || gold.contains(&said))
    });
    decided(right, &gold, system.as_ref())
}

/// The names of the gold answers.
fn gold(case: &Case<'_>) -> Vec<String> {
    let record = case.gold_entry().record().unwrap_or_default();
    let answer = record.get("answer").or_else(|| record.get("answers"));
    let text = |value: &Value| value.as_str().map(str::to_owned);
    match answer {
        Some(Value::String(name)) => vec![name.clone()],
        Some(Value::Object(names)) => names.values().filter_map(text).collect(),
        Some(Value::Array(list)) if list.iter().any(Value::is_object) => (list.iter())
            .filter_map(|one| {
                let names = [
                    "entity_name",
                    "answer",
                    "text",
                    "EntityName",
                    "answer_argument",
                ];
                names.iter().find_map(|name| text(&one[*name]))
            })
            .collect(),
        _ => values::gold(case),
    }
}

/// What a reply says: the answers of its JSON object, what stands in braces, or all of it.
fn replied(text: &str) -> Vec<String> {
    let open = text.find('{');
    if let Some(object) = open.and_then(|open| object(&text[open..])) {
        match &object["A"]["Answer"] {
            Value::String(answer) => return vec![answer.clone()],
            // A list is one text, as Python prints it.
            list @ Value::Array(_) => return vec![as_python(list)],
            _ => {}
        }
    }
    let inner = open.and_then(|open| text[open + 1..].split_once('}'));
    vec![inner.map_or(text, |(inner, _)| inner).to_owned()]
}

/// The JSON object that a text begins with.
fn object(text: &str) -> Option<Value> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    values.next()?.ok().filter(Value::is_object)
}
