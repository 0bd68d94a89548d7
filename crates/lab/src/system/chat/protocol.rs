//! The chat protocol of OpenAI, as its many servers speak it.

use serde_json::{Value, json};

use super::super::spec::{ChatOptions, MaxTokensField};
use super::super::web::{beginning, cut, failure};
use super::super::{Failure, FailureKind, Turn};

/// What a server turned out not to know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Quirks {
    /// It wants the other name for the longest reply.
    pub other_max_tokens: bool,
    /// It decides on the temperature itself.
    pub no_temperature: bool,
    /// It knows no seed.
    pub no_seed: bool,
}

/// The address at which a server is asked: users give it with and without the path.
pub(super) fn endpoint(address: &str) -> String {
    let (address, query) = match address.split_once('?') {
        Some((address, query)) => (address, format!("?{query}")),
        None => (address, String::new()),
    };
    let base = address.trim_end_matches('/');
    if base.ends_with("/chat/completions") {
        return format!("{base}{query}");
    }
    let path = base.split_once("://").map_or(base, |(_, rest)| rest);
    let is_version = |segment: &str| {
        let mut bytes = segment.bytes();
        bytes.next() == Some(b'v') && bytes.next().is_some_and(|byte| byte.is_ascii_digit())
    };
    let mut segments = path.split('/').skip(1);
    // Azure has deployments in the place of versions.
    let is_versioned = segments.any(|segment| is_version(segment) || segment == "deployments");
    let version = if is_versioned { "" } else { "/v1" };
    format!("{base}{version}/chat/completions{query}")
}

/// The body of a request.
pub(super) fn body(options: &ChatOptions, quirks: Quirks, messages: &[Value]) -> Value {
    let mut body = json!({
        "model": options.model,
        "messages": messages,
        "stream": options.stream,
    });
    if options.stream {
        body["stream_options"] = json!({"include_usage": true});
    }
    let field = match (options.max_tokens_field, quirks.other_max_tokens) {
        (field, false) => field,
        (MaxTokensField::MaxTokens, true) => MaxTokensField::MaxCompletionTokens,
        (MaxTokensField::MaxCompletionTokens, true) => MaxTokensField::MaxTokens,
    };
    body[field.as_str()] = options.max_tokens.into();
    if let (false, Some(temperature)) = (quirks.no_temperature, options.temperature) {
        body["temperature"] = temperature.into();
    }
    if let (false, Some(seed)) = (quirks.no_seed, options.seed) {
        body["seed"] = seed.into();
    }
    for (key, value) in &options.extra {
        body[key] = value.clone();
    }
    body
}

/// What a model said.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Said {
    pub content: String,
    /// Whether it was cut off before its end.
    pub truncated: bool,
    /// Tokens read and written, where the server counts.
    pub tokens: Option<(u64, u64)>,
}

impl Said {
    /// Reads a reply of success: one document, or a stream of pieces.
    pub(super) fn read(body: &str, media_type: &str) -> Result<Self, Failure> {
        let text = body.trim_start();
        if text.is_empty() {
            return Err(failure(FailureKind::Empty, "the reply is empty"));
        }
        // A server may stream unasked, or not stream though asked.
        let is_stream = media_type == "text/event-stream" || text.starts_with("data:");
        let raw = if is_stream {
            Raw::of_stream(body)?
        } else {
            let value: Value = serde_json::from_str(text).map_err(|_| {
                let reason = format!("the reply is no JSON{}", beginning(text));
                failure(FailureKind::Unreadable, reason)
            })?;
            Raw::of_document(&value)?
        };
        raw.judged()
    }
}

/// A reply before it is judged.
#[derive(Default)]
struct Raw {
    content: String,
    refusal: String,
    finish: Option<String>,
    has_tools: bool,
    has_reasoning: bool,
    tokens: Option<(u64, u64)>,
    /// Whether a stream came to its end.
    ended: bool,
}

