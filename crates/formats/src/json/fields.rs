//! The fields that JSON formats have in common: identifiers, flags, wordings, queries.

use std::borrow::Cow;
use std::collections::HashSet;
use std::time::Duration;

use lydite_model::{
    Action, Annotation, AnnotationKind, AnswerType, Language, PrefixedName, Question, QuestionId,
    Span, Text, from_millis,
};

use super::tree::{Kind, Value};
use crate::codes;
use crate::context::{Context, Spot};
use crate::spelling;

/// A member whose value is of a kind that it cannot be.
pub(crate) fn wrong_type(cx: &mut Context<'_>, value: Value<'_>, expected: &str) {
    cx.report(
        &value,
        &codes::WRONG_TYPE,
        Action::Skipped,
        format!("expected {expected}, found {}", value.kind_name()),
    );
}

/// Whether an entry is an object, as a question must be; remarked on if not.
pub(crate) fn is_entry(cx: &mut Context<'_>, value: Value<'_>) -> bool {
    if !value.is_object() {
        cx.report(
            &value,
            &codes::NOT_A_QUESTION,
            Action::Skipped,
            format!("expected a question object, found {}", value.kind_name()),
        );
    }
    value.is_object()
}

/// The key of a member as the format has it; a misspelt one is reported, unless the right one is
/// there as well.
pub(crate) fn spelled<'t>(
    cx: &mut Context<'_>,
    object: Value<'t>,
    key: Cow<'t, str>,
    member: Value<'t>,
    known: &'static [&'static str],
) -> Cow<'t, str> {
    if known.contains(&&*key) {
        return key;
    }
    match spelling::meant(&key, known).filter(|meant| object.get(meant).is_none()) {
        Some(meant) => {
            misspelt(cx, &member, &key, meant);
            Cow::Borrowed(meant)
        }
        None => key,
    }
}

/// The member with this key, or with a misspelt one.
pub(crate) fn find<'t>(
    cx: &mut Context<'_>,
    object: Value<'t>,
    key: &'static str,
) -> Option<Value<'t>> {
    object.get(key).or_else(|| {
        let mut members = object.members();
        let (name, member) = members.find(|(name, _)| spelling::meant(name, &[key]).is_some())?;
        misspelt(cx, &member, &name, key);
        Some(member)
    })
}

/// A name that was read as another.
pub(crate) fn misspelt(cx: &mut Context<'_>, spot: &dyn Spot, name: &str, meant: &str) {
    cx.report(
        spot,
        &codes::MISSPELT,
        Action::Repaired,
        format!("`{name}` was read as `{meant}`"),
    )
    .hint = Some(format!("write `{meant}`"));
}

/// Why a system failed, in whatever form it says so.
pub(crate) fn error(value: Value<'_>) -> Option<String> {
    match value.kind() {
        Kind::Null | Kind::Bool(false) => None,
        _ => {
            let text = value.as_text().unwrap_or(Cow::Borrowed(value.source()));
            (!text.is_empty()).then(|| text.into_owned())
        }
    }
}

/// How long a system took: milliseconds, as a number or as text.
pub(crate) fn time(cx: &mut Context<'_>, value: Value<'_>) -> Option<Duration> {
    if value.is_null() {
        return None;
    }
    let millis = value
        .as_text()
        .and_then(|text| text.trim().parse::<f64>().ok());
    let time = millis.and_then(from_millis);
    if time.is_none() {
        cx.report(
            &value,
            &codes::ODD_TIME,
            Action::Skipped,
            format!("{} is not a number of milliseconds", value.source()),
        );
    }
    time
}

/// Reports a prefixed name where an IRI belongs.
pub(crate) fn check_prefix(cx: &mut Context<'_>, spot: &dyn Spot, name: &str) {
    match PrefixedName::of(name) {
        PrefixedName::None => {}
        PrefixedName::Expanded(iri) => {
            cx.report(
                spot,
                &codes::PREFIXED_NAME,
                Action::Kept,
                format!("`{name}` is compared as {iri}"),
            );
        }
        PrefixedName::Unknown { prefix } => {
            cx.report(
                spot,
                &codes::UNKNOWN_PREFIX,
                Action::Kept,
                format!("the prefix `{prefix}` of `{name}` is unknown"),
            )
            .hint = Some("write the full IRI".to_owned());
        }
    }
}

/// A string; anything else but null is remarked on, scalars are taken by their text.
pub(crate) fn string(cx: &mut Context<'_>, value: Value<'_>) -> Option<String> {
    if value.is_null() {
        return None;
    }
    let text = value.as_text();
    if !value.is_string() {
        wrong_type(cx, value, "a string");
    }
    text.map(Cow::into_owned)
}

/// The text without the space around it.
fn trimmed(text: String) -> String {
    match text.trim() {
        inner if inner.len() == text.len() => text,
        inner => inner.to_owned(),
    }
}

