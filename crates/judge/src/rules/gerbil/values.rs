//! The set of texts that GERBIL's loader reads from an entry.

use std::borrow::Cow;

use rustc_hash::FxHashSet;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use crate::entry::{Entry, Stop};

/// The answers of an entry, each once. A loader that gives up is reported, and the model read instead.
pub(super) fn texts<'a>(entry: &Entry<'a>) -> (Vec<Cow<'a, str>>, Option<Stop>) {
    let mut stop = None;
    if let Some(source) = entry.json_source() {
        let mut texts = Vec::new();
        let question = serde_json::from_str(source);
        let question = question.map_err(|_| Stop::new("an entry is not valid JSON"));
        match question.and_then(|question| json(&question, &mut texts)) {
            Ok(()) => return (distinct(texts.into_iter().map(Cow::Owned).collect()), None),
            Err(reason) => stop = Some(reason),
        }
    } else if let Some(question) = entry.xml() {
        let kind = entry.answer_type.map_or("", |kind| kind.as_str());
        let answers = question
            .named("answers")
            .flat_map(|answers| answers.named("answer"));
        let texts = answers.map(|answer| {
            let text = answer.text();
            let line = text.trim().lines().next().unwrap_or("").trim_end();
            Cow::Owned(match kind {
                "boolean" => is_true(line).to_string(),
                "date" => lenient_date(line).unwrap_or_else(|| line.to_owned()),
                _ => line.to_owned(),
            })
        });
        return (distinct(texts.collect()), None);
    }
    let texts = entry.values().into_iter().map(Cow::Borrowed).collect();
    (distinct(texts), stop)
}

fn distinct(mut texts: Vec<Cow<'_, str>>) -> Vec<Cow<'_, str>> {
    let first: Vec<bool> = {
        let mut seen = FxHashSet::with_capacity_and_hasher(texts.len(), Default::default());
        texts.iter().map(|text| seen.insert(&**text)).collect()
    };
    let mut first = first.into_iter();
    texts.retain(|_| first.next().unwrap_or(true));
    texts
}

fn is_true(word: &str) -> bool {
    word.eq_ignore_ascii_case("true")
}

/// A JSON value that knows how its numbers are written: GERBIL compares `1.50` as it stands.
enum Node<'j> {
    Null,
    Boolean(bool),
    Number(&'j str),
    Text(String),
    List(Vec<&'j RawValue>),
    Object(Members<'j>),
}

/// The members of an object in their order; of equal keys the last one counts.
#[derive(Default)]
struct Members<'j>(Vec<(String, &'j RawValue)>);

impl<'j> Node<'j> {
    fn of(raw: &'j RawValue) -> Result<Self, Stop> {
        let text = raw.get();
        let broken = |_| Stop::new("an answer is not valid JSON");
        Ok(match text.as_bytes().first() {
            Some(b'n') => Self::Null,
            Some(b't') => Self::Boolean(true),
            Some(b'f') => Self::Boolean(false),
            Some(b'"') => Self::Text(serde_json::from_str(text).map_err(broken)?),
            Some(b'[') => Self::List(serde_json::from_str(text).map_err(broken)?),
            Some(b'{') => Self::Object(serde_json::from_str(text).map_err(broken)?),
            _ => Self::Number(text),
        })
    }
}

impl<'j> Members<'j> {
    fn get(&self, key: &str) -> Result<Node<'j>, Stop> {
        let mut members = self.0.iter().rev();
        match members.find(|(name, _)| name == key) {
            Some((_, raw)) => Node::of(raw),
            None => Ok(Node::Null),
        }
    }
}

impl<'de: 'j, 'j> Deserialize<'de> for Members<'j> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                let mut members = Members::default();
                while let Some(pair) = map.next_entry()? {
                    members.0.push(pair);
                }
                Ok(members)
            }
        }
        deserializer.deserialize_map(Pairs)
    }
}

fn json(question: &Members<'_>, texts: &mut Vec<String>) -> Result<(), Stop> {
    for flag in ["aggregation", "onlydbo", "hybrid"] {
        if let Node::Text(word) = question.get(flag)?
            && !matches!(&*word, "true" | "True" | "false" | "False" | "")
        {
            return Err(Stop(format!("`{flag}` is neither true nor false")));
        }
    }
    match question.get("answers")? {
        Node::Null => Ok(()),
        Node::List(answers) => answers.iter().try_for_each(|answer| object(answer, texts)),
        _ => Err(Stop::new("`answers` is not a list")),
    }
}