impl Raw {
    fn of_document(value: &Value) -> Result<Self, Failure> {
        if let Some(complaint) = Complaint::of(value) {
            return Err(failure(FailureKind::Status, complaint.to_string()));
        }
        let mut raw = Self {
            tokens: tokens(value),
            ended: true,
            ..Self::default()
        };
        let choices = value.get("choices").and_then(Value::as_array);
        let Some(choice) = choices.and_then(|choices| choices.first()) else {
            let reason = format!(
                "there is no choice in the reply{}",
                beginning(&value.to_string())
            );
            return Err(failure(FailureKind::Empty, reason));
        };
        raw.take(choice, "message");
        Ok(raw)
    }

    fn of_stream(body: &str) -> Result<Self, Failure> {
        let mut raw = Self::default();
        for line in body.lines() {
            // Lines that begin with a colon keep the connection alive.
            let Some(data) = line.strip_prefix("data:") else {
                continue;
            };
            let data = data.trim();
            if data == "[DONE]" {
                raw.ended = true;
                break;
            }
            let piece: Value = serde_json::from_str(data).map_err(|_| {
                let reason = format!("a piece of the stream is no JSON{}", beginning(data));
                failure(FailureKind::Unreadable, reason)
            })?;
            // It is looked for first: the status was one of success.
            if let Some(complaint) = Complaint::of(&piece) {
                return Err(failure(FailureKind::Status, complaint.to_string()));
            }
            raw.tokens = tokens(&piece).or(raw.tokens);
            let choices = piece.get("choices").and_then(Value::as_array);
            if let Some(choice) = choices.and_then(|choices| choices.first()) {
                raw.take(choice, "delta");
            }
        }
        raw.ended |= raw.finish.is_some();
        Ok(raw)
    }

    fn take(&mut self, choice: &Value, key: &str) {
        if let Some(finish) = choice.get("finish_reason").and_then(Value::as_str) {
            self.finish = Some(finish.to_owned());
        }
        let Some(message) = choice.get(key) else {
            return;
        };
        match message.get("content") {
            Some(Value::String(text)) => self.content.push_str(text),
            Some(Value::Array(parts)) => {
                let texts = parts.iter().filter_map(|part| part.get("text"));
                texts
                    .filter_map(Value::as_str)
                    .for_each(|text| self.content.push_str(text));
            }
            _ => {}
        }
        if let Some(text) = message.get("refusal").and_then(Value::as_str) {
            self.refusal.push_str(text);
        }
        let is_there = |key: &str| message.get(key).is_some_and(|value| !is_blank(value));
        self.has_tools |= is_there("tool_calls") || is_there("function_call");
        self.has_reasoning |= is_there("reasoning_content") || is_there("reasoning");
    }

    fn judged(self) -> Result<Said, Failure> {
        let finish = self.finish.as_deref();
        if !self.refusal.trim().is_empty() {
            return Err(failure(FailureKind::Refused, cut(self.refusal.trim(), 500)));
        }
        if finish == Some("content_filter") {
            let reason = "the reply was withheld by a content filter";
            return Err(failure(FailureKind::Refused, reason));
        }
        let truncated = finish == Some("length") || !self.ended;
        if self.content.trim().is_empty() {
            let (kind, reason) = if self.has_tools {
                let reason = "the model called a tool in the place of answering";
                (FailureKind::Unreadable, reason)
            } else if truncated && self.has_reasoning {
                (FailureKind::Empty, "all tokens were spent on thinking")
            } else if truncated {
                (FailureKind::Empty, "the reply was cut off before it began")
            } else {
                (FailureKind::Empty, "the model said nothing")
            };
            return Err(failure(kind, reason));
        }
        Ok(Said {
            content: self.content,
            truncated,
            tokens: self.tokens,
        })
    }
}

fn is_blank(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => false,
    }
}

