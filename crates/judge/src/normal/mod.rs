//! Normal forms: two values of an answer mean the same if their normal forms are equal.

mod date;
mod decimal;
mod meaning;
mod number;
mod resource;
mod text;

use std::borrow::Cow;

use lydite_model::{Literal, Term};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use crate::Knowledge;

pub(crate) use date::Date;
pub(crate) use decimal::{Decimal, Tolerance};
pub(crate) use meaning::{Mark, Meaning, Reading, Style};
pub(crate) use number::Number;
pub(crate) use resource::expanded;
pub use resource::meant_iri;
pub(crate) use text::shown_name;

/// What a term means.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Value<'a> {
    Iri(Cow<'a, str>),
    Boolean(bool),
    Number(Number),
    Date(Date),
    Text(Cow<'a, str>),
    /// A blank node: something exists, but has no name to compare.
    Blank,
    /// A row without a value in a column.
    Unbound,
}

/// What a term means, under the `lydite` rules.
pub(crate) fn value<'a>(term: &'a Term, knowledge: &'a dyn Knowledge) -> Value<'a> {
    match term {
        Term::Iri { value } if value.contains(':') => resource(value, knowledge),
        // `true` or `42` declared as an IRI: the declaration is wrong, not the value.
        Term::Iri { value } => plain(value),
        Term::Blank { .. } => Value::Blank,
        Term::Literal(literal) => match (&literal.datatype, &literal.language) {
            (None, None) if is_web_address(&literal.value) => resource(&literal.value, knowledge),
            (None, None) => plain(&literal.value),
            (Some(datatype), None) => typed(literal, datatype),
            (_, Some(_)) => text(&literal.value),
        },
    }
}

pub(crate) fn resource<'a>(iri_text: &'a str, knowledge: &'a dyn Knowledge) -> Value<'a> {
    let normal = iri(iri_text);
    Value::Iri(match knowledge.representative(&normal) {
        Some(Cow::Borrowed(representative)) => iri(representative),
        Some(Cow::Owned(representative)) => Cow::Owned(iri(&representative).into_owned()),
        None => normal,
    })
}

fn typed<'a>(literal: &'a Literal, datatype: &str) -> Value<'a> {
    let value = literal.value.trim();
    let name = datatype.rsplit(['#', '/', ':']).next().unwrap_or(datatype);
    let meant = match name {
        "boolean" => match value {
            "1" => Some(true),
            "0" => Some(false),
            _ => truth(value),
        }
        .map(Value::Boolean),
        "date" | "dateTime" | "gYearMonth" | "dateTimeStamp" => Date::parse(value).map(Value::Date),
        // A year is the number that people say it is.
        "gYear" => Number::parse(value.trim_end_matches('Z')).map(Value::Number),
        "string" | "langString" | "anyURI" | "normalizedString" | "token" => None,
        // xsd's numbers, and units of measure such as dbd:squareKilometre.
        _ => Number::parse(value).map(Value::Number),
    };
    meant.unwrap_or_else(|| text(value))
}

/// What a value without a type means, by its look.
fn plain(value: &str) -> Value<'_> {
    let value = value.trim();
    if let Some(boolean) = truth(value) {
        return Value::Boolean(boolean);
    }
    // 007 is a name, and +49 30 a telephone number; only a date may begin with a zero.
    let zeros = value
        .strip_prefix('0')
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    if !zeros && let Some(number) = Number::parse(value) {
        return Value::Number(number);
    }
    Date::parse(value).map_or_else(|| text(value), Value::Date)
}

fn truth(word: &str) -> Option<bool> {
    if word.eq_ignore_ascii_case("true") {
        Some(true)
    } else if word.eq_ignore_ascii_case("false") {
        Some(false)
    } else {
        None
    }
}

fn text(value: &str) -> Value<'_> {
    Value::Text(nfc(Cow::Borrowed(value.trim())))
}

fn is_web_address(value: &str) -> bool {
    (value.starts_with("http://") || value.starts_with("https://"))
        && !value.contains(char::is_whitespace)
}