/// An identifier; `None` if there is none, so that the position can serve.
pub(crate) fn id(cx: &mut Context<'_>, value: Value<'_>) -> Option<QuestionId> {
    match value.kind() {
        Kind::Number => match value.source().parse::<i64>() {
            // Only a number that is written like this can be written back.
            Ok(number) if number.to_string() == value.source() => Some(QuestionId::number(number)),
            _ => {
                odd_id(cx, value);
                Some(QuestionId::from(value.source()))
            }
        },
        Kind::Bool(_) => {
            odd_id(cx, value);
            Some(QuestionId::from(value.source()))
        }
        Kind::Null | Kind::Array | Kind::Object => {
            odd_id(cx, value);
            None
        }
        Kind::Plain | Kind::Escaped | Kind::Owned(_) => {
            value.as_str().map(|text| QuestionId::from(text.trim()))
        }
    }
}

fn odd_id(cx: &mut Context<'_>, value: Value<'_>) {
    cx.report(
        &value,
        &codes::ODD_ID,
        Action::Kept,
        format!("the id is {}", value.kind_name()),
    )
    .hint = Some("use a string or an integer".to_owned());
}

/// The identifier of a question, or its position if it has none.
pub(crate) fn id_or_position(
    cx: &mut Context<'_>,
    question: Value<'_>,
    id: Option<QuestionId>,
    position: usize,
) -> QuestionId {
    id.unwrap_or_else(|| {
        cx.report(
            &question,
            &codes::NO_ID,
            Action::Repaired,
            format!("the question has no id; its position {position} stands in for it"),
        );
        QuestionId::position(position)
    })
}

/// A flag, written as a boolean or as a word; other words count as absent.
pub(crate) fn flag(cx: &mut Context<'_>, value: Value<'_>) -> Option<bool> {
    if value.is_null() {
        return None;
    }
    let flag = value
        .as_bool()
        .or_else(|| crate::terms::boolean_word(&value.as_str()?));
    if flag.is_none() {
        odd_flag(cx, &value, value.source());
    }
    flag
}

/// A flag that is neither true nor false.
pub(crate) fn odd_flag(cx: &mut Context<'_>, spot: &dyn Spot, found: &str) {
    cx.report(
        spot,
        &codes::ODD_FLAG,
        Action::Skipped,
        format!("`{found}` is neither true nor false"),
    );
}

/// An answer type; a word that QALD does not know is kept.
pub(crate) fn answer_type(cx: &mut Context<'_>, value: Value<'_>) -> Option<AnswerType> {
    let word = string(cx, value)?;
    checked_answer_type(cx, &value, &word)
}

/// An answer type given as a word.
pub(crate) fn checked_answer_type(
    cx: &mut Context<'_>,
    spot: &dyn Spot,
    word: &str,
) -> Option<AnswerType> {
    let word = word.trim();
    if word.is_empty() {
        return None;
    }
    let answer_type = AnswerType::parse(word);
    if matches!(answer_type, AnswerType::Other(_)) {
        let meant = answer_type.meant();
        let remark = cx.report(
            spot,
            &codes::UNKNOWN_ANSWER_TYPE,
            Action::Kept,
            format!("`{word}` is not one of QALD's answer types"),
        );
        remark.hint = meant.map(|meant| format!("write {meant}"));
    }
    Some(answer_type)
}

