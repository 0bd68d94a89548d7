//! What a template generation module answered.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

/// Why there is no template.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct TgmFailure {
    /// The kind.
    pub reason: FailureReason,
    /// In detail: the status, the beginning of the body, the error of the connection.
    pub detail: String,
}

impl TgmFailure {
    /// A failure.
    pub fn new(reason: FailureReason, detail: impl Into<String>) -> Self {
        Self {
            reason,
            detail: detail.into(),
        }
    }
}

impl fmt::Display for TgmFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason.description())?;
        if !self.detail.is_empty() {
            write!(f, ": {}", self.detail)?;
        }
        Ok(())
    }
}

/// The kinds of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailureReason {
    /// The service cannot be reached, or hangs up.
    Connection,
    /// It does not answer in time.
    Timeout,
    /// It answers with another status than 200.
    HttpStatus,
    /// Its answer ends too early.
    BodyCutOff,
    /// Its answer is too large.
    BodyTooLarge,
    /// Its answer is not JSON.
    NotJson,
    /// It answers with an empty list.
    NoTemplate,
    /// The template is something else than an object, or its query something else than a text.
    WrongType,
    /// The template has no query.
    NoQuery,
    /// There is no answer for the question.
    NoAnswer,
}

impl FailureReason {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Connection,
        Self::Timeout,
        Self::HttpStatus,
        Self::BodyCutOff,
        Self::BodyTooLarge,
        Self::NotJson,
        Self::NoTemplate,
        Self::WrongType,
        Self::NoQuery,
        Self::NoAnswer,
    ];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Connection => "connection",
            Self::Timeout => "timeout",
            Self::HttpStatus => "http-status",
            Self::BodyCutOff => "body-cut-off",
            Self::BodyTooLarge => "body-too-large",
            Self::NotJson => "not-json",
            Self::NoTemplate => "no-template",
            Self::WrongType => "wrong-type",
            Self::NoQuery => "no-query",
            Self::NoAnswer => "no-answer",
        }
    }

    /// The reason of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.name() == name)
    }

    fn description(self) -> &'static str {
        match self {
            Self::Connection => "no connection",
            Self::Timeout => "no answer in time",
            Self::HttpStatus => "HTTP status",
            Self::BodyCutOff => "the answer is cut off",
            Self::BodyTooLarge => "the answer is too large",
            Self::NotJson => "the answer is not JSON",
            Self::NoTemplate => "the list of templates is empty",
            Self::WrongType => "wrong type",
            Self::NoQuery => "the template has no query",
            Self::NoAnswer => "no answer to this question",
        }
    }
}

/// The answer to one question, as it came over the wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exchange {
    /// The service answered.
    Answered {
        /// The HTTP status.
        status: u16,
        /// The body.
        body: String,
    },
    /// It did not.
    Failed(TgmFailure),
    /// There is a query without a service: that of any system.
    Query(String),
}

/// A template.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// Its query, if it has one.
    pub query: Result<String, TgmFailure>,
    /// What is said of its variables, as subject, predicate and object.
    pub slots: Vec<[String; 3]>,
    /// How sure the module is.
    pub score: Option<f64>,
}

/// How the published evaluator ends on an answer: the run is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Crash {
    /// The connection fails.
    ConnectionError,
    /// The body is not JSON.
    JSONDecodeError,
    /// The list is empty.
    IndexError,
    /// The template is no object, or its query no text.
    TypeError,
    /// A prefix is unknown.
    Exception,
    /// DESCRIBE has no pattern.
    AttributeError,
    /// The query is nested too deeply.
    RecursionError,
}

