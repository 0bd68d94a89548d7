//! Terms of SPARQL query results in JSON, tolerantly read.

use lydite_model::{Action, Literal, Term};

use super::fields::{find, misspelt, unknown_field};
use super::tree::Value;
use crate::codes;
use crate::context::Context;
use crate::{spelling, terms};

/// The members of a term.
const TERM: &[&str] = &["type", "value", "datatype", "xml:lang"];

/// A value that stands where something with a structure belongs.
pub(super) fn bare_value(cx: &mut Context<'_>, value: Value<'_>, expected: &str) {
    cx.report(
        &value,
        &codes::BARE_VALUE,
        Action::Repaired,
        format!("expected {expected}, found {}", value.kind_name()),
    )
    .hint = Some(r#"write {"type": "uri", "value": "http://…"} in the bindings"#.to_owned());
}

/// Whether a row is a term itself.
pub(super) fn is_term(row: Value<'_>) -> bool {
    row.get("value").is_some_and(|value| !value.is_object())
        && row.get("type").is_none_or(Value::is_string)
}

/// The types of terms.
const TYPES: &[&str] = &["uri", "literal", "typed-literal", "bnode"];

/// Whether a value can be nothing but the type of a term.
fn is_term_type(value: Value<'_>) -> bool {
    value.as_str().is_some_and(|word| TYPES.contains(&&*word))
}

/// A term: `{type, value, datatype?, xml:lang?}`.
pub(crate) fn term(cx: &mut Context<'_>, object: Value<'_>) -> Option<Term> {
    if let (false, Some(text)) = (object.is_object(), object.as_text()) {
        bare_value(cx, object, "a term");
        return Some(terms::guess(text.into_owned()));
    }
    if !object.is_object() {
        cx.report(
            &object,
            &codes::NO_VALUE,
            Action::Skipped,
            format!(
                "expected an object with type and value, found {}",
                object.kind_name()
            ),
        )
        .hint = Some(r#"write {"type": "uri", "value": "http://…"}"#.to_owned());
        return None;
    }
    let (mut kind, mut value, mut datatype, mut language) = (None, None, None, None);
    for (key, member) in object.members() {
        match &*key {
            "type" => kind = Some(member),
            "value" => value = Some(member),
            "datatype" => datatype = member.as_str(),
            "xml:lang" | "lang" => language = member.as_str(),
            _ => match spelling::meant(&key, TERM) {
                // Read below, if there is no other.
                Some("type" | "value") => {}
                Some("datatype") if object.get("datatype").is_none() => {
                    misspelt(cx, &member, &key, "datatype");
                    datatype = member.as_str();
                }
                Some("xml:lang") if object.get("xml:lang").is_none() => {
                    misspelt(cx, &member, &key, "xml:lang");
                    language = member.as_str();
                }
                _ if is_term_type(member) && object.get("type").is_none() => {
                    misspelt(cx, &member, &key, "type");
                    kind = Some(member);
                }
                _ => unknown_field(cx, member, &key),
            },
        }
    }
    let value = value.or_else(|| find(cx, object, "value"));
    let kind = kind.or_else(|| find(cx, object, "type"));
    let Some(text) = value.and_then(|value| {
        let text = value.as_text();
        if !value.is_string() && text.is_some() {
            cx.report(
                &value,
                &codes::VALUE_NOT_STRING,
                Action::Repaired,
                format!("the value is {}", value.kind_name()),
            );
        }
        text
    }) else {
        cx.report(
            &object,
            &codes::NO_VALUE,
            Action::Skipped,
            "the term has no value",
        );
        return None;
    };
    let text = text.into_owned();
    let literal = |value| {
        Term::Literal(Literal {
            value,
            datatype: datatype.map(std::borrow::Cow::into_owned),
            language: language.map(std::borrow::Cow::into_owned),
        })
    };
    let word = kind.and_then(Value::as_str);
    let word = word
        .as_deref()
        .map(|word| match spelling::meant(word, TYPES) {
            Some(meant) => {
                misspelt(cx, &kind.unwrap_or(object), word, meant);
                meant
            }
            None => word,
        });
    let term = match word {
        Some("uri" | "iri") => Term::iri(text),
        Some("literal" | "typed-literal") => literal(text),
        Some("bnode") => Term::Blank { value: text },
        unknown => {
            match (unknown, kind) {
                (Some(word), Some(spot)) => {
                    cx.report(
                        &spot,
                        &codes::UNKNOWN_TERM_TYPE,
                        Action::Repaired,
                        format!("`{word}` is not a type of term"),
                    );
                }
                _ => {
                    cx.report(
                        &object,
                        &codes::NO_TERM_TYPE,
                        Action::Repaired,
                        "the term has no type",
                    );
                }
            }
            if terms::looks_like_iri(&text) {
                Term::iri(text)
            } else {
                literal(text)
            }
        }
    };
    terms::check(cx, &object, &term);
    Some(term)
}
