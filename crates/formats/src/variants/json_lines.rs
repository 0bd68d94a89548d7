//! JSON Lines, Lydite's own format: a line for the dataset, then a line for each question. Lines
//! that have no more than an id and a query are read as well.

use lydite_model::{Action, DatasetInfo, Extras, Question};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::lines::{Lines, ReadLine};
use super::queries::{is_record, record};
use crate::codes;
use crate::context::{Bytes, Context, Spot};
use crate::format::{Format, Probe, Variant, with_value};
use crate::input::Window;
use crate::json::fields::misspelt;
use crate::json::{Parser, Tree, Value};
use crate::reader::Driver;
use crate::spelling;

/// The native format.
pub(crate) struct JsonLines;

/// How many lines decide whether a file is in this format.
const PROBE_LINES: usize = 8;

/// The fields of a line that is a question.
const QUESTION: &[&str] = &[
    "id",
    "language",
    "texts",
    "answer_type",
    "item_types",
    "aggregation",
    "only_dbo",
    "hybrid",
    "queries",
    "answers",
    "predicted",
    "localised_answers",
    "order_matters",
    "scope",
    "error",
    "time",
    "extras",
];

/// Those of them that no other format has.
const OWN: &[&str] = &["texts", "answer_type", "only_dbo", "queries", "item_types"];

/// The fields of the line that is the dataset.
const DATASET: &[&str] = &[
    "id",
    "knowledge_base",
    "knowledge_base_version",
    "prefix",
    "digest",
    "refreshed",
    "extras",
];

impl Variant for JsonLines {
    fn format(&self) -> Format {
        Format {
            name: "json-lines",
            title: "JSON Lines, Lydite's own lossless format",
        }
    }

    fn recognises(&self, probe: &Probe<'_>) -> bool {
        let is_ours = |value: Value<'_>| {
            is_dataset(value) || is_question(value) || has_id(value) && is_record(value)
        };
        let mut lines = probe.head.lines().filter(|line| !line.trim().is_empty());
        // A question may be longer than the probe reaches; the dataset is not.
        probe.json().is_some_and(|shape| !shape.is_list)
            && lines
                .by_ref()
                .take(PROBE_LINES)
                .any(|line| with_value(line, is_ours).unwrap_or(false))
    }

    fn driver(&self, window: Window) -> Box<dyn Driver> {
        Box::new(Lines::new(window, Native::default()))
    }
}

/// Whether a line is about the dataset: it has this member and nothing else.
fn is_dataset(value: Value<'_>) -> bool {
    value.get("dataset").is_some_and(Value::is_object) && value.members().count() == 1
}

fn is_question(value: Value<'_>) -> bool {
    value.get("id").is_some() && value.members().any(|(key, _)| OWN.contains(&&*key))
}

fn has_id(value: Value<'_>) -> bool {
    ["id", "qid", "question_id", "qname"]
        .iter()
        .any(|key| value.get(key).is_some())
}

#[derive(Deserialize)]
struct Header {
    dataset: DatasetInfo,
}

#[derive(Default)]
struct Native {
    parser: Parser,
}

impl ReadLine for Native {
    fn line(&mut self, index: usize, cx: &mut Context<'_>) {
        let slice = cx.slice;
        let text = &*slice.text;
        if self.parser.parse(text).is_err() {
            // Only for the error, which is serde's like that of every other broken line.
            let _: Option<Question> = deserialise(text, cx);
            return;
        }
        let tree = Tree {
            text,
            tokens: &self.parser.tokens,
            owned: &[],
        };
        let root = tree.root();
        if is_dataset(root) {
            if let Some(Header { mut dataset }) = deserialise(text, cx) {
                for (_, member) in root.members() {
                    unknown_fields(member, DATASET, &mut dataset.extras, cx);
                }
                cx.output.info = dataset;
            }
        } else if is_record(root) && !is_question(root) {
            let question = record(root, None, index + 1, cx);
            cx.emit(&root, question);
        } else {
            let respelled = respelled(root, cx);
            let line = respelled.as_deref().unwrap_or(text);
            if let Some(mut question) = deserialise::<Question>(line, cx) {
                unknown_fields(root, QUESTION, &mut question.extras, cx);
                cx.emit(&root, question);
            }
        }
    }
}

