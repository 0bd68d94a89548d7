//! Queries by question, as people write them down without asking for a format: `{id: query}`, or
//! a list of records with an id and a query. JSON Lines of such records are read as well.

use lydite_model::{Action, Language, QueryForm, Question, QuestionId};

use super::qald_json::{dataset, push_query};
use super::qname::Qname;
use crate::codes;
use crate::context::Context;
use crate::format::{Format, Probe, Variant, json_driver, with_value};
use crate::input::Window;
use crate::json::fields::{
    assume_english, error, extra_field, id, id_or_position, is_entry, only_wording, string, time,
    wrong_type,
};
use crate::json::{JsonVariant, Value};
use crate::reader::Driver;

/// Queries by question.
pub(crate) struct Queries;

/// What records call the identifier.
const ID: &[&str] = &["id", "qid", "question_id", "qname"];

/// What records call the query.
const QUERY: &[&str] = &["query", "sparql"];

/// Records with these are benchmarks of another kind.
const FOREIGN: &[&str] = &[
    "answer",
    "answers",
    "ans",
    "results",
    "choices",
    "questions",
];

impl Variant for Queries {
    fn format(&self) -> Format {
        Format {
            name: "queries",
            title: "queries by question: {id: query}, or a list of {id, query}",
        }
    }

    fn recognises(&self, probe: &Probe<'_>) -> bool {
        probe.json().is_some_and(|shape| {
            if shape.is_list {
                return shape.any_element(is_record);
            }
            if shape.lists == ["questions"] {
                return shape.any_element(is_flat);
            }
            let is_name =
                |key: &str| ID.contains(&key) || QUERY.contains(&key) || FOREIGN.contains(&key);
            let is_query = |source: &str| with_value(source, is_query).unwrap_or(false);
            let is_entry = |source: &str| source.starts_with(['"', '{']) || source == "null";
            shape.lists.is_empty()
                && (shape.members.iter()).all(|(key, source)| !is_name(key) && is_entry(source))
                && shape.members.iter().any(|(_, source)| is_query(source))
        })
    }

    fn driver(&self, window: Window) -> Box<dyn Driver> {
        json_driver(window, Records::default())
    }
}

/// Whether an object is a record with the query of a question, and nothing but that.
pub(super) fn is_record(value: Value<'_>) -> bool {
    let has = |keys: &[&str]| keys.iter().any(|key| value.get(key).is_some());
    let query = QUERY.iter().find_map(|key| value.get(key));
    query.is_some_and(|query| query.is_string() || query.is_null())
        && (has(ID) || has(&["question"]))
        && !has(FOREIGN)
}

/// Whether a record has the question and its query as bare texts.
pub(super) fn is_flat(value: Value<'_>) -> bool {
    is_record(value) && value.get("question").is_some_and(Value::is_string)
}

/// Whether this is a text that looks like a query, or an object with one.
fn is_query(value: Value<'_>) -> bool {
    let mut inside = QUERY.iter().filter_map(|key| value.get(key));
    if value.is_object() {
        return inside.any(is_query);
    }
    value.as_str().is_some_and(|text| {
        let text = text.to_ascii_lowercase();
        let forms = ["select", "ask", "construct", "describe"];
        text.contains('{') && forms.iter().any(|form| text.contains(form))
    })
}

/// The records of a file.
#[derive(Default)]
struct Records {
    position: usize,
}

impl JsonVariant for Records {
    fn element(&mut self, _key: Option<&str>, value: Value<'_>, cx: &mut Context<'_>) {
        self.position += 1;
        if is_entry(cx, value) {
            let question = record(value, None, self.position, cx);
            cx.emit(&value, question);
        }
    }

    fn member(&mut self, key: &str, value: Value<'_>, cx: &mut Context<'_>) {
        if key == "dataset" && value.is_object() {
            dataset(value, cx);
            return;
        }
        self.position += 1;
        if value.is_object() {
            let question = record(value, Some(key), self.position, cx);
            cx.emit(&value, question);
            return;
        }
        let mut question = named(key);
        if value.is_string() || value.is_null() {
            query(value, Some(value), &mut question, cx);
            cx.emit(&value, question);
        } else {
            wrong_type(cx, value, "a query");
        }
    }
}

/// The question with this name, `1` or `db25:1-en`.
fn named(name: &str) -> Question {
    let parts = Qname::parse(name);
    // Only what has all parts of such a name is one; an address has a colon as well.
    if let (Some(_), Some(id), Some(_)) = (parts.prefix, parts.question_id(), parts.language) {
        return Question {
            language: parts.question_language(),
            ..Question::new(id)
        };
    }
    Question::new(QuestionId::from(name.trim()))
}

