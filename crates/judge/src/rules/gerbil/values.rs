//! The set of texts that GERBIL's loader reads from an entry.

use std::borrow::Cow;

use rustc_hash::FxHashSet;
use serde_json::Value;

use crate::entry::{Entry, Stop};

/// The answers of an entry, each once. A loader that gives up is reported, and the model read instead.
pub(super) fn texts<'a>(entry: &Entry<'a>) -> (Vec<Cow<'a, str>>, Option<Stop>) {
    let mut stop = None;
    if let Some(question) = entry.json() {
        let mut texts = Vec::new();
        match json(&question, &mut texts) {
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

fn json(question: &Value, texts: &mut Vec<String>) -> Result<(), Stop> {
    match question.get("answers") {
        None | Some(Value::Null) => Ok(()),
        Some(Value::Array(answers)) => answers.iter().try_for_each(|answer| object(answer, texts)),
        Some(_) => Err(Stop::new("`answers` is not a list")),
    }
}

fn object(answer: &Value, texts: &mut Vec<String>) -> Result<(), Stop> {
    if let Value::String(text) = answer {
        let inner: Value = serde_json::from_str(text)
            .map_err(|_| Stop::new("an answer is a text, but not a JSON document"))?;
        return object(&inner, texts);
    }
    let Value::Object(answer) = answer else {
        return Err(Stop::new("an answer is not an object"));
    };
    match answer.get("boolean") {
        None | Some(Value::Null) => {}
        Some(Value::Bool(boolean)) => texts.push(boolean.to_string()),
        Some(Value::String(word)) => match word.as_str() {
            "true" | "True" => texts.push("true".to_owned()),
            "false" | "False" => texts.push("false".to_owned()),
            "" => {}
            _ => return Err(Stop::new("`boolean` is neither true nor false")),
        },
        Some(_) => return Err(Stop::new("`boolean` is neither true nor false")),
    }
    let bindings = match answer.get("results") {
        None | Some(Value::Null) => return Ok(()),
        Some(Value::Object(results)) => results.get("bindings"),
        Some(_) => return Err(Stop::new("`results` is not an object")),
    };
    let rows = match bindings {
        None | Some(Value::Null) => return Ok(()),
        Some(Value::Array(rows)) => rows,
        Some(_) => return Err(Stop::new("`bindings` is not a list")),
    };
    for row in rows {
        let Value::Object(row) = row else {
            return Err(Stop::new("a row is not an object"));
        };
        for term in row.values() {
            texts.push(value(term)?);
        }
    }
    Ok(())
}

/// The value of a term, normalised if its datatype comes first.
fn value(term: &Value) -> Result<String, Stop> {
    let Value::Object(term) = term else {
        return Err(Stop::new("a term is not an object"));
    };
    let mut datatype = "";
    for (key, member) in term {
        match (key.as_str(), member) {
            ("datatype", Value::String(iri)) => datatype = iri,
            ("value", Value::String(text)) => {
                return Ok(match datatype {
                    "http://www.w3.org/2001/XMLSchema#boolean" => is_true(text).to_string(),
                    "http://www.w3.org/2001/XMLSchema#date" => {
                        lenient_date(text).unwrap_or_else(|| text.clone())
                    }
                    _ => text.clone(),
                });
            }
            ("value", Value::Number(number)) => return Ok(number.to_string()),
            ("value", Value::Bool(boolean)) => return Ok(boolean.to_string()),
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