fn deserialise<T: DeserializeOwned>(line: &str, cx: &mut Context<'_>) -> Option<T> {
    let error = match serde_json::from_str(line) {
        Ok(value) => return Some(value),
        Err(error) => error,
    };
    let code = match error.classify() {
        serde_json::error::Category::Data => &codes::NOT_A_LINE,
        _ => &codes::SYNTAX,
    };
    // serde counts bytes from 1, and a line here is a line for it, too.
    let at = error.column().saturating_sub(1);
    let message = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let message = message.strip_suffix(&place).unwrap_or(&message);
    cx.report(&Bytes(at, at + 1), code, Action::Skipped, message);
    None
}

/// The line with its misspelt keys put right, if it has any.
fn respelled(line: Value<'_>, cx: &mut Context<'_>) -> Option<String> {
    let mut keys = line.members();
    if keys.all(|(key, _)| QUESTION.contains(&&*key)) {
        return None;
    }
    let (start, source) = (line.span().0, line.source());
    let (mut text, mut copied) = (String::new(), 0);
    for (key, member) in line.pairs() {
        let name = key.as_str().unwrap_or_default();
        if let Some(right) = meant(line, &name, QUESTION) {
            misspelt(cx, &member, &name, right);
            let (from, to) = key.span();
            text.push_str(&source[copied..from - start]);
            text.push_str(&format!("\"{right}\""));
            copied = to - start;
        }
    }
    (copied > 0).then(|| text + &source[copied..])
}

/// The key that a misspelt one is meant for, if that is not there.
fn meant<'k>(object: Value<'_>, key: &str, known: &[&'k str]) -> Option<&'k str> {
    spelling::meant(key, known).filter(|meant| *meant != "time" && object.get(meant).is_none())
}

/// Keeps what serde passes over in silence.
fn unknown_fields(value: Value<'_>, known: &[&str], extras: &mut Extras, cx: &mut Context<'_>) {
    for (key, member) in value.members() {
        let is_read = known == QUESTION && meant(value, &key, known).is_some();
        if !known.contains(&&*key) && !is_read {
            cx.report(
                &member,
                &codes::UNKNOWN_FIELD,
                Action::Kept,
                format!("the format has no field `{key}`; it is kept with the extra fields"),
            );
            extras.insert(key.into_owned(), member.to_json());
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Reader;

    #[test]
    fn a_broken_line_does_not_sink_the_others() {
        let text = "{\"dataset\":{\"id\":\"d\"}}\n\
            {\"id\":1,\"texts\":[{\"language\":\"en\",\"string\":\"Who?\"}]}\r\n\
            \n\
            {\"id\":\"é\",\"texts\":oops}\n\
            {\"id\":3,\"texts\":true}\n\
            {\"id\":4,\"colour\":\"red\"}\n\
            {\"texts\":[]}\n\
            {\"id\":5";
        let mut reader = Reader::from_bytes("x.jsonl", text.as_bytes()).unwrap();
        assert_eq!(reader.format().name, "json-lines");
        let (questions, diagnostics) = reader.read_to_end();
        let ids: Vec<_> = questions
            .iter()
            .map(|question| question.id.as_str())
            .collect();
        let remarks: Vec<_> = diagnostics
            .iter()
            .filter(|found| found.code.id != "A006")
            .map(|found| (found.code.id, found.place.line, found.place.column))
            .collect();
        assert_eq!(ids, ["1", "4"]);
        assert_eq!(reader.info().id.as_deref(), Some("d"));
        assert_eq!(
            remarks,
            [
                ("F010", 4, 19),
                ("F054", 5, 20),
                ("Q015", 6, 18),
                ("F054", 7, 12),
                ("F010", 8, 7)
            ]
        );
    }

    #[test]
    fn other_json_is_left_to_others() {
        for text in [
            "{\"dataset\": {\"id\": \"d\"}, \"questions\": []}",
            "{\n\"dataset\": {\"id\": \"d\"},\n\"questions\": []}",
            "{\"questions\":\n[\n{\"id\": 1, \"question\": []}\n]}",
        ] {
            let reader = Reader::from_bytes("x.json", text.as_bytes()).unwrap();
            assert_eq!(reader.format().name, "qald-json", "{text}");
        }
    }
}