/// A record with the query of a question, under a key or with an identifier of its own.
pub(super) fn record(
    value: Value<'_>,
    key: Option<&str>,
    position: usize,
    cx: &mut Context<'_>,
) -> Question {
    let mut question = key.map_or_else(Question::default, named);
    let (mut asked, mut text, mut has_id) = (None, None, key.is_some());
    for (key, member) in value.members() {
        match &*key {
            "qname" if !has_id => {
                if let Some(name) = string(cx, member) {
                    question = named(&name);
                    has_id = true;
                }
            }
            key if ID.contains(&key) && !has_id => {
                if let Some(id) = id(cx, member) {
                    question.id = id;
                    has_id = true;
                }
            }
            key if QUERY.contains(&key) && asked.is_none() => asked = Some(member),
            "question" => text = Some(member),
            "language" | "lang" => {
                let tag = string(cx, member).map(|tag| tag.trim().to_owned());
                question.language = tag.filter(|tag| !tag.is_empty()).map(Language::new);
            }
            "error" => question.error = error(member),
            "time" => question.latency = time(cx, member),
            _ => extra_field(cx, member, &key, &mut question),
        }
    }
    if !has_id {
        question.id = id_or_position(cx, value, None, position);
    }
    if text.is_some() {
        let language = question.language.clone();
        let language = language.unwrap_or_else(|| assume_english(cx, &value));
        question
            .texts
            .extend(only_wording(cx, value, text, language));
    }
    query(value, asked, &mut question, cx);
    question
}

/// The query of a question, if the system gave one.
fn query(spot: Value<'_>, asked: Option<Value<'_>>, question: &mut Question, cx: &mut Context<'_>) {
    let text = asked
        .filter(|asked| !asked.is_null())
        .and_then(|asked| string(cx, asked));
    match text.filter(|text| !text.trim().is_empty()) {
        Some(text) => push_query(cx, &spot, QueryForm::Sparql, &text, question),
        None => {
            cx.report(
                &spot,
                &codes::EMPTY_QUERY,
                Action::Kept,
                "the system gave no query",
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, read_every_beginning};

    #[test]
    fn what_people_write_down_is_read() {
        let query = "SELECT ?x { ?x a ?y }";
        let record = format!("{{\"id\": 7, \"query\": \"{query}\"}}");
        let cases = [
            (format!("{{\"7\": \"{query}\"}}"), "queries", ""),
            (
                format!("{{\"7\": {{\"query\": \"{query}\"}}, \"8\": null}}"),
                "queries",
                "Q040",
            ),
            (format!("{{\"db25:7-en\": \"{query}\"}}"), "queries", ""),
            (format!("[{record}]"), "queries", ""),
            (
                format!("[{{\"qid\": \"7\", \"sparql\": \"{query}\"}}]"),
                "queries",
                "",
            ),
            (
                format!("[{{\"question\": \"Who?\", \"query\": \"{query}\"}}]"),
                "queries",
                "Q010 Q022",
            ),
            (format!("{record}\n{record}"), "json-lines", "Q012"),
            (format!("id,query\n7,{query}"), "csv", ""),
            (format!("qid;sparql\n7;{query}\n"), "csv", ""),
            (format!("id\tquery\n7\t{query}\n"), "tsv", ""),
        ];
        for (text, format, codes) in cases {
            let found = read(&text);
            assert_eq!(found.format, format, "{text}");
            let first = &found.questions[0];
            assert_eq!(first.queries[0].text, query, "{text}");
            if !codes.contains("Q010") {
                assert_eq!(first.id.as_str(), "7", "{text}");
            }
            assert_eq!(found.codes(), codes, "{text}");
            read_every_beginning(&text);
        }
    }

    #[test]
    fn failures_and_times_are_kept() {
        let read = read(
            "{\"id\": \"a\", \"query\": null, \"error\": \"timeout\", \"time\": 12}\n\
             {\"id\": \"b\", \"query\": \"ASK {}\", \"lang\": \"de\", \"model\": \"m\"}\n",
        );
        assert_eq!(read.questions[0].error.as_deref(), Some("timeout"));
        assert!(read.questions[0].latency.is_some());
        assert!(read.questions[1].language.is_some());
        assert_eq!(read.questions[1].extras["model"], "m");
        assert_eq!(read.codes(), "Q040 Q015");
    }

    #[test]
    fn benchmarks_of_other_kinds_are_not_taken_for_it() {
        let answered = "[{\"id\": 1, \"sparql\": \"ASK {}\", \"answer\": \"yes\"}]";
        assert_eq!(read(answered).format, "predictions");
        for text in ["{\"a\": \"b\"}", "{\"a\": 1, \"b\": \"SELECT {}\"}"] {
            assert!(
                crate::Reader::from_bytes("x", text.as_bytes()).is_err(),
                "{text}"
            );
        }
    }
}
