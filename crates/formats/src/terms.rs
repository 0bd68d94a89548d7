//! Telling terms from plain values, and reporting values that are not what they claim to be.

use lydite_model::{Action, AnswerSet, PrefixedName, Term};

use crate::codes;
use crate::context::{Context, Spot};
use crate::json::fields::check_prefix;

/// Whether a value looks like an IRI: a scheme, `://` or `urn:`, and no blank outside of brackets.
pub(crate) fn looks_like_iri(value: &str) -> bool {
    let value = value.strip_prefix('<').unwrap_or(value);
    let Some((scheme, rest)) = value.split_once(':') else {
        return false;
    };
    let named = !scheme.is_empty()
        && scheme
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    named && (rest.starts_with("//") || matches!(scheme, "urn" | "mailto" | "tag" | "doi"))
}

/// The term for a value whose type is not stated.
pub(crate) fn guess(value: String) -> Term {
    if looks_like_iri(&value) {
        Term::iri(value)
    } else {
        Term::literal(value)
    }
}

/// The truth value of a word, in whatever capitals.
pub(crate) fn boolean_word(word: &str) -> Option<bool> {
    match word.trim() {
        word if word.len() > "false".len() => None,
        "true" | "True" | "TRUE" => Some(true),
        "false" | "False" | "FALSE" => Some(false),
        _ => None,
    }
}

/// Answers that are given as bare values: yes or no if that is all there is, else a column.
pub(crate) fn bare_answers(terms: Vec<Term>) -> AnswerSet {
    match &*terms {
        [only] if boolean_word(only.value()).is_some() => {
            AnswerSet::boolean(boolean_word(only.value()) == Some(true))
        }
        _ => AnswerSet::column("answer", terms),
    }
}

/// Remarks on a term that is not what it claims to be; it is kept as it is.
pub(crate) fn check(cx: &mut Context<'_>, spot: &dyn Spot, term: &Term) {
    if cx.output.checks.trusting {
        return;
    }
    match term {
        Term::Iri { value } => {
            if value.is_empty() {
                cx.report(spot, &codes::EMPTY_VALUE, Action::Kept, "the IRI is empty");
            } else if boolean_word(value).is_some() {
                cx.report(
                    spot,
                    &codes::BOOLEAN_AS_TERM,
                    Action::Kept,
                    format!("`{value}` is declared an IRI"),
                )
                .hint = Some(format!("write \"boolean\": {value} beside \"head\""));
            } else if memchr::memchr(b':', value.as_bytes()).is_none() {
                cx.report(
                    spot,
                    &codes::NOT_AN_IRI,
                    Action::Kept,
                    format!("`{value}` is declared an IRI, but has no scheme"),
                )
                .hint = Some("write it as a literal, or write the full IRI".to_owned());
            } else if !value.starts_with("http")
                && matches!(PrefixedName::of(value), PrefixedName::Expanded(_))
            {
                check_prefix(cx, spot, value);
            } else if is_odd_iri(value) {
                cx.report(
                    spot,
                    &codes::ODD_IRI,
                    Action::Kept,
                    format!("`{value}` is not a clean IRI"),
                )
                .hint = Some("write the bare IRI, with _ or %20 for spaces".to_owned());
            }
        }
        Term::Literal(literal) => {
            if literal.value.is_empty() {
                cx.report(
                    spot,
                    &codes::EMPTY_VALUE,
                    Action::Kept,
                    "the value is the empty string",
                );
            } else if literal.datatype.is_none()
                && literal.language.is_none()
                && literal.value.starts_with("http")
                && looks_like_iri(&literal.value)
                && !literal.value.contains(char::is_whitespace)
            {
                cx.report(
                    spot,
                    &codes::IRI_AS_LITERAL,
                    Action::Kept,
                    format!("`{}` is declared a literal", literal.value),
                )
                .hint = Some("use the type uri".to_owned());
            }
        }
        Term::Blank { .. } => {}
    }
}

fn is_odd_iri(value: &str) -> bool {
    let is_odd = |byte: u8| byte <= b' ' || matches!(byte, b'<' | b'>' | b'"' | b'{' | b'}');
    // Without leaving early, this takes many bytes at a time.
    let (odd, ascii) = value.bytes().fold((false, true), |(odd, ascii), byte| {
        (odd | is_odd(byte), ascii & byte.is_ascii())
    });
    odd || (!ascii && value.contains(char::is_whitespace))
        || value
            .strip_prefix("http://http")
            .is_some_and(|rest| rest.contains("://"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iris_are_told_from_text() {
        for iri in ["http://x/y", "<http://x/y>", "https://x", "urn:a:b"] {
            assert!(looks_like_iri(iri), "{iri}");
        }
        for text in ["", "Berlin", "1:30", "dbo:City", "What: this", "12:00:00"] {
            assert!(!looks_like_iri(text), "{text}");
        }
    }
}