fn tokens(value: &Value) -> Option<(u64, u64)> {
    let usage = value.get("usage")?;
    let count = |key: &str| usage.get(key).and_then(Value::as_u64);
    match (count("prompt_tokens"), count("completion_tokens")) {
        (None, None) => None,
        (read, written) => Some((read.unwrap_or_default(), written.unwrap_or_default())),
    }
}

/// What a server complains about, in whatever layout.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Complaint {
    pub message: String,
    pub code: String,
    pub parameter: String,
}

impl Complaint {
    /// Reads OpenAI's layout, llama.cpp's with a number for a code, vLLM's flat one, Ollama's text.
    pub(super) fn of(value: &Value) -> Option<Self> {
        let text = |value: &Value, key: &str| match value.get(key) {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Number(number)) => number.to_string(),
            _ => String::new(),
        };
        let error = match value.get("error") {
            Some(Value::Null) | None => {
                if value.get("object").and_then(Value::as_str) != Some("error") {
                    return None;
                }
                value
            }
            Some(Value::String(message)) => {
                return Some(Self {
                    message: cut(message, 500),
                    ..Self::default()
                });
            }
            Some(error) => error,
        };
        let code = [text(error, "code"), text(error, "type")];
        // A number says no more than the status.
        let code = code
            .into_iter()
            .find(|code| !code.is_empty() && code.parse::<i64>().is_err());
        let message = text(error, "message");
        Some(Self {
            message: if message.is_empty() {
                cut(&error.to_string(), 500)
            } else {
                cut(&message, 500)
            },
            code: code.unwrap_or_default(),
            parameter: text(error, "param"),
        })
    }

    /// What the last turn complained about.
    pub(super) fn in_turn(turn: Option<&Turn>) -> Option<Self> {
        let reply = turn?.reply.as_deref()?;
        Self::of(&serde_json::from_str(reply).ok()?)
    }

    /// Whether no money is left, so that coming again is of no use.
    pub(super) fn is_about_money(&self) -> bool {
        self.code == "insufficient_quota" || self.message.contains("insufficient_quota")
    }

    /// What to leave out or to call otherwise, if that is what the server minds.
    pub(super) fn teaches(&self, mut quirks: Quirks) -> Option<Quirks> {
        let minds = |parameter: &str| {
            let is_about =
                self.parameter == parameter || self.message.contains(&format!("'{parameter}'"));
            is_about
                && (self.code.starts_with("unsupported") || self.message.contains("nsupported"))
        };
        let before = quirks;
        quirks.other_max_tokens |= minds("max_tokens") || minds("max_completion_tokens");
        quirks.no_temperature |= minds("temperature");
        quirks.no_seed |= minds("seed");
        (quirks != before).then_some(quirks)
    }
}