/// The normal form of an IRI: percent-decoded, NFC, `https` as `http`, without angle brackets.
///
/// ```
/// # use lydite_judge::normal_iri;
/// assert_eq!(normal_iri("https://dbpedia.org/resource/Yaound%C3%A9"), "http://dbpedia.org/resource/Yaoundé");
/// ```
pub fn iri(iri: &str) -> Cow<'_, str> {
    let bare = iri.trim();
    let bare = match bare
        .strip_prefix('<')
        .and_then(|rest| rest.strip_suffix('>'))
    {
        Some(inside) => inside,
        None => bare,
    };
    let decoded = if bare.contains('%') {
        percent_decode(bare)
    } else {
        Cow::Borrowed(bare)
    };
    let normal = nfc(decoded);
    match normal.strip_prefix("https://") {
        Some(rest) => Cow::Owned(format!("http://{rest}")),
        None => normal,
    }
}

fn nfc(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        text
    } else {
        Cow::Owned(text.nfc().collect())
    }
}

/// Decodes `%XX` once. What is not UTF-8 afterwards, or a control character, stays encoded.
fn percent_decode(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let mut out: Vec<u8> = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        match hex_byte(bytes, at) {
            Some(byte) if byte > 0x20 && byte != 0x7f => {
                out.push(byte);
                at += 3;
            }
            _ => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    match String::from_utf8(out) {
        Ok(decoded) => Cow::Owned(decoded),
        Err(_) => Cow::Borrowed(text),
    }
}

/// The byte that is written as `%XX` at this place.
pub(crate) fn hex_byte(bytes: &[u8], at: usize) -> Option<u8> {
    if bytes.get(at) != Some(&b'%') {
        return None;
    }
    let digit = |byte: &u8| (*byte as char).to_digit(16);
    let (high, low) = (digit(bytes.get(at + 1)?)?, digit(bytes.get(at + 2)?)?);
    u8::try_from(high * 16 + low).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoKnowledge;

    fn literal(value: &str, datatype: Option<&str>, language: Option<&str>) -> Term {
        Term::Literal(Literal {
            value: value.to_owned(),
            datatype: datatype.map(|name| format!("http://www.w3.org/2001/XMLSchema#{name}")),
            language: language.map(str::to_owned),
        })
    }

    fn same(a: &Term, b: &Term) -> bool {
        value(a, &NoKnowledge) == value(b, &NoKnowledge)
    }

    #[test]
    fn what_means_the_same() {
        for (a, b) in [
            (
                literal("5", None, None),
                literal("5.0", Some("double"), None),
            ),
            (
                literal("5", None, None),
                literal("5", Some("integer"), None),
            ),
            (literal("1e3", None, None), literal("1000", None, None)),
            (
                literal("3.14159265", None, None),
                literal("3.14159", None, None),
            ),
            (
                literal("true", None, None),
                literal("True", Some("boolean"), None),
            ),
            (
                literal("1", Some("boolean"), None),
                literal("true", None, None),
            ),
            (
                literal("1961", Some("gYear"), None),
                literal("1961", None, None),
            ),
            (
                literal("1961-08-04", Some("date"), None),
                literal("1961-08-04T00:00:00Z", None, None),
            ),
            (
                literal("1993-6-8", None, None),
                literal("1993-06-08", Some("date"), None),
            ),
            (
                literal("Yaounde\u{301}", None, None),
                literal("Yaoundé", None, Some("fr")),
            ),
            (
                literal(" Berlin ", None, None),
                literal("Berlin", Some("string"), None),
            ),
            (Term::iri("http://x/A%C3%A9"), Term::iri("https://x/Aé")),
            (Term::iri("<http://x/A>"), literal("http://x/A", None, None)),
            (Term::iri("true"), literal("true", None, None)),
            (
                Term::Blank { value: "a".into() },
                Term::Blank { value: "b".into() },
            ),
        ] {
            assert!(same(&a, &b), "{a} and {b}");
        }
    }

    #[test]
    fn what_does_not() {
        for (a, b) in [
            (literal("5", None, None), literal("6", None, None)),
            (
                literal("1000000", None, None),
                literal("1000001", None, None),
            ),
            (literal("007", None, None), literal("7", None, None)),
            (literal("5", Some("string"), None), literal("5", None, None)),
            (
                literal("1961", None, None),
                literal("1961-08-04", None, None),
            ),
            (
                literal("1961-08-04", None, None),
                literal("1961-08-05", None, None),
            ),
            (literal("Berlin", None, None), literal("berlin", None, None)),
            (literal("true", None, None), literal("false", None, None)),
            (Term::iri("http://x/A"), Term::iri("http://x/a")),
            (Term::iri("http://x/A"), literal("A", None, None)),
        ] {
            assert!(!same(&a, &b), "{a} and {b}");
        }
    }
}