fn object(answer: &RawValue, texts: &mut Vec<String>) -> Result<(), Stop> {
    let answer = match Node::of(answer)? {
        Node::Object(answer) => answer,
        Node::Text(text) => {
            let inner: &RawValue = serde_json::from_str(&text)
                .map_err(|_| Stop::new("an answer is a string that is not JSON"))?;
            return object(inner, texts);
        }
        _ => return Err(Stop::new("an answer is not an object")),
    };
    match answer.get("boolean")? {
        Node::Null => {}
        Node::Boolean(boolean) => texts.push(boolean.to_string()),
        Node::Text(word) => match word.as_str() {
            "true" | "True" => texts.push("true".to_owned()),
            "false" | "False" => texts.push("false".to_owned()),
            "" => {}
            _ => return Err(Stop::new("`boolean` is neither true nor false")),
        },
        _ => return Err(Stop::new("`boolean` is neither true nor false")),
    }
    let bindings = match answer.get("results")? {
        Node::Null => return Ok(()),
        Node::Object(results) => results.get("bindings")?,
        _ => return Err(Stop::new("`results` is not an object")),
    };
    let rows = match bindings {
        Node::Null => return Ok(()),
        Node::List(rows) => rows,
        _ => return Err(Stop::new("`bindings` is not a list")),
    };
    for row in rows {
        let Node::Object(row) = Node::of(row)? else {
            return Err(Stop::new("a row is not an object"));
        };
        for (_, term) in &row.0 {
            texts.push(value(term)?);
        }
    }
    Ok(())
}

/// The value of a term, normalised if its datatype comes first.
fn value(term: &RawValue) -> Result<String, Stop> {
    let Node::Object(term) = Node::of(term)? else {
        return Err(Stop::new("a term is not an object"));
    };
    let mut datatype = String::new();
    for (key, member) in &term.0 {
        match (key.as_str(), Node::of(member)?) {
            ("datatype", Node::Text(iri)) => datatype = iri,
            ("value", Node::Text(text)) => {
                return Ok(match datatype.as_str() {
                    "http://www.w3.org/2001/XMLSchema#boolean" => is_true(&text).to_string(),
                    "http://www.w3.org/2001/XMLSchema#date" => lenient_date(&text).unwrap_or(text),
                    _ => text,
                });
            }
            ("value", Node::Number(number)) => return Ok(number.to_owned()),
            ("value", Node::Boolean(boolean)) => return Ok(boolean.to_string()),
            _ => {}
        }
    }
    Err(Stop::new("a term has no value"))
}

/// Java's lenient `yyyy-MM-dd`: surplus months and days are carried over, what follows is cut.
pub(super) fn lenient_date(text: &str) -> Option<String> {
    let mut rest = text.trim_start();
    let negative = rest.starts_with('-');
    rest = rest.strip_prefix('-').unwrap_or(rest);
    let mut number = |last: bool| -> Option<i64> {
        let end = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        let found: i64 = rest.get(..end.min(9))?.parse().ok()?;
        rest = &rest[end..];
        if !last {
            rest = rest.strip_prefix('-')?;
        }
        Some(found)
    };
    let (year, month, day) = (number(false)?, number(false)?, number(true)?);
    let year = if negative { -year } else { year };
    let (year, month) = (
        year + (month - 1).div_euclid(12),
        (month - 1).rem_euclid(12) + 1,
    );
    let (year, month, day) = carry(year, month, day);
    let year = if year <= 0 { 1 - year } else { year };
    Some(format!("{year:04}-{month:02}-{day:02}"))
}

fn carry(mut year: i64, mut month: i64, mut day: i64) -> (i64, i64, i64) {
    // Before the reform of 1582, every fourth year has a leap day.
    let length = |year: i64, month: i64| match month {
        2 if year % 4 == 0 && (year < 1582 || year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    while day > length(year, month) {
        day -= length(year, month);
        (year, month) = if month == 12 {
            (year + 1, 1)
        } else {
            (year, month + 1)
        };
    }
    while day < 1 {
        (year, month) = if month == 1 {
            (year - 1, 12)
        } else {
            (year, month - 1)
        };
        day += length(year, month);
    }
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_spelling() {
        let read = |answers: &str| {
            let source = format!(r#"{{"id": 1, "answers": {answers}}}"#);
            let mut texts = Vec::new();
            let question = serde_json::from_str(&source).unwrap_or_default();
            json(&question, &mut texts).map(|()| texts)
        };
        for number in ["1.50", "1e3", "12345678901234567890123", "-0", "0.10"] {
            let rows =
                format!(r#"[{{"results": {{"bindings": [{{"x": {{"value": {number}}}}}]}}}}]"#);
            assert_eq!(read(&rows), Ok(vec![number.to_owned()]));
        }
        assert_eq!(
            read(r#"[{"boolean": "True"}]"#),
            Ok(vec!["true".to_owned()])
        );
        assert!(read(r#"{"boolean": true}"#).is_err());
        assert!(read(r#"[{"boolean": "maybe"}]"#).is_err());
    }

    #[test]
    fn dates_are_carried_over() {
        for (text, date) in [
            ("1993-6-8", Some("1993-06-08")),
            ("1993-13-8", Some("1994-01-08")),
            ("1993-10-67", Some("1993-12-06")),
            ("1993-10-67Z", Some("1993-12-06")),
            ("-0044-03-15", Some("0045-03-15")),
            ("2001-02-03T10:00:00", Some("2001-02-03")),
            ("2000-00-00", Some("1999-11-30")),
            ("1955", None),
            ("", None),
        ] {
            assert_eq!(lenient_date(text).as_deref(), date, "{text}");
        }
    }
}