impl std::fmt::Display for Complaint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)?;
        if !self.code.is_empty() {
            write!(f, " ({})", self.code)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_completed() {
        for (given, expected) in [
            ("http://h:1", "http://h:1/v1/chat/completions"),
            ("http://h/", "http://h/v1/chat/completions"),
            ("http://h/v1", "http://h/v1/chat/completions"),
            ("http://h/v1/", "http://h/v1/chat/completions"),
            ("https://h/api/v1", "https://h/api/v1/chat/completions"),
            (
                "https://h/v1beta/openai/",
                "https://h/v1beta/openai/chat/completions",
            ),
            (
                "http://h/v1/chat/completions",
                "http://h/v1/chat/completions",
            ),
            ("http://h/llm", "http://h/llm/v1/chat/completions"),
            (
                "https://h/openai/deployments/d?api-version=1",
                "https://h/openai/deployments/d/chat/completions?api-version=1",
            ),
        ] {
            assert_eq!(endpoint(given), expected);
        }
    }

    #[test]
    fn a_reply_is_read_in_every_layout() {
        let said = |body: &str| Said::read(body, "application/json");
        let whole = said(
            r#"{"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"hi"}}],
                "usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5}}"#,
        );
        let expected = Said {
            content: "hi".to_owned(),
            truncated: false,
            tokens: Some((3, 2)),
        };
        assert_eq!(whole.unwrap(), expected);
        let parts = r#"{"choices":[{"finish_reason":"length","message":{"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}}],"usage":null}"#;
        let read = said(parts).unwrap();
        assert_eq!(
            (&*read.content, read.truncated, read.tokens),
            ("ab", true, None)
        );
        let stream = ": keep-alive\n\ndata: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":null},\"finish_reason\":null}],\"usage\":null}\n\n\
            data: {\"choices\":[{\"delta\":{\"content\":\"h\"}}]}\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"i\"}}]}\n\n\
            data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n\
            data: {\"choices\":[],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":2}}\n\ndata: [DONE]\n\n";
        assert_eq!(Said::read(stream, "text/event-stream").unwrap(), expected);
        let broken_off = &stream[..stream.find("data: {\"choices\":[{\"delta\":{},").unwrap()];
        assert!(
            Said::read(broken_off, "text/event-stream")
                .unwrap()
                .truncated
        );
    }

    #[test]
    fn what_is_no_reply_has_a_kind_and_a_reason() {
        use FailureKind::*;
        for (body, kind, reason) in [
            ("", Empty, "empty"),
            ("<html>", Unreadable, "no JSON"),
            (r#"{"choices":[]}"#, Empty, "no choice"),
            (r#"{"choices":null}"#, Empty, "no choice"),
            (
                r#"{"choices":[{"finish_reason":"stop","message":{"content":""}}]}"#,
                Empty,
                "said nothing",
            ),
            (
                r#"{"choices":[{"finish_reason":"stop","message":{"content":null,"refusal":"I won't"}}]}"#,
                Refused,
                "I won't",
            ),
            (
                r#"{"choices":[{"finish_reason":"content_filter","message":{"content":"x"}}]}"#,
                Refused,
                "filter",
            ),
            (
                r#"{"choices":[{"finish_reason":"tool_calls","message":{"content":null,"tool_calls":[{"id":"1"}]}}]}"#,
                Unreadable,
                "tool",
            ),
            (
                r#"{"choices":[{"finish_reason":"length","message":{"content":"","reasoning_content":"hm"}}]}"#,
                Empty,
                "thinking",
            ),
            (
                r#"{"error":{"message":"no","type":"server_error","code":500}}"#,
                Status,
                "no (server_error)",
            ),
            (
                r#"{"object":"error","message":"no model","code":404}"#,
                Status,
                "no model",
            ),
            (r#"{"error":"text"}"#, Status, "text"),
            (
                "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\ndata: {\"error\":{\"code\":500,\"message\":\"peg\"}}\n",
                Status,
                "peg",
            ),
            ("data: {\"cho", Unreadable, "no JSON"),
        ] {
            let failure = Said::read(body, "").unwrap_err();
            assert_eq!(failure.kind, kind, "{body}");
            assert!(
                failure.reason.contains(reason),
                "{body}: {}",
                failure.reason
            );
        }
    }

    #[test]
    fn complaints_teach() {
        let complaint = Complaint::of(&serde_json::json!({"error": {
            "message": "Unsupported parameter: 'max_tokens' is not supported with this model.",
            "type": "invalid_request_error", "param": "max_tokens", "code": "unsupported_parameter"}}));
        let quirks = complaint.unwrap().teaches(Quirks::default()).unwrap();
        assert!(quirks.other_max_tokens && !quirks.no_temperature);
        let other = Complaint::of(&serde_json::json!({"error": {"message": "bad grammar"}}));
        assert_eq!(other.unwrap().teaches(Quirks::default()), None);
        let money = serde_json::json!({"error": {"message": "You exceeded your quota", "code": "insufficient_quota"}});
        assert!(Complaint::of(&money).unwrap().is_about_money());
    }
}
