//! Mintaka's evaluation, by items (kg) and by words (text).

use lydite_model::Language;
use serde_json::Value;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::figures::{EM, HITS};
use super::plain::{Plain, scored};
use super::values;
use crate::entry::Entry;
use crate::measures::{
    ANSWERED, EMPTY, ERRORS, MACRO_F1, MACRO_PRECISION, MACRO_RECALL, MISSING, QUESTIONS,
};
use crate::rules::{Case, Conventions, Example, Listed, RuleSet, Verdict};

pub(crate) static MINTAKA: RuleSet = RuleSet {
    name: "mintaka",
    version: "2022-kg",
    title: "Mintaka, answers by items",
    rationale: "The script of Sen et al. (COLING 2022) in its mode for knowledge graphs: exact match \
        of lists, F1 of multisets, and a hit if any answer is right. The same items in another order \
        are no exact match, and true is 1.",
    conventions: Conventions {
        values: "items, numbers, texts and booleans as Python compares them",
        empty: "0, unless the gold answer is empty as well",
        missing: "as null; the script itself stops",
        empty_gold: "1 if the answer is empty in the same way, else 0",
        average: "means over all gold questions",
    },
    examples: &[
        Example {
            gold: &["Q1", "Q2"],
            system: Some(&["Q1"]),
            scores: [1.0, 0.5, 2.0 / 3.0],
            shows: "multisets",
        },
        Example {
            gold: &["Q1"],
            system: Some(&[]),
            scores: [0.0, 0.0, 0.0],
            shows: "an empty list is wrong",
        },
    ],
    rules: &Plain::new(judge_items, &FIGURES),
};

pub(crate) static MINTAKA_TEXT: RuleSet = RuleSet {
    name: "mintaka-text",
    version: "2022-text",
    title: "Mintaka, answers by words",
    rationale: "The script of Sen et al. (COLING 2022) in its mode for text: an answer is an exact match \
        and a hit if the words of the gold answer occur in it one after the other, so that a long \
        enough answer is always right; F1 heeds capitals and punctuation and counts repeated words.",
    conventions: Conventions {
        values: "words; for F1 with capitals and punctuation",
        empty: "0",
        missing: "0; the script itself stops",
        empty_gold: "the mention, where there is no item",
        average: "means over all gold questions",
    },
    examples: &[
        Example {
            gold: &["Mark Twain"],
            system: Some(&["the author Mark Twain"]),
            scores: [0.5, 1.0, 2.0 / 3.0],
            shows: "words",
        },
        Example {
            gold: &["5"],
            system: Some(&["5.0"]),
            scores: [0.0, 0.0, 0.0],
            shows: "F1 sees another word, although the exact match is 1",
        },
    ],
    rules: &Plain::new(judge_text, &FIGURES),
};

static FIGURES: [Listed; 10] = [
    ("macro.precision", &MACRO_PRECISION),
    ("macro.recall", &MACRO_RECALL),
    ("macro.f1", &MACRO_F1),
    ("exact_match", &EM),
    ("hits_at_1", &HITS),
    ("n", &QUESTIONS),
    ("answered", &ANSWERED),
    ("empty", &EMPTY),
    ("missing", &MISSING),
    ("errors", &ERRORS),
];

/// The answer of a record: of a gold question, or of a prediction.
fn answer(entry: &Entry<'_>) -> Option<Value> {
    let record = entry.record()?;
    let answer = record.get("answer").or_else(|| record.get("prediction"))?;
    Some(answer.clone())
}

/// The gold answers by items: a list, or null.
fn gold_items(case: &Case<'_>) -> Value {
    let Some(answer) = answer(&case.gold_entry()).filter(Value::is_object) else {
        return case
            .gold
            .answers
            .as_ref()
            .map_or(Value::Null, |_| texts(values::gold(case)));
    };
    match answer["answer"].as_array() {
        None => Value::Null,
        Some(list) => list
            .iter()
            .map(|one| {
                if one.is_object() {
                    one["name"].clone()
                } else {
                    one.clone()
                }
            })
            .collect(),
    }
}

fn texts(list: Vec<String>) -> Value {
    list.into_iter().map(Value::from).collect()
}

/// What the system said: null, or a list.
pub(super) fn system_items(said: Value) -> Value {
    match said {
        Value::Null | Value::Array(_) => said,
        other => Value::Array(vec![other]),
    }
}

fn judge_items(case: &Case<'_>) -> Verdict {
    let gold = gold_items(case);
    let said = case.system_entry().and_then(|entry| answer(&entry));
    let said = said.or_else(|| values::system(case).map(texts));
    let scores = item_scores(&system_items(said.unwrap_or(Value::Null)), &gold);
    finish(case, scores, &values::gold(case))
}

/// A verdict with exact match and hit.
fn finish(case: &Case<'_>, scores: Scores, gold: &[String]) -> Verdict {
    let system = values::system(case);
    let mut verdict = scored(scores.prf, gold, system.as_ref());
    let further = [("exact_match", scores.exact_match), ("hits", scores.hits)];
    for (name, right) in further {
        verdict
            .scores
            .insert(name.to_owned(), f64::from(u8::from(right)));
    }
    verdict
}