/// The templates of an answer, or why there are none.
pub(crate) fn read(exchange: &Exchange) -> Result<Vec<Candidate>, TgmFailure> {
    let body = match exchange {
        Exchange::Failed(failure) => return Err(failure.clone()),
        Exchange::Query(query) => {
            return Ok(vec![Candidate {
                query: Ok(query.clone()),
                slots: Vec::new(),
                score: None,
            }]);
        }
        Exchange::Answered { status: 200, body } => body,
        Exchange::Answered { status, body } => {
            let text = match beginning(body) {
                text if text.is_empty() => status.to_string(),
                text => format!("{status}: {text}"),
            };
            return Err(TgmFailure::new(FailureReason::HttpStatus, text));
        }
    };
    let value = parse(body).map_err(|error| {
        let shown = match beginning(body) {
            text if text.is_empty() => "it is empty".to_owned(),
            text => format!("{error}: {text}"),
        };
        TgmFailure::new(FailureReason::NotJson, shown)
    })?;
    match value {
        Value::Array(list) if list.is_empty() => {
            Err(TgmFailure::new(FailureReason::NoTemplate, ""))
        }
        Value::Array(list) => Ok(list.iter().map(candidate).collect()),
        other => Ok(vec![candidate(&other)]),
    }
}

fn candidate(value: &Value) -> Candidate {
    let Value::Object(template) = value else {
        let detail = format!("the template is {}", kind(value));
        return Candidate {
            query: Err(TgmFailure::new(FailureReason::WrongType, detail)),
            slots: Vec::new(),
            score: None,
        };
    };
    let query = match template.get("query") {
        Some(Value::String(query)) => Ok(query.clone()),
        Some(other) => {
            let detail = format!("the query is {}", kind(other));
            Err(TgmFailure::new(FailureReason::WrongType, detail))
        }
        None => {
            let keys: Vec<&str> = template.keys().take(8).map(String::as_str).collect();
            let detail = if keys.is_empty() {
                String::new()
            } else {
                format!("it has {}", keys.join(", "))
            };
            Err(TgmFailure::new(FailureReason::NoQuery, detail))
        }
    };
    let text = |slot: &Value, key: &str| slot.get(key).and_then(Value::as_str).map(str::to_owned);
    let slots = template.get("slots").and_then(Value::as_array);
    let slots = slots.map(Vec::as_slice).unwrap_or_default();
    Candidate {
        query,
        slots: slots
            .iter()
            .filter_map(|slot| Some([text(slot, "s")?, text(slot, "p")?, text(slot, "o")?]))
            .collect(),
        score: template.get("score").and_then(number),
    }
}