/// Keywords, separated by commas of any script.
pub(crate) fn keywords(text: &str) -> Vec<String> {
    text.split([',', '،', '、', '，'])
        .map(str::trim)
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// A wording without a language is English, as in QALD-1, QALD-2 and qbench.
pub(crate) fn assume_english(cx: &mut Context<'_>, spot: &dyn Spot) -> Language {
    cx.report(
        spot,
        &codes::NO_LANGUAGE,
        Action::Repaired,
        "the question text has no language; it is assumed to be English",
    );
    Language::new("en")
}

/// The only wording of a question, in this language.
pub(crate) fn only_wording(
    cx: &mut Context<'_>,
    question: Value<'_>,
    wording: Option<Value<'_>>,
    language: Language,
) -> Option<Text> {
    let text = wording
        .and_then(Value::as_text)
        .map(|text| text.trim().to_owned())
        .filter(|text| !text.is_empty());
    match (&text, wording) {
        (Some(_), _) => {}
        (None, Some(value)) if value.is_array() || value.is_object() => {
            wrong_type(cx, value, "the question text as a string");
        }
        (None, _) => {
            cx.report(
                &question,
                &codes::NO_WORDING,
                Action::Kept,
                "the question has no text",
            );
        }
    }
    text.map(|text| Text::new(language, text))
}

/// A wording: `{language, string, keywords, annotations}`, under whatever name the string goes.
pub(crate) fn wording(cx: &mut Context<'_>, entry: Value<'_>, string_key: &str) -> Option<Text> {
    wording_with(cx, entry, string_key, &mut |cx, key, value| {
        unknown_field(cx, value, key);
    })
}

/// A wording with further fields.
pub(crate) fn wording_with(
    cx: &mut Context<'_>,
    entry: Value<'_>,
    string_key: &str,
    other: &mut dyn FnMut(&mut Context<'_>, &str, Value<'_>),
) -> Option<Text> {
    if !entry.is_object() {
        wrong_type(cx, entry, "an object with language and string");
        return None;
    }
    let language = entry
        .get("language")
        .and_then(|value| string(cx, value))
        .map(trimmed)
        .filter(|tag| !tag.is_empty());
    let mut text = match language {
        Some(language) => Text::announced(Language::new(language)),
        None => Text::announced(assume_english(cx, &entry)),
    };
    for (key, value) in entry.members() {
        match &*key {
            "language" => {}
            key if key == string_key => {
                text.string = string(cx, value).map(trimmed);
            }
            "keywords" => {
                text.keywords = if value.is_array() {
                    value.items().filter_map(|word| string(cx, word)).collect()
                } else {
                    string(cx, value).map_or(Vec::new(), |text| keywords(&text))
                };
            }
            "annotations" => {
                text.annotations = value
                    .items()
                    .filter_map(|entry| annotation(cx, entry))
                    .collect();
            }
            key => other(cx, key, value),
        }
    }
    check_wording(cx, &entry, &text);
    Some(text)
}

/// Remarks on a wording without text, and on annotations that do not fit it.
pub(crate) fn check_wording(cx: &mut Context<'_>, spot: &dyn Spot, text: &Text) {
    let Some(string) = text.string.as_deref().filter(|string| !string.is_empty()) else {
        cx.report(
            spot,
            &codes::ANNOUNCED_LANGUAGE,
            Action::Kept,
            format!("no question text in the language `{}`", text.language),
        );
        return;
    };
    if text.annotations.is_empty() {
        return;
    }
    let length = string.chars().count() as u32;
    for span in text.annotations.iter().filter_map(|a| a.span) {
        if span.begin >= span.end || span.end > length {
            cx.report(
                spot,
                &codes::ODD_SPAN,
                Action::Kept,
                format!(
                    "characters {}..{} of a text of {length}",
                    span.begin, span.end
                ),
            );
        }
    }
}

/// An annotation of eQALD-JSON: `{char_begin, char_end, URI, type}`.
fn annotation(cx: &mut Context<'_>, entry: Value<'_>) -> Option<Annotation> {
    let Some(iri) = entry
        .get("URI")
        .or_else(|| entry.get("uri"))
        .and_then(|value| string(cx, value))
    else {
        cx.report(
            &entry,
            &codes::ODD_SPAN,
            Action::Skipped,
            "the annotation does not say which resource it is about (`URI`)",
        );
        return None;
    };
    check_prefix(cx, &entry, &iri);
    let mut offset = |key: &str| {
        let value = entry.get(key)?;
        let number = value.as_text().and_then(|text| text.trim().parse().ok());
        if number.is_none() {
            wrong_type(cx, value, "a character offset");
        }
        number
    };
    let span = match (offset("char_begin"), offset("char_end")) {
        (Some(begin), Some(end)) => Some(Span { begin, end }),
        _ => None,
    };
    let kind = entry.get("type").and_then(|value| {
        let word = value.as_str()?;
        match &*word.to_ascii_uppercase() {
            "CLASS" => Some(AnnotationKind::Class),
            "PROPERTY" => Some(AnnotationKind::Property),
            "ENTITY" => Some(AnnotationKind::Entity),
            _ => {
                wrong_type(cx, value, "CLASS, PROPERTY or ENTITY");
                None
            }
        }
    });
    Some(Annotation { span, iri, kind })
}

/// Remarks once on a question that has several wordings in one language.
pub(crate) fn check_paraphrases(cx: &mut Context<'_>, spot: &dyn Spot, question: &Question) {
    let mut seen = HashSet::with_capacity(question.texts.len());
    let repeated = question
        .texts
        .iter()
        .any(|text| !seen.insert(&text.language));
    if repeated {
        cx.report(
            spot,
            &codes::PARAPHRASES,
            Action::Kept,
            "several question texts in one language",
        );
    }
}

/// A field inside a record that the format does not have and that has no place in the model.
pub(crate) fn unknown_field(cx: &mut Context<'_>, value: Value<'_>, key: &str) {
    cx.report(
        &value,
        &codes::UNKNOWN_FIELD,
        Action::Skipped,
        format!("the format has no field `{key}`; it was ignored"),
    );
}

/// A field of a question that the format does not have: kept with the question.
pub(crate) fn extra_field(
    cx: &mut Context<'_>,
    value: Value<'_>,
    key: &str,
    question: &mut Question,
) {
    cx.report(
        &value,
        &codes::UNKNOWN_FIELD,
        Action::Kept,
        format!("the format has no field `{key}`; it is kept with the question"),
    );
    question.extras.insert(key.to_owned(), value.to_json());
}

/// A confidence between 0 and 1, as a number or as text.
pub(crate) fn confidence(cx: &mut Context<'_>, value: Value<'_>) -> Option<f64> {
    if value.is_null() {
        return None;
    }
    let number = value
        .as_text()
        .and_then(|text| text.trim().parse::<f64>().ok())
        .filter(|number| (0.0..=1.0).contains(number));
    if number.is_none() {
        cx.report(
            &value,
            &codes::ODD_CONFIDENCE,
            Action::Skipped,
            format!("{} is not a number between 0 and 1", value.source()),
        );
    }
    number
}