/// What the script says about one question.
#[derive(Clone, Copy)]
pub(super) struct Scores {
    pub exact_match: bool,
    pub prf: [f64; 3],
    pub hits: bool,
}

/// Whether Python takes two values for the same: `True` is `1` is `1.0`.
fn is_same(one: &Value, other: &Value) -> bool {
    let number = |value: &Value| match value {
        Value::Bool(value) => Some(f64::from(u8::from(*value))),
        value => value.as_f64(),
    };
    match (number(one), number(other)) {
        (Some(one), Some(other)) => one == other,
        (None, None) => one == other,
        _ => false,
    }
}

pub(super) fn item_scores(said: &Value, gold: &Value) -> Scores {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let (given, right) = (list(said), list(gold));
    let pairs = || given.iter().zip(&right);
    let exact_match = said.is_null() == gold.is_null()
        && given.len() == right.len()
        && pairs().all(|(one, other)| is_same(one, other));
    if given.is_empty() || right.is_empty() {
        let value = f64::from(u8::from(exact_match));
        return Scores {
            exact_match,
            prf: [value; 3],
            hits: exact_match,
        };
    }
    let common = common(&given, &right, is_same);
    Scores {
        exact_match,
        prf: overlap(common, given.len(), right.len()),
        hits: common > 0,
    }
}

/// How many elements two multisets have in common.
fn common<T>(one: &[T], other: &[T], same: impl Fn(&T, &T) -> bool) -> usize {
    let mut rest: Vec<&T> = other.iter().collect();
    let mut count = 0;
    for value in one {
        if let Some(at) = rest.iter().position(|other| same(value, other)) {
            rest.swap_remove(at);
            count += 1;
        }
    }
    count
}

fn overlap(common: usize, given: usize, right: usize) -> [f64; 3] {
    if common == 0 {
        return [0.0; 3];
    }
    let (precision, recall) = (common as f64 / given as f64, common as f64 / right as f64);
    [
        precision,
        recall,
        2.0 * precision * recall / (precision + recall),
    ]
}

/// The gold answer in words, in the language of the case.
fn gold_text(case: &Case<'_>) -> String {
    let Some(answer) = answer(&case.gold_entry()).filter(Value::is_object) else {
        return values::gold(case).join(" ");
    };
    let language = case.language.map_or("en", Language::as_str);
    match answer["answer"].as_array() {
        None => answer["mention"].as_str().unwrap_or_default().to_owned(),
        Some(list) if list.iter().any(Value::is_object) => {
            let labels = list.iter().filter_map(|one| match &one["label"] {
                Value::String(label) => Some(label.as_str()),
                labels => labels[language].as_str().or_else(|| labels["en"].as_str()),
            });
            labels.collect::<Vec<_>>().join(" ")
        }
        Some(list) => list.first().map(as_python).unwrap_or_default(),
    }
}

/// A value as Python prints it.
pub(super) fn as_python(value: &Value) -> String {
    match value {
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Null => "None".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(list) => {
            let quoted = |value: &Value| match value {
                Value::String(text) => format!("'{text}'"),
                value => as_python(value),
            };
            let list: Vec<String> = list.iter().map(quoted).collect();
            format!("[{}]", list.join(", "))
        }
        other => other.to_string(),
    }
}

fn judge_text(case: &Case<'_>) -> Verdict {
    let gold = gold_text(case);
    let said = case.system_entry().and_then(|entry| answer(&entry));
    let said = match said {
        Some(Value::Null) => None,
        Some(value) => Some(as_python(&value)),
        None => values::system(case).map(|list| list.join(" ")),
    };
    let scores = text_scores(said.as_deref(), &gold);
    let golds = if gold.is_empty() { vec![] } else { vec![gold] };
    finish(case, scores, &golds)
}

pub(super) fn text_scores(said: Option<&str>, gold: &str) -> Scores {
    let said = said.unwrap_or_default();
    let (given, right) = (tokens(said), tokens(gold));
    let found = !right.is_empty() && given.windows(right.len()).any(|run| run == right);
    let exact_match = found && !given.is_empty();
    let (given, right): (Vec<&str>, Vec<&str>) = (
        said.split_whitespace().collect(),
        gold.split_whitespace().collect(),
    );
    Scores {
        exact_match,
        prf: overlap(
            common(&given, &right, |a, b| a == b),
            given.len(),
            right.len(),
        ),
        hits: exact_match,
    }
}

/// Runs of letters, digits and marks; other visible characters by themselves.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut inside = false;
    for c in text.to_lowercase().nfd() {
        let is_word = c.is_alphanumeric() || is_combining_mark(c);
        if is_word && inside {
            if let Some(last) = tokens.last_mut() {
                last.push(c);
            }
        } else if is_word || !c.is_whitespace() && !c.is_control() {
            tokens.push(c.to_string());
        }
        inside = is_word;
    }
    tokens
}