/// A number, or a text that is one.
pub(crate) fn number(value: &Value) -> Option<f64> {
    let number = match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    number.filter(|number| number.is_finite())
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a truth value",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// The first words of a body.
fn beginning(body: &str) -> String {
    const MOST: usize = 80;
    let words: Vec<&str> = body.split_whitespace().take(MOST).collect();
    let line = words.join(" ");
    match line.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// How the published evaluator would end on this answer, if it would.
pub(crate) fn crash(exchange: &Exchange) -> Option<Crash> {
    let body = match exchange {
        Exchange::Failed(_) => return Some(Crash::ConnectionError),
        Exchange::Answered { status: 200, body } => body,
        Exchange::Answered { .. } | Exchange::Query(_) => return None,
    };
    let Ok(value) = parse(body) else {
        return Some(Crash::JSONDecodeError);
    };
    let first = match &value {
        Value::Array(list) => match list.first() {
            Some(first) => first,
            None => return Some(Crash::IndexError),
        },
        other => other,
    };
    match first.get("query") {
        None if first.is_object() => None,
        Some(Value::String(_)) => None,
        _ => Some(Crash::TypeError),
    }
}

/// Parses JSON as Python writes and reads it: with NaN and Infinity, with halves of characters.
fn parse(body: &str) -> Result<Value, serde_json::Error> {
    serde_json::from_str(body).or_else(|error| {
        let python = ["NaN", "Infinity", "\\u"]
            .iter()
            .any(|mark| body.contains(mark));
        if !python {
            return Err(error);
        }
        serde_json::from_str(&without_python(body)).map_err(|_| error)
    })
}

/// Replaces what only Python has in its JSON.
fn without_python(body: &str) -> String {
    let mut plain = String::with_capacity(body.len());
    let mut rest = body;
    let mut inside = false;
    while let Some(c) = rest.chars().next() {
        if inside && c == '\\' {
            let surrogate = rest
                .get(1..3)
                .is_some_and(|mark| mark.eq_ignore_ascii_case("ud"));
            let code = rest
                .get(2..6)
                .and_then(|hex| u16::from_str_radix(hex, 16).ok());
            let low = |text: &str| {
                let code = text
                    .get(2..6)
                    .and_then(|hex| u16::from_str_radix(hex, 16).ok());
                text.starts_with("\\u") && code.is_some_and(|code| (0xDC00..0xE000).contains(&code))
            };
            match code.filter(|_| surrogate && rest.as_bytes()[1] == b'u') {
                Some(0xD800..0xDC00) if low(&rest[6..]) => {
                    plain.push_str(&rest[..12]);
                    rest = &rest[12..];
                }
                Some(0xD800..0xE000) => {
                    plain.push('\u{FFFD}');
                    rest = &rest[6..];
                }
                _ => {
                    let end = 1 + rest[1..].chars().next().map_or(0, char::len_utf8);
                    plain.push_str(&rest[..end]);
                    rest = &rest[end..];
                }
            }
            continue;
        }
        inside ^= c == '"';
        let word = ["-Infinity", "Infinity", "NaN"]
            .iter()
            .find(|word| !inside && rest.starts_with(**word));
        match word {
            Some(word) => {
                plain.push_str("null");
                rest = &rest[word.len()..];
            }
            None => {
                plain.push(c);
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::{Crash, Exchange, FailureReason, crash, read};

    fn answered(body: &str) -> Exchange {
        Exchange::Answered {
            status: 200,
            body: body.to_owned(),
        }
    }

    #[test]
    fn every_way_to_answer_nothing_has_a_reason() {
        use FailureReason::{NoQuery, NoTemplate, NotJson, WrongType};
        for (body, reason, crashed) in [
            ("", NotJson, Some(Crash::JSONDecodeError)),
            ("<html>", NotJson, Some(Crash::JSONDecodeError)),
            (
                "[{\"query\": \"SELECT",
                NotJson,
                Some(Crash::JSONDecodeError),
            ),
            (
                "[{'query': 'ASK {}'}]",
                NotJson,
                Some(Crash::JSONDecodeError),
            ),
            ("[]", NoTemplate, Some(Crash::IndexError)),
            ("null", WrongType, Some(Crash::TypeError)),
            ("42", WrongType, Some(Crash::TypeError)),
            ("\"ASK {}\"", WrongType, Some(Crash::TypeError)),
            ("[null]", WrongType, Some(Crash::TypeError)),
            (
                "[[{\"query\": \"ASK {}\"}]]",
                WrongType,
                Some(Crash::TypeError),
            ),
            ("[{\"query\": null}]", WrongType, Some(Crash::TypeError)),
            (
                "[{\"query\": [\"ASK {}\"]}]",
                WrongType,
                Some(Crash::TypeError),
            ),
            ("[{}]", NoQuery, None),
            ("{\"templates\": []}", NoQuery, None),
        ] {
            let exchange = answered(body);
            let failure = match read(&exchange) {
                Ok(templates) => templates[0].query.clone().unwrap_err(),
                Err(failure) => failure,
            };
            assert_eq!(
                (failure.reason, crash(&exchange)),
                (reason, crashed),
                "{body}"
            );
        }
    }

    #[test]
    fn objects_lists_and_the_json_of_python_are_read() {
        for body in [
            "{\"query\": \"ASK {}\", \"score\": 1}",
            "[{\"query\": \"ASK {}\", \"score\": \"1.0\"}]",
            "[{\"query\": \"ASK {}\", \"score\": 1, \"x\": [NaN, -Infinity, \"\\ud800 NaN\"]}]",
        ] {
            let templates = read(&answered(body)).unwrap();
            assert_eq!(templates[0].query.as_deref(), Ok("ASK {}"), "{body}");
            assert_eq!(templates[0].score, Some(1.0), "{body}");
        }
    }

    #[test]
    fn only_200_is_success() {
        for status in [201, 202, 204, 299, 302, 400, 500] {
            let exchange = Exchange::Answered {
                status,
                body: "[{\"query\": \"ASK {}\"}]".to_owned(),
            };
            assert_eq!(
                read(&exchange).unwrap_err().reason,
                FailureReason::HttpStatus
            );
        }
    }
}
